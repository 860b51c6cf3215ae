import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { templates } from '#functions/mail/templates/all.ts'
import { paths } from '#schema/paths.ts'
import { samples, trader } from '../../mails/samples.ts'
import type { Part } from '../part.ts'
import { freePort, npmPackage, run, served } from '../tools.ts'

const version = '26.9.27'

const Messages = z.object({
  messages: z.array(
    z.object({ type: z.string(), url: z.string(), message: z.string(), extract: z.string().optional() }),
  ),
})

/** Beside what the sitemap lists: pages that search engines are not told of. */
const others = [
  paths.auth(),
  paths.cart(),
  paths.contact(),
  paths.terms(),
  paths.privacy(),
  paths.dashboard(),
  '/nobody-is-called-this',
]

const bodyOf = async (address: string): Promise<string> =>
  (await fetch(address, { headers: { accept: 'text/html' } })).text()

/** Every page of a map, and of the maps that it names. */
const listed = async (url: string, map: string): Promise<string[]> => {
  const found = [...(await bodyOf(url + map)).matchAll(/<loc>[a-z]+:\/\/[^/<]+([^<]*)<\/loc>/g)]
  const paths = found.map(([, path = '']) => path || '/')
  const inner = await Promise.all(paths.filter((path) => path.endsWith('.xml')).map((path) => listed(url, path)))
  return [...paths.filter((path) => !path.endsWith('.xml')), ...inner.flat()]
}

/** In the standard (https://html.spec.whatwg.org/multipage/links.html#link-type-expect) and not yet in the validator. */
const unknownToIt = /“blocking” attribute must have a “rel” attribute whose value is “stylesheet”/

/** Every kind of page as the server draws it, and every mail, held against the HTML standard. */
export const pages: Part = {
  name: 'pages',
  asks: 'Is what the server draws, pages and mails, HTML as the standard has it (the Nu validator of the W3C)?',
  ask: async (scratch) => {
    const jar = join(await npmPackage('vnu-jar', version), 'build/dist/vnu.jar')
    const url = `http://127.0.0.1:${await freePort()}`
    const start = ['node', 'local/start.ts', '--port', new URL(url).port, '--state', join(scratch, 'state')]
    const drawn = await served({ command: start, url }, async () => {
      const paths = [...new Set(['/', ...(await listed(url, '/sitemap.xml')), ...others])]
      return Promise.all(paths.map(async (path) => [path, await bodyOf(url + path)] as const))
    })
    const mails = Object.entries(samples).map(([name, data]) => {
      const template = Object.entries(templates).find(([each]) => each === name)?.[1]
      return [`mail ${name}`, template?.render(data, trader)?.html ?? ''] as const
    })
    const names = new Map<string, string>()
    for (const [index, [name, html]] of [...drawn, ...mails].entries()) {
      const file = join(scratch, `${index}.html`)
      await writeFile(file, html)
      names.set(file, name)
    }
    const { stderr } = await run(
      ['java', '-Xss4m', '-jar', jar, '--format', 'json', '--exit-zero-always', ...names.keys()],
      { cure: 'Java 11 or newer (Debian: apt-get install default-jre-headless)' },
    )
    const objections = Messages.parse(JSON.parse(stderr))
      .messages.filter(({ type, message }) => type !== 'info' && !unknownToIt.test(message))
      .map(({ url: file, message, extract = '' }) => {
        const name = names.get(new URL(file).pathname) ?? file
        return `${name}: ${message} (${extract.replaceAll(/\s+/g, ' ').slice(0, 120)})`
      })
    return { judge: `vnu ${version}`, looked: { pages: drawn.length, mails: mails.length }, objections }
  },
}
