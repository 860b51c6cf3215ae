import { createHash } from 'node:crypto'
import { checkBooks, checkOverdueWork } from '#functions/books/check-books.ts'
import { compareDaily } from '#functions/books/compare-daily.ts'
import { comparePart } from '#functions/books/compare-part.ts'
import { compareReturns } from '#functions/books/compare-returns.ts'
import { compareSessions } from '#functions/books/compare-sessions.ts'
import { compareTransfers, type MadeTransfers, madeTransfers } from '#functions/books/compare-transfers.ts'
import { compareEnded, handOutEnded } from '#functions/books/ended-checkouts.ts'
import { checkPendingRefunds } from '#functions/books/pending-refunds.ts'
import { checkPlatform, platformBalance } from '#functions/books/platform-balance.ts'
import { type ReadSizes, readBooks } from '#functions/books/read-books.ts'
import { handOutOpenOrders, reconcileOrder } from '#functions/books/reconcile.ts'
import { cartReader } from '#functions/checkout/cart.ts'
import { cartStore } from '#functions/checkout/cart-store.ts'
import { checkout } from '#functions/checkout/checkout.ts'
import { confirmOrder } from '#functions/checkout/confirm-order.ts'
import { downloadItem } from '#functions/checkout/download-item.ts'
import { idempotencyStore } from '#functions/checkout/idempotency-store.ts'
import { quoteCart } from '#functions/checkout/quote-cart.ts'
import { codeReader } from '#functions/checkout/redeem-code.ts'
import { sameCart } from '#functions/checkout/same-cart.ts'
import { tellOfCart } from '#functions/checkout/tell-of-cart.ts'
import { choreStore } from '#functions/chores/chore-store.ts'
import { type ChoreKind, choreLists } from '#functions/chores/chore-writes.ts'
import { doChores } from '#functions/chores/do-chores.ts'
import { galleryAccess } from '#functions/galleries/gallery-access.ts'
import { galleryKeys } from '#functions/galleries/gallery-keys.ts'
import { galleryStore } from '#functions/galleries/gallery-store.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { listing, photoKeys } from '#functions/galleries/photo-writes.ts'
import { pricePut } from '#functions/galleries/stock-store.ts'
import { outboxStore } from '#functions/mail/outbox-store.ts'
import { sendMails } from '#functions/mail-sending/send-mails.ts'
import type { SendMail } from '#functions/mail-sending/ses-mailer.ts'
import { sweepOutbox } from '#functions/mail-sending/sweep-outbox.ts'
import { tellOfSale } from '#functions/mail-sending/tell-of-sale.ts'
import { discountStore } from '#functions/orders/discount-store.ts'
import { fetchedStore } from '#functions/orders/fetched-store.ts'
import { getOrder } from '#functions/orders/get-order.ts'
import { wholeChores } from '#functions/orders/grow-wholes.ts'
import { growingStore } from '#functions/orders/growing-store.ts'
import { keepingChores } from '#functions/orders/keep-files.ts'
import { linesAheadStore, orderChores } from '#functions/orders/lines-ahead-store.ts'
import { orderFileStore } from '#functions/orders/order-file-store.ts'
import { orderStore } from '#functions/orders/order-store.ts'
import { listOrderFiles } from '#functions/orders/order-view.ts'
import { pointerStore } from '#functions/orders/pointer-store.ts'
import { balanceStore } from '#functions/payments/balance-store.ts'
import { convergeOrder } from '#functions/payments/converge.ts'
import { convergeCharge, convergeChargeBooks } from '#functions/payments/converge-charge.ts'
import { earningStore } from '#functions/payments/earning-store.ts'
import { journalStore } from '#functions/payments/journal-store.ts'
import { keepDays } from '#functions/payments/kept-days.ts'
import type { Payments, PayoutProvider, PlatformAccount } from '#functions/payments/payments.ts'
import { convergeTransfer, recoverShare } from '#functions/payments/recover-share.ts'
import { refundStore } from '#functions/payments/refund-store.ts'
import { refusedKeyStore } from '#functions/payments/refused-key-store.ts'
import { soldDayStore } from '#functions/payments/sold-day-store.ts'
import { convergeBankPayouts } from '#functions/payouts/converge-bank-payouts.ts'
import { getBalance } from '#functions/payouts/get-balance.ts'
import { getPayout } from '#functions/payouts/get-payout.ts'
import { holdPayouts } from '#functions/payouts/hold-payouts.ts'
import { listSales } from '#functions/payouts/list-sales.ts'
import { freshAccount } from '#functions/payouts/pay-account.ts'
import { payAccountStore } from '#functions/payouts/pay-account-store.ts'
import { payPhotographer } from '#functions/payouts/pay-photographer.ts'
import { payoutStore } from '#functions/payouts/payout-store.ts'
import { releaseHoldBatch } from '#functions/payouts/release-hold-batch.ts'
import { releaseHolds } from '#functions/payouts/release-holds.ts'
import { requestPayout } from '#functions/payouts/request-payout.ts'
import { reservePayout } from '#functions/payouts/reserve-payout.ts'
import { setUpAccount } from '#functions/payouts/set-up-account.ts'
import { sweepPayouts, weeklyPayouts } from '#functions/payouts/weekly-payouts.ts'
import { profileKeys, profileStore } from '#functions/profiles/profile-store.ts'
import { openReviews } from '#functions/proofing/open-review.ts'
import { proofStore } from '#functions/proofing/proof-store.ts'
import { idMaker, randomText } from '#functions/shared/ids/ids.ts'
import type { LogFields } from '#functions/shared/log/logger.ts'
import type { QueueName, Send } from '#functions/shared/queue/queue.ts'
import { gallerySessions } from '#functions/shared/sessions/gallery-sessions.ts'
import { type StepToDo, takeAllSteps } from '#functions/shared/steps/all-steps.ts'
import { allOf } from '#functions/shared/table/pages.ts'
import { placeStore } from '#functions/shared/table/place-store.ts'
import { workShards } from '#functions/shared/table/shards.ts'
import { put, update } from '#functions/shared/table/writes.ts'
import { throttle } from '#functions/shared/throttle/throttle.ts'
import { afterHours } from '#functions/shared/time/clock.ts'
import { eventStore } from '#functions/stripe-events/event-store.ts'
import { handleEvent } from '#functions/stripe-events/handle-event.ts'
import { keptCartStore } from '#functions/visitors/kept-cart-store.ts'
import { dropBoughtCart } from '#functions/visitors/left-carts.ts'
import { api } from '#schema/api/all.ts'
import { deliveryConsent } from '#schema/consent.ts'
import type { Earning } from '#schema/entities/earning.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { Payout } from '#schema/entities/payout.ts'
import type { Photo } from '#schema/entities/photo.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { BooksPart } from '#schema/events/books.ts'
import { MailTask } from '#schema/events/mail.ts'
import { PaymentEvent } from '#schema/events/payment.ts'
import { HoldBatch, PayoutTask } from '#schema/events/payout.ts'
import { type GalleryId, OrderId, PhotoId, type UserId } from '#schema/ids.ts'
import { minimumChargePence, pence, SumPence } from '#schema/money.ts'
import type { PriceStep } from '#schema/offers.ts'
import type { BoughtLine } from '#schema/web-size.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { aTrader } from '#test/support/builders/trader.ts'
import { request } from '#test/support/http/request.ts'
import { sessionOf, testSigner } from '#test/support/http/session.ts'
import { countedRandom } from '#test/support/market/market-parts.ts'
import { fakeMediaLinks } from '#test/support/media/fake-media-links.ts'
import { seededRandom } from '#test/support/random.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'
import { movableClock } from '#test/support/time.ts'
import { fakeStripe } from './fake-stripe.ts'
import {
  interruptedCall,
  interruptedChange,
  interruptedSend,
  interruptedTable,
  noInterruption,
  type Step,
} from './interrupted.ts'

