import { expect, test } from 'vitest'
import { requestDeletion } from '#functions/accounts/request-deletion.ts'
import { profileUnchanged } from '#functions/galleries/owner-copy.ts'
import { balanceAdd, balanceStore } from '#functions/payments/balance-store.ts'
import { standingOf } from '#functions/subscriptions/trial-rules.ts'
import { api } from '#schema/api/all.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { marketParts } from '#test/support/market/market-parts.ts'
import { fakeBilling } from '#test/support/payments/fake-billing.ts'

const endpoint = api.accounts.endpoints.requestDeletion
const caller = userIdOf(1)
type Sums = Parameters<typeof balanceAdd>[1]['add']

const setup = async (overrides: Partial<Profile> = {}) => {
  const parts = marketParts()
  const stripe = fakeBilling(parts.now)
  await parts.profiles.create(aProfile(overrides))
  const balances = balanceStore(parts.table)
  const all = { ...parts, balances, billing: stripe.billing }
  return {
    ...all,
    stripe,
    ask: (email = 'iris@example.com') => requestDeletion(all)(request(endpoint, { body: { email }, caller })),
    owe: (add: Sums) => parts.table.write(balanceAdd(caller, { add })),
    stored: () => parts.profiles.get(caller),
  }
}

test('the account is closed at once, and the moment is kept', async () => {
  const { ask, stored, now } = await setup()
  await ask()
  const profile = await stored()
  expect(profile.deletionRequestedAt).toBe('2030-01-01T10:00:00.000Z')
  expect(standingOf(profile, now())).toBe('closed')
})

test('its galleries are in no list any more', async () => {
  const { ask, galleries, stored, now } = await setup()
  await galleries.create(aGallery(), { at: now(), owner: profileUnchanged(await stored()) })
  const listed = async () => (await galleries.listPublic('newest', { limit: 10 })).galleries
  expect(await listed()).toHaveLength(1)
  await ask()
  expect(await listed()).toEqual([])
  const { galleries: own } = await galleries.listOwn(caller, { limit: 10 })
  expect(own).toMatchObject([{ ownerState: 'closed' }])
})

test.each([
  ['money_due', { pendingPence: 900 }],
  ['money_due', { availablePence: 900 }],
  ['money_due', { reservedPence: 900 }],
  ['money_owed', { availablePence: -900 }],
  ['money_owed', { availablePence: -900, pendingPence: 900 }],
  ['dispute_open', { disputedPence: 900 }],
  ['dispute_open', { disputedPence: 900, availablePence: -900 }],
] as const)('it waits with %s for %o', async (code, sums) => {
  const { ask, owe, stored } = await setup()
  await owe(sums)
  await expect(ask()).rejects.toMatchObject({ code })
  expect(await stored()).toMatchObject({ deletionRequestedAt: null, version: 0 })
})

test('it waits for a payout that is on its way', async () => {
  const { ask, table } = await setup()
  await table.write(balanceAdd(caller, { add: {}, set: { openPayoutId: 'pay_01JGFJJZ000000000000000001' as never } }))
  await expect(ask()).rejects.toMatchObject({ code: 'money_due' })
})

test('money that was paid out stands in no one’s way', async () => {
  const { ask, owe, stored } = await setup()
  await owe({ paidPence: 900, reversedPence: 100, totalEarnedPence: 1_000 })
  await ask()
  expect(await stored()).toMatchObject({ deletionRequestedAt: expect.any(String) })
})

test('a sale at the very moment of the request is not lost: the account stays open', async () => {
  const { balances, profiles, stored, chores, steps, log, now, stripe, owe } = await setup()
  const racing = requestDeletion({
    balances: {
      ...balances,
      get: async (userId) => {
        const before = await balances.get(userId)
        await owe({ pendingPence: 900 })
        return before
      },
    },
    billing: stripe.billing,
    profiles,
    chores,
    steps,
    log,
    now,
  })
  const asked = racing(request(endpoint, { body: { email: 'iris@example.com' }, caller }))
  await expect(asked).rejects.toMatchObject({ code: 'changed_meanwhile' })
  expect(await stored()).toMatchObject({ deletionRequestedAt: null })
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
