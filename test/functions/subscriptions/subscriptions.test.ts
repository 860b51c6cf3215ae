import { expect, test } from 'vitest'
import { pointerStore } from '#functions/orders/pointer-store.ts'
import { refusedKeyStore } from '#functions/payments/refused-key-store.ts'
import { profileStore } from '#functions/profiles/profile-store.ts'
import { standingOf } from '#functions/profiles/trial-rules.ts'
import { throttle } from '#functions/shared/throttle/throttle.ts'
import { convergeSubscription, settleSubscription } from '#functions/subscriptions/converge-subscription.ts'
import { customerOf } from '#functions/subscriptions/customer.ts'
import { getSubscription } from '#functions/subscriptions/get-subscription.ts'
import { manageSubscription } from '#functions/subscriptions/manage-subscription.ts'
import { reconcileSubscriptions } from '#functions/subscriptions/reconcile-subscriptions.ts'
import { startSubscription } from '#functions/subscriptions/start-subscription.ts'
import { api } from '#schema/api/all.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { AppError } from '#schema/errors.ts'
import { PaymentEvent } from '#schema/events/payment.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { fakeBilling } from '#test/support/payments/fake-billing.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'
import { movableClock } from '#test/support/time.ts'

const caller = userIdOf(1)
const trialEnds = '2030-03-01T09:00:00.000Z'
const afterTrial = '2030-03-10T12:00:00.000Z'

const setup = async ({ at = afterTrial, ...overrides }: Partial<Profile> & { at?: string } = {}) => {
  const table = fakeTable()
  const clock = movableClock(at)
  const { now } = clock
  const stripe = fakeBilling(now)
  const profiles = profileStore(table)
  await profiles.create(aProfile({ trialExpiresAt: trialEnds, ...overrides }))
  const parts = {
    profiles,
    billing: stripe.billing,
    pointers: pointerStore(table),
    refused: refusedKeyStore(table),
    throttle: throttle(table, now),
    now,
  }
  const settle = settleSubscription(parts)
  const all = { ...parts, settle, customerOf: customerOf(parts) }
  const { get, start, manage } = api.subscriptions.endpoints
  const operations = {
    get: () => getSubscription(all)(request(get, { caller })),
    start: async () => (await startSubscription(all)(request(start, { caller }))).url,
    manage: async () => (await manageSubscription(all)(request(manage, { caller }))).url,
  }
  return {
    ...operations,
    clock,
    table,
    stripe,
    profiles,
    hear: (customer = 'cus_1') => convergeSubscription(all)(customer),
    /** What the scheduled job hands to the worker, and the worker's work. @returns how many customers. */
    reconcile: async ({ isSetUp = true } = {}) => {
      const sent: unknown[] = []
      const send = async (_: string, messages: readonly unknown[]) => {
        sent.push(...messages)
      }
      const { customers } = await reconcileSubscriptions({
        isSetUp: async () => isSetUp,
        billing: stripe.billing,
        send,
        now,
      })()
      for (const message of sent) await convergeSubscription(all)(PaymentEvent.parse(message).customerId ?? '')
      expect(sent).toHaveLength(customers)
      return customers
    },
    stored: () => profiles.get(caller),
    standing: async () => standingOf(await profiles.get(caller), now()),
    /** Subscribed on 10 March, paid to 10 April. */
    subscribe: async () => {
      const id = stripe.pay(await operations.start())
      await convergeSubscription(all)('cus_1')
      return id
    },
  }
}

test('who subscribes after the trial has access from the first payment on, for a month', async () => {
  const { subscribe, standing, stored, stripe, clock } = await setup()
  expect(await standing()).toBe('trial_expired')
  await subscribe()
  expect(stripe.pages).toMatchObject([{ customerId: 'cus_1', userId: caller, firstPaymentAt: null }])
  expect(await stored()).toMatchObject({
    subscription: 'active',
    paidUntil: '2030-04-10T12:00:00.000Z',
    stripeCustomerId: 'cus_1',
  })
  expect(await standing()).toBe('subscribed')
  clock.set('2030-04-12T12:00:00.000Z')
  expect(await standing()).toBe('trial_expired')
})

