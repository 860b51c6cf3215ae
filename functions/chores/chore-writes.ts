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
  'pass-cover-on',
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
  'grow-wholes',
  'keep-files',
  'forget-buyer',
])
export type ChoreKind = z.infer<typeof ChoreKind>

/**
 * The lists of the timed job. Each has workers of its own, so that what is long, or comes in crowds, keeps nothing waiting in
 * another: `prompt` is short and somebody waits for it, `long` grows with a gallery or an account, `growing` comes with each
 * gallery that was bought whole, `bulk` with each sale (decision 204).
 */
export const choreLists = ['prompt', 'long', 'growing', 'bulk'] as const
export type ChoreList = (typeof choreLists)[number]

const listOf = {
  'rerender-gallery': 'prompt',
  'cut-cover': 'prompt',
  'pass-cover-on': 'prompt',
  'forget-gallery': 'prompt',
  'clear-gallery': 'long',
  'show-prices': 'prompt',
  'order-photos': 'long',
  'price-photos': 'long',
  'clear-set': 'long',
  'read-numbers': 'prompt',
  'check-numbers': 'long',
  'unlist-gallery': 'prompt',
  'warn-of-expiry': 'prompt',
  'clear-visitors': 'long',
  'tell-week-before-closing': 'long',
  'tell-day-before-closing': 'long',
  'sum-up-sales': 'bulk',
  'remind-of-downloads': 'bulk',
  'remind-of-cart': 'bulk',
  'carry-profile': 'long',
  'warn-of-trial-end': 'prompt',
  'fill-proof-session': 'long',
  'clear-proof-session': 'long',
  'remind-proof-client': 'prompt',
  'sweep-order': 'bulk',
  'sweep-logo': 'prompt',
  'grow-order': 'growing',
  'grow-wholes': 'growing',
  'keep-files': 'bulk',
  'forget-buyer': 'bulk',
} as const satisfies Record<ChoreKind, ChoreList>
export const listOfChore = ({ kind }: { readonly kind: ChoreKind }): ChoreList => listOf[kind]

/** Releases before decision 204 had the first list alone, for all kinds: what they left there is moved to its own. */
const listKeys = {
  prompt: 'CHORES',
  long: 'CHORES#LONG',
  growing: 'CHORES#GROWING',
  bulk: 'CHORES#BULK',
} as const satisfies Record<ChoreList, string>

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
  due: (list: ChoreList, shard: WorkShard) => `${listKeys[list]}#${shard}`,
  /** Where a chore waits. */
  ownList: (chore: Pick<Chore, 'kind' | 'subject'>) => choreKeys.due(listOfChore(chore), shardOf(chore.subject)),
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
      workKey: choreKeys.ownList(chore),
      workSort: chore.dueAt,
    },
    'always',
  )
export const choreRemove = (chore: Pick<Chore, 'kind' | 'subject'>): Remove => remove(choreKeys.chore(chore), 'always')

/** Forgets this very chore; refused when it is done already or a newer one has taken its place. */
export const choreDone = (chore: Chore): Remove => remove(choreKeys.chore(chore), { dueAt: is.equal(chore.dueAt) })
