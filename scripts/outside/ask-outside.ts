import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { machine, machineLine } from '#bench/machine.ts'
import { type Found, Missing, type Part, type Verdict, verdictOf } from './part.ts'
import { cloud } from './parts/cloud.ts'
import { contract } from './parts/contract.ts'
import { dynamodbLocal } from './parts/dynamodb-local.ts'
import { firefox } from './parts/firefox.ts'
import { media } from './parts/media.ts'
import { pages } from './parts/pages.ts'
import { search } from './parts/search.ts'
import { stripe } from './parts/stripe.ts'
import { templates } from './parts/templates.ts'
import { webkit } from './parts/webkit.ts'

const allParts: readonly Part[] = [
  templates,
  stripe,
  pages,
  media,
  contract,
  firefox,
  webkit,
  dynamodbLocal,
  search,
  cloud,
]
const keptIn = new URL('../../bench/results/', import.meta.url).pathname
/** A list of a thousand times the same says no more than its beginning. */
const mostLines = 60

type Say = (line: string) => void

/**
 * Runs the named checks, or all, one after the other; a failing one does not stop the others. Each writes a dated page
 * to `bench/results`.
 * @returns the exit code: 0 when every check ran and agreed.
 */
export const askOutside = async (
  names: readonly string[],
  say: Say,
  { parts, results } = { parts: allParts, results: keptIn },
): Promise<number> => {
  const unknown = names.filter((name) => !parts.some((part) => part.name === name))
  if (unknown.length > 0) {
    say(`No part "${unknown.join('", "')}": there are ${parts.map(({ name }) => name).join(', ')}.`)
    return 2
  }
  let isGreen = true
  for (const part of parts.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const verdict = await askPart(part, say, results)
    if (verdict !== 'agrees') isGreen = false
  }
  return isGreen ? 0 : 1
}

const askPart = async (part: Part, say: Say, results: string): Promise<Verdict> => {
  const scratch = await mkdtemp(join(tmpdir(), `darkslide-outside-${part.name}-`))
  const began = performance.now()
  say(`${part.name}: ${part.asks}`)
  try {
    const found = await part.ask(scratch)
    const verdict = verdictOf(found)
    const seconds = Math.round((performance.now() - began) / 1_000)
    for (const line of reportLines(found)) say(`  ${line}`)
    say(`  ${verdict}, after ${seconds} s`)
    await writeFile(join(results, `outside-${part.name}-${today()}.md`), resultPage(part, { found, verdict, seconds }))
    return verdict
  } catch (error) {
    say(`  was not asked: ${error instanceof Missing ? error.message : String(error)}`)
    return 'was not asked'
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

const today = (): string => new Date().toISOString().slice(0, 10)

const reportLines = ({ judge, looked, objections }: Found): string[] => [
  judge,
  Object.entries(looked)
    .map(([what, count]) => `${count} ${what}`)
    .join(', '),
  ...objections.slice(0, mostLines).map((objection) => `objects: ${objection}`),
  ...(objections.length > mostLines ? [`and ${objections.length - mostLines} objections more`] : []),
]

const resultPage = (
  { name, asks }: Part,
  { found, verdict, seconds }: { found: Found; verdict: Verdict; seconds: number },
): string => {
  const [judge = '', looked = '', ...objections] = reportLines(found)
  return [
    `# Outside: ${name}, ${today()}`,
    '',
    asks,
    '',
    `${machineLine(machine())}; ${seconds} s.`,
    '',
    `- Judge: ${judge}`,
    `- Looked at: ${looked}`,
    `- **${verdict}**`,
    ...objections.map((line) => `- ${line}`),
    '',
  ].join('\n')
}
