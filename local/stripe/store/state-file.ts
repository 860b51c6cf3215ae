import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod'
import type { State } from './state.ts'

// One JSON value a line: a head, then every object with the name of its collection. One text for all would meet the
// longest string that V8 makes (about 512 MB) at some 100,000 orders.
const Head = z.strictObject({ version: z.literal(1), sequence: z.int().nonnegative() })
// Only this program writes the files: their frame is checked, and the objects within are as they were saved.
const Kept = z.looseObject({ id: z.string() })
const Line = z.tuple([z.string(), Kept])
/** What one request changed: whole objects, and the ids of those that went. One line, so that it is there or is not. */
const Change = z.strictObject({
  sequence: z.int().nonnegative(),
  put: z.array(Line),
  gone: z.array(z.tuple([z.string(), z.string()])),
})

/** The journal goes into the file when it is this long, and longer than the file itself. */
const COMPACT_FROM_BYTES = 8_000_000
const CHUNK_LENGTH = 1_000_000

export type StateFile = {
  /** Fills the state; answers the sequence that was saved with it. */
  load(): number
  /** Says that the object with this id may have been changed in place, wherever it is. */
  touched(id: string): void
  /** What was read or written since the last time is on disk when it returns; before anybody is answered or told. */
  changed(): void
  /** Forgets what was only looked at. */
  unchanged(): void
  close(): void
}

type Tracked = {
  load(items: readonly { id: string }[]): void
  remove(id: string): void
  peek(id: string): { id: string } | undefined
  all(): readonly { id: string }[]
  watch(listener: (id: string) => void): void
}

/**
 * Stores `state` in a file with a journal beside it. Each request appends to the journal every object that it created,
 * removed or found. The state file is replaced as a whole, by renaming, so that a crash leaves the old or the new one.
 * Reading a journal again over a newer state file changes nothing.
 */
export const stateFile = (path: string, state: State, sequence: () => number): StateFile => {
  const journal = `${path}.journal`
  const collections: readonly (readonly [string, Tracked])[] = Object.entries(state)
  const touchedIds = new Map<string, Set<string>>()
  let journalBytes = 0
  let fileBytes = 0

  const touch = (name: string, id: string) => {
    const ids = touchedIds.get(name) ?? new Set()
    ids.add(id)
    touchedIds.set(name, ids)
  }

  const compact = (last = sequence()) => {
    const next = `${path}.next`
    mkdirSync(dirname(path), { recursive: true })
    // Made in one go, so that it shows one moment.
    writeFileSync(next, '')
    for (const chunk of chunksOf(collections, last)) appendFileSync(next, chunk)
    renameSync(next, path)
    rmSync(journal, { force: true })
    journalBytes = 0
    fileBytes = statSync(path).size
    touchedIds.clear()
  }

  const append = () => {
    const change: z.input<typeof Change> = { sequence: sequence(), put: [], gone: [] }
    for (const [name, collection] of collections) {
      for (const id of touchedIds.get(name) ?? []) {
        const item = collection.peek(id)
        if (item) change.put.push([name, item])
        else change.gone.push([name, id])
      }
    }
    touchedIds.clear()
    if (change.put.length + change.gone.length === 0) return
    const line = `${JSON.stringify(change)}\n`
    if (journalBytes === 0) mkdirSync(dirname(path), { recursive: true })
    appendFileSync(journal, line)
    journalBytes += line.length
    if (journalBytes > Math.max(COMPACT_FROM_BYTES, fileBytes)) compact()
  }

  return {
    load() {
      const saved = readIfThere(path)
      const told = readIfThere(journal)
      let last = saved === undefined ? 0 : fill(state, saved, path)
      for (const change of told === undefined ? [] : changesIn(told, path)) {
        for (const [name, item] of change.put) collections.find(([known]) => known === name)?.[1].load([item])
        for (const [name, id] of change.gone) collections.find(([known]) => known === name)?.[1].remove(id)
        last = Math.max(last, change.sequence)
      }
      fileBytes = saved?.length ?? 0
      // Nothing may be appended to a line that was cut off by a crash.
      if (told !== undefined) compact(last)
      for (const [name, collection] of collections) collection.watch((id) => touch(name, id))
      return last
    },
    touched(id) {
      for (const [name, collection] of collections) if (collection.peek(id)) touch(name, id)
    },
    changed: append,
    unchanged: () => touchedIds.clear(),
    close: () => compact(),
  }
}

const readIfThere = (path: string): Buffer | undefined => {
  try {
    return readFileSync(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

const chunksOf = function* (collections: readonly (readonly [string, Tracked])[], sequence: number) {
  let chunk = `${JSON.stringify({ version: 1, sequence })}\n`
  for (const [name, collection] of collections) {
    for (const item of collection.all()) {
      chunk += `${JSON.stringify([name, item])}\n`
      if (chunk.length > CHUNK_LENGTH) {
        yield chunk
        chunk = ''
      }
    }
  }
  yield chunk
}

const NEWLINE = 0x0a

const linesOf = function* (bytes: Buffer) {
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(NEWLINE, from)
    const to = end < 0 ? bytes.length : end
    yield { text: bytes.toString('utf8', from, to), isWhole: end >= 0 }
    from = to + 1
  }
}

/** A crash may cut the last line off. Its request was not answered yet, so it may be dropped. */
const changesIn = (bytes: Buffer, path: string) => {
  const whole = [...linesOf(bytes)].filter(({ isWhole }) => isWhole)
  try {
    return whole.map(({ text }) => Change.parse(JSON.parse(text)))
  } catch (cause) {
    throw unreadable(`${path}.journal`, cause)
  }
}

const fill = (state: State, bytes: Buffer, path: string) => {
  const collections: Record<string, { load(items: readonly { id: string }[]): void } | undefined> = state
  try {
    const [head, ...lines] = linesOf(bytes)
    const { sequence } = Head.parse(JSON.parse(head?.text ?? ''))
    for (const { text } of lines) {
      const [name, item] = Line.parse(JSON.parse(text))
      collections[name]?.load([item])
    }
    return sequence
  } catch (cause) {
    throw unreadable(path, cause)
  }
}

const unreadable = (path: string, cause: unknown) =>
  new Error(`The Stripe stand-in cannot read its state in ${path}. Delete that file to start anew.`, { cause })
