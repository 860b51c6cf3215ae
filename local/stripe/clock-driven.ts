import { runRenewals } from './billing/subscriptions.ts'
import { expireOverdueSessions } from './checkout/expiry.ts'
import { arriveDuePayouts, payOutByItself } from './connect/payouts.ts'
import { sendPendingRefunds } from './payments/refund-money.ts'
import { forgetOldEvents } from './webhooks/events.ts'
import type { World } from './world.ts'

/** Everything that happens because time has passed. */
export const runClockDriven = (world: World) => {
  expireOverdueSessions(world)
  arriveDuePayouts(world)
  payOutByItself(world)
  sendPendingRefunds(world)
  runRenewals(world)
  forgetOldEvents(world)
}
