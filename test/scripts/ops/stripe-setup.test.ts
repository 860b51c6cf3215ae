import { expect, test } from 'vitest'
import { eventTypesOf } from '#functions/payments/event-kinds.ts'
import { stripeApiVersion } from '#functions/payments/stripe-client.ts'
import { stripeModeStore } from '#functions/payments/stripe-mode-store.ts'
import { expressAccount } from '#functions/payments/stripe-payouts.ts'
import { paidCharge, standIn } from '#test/local/stripe/stand-in.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'
import { setUpStripe } from '../../../scripts/ops/stripe-setup.ts'

const siteUrl = 'https://darkslide.example'

const setup = async () => {
  const local = await standIn()
  const stored = {
    text: JSON.stringify({
      secretKey: 'sk_test_darkslide',
      webhookSecrets: ['whsec_old'],
      connectWebhookSecrets: [],
      subscriptionPriceLookupKey: 'monthly',
    }),
  }
  const secret = {
    read: async () => stored.text,
    write: async (text: string) => {
      stored.text = text
      return 'version'
    },
  }
  const modes = stripeModeStore(fakeTable())
  const run = async (apply: boolean, more: Partial<Parameters<typeof setUpStripe>[0]> = {}) => {
    const said: string[] = []
    const parts = { stripe: local.stripe, secret, modes, stage: 'dev', siteUrl, apply }
    await setUpStripe({ ...parts, say: (line) => said.push(line), ...more })
    return said.join('\n')
  }
  const endpoints = async () => (await local.stripe.webhookEndpoints.list({ limit: 100 })).data
  return { local, stripe: local.stripe, stored, secret, modes, run, endpoints }
}

const topics = [
  'photographers',
  'payout schedule',
  'customer portal',
  'monthly price',
  'webhooks platform',
  'webhooks connect',
]

test('without --apply it says what it would do, and does nothing', async () => {
  const { stripe, stored, modes, run, endpoints } = await setup()
  const before = stored.text

  const said = await run(false)

  expect(said).toContain('dev: account acct_platform, test mode')
  for (const topic of topics) expect(said).toMatch(new RegExp(`\\[to do\\] +${topic}:`))
  expect(said).toContain('6 to do. Say --apply to do it.')
  expect(said).toContain('Settings → Business → Public details')
  expect((await stripe.balanceSettings.retrieve()).payments.payouts?.schedule?.interval).toBe('daily')
  expect([await endpoints(), (await stripe.prices.list()).data, (await stripe.accounts.list()).data]).toEqual([
    [],
    [],
    [],
  ])
  expect([stored.text, await modes.find()]).toEqual([before, undefined])
})

test('with --apply everything is there, and a second run finds it right and makes nothing twice', async () => {
  const { stripe, stored, modes, run, endpoints } = await setup()

  const done = await run(true)
  const after = stored.text
  const again = await run(true)

  for (const topic of topics) expect(done).toMatch(new RegExp(`\\[done\\] +${topic}:`))
  expect(again).not.toMatch(/\[(done|to do|by hand)\] +(?! |photographers)/)
  expect(stored.text).toBe(after)
  expect((await stripe.balanceSettings.retrieve()).payments.payouts?.schedule).toEqual({ interval: 'manual' })
  expect((await stripe.prices.list({ lookup_keys: ['monthly'] })).data).toMatchObject([
    { active: true, currency: 'gbp', unit_amount: 699, recurring: { interval: 'month', interval_count: 1 } },
  ])
  expect((await stripe.billingPortal.configurations.list()).data).toMatchObject([
    { metadata: { stage: 'dev' }, features: { subscription_cancel: { mode: 'at_period_end' } } },
  ])
  expect((await stripe.accounts.list()).data).toEqual([])
  expect(await modes.find()).toEqual({ isLive: false, accountId: 'acct_platform' })
  const [connect, platform] = await endpoints()
  expect(platform).toMatchObject({
    url: `${siteUrl}/api/webhooks/stripe`,
    enabled_events: eventTypesOf('platform'),
    api_version: stripeApiVersion,
    status: 'enabled',
  })
  expect(connect).toMatchObject({
    url: `${siteUrl}/api/webhooks/stripe-connect`,
    enabled_events: eventTypesOf('connect'),
  })
  expect(JSON.parse(stored.text)).toEqual({
    secretKey: 'sk_test_darkslide',
    webhookSecrets: ['whsec_old', expect.stringMatching(/^whsec_/)],
    connectWebhookSecrets: [expect.stringMatching(/^whsec_/)],
    subscriptionPriceLookupKey: 'monthly',
  })
})

test('what was made before it took its place is made anew: nobody knows which secret signs it', async () => {
  const { stripe, stored, run, endpoints } = await setup()
  const url = `${siteUrl}/api/webhooks/stripe`
  const { id } = await stripe.webhookEndpoints.create({ url, enabled_events: ['charge.refunded'] })

  const said = await run(false)
  await run(true)

  expect(said).toContain('the secret that signs its events is not known here')
  const there = (await endpoints()).filter((endpoint) => endpoint.url === url)
  expect(there).toHaveLength(1)
  expect(there[0]?.id).not.toBe(id)
  expect(JSON.parse(stored.text).webhookSecrets).toHaveLength(2)
})

