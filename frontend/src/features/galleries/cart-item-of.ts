import type { CartItem } from '#frontend/shared/cart/cart-items.ts'
import type { GalleryCard, PhotoView } from '#schema/api/views.ts'
import type { PhotoSize } from '#schema/web-size.ts'

/** A photo on sale as it goes into the cart. */
export const cartItemOf = (
  photo: PhotoView,
  gallery: Pick<GalleryCard, 'title' | 'photographerName'>,
  size: PhotoSize = 'original',
): CartItem => ({
  photoId: photo.id,
  title: photo.title,
  size,
  pricePence: size === 'web' ? (photo.webPence ?? photo.pricePence) : photo.pricePence,
  galleryId: photo.galleryId,
  galleryTitle: gallery.title,
  photographerName: gallery.photographerName,
  imageUrl: photo.picture?.thumbnailUrl ?? '',
  ...(photo.webPence !== null && { hasWeb: true }),
})