test('the customer is kept with the profile and found again by its number', async () => {
  const { start, table } = await setup()
  await start()
  expect(table.stored('STRIPE#cus_1', 'PTR')).toEqual({
    PK: 'STRIPE#cus_1',
    SK: 'PTR',
    userId: caller,
    ownerKey: `TRACES#${caller}`,
    ownerSort: 'STRIPE#cus_1 PTR',
  })
})

test('who subscribes during the trial pays first when it ends', async () => {
  const { subscribe, stripe, get } = await setup({ at: '2030-02-01T12:00:00.000Z' })
  await subscribe()
  expect(stripe.pages[0]?.firstPaymentAt).toEqual(new Date(trialEnds))
  expect(await get()).toMatchObject({ state: 'active', paidUntil: trialEnds, trial: { isSubscribed: true } })
})

test('a first payment is put off by two days at least, as the provider asks', async () => {
  const { start, stripe } = await setup({ at: '2030-02-27T12:00:00.000Z' })
  await start()
  expect(stripe.pages[0]?.firstPaymentAt).toBeNull()
})

test('two clicks at once make one customer and one page', async () => {
  const { start, stripe } = await setup()
  const urls = await Promise.all([start(), start(), start()])
  expect(new Set(urls).size).toBe(1)
  expect(stripe.customers).toHaveLength(1)
  expect(stripe.pages).toHaveLength(1)
})

test('a page that is open is opened again, however late the second click comes', async () => {
  const { start, clock } = await setup()
  const first = await start()
  clock.forward({ hours: 3 })
  expect(await start()).toBe(first)
  clock.forward({ hours: 22 })
  expect(await start()).not.toBe(first)
})

test('who has paid is led to the portal, also before any event has come', async () => {
  const { start, stripe, stored } = await setup()
  stripe.pay(await start())
  expect(await start()).toBe('https://portal.test/cus_1')
  expect(await stored()).toMatchObject({ subscription: 'active' })
})

test('coming back from the page is enough to be subscribed: no event is needed', async () => {
  const { start, stripe, get, standing } = await setup()
  stripe.pay(await start())
  expect(await get()).toMatchObject({ state: 'active', trial: { isExpired: false, isSubscribed: true } })
  expect(await standing()).toBe('subscribed')
})

test('the portal opens for everybody, and for who never subscribed it is empty', async () => {
  const { manage, stripe } = await setup()
  expect(await manage()).toBe('https://portal.test/cus_1')
  expect(stripe.pages).toEqual([])
})

test('nobody loses access while a renewal is being charged', async () => {
  const { subscribe, stripe, hear, standing, clock, stored } = await setup()
  const id = await subscribe()
  clock.set('2030-04-10T12:30:00.000Z')
  stripe.renew(id)
  await hear()
  expect(await stored()).toMatchObject({ paidUntil: '2030-04-10T12:00:00.000Z' })
  expect(await standing()).toBe('subscribed')
  stripe.settle(id)
  await hear()
  expect(await stored()).toMatchObject({ paidUntil: '2030-05-10T12:00:00.000Z' })
})

test('a refused renewal ends access with the month that was paid, and a new card brings it back', async () => {
  const { subscribe, stripe, hear, standing, clock, stored } = await setup()
  const id = await subscribe()
  clock.set('2030-04-10T13:00:00.000Z')
  stripe.renew(id)
  stripe.refuse(id)
  await hear()
  expect(await stored()).toMatchObject({ subscription: 'past_due', paidUntil: '2030-04-10T12:00:00.000Z' })
  expect(await standing()).toBe('trial_expired')
  stripe.settle(id)
  await hear()
  expect(await stored()).toMatchObject({ subscription: 'active', paidUntil: '2030-05-10T12:00:00.000Z' })
  expect(await standing()).toBe('subscribed')
})

test('who cancels keeps access to the end of the month, not an hour longer', async () => {
  const { subscribe, stripe, hear, standing, clock, stored } = await setup()
  const id = await subscribe()
  stripe.cancel(id)
  await hear()
  expect(await stored()).toMatchObject({ subscription: 'cancelled', paidUntil: '2030-04-10T12:00:00.000Z' })
  clock.set('2030-04-10T11:59:59.000Z')
  expect(await standing()).toBe('subscribed')
  clock.set('2030-04-10T12:00:00.000Z')
  stripe.end(id)
  await hear()
  expect(await standing()).toBe('trial_expired')
})

