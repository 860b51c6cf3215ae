import { Stripe } from 'stripe'
import { expect, onTestFinished, test } from 'vitest'
import { stripeBilling } from '#functions/subscriptions/stripe-billing.ts'
import { startStripe } from '#local/stripe/start-stripe.ts'
import { limits } from '#schema/limits.ts'
import { DAY, HOUR, standIn } from '#test/local/stripe/stand-in.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { movableClock } from '#test/support/time.ts'

const lookup_key = 'darkslide-monthly'

const site = {
  siteUrl: () => 'https://darkslide.test',
  stage: () => 'test',
  priceLookupKey: async () => lookup_key,
  log: { info: () => {}, warn: () => {}, error: () => {} },
}

const setup = async () => {
  const server = await startStripe({ clock: movableClock().now, tickEveryMs: 0 })
  onTestFinished(() => server.close())
  const { hostname, port } = new URL(server.url)
  const client = new Stripe('sk_test_darkslide', { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 })
  const alarms: string[] = []
  const log = { ...site.log, error: (message: string) => alarms.push(message) }
  const billing = stripeBilling(async () => client, { ...site, log })
  const customer = await billing.createCustomer({ userId: userIdOf(1), email: 'ada@example.com' }, 'cus:1')
  if (customer.kind !== 'done') throw new Error('There is no customer.')
  const customerId = customer.value.id
  const subscribe = () => billing.createPage({ userId: userIdOf(1), customerId, firstPaymentAt: null }, 'page:1')
  return { client, alarms, subscribe, customerId }
}

test('an installation without a price gets the one that the site says, paid in pounds alone', async () => {
  const { client, subscribe, customerId, alarms } = await setup()
  expect(await subscribe()).toMatchObject({ kind: 'done' })
  const { data } = await client.prices.list({ lookup_keys: [lookup_key] })
  expect(data).toMatchObject([
    { currency: 'gbp', unit_amount: limits.trial.subscriptionPence, recurring: { interval: 'month' } },
  ])
  const { data: sessions } = await client.checkout.sessions.list({ customer: customerId })
  expect(sessions).toMatchObject([{ mode: 'subscription', adaptive_pricing: { enabled: false } }])
  expect(alarms).toEqual([])
})

test.each([
  ['dearer', { unit_amount: limits.trial.subscriptionPence * 10, recurring: { interval: 'month' } }],
  ['yearly', { unit_amount: limits.trial.subscriptionPence, recurring: { interval: 'year' } }],
  [
    'of every third month',
    { unit_amount: limits.trial.subscriptionPence, recurring: { interval: 'month', interval_count: 3 } },
  ],
  ['no subscription', { unit_amount: limits.trial.subscriptionPence }],
] as const)('nobody is led to a price that is %s: it is refused, with an alarm', async (_, wrong) => {
  const { client, subscribe, customerId, alarms } = await setup()
  await client.prices.create({ currency: 'gbp', lookup_key, product_data: { name: 'Another' }, ...wrong })
  await expect(subscribe()).rejects.toMatchObject({ code: 'unavailable' })
  expect(alarms).toEqual(['the subscription price is not what the site says'])
  expect((await client.checkout.sessions.list({ customer: customerId })).data).toEqual([])
})

/** Somebody who pays by the month, and whose next renewal is refused a month later. */
const refusedRenewal = async () => {
  const local = await standIn()
  const billing = stripeBilling(async () => local.stripe, site)
  const customer = await billing.createCustomer({ userId: userIdOf(1), email: 'ada@example.com' }, 'cus:1')
  if (customer.kind !== 'done') throw new Error('There is no customer.')
  const customerId = customer.value.id
  await billing.createPage({ userId: userIdOf(1), customerId, firstPaymentAt: null }, 'page:1')
  const { data: pages } = await local.stripe.checkout.sessions.list({ customer: customerId })
  await local.control.pay({ session: pages[0]?.id ?? '', card: '4242424242424242' })
  const subscription = async () => {
    const [found] = await billing.listSubscriptions(customerId)
    if (!found) throw new Error('There is no subscription.')
    return found
  }
  const before = await subscription()
  await local.control.failNextRenewal({ subscription: before.id })
  await local.advance(31 * DAY + HOUR)
  return { local, billing, subscription, before }
}

test('a month whose renewal was refused is not paid: what is paid ended where it began', async () => {
  const { subscription, before } = await refusedRenewal()
  expect(before).toMatchObject({ state: 'active', paidUntil: new Date('2030-02-01T10:00:00.000Z') })
  expect(await subscription()).toMatchObject({ state: 'past_due', paidUntil: before.paidUntil })
})

test('who leaves while a renewal is overdue is not charged for it when the card works again', async () => {
  const { local, billing, subscription, before } = await refusedRenewal()
  expect(await billing.stopRenewal(await subscription())).toMatchObject({ kind: 'done' })
  await local.advance(5 * DAY)
  expect(await subscription()).toMatchObject({ state: 'ended', paidUntil: before.paidUntil })
  // Stripe tells of the last 30 days: the first month's invoice was paid before them.
  expect((await local.stripe.events.list({ type: 'invoice.paid' })).data).toEqual([])
})
