import { forgetAttempt } from '#frontend/shared/cart/attempt-key.ts'
import { useCartActions } from '#frontend/shared/cart/cart.tsx'
import { forgetReminder } from '#frontend/shared/cart/checkout-draft.ts'
import { useStable } from '#frontend/ui/use-stable.ts'
import type { OrderView } from '#schema/api/orders.ts'
import type { PhotoSize } from '#schema/web-size.ts'
import { isFirstLook } from './cleared-orders.ts'
import { noteBought } from './note-bought.ts'
import { forgetOpened } from './opened-orders.ts'

/** Takes out of the cart what an order holds, but what went back. Answers whether it was this browser's cart. */
const useTakeLines = () => {
  const { takeBought } = useCartActions()
  return useStable(({ items, customerEmail, ...order }: OrderView): boolean => {
    // One under review does not say when it was paid: what was kept from earlier buyers since it was opened may not be in it.
    const paidAt = order.paidAt ?? order.createdAt
    const of = (kind: 'photo' | 'gallery') => items.filter((item) => item.kind === kind && !item.isRefunded)
    const photos = new Map<string, PhotoSize>(
      of('photo').map(({ photoId, as }) => [photoId, as === 'web' ? 'web' : 'original']),
    )
    const wholes = new Map<string, string>(of('gallery').map(({ galleryId }) => [galleryId, paidAt]))
    if (!takeBought(photos, wholes)) return false
    forgetAttempt()
    forgetReminder(customerEmail)
    return true
  })
}

/**
 * Takes what a finished order holds out of the cart, where this browser meets it for the first time.
 * @returns whether it was this browser's cart. Opened from the receipt on another device it is not: the next purchase may
 * wait in that one, or be under way.
 */
export const useTakeOut = () => {
  const takeLines = useTakeLines()
  return useStable((order: OrderView): boolean => {
    const isFirst = isFirstLook(order.number)
    noteBought(order, isFirst)
    forgetOpened(order.id)
    return isFirst && takeLines(order)
  })
}

/**
 * Takes what an order under review holds out of the cart, each time that it lies there: it is paid for, and nothing of it is
 * had before a person has looked at it. Once its money went back it may be bought again.
 * @returns whether the cart held any of it.
 */
export const useTakeOutReviewed = () => {
  const takeLines = useTakeLines()
  return useStable((order: OrderView): boolean => {
    if (order.refundedPence === 0 && order.lostPence === 0) return takeLines(order)
    forgetOpened(order.id)
    return false
  })
}
