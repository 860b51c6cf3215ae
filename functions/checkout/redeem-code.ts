import { type DiscountStore, hasUseLeft, isInForce, lacksOneUse } from '#functions/orders/discount-store.ts'
import type { OrderStore } from '#functions/orders/order-store.ts'
import type { Photographer } from '#functions/shared/http/operation.ts'
import type { GallerySessions } from '#functions/shared/sessions/gallery-sessions.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import { guess } from '#functions/shared/throttle/wrong-tries.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { Discount } from '#schema/entities/discount.ts'
import { AppError } from '#schema/errors.ts'
import type { GalleryId, OrderId, PhotoId, UserId } from '#schema/ids.ts'
import { codesHeldBy } from './own-open-orders.ts'

type Parts = {
  discounts: Pick<DiscountStore, 'find' | 'findOwn'>
  orders: Pick<OrderStore, 'findAll'>
  sessions: Pick<GallerySessions, 'visitorOf'>
  throttle: Throttle
  now: Clock
}
type Asker = {
  caller: Photographer | undefined
  headers: { 'x-gallery-session'?: string | undefined }
  address: string
  /** The photos and galleries of the cart that the code is for. */
  cart: readonly (PhotoId | GalleryId)[]
  /** Whose photos are in it: their codes count too. */
  photographers: readonly UserId[]
  /** Orders whose payment page this browser was led to. */
  openedOrders: readonly OrderId[]
}
/**
 * What a code may be used as now: the installation's where that may be, else those that photographers of the cart call so;
 * none without one. One that lacks one use counts for the browser whose own open order holds it: it came back to its cart.
 * Nothing is used up by asking.
 */
export type ReadCode = (code: string | undefined, asker: Asker) => Promise<Discount[]>

/**
 * Wrong, switched off, expired and used up are one answer: nobody learns which codes exist. Only wrong tries count
 * towards the limit, since a cart asks again with every change; past its own limit a session is refused a right one too.
 * @throws AppError `invalid_discount_code`, `too_many_requests`, `session_needed`.
 */
export const codeReader =
  ({ discounts, orders, sessions, throttle, now }: Parts): ReadCode =>
  async (code, asker) => {
    if (code === undefined) return []
    const visitor = await sessions.visitorOf(asker)
    const within = { name: 'discountWrongPerCart', subject: [...asker.cart].sort().join(' ') } as const
    let found: Discount[] = []
    const isRight = await guess(
      throttle,
      { limits: guessLimits, visitor, within, address: asker.address },
      async () => {
        const at = stamp(now())
        let held: ReturnType<typeof codesHeldBy> | undefined
        const usable = async (known: readonly Discount[]) => {
          const inForce = known.filter((discount) => isInForce(discount, at))
          if (!inForce.some(lacksOneUse) || asker.openedOrders.length === 0) return inForce.filter(hasUseLeft)
          held ??= codesHeldBy(orders, { opened: asker.openedOrders, at: now() })
          const hashes = await held
          return inForce.filter((each) => hasUseLeft(each) || (lacksOneUse(each) && hashes.has(each.codeHash)))
        }
        const common = await discounts.find(code, at)
        found = await usable(common ? [common] : [])
        // One that is over keeps its word from no photographer.
        if (found.length === 0) found = await usable(await discounts.findOwn(code, asker.photographers))
        return found.length > 0
      },
    )
    if (!isRight) throw new AppError('invalid_discount_code')
    return found
  }

const guessLimits = {
  own: 'discountWrongPerSession',
  inCrowd: 'discountWrongPerSessionInCrowd',
  address: 'discountWrongPerAddress',
  late: 'discountWrongOfLateSessions',
} as const
