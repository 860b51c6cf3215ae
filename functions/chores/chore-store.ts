import * as z from 'zod'
import { shardOf, type WorkShard } from '#functions/shared/table/shards.ts'
import type { Key, Put, Remove, Table } from '#functions/shared/table/writes.ts'
import { is, put, remove, update } from '#functions/shared/table/writes.ts'
import { afterMs, type Clock, stamp } from '#functions/shared/time/clock.ts'
import { Timestamp } from '#schema/text.ts'

/**
 * Work that a change leaves behind: written in the transaction of the change, done right after it by the same request,
 * and done by a timed job if that request did not come so far. Doing a chore twice changes nothing.
 */
export const ChoreKind = z.enum([
  'rerender-gallery',
  'clear-gallery',
  'unlist-gallery',
  'warn-of-expiry',
  'carry-profile',
  'warn-of-trial-end',
  'fill-proof-session',
  'clear-proof-session',
  'remind-proof-client',
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
/** As it lies in the list: how often the timed job took it up. */
const ListedChore = Chore.extend({ tries: z.int().min(0).default(0) })
export type ListedChore = z.infer<typeof ListedChore>

const choreKeys = {
  chore: ({ kind, subject }: Pick<Chore, 'kind' | 'subject'>): Key => ({ PK: `CHORE#${kind}#${subject}`, SK: 'CHORE' }),
  due: (shard: WorkShard) => `CHORES#${shard}`,
}

/** Longer than any request lives, so that the job does not race with the request that does it. */
const graceMs = 120_000

/** Longer than a run of the timed job, which may end in the middle of one; and again as long for each try before. */
const firstWaitMs = 5 * 60_000
const longestWaitMs = 6 * 60 * 60_000

/** A chore that the request itself is about to do. */
export const choreNow = (now: Clock, kind: ChoreKind, subject: string): Chore => ({
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

export const choreStore = (table: Table) => ({
  /** Forgets a finished chore, unless a newer one of its kind has taken its place. */
  async done(chore: Chore): Promise<void> {
    await table.write(choreDone(chore))
  },

  /**
   * Puts a chore behind all others before it is tried, so that one that fails, or ends the run that does it, keeps nothing else
   * waiting. `false` when it is done already, or a newer one has taken its place.
   */
  async putBehind(chore: ListedChore, now: Date): Promise<boolean> {
    const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** chore.tries)
    const { ok } = await table.write(
      update(choreKeys.chore(chore), {
        set: { workSort: stamp(afterMs(now, wait)) },
        add: { tries: 1 },
        when: { dueAt: is.equal(chore.dueAt) },
      }),
    )
    return ok
  },

  /** The chores of a shard that are due, the longest due first. */
  async listDue(shard: WorkShard, at: Date): Promise<ListedChore[]> {
    const { items } = await table.query({
      index: 'work',
      partition: choreKeys.due(shard),
      sort: { atMost: stamp(at) },
      limit: 100,
    })
    return items.map((item) => ListedChore.parse(item))
  },
})
export type ChoreStore = ReturnType<typeof choreStore>
