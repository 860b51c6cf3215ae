import * as z from 'zod'
import { errorName, logWarning } from '#frontend/shared/log/log.ts'

type Parts<T extends z.ZodType> = { storage: () => Storage; key: string; item: T }

/** A list in the browser's storage. What cannot be read is an empty one, and what cannot be kept lasts as long as the page. */
export const keptList = <T extends z.ZodType>({ storage, key, item }: Parts<T>) => ({
  read: (): readonly z.output<T>[] => {
    try {
      return z.array(item).parse(JSON.parse(storage().getItem(key) ?? '[]'))
    } catch {
      return []
    }
  },
  keep: (items: readonly z.input<T>[]) => {
    try {
      if (items.length === 0) storage().removeItem(key)
      else storage().setItem(key, JSON.stringify(items))
    } catch (thrown) {
      logWarning('list_not_kept', { key: key.split(' ')[0], error: errorName(thrown) })
    }
  },
})
