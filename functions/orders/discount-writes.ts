import type { Assert, Key, Write } from '#functions/shared/table/writes.ts'
import { assert, is, put, remove, update } from '#functions/shared/table/writes.ts'
import type { Discount } from '#schema/entities/discount.ts'
import type { OrderId } from '#schema/ids.ts'

export const discountKeys = {
  discount: (codeHash: string): Key => ({ PK: `DISCOUNT#${codeHash}`, SK: 'META' }),
  use: (codeHash: string, orderId: OrderId): Key => ({ PK: `DISCOUNT#${codeHash}`, SK: `USE#${orderId}` }),
}

/** Takes one use for an order. Refused when the code was switched off, changed or used up meanwhile. */
export const discountUse = (discount: Discount, orderId: OrderId, at: string): Write[] => [
  update(discountKeys.discount(discount.codeHash), {
    add: { uses: 1 },
    when: {
      isActive: is.equal(true),
      percent: is.equal(discount.percent),
      expiresAt: is.equal(discount.expiresAt),
      maxUses: is.equal(discount.maxUses),
      ...(discount.maxUses !== null && { uses: is.below(discount.maxUses) }),
    },
  }),
  put({ ...discountKeys.use(discount.codeHash, orderId), orderId, at }, 'absent'),
]

/** Gives back the use of a code by an order that was never paid. */
export const discountReturn = (codeHash: string, orderId: OrderId): Write[] => [
  update(discountKeys.discount(codeHash), { add: { uses: -1 }, when: { uses: is.atLeast(1) } }),
  remove(discountKeys.use(codeHash, orderId), 'present'),
]

/** Requires that the order still counts as a use of the code. */
export const discountUseHeld = (codeHash: string, orderId: OrderId): Assert =>
  assert(discountKeys.use(codeHash, orderId), 'present')

/**
 * Takes the use again that an order had given back, because it was paid after all: whatever became of the code since.
 * @param isOver Also over the maximum, which is counted apart; else refused when that is reached.
 */
export const discountUseAgain = (
  { codeHash, maxUses }: Pick<Discount, 'codeHash' | 'maxUses'>,
  { orderId, at, isOver }: { orderId: OrderId; at: string; isOver: boolean },
): Write[] => [
  update(discountKeys.discount(codeHash), {
    add: { uses: 1, ...(isOver && { lateUses: 1 }) },
    when: isOver || maxUses === null ? 'present' : { uses: is.below(maxUses) },
  }),
  put({ ...discountKeys.use(codeHash, orderId), orderId, at }, 'absent'),
]