const siteUrl = 'https://darkslide.test'
export type SentMail = Parameters<SendMail>[0]
export type QueuedMessage = { queue: QueueName; message: unknown }
export type CheckoutOptions = {
  key?: string
  email?: string
  name?: string
  discountCode?: string
  grants?: string[]
  /** Galleries that are asked for as a whole. */
  galleries?: { galleryId: GalleryId; pricePence?: number }[]
  address?: string
  /** The browser's anonymous session, the same in all its tabs. */
  session?: string | undefined
  /** The total that the buyer saw. */
  seenTotalPence?: number
  /** Orders whose payment page this browser was led to. */
  openedOrders?: readonly string[]
}
export type Wanted = { photoId: string; pricePence?: number; size?: 'original' | 'web'; upgradeOf?: BoughtLine }

/**
 * Everything of the money machine over one table in memory, one card provider in memory, queues and a clock that tests
 * move. `as(step)` gives the operations as one process runs them; whatever that process does outside itself passes `step`.
 */
export const moneyWorld = ({
  startsAt = '2030-01-01T10:00:00.000Z',
  seed = 1,
  throttleScale = 1_000,
  payoutFromPence = 0,
  minimumOrderPence = minimumChargePence,
  bookSizes,
}: {
  startsAt?: string
  seed?: number
  throttleScale?: number
  /** The weekly payout waits for this; as delivered it pays whatever there is. */
  payoutFromPence?: number
  /** An order that costs anything costs this at least. */
  minimumOrderPence?: number
  /** How much of a seller's books is read at once; as delivered it is all that any test writes. */
  bookSizes?: ReadSizes
} = {}) => {
  const clock = movableClock(startsAt)
  const { now } = clock
  let writes = 0
  let largest = 0
  const table = fakeTable((request, detail) => {
    if (request === 'write' || request === 'transact') writes++
    if (request === 'transact' && Array.isArray(detail)) largest = Math.max(largest, detail.length)
  })
  const stripe = fakeStripe(now)
  const random = seededRandom(seed)
  const ids = idMaker(now, random)
  const queued: QueuedMessage[] = []
  const mails: SentMail[] = []
  const post = { isDown: false }
  const alarms: { message: string; fields: LogFields | undefined }[] = []
  const log = {
    info: () => {},
    warn: () => {},
    error: (message: string, fields?: LogFields) => {
      alarms.push({ message, fields })
    },
  }
  const keys = testSigner()
  const send: Send = async (queue, messages) => {
    queued.push(...messages.map((message) => ({ queue, message: structuredClone(message) })))
  }

  const as = (step: Step) => {
    const seen = interruptedTable(table, step)
    const payments: Payments = {
      isLive: stripe.payments.isLive,
      requireSetUp: stripe.payments.requireSetUp,
      createSession: interruptedChange('stripe.createSession', step, stripe.payments.createSession),
      findSession: interruptedCall('stripe.findSession', step, stripe.payments.findSession),
      endSession: interruptedChange('stripe.endSession', step, stripe.payments.endSession),
      findCharge: interruptedCall('stripe.findCharge', step, stripe.payments.findCharge),
      listEnded: interruptedCall('stripe.listEnded', step, stripe.payments.listEnded),
      listReturns: interruptedCall('stripe.listReturns', step, stripe.payments.listReturns),
      listSessions: interruptedCall('stripe.listSessions', step, stripe.payments.listSessions),
    }
    const provider: PayoutProvider = {
      createTransfer: interruptedChange('stripe.createTransfer', step, stripe.provider.createTransfer),
      findTransfer: interruptedCall('stripe.findTransfer', step, stripe.provider.findTransfer),
      listTransfers: interruptedCall('stripe.listTransfers', step, stripe.provider.listTransfers),
      listMadeTransfers: interruptedCall('stripe.listMadeTransfers', step, stripe.provider.listMadeTransfers),
      listReversed: interruptedCall('stripe.listReversed', step, stripe.provider.listReversed),
      reverseTransfer: interruptedChange('stripe.reverseTransfer', step, stripe.provider.reverseTransfer),
      createAccount: interruptedChange('stripe.createAccount', step, stripe.provider.createAccount),
      findAccount: interruptedCall('stripe.findAccount', step, stripe.provider.findAccount),
      listBankPayouts: interruptedCall('stripe.listBankPayouts', step, stripe.provider.listBankPayouts),
      accountPage: interruptedCall('stripe.accountPage', step, stripe.provider.accountPage),
    }
    const platform: PlatformAccount = {
      availablePence: interruptedCall('stripe.availablePence', step, stripe.platform.availablePence),
      payoutSchedule: interruptedCall('stripe.payoutSchedule', step, stripe.platform.payoutSchedule),
      hasLainSince: interruptedCall('stripe.hasLainSince', step, stripe.platform.hasLainSince),
    }
    const orders = orderStore(seen)
    const ahead = linesAheadStore(seen)
    const inWholes = orderFileStore(seen)
    const earnings = earningStore(seen)
    const sessions = gallerySessions({ signer: keys, random: countedRandom('sessions'), now })
    const limited = throttle(seen, now, () => throttleScale)
    const settling = {
      orders,
      pointers: pointerStore(seen),
      discounts: discountStore(seen, async () => 'FIRST-LIGHT'),
      payments,
      ids,
      now,
      stage: 'test',
      siteUrl,
      minimumOrder: () => pence(minimumOrderPence),
      log,
    }
    const paying = {
      earnings,
      balances: balanceStore(seen),
      payouts: payoutStore(seen),
      profiles: profileStore(seen),
      accounts: payAccountStore(seen),
      refused: refusedKeyStore(seen),
      provider,
      ids,
      now,
      siteUrl,
      payoutFromPence: SumPence.parse(payoutFromPence),
      log,
    }
    const parts = {
      ...settling,
      ...paying,
      freshAccount: freshAccount(paying),
      reserve: reservePayout(paying),
      recover: recoverShare(paying),
      refunds: refundStore(seen),
      converge: convergeOrder(settling),
      ahead,
      inWholes,
      requests: idempotencyStore(seen),
      photos: photoStore(seen),
      galleries: galleryStore(seen),
      readCart: cartReader({
        photos: photoStore(seen),
        galleries: galleryStore(seen),
        orders,
        access: galleryAccess({
          signer: keys,
          now,
          isReviewOpen: openReviews({ proofs: proofStore(seen), now }),
        }),
        now,
      }),
      findSameCart: sameCart({ ...settling, carts: cartStore(seen), converge: convergeOrder(settling) }),
      readCode: codeReader({
        orders,
        discounts: discountStore(seen, async () => 'FIRST-LIGHT'),
        sessions,
        throttle: limited,
        now,
      }),
      sessions,
      throttle: limited,
      files: {
        fileFor: async ({ photoId }: { photoId: PhotoId }, size: string) =>
          ({ key: `files/${photoId}/${size}`, format: 'jpeg' }) as const,
      },
      links: fakeMediaLinks(),
      fetched: fetchedStore(seen),
      events: eventStore(seen),
      signer: keys,
      send: interruptedSend(send, step),
      random: countedRandom('downloads'),
    }
    const charges = convergeCharge(parts)
    const worker = handleEvent({
      ...parts,
      convergeCharge: charges,
      convergeTransfer: convergeTransfer(paying),
      convergeBankPayouts: convergeBankPayouts(paying),
      convergeSubscription: async () => 'foreign',
    })
    const batch = releaseHoldBatch(parts)
    const pay = payPhotographer(parts)
    const sendMail = sendMails({
      ...parts,
      outbox: outboxStore(seen),
      tellOfSale: tellOfSale(parts),
      dropBoughtCart: dropBoughtCart({ ...parts, carts: keptCartStore(seen) }),
      trader: aTrader(),
      mayWrite: async () => true,
      mailLinks: { unsubscribing: async () => ({ page: '', oneClick: '' }) },
      turn: async () => {},
      wait: async () => {},
      claims: () => randomText(random, 26),
      post: interruptedCall('mail.post', step, async (mail: SentMail) => {
        if (post.isDown) throw new Error('The mail provider is down.')
        mails.push(mail)
      }),
    })
    const allEarning = async () => {
      const balances = balanceStore(seen)
      const sellers: UserId[] = []
      for (const shard of workShards) {
        sellers.push(
          ...(await allOf(
            (after) => balances.listEarning(shard, after),
            (page) => page.sellerIds,
          )),
        )
      }
      return sellers
    }
    const books = { ...parts, journal: journalStore(seen), ...(bookSizes && { sizes: bookSizes }) }
    const nightly = {
      reconcileOrder: reconcileOrder(parts),
      compareEnded: compareEnded(parts),
      compareSessions: compareSessions(parts),
      compareReturns: compareReturns({ ...parts, convergeCharge: charges }),
      checkPendingRefunds: checkPendingRefunds({ ...parts, convergeCharge: charges }),
      checkPlatform: checkPlatform({ ...parts, platform }),
      compareTransfers: compareTransfers({ ...parts, convergeTransfer: convergeTransfer(paying) }),
      checkBooks: checkBooks({
        ...books,
        keepDays: keepDays({ ...parts, soldDays: soldDayStore(seen) }),
      }),
      made: () => madeTransfers(parts),
    }
    /** Everything of the last days in one part. */
    const lately = (days: number) => ({ period: { since: afterHours(now(), -24 * days) }, hasTime: () => true })
    /** Takes what is sent, instead of the queue. */
    const caught = () => {
      const messages: BooksPart[] = []
      const catchAll = interruptedSend(async (_, sent) => {
        messages.push(...sent.map((message) => BooksPart.parse(message)))
      }, step)
      return { messages, send: catchAll }
    }
    return {
      quote: quoteCart({ ...parts, tellOfCart: tellOfCart(parts) }),
      checkout: checkout(parts),
      confirm: confirmOrder(parts),
      get: getOrder(parts),
      download: downloadItem(parts),
      files: listOrderFiles(parts),
      converge: parts.converge,
      convergeCharge: charges,
      convergeChargeBooks: convergeChargeBooks(parts),
      sweepOrder: (orderId: OrderId) => ahead.sweep(orderId, now()),
      /** The chores of orders, as the timed job does them: those that are due. */
      finishChores: async (): Promise<void> => {
        const chores = choreStore(seen)
        const ofOrders = { ...parts, files: inWholes, growing: growingStore(seen), chores }
        const steps = { ...orderChores({ ahead, now }), ...wholeChores(ofOrders), ...keepingChores(ofOrders) }
        const isOfOrders = (kind: ChoreKind): kind is keyof typeof steps => Object.hasOwn(steps, kind)
        // Lists alone, which nothing breaks off: each of the many would be a point for every test of faults.
        const list = () =>
          Promise.all(
            choreLists.flatMap((list) => workShards.map((shard) => choreStore(table).listDue(list, shard, now()))),
          )
        const dueNow = async () =>
          (await list()).flatMap(({ chores: due }) =>
            due.flatMap((chore) => {
              const { kind } = chore
              return isOfOrders(kind) ? [{ ...chore, kind }] : []
            }),
          )
        // One chore may make another one due.
        for (let due = await dueNow(); due.length > 0; due = await dueNow()) {
          for (const chore of due)
            if (await chores.putBehind(chore, now())) await doChores({ chores, log, now }, steps)([chore])
        }
      },
      /** Every open order that a run hands out, looked at at once. */
      reconcile: async () => {
        const { messages, send } = caught()
        await handOutOpenOrders({ ...parts, places: placeStore(table), send, most: () => 1_000 })()
        const found = { looked: 0, failed: 0 }
        for (const part of messages) {
          if (part.kind !== 'order') continue
          found.looked++
          if (!(await nightly.reconcileOrder(part.orderId))) found.failed++
        }
        return found
      },
      /** What Stripe told of checkouts since the last time. */
      reconcileEnded: async () => {
        const { messages, send } = caught()
        await handOutEnded({ places: placeStore(table), send, now })()
        const found = { compared: 0, settled: 0, failed: 0 }
        for (const part of messages) {
          if (part.kind !== 'ended') continue
          const { since, until } = part
          const period = { since: new Date(since), until: new Date(until) }
          const some = await nightly.compareEnded({ period, hasTime: () => true })
          found.compared += some.compared
          found.settled += some.settled
          found.failed += some.failed
        }
        return found
      },
      checkOverdueWork: checkOverdueWork({ ...parts, outbox: outboxStore(seen), chores: choreStore(seen) }),
      checkPendingRefunds: nightly.checkPendingRefunds,
      checkPlatform: nightly.checkPlatform,
      compareSessions: () => nightly.compareSessions(lately(3)),
      compareReturns: () => nightly.compareReturns(lately(14)),
      compareTransfers: async () => ({ ...(await nightly.compareTransfers(lately(14))), made: nightly.made() }),
      checkBooks: async (made?: MadeTransfers) => {
        const { rest: _, ...found } = await nightly.checkBooks.ofSellers(await allEarning(), { made })
        return found
      },
      /** The same in the smallest parts there are: none has time for a second step. `between` runs after each. */
      checkBooksByParts: async (made?: MadeTransfers, between: () => Promise<void> = async () => {}) => {
        const sums = { checked: 0, wrong: 0, indebted: 0, parts: 0 }
        const waiting: BooksPart[] = [{ kind: 'sellers', sellerIds: await allEarning() }]
        for (let part = waiting.shift(); part; part = waiting.shift()) {
          const asked = { made, hasTime: () => false }
          const { rest, checked, wrong, indebted } =
            part.kind === 'sellers'
              ? await nightly.checkBooks.ofSellers(part.sellerIds, asked)
              : part.kind === 'books' || part.kind === 'debt'
                ? await nightly.checkBooks.goOn(part, asked)
                : { rest: [], checked: 0, wrong: 0, indebted: 0 }
          waiting.push(...rest.map((each) => BooksPart.parse(structuredClone(each))))
          sums.checked += checked
          sums.wrong += wrong
          sums.indebted += indebted
          sums.parts++
          await between()
        }
        return sums
      },
      platformBalance: platformBalance({ ...parts, platform }),
      /** The whole night, part after part, also after one that failed. @throws what failed first. */
      compareDaily: async () => {
        const { messages, send } = caught()
        await compareDaily({ ...parts, send })()
        const look = comparePart({ ...nightly, isSetUp: async () => true, send, now, log })
        const steps: StepToDo[] = []
        for (const part of messages) steps.push(() => look(part))
        await takeAllSteps(steps)
      },
      checkBooksOf: readBooks(books),
      releaseHolds: releaseHolds(parts),
      balance: getBalance(parts),
      sales: listSales(parts),
      payout: getPayout(parts),
      setUpAccount: setUpAccount(parts),
      requestPayout: requestPayout(parts),
      holdPayouts: holdPayouts(paying),
      weeklyPayouts: weeklyPayouts(parts),
      sweepPayouts: sweepPayouts(parts),
      /** What the job hands out, sent at once. */
      sendOutbox: async (): Promise<void> => {
        const tasks: MailTask[] = []
        const handOut = interruptedSend(async (_, messages) => {
          tasks.push(...messages.map((message) => MailTask.parse(message)))
        }, step)
        await sweepOutbox({ outbox: outboxStore(seen), send: handOut, now, most: () => 1_000 })()
        await sendMail(tasks)
      },
      /** Handles one message as the Lambda of its queue does. */
      handle: async ({ queue, message }: QueuedMessage): Promise<void> => {
        if (queue === 'PAYMENT_EVENTS_QUEUE_URL') await worker(PaymentEvent.parse(message))
        if (queue === 'HOLDS_QUEUE_URL') await batch(HoldBatch.parse(message))
        if (queue === 'PAYOUTS_QUEUE_URL' || queue === 'PAYOUT_REQUESTS_QUEUE_URL') await pay(PayoutTask.parse(message))
      },
    }
  }
  const calm = as(noInterruption)

  const store = async (key: { PK: string; SK: string }, item: object) => {
    await table.write(put({ ...key, ...item }, 'always'))
  }
  const world = {
    clock,
    now,
    table,
    stripe,
    ids,
    random,
    signer: keys,
    as,
    ...calm,
    mails,
    post,
    alarms,
    queued,
    siteUrl,
    /** How many writes the table has been asked for. */
    writes: () => writes,
    /** How many writes the largest transaction had. */
    largestTransaction: () => largest,
    wholeShares: (shares: readonly Earning[]) => earningStore(table).whole(shares),

    async addGallery(gallery: Gallery) {
      await store(galleryKeys.gallery(gallery.id), gallery)
    },
    async addPhoto(photo: Photo) {
      await store(photoKeys.photo(photo.id), { ...photo, ...listing(photo) })
      if (photo.state === 'ready') await table.write(pricePut(photo))
    },
    async addProfile(profile: Profile) {
      await store(profileKeys.profile(profile.userId), profile)
    },
    /** A photographer with a public gallery of photos at these prices. @returns the ids of the photos. */
    async addSeller(n: number, pricesPence: readonly number[]): Promise<PhotoId[]> {
      await world.addProfile(
        aProfile({ userId: userIdOf(n), email: `seller${n}@example.com`, subdomain: `seller-${n}` }),
      )
      await world.addGallery(aGallery({ id: galleryIdOf(n), photographerId: userIdOf(n) }))
      const photos = pricesPence.map((price, index) =>
        aPhoto({
          id: photoIdOf(n * 1_000 + index),
          galleryId: galleryIdOf(n),
          photographerId: userIdOf(n),
          title: `Photo ${n}.${index}`,
          pricePence: pence(price),
        }),
      )
      for (const photo of photos) await world.addPhoto(photo)
      return photos.map(({ id }) => id)
    },

    /** What the gallery of a seller takes off several photos from now on. */
    async setSteps(galleryId: GalleryId, priceSteps: readonly PriceStep[]): Promise<void> {
      const key = galleryKeys.gallery(galleryId)
      await table.write(update(key, { set: { priceSteps: [...priceSteps] }, when: 'present' }))
    },

    /** What the Web size of a photo costs from now on, and its Original. */
    async setPrices(photoId: string, prices: { pricePence?: number; webPence?: number | null }): Promise<void> {
      await table.write(update(photoKeys.photo(PhotoId.parse(photoId)), { set: prices, when: 'present' }))
    },
    quoteRequest: (items: readonly Wanted[], discountCode?: string) =>
      request(api.orders.endpoints.quote, {
        body: { items: [...items], ...(discountCode !== undefined && { discountCode }) },
        headers: { 'x-gallery-session': sessionOf('quotes') },
      }),
    downloadRequest: (orderId: string, line: number, size: 'original' | 'web') =>
      request(api.orders.endpoints.download, { params: { orderId, line }, body: { size } }),
    /** What all photos of a gallery cost together from now on; `null` for not sold so. Counts its photos, as rendering does. */
    async setWhole(galleryId: GalleryId, wholePence: number | null): Promise<void> {
      const key = galleryKeys.gallery(galleryId)
      const photoCount = table.all().filter((item) => item.SK === 'PHOTO' && item.galleryId === galleryId).length
      const set = { wholePence, photoCount }
      await table.write(update(key, { set, add: { cameCount: 1 }, when: 'present' }))
    },

    /** What the browser sends for "Proceed to Payment". */
    checkoutRequest: (
      items: readonly (PhotoId | Wanted)[],
      {
        key = 'attempt-000000001',
        email = 'ada@example.com',
        name = 'Ada Buyer',
        discountCode,
        grants = [],
        galleries = [],
        address = '198.51.100.7',
        session = `tab${createHash('sha256').update(key).digest('hex').slice(0, 20)}`,
        seenTotalPence,
        openedOrders,
      }: CheckoutOptions = {},
    ) =>
      request(api.orders.endpoints.checkout, {
        headers: { 'idempotency-key': key, 'x-gallery-session': sessionOf(session) },
        body: {
          items: items.map((item) => (typeof item === 'string' ? { photoId: item } : item)),
          customer: { name, email },
          consent: deliveryConsent.version,
          grants,
          galleries,
          ...(discountCode !== undefined && { discountCode }),
          ...(seenTotalPence !== undefined && { seenTotalPence }),
          ...(openedOrders && { openedOrders: [...openedOrders] }),
        },
        address,
      }),
    confirmRequest: (sessionId: string) => request(api.orders.endpoints.confirm, { body: { sessionId } }),
    orderRequest: (orderId: string) => request(api.orders.endpoints.get, { params: { orderId } }),
    balanceOf: (seller: UserId) => balanceStore(table).get(seller),
    payAccountOf: (seller: UserId) => payAccountStore(table).find(seller),
    linesOf: (orderId: OrderId) => orderStore(table).items(orderId),
    orderOf: (orderId: string) => orderStore(table).get(OrderId.parse(orderId)),
    payoutsOf: (seller: UserId): Payout[] =>
      table
        .all()
        .filter(({ PK, sellerId }) => String(PK).startsWith('PAYOUT#') && sellerId === seller)
        .map((item) => Payout.parse(item)),
    earningsOf: (orderId: string) => earningStore(table).listOfOrder(OrderId.parse(orderId)),

    /** Stripe's news as its webhook would have put them into the queue; each is taken once. */
    takeNews: (): QueuedMessage[] =>
      stripe.news.splice(0).map((news) => ({
        queue: 'PAYMENT_EVENTS_QUEUE_URL',
        message: PaymentEvent.parse({ ...news, source: news.source ?? 'platform', accountId: news.accountId ?? null }),
      })),
    /** Delivers everything that is on its way, until nothing is. */
    async deliverAll() {
      for (;;) {
        const messages = [...world.takeNews(), ...queued.splice(0)]
        if (messages.length === 0) return
        for (const message of messages) await calm.handle(message)
      }
    },
    /** One buyer buys and pays, and the webhook arrives. */
    async sell(photoIds: readonly (PhotoId | Wanted)[], options: CheckoutOptions = {}) {
      const answer = await calm.checkout(world.checkoutRequest(photoIds, options))
      if (answer.kind === 'pay') {
        const { sessionId } = await world.orderOf(answer.orderId)
        stripe.pay(sessionId ?? '')
      }
      await world.deliverAll()
      return answer.orderId
    },
    /** A payout account that can receive money. @returns its id. */
    async openAccount(seller: UserId): Promise<string> {
      const setUp = request(api.payouts.endpoints.setUpAccount, { caller: seller })
      await calm.setUpAccount(setUp)
      const id = stripe.accounts().at(-1)?.id ?? ''
      stripe.changeAccount(id, { canReceive: true, detailsSubmitted: true })
      return id
    },
    balanceRequest: (caller: UserId) => request(api.payouts.endpoints.balance, { caller }),
    salesRequest: (caller: UserId) => request(api.payouts.endpoints.sales, { caller }),
    payoutRequest: (caller: UserId) => request(api.payouts.endpoints.request, { caller }),
    /** The two scheduled steps of the hold, and their queue. */
    async runRelease() {
      await calm.releaseHolds()
      await world.deliverAll()
    },
  }
  return world
}
export type MoneyWorld = ReturnType<typeof moneyWorld>
