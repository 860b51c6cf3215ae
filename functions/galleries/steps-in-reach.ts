import type { Gallery } from '#schema/entities/gallery.ts'
import type { PriceSteps } from '#schema/offers.ts'
import type { PhotoStore } from './photo-store.ts'

/** The steps for which a gallery has enough photos that cost something: free ones are no part of an order. */
export const stepsInReach = async (photos: Pick<PhotoStore, 'countPaid'>, gallery: Gallery): Promise<PriceSteps> => {
  const { priceSteps } = gallery
  const last = priceSteps.at(-1)
  if (!last) return []
  const count = await photos.countPaid(gallery, last.from)
  return priceSteps.filter(({ from }) => from <= count)
}
