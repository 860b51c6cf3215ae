import { shardOf, type WorkShard } from '#functions/shared/table/shards.ts'
import { traceOf } from '#functions/shared/table/traces.ts'
import type { Expectation, Item, Key, Update } from '#functions/shared/table/writes.ts'
import { is, update } from '#functions/shared/table/writes.ts'
import { afterHours, stamp } from '#functions/shared/time/clock.ts'
import { Cover } from '#schema/entities/gallery.ts'
import { usualLook } from '#schema/entities/gallery-look.ts'
import type { Photo } from '#schema/entities/photo.ts'
import { usualOrder } from '#schema/entities/photo-order.ts'
import { storedRenditions } from '#schema/entities/renditions.ts'
import type { GalleryId, PhotoId, SetId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { placeOf } from './photo-order.ts'

/** Pending, given up, ready: what a photo can be one after the other without an edit. */
export const mostStates = 3

type Listed = Pick<Photo, 'galleryId' | 'photographerId' | 'state' | 'setId'> & Parameters<typeof placeOf>[0]

export const photoKeys = {
  photo: (id: PhotoId): Key => ({ PK: `PHOTO#${id}`, SK: 'PHOTO' }),
  /** What visitors may list, apart from what only the owner sees: neither list has to skip anything. */
  shownIn: (galleryId: GalleryId) => `GALLERY#${galleryId}#SHOWN`,
  hiddenIn: (galleryId: GalleryId) => `GALLERY#${galleryId}#HIDDEN`,
  /** The same of one set. By gallery too, so that a set's id opens no other gallery. */
  shownInSet: (galleryId: GalleryId, setId: SetId) => `GALLERY#${galleryId}#SET#${setId}#SHOWN`,
  hiddenInSet: (galleryId: GalleryId, setId: SetId) => `GALLERY#${galleryId}#SET#${setId}#HIDDEN`,
  /** Read backwards; see photo-order.ts. What only the owner sees stands in the usual order. */
  place: (photo: Listed) => placeOf(photo.state === 'ready' ? photo : { ...photo, listedBy: usualOrder }),
  /** What the daily sweep looks at, by the time from which it may. */
  toSweep: (shard: WorkShard) => `SWEEP#PHOTO#${shard}`,
}

/** The place in the sweep's list of a photo that waits for its file, or of one whose files nobody may need. */
export const sweepPlace = (id: PhotoId, since: Date): Item => ({
  workKey: photoKeys.toSweep(shardOf(id)),
  workSort: stamp(afterHours(since, limits.upload.sweepAfterHours)),
})
/** Attributes of the places that a photo leaves. */
export const sweepAttributes = ['workKey', 'workSort', 'askedAgain']

/** Still waits for the file under this key. One that was given up does too: its message may be sent again. */
export const waitsFor = ({ uploadKey }: Pick<Photo, 'uploadKey'>): Expectation => ({
  uploadKey: is.equal(uploadKey),
  original: is.equal(null),
  state: is.oneOf(['pending', 'failed']),
})

/** A photo that waits for its file, or for being drawn from it. */
export const isAwaited = ({ state, original }: Pick<Photo, 'state' | 'original'>): boolean =>
  state === 'pending' || (state === 'failed' && original === null)

/** Whether its pictures were begun after this change of its gallery, of which all were to be drawn anew. */
export const isDrawnIn = ({ drawRun }: Pick<Photo, 'drawRun'>, run: number): boolean =>
  drawRun !== null && drawRun >= run

/** Index attributes of a photo in its gallery's two lists. */
export const placeInGallery = (photo: Listed): Item => ({
  ownerKey: photo.state === 'ready' ? photoKeys.shownIn(photo.galleryId) : photoKeys.hiddenIn(photo.galleryId),
  ownerSort: photoKeys.place(photo),
})

/** The same in those of its set, another index: only what is in a set pays for it. */
const placeInSet = (photo: Listed): Item => {
  if (photo.setId === null) return {}
  const list = photo.state === 'ready' ? photoKeys.shownInSet : photoKeys.hiddenInSet
  return { sellerKey: list(photo.galleryId, photo.setId), sellerSort: photoKeys.place(photo) }
}
/** Attributes of the place that a photo leaves with its set. */
export const setAttributes = ['sellerKey', 'sellerSort']

/** Index attributes of a photo; a deleted one is in no list but its photographer's traces. */
export const listing = (photo: Listed): Item =>
  photo.state === 'deleted'
    ? traceOf(photo.photographerId, photoKeys.photo(photo.id))
    : { ...placeInGallery(photo), ...placeInSet(photo) }

type Deleted = Pick<Photo, 'id' | 'photographerId'>

export const deletion = ({ id, photographerId }: Deleted, at: Date, when: Expectation): Update =>
  update(photoKeys.photo(id), {
    set: { state: 'deleted', ...traceOf(photographerId, photoKeys.photo(id)), ...sweepPlace(id, at) },
    remove: ['askedAgain', ...setAttributes],
    when,
  })

export const coverOf = (photo: Photo): Cover =>
  Cover.parse({
    photoId: photo.id,
    width: photo.width,
    height: photo.height,
    thumbhash: photo.thumbhash,
    renditions: photo.renditions,
    cutFor: photo.cutFor,
    watermark: photo.watermark,
  })

/** As a gallery's item holds it. */
export const storedCover = (cover: Cover | null): Item | null =>
  cover && { ...cover, renditions: storedRenditions(cover.renditions) }

/** What a gallery's cover becomes. A focal point is one of a picture: on another it means nothing. */
export const anotherCover = (photo: Photo | undefined): Item => ({
  cover: photo ? storedCover(coverOf(photo)) : null,
  coverFocus: usualLook.coverFocus,
})

/** Shown, with the renditions that were read. */
export const stillShown = ({ webKey, drawn }: Pick<Photo, 'webKey' | 'drawn'>): Expectation => ({
  state: is.equal('ready'),
  webKey: is.equal(webKey),
  drawn: drawn === null ? is.absentOr(is.equal(null)) : is.equal(drawn),
})