test('cut off between making an endpoint and storing its secret, the next run leaves one that is heard', async () => {
  const { stored, secret, run, endpoints } = await setup()
  const write = async () => {
    throw new Error('cut off')
  }
  await expect(run(true, { secret: { ...secret, write } })).rejects.toThrow('cut off')
  expect(await endpoints()).toHaveLength(1)

  await run(true)

  expect(await endpoints()).toHaveLength(2)
  expect(JSON.parse(stored.text).webhookSecrets).toHaveLength(2)
  expect(await run(true)).toMatch(/\[right\] +webhooks platform/)
})

test('an endpoint that Stripe has switched off, or that lacks events, is mended in its place', async () => {
  const { stripe, stored, run, endpoints } = await setup()
  await run(true)
  const [connect, platform] = await endpoints()
  await stripe.webhookEndpoints.update(platform?.id ?? '', { disabled: true })
  await stripe.webhookEndpoints.update(connect?.id ?? '', { enabled_events: ['account.updated'] })
  const before = stored.text

  const said = await run(false)
  await run(true)

  expect(said).toMatch(/webhooks platform: .*switched off/)
  expect(said).toMatch(/webhooks connect: .*other events/)
  expect(await endpoints()).toMatchObject([
    { id: connect?.id, enabled_events: eventTypesOf('connect') },
    { id: platform?.id, status: 'enabled' },
  ])
  expect(stored.text).toBe(before)
})

test('a key of the other mode, or of another account, is refused before anything is tried', async () => {
  const { modes, run, endpoints } = await setup()
  await modes.settle({ isLive: true, accountId: 'acct_platform' })

  await expect(run(true)).rejects.toThrow('dev was set up with acct_platform in live mode')
  expect(await endpoints()).toEqual([])
  expect(await modes.settle({ isLive: false, accountId: 'acct_other' })).toEqual({
    isLive: true,
    accountId: 'acct_platform',
  })
})

test('what a restricted key may not do is named as its page names it; a read that it needs itself stops nothing else', async () => {
  const { local, run } = await setup()
  const { stripe } = local
  await stripe.accounts.create(expressAccount(false))
  const forbid = (method: 'GET' | 'POST', path: string) =>
    local.control.fault({ method, path, times: 1_000, answer: { kind: 'status', status: 403 } })
  await forbid('POST', '/v1/refunds')
  await forbid('GET', '/v1/payouts')
  await forbid('GET', '/v1/balance_settings')

  const said = await run(true)

  expect(said).toMatch(/\[by hand\] +permissions: the key has 19 of 21 that are used/)
  expect(said).toContain('give it Charges and Refunds: Write (own account)')
  expect(said).toContain('give it Payouts: Read (Connect)')
  expect(said).toMatch(/\[by hand\] +payout schedule: the key may not look/)
  expect(said).toMatch(/\[done\] +monthly price/)
})

test('trying the permissions changes nothing', async () => {
  const { local, run } = await setup()
  const { charge } = await paidCharge(local)
  const { data: before } = await local.stripe.events.list({ limit: 100 })

  await run(false)

  expect((await local.stripe.events.list({ limit: 100 })).data).toEqual(before)
  expect((await local.stripe.charges.retrieve(charge.id)).amount_refunded).toBe(0)
})

test('an incomplete platform profile is said, and found complete as soon as it is', async () => {
  const { local, run } = await setup()
  await local.control.setPlatform({ isProfileComplete: false })

  const refused = await run(true)
  await local.control.setPlatform({ isProfileComplete: true })

  expect(refused).toContain('accounts are refused: complete the platform profile first')
  expect(await run(true)).toContain('accounts can be made: one was, and is deleted again')
  expect((await local.stripe.accounts.list()).data).toEqual([])
})

test.each([
  ['a year', { recurring: { interval: 'year' as const } }],
  ['another amount', { unit_amount: 6990 }],
])('a price under our name that is for %s loses the name to the right one', async (_what, wrong) => {
  const { stripe, run } = await setup()
  await stripe.prices.create({
    currency: 'gbp',
    unit_amount: 699,
    recurring: { interval: 'month' },
    lookup_key: 'monthly',
    product_data: { name: 'Old' },
    ...wrong,
  })

  expect(await run(false)).toMatch(/\[to do\] +monthly price: monthly is/)
  await run(true)

  expect((await stripe.prices.list({ lookup_keys: ['monthly'] })).data).toMatchObject([
    { unit_amount: 699, recurring: { interval: 'month' } },
  ])
})

test('cards that are off are turned on', async () => {
  const { stripe, run } = await setup()
  const [usual] = (await stripe.paymentMethodConfigurations.list()).data
  await stripe.paymentMethodConfigurations.update(usual?.id ?? '', {
    card: { display_preference: { preference: 'off' } },
  })

  expect(await run(true)).toMatch(/\[done\] +payment methods: cards are on/)
  expect((await stripe.paymentMethodConfigurations.list()).data).toMatchObject([{ card: { available: true } }])
})
