import { readFile, writeFile } from 'node:fs/promises'
import { stripVTControlCharacters } from 'node:util'
import * as z from 'zod'

/** Names the file that a reporter below writes its report to. */
export const reportVariable = 'TEST_REPORT_FILE'

/** `where` is the file and the titles down to what failed, `message` what it said, without colours. */
const Failure = z.object({ where: z.string(), message: z.string() })
export type Failure = z.infer<typeof Failure>

/**
 * How a kind of test went. A hook, a file that does not load and an error outside of any test each are a failure like a
 * test's; `skipped` are the tests that such a failure kept from running.
 */
const Report = z.object({ passed: z.int(), skipped: z.int(), failures: z.array(Failure) })
export type Report = z.infer<typeof Report>

const messageCharacters = 1_200
/** A line of a stack within a library. */
const foreignCall = /^\s*at .*(node_modules|node:internal).*\n?/gm

/** @param titles the file, what encloses the test, the test; empty ones are left out. */
export const failure = (titles: readonly string[], message: string): Failure => ({
  where: titles.filter((title) => title !== '').join(' › '),
  message: stripVTControlCharacters(message).replace(foreignCall, '').trim().slice(0, messageCharacters),
})

/** Called at the end of a reporter's run; without the variable somebody runs the tool by hand, and nothing is written. */
export const writeReport = async (report: Report): Promise<void> => {
  const file = process.env[reportVariable]
  if (file) await writeFile(file, JSON.stringify(report))
}

/** Undefined where the tool ended before its tests did. */
export const readReport = async (file: string): Promise<Report | undefined> => {
  try {
    return Report.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return undefined
  }
}

const listed = 20

/** What failed, for the end of a run: its first words are often far above by then. Causes come before consequences. */
export const failureList = (failures: readonly (Failure & { kind: string })[]): string => {
  const more = failures.length - listed
  return [
    ...failures
      .slice(0, listed)
      .map(({ kind, where, message }) => `✘ ${kind}: ${where}\n${message.replace(/^/gm, '    ')}\n`),
    ...(more > 0 ? [`… and ${more} more\n`] : []),
  ].join('\n')
}
