import { galleryTags, kept } from '#functions/shared/edge/edge-tags.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { GalleryId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import type { GalleryAccess } from './gallery-access.ts'
import type { GalleryStore } from './gallery-store.ts'
import { keptWhileFilling } from './kept-while-filling.ts'
import { type ClockSpan, hourTaken, takenBetween } from './photo-order.ts'
import type { PhotoStore } from './photo-store.ts'

/**
 * Whether visitors find photos by when they were taken: at a race, where runners know about when they came by. Its photos
 * have to lie in that order, by which a time is found as a part of the list (decision 98).
 */
export const isFoundByTime = ({ numbers, photoOrder }: Pick<Gallery, 'numbers' | 'photoOrder'>): boolean =>
  numbers && photoOrder === 'captured'

/**
 * The hours in which photos were taken, of the first 14 days that have any: the first photo of a day leads to the next day,
 * then in all days side by side the first photo of an hour to the next hour. A query of one photo for each, whatever the
 * gallery holds: about one an hour and one a day, at most 337 (15 for the days, 23 in each), of which no more than 38 wait
 * for each other.
 */
export const hoursOf = async (photos: Pick<PhotoStore, 'listShown'>, galleryId: GalleryId) => {
  const firstIn = async (span: ClockSpan) => {
    const { photos: found } = await photos.listShown(galleryId, { sort: takenBetween(span), limit: 1 })
    return found[0] && hourTaken(found[0])
  }
  const hoursOfDay = async (first: string) => {
    const day = first.slice(0, 10)
    const hours: string[] = []
    let hour: string | undefined = first
    // A camera whose clock was never set may tell of a month that there is none of: nothing of it is looked for.
    while (hour !== undefined && !Number.isNaN(Date.parse(`${hour}:00:00Z`))) {
      hours.push(hour)
      // Behind its last minute, and before the hour that comes next.
      hour = hour < `${day}T23` ? await firstIn({ from: `${hour}:99`, to: `${day}T24` }) : undefined
    }
    return hours
  }
  const days: string[] = []
  let first = await firstIn({})
  while (first !== undefined && days.length < limits.gallery.daysTold) {
    days.push(first)
    // Behind the day's last hour, and before the day that comes next.
    first = await firstIn({ from: `${first.slice(0, 10)}T99` })
  }
  return { hours: (await Promise.all(days.map(hoursOfDay))).flat(), isMore: first !== undefined }
}

type Parts = { galleries: GalleryStore; photos: PhotoStore; access: GalleryAccess; now: Clock }

export const listPhotoHours =
  ({ galleries, photos, access, now }: Parts): Operation<typeof api.galleries.endpoints.photoHours> =>
  async ({ params: { galleryId }, headers, caller }) => {
    const found = await galleries.find(galleryId)
    const gallery = await access.requireOpen(found, { grants: [headers['x-gallery-grant']], caller })
    const answer = isFoundByTime(gallery) ? await hoursOf(photos, galleryId) : { hours: [], isMore: false }
    return kept(answer, { tags: galleryTags([gallery]), until: keptWhileFilling(gallery, now()) })
  }
