import { Stripe } from 'stripe'
import { expect, onTestFinished, test } from 'vitest'
import { stripeBilling } from '#functions/subscriptions/stripe-billing.ts'
import { startStripe } from '#local/stripe/start-stripe.ts'
import { limits } from '#schema/limits.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { movableClock } from '#test/support/time.ts'

const lookup_key = 'darkslide-monthly'

const setup = async () => {
  const server = await startStripe({ clock: movableClock().now, tickEveryMs: 0 })
  onTestFinished(() => server.close())
  const { hostname, port } = new URL(server.url)
  const client = new Stripe('sk_test_darkslide', { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 })
  const alarms: string[] = []
  const log = { info: () => {}, warn: () => {}, error: (message: string) => alarms.push(message) }
  const billing = stripeBilling(async () => client, {
    siteUrl: () => 'https://darkslide.test',
    stage: () => 'test',
    priceLookupKey: async () => lookup_key,
    log,
  })
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
