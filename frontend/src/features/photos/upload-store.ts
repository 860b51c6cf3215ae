import { type DBSchema, openDB } from 'idb'
import { errorName, logWarning } from '#frontend/shared/log/log.ts'
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
