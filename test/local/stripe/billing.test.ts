import { expect, test } from 'vitest'
import { DAY, HOUR, refusal, type StandIn, standIn } from './stand-in.ts'

const monthlyPrice = ({ stripe }: StandIn) =>
  stripe.prices.create({
    currency: 'gbp',
    unit_amount: 699,
    lookup_key: 'standard_monthly',
    recurring: { interval: 'month' },
    product_data: { name: 'Darkslide Standard' },
  })

const subscribed = async (local: StandIn, card = '4242424242424242') => {
  const price = await monthlyPrice(local)
  const customer = await local.stripe.customers.create({ email: 'seller@example.com', metadata: { user_id: 'user-1' } })
  const { id } = await local.stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: 'https://shop.test/dashboard',
    subscription_data: { metadata: { user_id: 'user-1' } },
  })
  await local.control.pay({ session: id, card })
  const session = await local.stripe.checkout.sessions.retrieve(id)
  return { session, customer, price, id: String(session.subscription) }
}

const subscriptionOf = async ({ stripe }: StandIn, id: string) => {
  const { data } = await stripe.subscriptions.list({ status: 'all', expand: ['data.latest_invoice'] })
  const found = data.find((each) => each.id === id)
  if (!found) throw new Error(`There is no subscription ${id}.`)
  return found
}

const eventsSince = async ({ stripe }: StandIn, seconds: number) => {
  const { data } = await stripe.events.list({ limit: 100, created: { gte: seconds } })
  return data.map(({ type }) => type)
}

test('a price is found by its lookup key, and a second one may take the key over', async () => {
  const local = await standIn()
  const first = await monthlyPrice(local)

  const taken = await refusal(monthlyPrice(local))
  const second = await local.stripe.prices.create({
    currency: 'gbp',
    unit_amount: 799,
    lookup_key: 'standard_monthly',
    transfer_lookup_key: true,
    recurring: { interval: 'month' },
    product: String(first.product),
  })

  const found = await local.stripe.prices.list({ lookup_keys: ['standard_monthly'] })
  expect(taken).toMatchObject({ statusCode: 400, param: 'lookup_key' })
  expect(found.data).toMatchObject([{ id: second.id, unit_amount: 799, product: first.product }])
})

test('a paid subscription session starts a subscription with a paid invoice', async () => {
  const local = await standIn()

  const { session, customer, id } = await subscribed(local)

  expect(session).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    customer: customer.id,
    payment_intent: null,
  })
  const subscription = await subscriptionOf(local, id)
  expect(subscription).toMatchObject({
    status: 'active',
    cancel_at_period_end: false,
    metadata: { user_id: 'user-1' },
    items: {
      data: [
        {
          price: { unit_amount: 699, lookup_key: 'standard_monthly' },
          current_period_start: local.seconds(),
          current_period_end: Date.parse('2030-02-01T10:00:00Z') / 1000,
        },
      ],
    },
    latest_invoice: {
      status: 'paid',
      amount_paid: 699,
      billing_reason: 'subscription_create',
      parent: { subscription_details: { subscription: id } },
    },
  })
  expect(await eventsSince(local, local.seconds())).toEqual(
    expect.arrayContaining(['customer.subscription.created', 'invoice.paid', 'checkout.session.completed']),
  )
})

test('a declined card starts nothing', async () => {
  const local = await standIn()

  const { session } = await subscribed(local, '4000000000000002')

  expect(session).toMatchObject({ status: 'open', subscription: null })
  expect((await local.stripe.subscriptions.list()).data).toEqual([])
})

test('a subscription renews when its month is over, once for each month that went by', async () => {
  const local = await standIn()
  const { id } = await subscribed(local)

  await local.advance(31 * DAY)
  const renewed = await eventsSince(local, local.seconds())
  const drafted = await subscriptionOf(local, id)
  await local.advance(HOUR)
  const paid = await eventsSince(local, local.seconds())
  await local.advance(60 * DAY)

  const subscription = await subscriptionOf(local, id)
  const invoices = await local.stripe.invoices.list()
  expect(renewed.filter((type) => !type.startsWith('payout.'))).toEqual([
    'customer.subscription.updated',
    'invoice.created',
  ])
  expect(drafted).toMatchObject({ status: 'active', latest_invoice: { status: 'draft', amount_paid: 0 } })
  expect(paid).toEqual(expect.arrayContaining(['invoice.finalized', 'invoice.paid']))
  expect(subscription.items.data[0]?.current_period_end).toBe(Date.parse('2030-05-01T10:00:00Z') / 1000)
  expect(invoices.data.map(({ status, billing_reason }) => [status, billing_reason])).toEqual([
    ['paid', 'subscription_cycle'],
    ['paid', 'subscription_cycle'],
    ['paid', 'subscription_cycle'],
    ['paid', 'subscription_create'],
  ])
})

