import { type DBSchema, openDB } from 'idb'
import { errorName, logWarning } from '#frontend/shared/log/log.ts'
import type { Claim } from './claims.ts'
import type { KeptItem } from './upload-item.ts'

/** Keeps the list through a reload. What cannot be kept is lost with the page and nothing else. */
export type UploadStore = {
  load: () => Promise<KeptItem[]>
  keep: (item: KeptItem) => Promise<void>
  drop: (key: string) => Promise<void>
}

type Record = KeptItem & { owner: string; place: number }
interface Shape extends DBSchema {
  items: { key: string; value: Record; indexes: { owner: string } }
}

const open = () =>
  openDB<Shape>('darkslide-uploads', 1, {
    upgrade: (db) => {
      const items = db.createObjectStore('items', { keyPath: 'key' })
      items.createIndex('owner', 'owner')
    },
  })

/** The list of one user in this browser's IndexedDB. */
export const indexedUploadStore = (owner: string): UploadStore => {
  let database: ReturnType<typeof open> | undefined
  const db = () => {
    database ??= open()
    return database
  }
  const quietly = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work()
    } catch (thrown) {
      logWarning('uploads_not_kept', { error: errorName(thrown) })
      return otherwise
    }
  }
  const places = new Map<string, number>()
  let next = Date.now()
  const placeOf = (key: string) => {
    const place = places.get(key) ?? next++
    places.set(key, place)
    return place
  }
  return {
    load: () =>
      quietly(async () => {
        const records = await (await db()).getAllFromIndex('items', 'owner', owner)
        const sorted = records.toSorted((a, b) => a.place - b.place)
        for (const { key, place } of sorted) places.set(key, place)
        return sorted.map(({ owner: _owner, place: _place, ...item }) => item)
      }, []),
    keep: (item) =>
      quietly(async () => {
        await (await db()).put('items', { ...item, owner, place: placeOf(item.key) })
      }, undefined),
    drop: (key) => quietly(async () => (await db()).delete('items', key), undefined),
  }
}

/** So long a page that is reloaded may take to give back what it had claimed. */
const goneAfterMs = 500

type OfTab = { tab: string; claim: Claim; pause: (ms: number) => Promise<void> }
/** The list as one tab has it: what another tab that is still open put there is shown, sent and removed there alone. */
export const storeOfTab = (store: UploadStore, { tab, claim, pause }: OfTab): UploadStore => {
  const claimOf = (each: string) => claim(`uploads of tab ${each}`)
  let own: Promise<unknown> | undefined
  const isFree = async (each: string): Promise<boolean> => {
    if (await claimOf(each)) return true
    await pause(goneAfterMs)
    return (await claimOf(each)) !== undefined
  }
  return {
    load: async () => {
      const kept = await store.load()
      const tabs = new Set(kept.flatMap((item) => item.tab ?? []))
      const free = new Set<string>()
      for (const each of tabs) if (await isFree(each)) free.add(each)
      return kept.filter((item) => item.tab === undefined || free.has(item.tab))
    },
    keep: async (item) => {
      own ??= claimOf(tab)
      await own
      await store.keep({ ...item, tab })
    },
    drop: async (key) => {
      await own
      await store.drop(key)
    },
  }
}
