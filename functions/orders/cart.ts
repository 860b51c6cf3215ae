import type { GalleryAccess, Visitor } from '#functions/galleries/gallery-access.ts'
import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import type { PhotoStore } from '#functions/photos/photo-store.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Photo } from '#schema/entities/photo.ts'
import { AppError } from '#schema/errors.ts'
import type { PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { maxPence, sumPence } from '#schema/money.ts'

export type SellablePhoto = Photo & { original: NonNullable<Photo['original']> }
export type Offer = { photo: SellablePhoto; gallery: Gallery }
export type Cart = { offers: Offer[]; unavailable: PhotoId[] }

type Parts = {
  photos: Pick<PhotoStore, 'getMany'>
  galleries: Pick<GalleryStore, 'getMany'>
  access: Pick<GalleryAccess, 'accessOf'>
}
/**
 * What of a cart can be bought by this visitor now, in the cart's order; a photo named twice counts once.
 * @throws AppError `cart_too_large` for too many photos, `total_too_large` for more money than one order holds.
 */
export type ReadCart = (photoIds: readonly PhotoId[], visitor: Visitor) => Promise<Cart>

/** A free photo is downloaded where its gallery allows it and counts it; an order would go around both. */
const isSellable = (photo: Photo | undefined): photo is SellablePhoto =>
  photo?.state === 'ready' && photo.original !== null && photo.pricePence > 0

export const cartReader =
  ({ photos, galleries, access }: Parts): ReadCart =>
  async (photoIds, visitor) => {
    const wanted = [...new Set(photoIds)]
    // @throws before anything is read: a thousand ids cost nothing.
    if (wanted.length > limits.cart.maxItems) throw new AppError('cart_too_large', { maxItems: limits.cart.maxItems })
    if (wanted.length === 0) return { offers: [], unavailable: [] }
    const found = new Map((await photos.getMany(wanted)).map((photo) => [photo.id, photo]))
    const open = await openGalleries([...found.values()].map(({ galleryId }) => galleryId))

    const offers = wanted.flatMap((id): Offer[] => {
      const photo = found.get(id)
      const gallery = photo && open.get(photo.galleryId)
      return isSellable(photo) && gallery ? [{ photo, gallery }] : []
    })
    if (sumPence(offers.map(({ photo }) => photo.pricePence)) > maxPence) throw new AppError('total_too_large')
    const offered = new Set(offers.map(({ photo }) => photo.id))
    return { offers, unavailable: wanted.filter((id) => !offered.has(id)) }

    async function openGalleries(ids: readonly Gallery['id'][]): Promise<Map<Gallery['id'], Gallery>> {
      const all = await galleries.getMany(ids)
      const states = await Promise.all(all.map((gallery) => access.accessOf(gallery, visitor)))
      return new Map(all.filter((_, index) => states[index]?.state === 'open').map((each) => [each.id, each]))
    }
  }
