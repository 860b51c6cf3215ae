import { edgeTags } from '#functions/shared/edge/edge-tags.ts'
import type { Recall } from '#functions/shared/edge/recall.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import type { Assert, Table, Update } from '#functions/shared/table/writes.ts'
import { assert, update } from '#functions/shared/table/writes.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import { Gallery } from '#schema/entities/gallery.ts'
import { Photo } from '#schema/entities/photo.ts'
import { AppError } from '#schema/errors.ts'
import type { GalleryId, PhotoId } from '#schema/ids.ts'
import { galleryKeys } from './gallery-keys.ts'
import { listPhotos } from './photo-list-store.ts'
import { firstRank, isPlacedIn, placedIn, rankBetween, rankOf } from './photo-order.ts'
import { listing, photoKeys } from './photo-writes.ts'
import { orderUnchanged, unchanged } from './stock-store.ts'

/** A transaction takes 100 writes; smaller ones meet others' more rarely. */
const photosAtOnce = 50
const mostWriters = 20

/** Photos to be put into another order, with the rank that each gets by hand where it has none. */
type Move = { readonly photo: Photo; readonly rank: string }

/** Puts the photos on sale into order. Part of the photo store. */
export const photoOrderStore = (table: Table, recall: Recall, now: Clock) => {
  const stillIn = (gallery: Gallery): Assert => assert(galleryKeys.gallery(gallery.id), orderUnchanged(gallery))

  const placing = (gallery: Gallery, { photo, rank }: Move): Update => {
    const changes = {
      ...placedIn(gallery, photo),
      ...(gallery.photoOrder === 'hand' && { handRank: photo.handRank ?? rank }),
    }
    const set = { ...changes, ...listing({ ...photo, ...changes }) }
    return update(photoKeys.photo(photo.id), { set, when: unchanged(photo) })
  }

  const isPlaced = (gallery: Gallery, photo: Photo | undefined): boolean =>
    photo?.state !== 'ready' || isPlacedIn(gallery, photo)

  /** One that was changed since the index had it. @returns whether the gallery still has this order. */
  const placeOne = async (gallery: Gallery, { photo: { id }, rank }: Move): Promise<boolean> =>
    retried(mostWriters, 'unavailable', async () => {
      const item = await table.get(photoKeys.photo(id))
      const photo = item && Photo.parse(item)
      if (!photo || isPlaced(gallery, photo)) return true
      const written = await table.transact([stillIn(gallery), placing(gallery, { photo, rank })])
      if (written.ok) return true
      return written.failures[0] ? false : tryAgain
    })

  const placeSome = async (gallery: Gallery, moves: readonly Move[]): Promise<boolean> => {
    if (moves.length === 0) return true
    const written = await table.transact([stillIn(gallery), ...moves.map((move) => placing(gallery, move))])
    if (written.ok) return true
    if (written.failures[0]) return false
    for (const move of moves) if (!(await placeOne(gallery, move))) return false
    return true
  }

  /** The photo that is shown after a place, or first. */
  const shownAfter = async (galleryId: GalleryId, place: Photo | undefined, moved: PhotoId) => {
    const partition = photoKeys.shownIn(galleryId)
    const after = place && {
      ...photoKeys.photo(place.id),
      ownerKey: partition,
      ownerSort: photoKeys.place(place),
    }
    const page = await listPhotos(table, partition, { after, limit: 2 })
    return page.photos.find(({ id }) => id !== moved)
  }

  /** Why a photo has no place by hand. */
  const notByHand = async (galleryId: GalleryId): Promise<AppError> => {
    const item = await table.get(galleryKeys.gallery(galleryId))
    const isByHand = item && Gallery.parse(item).photoOrder === 'hand'
    return new AppError(isByHand ? 'ordering_under_way' : 'changed_meanwhile')
  }

  return {
    /**
     * Puts all photos of a gallery into the order that it has, fifty at a time. Breaking off loses nothing: the next call
     * passes over those that have their place. By hand they begin as they were shown, but for those that were put
     * somewhere before. Where the order is changed meanwhile this one ends, for the next has its own call.
     * @param mayGoOn Asked before each part.
     */
    async orderPhotos(galleryId: GalleryId, mayGoOn = () => {}): Promise<void> {
      const item = await table.get(galleryKeys.gallery(galleryId))
      if (!item) return
      const gallery = Gallery.parse(item)
      const begun = now()
      let number = 0
      const partition = photoKeys.shownIn(galleryId)
      const pages = eachPage((after) => listPhotos(table, partition, { after, limit: photosAtOnce }))
      for await (const { photos } of pages) {
        mayGoOn()
        const moves = photos
          .filter((photo) => !isPlaced(gallery, photo))
          .map((photo): Move => ({ photo, rank: firstRank(begun, number++) }))
        if (!(await placeSome(gallery, moves))) return
      }
      // Before it ends: a call that breaks off between the two tells it again.
      await recall([edgeTags.gallery(galleryId)])
      await table.write(
        update(galleryKeys.gallery(galleryId), { set: { isOrdering: false }, when: orderUnchanged(gallery) }),
      )
    },

    /**
     * Puts a photo on sale after another one of its gallery, or first. Repeating it changes nothing that is seen.
     * @throws AppError `photo_not_found` where one of them is not shown there, `changed_meanwhile` where the gallery is
     * not in order by hand, `ordering_under_way` where not all of it is yet.
     */
    async move(photo: Photo, afterId: PhotoId | null): Promise<void> {
      if (afterId === photo.id) return
      await retried(mostWriters, 'changed_meanwhile', async () => {
        const keys = [photoKeys.photo(photo.id), ...(afterId === null ? [] : [photoKeys.photo(afterId)])]
        const found = (await table.getMany(keys)).map((item) => Photo.parse(item))
        const moved = found.find(({ id }) => id === photo.id)
        const before = found.find(({ id }) => id === afterId)
        for (const each of [moved, ...(afterId === null ? [] : [before])]) {
          if (each?.state !== 'ready' || each.galleryId !== photo.galleryId) throw new AppError('photo_not_found')
          if (each.listedBy !== 'hand') throw await notByHand(photo.galleryId)
        }
        if (!moved) throw new AppError('photo_not_found')
        const next = await shownAfter(photo.galleryId, before, photo.id)
        const handRank = rankBetween(before && rankOf(before), next && rankOf(next), now())
        if (handRank === undefined) throw new AppError('changed_meanwhile')
        const set = { handRank, ...listing({ ...moved, handRank }) }
        const { ok } = await table.write(update(photoKeys.photo(photo.id), { set, when: unchanged(moved) }))
        return ok ? undefined : tryAgain
      })
      await recall([edgeTags.gallery(photo.galleryId)])
    },
  }
}
