/** The table's language: keys, conditions and writes as data, so that the real table and the tests' one read the same. */

export type Key = { readonly PK: string; readonly SK: string }
export type Item = Record<string, unknown>
/** The key of an item that was read. */
export const keyOf = ({ PK, SK }: Item): Key => ({ PK: String(PK), SK: String(SK) })
/** The same keys without repetitions. */
export const onceEach = (keys: readonly Key[]): Key[] => [
  ...new Map(keys.map((key) => [`${key.PK}\u0000${key.SK}`, key])).values(),
]
export type Scalar = string | number | boolean | null

/** A test of one attribute. A bare scalar in a condition means `is.equal(scalar)`. */
export type Check =
  | { readonly op: 'equal' | 'different' | 'below' | 'atMost' | 'above' | 'atLeast'; readonly value: Scalar }
  | { readonly op: 'oneOf'; readonly values: readonly Scalar[] }
  | { readonly op: 'absent' | 'present' }
  | { readonly op: 'absentOr'; readonly check: Check }

export const is = {
  equal: (value: Scalar): Check => ({ op: 'equal', value }),
  different: (value: Scalar): Check => ({ op: 'different', value }),
  below: (value: number | string): Check => ({ op: 'below', value }),
  atMost: (value: number | string): Check => ({ op: 'atMost', value }),
  above: (value: number | string): Check => ({ op: 'above', value }),
  atLeast: (value: number | string): Check => ({ op: 'atLeast', value }),
  oneOf: (values: readonly Scalar[]): Check => ({ op: 'oneOf', values }),
  absent: { op: 'absent' } satisfies Check,
  present: { op: 'present' } satisfies Check,
  absentOr: (check: Check): Check => ({ op: 'absentOr', check }),
}

/**
 * What a write expects. `absent`/`present`: of the whole item. A record: of its attributes, all of them, where a dotted
 * name reaches into a map. `always` is for additions whose order does not matter, such as a throttle's count.
 */
export type Expectation = 'absent' | 'present' | 'always' | Readonly<Record<string, Scalar | Check>>

export type Put = { readonly kind: 'put'; readonly item: Item & Key; readonly when: Expectation }
export type Update = {
  readonly kind: 'update'
  readonly key: Key
  /** Attributes to write; a dotted name reaches into a map that exists. `undefined` is left out. */
  readonly set?: Readonly<Record<string, unknown>>
  /** Numbers to add to top-level attributes, atomically; an absent attribute counts from 0. */
  readonly add?: Readonly<Record<string, number>>
  readonly remove?: readonly string[]
  readonly when: Expectation
}
export type Remove = { readonly kind: 'delete'; readonly key: Key; readonly when: Expectation }
/** Only in a transaction: nothing is written, but all of it fails unless this holds. */
export type Assert = { readonly kind: 'check'; readonly key: Key; readonly when: Expectation }
export type Write = Put | Update | Remove | Assert

export const put = (item: Item & Key, when: Expectation): Put => ({ kind: 'put', item, when })
export const update = (key: Key, change: Omit<Update, 'kind' | 'key'>): Update => ({ kind: 'update', key, ...change })
export const remove = (key: Key, when: Expectation): Remove => ({ kind: 'delete', key, when })
export const assert = (key: Key, when: Expectation): Assert => ({ kind: 'check', key, when })

/** `item` is the item after the write (updates and puts). `before` is what stood there when the expectation failed. */
export type WriteResult =
  | { readonly ok: true; readonly item: Item | undefined }
  | { readonly ok: false; readonly before: Item | undefined }

/** On failure: for each write, whether its expectation failed, and what stood there. Nothing at all was written. */
export type TransactionResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly failures: readonly (undefined | { readonly before: Item | undefined })[] }

/** A range of the sort key. */
export type SortRange =
  | { readonly beginsWith: string }
  | { readonly between: readonly [Scalar, Scalar] }
  | { readonly atLeast: Scalar }
  | { readonly atMost: Scalar }
  | { readonly above: Scalar }
  | { readonly below: Scalar }

export type IndexName =
  | 'by-owner'
  | 'public-by-newest'
  | 'public-by-price'
  | 'public-by-popularity'
  | 'work'
  | 'by-seller'

/** The key attributes of the table and its indexes; `lib/data` builds them from this, so they are written once. */
export const tableShape = {
  key: { partition: 'PK', sort: 'SK' },
  ttl: 'ttl',
  indexes: {
    'by-owner': { partition: 'ownerKey', sort: 'ownerSort', sortType: 'S' },
    'public-by-newest': { partition: 'publicKey', sort: 'createdAt', sortType: 'S' },
    'public-by-price': { partition: 'publicKey', sort: 'pricePence', sortType: 'N' },
    'public-by-popularity': { partition: 'publicKey', sort: 'popularity', sortType: 'N' },
    work: { partition: 'workKey', sort: 'workSort', sortType: 'S' },
    'by-seller': { partition: 'sellerKey', sort: 'sellerSort', sortType: 'S' },
  },
} as const satisfies {
  key: { partition: string; sort: string }
  ttl: string
  indexes: Record<IndexName, { partition: string; sort: string; sortType: 'S' | 'N' }>
}

export type Query = {
  readonly index?: IndexName
  readonly partition: string
  readonly sort?: SortRange
  readonly newestFirst?: boolean
  readonly limit?: number
  /** The place after which to go on: `next` of the page before. */
  readonly after?: Item | undefined
  /** Strongly consistent; the table only, never an index. */
  readonly consistent?: boolean
}
export type Page = { readonly items: Item[]; readonly next: Item | undefined }

/**
 * The one table. Reads are strongly consistent unless said otherwise, since decisions are taken on them.
 * @throws AppError `unavailable`, with the wait, when DynamoDB stays busy or conflicts after several jittered tries.
 */
export type Table = {
  get: (key: Key, options?: { consistent?: boolean }) => Promise<Item | undefined>
  /** Any number of keys, in batches of 100 at once. Each item comes once; absent ones are left out, order is not kept. */
  getMany: (keys: readonly Key[], options?: { consistent?: boolean }) => Promise<Item[]>
  query: (query: Query) => Promise<Page>
  write: (write: Put | Update | Remove) => Promise<WriteResult>
  /** At most 100 writes (DynamoDB's limit), all or none. */
  transact: (writes: readonly Write[]) => Promise<TransactionResult>
}
