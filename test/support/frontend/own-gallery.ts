import { OwnGallery } from '#schema/api/galleries.ts'
import { usualLook } from '#schema/entities/gallery-look.ts'
import { UserId } from '#schema/ids.ts'
import { galleryId } from './builders.ts'

/** A gallery as its owner sees it. */
export const anOwnGallery = (n: number, override: Partial<OwnGallery> = {}): OwnGallery =>
  OwnGallery.parse({
    id: galleryId(n),
    photographerId: UserId.parse('11111111-1111-4111-8111-111111111111'),
    photographerName: 'Aitzol Berasategi',
    photographerSubdomain: 'aitzol',
    title: `Gallery ${String(n)}`,
    slug: `gallery-${String(n)}`,
    description: '',
    pricePence: 1500,
    priceSteps: [],
    webPence: null,
    priceForAll: null,
    webForAll: null,
    pricedSoFar: 0,
    isPublic: true,
    clientEmail: null,
    accessCode: null,
    expiresAt: null,
    lowestPence: null,
    downloadLimit: null,
    downloadCount: 0,
    clientCanDownload: true,
    ...usualLook,
    photoOrder: 'featured',
    numbers: false,
    sets: [],
    clocks: [],
    clientCanComment: true,
    watermarkEnabled: false,
    watermarkText: 'Copyright',
    watermarkStrength: 'medium',
    takedown: null,
    photoCount: 2,
    viewCount: 5,
    likeCount: 1,
    createdAt: '2030-01-01T10:00:00.000Z',
    version: 1,
    hasPassword: false,
    asksEmail: false,
    cover: null,
    ...override,
  } satisfies Record<keyof OwnGallery, unknown>)
