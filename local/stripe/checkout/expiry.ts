import type { CheckoutSession } from '../wire.ts'
import type { World } from '../world.ts'

export const expireSession = (world: World, session: CheckoutSession) => {
  session.status = 'expired'
  session.url = null
  world.state.checkoutSessions.put(session)
  world.emit('checkout.session.expired', session)
}

/** Ends the sessions whose time is over. */
export const expireOverdueSessions = (world: World) => {
  for (const session of [...world.state.checkoutSessions.where('status', 'open')]) {
    if (session.expires_at <= world.now()) expireSession(world, session)
  }
}
