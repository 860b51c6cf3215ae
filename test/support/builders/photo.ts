import type { Rendered } from '#functions/galleries/photo-rendering-store.ts'
import { Photo } from '#schema/entities/photo.ts'
import { galleryIdOf, photoIdOf, userIdOf } from './ids.ts'

const uploadKeyOf = (id: Photo['id']) => `uploads/${userIdOf(1)}/${galleryIdOf(1)}/${id}/0`

/** What drawing a photo found out. */
export const aRendering = ({ id }: Pick<Photo, 'id'> = { id: photoIdOf(1) }): Rendered => {
  const key = (name: string) => `media/${galleryIdOf(1)}/${id}/token-${name}`
  return {
    fileFormat: 'jpeg',
    bytes: 4_000_000,
    width: 6000,
    height: 4000,
    thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
    capturedAt: null,
    camera: null,
    renditions: [
      { kind: 'display', format: 'jpeg', key: key('display.jpg'), width: 2048, height: 1365, bytes: 500_000 },
      { kind: 'thumbnail', format: 'jpeg', key: key('thumbnail.jpg'), width: 480, height: 320, bytes: 30_000 },
    ],
    drawn: null,
    drawRun: null,
    cutFor: null,
    watermark: null,
    webKey: `files/${id}/token-web.jpg`,
    original: { key: uploadKeyOf(id), etag: 'etag1', versionId: 'v1' },
  }
}

/** A photo on sale in gallery 1 for £15; name what matters. */
export const aPhoto = (overrides: Partial<Photo> = {}): Photo => {
  const id = overrides.id ?? photoIdOf(1)
  return {
    id,
    galleryId: galleryIdOf(1),
    photographerId: userIdOf(1),
    title: 'First light',
    description: '',
    pricePence: Photo.shape.pricePence.parse(1500),
    webPence: null,
    priceRun: 0,
    isFeatured: false,
    isExcepted: false,
    listedBy: 'featured',
    handRank: null,
    numbersRead: null,
    setId: null,
    state: 'ready',
    reason: null,
    fileName: 'IMG_0001.jpg',
    contentType: 'image/jpeg',
    clockShift: 0,
    uploadKey: uploadKeyOf(id),
    uploadsAgain: 0,
    isOrdered: false,
    heldUntil: null,
    version: 0,
    createdAt: '2030-01-01T10:00:00.000Z',
    ...aRendering({ id }),
    ...overrides,
  }
}

/** A photo whose upload was allowed and has not been rendered. */
export const aPendingPhoto = (overrides: Partial<Photo> = {}): Photo =>
  aPhoto({
    state: 'pending',
    width: 0,
    height: 0,
    fileFormat: null,
    thumbhash: '',
    renditions: [],
    webKey: null,
    original: null,
    ...overrides,
  })
