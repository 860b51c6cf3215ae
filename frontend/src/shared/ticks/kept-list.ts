import * as z from 'zod'
import { errorName, logWarning } from '#frontend/shared/log/log.ts'

type Parts<T extends z.ZodType> = { storage: () => Storage; key: string; item: T }

/** A list in the browser's storage. What cannot be read is an empty one. */
export const keptList = <T extends z.ZodType>({ storage, key, item }: Parts<T>) => ({
  read: (): readonly z.output<T>[] => {
    try {
      return z.array(item).parse(JSON.parse(storage().getItem(key) ?? '[]'))
    } catch {
      return []
    }
  },
  /** Answers whether the browser has kept it. */
  keep: (items: readonly z.input<T>[]): boolean => {
    try {
      if (items.length === 0) storage().removeItem(key)
      else storage().setItem(key, JSON.stringify(items))
      return true
    } catch (thrown) {
      logWarning('list_not_kept', { key: key.split(' ')[0], error: errorName(thrown) })
      return false
    }
  },
})
