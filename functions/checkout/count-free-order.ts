import { takeAll } from '#functions/shared/throttle/take-all.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import type { Order } from '#schema/entities/order.ts'
import { mailboxOf } from '#schema/text.ts'

/**
 * Counts an order that costs nothing: for the mailbox, which anybody can invent, then for the network, and for the
 * photographer whose code it is. One that is refused counts for none of them.
 * @throws AppError `too_many_requests` with `retryAfterSeconds`.
 */
export const countFreeOrder = (
  throttle: Pick<Throttle, 'take' | 'giveBack'>,
  { customerEmail, discountOwnerId }: Pick<Order, 'customerEmail' | 'discountOwnerId'>,
  address: string,
): Promise<void> =>
  takeAll(throttle, [
    { name: 'freeOrdersPerEmail', subject: mailboxOf(customerEmail), weight: 1 },
    { name: 'freeOrdersPerAddress', subject: address, weight: 1 },
    ...(discountOwnerId === null
      ? []
      : [{ name: 'freeOrdersPerPhotographer', subject: discountOwnerId, weight: 1 } as const]),
  ])
