import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { Discount } from '#schema/entities/discount.ts'
import { AppError } from '#schema/errors.ts'
import { type DiscountStore, isUsable } from './discount-store.ts'

type Parts = { discounts: Pick<DiscountStore, 'find'>; throttle: Throttle; now: Clock }
/** The discount behind a code, `undefined` without one. Nothing is used up by asking. */
export type ReadCode = (code: string | undefined, address: string) => Promise<Discount | undefined>

/**
 * Wrong, switched off, expired and used up are one answer: nobody learns which codes exist. Only wrong tries count
 * towards the limit, since a cart asks again with every change; past the limit a right one is refused too.
 * @throws AppError `invalid_discount_code`, `too_many_requests`.
 */
export const codeReader =
  ({ discounts, throttle, now }: Parts): ReadCode =>
  async (code, address) => {
    if (code === undefined) return undefined
    await throttle.count('discountPerAddress', address)
    const discount = await discounts.find(code, stamp(now()))
    if (!discount || !isUsable(discount, stamp(now()))) throw new AppError('invalid_discount_code')
    await throttle.takeBack('discountPerAddress', address)
    return discount
  }
