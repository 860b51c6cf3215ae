import type { GalleryAccess, Visitor } from '#functions/galleries/gallery-access.ts'
import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Photo } from '#schema/entities/photo.ts'
import { AppError } from '#schema/errors.ts'
import type { PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { maxPence, sumPence } from '#schema/money.ts'

type SellablePhoto = Photo & { original: NonNullable<Photo['original']> }
export type Offer = { photo: SellablePhoto; gallery: Gallery }
/** `locked` photos are for sale to who opens their gallery again; `unavailable` ones are not, or not to this visitor. */
type Cart = { offers: Offer[]; unavailable: PhotoId[]; locked: PhotoId[] }

type Parts = {
  photos: Pick<PhotoStore, 'getMany'>
  galleries: Pick<GalleryStore, 'getMany'>
  access: Pick<GalleryAccess, 'buyerStateOf'>
}
/**
 * What of a cart can be bought by this visitor now, in the cart's order; a photo named twice counts once.
 * @throws AppError `cart_too_large` for too many photos, `cart_too_many_photographers`, `total_too_large` for more money than one order holds.
 */
export type ReadCart = (photoIds: readonly PhotoId[], visitor: Visitor) => Promise<Cart>

const isShown = (photo: Photo | undefined): photo is SellablePhoto =>
  photo?.state === 'ready' && photo.original !== null

export const cartReader =
  ({ photos, galleries, access }: Parts): ReadCart =>
  async (photoIds, visitor) => {
    const wanted = [...new Set(photoIds)]
    // @throws before anything is read: a thousand ids cost nothing.
    if (wanted.length > limits.cart.maxItems) throw new AppError('cart_too_large', { maxItems: limits.cart.maxItems })
    if (wanted.length === 0) return { offers: [], unavailable: [], locked: [] }
    const found = new Map((await photos.getMany(wanted)).map((photo) => [photo.id, photo]))

    const seenGalleries = async (ids: readonly Gallery['id'][]) => {
      const all = await galleries.getMany(ids)
      const states = await Promise.all(all.map((gallery) => access.buyerStateOf(gallery, visitor)))
      return new Map(all.map((gallery, index) => [gallery.id, { gallery, state: states[index] }]))
    }

    const seen = await seenGalleries([...found.values()].map(({ galleryId }) => galleryId))

    const cart: Cart = { offers: [], unavailable: [], locked: [] }
    for (const id of wanted) {
      const photo = found.get(id)
      const { gallery, state } = (photo && seen.get(photo.galleryId)) ?? {}
      // Before its price is looked at: of what is locked nobody is told more than that.
      if (isShown(photo) && state === 'locked') cart.locked.push(id)
      // A free photo is downloaded where its gallery allows it and counts it; an order would go around both.
      else if (isShown(photo) && photo.pricePence > 0 && gallery && state === 'open')
        cart.offers.push({ photo, gallery })
      else cart.unavailable.push(id)
    }
    const { maxPhotographers } = limits.cart
    if (new Set(cart.offers.map(({ photo }) => photo.photographerId)).size > maxPhotographers)
      throw new AppError('cart_too_many_photographers', { maxPhotographers })
    if (sumPence(cart.offers.map(({ photo }) => photo.pricePence)) > maxPence) throw new AppError('total_too_large')
    return cart
  }
