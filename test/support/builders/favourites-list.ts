import type { FavouritesList } from '#schema/entities/favourites-list.ts'
import { FavouritesListId } from '#schema/ids.ts'
import { galleryIdOf, photoIdOf, userIdOf } from './ids.ts'

export const favouritesListIdOf = (n: number) => FavouritesListId.parse(`fvl_${String(n).padStart(26, '0')}`)

/** Two photos of gallery 1, sent by Maya; name what matters. */
export const aFavouritesList = (overrides: Partial<FavouritesList> = {}): FavouritesList => ({
  id: favouritesListIdOf(1),
  galleryId: galleryIdOf(1),
  photographerId: userIdOf(1),
  galleryTitle: 'The Ridge',
  name: 'Maya Osei',
  email: 'maya@example.com',
  note: 'For the album.',
  photoIds: [photoIdOf(2), photoIdOf(1)],
  sentAt: '2030-01-01T10:00:00.000Z',
  readAt: null,
  ...overrides,
})
