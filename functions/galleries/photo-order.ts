import type { SortRange } from '#functions/shared/table/writes.ts'
import { clockMoved, clockTimeOf } from '#schema/clock-times.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Photo } from '#schema/entities/photo.ts'
import { naturalKey } from './natural-key.ts'
import { backwards } from './newest-first.ts'

/**
 * Where a photo stands among those of its gallery, as a sort key. Lists are read backwards whatever the order is, so that
 * a page is asked for before its gallery is known: what comes first has the greatest key.
 *
 * The letters are greater than the digits with which the usual order begins, so while a gallery is put into another order
 * the photos that have their new place stand together.
 */
type Placed = Pick<
  Photo,
  'id' | 'isFeatured' | 'createdAt' | 'listedBy' | 'handRank' | 'capturedAt' | 'clockShift' | 'title' | 'fileName'
>

/** A text of which the order is turned around: what sorts first is the greatest. */
const turned = (text: string): string =>
  Buffer.from(Buffer.from(`${text}\0`, 'utf8').map((byte) => 255 - byte)).toString('hex')

type Taken = Pick<Photo, 'capturedAt' | 'clockShift'>

/**
 * Time as the camera's clock showed it, put right where its photographer said how wrong it was (decision 100). Beside a
 * phone that knows its offset often stands a camera that does not, or whose zone was never set: their clocks agree, their
 * instants do not (decision 110).
 */
const clockTime = ({ capturedAt, clockShift }: Taken): string => clockMoved(clockTimeOf(capturedAt ?? ''), clockShift)

const places: Record<Photo['listedBy'], (photo: Placed) => string> = {
  featured: ({ id, isFeatured, createdAt }) => `${isFeatured ? 1 : 0}#${createdAt}#${id}`,
  hand: (photo) => `H${rankOf(photo)}#${backwards(photo.id)}`,
  // The camera's numbers tell photos of one second apart. Those without a time come after, as they were uploaded.
  captured: (photo) =>
    photo.capturedAt === null
      ? `T0${turned(`${photo.createdAt}#${photo.id}`)}`
      : `T1${turned(`${clockTime(photo)}#${naturalKey(photo.fileName, 40)}#${photo.id}`)}`,
  name: ({ id, title, fileName }) => `N${turned(`${naturalKey(title, 60)}\u0001${naturalKey(fileName, 30)}#${id}`)}`,
}

/** A stretch of time by the cameras' clocks: from the first minute on, and before the last one ("2026-05-10T09:35"). */
export type ClockSpan = { readonly from?: string | undefined; readonly to?: string | undefined }

/** Where the places of photos of a time lie, in galleries that have them in the order in which they were taken. */
export const takenBetween = ({ from, to }: ClockSpan): SortRange => {
  // Turned around, a later time is the lesser text; 'g' comes after every hex digit.
  const at = (time: string) => `T1${turned(time).slice(0, -2)}g`
  return { between: [to === undefined ? 'T1' : at(to), from === undefined ? 'T1g' : at(from)] }
}

/** Whether a photo was taken then; one without a time never was. */
export const isTakenBetween = (photo: Taken, { from, to }: ClockSpan): boolean => {
  if (from === undefined && to === undefined) return true
  if (photo.capturedAt === null) return false
  const time = clockTime(photo)
  return (from === undefined || time >= from) && (to === undefined || time < to)
}

/** The hour in which a photo was taken, by the camera's clock put right; `undefined` where the file tells none. */
export const hourTaken = (photo: Taken): string | undefined =>
  photo.capturedAt === null ? undefined : clockTime(photo).slice(0, 13)

/** What decides where a photo stands in its gallery, as the gallery is now. */
export const placedIn = (
  { photoOrder, clocks }: Pick<Gallery, 'photoOrder' | 'clocks'>,
  { camera }: Pick<Photo, 'camera'>,
): Pick<Photo, 'listedBy' | 'clockShift'> => ({
  listedBy: photoOrder,
  clockShift: clocks.find((clock) => clock.camera === camera)?.shiftSeconds ?? 0,
})

export const placeOf = (photo: Placed): string => places[photo.listedBy](photo)

/** Whether a photo stands where its gallery wants it. */
export const isPlacedIn = (gallery: Pick<Gallery, 'photoOrder' | 'clocks'>, photo: Photo): boolean => {
  const { listedBy, clockShift } = placedIn(gallery, photo)
  return photo.listedBy === listedBy && photo.clockShift === clockShift
}

/** The longest that a place by hand becomes; an index takes 1,024 bytes. */
const longestRank = 900

const millis = (at: string | Date): string => String(new Date(at).getTime()).padStart(13, '0')
const untilTheEnd = (at: string | Date): string => String(9_999_999_999_999 - new Date(at).getTime()).padStart(13, '0')

/** Where nobody put a photo anywhere it comes after all others, as it was uploaded. */
export const rankOf = ({ handRank, createdAt }: Pick<Photo, 'handRank' | 'createdAt'>): string =>
  handRank ?? endRank(new Date(createdAt))

/** After everything that is there by then. */
const endRank = (at: Date): string => `1${untilTheEnd(at)}V`

/** Before everything that is there by then. */
const startRank = (at: Date): string => `z${millis(at)}V`

/**
 * The ranks of photos that are put into this order for the first time, one after the other as they are shown: behind
 * those of an earlier beginning, before what comes later.
 */
export const firstRank = (begun: Date, number: number): string =>
  `h${untilTheEnd(begun)}${String(999_999 - number).padStart(6, '0')}V`

/** In the order of their bytes. */
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const valueAt = (rank: string, place: number, whenOver: number): number =>
  place < rank.length ? digits.indexOf(rank.charAt(place)) : whenOver

/** A rank between two, neither of which ends in the lowest digit; nor does the answer. */
const between = (low: string, high: string): string => {
  let shared = ''
  let isBelow = false
  for (let place = 0; ; place += 1) {
    const bottom = valueAt(low, place, 0)
    const top: number = isBelow ? digits.length : valueAt(high, place, digits.length)
    const middle = Math.floor((bottom + top) / 2)
    if (middle > bottom) return shared + digits.charAt(middle)
    shared += digits.charAt(bottom)
    isBelow ||= top > bottom
  }
}

/**
 * A rank that puts a photo after one and before another; `undefined` is the list's beginning or end. `undefined` where there
 * is no room: between equal ones, or after thousands of moves into the same gap.
 */
export const rankBetween = (before: string | undefined, after: string | undefined, at: Date): string | undefined => {
  const first = startRank(at)
  const last = endRank(at)
  if (before === undefined)
    return after === undefined || first > after ? first : roomFor(between(after, 'zzz'), after, 'zzz')
  if (after === undefined) return last < before ? last : roomFor(between('0', before), '0', before)
  if (before <= after) return undefined
  return roomFor(between(after, before), after, before)
}

const roomFor = (rank: string, low: string, high: string): string | undefined =>
  rank.length <= longestRank && low < rank && rank < high ? rank : undefined
