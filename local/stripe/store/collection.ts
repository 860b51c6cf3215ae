/**
 * Objects of one kind, oldest first, found by id or by an indexed field. Put an object again after changing a field
 * that is indexed; everything else may be changed in place.
 */
export type Collection<T extends { id: string }, K extends string = string> = {
  put(item: T): T
  find(id: string): T | undefined
  remove(id: string): void
  all(): readonly T[]
  where(field: K, value: string): readonly T[]
  load(items: readonly T[]): void
  /** The object, without counting as looked up. */
  peek(id: string): T | undefined
  /** Tells the id of every object that is put, removed or looked up by id: whoever looks one up may change it in place. */
  watch(listener: (id: string) => void): void
}

type Indexes<T, K extends string> = Record<K, (item: T) => string | null | undefined>

export const collection = <T extends { id: string }, K extends string = never>(
  indexes: Indexes<T, K>,
): Collection<T, K> => {
  const items = new Map<string, T>()
  const fields = Object.entries<(item: T) => string | null | undefined>(indexes)
  const buckets = new Map(fields.map(([field]) => [field, new Map<string, T[]>()]))
  const filedUnder = new Map<string, Map<string, string>>()
  // Lists are read far more often than objects appear, so the array is made once per change.
  let ordered: readonly T[] | undefined
  let told: (id: string) => void = () => {}

  const unfile = (id: string) => {
    for (const [field, value] of filedUnder.get(id) ?? []) {
      const bucket = buckets.get(field)
      const kept = bucket?.get(value)?.filter((item) => item.id !== id) ?? []
      bucket?.set(value, kept)
    }
    filedUnder.delete(id)
  }

  const keysOf = (item: T) => {
    const keys = new Map<string, string>()
    for (const [field, read] of fields) {
      const value = read(item)
      if (value !== null && value !== undefined) keys.set(field, value)
    }
    return keys
  }

  const file = (item: T) => {
    const keys = keysOf(item)
    const before = filedUnder.get(item.id)
    const same =
      items.get(item.id) === item &&
      before?.size === keys.size &&
      [...keys].every(([field, value]) => before.get(field) === value)
    if (same) return
    unfile(item.id)
    for (const [field, value] of keys) {
      const bucket = buckets.get(field)
      const already = bucket?.get(value)
      if (already) already.push(item)
      else bucket?.set(value, [item])
    }
    filedUnder.set(item.id, keys)
  }

  const put = (item: T) => {
    told(item.id)
    file(item)
    if (items.get(item.id) !== item) ordered = undefined
    items.set(item.id, item)
    return item
  }

  return {
    put,
    find(id) {
      const item = items.get(id)
      if (item) told(id)
      return item
    },
    peek: (id) => items.get(id),
    watch(listener) {
      told = listener
    },
    remove(id) {
      if (items.has(id)) told(id)
      unfile(id)
      items.delete(id)
      ordered = undefined
    },
    all() {
      ordered ??= [...items.values()]
      return ordered
    },
    where: (field, value) => buckets.get(field)?.get(value) ?? [],
    load(loaded) {
      for (const item of loaded) put(item)
    },
  }
}