test('who resumes is active again; who comes back after the end gets a page, and no paid day twice', async () => {
  const { subscribe, stripe, hear, start, stored, clock } = await setup()
  const id = await subscribe()
  stripe.cancel(id)
  await hear()
  stripe.resume(id)
  await hear()
  expect(await stored()).toMatchObject({ subscription: 'active' })
  stripe.end(id)
  await hear()
  clock.forward({ minutes: 11 })
  expect(await start()).toBe('https://pay.test/2')
  expect(stripe.pages[1]?.firstPaymentAt).toEqual(new Date('2030-04-10T12:00:00.000Z'))
})

test.each([
  ['whose renewal was refused', 'refuse'],
  ['who cancelled and has time left', 'cancel'],
] as const)('%s is led to the portal: a second subscription would be charged beside the first', async (_, step) => {
  const { subscribe, stripe, start, clock } = await setup()
  const id = await subscribe()
  stripe.renew(id)
  stripe[step](id)
  clock.forward({ minutes: 11 })
  expect(await start()).toBe('https://portal.test/cus_1')
  expect(stripe.pages).toHaveLength(1)
})

test('the end of an older subscription does not end the newer one', async () => {
  const { subscribe, stripe, hear, start, stored, clock } = await setup()
  const first = await subscribe()
  stripe.end(first)
  clock.forward({ minutes: 11 })
  stripe.pay(await start())
  await hear()
  expect(await stored()).toMatchObject({ subscription: 'active' })
})

test('access that support gave is never shortened by an event', async () => {
  const { subscribe, stripe, hear, stored } = await setup({ paidUntil: '2031-01-01T00:00:00.000Z' })
  const id = await subscribe()
  stripe.end(id)
  await hear()
  expect(await stored()).toMatchObject({ paidUntil: '2031-01-01T00:00:00.000Z' })
})

test('an older answer of the provider is not written over a newer one', async () => {
  const { subscribe, stripe, profiles, stored } = await setup()
  const id = await subscribe()
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  let isFirst = true
  const slow = settleSubscription({
    profiles,
    billing: {
      listSubscriptions: async (customerId) => {
        const answer = await stripe.billing.listSubscriptions(customerId)
        if (isFirst) {
          isFirst = false
          asked.resolve()
          await answered.promise
        }
        return answer
      },
    },
  })
  stripe.cancel(id)
  const late = slow(caller)
  await asked.promise
  stripe.resume(id)
  await profiles.save(caller, { bio: 'Edited meanwhile' }, { version: (await stored()).version })
  answered.resolve()
  await late
  expect(await stored()).toMatchObject({ subscription: 'active', bio: 'Edited meanwhile' })
})

test('the same event ten times at once changes the profile once', async () => {
  const { start, stripe, hear, stored } = await setup()
  stripe.pay(await start())
  const { version } = await stored()
  await Promise.all(Array.from({ length: 10 }, () => hear()))
  expect(await stored()).toMatchObject({ subscription: 'active', version: version + 1 })
})

test('an event about a customer of somebody else changes nothing', async () => {
  const { hear } = await setup()
  expect(await hear('cus_other')).toBe('foreign')
})

test('a provider that does not answer leaves nothing half done', async () => {
  const { profiles, stored, table } = await setup()
  const billing = { createCustomer: async () => ({ kind: 'unknown' }) as const }
  const failing = customerOf({ profiles, billing, refused: refusedKeyStore(table) })
  await expect(failing(caller)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await stored()).toMatchObject({ stripeCustomerId: null, version: 0 })
})

test('news that were lost for good are made good by the scheduled job, each customer once, without anybody asking', async () => {
  const { subscribe, stripe, reconcile, stored, standing, clock } = await setup()
  const id = await subscribe()
  clock.set('2030-04-10T13:00:00.000Z')
  stripe.renew(id)
  stripe.refuse(id)
  stripe.settle(id)
  clock.set('2030-04-11T11:00:00.000Z')
  expect(await stored()).toMatchObject({ paidUntil: '2030-04-10T12:00:00.000Z' })
  expect(await reconcile()).toBe(1)
  expect(await stored()).toMatchObject({ subscription: 'active', paidUntil: '2030-05-10T12:00:00.000Z' })
  clock.set('2030-04-12T13:00:00.000Z')
  expect(await standing()).toBe('subscribed')
})