test('a renewal that fails makes the subscription overdue, and a later try heals it', async () => {
  const local = await standIn()
  const { id } = await subscribed(local)
  await local.control.failNextRenewal({ subscription: id })

  await local.advance(31 * DAY + HOUR)
  const overdue = await subscriptionOf(local, id)
  await local.advance(3 * DAY)
  const healed = await subscriptionOf(local, id)

  expect(overdue).toMatchObject({ status: 'past_due', latest_invoice: { status: 'open', attempt_count: 1 } })
  expect(healed).toMatchObject({ status: 'active', latest_invoice: { status: 'paid', attempt_count: 2 } })
  expect((await local.stripe.events.list({ type: 'invoice.payment_failed' })).data).toHaveLength(1)
})

test('a card that goes on failing ends the subscription', async () => {
  const local = await standIn()
  const { id } = await subscribed(local, '4000000000000341')

  await local.advance(31 * DAY + HOUR)
  await local.advance(15 * DAY)

  expect(await subscriptionOf(local, id)).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'payment_failed' },
  })
  expect((await local.stripe.events.list({ type: 'invoice.payment_failed' })).data).toHaveLength(4)
  expect((await local.stripe.events.list({ type: 'customer.subscription.deleted' })).data).toHaveLength(1)
})

test('a cancelled subscription lives to the end of its month', async () => {
  const local = await standIn()
  const { id } = await subscribed(local)

  const cancelled = await local.stripe.subscriptions.update(id, { cancel_at_period_end: true })
  await local.advance(31 * DAY - 1000)
  const before = await subscriptionOf(local, id)
  await local.advance(1000)
  const after = await subscriptionOf(local, id)

  expect(cancelled).toMatchObject({ status: 'active', cancel_at: Date.parse('2030-02-01T10:00:00Z') / 1000 })
  expect([before.status, after.status]).toEqual(['active', 'canceled'])
  expect((await local.stripe.invoices.list()).data).toHaveLength(1)
  expect((await local.stripe.subscriptions.list({ customer: String(after.customer) })).data).toEqual([])
})

test('a subscription can be ended at once, and then not again', async () => {
  const local = await standIn()
  const { id } = await subscribed(local)

  expect((await local.stripe.subscriptions.cancel(id)).status).toBe('canceled')
  expect(await refusal(local.stripe.subscriptions.cancel(id))).toMatchObject({ code: 'resource_missing' })
})

/** What `ops stripe-setup` lets photographers do. */
const allFeatures = {
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: true, mode: 'at_period_end' },
} as const

const portal = async (local: StandIn, customer: string) => {
  const { id: configuration } = await local.stripe.billingPortal.configurations.create({ features: allFeatures })
  const { url } = await local.stripe.billingPortal.sessions.create({
    configuration,
    customer,
    return_url: 'https://shop.test/account',
  })
  return {
    url,
    show: async () => (await fetch(url)).text(),
    act: async (subscription: string, action: string, more: Record<string, string> = {}) => {
      const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ subscription, action, ...more }) })
      return answer.text()
    },
  }
}

test('the portal cancels and resumes', async () => {
  const local = await standIn()
  const { id, customer } = await subscribed(local)
  const { show, act } = await portal(local, customer.id)

  expect(await show()).toContain('It renews on 1 February 2030.')
  expect(await act(id, 'cancel')).toContain('Cancelled. It ends on 1 February 2030.')
  // In flexible billing mode the portal names the moment and leaves the flag alone.
  expect(await subscriptionOf(local, id)).toMatchObject({
    billing_mode: { type: 'flexible' },
    cancel_at: Date.parse('2030-02-01T10:00:00Z') / 1000,
    cancel_at_period_end: false,
  })
  expect(await act(id, 'resume')).toContain('It renews on 1 February 2030.')
  expect((await subscriptionOf(local, id)).cancel_at).toBeNull()
})

