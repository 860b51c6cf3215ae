import { isBusy } from '#functions/shared/http/outage.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'

/** Which request opened the order that one is answered with: itself, one with the same key, or one with the same cart. */
export type OpenedBy = 'itself' | 'sameKey' | 'sameCart'
type Led = { readonly openedBy: OpenedBy }

type Buyer = { subject: string; email: string; address: string }

/**
 * Counts a checkout for its browser, there for the buyer's address too, and for its network. One that ends because something was
 * busy counts nowhere: the browser repeats it (decision 53). Nor does one whose order a request with the same key opened,
 * for that has counted.
 * @param open Leads the request to its order, and ends before Stripe is asked for a page: an order that is open counts.
 * @throws AppError `too_many_requests` with `retryAfterSeconds`.
 */
export const countCheckout = <T extends Led>(
  throttle: Pick<Throttle, 'count' | 'takeBack'>,
  { subject, email, address }: Buyer,
  open: () => Promise<T>,
): Promise<T> =>
  counted(throttle, ['checkoutPerSession', subject, { name: 'checkoutPerEmail', subject: email }], () =>
    // Not beside it: what one browser is refused would count against all buyers of its network.
    counted(throttle, ['checkoutPerAddress', address], open),
  )

const counted = async <T extends Led>(
  throttle: Pick<Throttle, 'count' | 'takeBack'>,
  tried: Parameters<Throttle['count']>,
  open: () => Promise<T>,
): Promise<T> => {
  await throttle.count(...tried)
  const led = await open().catch(async (error: unknown) => {
    if (isBusy(error)) await throttle.takeBack(...tried)
    throw error
  })
  if (led.openedBy === 'sameKey') await throttle.takeBack(...tried)
  return led
}
