import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type * as z from 'zod'
import { StartFailure } from '#local/process/start-failure.ts'

export type Document<T> = {
  readonly value: T
  /** Resolves once what `value` holds now is on disk. */
  save(): Promise<void>
}

/**
 * A JSON file that is read and written as a whole. It is written to a temporary file, which then replaces it by
 * renaming, so that stopping at any moment leaves the old or the new state. Only its owner can read it, because it may
 * hold keys.
 * @throws StartFailure when the file exists and cannot be parsed.
 */
export const openDocument = async <S extends z.ZodType>(
  path: string,
  schema: S,
  initial: () => z.input<S> | Promise<z.input<S>>,
): Promise<Document<z.output<S>>> => {
  await mkdir(dirname(path), { recursive: true })
  const stored = await readStored(path, schema)
  const value = stored === undefined ? schema.parse(await initial()) : stored

  let written: Promise<void> = Promise.resolve()
  let waiting: Promise<void> | undefined
  const write = async () => {
    waiting = undefined
    const beside = `${path}.${randomUUID()}.new`
    await writeFile(beside, JSON.stringify(value, null, 2), { mode: 0o600 })
    await rename(beside, path)
  }
  const save = () => {
    waiting ??= written.catch(() => undefined).then(write)
    written = waiting
    return waiting
  }

  if (stored === undefined) await save()
  return { value, save }
}

const readStored = async <S extends z.ZodType>(path: string, schema: S): Promise<z.output<S> | undefined> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw new StartFailure(
      `The local accounts in ${path} cannot be read; "npm start -- --fresh" starts over without them.`,
    )
  }
}
