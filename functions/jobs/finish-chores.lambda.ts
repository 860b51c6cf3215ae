import { liveReadPlainCart } from '#functions/checkout/live.ts'
import { liveChores } from '#functions/chores/live.ts'
import { expiryChores } from '#functions/galleries/gallery-expiry.ts'
import { liveCarrying, liveGalleries, liveGallerySteps } from '#functions/galleries/live.ts'
import { numberChores } from '#functions/galleries/number-chores.ts'
import { liveLogoSteps } from '#functions/logos/live.ts'
import { liveFetched, liveOrders } from '#functions/orders/live.ts'
import { liveOrderSteps } from '#functions/orders/live-steps.ts'
import { downloadChores } from '#functions/orders/remind-of-downloads.ts'
import { liveEarnings } from '#functions/payments/live.ts'
import { salesMailStore } from '#functions/payments/sales-mail-store.ts'
import { salesChores } from '#functions/payments/sales-of-day.ts'
import { liveProofSteps, liveProofs, liveReviews } from '#functions/proofing/live.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { liveThrottle } from '#functions/shared/throttle/throttle.ts'
import { trialChores } from '#functions/subscriptions/trial-warning.ts'
import { trialWarningStore } from '#functions/subscriptions/trial-warning-store.ts'
import { cartChores } from '#functions/visitors/left-carts.ts'
import { liveVisits } from '#functions/visitors/live.ts'
import { liveKeptCarts, liveMailLinks, liveMayWrite } from '#functions/visitors/live-writing.ts'
import { visitorChores } from '#functions/visitors/visitor-chores.ts'
import { finishChores } from './finish-chores.ts'

const build = () => {
  const parts = { ...liveProofs(), throttle: liveThrottle() }
  return finishChores({
    chores: liveChores(),
    steps: {
      ...liveGallerySteps(),
      ...expiryChores(parts),
      ...numberChores({ ...parts, ...liveGalleries(), send: liveSend }),
      ...liveCarrying(),
      ...visitorChores({ ...parts, contacts: liveVisits() }),
      ...cartChores({
        ...parts,
        carts: liveKeptCarts(),
        readCart: liveReadPlainCart(liveReviews()),
        mayWrite: liveMayWrite(),
        mailLinks: liveMailLinks(),
      }),
      ...liveProofSteps(),
      ...downloadChores({ ...parts, ...liveOrders(), fetched: liveFetched() }),
      ...salesChores({ ...parts, earnings: liveEarnings(), salesMails: salesMailStore(liveTable()) }),
      ...liveLogoSteps(),
      ...liveOrderSteps(),
      ...trialChores({ ...parts, warnings: trialWarningStore(liveTable()) }),
    },
    log: systemLog('finish-chores'),
    now: parts.now,
  })
}

let live: ReturnType<typeof build> | undefined

/** A timed job; see finish-chores.ts. */
export const handler = async (): Promise<void> => {
  live ??= build()
  await live()
}
