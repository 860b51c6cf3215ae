import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { describeRefusal } from '#functions/payments/refusal-log.ts'
import { refusedKeyStore } from '#functions/payments/refused-key-store.ts'
import { stripePayouts } from '#functions/payments/stripe-payouts.ts'
import { payAccountStore } from '#functions/payouts/pay-account-store.ts'
import { setUpAccount } from '#functions/payouts/set-up-account.ts'
import { profileStore } from '#functions/profiles/profile-store.ts'
import { customerOf } from '#functions/subscriptions/customer.ts'
import { stripeBilling } from '#functions/subscriptions/stripe-billing.ts'
import { api } from '#schema/api/all.ts'
import { standIn } from '#test/local/stripe/stand-in.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

const caller = userIdOf(1)

/** A photographer, our own code, the real SDK, and the stand-in behind it. */
const setup = async () => {
  const local = await standIn()
  const table = fakeTable()
  const profiles = profileStore(table)
  await profiles.create(aProfile())
  const stripe = async () => local.stripe
  const site = { siteUrl: () => 'https://darkslide.test', stage: () => 'test' }
  const provider = stripePayouts(stripe, site)
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const billing = stripeBilling(stripe, { ...site, priceLookupKey: async () => 'monthly', log })
  const refused = refusedKeyStore(table)
  const now = () => new Date(local.seconds() * 1_000)
  const parts = { profiles, refused, now, log, accounts: payAccountStore(table) }
  const click = () => setUpAccount({ ...parts, provider })(request(api.payouts.endpoints.setUpAccount, { caller }))
  const changeAddress = async (email: string) => {
    const { version } = await profiles.get(caller)
    await profiles.save(caller, { email }, { version })
  }
  const accounts = async () => (await local.stripe.accounts.list()).data
  const customers = async () => (await local.stripe.customers.list()).data
  return { ...parts, local, provider, billing, click, changeAddress, accounts, customers }
}

test('an incomplete platform profile refuses an account; completed, the next click succeeds at once', async () => {
  const { local, click, accounts } = await setup()
  await local.control.setPlatform({ isProfileComplete: false })
  await expect(click()).rejects.toMatchObject({ code: 'unavailable' })
  await local.control.setPlatform({ isProfileComplete: true })
  expect(await click()).toMatchObject({ url: expect.stringContaining('http') })
  expect(await accounts()).toHaveLength(1)
})

test('two clicks that hear the same refusal count it once', async () => {
  const { local, click, refused } = await setup()
  await local.control.setPlatform({ isProfileComplete: false })
  await Promise.allSettled([click(), click()])
  expect(await refused.find(caller, 'account')).toBeGreaterThan(0)
  const seen = await refused.find(caller, 'account')
  await refused.note(caller, 'account', seen - 1)
  expect(await refused.find(caller, 'account')).toBe(seen)
})

test('an account whose answer was lost and whose address changed since is made under another key, in one click', async () => {
  const { provider, click, changeAddress, accounts } = await setup()
  await provider.createAccount({ userId: caller, email: 'before@example.com' }, `acct:${caller}`)
  await changeAddress('after@example.com')
  expect(await click()).toMatchObject({ url: expect.stringContaining('http') })
  expect((await accounts()).map(({ email }) => email)).toContain('after@example.com')
  await click()
  expect(await accounts()).toHaveLength(2)
})

test('a customer heals from a changed address in one click too', async () => {
  const { billing, changeAddress, customers, ...parts } = await setup()
  await billing.createCustomer({ userId: caller, email: 'before@example.com' }, `cus:${caller}`)
  await changeAddress('after@example.com')
  const id = await customerOf({ ...parts, billing })(caller)
  expect(await customers()).toContainEqual(expect.objectContaining({ id, email: 'after@example.com' }))
  expect(await customerOf({ ...parts, billing })(caller)).toBe(id)
})

test('a refused customer is asked for under another key next time', async () => {
  const { customers, ...parts } = await setup()
  const keys: string[] = []
  const refusing = {
    createCustomer: async (_: unknown, key: string) => {
      keys.push(key)
      return { kind: 'refused', code: 'email_invalid' } as const
    },
  }
  const ask = customerOf({ ...parts, billing: refusing })
  await expect(ask(caller)).rejects.toMatchObject({ code: 'unavailable' })
  await expect(ask(caller)).rejects.toMatchObject({ code: 'unavailable' })
  expect(keys).toEqual([`cus:${caller}`, `cus:${caller}:r1`])
  expect(await customers()).toEqual([])
})

test('an answer that is lost is no refusal: the key stays', async () => {
  const { local, click, refused, accounts } = await setup()
  await local.control.fault({ path: '/v1/accounts', times: 1, answer: { kind: 'status', status: 503 } })
  await expect(click()).rejects.toMatchObject({ code: 'unavailable' })
  expect(await refused.find(caller, 'account')).toBe(0)
  await click()
  expect(await accounts()).toHaveLength(1)
})

test('what is logged of a refusal says what to mend and nothing of a person', () => {
  const base = { type: 'invalid_request_error', statusCode: 400, requestId: 'req_1' } as const
  const said = (raw: Record<string, string>) =>
    describeRefusal(Stripe.errors.StripeError.generate({ ...base, message: '', ...raw }))
  expect(said({ message: 'Complete your platform profile.', param: 'controller', code: 'parameter_invalid' })).toEqual({
    type: 'invalid_request_error',
    code: 'parameter_invalid',
    param: 'controller',
    status: 400,
    stripeRequestId: 'req_1',
    reason: 'Complete your platform profile.',
  })
  const people = [
    said({ message: 'Invalid email address: ada lovelace', param: 'customer_email' }),
    said({ message: 'Invalid string: Ada Lovelace; too long', param: 'line_items[0][price_data][product_data][name]' }),
    said({ message: 'Ada Lovelace: card declined', type: 'card_error', code: 'card_declined' }),
    said({ message: 'No account of ada.lovelace@example.com, key sk_test_abc123, from 192.0.2.7.' }),
  ]
  expect(JSON.stringify(people)).not.toMatch(/ada|lovelace|abc123|192\.0/i)
  expect(people.at(-1)?.reason).toBe('No account of (address) key (key) from (host).')
})
