import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type * as z from 'zod'
import { StartFailure } from './start-failure.ts'

/**
 * A file of JSON lines. An entry is on disk when `append` returns; the last line may be torn by a crash and is then
 * ignored, as it was never acknowledged.
 */
export const openJournal = <S extends z.ZodType>(path: string, schema: S) => {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  const entries = lines.flatMap((line, index) => {
    if (line === '') return []
    try {
      return [schema.parse(JSON.parse(line))]
    } catch {
      if (index === lines.length - 1) return []
      throw new StartFailure(`${path} is damaged: "npm start -- --fresh" starts over.`)
    }
  })
  const rewrite = (kept: readonly z.output<S>[]) => {
    const next = `${path}.next`
    writeFileSync(next, kept.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
    renameSync(next, path)
  }
  return {
    /** What was in the file when it was opened. */
    entries,
    append: (entry: z.output<S>) => appendFileSync(path, `${JSON.stringify(entry)}\n`),
    /** Replaces the file at once by these entries. */
    rewrite,
  }
}
