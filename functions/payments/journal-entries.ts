import { createHash } from 'node:crypto'
import type { Key, Put } from '#functions/shared/table/writes.ts'
import { put } from '#functions/shared/table/writes.ts'
import { Buckets } from '#schema/entities/earning.ts'
import type { JournalEntry, JournalLeg } from '#schema/entities/journal.ts'
import type { OrderId, UserId } from '#schema/ids.ts'
import { SignedPence, sumPence } from '#schema/money.ts'

export const journalKeys = {
  /** What happened to a seller's money after its sale. */
  ofSeller: (userId: UserId, entry: Pick<JournalEntry, 'at' | 'id'>): Key => ({
    PK: `LEDGER#${userId}`,
    SK: `${entry.at}#${entry.id}`,
  }),
  /** The sale itself, one entry for all its sellers, beside the order: no partition is hotter for it. */
  ofSale: (orderId: OrderId, entry: Pick<JournalEntry, 'at' | 'id'>): Key => ({
    PK: `ORDER#${orderId}`,
    SK: `JOURNAL#${entry.at}#${entry.id}`,
  }),
}

export type Bucket = keyof Buckets
/** How buckets change: pence added to each that is named. */
export type BucketChange = Partial<Record<Bucket, number>>

export const sellerAccount = (userId: UserId, bucket: Bucket): string =>
  `seller:${userId}:${bucket.replace(/Pence$/, '')}`

/** All buckets of a share, in the order in which money usually passes through them. */
export const bucketNames: readonly Bucket[] = Buckets.keyof().options
/** No money in any of them: a share before its sale, a balance before the first one. */
export const emptyBuckets: Readonly<Record<Bucket, number>> = {
  pendingPence: 0,
  availablePence: 0,
  heldPence: 0,
  reservedPence: 0,
  paidPence: 0,
  disputedPence: 0,
  reversedPence: 0,
}

/** The legs of a seller's buckets; buckets that do not change have none. */
export const bucketLegs = (userId: UserId, change: BucketChange): JournalLeg[] =>
  bucketNames.flatMap((bucket) => {
    const amount = change[bucket] ?? 0
    return amount === 0 ? [] : [{ account: sellerAccount(userId, bucket), amountPence: SignedPence.parse(amount) }]
  })

/** A short id that the same parts always make. */
export const causeId = (cause: JournalEntry['cause'], ...parts: string[]): string =>
  `${cause}:${createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 22)}`

/** @throws RangeError when the legs do not sum to zero: nothing is written then. */
export const journalPut = (key: Key, entry: JournalEntry): Put => {
  if (sumPence(entry.legs.map(({ amountPence }) => amountPence)) !== 0) {
    throw new RangeError(`The legs of journal entry ${entry.id} do not balance.`)
  }
  return put({ ...key, ...entry }, 'absent')
}
