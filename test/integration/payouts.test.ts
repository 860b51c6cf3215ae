import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#schema/api/all.ts'
import { keptAtStripe } from '#test/local/stripe/stand-in.ts'
import { galleryOnSale, openCheckout, type Running, runningSystem } from '#test/support/system/running.ts'

let running: Running
beforeAll(async () => {
  running = await runningSystem()
})
afterAll(() => running.close())

const { balance, sales, setUpAccount, request } = api.payouts.endpoints
const hoursMs = (hours: number) => hours * 3_600_000

/** A photographer with one photo of £15 sold and £13.50 available, and Stripe as an operator sees it. */
const available = async (name: string) => {
  const { system } = running
  const photographer = await running.signUp(name)
  const { photo } = await galleryOnSale(running, photographer, `Payout of ${name}`)
  const { sessionId } = await openCheckout(running, [photo.id])
  await system.stripe.control.pay({ session: sessionId })
  await system.drainQueues()
  await system.clock.advance(hoursMs(48.2))
  await system.drainQueues()
  const { hostname, port } = new URL(system.stripe.url)
  const stripe = new Stripe(system.secrets.STRIPE_SECRET_ID.secretKey, { host: hostname, port, protocol: 'http' })
  const session = await stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent'] })
  const intent = session.payment_intent
  if (intent === null || typeof intent === 'string') throw new Error('It was paid.')
  return { photographer, stripe, chargeId: String(intent.latest_charge), orderId: intent.metadata.order_id ?? '' }
}
const settled = async (photographer: Awaited<ReturnType<Running['signUp']>>) => {
  await running.system.drainQueues()
  return photographer.own.call(balance, {})
}

test('what is available is paid out by request, taken back by a refund while it is still there, and the books are even', async () => {
  const { photographer, stripe, chargeId, orderId } = await available('Ines')
  expect(await settled(photographer)).toMatchObject({ availablePence: 1_350, payoutAccount: 'none' })
  await expect(photographer.own.call(request, {})).rejects.toMatchObject({
    body: { error: { code: 'no_payout_account' } },
  })

  const { url } = await photographer.own.call(setUpAccount, {})
  expect(url).toMatch(/^http/)
  const [account] = (await stripe.accounts.list({ limit: 1 })).data
  await running.system.stripe.control.completeOnboarding({ account: account?.id ?? '' })
  expect(await settled(photographer)).toMatchObject({ payoutAccount: 'ready' })

  expect(await photographer.own.call(request, {})).toMatchObject({ amountPence: 1_350 })
  expect(await settled(photographer)).toMatchObject({ availablePence: 0, lastPayoutAt: expect.any(String) })
  expect((await photographer.own.call(sales, { query: {} })).items).toMatchObject([
    { state: 'paid', sharePence: 1_350, payoutId: expect.stringMatching(/^pay_/) },
  ])
  const transfers = await stripe.transfers.list({ transfer_group: orderId })
  expect(transfers.data).toMatchObject([{ amount: 1_350, source_transaction: chargeId }])

  // Stripe takes back only what has settled and has not left for the bank, which by itself happens on one day.
  await keptAtStripe({ stripe }, account?.id)
  await running.system.clock.advance(hoursMs(48))
  await stripe.refunds.create({ charge: chargeId })
  expect(await settled(photographer)).toMatchObject({ availablePence: 0, pendingPence: 0 })
  expect((await photographer.own.call(sales, { query: {} })).items).toMatchObject([{ state: 'reversed' }])
  expect((await stripe.transfers.list({ transfer_group: orderId })).data).toMatchObject([{ amount_reversed: 1_350 }])
})

test('a refund after the money has left for the bank stays a debt of the photographer', async () => {
  const { photographer, stripe, chargeId, orderId } = await available('Ivo')
  await photographer.own.call(setUpAccount, {})
  const [account] = (await stripe.accounts.list({ limit: 1 })).data
  await running.system.stripe.control.completeOnboarding({ account: account?.id ?? '' })
  await photographer.own.call(request, {})
  await settled(photographer)
  await running.system.clock.advance(hoursMs(48))

  await stripe.refunds.create({ charge: chargeId })

  expect(await settled(photographer)).toMatchObject({ availablePence: -1_350, pendingPence: 0 })
  expect((await stripe.transfers.list({ transfer_group: orderId })).data).toMatchObject([{ amount_reversed: 0 }])
})

test('six requests at once are one payout and one transfer', async () => {
  const { photographer, stripe, orderId } = await available('Jo')
  await photographer.own.call(setUpAccount, {})
  const [account] = (await stripe.accounts.list({ limit: 1 })).data
  await running.system.stripe.control.completeOnboarding({ account: account?.id ?? '' })
  const answers = await Promise.allSettled(Array.from({ length: 6 }, () => photographer.own.call(request, {})))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await settled(photographer)).toMatchObject({ availablePence: 0 })
  expect((await stripe.transfers.list({ transfer_group: orderId })).data).toHaveLength(1)
})

test('a dispute takes the money out of reach, and gives it back when it is won', async () => {
  const { photographer, chargeId } = await available('Kim')
  const { control } = running.system.stripe
  const dispute = await control.createDispute({ charge: chargeId, stage: 'funds_withdrawn' })
  expect(await settled(photographer)).toMatchObject({ availablePence: 0 })
  expect((await photographer.own.call(sales, { query: {} })).items).toMatchObject([{ state: 'disputed' }])
  await control.closeDispute({ dispute: dispute.id, outcome: 'won' })
  expect(await settled(photographer)).toMatchObject({ availablePence: 1_350 })
})

test('a bank that sends a payout back is told on the balance page and by mail, until a later one arrives', async () => {
  const { photographer, stripe } = await available('Lou')
  const { system } = running
  await photographer.own.call(setUpAccount, {})
  const account = (await stripe.accounts.list({ limit: 1 })).data[0]?.id ?? ''
  await system.stripe.control.completeOnboarding({ account })
  await photographer.own.call(request, {})
  await settled(photographer)
  await system.clock.advance(hoursMs(4 * 24))
  const before = await settled(photographer)

  await system.stripe.control.failBankPayout({ account })
  const told = await settled(photographer)
  expect(told.notice).toMatch(/^Your bank sent a payout of £13\.50 back/)
  expect({ ...told, notice: null }).toEqual({ ...before, nextPayoutAt: told.nextPayoutAt })
  await system.clock.advance(61_000)
  await system.drainQueues()
  const subjects = system.outbox().filter(({ to }) => to.includes(photographer.email))
  expect(subjects.filter(({ subject }) => subject === 'Your bank sent £13.50 back')).toHaveLength(1)

  await system.clock.advance(hoursMs(2))
  await system.stripe.control.arriveBankPayout({ account })
  expect((await settled(photographer)).notice).toBeNull()
})
