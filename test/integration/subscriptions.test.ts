import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#schema/api/all.ts'
import { type Account, type Running, runningSystem } from '#test/support/system/running.ts'

let running: Running
beforeAll(async () => {
  running = await runningSystem()
})
afterAll(() => running.close())

const { get, start, manage } = api.subscriptions.endpoints
const daysLater = async (days: number) => {
  await running.system.clock.advance(days * 86_400_000)
  await running.system.stripe.control.tick({})
  await running.system.drainQueues()
}
/** A day after the paid month has ended, whatever the month: a try to collect that failed comes again on the third day. */
const dayAfterPaidMonth = async () => {
  const [subscription] = (await operator().subscriptions.list()).data
  const end = subscription?.items.data[0]?.current_period_end ?? Number.NaN
  await daysLater((end * 1_000 - running.system.clock.now().getTime()) / 86_400_000 + 1)
}
const refused = { body: { error: { code: 'trial_expired' } } }
const newGallery = ({ own }: Account) => own.call(api.galleries.endpoints.create, { body: { title: 'Another' } })
const now = ({ own }: Account) => own.call(get, {})
const operator = () => {
  const { hostname, port } = new URL(running.system.stripe.url)
  const { secretKey } = running.system.secrets.STRIPE_SECRET_ID
  return new Stripe(secretKey, { host: hostname, port, protocol: 'http' })
}

// It lives half a year, a stop of the clock for every payday: longer than others where the machine is busy.
test('the trial ends, a subscription opens the doors, renews, fails, recovers, and ends with its paid month', {
  timeout: 180_000,
}, async () => {
  const { control } = running.system.stripe
  const ada = await running.signUp('Ada')
  const gallery = await newGallery(ada)
  expect(await now(ada)).toMatchObject({ state: 'none', paidUntil: null, trial: { isExpired: false } })

  await daysLater(63)
  await expect(newGallery(ada)).rejects.toMatchObject(refused)
  expect(await now(ada)).toMatchObject({ trial: { isExpired: true, daysRemaining: 0 } })

  const { url } = await ada.own.call(start, {})
  expect((await fetch(url)).status).toBe(200)
  expect(await ada.own.call(start, {})).toEqual({ url })
  await control.pay({ session: /cs_\w+/.exec(url)?.[0] ?? '' })
  await running.system.drainQueues()
  await newGallery(ada)
  const stripe = operator()
  const [subscription] = (await stripe.subscriptions.list()).data
  const id = subscription?.id ?? ''
  expect(subscription?.items.data).toMatchObject([
    { price: { unit_amount: 699, currency: 'gbp', lookup_key: 'darkslide-monthly', recurring: { interval: 'month' } } },
  ])
  const first = await now(ada)
  expect(first).toMatchObject({ state: 'active', trial: { isExpired: false, isSubscribed: true } })
  expect((await ada.own.call(start, {})).url).toContain('/p/session/')

  await dayAfterPaidMonth()
  const renewed = await ada.own.call(api.profiles.endpoints.me, {})
  expect(renewed.trial).toMatchObject({ isExpired: false, isSubscribed: true })
  await newGallery(ada)

  await control.failNextRenewal({ subscription: id })
  await dayAfterPaidMonth()
  expect(await now(ada)).toMatchObject({ state: 'past_due', trial: { isExpired: true } })
  await expect(newGallery(ada)).rejects.toMatchObject(refused)
  await daysLater(4)
  expect(await now(ada)).toMatchObject({ state: 'active', trial: { isExpired: false } })
  await newGallery(ada)

  expect((await fetch((await ada.own.call(manage, {})).url)).status).toBe(200)
  await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  await running.system.drainQueues()
  expect(await now(ada)).toMatchObject({ state: 'cancelled', trial: { isExpired: false } })
  await newGallery(ada)

  await dayAfterPaidMonth()
  await expect(newGallery(ada)).rejects.toMatchObject(refused)
  const me = await ada.own.call(api.galleries.endpoints.getMine, { params: { galleryId: gallery.id } })
  expect(me.title).toBe('Another')
  expect(await ada.own.call(api.payouts.endpoints.balance, {})).toMatchObject({ availablePence: 0 })
  await expect(ada.own.call(api.payouts.endpoints.request, {})).rejects.toMatchObject({
    body: { error: { code: 'no_balance' } },
  })
})

test('an event that says somebody is subscribed moves the profile without anybody asking', async () => {
  const bea = await running.signUp('Bea')
  await daysLater(63)
  const { url } = await bea.own.call(start, {})
  await running.system.stripe.control.pay({ session: /cs_\w+/.exec(url)?.[0] ?? '' })
  await running.system.drainQueues()
  const me = await bea.own.call(api.profiles.endpoints.me, {})
  expect(me.trial).toMatchObject({ isExpired: false, isSubscribed: true })
})

test('when every event of a subscription is lost, the profile is right some hours later without anybody asking', async () => {
  const dora = await running.signUp('Dora')
  await daysLater(63)
  const { url } = await dora.own.call(start, {})
  const { control } = running.system.stripe
  await control.dropWebhooks({ count: 50 })
  await control.pay({ session: /cs_\w+/.exec(url)?.[0] ?? '' })
  await running.system.drainQueues()
  await control.calmWebhooks({})
  const trial = async () => (await dora.own.call(api.profiles.endpoints.me, {})).trial
  expect(await trial()).toMatchObject({ isSubscribed: false })
  await running.system.clock.advance(7 * 3_600_000)
  await running.system.drainQueues()
  expect(await trial()).toMatchObject({ isExpired: false, isSubscribed: true })
})

test('an account that is to be deleted is dark, is charged nothing more, and its token opens nothing but the way out', async () => {
  const cleo = await running.signUp('Cleo')
  const gallery = await newGallery(cleo)
  const { url } = await cleo.own.call(start, {})
  await running.system.stripe.control.pay({ session: /cs_\w+/.exec(url)?.[0] ?? '' })
  await running.system.drainQueues()

  const { requestDeletion } = api.accounts.endpoints
  await expect(cleo.own.call(requestDeletion, { body: { email: 'ada@example.com' } })).rejects.toMatchObject({
    body: { error: { code: 'other_account' } },
  })
  await cleo.own.call(requestDeletion, { body: { email: cleo.email } })

  await expect(now(cleo)).rejects.toMatchObject({ body: { error: { code: 'account_closing' } } })
  await expect(
    running.anyone.call(api.galleries.endpoints.get, { params: { galleryId: gallery.id } }),
  ).rejects.toMatchObject({ body: { error: { code: 'gallery_not_found' } } })
  const [newest] = (await operator().subscriptions.list({ limit: 1 })).data
  expect(newest).toMatchObject({ cancel_at_period_end: true })
})
