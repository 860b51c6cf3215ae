import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import { isForSale, type SellablePhoto } from '#functions/orders/order-file.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import { AppError } from '#schema/errors.ts'
import type { GalleryId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import type { PricedChoice } from './price-offers.ts'

/** Photos of one request of the list: about a megabyte, DynamoDB's limit. */
const atOnce = 500

/**
 * The photos of the galleries that are bought as a whole, in their galleries' order.
 * @throws AppError `wholes_too_large` for more than one order holds, `items_unavailable` for a gallery without any.
 */
export const photosInside = async (
  photos: Pick<PhotoStore, 'listShown'>,
  { sold }: Pick<PricedChoice, 'sold'>,
): Promise<Map<GalleryId, SellablePhoto[]>> => {
  requireFitting({ sold })
  const inside = new Map<GalleryId, SellablePhoto[]>()
  for (const line of sold) {
    if (line.kind !== 'gallery') continue
    const { id } = line.gallery
    const found: SellablePhoto[] = []
    for await (const page of eachPage((after) => photos.listShown(id, { after, limit: atOnce })))
      found.push(...page.photos.filter(isForSale))
    if (found.length === 0) throw new AppError('items_unavailable', { unavailable: [], unavailableGalleries: [id] })
    inside.set(id, found)
  }
  return inside
}

/** @throws AppError `wholes_too_large` */
export const requireFitting = ({ sold }: Pick<PricedChoice, 'sold'>): void => {
  const count = sold.reduce((sum, line) => sum + (line.kind === 'gallery' ? line.gallery.photoCount : 0), 0)
  const { wholePhotosInAll: most } = limits.order
  if (count > most) throw new AppError('wholes_too_large', { most })
}
