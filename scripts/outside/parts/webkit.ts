import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Part } from '../part.ts'
import { freePort, served } from '../tools.ts'
import { visitor } from '../webkit/visitor.ts'
import { walks } from '../webkit/walks.ts'
import { withWebKit } from '../webkit/web-driver.ts'

/** A system that runs already; without one the part starts its own. */
const runs = process.env.E2E_URL

const onMarket = async <Result>(scratch: string, use: (site: string) => Promise<Result>): Promise<Result> => {
  if (runs !== undefined) return use(runs)
  const site = `http://localhost:${await freePort()}`
  const command = ['node', 'local/start.ts', '--fresh', '--no-edge', '--no-numbers', '--port', new URL(site).port]
  // It answers from the first second; the demo market has been lived through when it says so.
  const says = /\(up in [\d.]+ s\)/
  return served({ command: [...command, '--state', join(scratch, 'state')], url: site, says }, () => use(site))
}

/** The engine of every browser on an iPhone, in the build that Debian has. */
export const webkit: Part = {
  name: 'webkit',
  asks: 'Do guests, couples and photographers get through in WebKit, with nothing in its console that complains?',
  ask: (scratch) =>
    onMarket(scratch, (site) =>
      withWebKit(async ({ version, inWindow }) => {
        const objections: string[] = []
        for (const { what, size, steps } of walks) {
          await inWindow(size, async (window) => {
            const walker = visitor(window, site)
            try {
              await steps(walker, site)
            } catch (error) {
              const at = await window.address().catch(() => 'nowhere')
              objections.push(`${what}: ${error instanceof Error ? error.message : String(error)}, at ${at}`)
              if (process.env.OUTSIDE_PICTURES)
                await writeFile(
                  join(process.env.OUTSIDE_PICTURES, `${what.replaceAll(/\W+/g, '-')}.png`),
                  await window.picture(),
                )
            }
            objections.push(...walker.objections.map((line) => `${what}: ${line}`))
          })
        }
        return { judge: version, looked: { walks: walks.length }, objections }
      }),
    ),
}
