import { mediaKeys } from '#functions/shared/storage/media-keys.ts'
import type { Storage } from '#functions/shared/storage/storage.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { ZipSet } from '#schema/entities/zip-set.ts'
import type { UserId } from '#schema/ids.ts'
import type { ZipSetStore } from './zip-set-store.ts'

type ZipFiles = Pick<Storage, 'list' | 'remove'>

/** @param kept What begins so stays. */
const removeBelow = async ({ list, remove }: ZipFiles, prefix: string, kept?: string): Promise<void> => {
  for (let after: string | undefined; ; ) {
    const keys = await list('zips', prefix, after)
    after = keys.at(-1)
    if (after === undefined) return
    const going = keys.filter((key) => kept === undefined || !key.startsWith(kept))
    if (going.length > 0) await remove('zips', going)
  }
}

/**
 * Removes the parts whose place a set takes. All of a photographer's exports are found by their name; of an order's
 * sets the one before is known, and nobody is given a link to it any more.
 */
export const removeReplaced = async (storage: ZipFiles, { id, owner, replaces }: ZipSet): Promise<void> => {
  if (owner.kind === 'export') {
    await removeBelow(storage, mediaKeys.exportsOf(owner.userId), mediaKeys.zipsOf({ id, owner }))
  } else if (replaces !== null) await removeBelow(storage, mediaKeys.zipsOf({ id: replaces, owner }))
}

/** Whether a photographer has an export, ready or being made, that is not over and may hold something that was there at `since`. */
export const mayExportHold =
  ({ sets, now }: { sets: Pick<ZipSetStore, 'find'>; now: Clock }) =>
  async (userId: UserId, since: string): Promise<boolean> => {
    const set = await sets.find({ kind: 'export', userId })
    return set !== undefined && set.askedAt >= since && set.expiresAt > stamp(now())
  }

/**
 * Removes a photographer's export that may hold something that was there at `since`, ready or not; it can be asked for again
 * at once. Who packs a part of it in this moment finds it gone, and takes the part back.
 */
export const forgetExport =
  ({ sets, storage }: { sets: Pick<ZipSetStore, 'find' | 'drop'>; storage: ZipFiles }) =>
  async (userId: UserId, since: string): Promise<void> => {
    const set = await sets.find({ kind: 'export', userId })
    if (set && set.askedAt < since) return
    if (set) await sets.drop(set)
    await removeBelow(storage, mediaKeys.exportsOf(userId))
  }
