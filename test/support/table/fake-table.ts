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
import { tableShape } from '#functions/shared/table/writes.ts'

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

const inRange = (value: unknown, range: SortRange): boolean => {
  const is = (op: 'atLeast' | 'atMost' | 'above' | 'below', bound: Scalar) => holds(value, { op, value: bound })
  if ('beginsWith' in range) return typeof value === 'string' && value.startsWith(range.beginsWith)
  if ('between' in range) return is('atLeast', range.between[0]) && is('atMost', range.between[1])
  if ('atLeast' in range) return is('atLeast', range.atLeast)
  if ('atMost' in range) return is('atMost', range.atMost)
  if ('above' in range) return is('above', range.above)
  return is('below', range.below)
}

/**
 * The table in memory, with DynamoDB's promises: conditions, all-or-nothing transactions, ordered queries, sparse
 * indexes. The contract suite in test/support/table runs against it and against the real one.
 * @param hook Called before each request, for crashes, conflicts and interleavings.
 */
export const fakeTable = (hook: (request: string, detail: unknown) => Promise<void> | void = () => {}) => {
  const items = new Map<string, Item>()

  const apply = (write: Write) => {
    if (write.kind === 'put') items.set(idOf(write.item), clean(write.item))
    if (write.kind === 'update') items.set(idOf(write.key), updated(items.get(idOf(write.key)), write))
    if (write.kind === 'delete') items.delete(idOf(write.key))
  }
  const clean = (item: Item): Item =>
    copy(Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined)))
  const standing = (write: Write) => items.get(idOf(write.kind === 'put' ? write.item : write.key))

  const select = ({ index, partition, sort, newestFirst }: Query): Item[] => {
    const keys = index ? tableShape.indexes[index] : tableShape.key
    return [...items.values()]
      .filter((item) => item[keys.partition] === partition && item[keys.sort] !== undefined)
      .filter((item) => !sort || inRange(item[keys.sort], sort))
      .toSorted((a, b) => {
        const order = compare(a[keys.sort], b[keys.sort]) || compare(idOf(keyOf(a)), idOf(keyOf(b))) || 0
        return newestFirst ? -order : order
      })
  }

  const table: Table = {
    get: async (key) => {
      await hook('get', key)
      return copy(items.get(idOf(key)))
    },
    getMany: async (keys) => {
      await hook('getMany', keys)
      if (keys.length > 100) throw new Error('ValidationException: at most 100 keys in a batch.')
      return keys.flatMap((key) => {
        const found = items.get(idOf(key))
        return found ? [copy(found)] : []
      })
    },
    query: async (query) => {
      await hook('query', query)
      if (query.index && query.consistent) throw new Error('ValidationException: indexes have no consistent reads.')
      const found = select(query)
      const after = query.after
      const start = after ? found.findIndex((item) => idOf(keyOf(item)) === idOf(keyOf(after))) + 1 : 0
      const page = found.slice(start, start + (query.limit ?? found.length))
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
      const before = standing(write)
      if (!expected(before, write.when)) return { ok: false, before: copy(before) }
      apply(write)
      return { ok: true, item: copy(standing(write)) }
    },
    transact: async (writes) => {
      await hook('transact', writes)
      validated(writes)
      const failures = writes.map((write) => {
        const before = standing(write)
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
