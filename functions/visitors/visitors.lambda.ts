import { liveReadPlainCart } from '#functions/checkout/live.ts'
import { liveFavouritesLists, liveGalleries, liveGalleryAccess } from '#functions/galleries/live.ts'
import { liveOutbox } from '#functions/mail/live.ts'
import { liveGate, liveProfiles } from '#functions/profiles/live.ts'
import { liveReviews } from '#functions/proofing/live.ts'
import { serve } from '#functions/shared/http/serve.ts'
import { liveCursors, liveSessions } from '#functions/shared/live.ts'
import { liveThrottle } from '#functions/shared/throttle/throttle.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { visitors } from '#schema/api/visitors.ts'
import { keepCart } from './keep-cart.ts'
import { openKeptCart } from './left-carts.ts'
import { listVisitors } from './list-visitors.ts'
import { liveLeaveAddress, liveVisits } from './live.ts'
import { liveKeptCarts, liveMailLinks } from './live-writing.ts'
import { confirmAddress, forgetAddress, mailChoices, resubscribe, unsubscribe } from './mail-choices.ts'
import { tellBeforeClosing } from './tell-before-closing.ts'

export const handler = serve(
  visitors,
  () => {
    const parts = {
      ...liveGalleries(),
      carts: liveKeptCarts(),
      favouritesLists: liveFavouritesLists(),
      outbox: liveOutbox(),
      readCart: liveReadPlainCart(liveReviews()),
      profiles: liveProfiles(),
      contacts: liveVisits(),
      mailLinks: liveMailLinks(),
      leave: liveLeaveAddress(),
      access: liveGalleryAccess(liveReviews()),
      sessions: liveSessions(),
      cursors: liveCursors(),
      throttle: liveThrottle(),
      now: systemClock,
    }
    return {
      tellBeforeClosing: tellBeforeClosing(parts),
      ofGallery: listVisitors(parts),
      confirmAddress: confirmAddress(parts),
      mailChoices: mailChoices(parts),
      unsubscribe: unsubscribe(parts),
      resubscribe: resubscribe(parts),
      forget: forgetAddress(parts),
      keepCart: keepCart(parts),
      keptCart: openKeptCart(parts),
    }
  },
  { gate: liveGate },
)
