import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as z from 'zod'
import type { State } from './state.ts'

// Only this program writes the file: its frame is checked, and the objects within are as they were saved.
const Envelope = z.object({
  version: z.literal(1),
  sequence: z.int().nonnegative(),
  collections: z.record(z.string(), z.array(z.looseObject({ id: z.string() }))),
})
const MIN_DELAY_MS = 200
// A write of a large state takes its time; never spend more than a twentieth of ours on writing.
const DELAY_PER_WRITE_MS = 20

export type StateFile = {
  load(): Promise<number>
  /** Asks for a save soon; many requests in a short time become one write. */
  changed(): void
  close(): Promise<void>
}

/** Keeps `state` in a JSON file, replaced as a whole by rename so that a crash leaves the old one or the new one. */
export const stateFile = (path: string, state: State, sequence: () => number): StateFile => {
  let timer: NodeJS.Timeout | undefined
  let lastWriteMs = 0
  let writing: Promise<void> = Promise.resolve()
  let dirty = false

  const save = async () => {
    dirty = false
    const startedAt = performance.now()
    const collections = Object.fromEntries(Object.entries(state).map(([name, items]) => [name, items.all()]))
    const text = JSON.stringify({ version: 1, sequence: sequence(), collections })
    const next = `${path}.next`
    await mkdir(dirname(path), { recursive: true })
    await writeFile(next, text)
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
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      if (text === undefined) return 0
      const saved = parse(text)
      if (!saved)
        throw new Error(`The Stripe stand-in cannot read its state in ${path}. Delete that file to start anew.`)
      fill(state, saved.collections)
      return saved.sequence
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

const parse = (text: string) => {
  try {
    const parsed = Envelope.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

const fill = (state: State, saved: z.infer<typeof Envelope>['collections']) => {
  const collections: Record<string, { load(items: readonly { id: string }[]): void }> = state
  for (const [name, collection] of Object.entries(collections)) collection.load(saved[name] ?? [])
}
