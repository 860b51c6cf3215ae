import { type CartItem, photosOf, wholesOf } from '#frontend/shared/cart/cart-items.ts'
import { countOf } from '#frontend/shared/format/counts.ts'

/** "12 photos", "1 whole gallery", "2 whole galleries and 3 photos". */
export const countedItems = (items: readonly CartItem[]): string => {
  const [wholes, photos] = [wholesOf(items).length, photosOf(items).length]
  return [
    ...(wholes > 0 ? [countOf(wholes, 'whole gallery', 'whole galleries')] : []),
    ...(photos > 0 ? [countOf(photos, 'photo')] : []),
  ].join(' and ')
}
