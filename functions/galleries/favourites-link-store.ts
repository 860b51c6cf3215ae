import * as z from 'zod'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import type { Table, Write } from '#functions/shared/table/writes.ts'
import { put, remove } from '#functions/shared/table/writes.ts'
import { Gallery } from '#schema/entities/gallery.ts'
import { AppError } from '#schema/errors.ts'
import type { FavouritesId, GalleryId } from '#schema/ids.ts'
import { galleryKeys } from './gallery-keys.ts'
import { type Like, likeOf, likePut, newLike, traceOfSubject } from './like-writes.ts'
import { type SeenGallery, stillOpen } from './still-open.ts'

type Sharing = { subject: string; like: Like | undefined; at: string; isShared: boolean; makeId: () => FavouritesId }

/** Whose favourites a link leads to; nobody outside is told. */
const Link = z.object({ subject: z.string() })

/** Links to favourites, one item a link and person. Part of the gallery store. */
export const favouritesLinkStore = (table: Table) => ({
  /**
   * Gives somebody's favourites a link, or takes it back; done again, it changes nothing.
   * @returns what the link names them by then.
   * @throws AppError `gallery_not_found` where the gallery closed meanwhile.
   */
  async shareFavourites(gallery: SeenGallery, sharing: Sharing): Promise<FavouritesId | undefined> {
    const { subject, at, isShared, makeId } = sharing
    const key = (id: FavouritesId) => galleryKeys.sharedFavourites(gallery.id, id)
    let before = sharing.like
    return retried(8, 'unavailable', async () => {
      const known = before?.sharedAs
      if ((known !== undefined) === isShared) return known
      const sharedAs = isShared ? makeId() : undefined
      const { sharedAs: _, ...said } = before ?? newLike(gallery.id, at)
      const writes: Write[] = [
        likePut(subject, before, { ...said, ...(sharedAs && { sharedAs }) }, at),
        stillOpen(gallery),
      ]
      if (sharedAs) {
        const trace = traceOfSubject(subject, key(sharedAs))
        writes.push(put({ ...key(sharedAs), subject, createdAt: at, ...trace }, 'absent'))
      }
      if (known) writes.push(remove(key(known), 'always'))
      const result = await table.transact(writes)
      if (result.ok) return sharedAs
      const [other, closed] = result.failures
      if (!other && closed) throw new AppError('gallery_not_found')
      before = likeOf(other?.before)
      return tryAgain
    })
  },

  /** A gallery, and whose favourites a link leads to. */
  async findShared(
    galleryId: GalleryId,
    favouritesId: FavouritesId,
  ): Promise<{ gallery: Gallery | undefined; subject: string | undefined }> {
    const key = galleryKeys.gallery(galleryId)
    const items = await table.getMany([key, galleryKeys.sharedFavourites(galleryId, favouritesId)])
    const gallery = items.find(({ SK }) => SK === key.SK)
    const link = items.find(({ SK }) => SK !== key.SK)
    return { gallery: gallery && Gallery.parse(gallery), subject: link && Link.parse(link).subject }
  },
})
