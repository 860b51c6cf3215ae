import type { CartItem } from '#frontend/shared/cart/cart-items.ts'
import type { GalleryCard, PhotoView } from '#schema/api/views.ts'

/** A photo on sale as it goes into the cart. */
export const cartItemOf = (photo: PhotoView, gallery: Pick<GalleryCard, 'title' | 'photographerName'>): CartItem => ({
  photoId: photo.id,
  title: photo.title,
  pricePence: photo.pricePence,
  galleryId: photo.galleryId,
  galleryTitle: gallery.title,
  photographerName: gallery.photographerName,
  imageUrl: photo.picture?.thumbnailUrl ?? '',
})
