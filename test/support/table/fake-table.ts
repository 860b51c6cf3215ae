import { chunks } from '#functions/shared/table/chunks.ts'
import { asCheck } from '#functions/shared/table/expressions.ts'
import type {
  Check,
  Expectation,
  Item,
  Key,
  Query,
  Scalar,
  SortRange,
  Table,
  Update,
  Write,
} from '#functions/shared/table/writes.ts'
import { onceEach, tableShape } from '#functions/shared/table/writes.ts'
import { firstPlace, orderedItems } from './ordered-items.ts'

const idOf = ({ PK, SK }: Key) => `${PK}\u0000${SK}`
const copy = <T>(value: T): T => structuredClone(value)
const keyOf = (item: Item): Key => ({ PK: String(item.PK), SK: String(item.SK) })

const at = (item: Item | undefined, path: string): unknown =>
  path.split('.').reduce<unknown>((value, part) => (isRecord(value) ? value[part] : undefined), item)
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const compare = (a: unknown, b: unknown): number | undefined => {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return undefined
}

const holds = (value: unknown, check: Check): boolean => {
  switch (check.op) {
    case 'absent':
      return value === undefined
    case 'present':
      return value !== undefined
    case 'oneOf':
      return check.values.some((each) => each === value)
    case 'absentOr':
      return value === undefined || holds(value, check.check)
    case 'equal':
      return value !== undefined && value === check.value
    case 'different':
      return value !== check.value
    default: {
      const order = compare(value, check.value)
      if (order === undefined) return false
      return { below: order < 0, atMost: order <= 0, above: order > 0, atLeast: order >= 0 }[check.op]
    }
  }
}

const expected = (item: Item | undefined, when: Expectation): boolean => {
  if (when === 'always') return true
  if (when === 'absent') return item === undefined
  if (when === 'present') return item !== undefined
  return Object.entries(when).every(([path, check]) => holds(at(item, path), asCheck(check)))
}

const assign = (item: Item, path: string, value: unknown) => {
  const parts = path.split('.')
  const last = parts.pop() ?? ''
  const target = parts.reduce<unknown>((inner, part) => (isRecord(inner) ? inner[part] : undefined), item)
  if (!isRecord(target)) throw new Error(`The document path provided in the update expression is invalid: ${path}`)
  if (value === undefined) delete target[last]
  else target[last] = copy(value)
}

const updated = (before: Item | undefined, { key, set = {}, add = {}, remove = [] }: Update): Item => {
  const item = before ? copy(before) : { ...key }
  for (const [path, value] of Object.entries(set)) if (value !== undefined) assign(item, path, value)
  for (const [name, amount] of Object.entries(add)) item[name] = Number(item[name] ?? 0) + amount
  for (const path of remove) assign(item, path, undefined)
  return item
}

/** A key attribute of an index has the index's type wherever it stands, whether or not the item is in the index. */
const indexed = (attributes: Item) => {
  for (const [name, { partition, sort, sortType }] of Object.entries(tableShape.indexes)) {
    const wanted = { [partition]: 'string', [sort]: sortType === 'N' ? 'number' : 'string' }
    for (const [attribute, type] of Object.entries(wanted)) {
      const value = attributes[attribute]
      if (value !== undefined && typeof value !== type) {
        throw new Error(`ValidationException: type mismatch for index key ${attribute} of ${name}.`)
      }
    }
  }
}

/** What DynamoDB would refuse, the fake refuses: a test must not pass on what the table cannot do. */
const validated = (writes: readonly Write[]) => {
  if (writes.length > 100) throw new Error('ValidationException: at most 100 items in a transaction.')
  const keys = writes.map((write) => idOf(write.kind === 'put' ? write.item : write.key))
  if (new Set(keys).size !== keys.length) {
    throw new Error('ValidationException: a transaction cannot write one item twice.')
  }
  for (const write of writes) {
    if (write.kind === 'put') indexed(write.item)
    if (write.kind === 'update') indexed(write.set ?? {})
    if (write.kind === 'check' && write.when === 'always') throw new TypeError('A check needs a condition.')
    if (write.kind !== 'update') continue
    const paths = [...Object.keys(write.set ?? {}), ...Object.keys(write.add ?? {}), ...(write.remove ?? [])]
    if (new Set(paths).size !== paths.length) throw new Error('ValidationException: two paths overlap.')
  }
}

/** Where a value of the sort key stands: below a range, in it (0) or above it. */
const standing = (value: unknown, range: SortRange): number => {
  const from = (bound: Scalar) => compare(value, bound) ?? -1
  if ('beginsWith' in range) {
    const begins = typeof value === 'string' && value.startsWith(range.beginsWith)
    return begins ? 0 : from(range.beginsWith)
  }
  if ('between' in range) return from(range.between[0]) < 0 ? -1 : Math.max(0, from(range.between[1]))
  if ('atLeast' in range) return from(range.atLeast) < 0 ? -1 : 0
  if ('atMost' in range) return from(range.atMost) > 0 ? 1 : 0
  if ('above' in range) return from(range.above) <= 0 ? -1 : 0
  return from(range.below) >= 0 ? 1 : 0
}

