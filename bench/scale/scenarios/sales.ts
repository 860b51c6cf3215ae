import { patientPayments } from '#functions/checkout/patient-payments.ts'
import { outboxPut } from '#functions/mail/outbox.ts'
import { outboxStore } from '#functions/mail/outbox-store.ts'
import { sendMails } from '#functions/mail-sending/send-mails.ts'
import { discountStore } from '#functions/orders/discount-store.ts'
import type { Payments } from '#functions/payments/payments.ts'
import { workersCallsPerSecond } from '#functions/payments/stripe-pace.ts'
import { paceStore } from '#functions/shared/pace/pace-store.ts'
import { turnsOf } from '#functions/shared/pace/turns.ts'
import type { MailTask } from '#schema/events/mail.ts'
import { aDiscount } from '#test/support/builders/discount.ts'
import { aTrader } from '#test/support/builders/trader.ts'
import { iris } from '#test/support/costs/catalogue.ts'
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

const buy = ({ calls, browser, copies }: Market, n: number, code?: string) =>
  copies.run(() =>
    calls.openCheckout({
      headers: { ...browser(), 'idempotency-key': `bench-checkout-${String(n).padStart(8, '0')}` },
      body: {
        items: [{ photoId: iris.photoIds.first[n % 50] }],
        customer: { name: 'Ada Buyer', email: `buyer-${n}@example.com` },
        ...(code && { discountCode: code }),
      },
    }),
  )

const share = 1 / 10
/** Checkouts of different people and photos: nothing but Stripe and the lists of open work is everybody's. */
const checkouts: Scenario = async (goal) => {
  let writes = 0
  let copies = 0
  const room = workerOf('Subjectsorders').atOnce
  const found = await findBreak(goal, async (perSecond) => {
    const market = await marketOf({
      share,
      paced: patiently(raisedTo('stripeEndpoint') * share),
      functions: room * share,
    })
    const seconds = 3
    const outcome = await openLoad({
      ...market,
      perSecond: perSecond * share,
      seconds,
      withinMs: 2_000,
      request: (n) => buy(market, n),
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
      request: (n) => buy(market, n, code),
    })
    return { holds: isServed(outcome), why: mainReason(outcome) }
  })
  return { method: 'simulated', heldAt: found.heldAt, breaksAt: found.breaksAt, because: found.why ?? '' }
}

/** Paid sessions, settled by the webhook's workers one after the other each. */
const settled: Scenario = async (goal) => {
  const market = await marketOf({
    paced: (payments, clock) => pacedStripe(raisedTo('stripeEndpoint'))(payments, clock),
  })
  const { clock, calls, limited } = market
  const count = 240
  await clock.run(Array.from({ length: count }, (_, n) => buy(market, n)))
  const sessions = calls.stripe.sessions().map(({ id }) => id)
  for (const id of sessions) calls.stripe.pay(id)
  await clock.run([clock.wait(2_000)])
  const { atOnce } = workerOf('PaymentsConverge')
  /** One pace for all workers; each process takes turns of its own. */
  const turnOf = () =>
    turnsOf({
      paces: paceStore(limited.table, clock.now),
      pace: () => ({ name: 'stripe', perSecond: workersCallsPerSecond(raisedTo('stripeEndpoint')) }),
      now: clock.now,
      wait: clock.wait,
    })
  const from = clock.nowMs()
  const before = limited.use.writes
  let calledStripe = 0
  const left = [...sessions]
  await clock.run(
    Array.from({ length: atOnce }, async () => {
      const turn = turnOf()
      for (let id = left.pop(); id !== undefined; id = left.pop()) {
        calledStripe += 1
        await turn()
        await calls.parts.converge(id).catch(() => undefined)
      }
    }),
  )
  const perSecond = (count * 1_000) / (clock.nowMs() - from)
  const completed = await Promise.all(calls.stripe.sessions().map(({ orderId }) => orderId)).then((ids) => ids.length)
  const heldAt = Math.floor(perSecond)
  return {
    method: 'sampled',
    heldAt,
    breaksAt: heldAt + 1,
    because: `${atOnce} workers settle ${completed} payments, ${delays.stripe.ms} ms at Stripe each`,
    // The worker and the return page both ask for the session.
    demands: {
      stripeEndpoint: Math.ceil((goal * calledStripe * 2) / count),
      tableWrites: Math.ceil(((limited.use.writes - before) / count) * goal),
    },
  }
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
const mostOf = 0.8
/** The mails of so many sales wait; the senders work them off at the pace that SES was raised to. */
const mails: Scenario = async (goal) => {
  const { clock, random, limited, calls } = await marketOf()
  const { ids } = calls.parts
  const count = 4_800
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
  const from = clock.nowMs()
  let sent = 0
  let refused = 0
  let mostSentMs = from
  await clock.run(
    Array.from({ length: atOnce }, async () => {
      const send = sendMails({
        ...calls.parts,
        outbox,
        post: async () => {
          await clock.wait(delays.mail.ms)
          if (!ses.take()) {
            refused += 1
            throw Object.assign(new Error('Maximum sending rate exceeded.'), { name: 'TooManyRequestsException' })
          }
          sent += 1
          // The last ones of a pace that nobody needs any more are left out.
          if (sent <= mostOf * count) mostSentMs = clock.nowMs()
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
  const perSecond = (mostOf * count * 1_000) / (mostSentMs - from)
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
