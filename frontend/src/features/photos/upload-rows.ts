import { isUnfinished, keptOf, type UploadItem } from './upload-item.ts'
import type { UploadStore } from './upload-store.ts'

/** What passes while a row stands there, and is not worth writing down. */
const passing = new Set(['progress', 'isEdited'])

/** The rows of the list, and who is told of their changes; they are kept through a reload. */
export const createUploadRows = (store: UploadStore) => {
  let items: readonly UploadItem[] = []
  const subscribers = new Set<() => void>()
  const tell = () => {
    for (const subscriber of subscribers) subscriber()
  }
  const become = (next: readonly UploadItem[]) => {
    items = next
    tell()
  }
  const find = (key: string) => items.find((item) => item.key === key)
  return {
    all: () => items,
    find,
    become,
    tell,
    subscribe: (subscriber: () => void) => {
      subscribers.add(subscriber)
      return () => {
        subscribers.delete(subscriber)
      }
    },
    patch: (key: string, changes: Partial<UploadItem>) => {
      const before = find(key)
      if (!before) return
      const after = { ...before, ...changes }
      become(items.map((item) => (item.key === key ? after : item)))
      if (!after.isHeld && Object.keys(changes).some((name) => !passing.has(name))) void store.keep(keptOf(after))
    },
    /** After something has changed that is kept with all of them. */
    keepAll: () => {
      for (const item of items) if (isUnfinished(item)) void store.keep(keptOf(item))
    },
    append: (item: UploadItem) => {
      become([...items, item])
      if (!item.isHeld) void store.keep(keptOf(item))
    },
  }
}
export type UploadRows = ReturnType<typeof createUploadRows>
