import { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import type { NewSession, Payments, PayoutProvider } from '#functions/payments/payments.ts'
import { stripePayments } from '#functions/payments/stripe-payments.ts'
import { expressAccount, stripePayouts } from '#functions/payments/stripe-payouts.ts'
import { afterMs } from '#functions/shared/time/clock.ts'
import { startStripe } from '#local/stripe/start-stripe.ts'
import { PayoutId } from '#schema/ids.ts'
import { keptAtStripe, standIn } from '#test/local/stripe/stand-in.ts'
import { orderIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { fakeStripe } from '#test/support/payments/fake-stripe.ts'
import { movableClock } from '#test/support/time.ts'

/** What the machine relies on, and what buyers, photographers and banks do behind its back. */
type Provider = {
  payments: Payments
  provider: PayoutProvider
  now: () => Date
  advance: (minutes: number) => Promise<void>
  pay: (sessionId: string) => Promise<void>
  refund: (chargeId: string, pence: number) => Promise<void>
  /** @returns the dispute's id. */
  dispute: (chargeId: string, isInquiry: boolean) => Promise<string>
  /** The buyer's bank decides for us. */
  win: (disputeId: string) => Promise<void>
  /** It is ready to receive, and keeps what it gets until `bank`. */
  onboard: (accountId: string) => Promise<void>
  /** Lets charges settle, so that their money can be used. */
  settle: () => Promise<void>
  /** The photographer cuts the connection. */
  leave: (accountId: string) => Promise<void>
  /** What the account has goes to its bank, and what becomes of it there. @returns the payout's id. */
  bank: (accountId: string, end: 'under_way' | 'arrived' | 'returned' | 'cancelled') => Promise<string>
}

const inMemory = async (): Promise<Provider> => {
  const clock = movableClock()
  const fake = fakeStripe(clock.now)
  return {
    payments: fake.payments,
    provider: fake.provider,
    now: clock.now,
    advance: async (minutes) => {
      clock.forward({ minutes })
      fake.tick()
    },
    pay: async (sessionId) => {
      fake.pay(sessionId)
    },
    refund: async (chargeId, pence) => {
      fake.refund(chargeId, pence)
    },
    dispute: async (chargeId, isInquiry) => fake.dispute(chargeId, isInquiry ? 'inquiry' : 'withdrawn'),
    win: async (disputeId) => fake.moveDispute(disputeId, 'won'),
    onboard: async (accountId) => fake.changeAccount(accountId, { canReceive: true, detailsSubmitted: true }),
    settle: async () => clock.forward({ minutes: 3 * 24 * 60 }),
    leave: async (accountId) => fake.changeAccount(accountId, { isGone: true }),
    bank: async (accountId, end) => {
      const id = fake.payOutToBank(accountId, 1350)
      if (end !== 'under_way') fake.endBankPayout(id, end)
      return id
    },
  }
}

/** The stand-in over its wire protocol, with the SDK and our own classification of its answers. */
const overTheWire = async (onEnd: (end: () => Promise<void>) => void): Promise<Provider> => {
  const clock = movableClock()
  const server = await startStripe({ clock: clock.now, tickEveryMs: 0 })
  onEnd(() => server.close())
  // An operator's reserve, as the product asks for: refunds and transfers of settled charges come out of it.
  await server.control.topUp({ pence: 100_000 })
  const { hostname, port } = new URL(server.url)
  const client = new Stripe('sk_test_darkslide', { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 })
  await keptAtStripe({ stripe: client })
  const site = { siteUrl: () => 'https://darkslide.test', stage: () => 'test' }
  return {
    payments: stripePayments(async () => client, { ...site, isLive: async () => false }),
    provider: stripePayouts(async () => client, site),
    now: clock.now,
    advance: async (minutes) => {
      clock.forward({ minutes })
      await server.control.tick({})
    },
    pay: async (session) => {
      await server.control.pay({ session })
    },
    refund: async (charge, amount) => {
      await client.refunds.create({ charge, amount })
    },
    dispute: async (charge, isInquiry) => {
      const stage = isInquiry ? 'warning_needs_response' : 'funds_withdrawn'
      return (await server.control.createDispute({ charge, stage })).id
    },
    win: async (dispute) => {
      await server.control.closeDispute({ dispute, outcome: 'won' })
    },
    onboard: async (account) => {
      await server.control.completeOnboarding({ account })
      await keptAtStripe({ stripe: client }, account)
    },
    settle: async () => {
      clock.forward({ minutes: 3 * 24 * 60 })
      await server.control.tick({})
    },
    leave: async (account) => {
      await server.control.deauthorise({ account })
    },
    bank: async (account, end) => {
      const { id: payout } = await server.control.payOut({ account })
      if (end === 'arrived') await server.control.arrivePayout({ payout })
      if (end === 'returned') await server.control.failPayout({ payout })
      if (end === 'cancelled') await server.control.cancelPayout({ payout })
      return payout
    },
  }
}

const payoutId = PayoutId.parse('pay_00000000000000000000000001')
const sessionFor = (now: Date, change: Partial<NewSession> = {}): NewSession => ({
  orderId: orderIdOf(1),
  orderNumber: 'DS-7K3M9Q2A',
  customerEmail: 'ada@example.com',
  lines: [
    { name: 'First boat out', amountPence: 1000 },
    { name: 'Second boat out', amountPence: 500 },
  ],
  expiresAt: afterMs(now, 31 * 60_000),
  ...change,
})

describe.each([
  ['in memory', inMemory],
  ['the stand-in through the SDK', overTheWire],
] as const)('a card provider: %s', (_, make) => {
  const setup = (context: { onTestFinished: (end: () => Promise<void>) => void }) => make(context.onTestFinished)
  const done = <T>(answer: { kind: string; value?: T }): T => {
    if (answer.kind !== 'done' || answer.value === undefined) throw new Error(`It was ${JSON.stringify(answer)}.`)
    return answer.value
  }
  const paid = async (stripe: Provider) => {
    const { id } = done(await stripe.payments.createSession(sessionFor(stripe.now()), 'co:1:1'))
    await stripe.pay(id)
    const session = await stripe.payments.findSession(id)
    if (!session?.charge) throw new Error('It was not paid.')
    return { session, charge: session.charge }
  }
  const account = async (stripe: Provider) => {
    const photographer = { userId: userIdOf(1), email: 'iris@example.com' }
    const { id } = done(await stripe.provider.createAccount(photographer, 'acct:1'))
    await stripe.onboard(id)
    return id
  }
  const transferTo = (accountId: string, chargeId: string, amountPence: number) => ({
    orderId: orderIdOf(1),
    payoutId,
    sellerId: userIdOf(1),
    accountId,
    chargeId,
    amountPence,
  })

  test('makes a session that carries our order and asks for exactly our total', async (context) => {
    const stripe = await setup(context)
    const session = done(await stripe.payments.createSession(sessionFor(stripe.now()), 'co:1:1'))
    expect(session).toMatchObject({
      status: 'open',
      isPaid: false,
      isLive: false,
      totalPence: 1500,
      currency: 'gbp',
      orderId: orderIdOf(1),
      stage: 'test',
      url: expect.stringContaining('http'),
      charge: null,
    })
    expect(session.expiresAt).toEqual(afterMs(stripe.now(), 31 * 60_000))
  })

  test('answers a repeated key with the same session, and another content with no answer at all', async (context) => {
    const stripe = await setup(context)
    const wanted = sessionFor(stripe.now())
    const first = done(await stripe.payments.createSession(wanted, 'co:1:1'))
    await stripe.advance(5)
    expect(done(await stripe.payments.createSession(wanted, 'co:1:1')).id).toBe(first.id)
    const other = { ...wanted, customerEmail: 'eve@example.com' }
    expect(await stripe.payments.createSession(other, 'co:1:1')).toEqual({
      kind: 'unknown',
      isOtherRequest: true,
    })
  })

  test('refuses a session that would end too soon, and makes one under the next key', async (context) => {
    const stripe = await setup(context)
    const late = sessionFor(stripe.now(), { expiresAt: afterMs(stripe.now(), 60_000) })
    expect(await stripe.payments.createSession(late, 'co:1:1')).toMatchObject({ kind: 'refused' })
    expect(await stripe.payments.createSession(sessionFor(stripe.now()), 'co:1:2')).toMatchObject({ kind: 'done' })
  })

  test('tells of a payment with its charge, its amount and its second', async (context) => {
    const stripe = await setup(context)
    const { session, charge } = await paid(stripe)
    expect(session).toMatchObject({ status: 'complete', isPaid: true, url: null, orderId: orderIdOf(1) })
    expect(session.paymentIntentId).toMatch(/^pi_/)
    expect(charge).toMatchObject({ amountPence: 1500, currency: 'gbp', createdAt: stripe.now() })
  })

  test('ends a session that nobody paid', async (context) => {
    const stripe = await setup(context)
    const { id } = done(await stripe.payments.createSession(sessionFor(stripe.now()), 'co:1:1'))
    await stripe.advance(32)
    expect(await stripe.payments.findSession(id)).toMatchObject({ status: 'expired', isPaid: false, url: null })
  })

  test('closes a page to pay on, which nobody pays from then on; asked again it comes to the same', async (context) => {
    const stripe = await setup(context)
    const { id } = done(await stripe.payments.createSession(sessionFor(stripe.now()), 'co:1:1'))
    expect(await stripe.payments.endSession(id, 'ce:1')).toMatchObject({ kind: 'done', value: { id } })
    expect(await stripe.payments.findSession(id)).toMatchObject({ status: 'expired', isPaid: false, url: null })
    expect(await stripe.payments.endSession(id, 'ce:1')).toMatchObject({ kind: 'done' })
    expect(await stripe.payments.endSession(id, 'ce:2')).toMatchObject({ kind: 'refused' })
  })

  test('closes no page on which somebody has paid', async (context) => {
    const stripe = await setup(context)
    const { id } = done(await stripe.payments.createSession(sessionFor(stripe.now()), 'co:1:1'))
    await stripe.pay(id)
    expect(await stripe.payments.endSession(id, 'ce:1')).toMatchObject({ kind: 'refused' })
    expect(await stripe.payments.findSession(id)).toMatchObject({ status: 'complete', isPaid: true })
  })

  test('knows nothing of a session it did not make', async (context) => {
    const stripe = await setup(context)
    expect(await stripe.payments.findSession('cs_test_404')).toBeUndefined()
    expect(await stripe.payments.findCharge('ch_404')).toBeUndefined()
  })

  test('lists what was paid lately', async (context) => {
    const stripe = await setup(context)
    const { session } = await paid(stripe)
    const { sessions } = await stripe.payments.listSessions({ since: afterMs(stripe.now(), -3_600_000) })
    expect(sessions).toMatchObject([{ id: session.id, isPaid: true }])
  })

  test('lists sessions that were paid or ran out lately, whenever they were made, and none that is open', async (context) => {
    const stripe = await setup(context)
    const since = stripe.now()
    expect(await stripe.payments.listEnded({ since })).toEqual({ sessionIds: [] })
    const { session } = await paid(stripe)
    const other = done(await stripe.payments.createSession(sessionFor(stripe.now()), 'co:open:1'))
    expect(await stripe.payments.listEnded({ since })).toEqual({ sessionIds: [session.id] })
    await stripe.advance(20)
    const later = stripe.now()
    await stripe.advance(60)
    expect(await stripe.payments.listEnded({ since: later })).toEqual({ sessionIds: [other.id] })
    expect(await stripe.payments.listEnded({ since, until: later })).toEqual({ sessionIds: [session.id] })
  })

  test('tells of refunds and disputes by their charge', async (context) => {
    const stripe = await setup(context)
    const { charge } = await paid(stripe)
    await stripe.refund(charge.id, 500)
    await stripe.dispute(charge.id, false)
    const history = await stripe.payments.findCharge(charge.id)
    expect(history).toMatchObject({
      orderId: orderIdOf(1),
      stage: 'test',
      refunds: [{ amountPence: 500, status: 'succeeded', lines: null }],
      disputes: [{ stage: 'withdrawn' }],
    })
    const { chargeIds } = await stripe.payments.listReturns({ since: afterMs(stripe.now(), -3_600_000) })
    expect(chargeIds).toEqual([charge.id])
  })

  test('lists a charge whose dispute ended lately, however long ago it began, and none that only was', async (context) => {
    const stripe = await setup(context)
    const { charge } = await paid(stripe)
    const disputeId = await stripe.dispute(charge.id, false)
    await stripe.advance(60 * 24 * 60)
    const since = afterMs(stripe.now(), -3_600_000)
    expect(await stripe.payments.listReturns({ since })).toEqual({ chargeIds: [] })
    await stripe.win(disputeId)
    expect(await stripe.payments.listReturns({ since })).toEqual({ chargeIds: [charge.id] })
  })

  test('lists all of what went back lately, a page at a time', async (context) => {
    const stripe = await setup(context)
    const since = stripe.now()
    const chargeIds: string[] = []
    for (let n = 0; n < 60; n++) {
      const { id } = done(await stripe.payments.createSession(sessionFor(stripe.now()), `co:${n}:1`))
      await stripe.pay(id)
      const charge = (await stripe.payments.findSession(id))?.charge
      if (!charge) throw new Error('It was not paid.')
      chargeIds.push(charge.id)
      if (n % 2 === 0) await stripe.dispute(charge.id, false)
      else await stripe.refund(charge.id, 500)
    }
    const found = new Set<string>()
    let pages = 0
    let next: string | undefined
    do {
      const page = await stripe.payments.listReturns({ since }, next)
      for (const id of page.chargeIds) found.add(id)
      pages++
      next = page.next
    } while (next !== undefined)
    expect(found).toEqual(new Set(chargeIds))
    expect(pages).toBeGreaterThan(1)
  })

  test('calls a question of the bank an inquiry', async (context) => {
    const stripe = await setup(context)
    const { charge } = await paid(stripe)
    await stripe.dispute(charge.id, true)
    expect((await stripe.payments.findCharge(charge.id))?.disputes).toMatchObject([{ stage: 'inquiry' }])
  })

  test('makes one account a photographer, which can receive once it is set up', async (context) => {
    const stripe = await setup(context)
    const photographer = { userId: userIdOf(1), email: 'iris@example.com' }
    const first = done(await stripe.provider.createAccount(photographer, 'acct:1'))
    expect(first).toMatchObject({ canReceive: false, detailsSubmitted: false, disabledReason: null })
    expect(done(await stripe.provider.createAccount(photographer, 'acct:1')).id).toBe(first.id)
    expect(await stripe.provider.accountPage(first)).toMatch(/^http/)
    await stripe.onboard(first.id)
    const ready = await stripe.provider.findAccount(first.id)
    expect(ready).toMatchObject({ canReceive: true, detailsSubmitted: true, disabledReason: null })
    expect(ready && (await stripe.provider.accountPage(ready))).toMatch(/^http/)
  })

  test('says of an account that left that it is gone, and makes another under another key', async (context) => {
    const stripe = await setup(context)
    const photographer = { userId: userIdOf(1), email: 'iris@example.com' }
    const first = done(await stripe.provider.createAccount(photographer, 'acct:1'))
    await stripe.leave(first.id)
    expect(await stripe.provider.findAccount(first.id)).toBeUndefined()
    const second = done(await stripe.provider.createAccount(photographer, 'acct:1:2'))
    expect(second.id).not.toBe(first.id)
    expect(await stripe.provider.findAccount(second.id)).toMatchObject({ id: second.id })
  })

  test('transfers a share once for a key, and tells whose it is', async (context) => {
    const stripe = await setup(context)
    const { charge } = await paid(stripe)
    const accountId = await account(stripe)
    const wanted = transferTo(accountId, charge.id, 1350)
    const transfer = done(await stripe.provider.createTransfer(wanted, 'tr:1'))
    expect(done(await stripe.provider.createTransfer(wanted, 'tr:1')).id).toBe(transfer.id)
    expect(await stripe.provider.listTransfers({ orderId: orderIdOf(1), accountId })).toMatchObject([
      { id: transfer.id, amountPence: 1350, reversedPence: 0, payoutId, sellerId: userIdOf(1), orderId: orderIdOf(1) },
    ])
  })

  test('never transfers more of a charge than it brought', async (context) => {
    const stripe = await setup(context)
    const { charge } = await paid(stripe)
    const accountId = await account(stripe)
    done(await stripe.provider.createTransfer(transferTo(accountId, charge.id, 1000), 'tr:1'))
    expect(await stripe.provider.createTransfer(transferTo(accountId, charge.id, 501), 'tr:2')).toMatchObject({
      kind: 'refused',
    })
  })

  test('refuses a transfer to an account that is not ready', async (context) => {
    const stripe = await setup(context)
    const { charge } = await paid(stripe)
    const photographer = { userId: userIdOf(1), email: 'iris@example.com' }
    const { id } = done(await stripe.provider.createAccount(photographer, 'acct:1'))
    expect(await stripe.provider.createTransfer(transferTo(id, charge.id, 100), 'tr:1')).toMatchObject({
      kind: 'refused',
    })
  })

  test('takes back part of a transfer once for a key, and no more than there is', async (context) => {
    const stripe = await setup(context)
    const { charge } = await paid(stripe)
    const accountId = await account(stripe)
    const { id } = done(await stripe.provider.createTransfer(transferTo(accountId, charge.id, 1350), 'tr:1'))
    await stripe.settle()
    const part = { transferId: id, amountPence: 400 }
    const first = done(await stripe.provider.reverseTransfer(part, 'rv:1'))
    expect(done(await stripe.provider.reverseTransfer(part, 'rv:1')).id).toBe(first.id)
    expect(await stripe.provider.findTransfer(id)).toMatchObject({ amountPence: 1350, reversedPence: 400 })
    const tooMuch = { transferId: id, amountPence: 951 }
    expect(await stripe.provider.reverseTransfer(tooMuch, 'rv:2')).toMatchObject({ kind: 'refused' })
  })

  test.for(['under_way', 'arrived', 'returned', 'cancelled'] as const)(
    'tells what became of a payout to the bank that is %s, and when',
    async (end, context) => {
      const stripe = await setup(context)
      const { charge } = await paid(stripe)
      const accountId = await account(stripe)
      done(await stripe.provider.createTransfer(transferTo(accountId, charge.id, 1350), 'tr:1'))
      await stripe.advance(4 * 24 * 60)
      const id = await stripe.bank(accountId, end)
      const [told, ...others] = await stripe.provider.listBankPayouts(accountId)
      expect(others).toEqual([])
      expect(told).toMatchObject({ id, state: end, amountPence: 1350 })
      const sinceMs = (told?.endedAt.getTime() ?? 0) - stripe.now().getTime()
      expect(sinceMs).toBe(end === 'under_way' ? 2 * 24 * 3_600_000 : 0)
    },
  )

  test('lists what it transferred lately, to whomever, with what was taken back and whose installation made it', async (context) => {
    const stripe = await setup(context)
    const { charge } = await paid(stripe)
    const accountId = await account(stripe)
    const since = stripe.now()
    const { id } = done(await stripe.provider.createTransfer(transferTo(accountId, charge.id, 1350), 'tr:1'))
    await stripe.settle()
    await stripe.provider.reverseTransfer({ transferId: id, amountPence: 50 }, 'rv:1')
    expect(await stripe.provider.listMadeTransfers({ since })).toEqual({
      transfers: [expect.objectContaining({ id, amountPence: 1350, reversedPence: 50, payoutId, stage: 'test' })],
    })
    expect(await stripe.provider.listMadeTransfers({ since: afterMs(since, 1_000) })).toEqual({ transfers: [] })
  })

  test('lists no payouts to a bank for an account that is not ours', async (context) => {
    const stripe = await setup(context)
    expect(await stripe.provider.listBankPayouts('acct_unknown')).toEqual([])
  })
})

test.each([403, 429, 500])('an account that Stripe answers with %i for is not gone', async (status) => {
  const local = await standIn()
  const provider = stripePayouts(async () => local.stripe, { siteUrl: () => '', stage: () => 'test' })
  const { id } = await local.stripe.accounts.create(expressAccount(false))
  await local.control.fault({ path: '/v1/accounts/*', times: 5, answer: { kind: 'status', status } })
  await expect(provider.findAccount(id)).rejects.toMatchObject({ code: 'unavailable' })
})

test('a provider that is out of reach leaves a change unknown, and cannot be read', async () => {
  const client = new Stripe('sk_test_darkslide', { host: '127.0.0.1', port: 9, protocol: 'http', maxNetworkRetries: 0 })
  const site = { siteUrl: () => 'https://darkslide.test', stage: () => 'test' }
  const payments = stripePayments(async () => client, { ...site, isLive: async () => false })
  const now = new Date('2030-01-01T10:00:00.000Z')
  expect(await payments.createSession(sessionFor(now), 'co:1:1')).toEqual({ kind: 'unknown' })
  await expect(payments.findSession('cs_1')).rejects.toMatchObject({ code: 'unavailable' })
})
