import { expect, test } from 'vitest'
import { deletionBlockersOf } from '#functions/accounts/deletion-blockers.ts'
import { getDeletion } from '#functions/accounts/get-deletion.ts'
import { requestDeletion } from '#functions/accounts/request-deletion.ts'
import { withdrawDeletion } from '#functions/accounts/withdraw-deletion.ts'
import { balanceStore } from '#functions/payments/balance-store.ts'
import { balanceAdd } from '#functions/payments/balance-writes.ts'
import { earningStore } from '#functions/payments/earning-store.ts'
import { earningPut } from '#functions/payments/earning-writes.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { standingOf } from '#functions/profiles/trial-rules.ts'
import { api } from '#schema/api/all.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { anEarning } from '#test/support/builders/earning.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { marketParts } from '#test/support/market/market-parts.ts'
import { fakeBilling } from '#test/support/payments/fake-billing.ts'

const { deletion, requestDeletion: endpoint, withdrawDeletion: withdrawal } = api.accounts.endpoints
const caller = userIdOf(1)
type Sums = Parameters<typeof balanceAdd>[1]['add']

const setup = async (overrides: Partial<Profile> = {}) => {
  const parts = marketParts()
  const stripe = fakeBilling(parts.now)
  await parts.profiles.create(aProfile(overrides))
  const balances = balanceStore(parts.table)
  const outstanding = deletionBlockersOf({ balances, earnings: earningStore(parts.table) })
  const all = { ...parts, outstanding, billing: stripe.billing }
  return {
    ...all,
    stripe,
    ask: (email = 'iris@example.com') => requestDeletion(all)(request(endpoint, { body: { email }, caller })),
    look: () => getDeletion(all)(request(deletion, { caller })),
    withdraw: () => withdrawDeletion(all)(request(withdrawal, { caller })),
    owe: (add: Sums) => parts.table.write(balanceAdd(caller, { add })),
    stored: () => parts.profiles.get(caller),
    listed: async () => (await parts.galleries.listPublic('newest', { limit: 10 })).galleries,
  }
}

test('the account is closed at once, and the moment is kept', async () => {
  const { ask, stored, now } = await setup()
  await ask()
  const profile = await stored()
  expect(profile.deletionRequestedAt).toBe('2030-01-01T10:00:00.000Z')
  expect(standingOf(profile, now())).toBe('closing')
})

test('its galleries are in no list any more', async () => {
  const { ask, galleries, stored, now, listed } = await setup()
  await galleries.create(aGallery(), { at: now(), owner: profileUnchanged(await stored()) })
  expect(await listed()).toHaveLength(1)
  await ask()
  expect(await listed()).toEqual([])
  const { galleries: own } = await galleries.listOwn(caller, { limit: 10 })
  expect(own).toMatchObject([{ ownerState: 'closed' }])
})

test.each([
  [{ pendingPence: 900 }, [{ reason: 'money_due', amountPence: 900 }]],
  [{ availablePence: 900 }, [{ reason: 'money_due', amountPence: 900 }]],
  [{ pendingPence: 1, availablePence: 20, reservedPence: 300 }, [{ reason: 'money_due', amountPence: 321 }]],
  [{ availablePence: -900 }, [{ reason: 'money_owed', amountPence: 900 }]],
  [
    { availablePence: -900, pendingPence: 800 },
    [
      { reason: 'money_owed', amountPence: 900 },
      { reason: 'money_due', amountPence: 800 },
    ],
  ],
  [{ disputedPence: 900 }, [{ reason: 'dispute_open', amountPence: 900 }]],
] as const)('with %o it is closed all the same, and waits for %o', async (sums, waitsFor) => {
  const { ask, owe, look, stored } = await setup()
  await owe(sums)
  const answer = { requestedAt: '2030-01-01T10:00:00.000Z', waitsFor }
  expect(await ask()).toEqual(answer)
  expect(await look()).toEqual(answer)
  expect(await stored()).toMatchObject({ deletionRequestedAt: answer.requestedAt })
})

