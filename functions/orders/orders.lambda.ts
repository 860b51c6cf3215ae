import { cartReader } from '#functions/checkout/cart.ts'
import { cartStore } from '#functions/checkout/cart-store.ts'
import { checkout } from '#functions/checkout/checkout.ts'
import { confirmOrder } from '#functions/checkout/confirm-order.ts'
import { downloadItem } from '#functions/checkout/download-item.ts'
import { idempotencyStore } from '#functions/checkout/idempotency-store.ts'
import { patientPayments } from '#functions/checkout/patient-payments.ts'
import { quoteCart } from '#functions/checkout/quote-cart.ts'
import { codeReader } from '#functions/checkout/redeem-code.ts'
import { sameCart } from '#functions/checkout/same-cart.ts'
import { buyerFiles } from '#functions/deliveries/buyer-files.ts'
import { galleryAccess } from '#functions/galleries/gallery-access.ts'
import { galleryStore } from '#functions/galleries/gallery-store.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { convergeOrder } from '#functions/payments/converge.ts'
import { liveConvergeParts } from '#functions/payments/live-parts.ts'
import { livePayments } from '#functions/payments/stripe-payments.ts'
import { downloadStore } from '#functions/photos/download-store.ts'
import { liveGate } from '#functions/profiles/live.ts'
import { openReviews } from '#functions/proofing/open-review.ts'
import { proofStore } from '#functions/proofing/proof-store.ts'
import { serve } from '#functions/shared/http/serve.ts'
import { idMaker, systemRandom } from '#functions/shared/ids/ids.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveMediaLinks } from '#functions/shared/media-links/media-links.ts'
import { readSecret } from '#functions/shared/secrets/secrets.ts'
import { gallerySessions } from '#functions/shared/sessions/gallery-sessions.ts'
import { liveSigner } from '#functions/shared/signing/signer.ts'
import { liveStorage } from '#functions/shared/storage/live-storage.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { liveThrottle } from '#functions/shared/throttle/throttle.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { orders } from '#schema/api/orders.ts'
import { discountStore } from './discount-store.ts'
import { getOrder } from './get-order.ts'

const liveParts = () => {
  const table = liveTable()
  const log = systemLog('orders')
  const settling = liveConvergeParts(log)
  const throttle = liveThrottle()
  const sessions = gallerySessions({ signer: liveSigner(), random: systemRandom, now: systemClock })
  const photos = photoStore(table)
  const galleries = galleryStore(table)
  return {
    ...settling,
    payments: { ...livePayments(), ...patientPayments(livePayments()) },
    converge: convergeOrder(settling),
    requests: idempotencyStore(table),
    photos,
    galleries,
    downloads: downloadStore(table),
    readCart: cartReader({
      photos,
      galleries,
      access: galleryAccess({
        signer: liveSigner(),
        now: systemClock,
        isReviewOpen: openReviews({ proofs: proofStore(table), now: systemClock }),
      }),
    }),
    findSameCart: sameCart({ carts: cartStore(table), orders: settling.orders, now: systemClock }),
    readCode: codeReader({
      discounts: discountStore(table, async () => (await readSecret('LAUNCH_CODE_SECRET_ID')).code),
      sessions,
      throttle,
      now: systemClock,
    }),
    sessions,
    throttle,
    ids: idMaker(systemClock, systemRandom),
    files: buyerFiles(liveStorage()),
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
      download: downloadItem(parts),
    }
  },
  { gate: liveGate },
)
