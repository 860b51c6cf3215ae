import type { Gallery } from '#schema/entities/gallery.ts'
import { limits } from '#schema/limits.ts'

/** A gallery with what all of its photos cost together. */
export type WholeOffer = { readonly gallery: Gallery; readonly wholePence: NonNullable<Gallery['wholePence']> }

/** Whether a gallery is sold as a whole, and for how much. */
export const wholeOfferOf = (gallery: Gallery): WholeOffer | undefined => {
  const { wholePence, photoCount } = gallery
  const isSold = wholePence !== null && wholePence > 0 && photoCount > 0 && photoCount <= limits.gallery.wholePhotos
  return isSold ? { gallery, wholePence } : undefined
}
