import * as z from 'zod'
import { FavouritesList } from '#schema/entities/favourites-list.ts'
import { FavouritesListId, GalleryId, PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { Cursor, paragraph, requiredEmail, requiredLine } from '#schema/text.ts'
import { endpoint, Nothing } from './endpoint.ts'
import { PhotoView, Picture, pageOf } from './views.ts'
import { visitHeaders } from './visit-headers.ts'

const most = limits.favourites.photos

export const SendFavourites = z.object({
  photoIds: z.array(PhotoId).min(1, 'Please choose a photo first.').max(most, `Please send at most ${most} photos.`),
  name: requiredLine(limits.order.nameLength, 'Please fill in your name.'),
  email: requiredEmail('Please fill in your email address.'),
  note: paragraph(limits.favourites.noteLength).default(''),
  /** A field that people do not see: programs that fill in every form give themselves away. */
  website: z
    .string()
    .max(0, 'A field that nobody sees was filled in. Please load this page again and try once more.')
    .default(''),
})
export type SendFavourites = z.infer<typeof SendFavourites>

/** A list as its photographer sees it among others. */
export const FavouritesListView = FavouritesList.omit({ photographerId: true, photoIds: true, readAt: true }).extend({
  /** How many photos were sent; some of them may be gone by now. */
  count: z.int().min(0),
  isRead: z.boolean(),
})
export type FavouritesListView = z.infer<typeof FavouritesListView>

const listParams = z.object({ galleryId: GalleryId, favouritesListId: FavouritesListId })
const page = z.object({ cursor: Cursor.optional() })

/** Favourites that visitors send to the photographer of a gallery. */
export const favouritesListEndpoints = {
  sendFavourites: endpoint({
    method: 'POST',
    path: '/galleries/{galleryId}/favourites-lists',
    access: 'visitor',
    summary: 'Sends photos that a visitor chose to the gallery’s photographer, in place of what they sent before',
    params: z.object({ galleryId: GalleryId }),
    headers: visitHeaders,
    body: SendFavourites,
    /** How many photos the photographer got: those that are gone were left out. */
    response: z.object({ count: z.int().min(1) }),
    errors: ['session_needed', 'gallery_not_found', 'gallery_locked', 'photo_not_found', 'favourites_gone'],
    // 500 ids of 33 characters, and a note with every character escaped.
    maxBodyBytes: 40_000,
  }),
  favouritesLists: endpoint({
    method: 'GET',
    path: '/me/favourites-lists',
    access: 'photographer',
    summary: 'Favourites that visitors sent, of all own galleries or of one, the last sent first',
    query: page.extend({ galleryId: GalleryId.optional() }),
    response: pageOf(FavouritesListView.extend({ pictures: z.array(Picture).max(limits.favourites.picturesOfList) })),
    errors: ['gallery_not_found', 'invalid_cursor'],
  }),
  favouritesList: endpoint({
    method: 'GET',
    path: '/me/galleries/{galleryId}/favourites-lists/{favouritesListId}',
    access: 'photographer',
    summary: 'Favourites that a visitor sent, with those photos that are still on sale',
    params: listParams,
    query: page,
    response: z.object({ list: FavouritesListView, photos: pageOf(PhotoView) }),
    errors: ['favourites_list_not_found', 'invalid_cursor'],
  }),
  readFavouritesList: endpoint({
    method: 'PATCH',
    path: '/me/galleries/{galleryId}/favourites-lists/{favouritesListId}',
    access: 'photographer',
    summary: 'Marks favourites that a visitor sent as read, or as unread',
    params: listParams,
    body: z.object({ isRead: z.boolean() }),
    response: FavouritesListView,
    errors: ['favourites_list_not_found'],
  }),
  removeFavouritesList: endpoint({
    method: 'DELETE',
    path: '/me/galleries/{galleryId}/favourites-lists/{favouritesListId}',
    access: 'photographer',
    summary: 'Deletes favourites that a visitor sent',
    params: listParams,
    response: Nothing,
    errors: ['favourites_list_not_found'],
  }),
  exportFavouritesList: endpoint({
    method: 'GET',
    path: '/me/galleries/{galleryId}/favourites-lists/{favouritesListId}/export',
    access: 'photographer',
    summary: 'All photos of a list of favourites with their file names, for lists and sidecar files',
    params: listParams,
    response: z.object({
      photos: z.array(z.object({ photoId: PhotoId, fileName: z.string(), title: z.string() })).max(most),
    }),
    errors: ['favourites_list_not_found'],
  }),
}
