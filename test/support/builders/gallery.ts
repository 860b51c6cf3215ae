import { Gallery } from '#schema/entities/gallery.ts'
import { galleryIdOf, userIdOf } from './ids.ts'

/** A public, open, unmarked gallery of photographer 1; name what matters. */
export const aGallery = (overrides: Partial<Gallery> = {}): Gallery => ({
  id: galleryIdOf(1),
  photographerId: userIdOf(1),
  photographerName: 'Iris Calloway',
  photographerSubdomain: 'iris',
  ownerState: 'public',
  title: 'The Ridge',
  slug: 'the-ridge',
  description: '',
  isPublic: true,
  pricePence: Gallery.shape.pricePence.parse(1500),
  clientEmail: null,
  accessCode: null,
  passwordHash: null,
  expiresAt: null,
  downloadLimit: null,
  downloadCount: 0,
  clientCanDownload: true,
  clientCanComment: true,
  watermarkEnabled: false,
  watermarkText: 'Copyright',
  cover: null,
  photoCount: 0,
  viewCount: 0,
  likeCount: 0,
  accessVersion: 0,
  version: 0,
  createdAt: '2030-01-01T09:00:00.000Z',
  ...overrides,
})
