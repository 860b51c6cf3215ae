import type { CheckoutSession, PaymentIntent, PaymentMethod } from '../wire.ts'
import type { World } from '../world.ts'

/** Starts the subscription that a session sold. */
export const subscribe = (
  _world: World,
  session: CheckoutSession,
  _paid: { intent: PaymentIntent; method: PaymentMethod },
): void => {
  throw new Error(`Subscriptions are not served yet: ${session.id}`)
}
