import { expect, test } from 'vitest'
import { expressAccount } from '#functions/payments/stripe-payouts.ts'
import { onboardedAccount, refusal, type StandIn, standIn, webhookReceiver } from './stand-in.ts'

const newAccount = ({ stripe }: StandIn) =>
  stripe.accounts.create({
    ...expressAccount(false),
    email: 'seller@example.com',
    metadata: { user_id: 'user-1' },
  })

const newLink = ({ stripe }: StandIn, account: string) =>
  stripe.accountLinks.create({
    account,
    type: 'account_onboarding',
    refresh_url: 'https://shop.test/refresh',
    return_url: 'https://shop.test/return',
  })

const submit = async (url: string, outcome: string) => {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' })
  return answer.headers.get('location')
}

test('a new account can do nothing until its owner has given the details', async () => {
  const local = await standIn()

  const account = await newAccount(local)

  expect(account).toMatchObject({
    object: 'account',
    type: 'none',
    controller: { losses: { payments: 'application' }, stripe_dashboard: { type: 'express' } },
    country: 'GB',
    email: 'seller@example.com',
    charges_enabled: false,
    payouts_enabled: false,
    details_submitted: false,
    capabilities: { card_payments: 'inactive', transfers: 'inactive' },
    metadata: { user_id: 'user-1' },
    requirements: { disabled_reason: 'requirements.past_due' },
  })
  expect(account.requirements?.currently_due).toContain('external_account')
})

test('the onboarding page completes an account, tells of it as the account, and returns', async () => {
  const hooks = await webhookReceiver()
  const local = await standIn({ webhooks: hooks.endpoints })
  const { id } = await newAccount(local)
  const { url } = await newLink(local, id)

  const page = await (await fetch(url)).text()
  const returned = await submit(url, 'complete')
  await local.control.tick({})

  expect(page).toContain('Set up payouts')
  expect(returned).toBe('https://shop.test/return')
  expect(await local.stripe.accounts.retrieve(id)).toMatchObject({
    details_submitted: true,
    charges_enabled: true,
    payouts_enabled: true,
    capabilities: { card_payments: 'active', transfers: 'active' },
    requirements: { currently_due: [], disabled_reason: null },
    external_accounts: { data: [{ object: 'bank_account', last4: '2345' }] },
  })
  const updated = hooks.received.find(({ event }) => event.type === 'account.updated')
  expect(updated).toMatchObject({
    endpoint: 'connect',
    event: { account: id, data: { object: { payouts_enabled: true } } },
  })
  expect(new Set(hooks.received.map(({ endpoint }) => endpoint))).toEqual(new Set(['connect']))
})

test('an owner who finishes later comes back with nothing changed', async () => {
  const local = await standIn()
  const { id } = await newAccount(local)
  const { url } = await newLink(local, id)

  expect(await submit(url, 'later')).toBe('https://shop.test/return')
  expect((await local.stripe.accounts.retrieve(id)).details_submitted).toBe(false)
})

test('details that wait for verification leave the account without payouts', async () => {
  const local = await standIn()
  const { id } = await newAccount(local)
  const { url } = await newLink(local, id)

  await submit(url, 'pending')

  expect(await local.stripe.accounts.retrieve(id)).toMatchObject({
    details_submitted: true,
    payouts_enabled: false,
    capabilities: { transfers: 'pending' },
    requirements: { disabled_reason: 'requirements.pending_verification' },
  })
})

test('a link works once and for five minutes, then leads to a fresh one', async () => {
  const local = await standIn()
  const { id } = await newAccount(local)
  const used = await newLink(local, id)
  const old = await newLink(local, id)

  await submit(used.url, 'later')
  const again = await submit(used.url, 'complete')
  await local.advance(5 * 60_000)

  expect(again).toBe('https://shop.test/refresh')
  expect((await fetch(old.url, { redirect: 'manual' })).headers.get('location')).toBe('https://shop.test/refresh')
  expect((await local.stripe.accounts.retrieve(id)).details_submitted).toBe(false)
})

