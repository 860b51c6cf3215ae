import type { CartItem } from '#frontend/shared/cart/cart-items.ts'
import type { GalleryCard, PhotoView } from '#schema/api/views.ts'
import type { PhotoSize } from '#schema/web-size.ts'

/** What a size of a photo is sold for: of one without a Web size, the Original. */
export const pricePenceOf = ({ pricePence, webPence }: Pick<PhotoView, 'pricePence' | 'webPence'>, size: PhotoSize) =>
  size === 'web' ? (webPence ?? pricePence) : pricePence

/** A photo on sale as it goes into the cart. */
export const cartItemOf = (
  photo: PhotoView,
  gallery: Pick<GalleryCard, 'title' | 'photographerName'>,
  size: PhotoSize = 'original',
): CartItem => ({
  photoId: photo.id,
  title: photo.title,
  size,
  pricePence: pricePenceOf(photo, size),
  galleryId: photo.galleryId,
  galleryTitle: gallery.title,
  photographerName: gallery.photographerName,
  imageUrl: photo.picture?.thumbnailUrl ?? '',
  ...(photo.webPence !== null && { hasWeb: true }),
  ...(photo.isExcepted && { exceptedSince: photo.createdAt }),
})
