import type { Claim } from '#frontend/features/photos/claims.ts'
import type { Line } from '#frontend/features/photos/connection.ts'
import type { UploadApi } from '#frontend/features/photos/file-sender.ts'
import type { PutRequest } from '#frontend/features/photos/put-file.ts'
import type { KeptItem } from '#frontend/features/photos/upload-item.ts'
import { createUploadQueue, type Summary, type Target } from '#frontend/features/photos/upload-queue.ts'
import { ApiError } from '#frontend/shared/api/api-error.ts'
import type { ErrorCode } from '#schema/errors.ts'
import { galleryId, photoId } from './builders.ts'

export const aFile = (name: string, { bytes = 10, lastModified = 1 } = {}) =>
  new File([new Uint8Array(bytes)], name, { type: 'image/jpeg', lastModified })

type Fakes = {
  api?: Partial<UploadApi>
  put?: (request: PutRequest) => Promise<void>
  kept?: KeptItem[]
  pause?: (ms: number) => Promise<void>
  line?: Partial<Line>
  claim?: Claim
  now?: () => number
}
/** An upload queue whose server, storage and browser are here, and what it asked of them. */
export const anUploadQueue = ({
  api = {},
  put = async () => undefined,
  kept = [],
  pause = async () => undefined,
  line = {},
  claim = async () => () => undefined,
  now = () => Date.now(),
}: Fakes = {}) => {
  let offlines = 0
  const granted: Parameters<UploadApi['grant']>[] = []
  const removed: string[] = []
  const reworded: Parameters<UploadApi['reword']>[] = []
  const failures: string[] = []
  const summaries: Summary[] = []
  const store = new Map(kept.map((item) => [item.key, item]))
  let keys = 0
  const queue = createUploadQueue({
    api: {
      grant: async (...request) => {
        granted.push(request)
        return {
          photo: { id: photoId(granted.length) },
          upload: { url: `/put/${String(granted.length)}`, headers: {} },
        }
      },
      regrant: async (id) => ({ photo: { id }, upload: { url: `/again/${id}`, headers: {} } }),
      confirm: async () => ({ state: 'pending', reason: null }),
      look: async (ids) => ids.map((id) => ({ id, state: 'ready', reason: null })),
      reword: async (...request) => {
        reworded.push(request)
        return { state: 'ready', reason: null }
      },
      remove: async (id) => void removed.push(id),
      ...api,
    },
    put,
    measure: async () => ({ width: 30, height: 20 }),
    pause,
    line: { isOnline: () => true, probe: async () => true, untilOnline: () => new Promise(() => undefined), ...line },
    now,
    store: {
      load: async () => [...store.values()],
      keep: async (item) => void store.set(item.key, item),
      drop: async (key) => void store.delete(key),
    },
    newKey: () => `key-${String(++keys)}`,
    claim,
  })
  const settled = new Promise<Summary>((resolve) => {
    queue.listen({
      onFailed: (item) => failures.push(`${item.fileName}: ${item.message ?? ''}`),
      onOffline: () => {
        offlines += 1
      },
      onSettled: (summary) => {
        summaries.push(summary)
        resolve(summary)
      },
    })
  })
  return { queue, granted, removed, reworded, failures, summaries, store, settled, offlines: () => offlines }
}
/** Where the files go. */
export const raceDay: Target = { id: galleryId(1), title: 'Race day', price: '15.00', isExcepted: false }
export const statuses = (queue: { snapshot: () => readonly { status: string }[] }) =>
  queue.snapshot().map((item) => item.status)
/** Lets everything that needs no outside answer happen. */
export const breathe = async () => {
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve()
}
export const held = () => {
  const releases: (() => void)[] = []
  return { hold: () => new Promise<void>((resolve) => releases.push(resolve)), releases }
}

export const refused = (code: ErrorCode) => async () => Promise.reject(new ApiError({ code }))
export const answered = (state: 'ready' | 'pending' | 'failed') => async () => ({ state, reason: null })
/** Lets also that happen which a browser does between two tasks. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

/** One browser's locks, as its tabs see them. */
export const browser = (): Claim => {
  const taken = new Set<string>()
  return async (name) => {
    if (taken.has(name)) return undefined
    taken.add(name)
    return () => void taken.delete(name)
  }
}

export const forever = () => new Promise<void>(() => undefined)
