import { type Bound, giveAllBack, takeAll } from '#functions/shared/throttle/take-all.ts'
import type { Taking, Throttle } from '#functions/shared/throttle/throttle.ts'
import type { Order } from '#schema/entities/order.ts'
import { mailboxOf } from '#schema/text.ts'
import type { OpenedBy } from './count-checkout.ts'

type Free = { order: Pick<Order, 'customerEmail' | 'discountOwnerId'>; address: string }

/**
 * Counts an order that costs nothing, if it is opened: for the mailbox, which anybody can invent, for the network, and for
 * the photographer whose code it is. The transaction that opens the order counts it for the mailbox: so a request that
 * is repeated, or sent several times at once, counts as often as it opens an order, once. Of a network and a photographer
 * there is one item for very many buyers, on which their transactions would have to wait for each other: these count
 * before, and have it given back where nothing was opened.
 * @param open Opens the order with the mailbox's write in its transaction, and throws its refusal where that is refused.
 * @returns what `open` does.
 * @throws AppError `too_many_requests` with `retryAfterSeconds`.
 */
export const countFreeOrder = async <T extends { readonly openedBy: OpenedBy }>(
  throttle: Pick<Throttle, 'take' | 'taking' | 'giveBack'>,
  { order: { customerEmail, discountOwnerId }, address }: Free,
  open: (ofMailbox: Taking) => Promise<T>,
): Promise<T> => {
  const mailbox = mailboxOf(customerEmail)
  const shared: Bound[] = [
    { name: 'freeOrdersPerAddress', subject: address, weight: 1 },
    ...(discountOwnerId === null
      ? []
      : [{ name: 'freeOrdersPerPhotographer', subject: discountOwnerId, weight: 1 } as const]),
  ]
  await takeAll(throttle, shared)
  let isOpened = false
  try {
    const led = await open(throttle.taking('freeOrdersPerEmail', mailbox, 1))
    isOpened = led.openedBy === 'itself'
    return led
  } finally {
    if (!isOpened) await giveAllBack(throttle, shared)
  }
}
