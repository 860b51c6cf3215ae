import { cartStore } from '#functions/checkout/cart-store.ts'
import { checkout } from '#functions/checkout/checkout.ts'
import { confirmOrder } from '#functions/checkout/confirm-order.ts'
import { downloadItem } from '#functions/checkout/download-item.ts'
import { idempotencyStore } from '#functions/checkout/idempotency-store.ts'
import { liveReadCart } from '#functions/checkout/live.ts'
import { patientPayments } from '#functions/checkout/patient-payments.ts'
import { quoteCart } from '#functions/checkout/quote-cart.ts'
import { codeReader } from '#functions/checkout/redeem-code.ts'
import { sameCart } from '#functions/checkout/same-cart.ts'
import { tellOfCart } from '#functions/checkout/tell-of-cart.ts'
import { liveBuyerFiles } from '#functions/deliveries/live.ts'
import { liveGalleries } from '#functions/galleries/live.ts'
import { liveConverging } from '#functions/payments/live.ts'
import { liveGate } from '#functions/profiles/live.ts'
import { liveReviews } from '#functions/proofing/live.ts'
import { serve } from '#functions/shared/http/serve.ts'
import { systemRandom } from '#functions/shared/ids/ids.ts'
import { liveSessions } from '#functions/shared/live.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveMediaLinks } from '#functions/shared/media-links/media-links.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { readSecret } from '#functions/shared/secrets/secrets.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { liveThrottle } from '#functions/shared/throttle/throttle.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { liveZipSets } from '#functions/zips/live.ts'
import { downloadZip, getZips, startZips } from '#functions/zips/order-zips.ts'
import { orders } from '#schema/api/orders.ts'
import { getOrder } from './get-order.ts'
import { liveDiscounts, liveFetched, liveLinesAhead, liveOrderFiles } from './live.ts'
import { listOrderFiles } from './order-view.ts'
import { changeCode, listCodes, makeCode } from './own-codes.ts'

const liveParts = () => {
  const table = liveTable()
  const settling = liveConverging(systemLog('orders'))
  const throttle = liveThrottle()
  const sessions = liveSessions()
  const discounts = liveDiscounts(async () => (await readSecret('LAUNCH_CODE_SECRET_ID')).code)
  return {
    ...settling,
    ...liveGalleries(),
    payments: { ...settling.payments, ...patientPayments(settling.payments) },
    ahead: liveLinesAhead(),
    inWholes: liveOrderFiles(),
    requests: idempotencyStore(table),
    send: liveSend,
    random: systemRandom,
    readCart: liveReadCart(liveReviews()),
    tellOfCart: tellOfCart({ sessions, send: liveSend, log: settling.log, now: systemClock }),
    findSameCart: sameCart({
      carts: cartStore(table),
      orders: settling.orders,
      discounts,
      converge: settling.converge,
      now: systemClock,
    }),
    discounts,
    readCode: codeReader({
      orders: settling.orders,
      discounts,
      sessions,
      throttle,
      now: systemClock,
    }),
    sessions,
    throttle,
    minimumOrder: () => setting('MINIMUM_ORDER_PENCE'),
    files: liveBuyerFiles(),
    fetched: liveFetched(),
    sets: liveZipSets(),
    links: liveMediaLinks(),
  }
}

export const handler = serve(
  orders,
  () => {
    const parts = liveParts()
    return {
      quote: quoteCart(parts),
      checkout: checkout(parts),
      confirm: confirmOrder(parts),
      get: getOrder(parts),
      files: listOrderFiles(parts),
      download: downloadItem(parts),
      startZips: startZips(parts),
      zips: getZips(parts),
      downloadZip: downloadZip(parts),
      codes: listCodes(parts),
      makeCode: makeCode(parts),
      changeCode: changeCode(parts),
    }
  },
  { gate: liveGate },
)