test('an account that cuts the connection is no longer seen, and the platform is told', async () => {
  const hooks = await webhookReceiver()
  const local = await standIn({ webhooks: hooks.endpoints })
  const { id } = await onboardedAccount(local)

  await local.control.deauthorise({ account: id })
  await local.control.tick({})

  expect(await refusal(local.stripe.accounts.retrieve(id))).toMatchObject({ statusCode: 403, code: 'account_invalid' })
  expect(hooks.received.map(({ event }) => event)).toContainEqual(
    expect.objectContaining({ type: 'account.application.deauthorized', account: id }),
  )
})

test('accounts are listed and deleted', async () => {
  const local = await standIn()
  const { id } = await newAccount(local)

  const listed = await local.stripe.accounts.list()
  const deleted = await local.stripe.accounts.del(id)

  expect(listed.data.map((account) => account.id)).toEqual([id])
  expect(deleted).toMatchObject({ id, deleted: true })
  expect((await local.stripe.accounts.list()).data).toEqual([])
})

test('an owner sees their payouts on a page of their own once they are set up', async () => {
  const local = await standIn()
  const { id: fresh } = await newAccount(local)
  const { id } = await onboardedAccount(local)

  const link = await local.stripe.accounts.createLoginLink(id)

  expect(await (await fetch(link.url)).text()).toContain('Your payouts')
  expect(await refusal(local.stripe.accounts.createLoginLink(fresh))).toMatchObject({ statusCode: 400 })
})

test('a request in the name of an unknown account is refused', async () => {
  const local = await standIn()

  const refused = await refusal(local.stripe.balance.retrieve({}, { stripeAccount: 'acct_nope' }))

  expect(refused).toMatchObject({ type: 'StripePermissionError', statusCode: 403, code: 'account_invalid' })
})

test.each([
  ['the deprecated type', { type: 'express', controller: undefined }, 'type'],
  [
    'losses without fees',
    { controller: { ...expressAccount(false).controller, fees: { payer: 'account' } } },
    'controller[fees][payer]',
  ],
  ['no controller', { controller: undefined }, 'controller'],
  ['card payments alone', { capabilities: { card_payments: { requested: true } } }, 'capabilities'],
])('an account with %s is refused', async (_what, more, param) => {
  const local = await standIn()

  const refused = await refusal(local.stripe.accounts.create({ ...expressAccount(false), ...more } as object))

  expect(refused).toMatchObject({ statusCode: 400, param })
  expect((await local.stripe.accounts.list()).data).toEqual([])
})

test('transfers alone are for platforms that Stripe has approved', async () => {
  const local = await standIn()
  const make = () => local.stripe.accounts.create(expressAccount(true))

  const refused = await refusal(make())
  await local.control.setPlatform({ mayAskForTransfersAlone: true })

  expect(refused).toMatchObject({ statusCode: 400, message: expect.stringContaining('Your platform needs approval') })
  expect((await make()).capabilities).toEqual({ transfers: 'inactive' })
})

test('until the platform profile is complete no account is made, and the refusal stays under its key', async () => {
  const local = await standIn()
  await local.control.setPlatform({ isProfileComplete: false })
  const make = (idempotencyKey: string) => local.stripe.accounts.create(expressAccount(false), { idempotencyKey })

  const refused = await refusal(make('acct:1'))
  await local.control.setPlatform({ isProfileComplete: true })
  const kept = await refusal(make('acct:1'))

  expect(refused).toMatchObject({ statusCode: 400, message: expect.stringContaining('connect/platform-profile') })
  expect(kept.message).toBe(refused.message)
  expect((await make('acct:1:2')).object).toBe('account')
})

test("the operator's own account is read without naming it", async () => {
  const local = await standIn()

  expect(await local.stripe.accounts.retrieveCurrent()).toMatchObject({
    country: 'GB',
    default_currency: 'gbp',
    charges_enabled: true,
    settings: { payments: { statement_descriptor: 'DARKSLIDE' } },
  })
})
