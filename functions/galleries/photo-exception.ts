import { afterHours, stamp } from '#functions/shared/time/clock.ts'
import type { Photo } from '#schema/entities/photo.ts'

/** Orders of whole galleries are looked at so often: a new photo is its earlier buyers' within so many hours. */
export const wholeLookHours = 1

/**
 * Whether a photo is kept from who paid for the whole of its gallery before it was granted. An exception that came when they
 * had it already takes it from nobody (decision 144).
 */
export const isKeptBack = ({ isExcepted, isExceptedLate }: Pick<Photo, 'isExcepted' | 'isExceptedLate'>): boolean =>
  isExcepted && !isExceptedLate

/** Since when it is kept back, as it is told where the moment of its grant is not; nothing where it is not. */
export const exceptedSince = (photo: Photo): { exceptedSince?: string } =>
  isKeptBack(photo) ? { exceptedSince: photo.createdAt } : {}

/** Since when it is not kept back any more; nothing where it always was theirs, or never. */
export const sharedSince = ({ sharedAt }: Pick<Photo, 'sharedAt'>): { sharedAt?: string } =>
  sharedAt === undefined ? {} : { sharedAt }

type Excepted = Pick<Photo, 'isExceptedLate' | 'sharedAt'>
/**
 * What is noted where an edit sets an exception or lifts it. Late is one of a photo that came into orders of its gallery; of
 * what did so before that was noted, one that is in an order and is on sale for an hour.
 */
export const exceptionNote = (photo: Photo, isExcepted: boolean, at: Date): Partial<Excepted> => {
  if (isExcepted === photo.isExcepted) return {}
  if (!isExcepted) return { isExceptedLate: false, ...(isKeptBack(photo) && { sharedAt: stamp(at) }) }
  const isOut = afterHours(new Date(photo.sharedAt ?? photo.createdAt), wholeLookHours) <= at
  return { isExceptedLate: photo.isGiven === true || (photo.isOrdered && isOut) }
}