const orderBy =
  (sort: string) =>
  (a: Item, b: Item): number =>
    compare(a[sort], b[sort]) || compare(idOf(keyOf(a)), idOf(keyOf(b))) || 0

/**
 * The table in memory, with DynamoDB's promises: conditions, all-or-nothing transactions, ordered queries, sparse
 * indexes. The contract suite in test/support/table runs against it and against the real one.
 * @param hook Called before each request, for crashes, conflicts and interleavings.
 */
export const fakeTable = (hook: (request: string, detail: unknown) => Promise<void> | void = () => {}) => {
  const items = new Map<string, Item>()
  const inTable = orderedItems(tableShape.key, orderBy(tableShape.key.sort))
  const inIndexes = new Map(
    Object.entries(tableShape.indexes).map(([name, keys]) => [name, orderedItems(keys, orderBy(keys.sort))]),
  )
  const lists = [inTable, ...inIndexes.values()]

  const store = (id: string, item: Item | undefined) => {
    const before = items.get(id)
    if (before) for (const list of lists) list.remove(before)
    if (!item) {
      items.delete(id)
      return
    }
    items.set(id, item)
    for (const list of lists) list.add(item)
  }
  const apply = (write: Write) => {
    if (write.kind === 'put') store(idOf(write.item), clean(write.item))
    if (write.kind === 'update') store(idOf(write.key), updated(items.get(idOf(write.key)), write))
    if (write.kind === 'delete') store(idOf(write.key), undefined)
  }
  const clean = (item: Item): Item =>
    copy(Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined)))
  const stored = (write: Write) => items.get(idOf(write.kind === 'put' ? write.item : write.key))

  /** The part of a partition that a query asks for, without the page's limit. */
  const select = ({
    index,
    partition,
    sort,
    newestFirst,
    after,
  }: Query): { list: readonly Item[]; from: number; to: number } => {
    const keys = index ? tableShape.indexes[index] : tableShape.key
    const list = ((index && inIndexes.get(index)) ?? inTable).of(partition)
    let from = sort ? firstPlace(list, (item) => standing(item[keys.sort], sort) >= 0) : 0
    let to = sort ? firstPlace(list, (item) => standing(item[keys.sort], sort) > 0) : list.length
    if (after) {
      // A place is a whole key: DynamoDB refuses a part of one, and goes on behind an item that is gone meanwhile.
      if (after[keys.sort] === undefined) throw new Error('ValidationException: the starting key is not whole.')
      const order = orderBy(keys.sort)
      if (newestFirst)
        to = Math.min(
          to,
          firstPlace(list, (item) => order(item, after) >= 0),
        )
      else
        from = Math.max(
          from,
          firstPlace(list, (item) => order(item, after) > 0),
        )
    }
    return { list, from, to }
  }

  const table: Table = {
    get: async (key) => {
      await hook('get', key)
      return copy(items.get(idOf(key)))
    },
    getMany: async (keys) => {
      const batches = chunks(onceEach(keys), 100).map(async (some) => {
        await hook('getMany', some)
        return some.flatMap((key) => {
          const found = items.get(idOf(key))
          return found ? [copy(found)] : []
        })
      })
      return (await Promise.all(batches)).flat()
    },
    query: async (query) => {
      await hook('query', query)
      if (query.index && query.consistent) throw new Error('ValidationException: indexes have no consistent reads.')
      const { list, from, to } = select(query)
      const size = Math.min(query.limit ?? Number.POSITIVE_INFINITY, Math.max(0, to - from))
      const page = query.newestFirst ? list.slice(to - size, to).reverse() : list.slice(from, from + size)
      const last = page.at(-1)
      const keys = query.index ? tableShape.indexes[query.index] : tableShape.key
      const isCut = query.limit !== undefined && page.length === query.limit && last !== undefined
      return {
        items: copy(page),
        next: isCut
          ? Object.fromEntries(['PK', 'SK', keys.partition, keys.sort].map((name) => [name, last[name]]))
          : undefined,
      }
    },
    write: async (write) => {
      await hook('write', write)
      validated([write])
      const before = stored(write)
      if (!expected(before, write.when)) return { ok: false, before: copy(before) }
      apply(write)
      return { ok: true, item: copy(stored(write)) }
    },
    transact: async (writes) => {
      await hook('transact', writes)
      validated(writes)
      const failures = writes.map((write) => {
        const before = stored(write)
        return expected(before, write.when) ? undefined : { before: copy(before) }
      })
      if (failures.some((failure) => failure)) return { ok: false, failures }
      for (const write of writes) apply(write)
      return { ok: true }
    },
  }
  return {
    ...table,
    /** Everything that is stored, for checks over the whole table. */
    all: (): Item[] => copy([...items.values()]),
    /** The same without copying, for checks after every step; a stored item is replaced when it changes, never edited. */
    peek: (): readonly Readonly<Item>[] => [...items.values()],
    /** One stored item with its literal keys. */
    stored: (PK: string, SK: string): Item | undefined => copy(items.get(idOf({ PK, SK }))),
  }
}
