import * as z from 'zod'
import type { WorkShard } from '#functions/shared/table/shards.ts'
import type { Key, Table } from '#functions/shared/table/writes.ts'
import { is, update } from '#functions/shared/table/writes.ts'
import { afterMs, stamp } from '#functions/shared/time/clock.ts'
import { Timestamp } from '#schema/text.ts'
import { Chore, type ChoreList, choreDone, choreKeys, chorePut } from './chore-writes.ts'

/**
 * A chore as the list has it: with its place there, and the number of times that the timed job has tried it. Who moves it
 * names the place, so that of two runs that have it in hand one gets it.
 */
const ListedChore = Chore.extend({
  tries: z.int().min(0).default(0),
  workKey: z.string(),
  workSort: z.string(),
  /** Since when it is due, where its step put it off after `dueAt`. */
  dueSince: Timestamp.optional(),
})
export type ListedChore = z.infer<typeof ListedChore>

/** One that this release cannot read: of a kind that a newer release brought, and left before it was taken back. */
export type UnknownChore = { readonly key: Key; readonly kind: string; readonly workSort: string }
const Unknown = z
  .object({ PK: z.string(), SK: z.string(), kind: z.string().catch('none'), workSort: z.string() })
  .transform(({ PK, SK, kind, workSort }): UnknownChore => ({ key: { PK, SK }, kind, workSort }))
type DueChores = { readonly chores: ListedChore[]; readonly unknown: UnknownChore[] }

/** Longer than a chore takes, whose run may end in the middle of it; and twice as long after each try. */
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
   * Leaves a chore for later, where it is made necessary by what whoever has one of its kind in hand may not have seen: that
   * one is not forgotten at its end, and stays due as it was.
   */
  async leaveAnew(chore: Chore): Promise<void> {
    const leave = () => table.write({ ...chorePut(chore), when: 'absent' })
    if ((await leave()).ok) return
    const kept = await table.write(update(choreKeys.chore(chore), { set: { dueAt: chore.dueAt }, when: 'present' }))
    // Forgotten between the two.
    if (!kept.ok) await leave()
  },

  /**
   * Puts a chore behind all others before it is tried, so that one that fails, or ends the run that does it, keeps nothing else
   * waiting. `false` when another run has it, when it is done already, or when a newer one has taken its place.
   */
  async putBehind(chore: ListedChore, now: Date): Promise<boolean> {
    const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** chore.tries)
    const { ok } = await table.write(
      update(choreKeys.chore(chore), {
        set: { workSort: stamp(afterMs(now, wait)) },
        add: { tries: 1 },
        when: { dueAt: is.equal(chore.dueAt), workSort: is.equal(chore.workSort) },
      }),
    )
    return ok
  },

  /** Moves a chore that waits in another list than its own, as an earlier release left it there. @returns whether this did. */
  async moveToOwnList(chore: ListedChore): Promise<boolean> {
    const { ok } = await table.write(
      update(choreKeys.chore(chore), {
        set: { workKey: choreKeys.ownList(chore) },
        when: { workKey: is.equal(chore.workKey) },
      }),
    )
    return ok
  },

  /** Leaves an unknown one as it is until then, when a release that knows it may be back. @returns whether this did. */
  async putOff({ key, workSort }: UnknownChore, at: Date): Promise<boolean> {
    const { ok } = await table.write(
      update(key, { set: { workSort: stamp(at) }, when: { workSort: is.equal(workSort) } }),
    )
    return ok
  },

  /** Makes a chore whose step put it off due at a later time. */
  async putOffTo(chore: Chore, at: Date): Promise<void> {
    await table.write(
      update(choreKeys.chore(chore), {
        set: { workSort: stamp(at), dueSince: stamp(at), tries: 0 },
        when: { dueAt: is.equal(chore.dueAt) },
      }),
    )
  },

  /** Makes a chore that was begun and is not finished due at once, behind all others. */
  async goOn(chore: Chore, now: Date): Promise<void> {
    await table.write(
      update(choreKeys.chore(chore), {
        set: { workSort: stamp(now), tries: 0 },
        when: { dueAt: is.equal(chore.dueAt) },
      }),
    )
  },

  /** Chores of a shard of a list that are due, the longest due first, a hundred at most. */
  async listDue(list: ChoreList, shard: WorkShard, at: Date): Promise<DueChores> {
    const { items } = await table.query({
      index: 'work',
      partition: choreKeys.due(list, shard),
      sort: { atMost: stamp(at) },
      limit: 100,
    })
    const due: DueChores = { chores: [], unknown: [] }
    for (const item of items) {
      const known = ListedChore.safeParse(item)
      if (known.success) due.chores.push(known.data)
      else due.unknown.push(Unknown.parse(item))
    }
    return due
  },
})
export type ChoreStore = ReturnType<typeof choreStore>
