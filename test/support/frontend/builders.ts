import type { GalleryPage } from '#schema/api/galleries.ts'
import { GalleryCard, PhotoView, type Picture } from '#schema/api/views.ts'
import { usualLook } from '#schema/entities/gallery-look.ts'
import { GalleryId, OrderId, PhotoId } from '#schema/ids.ts'
import { pence } from '#schema/money.ts'

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** The nth id of a kind, in the shape of real ones. */
const sortableId = (prefix: string, n: number, length = 26) => {
  const digits: string[] = []
  for (let left = n; left > 0; left = Math.floor(left / 32)) digits.unshift(crockford[left % 32] ?? '0')
  return `${prefix}_${digits.join('').padStart(length, '0')}`
}
export const galleryId = (n: number) => GalleryId.parse(sortableId('gal', n))
export const photoId = (n: number) => PhotoId.parse(sortableId('pho', n))
export const orderId = (n: number) => OrderId.parse(sortableId('ord', n, 32))

export const aPicture = (override: Partial<Picture> = {}): Picture => ({
  imageUrl: '/media/photo-display.jpg',
  thumbnailUrl: '/media/photo-thumbnail.jpg',
  sources: [
    { kind: 'display', format: 'jpeg', url: '/media/photo-display.jpg', width: 2048, height: 1365 },
    { kind: 'display', format: 'avif', url: '/media/photo-display.avif', width: 2048, height: 1365 },
    { kind: 'thumbnail', format: 'jpeg', url: '/media/photo-thumbnail.jpg', width: 480, height: 320 },
    { kind: 'thumbnail', format: 'avif', url: '/media/photo-thumbnail.avif', width: 480, height: 320 },
  ],
  width: 2048,
  height: 1365,
  thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
  ...override,
})

export const aGalleryCard = (n: number, override: Partial<GalleryCard> = {}): GalleryCard =>
  GalleryCard.parse({
    id: galleryId(n),
    title: `Gallery ${String(n)}`,
    slug: `gallery-${String(n)}`,
    description: `What gallery ${String(n)} shows.`,
    pricePence: pence(1500),
    photographerName: 'Aitzol Berasategi',
    photographerSubdomain: 'aitzol',
    cover: aPicture(),
    photoCount: 12,
    viewCount: 340,
    likeCount: 21,
    isProtected: false,
    createdAt: '2030-01-01T10:00:00.000Z',
    ...override,
  })

type Open = Partial<Extract<GalleryPage, { state: 'open' }>['gallery']>

/** The answer about a gallery that the visitor may see. */
export const anOpenGallery = (override: Open = {}) =>
  ({
    state: 'open',
    gallery: {
      ...aGalleryCard(1, override),
      isPublic: true,
      expiresAt: null,
      hasNumbers: false,
      hasTimes: false,
      watermark: null,
      clientCanDownload: true,
      priceSteps: [],
      wholePence: null,
      sets: [],
      look: usualLook,
      brand: null,
      ...override,
    },
  }) as const satisfies GalleryPage

export const aPhoto = (n: number, override: Partial<PhotoView> = {}): PhotoView =>
  PhotoView.parse({
    id: photoId(n),
    galleryId: galleryId(1),
    title: `Photo ${String(n)}`,
    description: '',
    pricePence: pence(1500),
    isFeatured: false,
    picture: aPicture(),
    createdAt: '2030-01-01T10:00:00.000Z',
    ...override,
  })
