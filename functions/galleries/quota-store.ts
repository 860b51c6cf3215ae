import type { Room } from '#functions/profiles/upload-plan.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import type { Item, Key, Table, Update, Write } from '#functions/shared/table/writes.ts'
import { is, update } from '#functions/shared/table/writes.ts'
import { AppError } from '#schema/errors.ts'
import type { UserId } from '#schema/ids.ts'

export const quotaKeys = { stored: (userId: UserId): Key => ({ PK: `USER#${userId}`, SK: 'STORED' }) }

/** What a photographer has stored, and how many uploads were allowed on a UTC day. */
export type Used = { readonly bytes: number; readonly photos: number; readonly today: number }

const usedOf = (item: Item | undefined, day: string): Used => ({
  bytes: Math.max(0, Number(item?.bytes ?? 0)),
  photos: Math.max(0, Number(item?.photos ?? 0)),
  today: item?.day === day ? Number(item.today ?? 0) : 0,
})

/** The day keeps its count: what went was uploaded all the same. */
export const quotaGivenBack = (userId: UserId, { bytes, photos }: Pick<Used, 'bytes' | 'photos'>): Update =>
  update(quotaKeys.stored(userId), { add: { bytes: -bytes, photos: -photos }, when: 'present' })

type Taking = { readonly bytes: number; readonly room: Room; readonly alongside?: readonly Write[] }

/** Counted when an upload is allowed, so that parallel uploads cannot exceed it. */
export const quotaStore = (table: Table) => ({
  /**
   * Takes room for one photo in one transaction with what records its upload, so that none is taken for an upload of which
   * nobody knows, and which no sweep would give back.
   * @param room What the plan allows, on which UTC day.
   * @param alongside At most 99 writes.
   * @returns `false`, and nothing is taken, where what was to be written alongside does not hold.
   * @throws AppError `quota_reached` when the storage is full, `too_many_requests` when the day's photos are.
   */
  async take(userId: UserId, { bytes, room, alongside = [] }: Taking): Promise<boolean> {
    const key = quotaKeys.stored(userId)
    const fits = {
      bytes: is.absentOr(is.atMost(room.maxBytes - bytes)),
      ...(room.maxPhotos !== null && { photos: is.absentOr(is.below(room.maxPhotos)) }),
    }
    const add = { bytes, photos: 1 }
    // The first upload of a day begins its count. Two at once: one of them finds the day begun.
    return retried(2, 'unavailable', async () => {
      const onDay = { day: is.equal(room.day), today: is.below(room.maxPhotosADay) }
      const counted = await table.transact([
        update(key, { add: { ...add, today: 1 }, when: { ...fits, ...onDay } }),
        ...alongside,
      ])
      if (counted.ok) return true
      const [notCounted] = counted.failures
      if (!notCounted) return false
      if (notCounted.before?.day === room.day) throw refusalOf(usedOf(notCounted.before, room.day), bytes, room)
      const begun = await table.transact([
        update(key, { add, set: { day: room.day, today: 1 }, when: { ...fits, day: is.different(room.day) } }),
        ...alongside,
      ])
      if (begun.ok) return true
      const [notBegun] = begun.failures
      if (!notBegun) return false
      if (notBegun.before?.day !== room.day) throw refusalOf(usedOf(notBegun.before, room.day), bytes, room)
      return tryAgain
    })
  },

  async used(userId: UserId, day: string): Promise<Used> {
    return usedOf(await table.get(quotaKeys.stored(userId)), day)
  },
})
export type QuotaStore = ReturnType<typeof quotaStore>

const refusalOf = (used: Used, bytes: number, room: Room): AppError => {
  const isFull = used.bytes + bytes > room.maxBytes || (room.maxPhotos !== null && used.photos >= room.maxPhotos)
  if (isFull) return new AppError('quota_reached', { usedBytes: used.bytes, maxBytes: room.maxBytes })
  return new AppError('too_many_requests', {
    retryAfterSeconds: room.secondsToNextDay,
    why: 'You have uploaded as many photos as fit into one day.',
  })
}
