import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as z from 'zod'
import type { State } from './state.ts'

// One JSON value a line: a head, then every object with the name of its collection. One text for all would meet the
// longest string that V8 makes (about 512 MB) at some 100,000 orders.
const Head = z.strictObject({ version: z.literal(1), sequence: z.int().nonnegative() })
// Only this program writes the file: its frame is checked, and the objects within are as they were saved.
const Line = z.tuple([z.string(), z.looseObject({ id: z.string() })])

const MIN_DELAY_MS = 200
// A write of a large state takes its time; never spend more than a twentieth of ours on writing.
const DELAY_PER_WRITE_MS = 20
const CHUNK_LENGTH = 1_000_000

export type StateFile = {
  /** Fills the state; answers the sequence that was saved with it. */
  load(): Promise<number>
  /** Asks for a save soon; many requests in a short time become one write. */
  changed(): void
  close(): Promise<void>
}

/** Keeps `state` in a file, replaced as a whole by rename so that a crash leaves the old one or the new one. */
export const stateFile = (path: string, state: State, sequence: () => number): StateFile => {
  let timer: NodeJS.Timeout | undefined
  let lastWriteMs = 0
  let writing: Promise<void> = Promise.resolve()
  let dirty = false

  const save = async () => {
    dirty = false
    const startedAt = performance.now()
    // Made in one go, so that it shows one moment.
    const chunks = chunksOf(state, sequence())
    const next = `${path}.next`
    await mkdir(dirname(path), { recursive: true })
    await writeFile(next, chunks)
    await rename(next, path)
    lastWriteMs = performance.now() - startedAt
  }

  const saveNext = () => {
    writing = writing.then(save, save)
    // A failed save is tried again with the next change; `close` reports the last one.
    writing.catch(() => undefined)
  }

  return {
    async load() {
      const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      return bytes === undefined ? 0 : fill(state, bytes, path)
    },
    changed() {
      dirty = true
      if (timer) return
      timer = setTimeout(
        () => {
          timer = undefined
          saveNext()
        },
        Math.max(MIN_DELAY_MS, lastWriteMs * DELAY_PER_WRITE_MS),
      )
    },
    async close() {
      clearTimeout(timer)
      timer = undefined
      if (dirty) saveNext()
      await writing
    },
  }
}

const chunksOf = (state: State, sequence: number) => {
  const chunks: string[] = []
  let chunk = `${JSON.stringify({ version: 1, sequence })}\n`
  for (const [name, collection] of Object.entries(state)) {
    for (const item of collection.all()) {
      chunk += `${JSON.stringify([name, item])}\n`
      if (chunk.length > CHUNK_LENGTH) {
        chunks.push(chunk)
        chunk = ''
      }
    }
  }
  return [...chunks, chunk]
}

const NEWLINE = 0x0a

const linesOf = function* (bytes: Buffer) {
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(NEWLINE, from)
    const to = end < 0 ? bytes.length : end
    yield bytes.toString('utf8', from, to)
    from = to + 1
  }
}

const fill = (state: State, bytes: Buffer, path: string) => {
  const collections: Record<string, { load(items: readonly { id: string }[]): void } | undefined> = state
  try {
    const [head = '', ...lines] = linesOf(bytes)
    const { sequence } = Head.parse(JSON.parse(head))
    for (const line of lines) {
      const [name, item] = Line.parse(JSON.parse(line))
      collections[name]?.load([item])
    }
    return sequence
  } catch (cause) {
    throw new Error(`The Stripe stand-in cannot read its state in ${path}. Delete that file to start anew.`, { cause })
  }
}
