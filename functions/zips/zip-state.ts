import { afterHours, type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { Zips } from '#schema/api/zips.ts'
import type { ZipSet } from '#schema/entities/zip-set.ts'
import { limits } from '#schema/limits.ts'
import type { ZipSetStore } from './zip-set-store.ts'

/** Whether a set holds what it should and can still be fetched, or will be. */
export const isCurrent = (set: ZipSet | undefined, { contents, at }: { contents: string; at: Date }): set is ZipSet =>
  set !== undefined && set.contents === contents && set.expiresAt > stamp(at)

/** Whether it is waited for: not one whose last try failed, and not one whose messages must have been lost. */
export const isUnderWay = ({ owner, state, failedAt, askedAt }: ZipSet, at: Date): boolean => {
  const hours = owner.kind === 'order' ? limits.zip.makingHours : limits.zip.exportHours
  return state !== 'ready' && failedAt === null && stamp(afterHours(new Date(askedAt), hours)) > stamp(at)
}

/** What there is to be packed at this moment. */
export type Contents = Pick<ZipSet, 'contents' | 'wholeFiles'>
type Asked = Contents & { set: ZipSet | undefined }

/** How many photos came to whole galleries since a set was asked for. */
export const addedSince = (set: Pick<ZipSet, 'wholeFiles'>, { wholeFiles }: Pick<Contents, 'wholeFiles'>): number =>
  Object.entries(wholeFiles).reduce((sum, [line, count]) => sum + count - (set.wholeFiles[line] ?? count), 0)

/** How far the zips of an owner are, as they are shown. */
export const zipsView = async (
  { sets, now }: { sets: Pick<ZipSetStore, 'listParts'>; now: Clock },
  { set, contents, wholeFiles }: Asked,
): Promise<Zips> => {
  const at = now()
  if (!isCurrent(set, { contents, at })) return { state: 'none' }
  if (set.state === 'ready')
    return {
      state: 'ready',
      parts: await sets.listParts(set),
      missing: set.missing,
      added: addedSince(set, { wholeFiles }),
      expiresAt: set.expiresAt,
    }
  return isUnderWay(set, at)
    ? { state: 'making', partsDone: set.partsDone, partCount: set.partCount }
    : { state: 'failed' }
}