test.each(['refuse', 'cancel', 'end', 'resume'] as const)('a lost “%s” is found by the scheduled job', async (what) => {
  const { subscribe, stripe, reconcile, stored, clock } = await setup()
  const id = await subscribe()
  if (what === 'resume') stripe.cancel(id)
  await reconcile()
  clock.forward({ hours: 3 })
  stripe[what](id)
  await reconcile()
  const states = { refuse: 'past_due', cancel: 'cancelled', end: 'cancelled', resume: 'active' } as const
  expect((await stored()).subscription).toBe(states[what])
})

test('the scheduled job reads all pages of the news, and nothing older than thirty hours', async () => {
  const { subscribe, stripe, reconcile, clock, stored } = await setup()
  const id = await subscribe()
  for (let n = 0; n < 4; n++) stripe.renew(id)
  expect(await reconcile()).toBe(1)
  stripe.cancel(id)
  clock.forward({ hours: 31 })
  expect(await reconcile()).toBe(0)
  expect((await stored()).subscription).not.toBe('cancelled')
})

test('a run that Stripe holds up has handed on the newest news, each customer once', async () => {
  const subscriptionNews = {
    type: 'customer.subscription.updated',
    source: 'platform',
    objectId: 'sub_1',
    chargeId: null,
    accountId: null,
  }
  const newsOf = (...customers: string[]) =>
    customers.map((customerId, n) =>
      PaymentEvent.parse({ ...subscriptionNews, eventId: `evt_${customerId}_${n}`, customerId }),
    )
  const pages = [newsOf('cus_1', 'cus_2', 'cus_1'), newsOf('cus_2', 'cus_3')]
  const sent: unknown[] = []
  const run = reconcileSubscriptions({
    isSetUp: async () => true,
    billing: {
      listNews: async (_, after = '0') => {
        const news = pages[Number(after)]
        if (!news) throw new AppError('unavailable')
        return { news, next: String(Number(after) + 1) }
      },
    },
    send: async (_, messages) => void sent.push(...messages),
    now: movableClock(afterTrial).now,
  })
  await expect(run()).rejects.toThrow(AppError)
  expect(sent.map((each) => PaymentEvent.parse(each).customerId)).toEqual(['cus_1', 'cus_2', 'cus_3'])
})

test('a customer that was deleted at the provider is made anew, and the photographer can subscribe again', async () => {
  const { start, manage, stored, stripe, table } = await setup()
  await start()
  await stripe.billing.deleteCustomer('cus_1')
  for (const page of stripe.pages) page.status = 'expired'
  const url = await start()
  expect(await stored()).toMatchObject({ stripeCustomerId: 'cus_2' })
  expect(stripe.pages.at(-1)).toMatchObject({ url, customerId: 'cus_2' })
  expect(table.stored('STRIPE#cus_2', 'PTR')).toMatchObject({ userId: caller })

  await stripe.billing.deleteCustomer('cus_2')
  expect(await manage()).toBe('https://portal.test/cus_3')
  expect(await stored()).toMatchObject({ stripeCustomerId: 'cus_3' })
})

test('two tabs that find the customer gone make one in its place', async () => {
  const { manage, stored, stripe } = await setup()
  await manage()
  await stripe.billing.deleteCustomer('cus_1')
  expect(await Promise.all([manage(), manage()])).toEqual(['https://portal.test/cus_2', 'https://portal.test/cus_2'])
  expect(await stored()).toMatchObject({ stripeCustomerId: 'cus_2' })
  expect(stripe.customers.map(({ id }) => id)).toEqual(['cus_2'])
})

test('a stage without Stripe looks at no subscriptions, and asks Stripe nothing', async () => {
  const { reconcile, subscribe } = await setup()
  await subscribe()
  expect(await reconcile()).toBe(1)
  expect(await reconcile({ isSetUp: false })).toBe(0)
})
