import * as z from 'zod'
import type { WorkShard } from '#functions/shared/table/shards.ts'
import type { Table } from '#functions/shared/table/writes.ts'
import { is, update } from '#functions/shared/table/writes.ts'
import { afterMs, stamp } from '#functions/shared/time/clock.ts'
import { Chore, choreDone, choreKeys, chorePut } from './chore-writes.ts'

/** A chore as the list has it, with the number of times that the timed job has tried it. */
const ListedChore = Chore.extend({ tries: z.int().min(0).default(0) })
export type ListedChore = z.infer<typeof ListedChore>

/** Longer than a run of the timed job, which may end in the middle of one; and again as long for each try before. */
const firstWaitMs = 5 * 60_000
const longestWaitMs = 6 * 60 * 60_000

export const choreStore = (table: Table) => ({
  /** Forgets a finished chore, unless a newer one of its kind has taken its place. */
  async done(chore: Chore): Promise<void> {
    await table.write(choreDone(chore))
  },

  /** Has a chore done at its time; a newer one of its kind replaces it, and is what stays when the older one is done. */
  async put(chore: Chore): Promise<void> {
    await table.write(chorePut(chore))
  },

  /** Leaves a chore for later, unless one of its kind waits already. @returns whether it waits for that time. */
  async leave(chore: Chore): Promise<boolean> {
    const left = await table.write({ ...chorePut(chore), when: 'absent' })
    return left.ok || left.before?.dueAt === chore.dueAt
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

  /** Makes a chore that was begun and is not finished due at once, behind all others, or at a later time. */
  async goOn(chore: Chore, at: Date): Promise<void> {
    await table.write(
      update(choreKeys.chore(chore), {
        set: { workSort: stamp(at), tries: 0 },
        when: { dueAt: is.equal(chore.dueAt) },
      }),
    )
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
