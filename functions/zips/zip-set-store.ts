import * as z from 'zod'
import { allOf } from '#functions/shared/table/pages.ts'
import type { Key, Table, Write } from '#functions/shared/table/writes.ts'
import { is, put, remove, update } from '#functions/shared/table/writes.ts'
import { afterHours, epochSeconds } from '#functions/shared/time/clock.ts'
import { PlannedPart, type ZipOwner, ZipPart, ZipSet } from '#schema/entities/zip-set.ts'
import type { ZipId } from '#schema/ids.ts'

/** Of an export also known to erasures (`personal-rows.ts`). */
const placeOf = (owner: ZipOwner): Key =>
  owner.kind === 'order'
    ? { PK: `ORDER#${owner.orderId}`, SK: `ZIPS#${owner.size}` }
    : { PK: `USER#${owner.userId}`, SK: 'EXPORT' }
export const zipKeys = {
  set: placeOf,
  plan: (owner: ZipOwner): Key => ({ PK: placeOf(owner).PK, SK: `${placeOf(owner).SK}#PLAN` }),
  parts: (owner: ZipOwner, id: ZipId): string => `${placeOf(owner).SK}#${id}#`,
  part: (owner: ZipOwner, id: ZipId, part: number): Key => ({
    PK: placeOf(owner).PK,
    SK: `${zipKeys.parts(owner, id)}${String(part).padStart(5, '0')}`,
  }),
}

/** Rows go a day after the parts that they tell of. */
const ttlOf = ({ expiresAt }: Pick<ZipSet, 'expiresAt'>): number => epochSeconds(afterHours(new Date(expiresAt), 24))
const Plan = z.object({ zipId: z.string(), parts: z.array(PlannedPart) })

/** Which zips are made of whose files, and how far they are. */
export const zipSetStore = (table: Table) => {
  const find = async (owner: ZipOwner): Promise<ZipSet | undefined> => {
    const item = await table.get(zipKeys.set(owner))
    return item && ZipSet.parse(item)
  }
  return {
    find,

    /** Puts a new set in the place of the one that was seen; `false` where somebody else was faster. */
    async begin(set: ZipSet, seen: ZipSet | undefined): Promise<boolean> {
      const item = { ...zipKeys.set(set.owner), ...set, ttl: ttlOf(set) }
      const { ok } = await table.write(put(item, seen === undefined ? 'absent' : { id: is.equal(seen.id) }))
      return ok
    },

    /** Forgets a set, unless another one has taken its place. Its rows beside it go by themselves. */
    async drop({ owner, id }: Pick<ZipSet, 'owner' | 'id'>): Promise<void> {
      await table.write(remove(zipKeys.set(owner), { id: is.equal(id) }))
    },

    /** The queue has it. */
    async noteSent({ owner, id }: Pick<ZipSet, 'owner' | 'id'>, sentAt: string): Promise<void> {
      await table.write(update(zipKeys.set(owner), { set: { sentAt }, when: { id: is.equal(id) } }))
    },

    /** The last try of one of its messages begins. */
    async noteFailing({ owner, id }: Pick<ZipSet, 'owner' | 'id'>, failedAt: string): Promise<void> {
      await table.write(
        update(zipKeys.set(owner), { set: { failedAt }, when: { id: is.equal(id), state: is.different('ready') } }),
      )
    },

    /** Fixes which files go into which part, once. */
    async plan(set: ZipSet, parts: readonly PlannedPart[]): Promise<void> {
      await table.transact([
        update(zipKeys.set(set.owner), {
          set: { state: 'making', partCount: parts.length, failedAt: null },
          when: { id: is.equal(set.id), state: is.equal('planning') },
        }),
        put({ ...zipKeys.plan(set.owner), zipId: set.id, parts, ttl: ttlOf(set) }, 'always'),
      ])
    },

    async findPlan({ owner, id }: Pick<ZipSet, 'owner' | 'id'>): Promise<PlannedPart[] | undefined> {
      const item = await table.get(zipKeys.plan(owner))
      const plan = item && Plan.parse(item)
      return plan?.zipId === id ? plan.parts : undefined
    },

    async hasPart({ owner, id }: Pick<ZipSet, 'owner' | 'id'>, part: number): Promise<boolean> {
      return (await table.get(zipKeys.part(owner, id, part))) !== undefined
    },

    async findPart({ owner, id }: Pick<ZipSet, 'owner' | 'id'>, part: number): Promise<ZipPart | undefined> {
      const item = await table.get(zipKeys.part(owner, id, part))
      return item && ZipPart.parse(item)
    },

    /** The galleries of a part know that somebody took it. */
    async noteTold({ owner, id }: Pick<ZipSet, 'owner' | 'id'>, part: number, toldAt: string): Promise<void> {
      await table.write(update(zipKeys.part(owner, id, part), { set: { toldAt }, when: 'present' }))
    },

    async listParts({ owner, id }: Pick<ZipSet, 'owner' | 'id'>): Promise<ZipPart[]> {
      const partition = zipKeys.set(owner).PK
      return allOf(
        (after) => table.query({ partition, sort: { beginsWith: zipKeys.parts(owner, id) }, consistent: true, after }),
        ({ items }) => items.map((item) => ZipPart.parse(item)),
      )
    },

    /**
     * Notes a part that lies in storage, once.
     * @param seen The set as it was read for this: parts are counted one after the other, so that one of them is the last.
     * @param ready With the last one: when the set was ready, and what is written with it.
     * @returns `false` when the set has changed since, or the part was noted already.
     */
    async finishPart(seen: ZipSet, done: ZipPart, ready?: { at: string; writes: readonly Write[] }): Promise<boolean> {
      const { ok } = await table.transact([
        put({ ...zipKeys.part(seen.owner, seen.id, done.part), ...done, ttl: ttlOf(seen) }, 'absent'),
        update(zipKeys.set(seen.owner), {
          add: { partsDone: 1, files: done.files, bytes: done.bytes, missing: done.missing },
          set: { failedAt: null, ...(ready && { state: 'ready', readyAt: ready.at }) },
          when: { id: is.equal(seen.id), state: is.equal('making'), partsDone: is.equal(seen.partsDone) },
        }),
        ...(ready?.writes ?? []),
      ])
      return ok
    },
  }
}
export type ZipSetStore = ReturnType<typeof zipSetStore>
