import * as z from 'zod'
import { shardOf, type WorkShard } from '#functions/shared/table/shards.ts'
import type { Key, Put, Remove } from '#functions/shared/table/writes.ts'
import { is, put, remove } from '#functions/shared/table/writes.ts'
import { afterMs, type Clock, stamp } from '#functions/shared/time/clock.ts'
import { Timestamp } from '#schema/text.ts'

/**
 * Work that a change leaves behind: written in the transaction of the change, done right after it by the same request,
 * and done by a timed job if that request did not come so far. Doing a chore twice changes nothing.
 */
export const ChoreKind = z.enum([
  'rerender-gallery',
  'cut-cover',
  'forget-gallery',
  'clear-gallery',
  'show-prices',
  'order-photos',
  'price-photos',
  'clear-set',
  'read-numbers',
  'check-numbers',
  'unlist-gallery',
  'warn-of-expiry',
  'clear-visitors',
  'tell-week-before-closing',
  'tell-day-before-closing',
  'sum-up-sales',
  'remind-of-downloads',
  'remind-of-cart',
  'carry-profile',
  'warn-of-trial-end',
  'fill-proof-session',
  'clear-proof-session',
  'remind-proof-client',
  'sweep-order',
  'sweep-logo',
  'grow-order',
  'keep-files',
  'forget-buyer',
])
export type ChoreKind = z.infer<typeof ChoreKind>

export const Chore = z.object({
  kind: ChoreKind,
  /** The id of what it is about. */
  subject: z.string(),
  /** From when on the timed job takes it up; what does a chore tells by it whether it is still this one. */
  dueAt: Timestamp,
})
export type Chore = z.infer<typeof Chore>

export const choreKeys = {
  chore: ({ kind, subject }: Pick<Chore, 'kind' | 'subject'>): Key => ({ PK: `CHORE#${kind}#${subject}`, SK: 'CHORE' }),
  due: (shard: WorkShard) => `CHORES#${shard}`,
}

/** Longer than any request lives, so that the job does not race with the request that does it. */
const graceMs = 120_000

/** A chore that the request itself is about to do. */
export const choreNow = <K extends ChoreKind>(now: Clock, kind: K, subject: string): Chore & { kind: K } => ({
  kind,
  subject,
  dueAt: stamp(afterMs(now(), graceMs)),
})

/** Part of the transaction that makes the chore necessary; a newer one of the same kind replaces it. */
export const chorePut = (chore: Chore): Put =>
  put(
    {
      ...choreKeys.chore(chore),
      ...chore,
      workKey: choreKeys.due(shardOf(chore.subject)),
      workSort: chore.dueAt,
    },
    'always',
  )
export const choreRemove = (chore: Pick<Chore, 'kind' | 'subject'>): Remove => remove(choreKeys.chore(chore), 'always')

/** Forgets this very chore; refused when it is done already or a newer one has taken its place. */
export const choreDone = (chore: Chore): Remove => remove(choreKeys.chore(chore), { dueAt: is.equal(chore.dueAt) })
