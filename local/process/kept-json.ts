import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type * as z from 'zod'
import { StartFailure } from './start-failure.ts'

/** A small JSON file that is replaced whole; `initial` is what a new folder begins with. */
export const keptJson = <S extends z.ZodType>(path: string, schema: S, initial: () => z.output<S>) => {
  const write = (value: z.output<S>) => {
    writeFileSync(`${path}.next`, JSON.stringify(value, null, 2), { mode: 0o600 })
    renameSync(`${path}.next`, path)
    return value
  }
  const read = () => {
    try {
      return schema.parse(JSON.parse(readFileSync(path, 'utf8')))
    } catch {
      throw new StartFailure(`${path} is damaged: "npm start -- --fresh" starts over.`)
    }
  }
  let value = existsSync(path) ? read() : write(initial())
  return {
    get: () => value,
    set: (next: z.output<S>) => {
      value = write(next)
    },
  }
}
