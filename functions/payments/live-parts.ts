import { discountStore } from '#functions/orders/discount-store.ts'
import { orderStore } from '#functions/orders/order-store.ts'
import { pointerStore } from '#functions/orders/pointer-store.ts'
import { idMaker, systemRandom } from '#functions/shared/ids/ids.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import type { ConvergeParts } from './converge.ts'
import { livePayments } from './stripe-payments.ts'

/** What settling an order takes, in a deployed function. */
export const liveConvergeParts = (log: Log): ConvergeParts => ({
  orders: orderStore(liveTable()),
  pointers: pointerStore(liveTable()),
  // Orders name their codes by hash; the launch code is for those that somebody enters.
  discounts: discountStore(liveTable(), async () => ''),
  payments: livePayments(),
  ids: idMaker(systemClock, systemRandom),
  now: systemClock,
  stage: setting('STAGE'),
  siteUrl: setting('SITE_URL'),
  log,
})
