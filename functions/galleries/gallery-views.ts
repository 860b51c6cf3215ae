import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { OwnGallery } from '#schema/api/galleries.ts'
import type { GalleryCard, PhotoView } from '#schema/api/views.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { usualLook } from '#schema/entities/gallery-look.ts'
import type { Photo } from '#schema/entities/photo.ts'
import { webOfferOf } from '#schema/web-size.ts'
import { areFreeGiven } from './free-photos.ts'
import { isProtected, needsOf } from './gallery-access.ts'
import { isKeptBack, sharedSince } from './photo-exception.ts'
import { shownCover, shownPicture } from './shown-picture.ts'
import { hasUnread, lowestPriceOf, uploadPriceOf } from './stock-rules.ts'

type Links = Pick<MediaLinks, 'picture'>
type Card = z.input<typeof GalleryCard>

/** Free photos that cannot be downloaded are no offer. */
const shownPriceOf = (gallery: Gallery) => {
  const lowest = lowestPriceOf(gallery)
  return lowest === 0 && !areFreeGiven(gallery) ? null : lowest
}

const cardOf = (gallery: Gallery, cover: Card['cover']): Card => ({
  id: gallery.id,
  title: gallery.title,
  slug: gallery.slug,
  description: gallery.description,
  pricePence: shownPriceOf(gallery),
  photographerName: gallery.photographerName,
  photographerSubdomain: gallery.photographerSubdomain,
  cover,
  ...(cover && !isDeepStrictEqual(gallery.coverFocus, usualLook.coverFocus) && { coverFocus: gallery.coverFocus }),
  photoCount: gallery.photoCount,
  viewCount: gallery.viewCount,
  likeCount: gallery.likeCount,
  isProtected: needsOf(gallery).length > 0,
  ...(gallery.asksEmail && !isProtected(gallery) && { asksOnlyEmail: true }),
  createdAt: gallery.createdAt,
})

/** The card of a gallery whose content the reader may see, as its own page begins with it. */
export const openCard = async (links: Links, gallery: Gallery): Promise<Card> =>
  cardOf(gallery, await shownCover(links, gallery, 'tall'))

/**
 * The card of a public gallery in a list. One that asks for a code, a password or an address shows its name, photographer and price,
 * and nothing of what it holds: no picture, no text, no numbers.
 */
export const listCard = async (links: Links, gallery: Gallery): Promise<Card> =>
  needsOf(gallery).length === 0
    ? cardOf(gallery, await shownCover(links, gallery, 'card'))
    : { ...cardOf(gallery, null), description: '', photoCount: 0, viewCount: 0, likeCount: 0 }

/** A gallery as its owner sees it. The contract drops what the owner does not need. */
export const ownGallery = async (links: Links, gallery: Gallery): Promise<z.input<typeof OwnGallery>> => ({
  ...gallery,
  pricePence: uploadPriceOf(gallery),
  hasPassword: gallery.passwordHash !== null,
  ...(hasUnread(gallery) && { hasUnread: true }),
  cover: await shownPicture(links, gallery, gallery.cover),
})

export const photoView = async (links: Links, gallery: Gallery, photo: Photo): Promise<z.input<typeof PhotoView>> => ({
  id: photo.id,
  galleryId: photo.galleryId,
  title: photo.title,
  description: photo.description,
  pricePence: photo.pricePence,
  webPence: webOfferOf(photo),
  isFeatured: photo.isFeatured,
  ...(isKeptBack(photo) && { isExcepted: true }),
  ...sharedSince(photo),
  picture: await shownPicture(links, gallery, photo),
  createdAt: photo.createdAt,
})
