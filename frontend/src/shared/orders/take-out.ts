import { forgetAttempt } from '#frontend/shared/cart/attempt-key.ts'
import { useCartActions } from '#frontend/shared/cart/cart.tsx'
import { forgetReminder } from '#frontend/shared/cart/checkout-draft.ts'
import { useStable } from '#frontend/ui/use-stable.ts'
import type { OrderView } from '#schema/api/orders.ts'
import type { PhotoSize } from '#schema/web-size.ts'
import { noteBought } from './bought-photos.ts'
import { isFirstLook } from './cleared-orders.ts'
import { forgetOpened } from './opened-orders.ts'

/**
 * Takes what a finished order holds out of the cart, where this browser meets it for the first time.
 * @returns whether it was this browser's cart. Opened from the receipt on another device it is not: the next purchase may
 * wait in that one, or be under way.
 */
export const useTakeOut = () => {
  const { takeBought } = useCartActions()
  return useStable((order: OrderView): boolean => {
    noteBought(order.items)
    forgetOpened(order.id)
    if (!isFirstLook(order.number)) return false
    const of = (kind: 'photo' | 'gallery') => order.items.filter((item) => item.kind === kind)
    const photos = new Map<string, PhotoSize>(
      of('photo').map(({ photoId, as }) => [photoId, as === 'web' ? 'web' : 'original']),
    )
    const wholeIds = new Set(of('gallery').map(({ galleryId }) => galleryId))
    if (!takeBought(photos, wholeIds)) return false
    forgetAttempt()
    forgetReminder(order.customerEmail)
    return true
  })
}