test('it waits for a payout that is on its way, even where the sums say nothing of it', async () => {
  const { ask, table } = await setup()
  await table.write(balanceAdd(caller, { add: {}, set: { openPayoutId: 'pay_01JGFJJZ000000000000000001' as never } }))
  expect(await ask()).toMatchObject({ waitsFor: [{ reason: 'money_due', amountPence: 0 }] })
})

test('it waits for a bank that only inquires, though no sum tells of it', async () => {
  const { ask, table } = await setup()
  await table.write(earningPut(anEarning({ sellerId: caller, frozen: true })))
  expect(await ask()).toMatchObject({ waitsFor: [{ reason: 'dispute_open' }] })
})

test('asked twice, it was asked the first time', async () => {
  const { ask, setTime } = await setup()
  await ask()
  setTime('2030-01-02T10:00:00.000Z')
  expect(await ask()).toEqual({ requestedAt: '2030-01-01T10:00:00.000Z', waitsFor: [] })
})

test('of an account that nobody wants deleted, nothing is told', async () => {
  const { look, owe } = await setup()
  await owe({ pendingPence: 900 })
  expect(await look()).toEqual({ requestedAt: null, waitsFor: [] })
})

test('taken back, the account and its galleries are there again', async () => {
  const { ask, withdraw, galleries, stored, now, listed } = await setup()
  await galleries.create(aGallery(), { at: now(), owner: profileUnchanged(await stored()) })
  await ask()
  await withdraw()
  expect(standingOf(await stored(), now())).toBe('subscribed')
  expect(await listed()).toMatchObject([{ ownerState: 'public' }])
})

test('taking back what was never asked changes nothing', async () => {
  const { withdraw, stored } = await setup()
  await withdraw()
  expect(await stored()).toMatchObject({ deletionRequestedAt: null, version: 0 })
})

test('money that was paid out stands in no one’s way', async () => {
  const { ask, owe, stored } = await setup()
  await owe({ paidPence: 900, reversedPence: 100, totalEarnedPence: 1_000 })
  expect(await ask()).toEqual({ requestedAt: expect.any(String), waitsFor: [] })
  expect(await stored()).toMatchObject({ deletionRequestedAt: expect.any(String) })
})

test('an address that an earlier release kept with its domain in another script closes its account', async () => {
  const { ask, stored } = await setup({ email: 'ada@müller.example' })
  await ask(endpoint.body.parse({ email: ' Ada@Müller.Example ' }).email)
  expect(await stored()).toMatchObject({ deletionRequestedAt: expect.any(String) })
})

test('a tab of somebody else’s closes nobody', async () => {
  const { ask, stored } = await setup()
  await expect(ask('other@example.com')).rejects.toMatchObject({ code: 'other_account' })
  expect(await stored()).toMatchObject({ deletionRequestedAt: null })
})

test('nothing is charged for a closed account', async () => {
  const { ask, stripe, now } = await setup({ stripeCustomerId: 'cus_1' })
  const page = { userId: caller, customerId: 'cus_1', firstPaymentAt: null }
  for (const key of ['running', 'overdue']) {
    const made = await stripe.billing.createPage({ ...page, firstPaymentAt: key === 'overdue' ? now() : null }, key)
    if (made.kind === 'done') stripe.pay(made.value.url)
  }
  stripe.refuse('sub_2')
  await ask()
  const all = await stripe.billing.listSubscriptions('cus_1')
  expect(all.map(({ state }) => state)).toEqual(['cancelled', 'ended'])
})

test('while the card provider does not answer, the account stays as it is', async () => {
  const { ask, stripe, stored } = await setup({ stripeCustomerId: 'cus_1' })
  const made = await stripe.billing.createPage({ userId: caller, customerId: 'cus_1', firstPaymentAt: null }, 'key')
  if (made.kind === 'done') stripe.pay(made.value.url)
  stripe.billing.stopRenewal = async () => ({ kind: 'unknown' })
  await expect(ask()).rejects.toMatchObject({ code: 'unavailable' })
  expect(await stored()).toMatchObject({ deletionRequestedAt: null })
})
