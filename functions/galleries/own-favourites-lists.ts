import type * as z from 'zod'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { Cursors } from '#functions/shared/table/cursors.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { FavouritesListView } from '#schema/api/favourites-lists.ts'
import type { Picture } from '#schema/api/views.ts'
import type { FavouritesList } from '#schema/entities/favourites-list.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Photo } from '#schema/entities/photo.ts'
import { limits } from '#schema/limits.ts'
import type { FavouritesListStore } from './favourites-list-store.ts'
import { favouritesPage } from './favourites-page.ts'
import type { GalleryStore } from './gallery-store.ts'
import type { PhotoStore } from './photo-store.ts'
import { onSaleOf } from './photos-of-list.ts'
import { shownPicture } from './shown-picture.ts'

type Endpoints = typeof api.galleries.endpoints
type Parts = {
  favouritesLists: FavouritesListStore
  galleries: Pick<GalleryStore, 'find' | 'getOwn' | 'getMany'>
  photos: Pick<PhotoStore, 'getMany'>
  links: MediaLinks
  cursors: Cursors
  now: Clock
}

const viewOf = ({ photoIds, readAt, ...list }: FavouritesList): z.input<typeof FavouritesListView> => ({
  ...list,
  count: photoIds.length,
  isRead: readAt !== null,
})

const firstOf = ({ photoIds }: FavouritesList) => photoIds.slice(0, limits.favourites.picturesOfList)

/** The first pictures of a list; none of a gallery that is deleted. */
const picturesOf = async (
  links: MediaLinks,
  gallery: Gallery | undefined,
  photos: readonly Photo[],
): Promise<Picture[]> => {
  if (!gallery || gallery.deletedAt !== null) return []
  const pictures = await Promise.all(photos.map((photo) => shownPicture(links, gallery, photo)))
  return pictures.filter((picture) => picture !== null)
}

/** What visitors sent, a page at a time: one query, and two batches of gets for the pictures. */
export const listFavouritesLists =
  ({ favouritesLists, galleries, photos, links, cursors }: Parts): Operation<Endpoints['favouritesLists']> =>
  async ({ query: { galleryId, cursor }, caller }) => {
    const owner = caller.userId
    if (galleryId !== undefined) await galleries.getOwn(galleryId, owner)
    const name = `favourites-lists:${owner}:${galleryId ?? 'all'}`
    const { after } = await cursors.read(name, cursor)
    const page = await favouritesLists.list({ owner, galleryId }, after)
    const [found, homes] = await Promise.all([
      photos.getMany(page.lists.flatMap(firstOf)),
      page.lists.length === 0 ? [] : galleries.getMany(page.lists.map((list) => list.galleryId)),
    ])
    const byId = new Map(homes.map((gallery) => [gallery.id, gallery]))
    const items = page.lists.map(async (list) => ({
      ...viewOf(list),
      pictures: await picturesOf(links, byId.get(list.galleryId), onSaleOf(found, list.galleryId, firstOf(list))),
    }))
    return { items: await Promise.all(items), ...(await cursors.of(name, page)) }
  }

export const getFavouritesList =
  (parts: Parts): Operation<Endpoints['favouritesList']> =>
  async ({ params, query, caller }) => {
    const list = await parts.favouritesLists.getOwn({ ...params, owner: caller.userId })
    const gallery = await parts.galleries.find(list.galleryId)
    const { photoIds } = list
    const photos = gallery
      ? await favouritesPage(parts, { name: `favourites-list:${list.id}`, gallery, photoIds }, query.cursor)
      : { items: [] }
    return { list: viewOf(list), photos }
  }

export const readFavouritesList =
  ({ favouritesLists, now }: Parts): Operation<Endpoints['readFavouritesList']> =>
  async ({ params, body, caller }) =>
    viewOf(await favouritesLists.setRead({ ...params, owner: caller.userId }, body.isRead ? stamp(now()) : null))

export const removeFavouritesList =
  ({ favouritesLists }: Parts): Operation<Endpoints['removeFavouritesList']> =>
  async ({ params, caller }) => {
    await favouritesLists.remove({ ...params, owner: caller.userId })
    return undefined
  }

export const exportFavouritesList =
  ({ favouritesLists, photos }: Parts): Operation<Endpoints['exportFavouritesList']> =>
  async ({ params, caller }) => {
    const { galleryId, photoIds } = await favouritesLists.getOwn({ ...params, owner: caller.userId })
    const found = onSaleOf(await photos.getMany(photoIds), galleryId, photoIds)
    return { photos: found.map(({ id, fileName, title }) => ({ photoId: id, fileName, title })) }
  }