test('the portal makes the next payment fail, and then takes it from another card', async () => {
  const local = await standIn()
  const { id, customer } = await subscribed(local)
  const first = await portal(local, customer.id)
  await first.act(id, 'fail-next')
  await local.advance(31 * DAY + HOUR)
  const { show, act } = await portal(local, customer.id)

  expect(await show()).toContain('The last payment failed.')
  expect(await act(id, 'card', { number: '4000000000000002' })).toContain('Your card was declined.')
  expect(await act(id, 'card', { number: '5555 5555 5555 4444' })).toContain('Card ending in 4444')
  expect(await act(id, 'pay')).not.toContain('The last payment failed.')
  expect((await subscriptionOf(local, id)).status).toBe('active')
})

test("the portal touches only its own customer's subscription", async () => {
  const local = await standIn()
  const { id } = await subscribed(local)
  const other = await local.stripe.customers.create({ email: 'other@example.com' })
  const { act } = await portal(local, other.id)

  await act(id, 'cancel')

  expect((await subscriptionOf(local, id)).cancel_at_period_end).toBe(false)
})

test('a portal link ends after an hour', async () => {
  const local = await standIn()
  const { customer } = await subscribed(local)
  const { url } = await portal(local, customer.id)

  await local.advance(60 * 60_000)

  expect((await fetch(url)).status).toBe(404)
})

test('customers are kept and deleted, and named nowhere once they are not there', async () => {
  const local = await standIn()
  const { id } = await local.stripe.customers.create({ email: 'a@example.com', metadata: { user_id: 'u', plan: 'p' } })

  const { data: kept } = await local.stripe.customers.list()

  expect(kept).toMatchObject([{ id, email: 'a@example.com', metadata: { user_id: 'u', plan: 'p' } }])
  expect(await local.stripe.customers.del(id)).toMatchObject({ id, deleted: true })
  expect((await local.stripe.customers.list()).data).toEqual([])
  const missing = { code: 'resource_missing' }
  expect(await refusal(local.stripe.customers.del(id))).toMatchObject({ statusCode: 404, ...missing })
  for (const customer of [id, 'cus_nope']) {
    const refused = { statusCode: 400, param: 'customer', ...missing }
    expect(await refusal(local.stripe.subscriptions.list({ customer }))).toMatchObject(refused)
    expect(await refusal(local.stripe.checkout.sessions.list({ customer }))).toMatchObject(refused)
    expect(await refusal(local.stripe.billingPortal.sessions.create({ customer }))).toMatchObject(refused)
  }
})

test('the portal opens with a configuration of its own, not without', async () => {
  const local = await standIn()
  const { id: customer } = await local.stripe.customers.create({ email: 'seller@example.com' })
  const open = (more: object = {}) => local.stripe.billingPortal.sessions.create({ customer, ...more })
  const made = await local.stripe.billingPortal.configurations.create({
    features: { subscription_cancel: { enabled: true, mode: 'at_period_end' } },
    metadata: { stage: 'test' },
  })

  const without = await refusal(open())
  const named = await open({ configuration: made.id })
  const unknown = await refusal(open({ configuration: 'bpc_nope' }))

  expect(without).toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('default configuration has not been created'),
  })
  expect(made).toMatchObject({ is_default: false, features: { subscription_cancel: { mode: 'at_period_end' } } })
  expect(named.configuration).toBe(made.id)
  expect(unknown).toMatchObject({ code: 'resource_missing', param: 'configuration' })
})

test('a subscription that was cancelled in the portal ends with its month', async () => {
  const local = await standIn()
  const { id, customer } = await subscribed(local)
  const { act } = await portal(local, customer.id)
  await act(id, 'cancel')

  await local.advance(31 * DAY)

  expect((await subscriptionOf(local, id)).status).toBe('canceled')
  expect((await local.stripe.invoices.list()).data).toHaveLength(1)
})

test.each([
  ['a second less than two days ahead', 2 * DAY - 1000, false],
  ['two days ahead', 2 * DAY, true],
  ['730 days ahead', 730 * DAY, true],
  ['a second more than 730 days ahead', 730 * DAY + 1000, false],
])('a trial that ends %s', async (_what, ms, isTaken) => {
  const local = await standIn()
  const price = await monthlyPrice(local)
  const start = () =>
    local.stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: price.id, quantity: 1 }],
      success_url: 'https://shop.test/dashboard',
      subscription_data: { trial_end: local.seconds() + ms / 1000 },
    })

  if (isTaken) expect((await start()).status).toBe('open')
  else expect(await refusal(start())).toMatchObject({ statusCode: 400, param: 'subscription_data[trial_end]' })
})
