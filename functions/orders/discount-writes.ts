import { createHash } from 'node:crypto'
import type { Assert, Key, Write } from '#functions/shared/table/writes.ts'
import { assert, is, put, remove, update } from '#functions/shared/table/writes.ts'
import type { Discount } from '#schema/entities/discount.ts'
import type { Order } from '#schema/entities/order.ts'
import type { OrderId, UserId } from '#schema/ids.ts'
import { mailboxOf } from '#schema/text.ts'

const mailboxHash = (email: string): string => createHash('sha256').update(mailboxOf(email)).digest('hex')

export const discountKeys = {
  discount: (codeHash: string): Key => ({ PK: `DISCOUNT#${codeHash}`, SK: 'META' }),
  use: (codeHash: string, orderId: OrderId): Key => ({ PK: `DISCOUNT#${codeHash}`, SK: `USE#${orderId}` }),
  /** How often a mailbox has used a photographer's code. */
  ofMailbox: (codeHash: string, email: string): Key => ({
    PK: `DISCOUNT#${codeHash}`,
    SK: `EMAIL#${mailboxHash(email)}`,
  }),
  /** A photographer's codes. */
  ofOwner: (userId: UserId, codeHash: string): Key => ({ PK: `DISCOUNT#OF#${userId}`, SK: `CODE#${codeHash}` }),
}

/** An order as far as the use of its code goes. */
type Using = Pick<Order, 'id' | 'customerEmail' | 'discountOwnerId'>

/**
 * Takes one use for an order: of the code, and last where a photographer counts them, of the buyer's mailbox. Refused when
 * the code was switched off, changed or used up meanwhile.
 */
export const discountUse = (discount: Discount, order: Using, at: string): Write[] => [
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
  put({ ...discountKeys.use(discount.codeHash, order.id), orderId: order.id, at }, 'absent'),
  ...(order.discountOwnerId === null ? [] : [mailboxUse(discount, order)]),
]

const mailboxUse = ({ codeHash, maxUsesPerEmail }: Discount, { customerEmail }: Using): Write =>
  update(discountKeys.ofMailbox(codeHash, customerEmail), {
    add: { uses: 1 },
    when: maxUsesPerEmail === null ? 'always' : { uses: is.absentOr(is.below(maxUsesPerEmail)) },
  })

/**
 * Gives back the use of a code by an order that was never paid: first the use itself, which is there once, then what counts
 * it. A count is never brought below nothing, which would be one use more than allowed.
 */
export const discountReturn = (codeHash: string, order: Using): Write[] => [
  remove(discountKeys.use(codeHash, order.id), 'present'),
  oneLess(discountKeys.discount(codeHash)),
  ...(order.discountOwnerId === null ? [] : [oneLess(discountKeys.ofMailbox(codeHash, order.customerEmail))]),
]

const oneLess = (count: Key): Write => update(count, { add: { uses: -1 }, when: { uses: is.atLeast(1) } })

/** Requires that the order still counts as a use of the code. */
export const discountUseHeld = (codeHash: string, orderId: OrderId): Assert =>
  assert(discountKeys.use(codeHash, orderId), 'present')

/** Beside it, of a photographer's code: what buyers paid with it for their photos. */
export const discountSold = (codeHash: string, soldPence: number): Write[] =>
  soldPence === 0 ? [] : [update(discountKeys.discount(codeHash), { add: { soldPence }, when: 'present' })]

/** What went back of that, or less than nothing where a refund came back. */
export const discountGivenBack = (codeHash: string, returnedPence: number): Write =>
  update(discountKeys.discount(codeHash), { add: { returnedPence }, when: 'present' })

type Again = { order: Using; at: string; isOver: boolean; soldPence: number }

/**
 * Takes the use again that an order had given back, because it was paid after all: whatever became of the code since, and
 * however often the buyer used it.
 * @param again.isOver Also over the maximum, which is counted apart; else refused when that is reached.
 */
export const discountUseAgain = (
  { codeHash, maxUses }: Pick<Discount, 'codeHash' | 'maxUses'>,
  { order, at, isOver, soldPence }: Again,
): Write[] => [
  ...(order.discountOwnerId === null
    ? []
    : [update(discountKeys.ofMailbox(codeHash, order.customerEmail), { add: { uses: 1 }, when: 'always' })]),
  update(discountKeys.discount(codeHash), {
    add: { uses: 1, ...(isOver && { lateUses: 1 }), ...(soldPence > 0 && { soldPence }) },
    when: isOver || maxUses === null ? 'present' : { uses: is.below(maxUses) },
  }),
  put({ ...discountKeys.use(codeHash, order.id), orderId: order.id, at }, 'absent'),
]
