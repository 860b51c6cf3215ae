import { patientPayments } from '#functions/checkout/patient-payments.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { outboxPut } from '#functions/mail/outbox.ts'
import { outboxStore } from '#functions/mail/outbox-store.ts'
import { sendMails } from '#functions/mail-sending/send-mails.ts'
import { discountStore } from '#functions/orders/discount-store.ts'
import type { Payments } from '#functions/payments/payments.ts'
import { workersCallsPerSecond } from '#functions/payments/stripe-pace.ts'
import { paceStore } from '#functions/shared/pace/pace-store.ts'
import { turnsOf } from '#functions/shared/pace/turns.ts'
import { deliveryConsent } from '#schema/consent.ts'
import type { MailTask } from '#schema/events/mail.ts'
import { aDiscount } from '#test/support/builders/discount.ts'
import { photoIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { aTrader } from '#test/support/builders/trader.ts'
import { galleryOf, iris } from '#test/support/costs/catalogue.ts'
import { silent } from '#test/support/market/market-parts.ts'
import { workerOf } from '../fleet.ts'
import { delays, partitionLimits, quotas, raisedTo } from '../limits.ts'
import { findBreak, isServed, mainReason, openLoad, rateOf } from '../load.ts'
import { type Market, marketOf } from '../market.ts'
import { pacedStripe } from '../paced-stripe.ts'
import type { Scenario } from '../result.ts'
import type { VirtualClock } from '../virtual-clock.ts'

/** As `orders` calls Stripe: it waits a moment when told to slow down. */
const patiently =
  (perSecond: number) =>
  (payments: Payments, clock: VirtualClock): Payments => {
    const paced = pacedStripe(perSecond)(payments, clock)
    return { ...paced, ...patientPayments(paced, (ms) => clock.wait(ms)) }
  }

type Bought = { readonly code?: string; readonly photoId?: string | undefined }
const buy = (
  { calls, browser, copies }: Market,
  n: number,
  { code, photoId = iris.photoIds.first[n % 50] }: Bought = {},
) =>
  copies.run(() =>
    calls.openCheckout({
      headers: { ...browser(), 'idempotency-key': `bench-checkout-${String(n).padStart(8, '0')}` },
      body: {
        items: [{ photoId }],
        consent: deliveryConsent.version,
        customer: { name: 'Ada Buyer', email: `buyer-${n}@example.com` },
        ...(code && { discountCode: code }),
      },
    }),
  )

const sellers = 400
/** A photo of each of so many photographers. */
const photosOfMany = async ({ limited }: Market): Promise<string[]> => {
  const photos = photoStore(limited.items)
  const galleries = Array.from({ length: sellers }, (_, n) => galleryOf(iris.galleryIds.length + 1 + n))
  const made = galleries.map(({ id: galleryId, photographerId }, n) =>
    aPhoto({ id: photoIdOf(4_000_000 + n), galleryId, photographerId }),
  )
  for (const photo of made) await photos.create(photo)
  return made.map(({ id }) => id)
}

const share = 1 / 10
/** Checkouts of different people, of photos of many photographers: nothing but Stripe and the lists of open work is everybody's. */
const checkouts: Scenario = async (goal) => {
  let writes = 0
  let copies = 0
  const room = workerOf('Subjectsorders').atOnce
  const found = await findBreak(goal, async (perSecond) => {
    const market = await marketOf({
      share,
      galleries: sellers + 10,
      paced: patiently(raisedTo('stripeEndpoint') * share),
      functions: room * share,
    })
    const photoIds = await photosOfMany(market)
    const seconds = 3
    const outcome = await openLoad({
      ...market,
      perSecond: perSecond * share,
      seconds,
      withinMs: 2_000,
      request: (n) => buy(market, n, { photoId: photoIds[n % sellers] }),
    })
    const holds = isServed(outcome)
    if (holds) {
      writes = (market.limited.use.writes / outcome.asked) * goal
      copies = Math.ceil((market.copies.mean() * goal) / (perSecond * share))
    }
    return { holds, why: mainReason(outcome) }
  })
  return {
    method: 'sampled',
    heldAt: found.heldAt,
    breaksAt: found.breaksAt,
    because: found.why ?? `the ${room} copies of \`orders\`, Stripe’s raised rate and the work lists hold`,
    demands: { stripeEndpoint: goal, tableWrites: Math.ceil(writes), functions: copies },
  }
}

/** The same with Stripe as it is for a new account. */
const checkoutsUnraised: Scenario = async (goal) => {
  const found = await findBreak(goal, async (perSecond) => {
    const market = await marketOf({ paced: patiently(quotas.stripeEndpoint.most) })
    const outcome = await openLoad({
      ...market,
      perSecond,
      seconds: 4,
      withinMs: 2_000,
      request: (n) => buy(market, n),
    })
    return { holds: isServed(outcome), why: mainReason(outcome) }
  })
  return {
    method: 'simulated',
    heldAt: found.heldAt,
    breaksAt: found.breaksAt,
    because: found.why ?? '',
    demands: { stripeEndpoint: goal },
  }
}

/** Everybody uses the same code: each checkout takes a use of one item, in a transaction. */
const oneCode: Scenario = async (goal) => {
  const code = 'FRIDAY'
  const found = await findBreak(goal, async (perSecond) => {
    const market = await marketOf({ paced: patiently(raisedTo('stripeEndpoint')) })
    const discount = aDiscount({ code, percent: 10 })
    await discountStore(market.limited.items, async () => '').create(discount)
    const outcome = await openLoad({
      ...market,
      perSecond,
      seconds: 2,
      withinMs: 5_000,
      request: (n) => buy(market, n, { code }),
    })
    return { holds: isServed(outcome), why: mainReason(outcome) }
  })
  return { method: 'simulated', heldAt: found.heldAt, breaksAt: found.breaksAt, because: found.why ?? '' }
}

/** Paid sessions of many photographers, settled by the webhook's workers one after the other each. */
const settled: Scenario = async (goal) => {
  const market = await marketOf({ galleries: sellers + 10, paced: pacedStripe(raisedTo('stripeEndpoint')) })
  const { clock, calls, limited } = market
  const photoIds = await photosOfMany(market)
  const { atOnce } = workerOf('PaymentsConverge')
  const count = 4 * atOnce
  await clock.run(
    Array.from({ length: count }, async (_, n) => {
      await clock.wait(n * 5)
      await buy(market, n, { photoId: photoIds[n % sellers] })
    }),
  )
  const sessions = calls.stripe.sessions().map(({ id }) => id)
  for (const id of sessions) calls.stripe.pay(id)
  await clock.run([clock.wait(2_000)])
  /** One pace for all workers; each process takes turns of its own. */
  const turnOf = () =>
    turnsOf({
      paces: paceStore(limited.table, clock.now),
      pace: () => ({ name: 'stripe', perSecond: workersCallsPerSecond(raisedTo('stripeEndpoint')) }),
      now: clock.now,
      wait: clock.wait,
    })
  const before = limited.use.writes
  const doneAt: number[] = []
  let asked = 0
  const left = [...sessions]
  await clock.run(
    Array.from({ length: atOnce }, async () => {
      const turn = turnOf()
      for (let id = left.pop(); id !== undefined; id = left.pop()) {
        try {
          asked += 1
          await turn()
          await calls.parts.converge(id)
          doneAt.push(clock.nowMs())
        } catch {
          // Told to come again, as the queue would have it.
          left.unshift(id)
          await clock.wait(1_000)
        }
      }
    }),
  )
  const heldAt = Math.floor(sustained(doneAt))
  return {
    method: 'sampled',
    heldAt,
    breaksAt: heldAt + 1,
    because: `${atOnce} workers settle ${count} payments of ${sellers} photographers, ${delays.stripe.ms} ms at Stripe each, ${asked - count} put off`,
    // The worker and the return page both ask for the session.
    demands: {
      stripeEndpoint: 2 * goal,
      tableWrites: Math.ceil(((limited.use.writes - before) / count) * goal),
      functions: atOnce,
    },
  }
}

/** How many a second there were between the first fifth and the last. */
const sustained = (moments: readonly number[]): number => {
  const [from, to] = [Math.floor(moments.length * 0.2), Math.floor(moments.length * 0.8)]
  return ((to - from) * 1_000) / ((moments[to] ?? 0) - (moments[from] ?? 0))
}

/** All sales are one photographer's: each adds to the same balance, in a transaction. */
const oneSeller: Scenario = async (goal) => {
  const found = await findBreak(goal, async (perSecond) => {
    const market = await marketOf()
    const { clock, calls } = market
    const seconds = 2
    const count = Math.round(perSecond * seconds)
    await clock.run(Array.from({ length: count }, (_, n) => buy(market, n)))
    const sessions = calls.stripe.sessions().map(({ id }) => id)
    for (const id of sessions) calls.stripe.pay(id)
    const outcome = await openLoad({
      ...market,
      perSecond,
      seconds,
      withinMs: 10_000,
      request: async (n) => {
        const session = sessions[n]
        // A worker whose message failed gets it again.
        for (let delivery = 0; session !== undefined; delivery++) {
          try {
            await calls.parts.converge(session)
            return
          } catch (error) {
            if (delivery === 4) throw error
            await clock.wait(2_000)
          }
        }
      },
    })
    return { holds: isServed(outcome), why: mainReason(outcome) }
  })
  return { method: 'simulated', heldAt: found.heldAt, breaksAt: found.breaksAt, because: found.why ?? 'none was late' }
}

const mailsPerSale = 3
/** The mails of so many sales wait; the senders work them off at the pace that SES was raised to. */
const mails: Scenario = async (goal) => {
  const { clock, random, limited, calls } = await marketOf()
  const { ids } = calls.parts
  const count = 9_600
  const outbox = outboxStore(limited.table)
  const tasks: MailTask[] = []
  for (let n = 0; n < count; n++) {
    const id = ids.mail()
    const mail = outboxPut({
      id,
      template: 'sign-up-tried',
      to: `buyer-${n}@example.com`,
      at: clock.now(),
      data: { signInUrl: 'https://darkslide.test/sign-in' },
    })
    await limited.items.write(mail)
    tasks.push({ id })
  }
  const ses = rateOf(clock, raisedTo('mails'), 'SES')
  const { atOnce } = workerOf('MailSendMails')
  const sentAt: number[] = []
  let refused = 0
  await clock.run(
    Array.from({ length: atOnce }, async () => {
      const send = sendMails({
        ...calls.parts,
        mayWrite: async () => true,
        mailLinks: { unsubscribing: async () => ({ page: '', oneClick: '' }) },
        outbox,
        tellOfSale: async () => {},
        dropBoughtCart: async () => {},
        post: async () => {
          await clock.wait(delays.mail.ms)
          if (!ses.take()) {
            refused += 1
            throw Object.assign(new Error('Maximum sending rate exceeded.'), { name: 'TooManyRequestsException' })
          }
          sentAt.push(clock.nowMs())
        },
        turn: turnsOf({
          paces: paceStore(limited.table, clock.now),
          pace: () => ({ name: 'mail', perSecond: raisedTo('mails') }),
          now: clock.now,
          wait: clock.wait,
        }),
        claims: () => String(random()),
        wait: clock.wait,
        siteUrl: 'https://darkslide.test',
        trader: aTrader(),
        log: silent,
      })
      for (let batch = tasks.splice(0, 10); batch.length > 0; batch = tasks.splice(0, 10)) await send(batch)
    }),
  )
  const perSecond = sustained(sentAt)
  // Of the outbox' eight shards: twice in the sale's transaction, claimed, removed.
  const byShards = (8 * partitionLimits.writes.most) / (2 + limited.use.writes / count)
  const heldAt = Math.floor(Math.min(perSecond, byShards) / mailsPerSale)
  return {
    method: 'sampled',
    heldAt,
    breaksAt: heldAt + 1,
    because: `${atOnce} senders send ${Math.round(perSecond)} a second, ${refused} told to slow down; the outbox takes ${Math.round(byShards)}`,
    demands: { mails: goal * mailsPerSale, functions: atOnce },
  }
}

export const salesScenarios = { checkouts, checkoutsUnraised, oneCode, settled, oneSeller, mails }
