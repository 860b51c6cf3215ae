import { describe, expect, test } from 'vitest'
import type { PayoutStore } from '#functions/payouts/payout-store.ts'
import { allocate } from '#functions/payouts/reserve-payout.ts'
import { sweepPayouts, weeklyPayouts } from '#functions/payouts/weekly-payouts.ts'
import type { Item } from '#functions/shared/table/writes.ts'
import { api } from '#schema/api/all.ts'
import { PayoutId, type UserId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { pence, SignedPence } from '#schema/money.ts'
import { addresses } from '#schema/paths.ts'
import { anEarning } from '#test/support/builders/earning.ts'
import { orderIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { request } from '#test/support/http/request.ts'
import type { Fate, Step } from '#test/support/payments/interrupted.ts'
import { type MoneyWorld, moneyWorld } from '#test/support/payments/money-world.ts'
import { violationsAtRest } from '#test/support/sim/money-checks.ts'
import { at } from '#test/support/time.ts'

const seller = userIdOf(1)
const askBalance = request(api.payouts.endpoints.balance, { caller: seller })
const attempt = (n: number) => `attempt-${String(n).padStart(9, '0')}`

/** A photographer with an account and this many sales of £15, all of them available: £13.50 each. */
const setup = async ({ sales = 1, hasAccount = true, payoutFromPence = 0, pricePence = 1500 } = {}) => {
  const world = moneyWorld({ payoutFromPence })
  const photos = await world.addSeller(1, [pricePence])
  const accountId = hasAccount ? await world.openAccount(seller) : ''
  const orders: string[] = []
  for (let n = 0; n < sales; n++) {
    orders.push(await world.sell(photos, { key: attempt(n), email: `buyer${n}@example.com` }))
    world.clock.forward({ seconds: 1 })
  }
  world.clock.forward({ hours: 48 })
  await world.runRelease()
  const sent = () => world.stripe.transfers().reduce((sum, { amountPence }) => sum + amountPence, 0)
  return { world, photos, accountId, orders, sent, stripe: world.stripe }
}
/** What lies in the queues now and what that leads to, one message after the other. */
function* taken(world: Awaited<ReturnType<typeof setup>>['world']) {
  for (let next = world.queued.shift(); next; next = world.queued.shift()) yield next
}
const fateOn = (call: string, moment: 'before' | 'after', fate: Fate): Step => {
  return async (name, when) => (name === call && when === moment ? fate : undefined)
}

describe('an installation whose weekly payout begins at £20', () => {
  const threshold = () => setup({ payoutFromPence: 2_000 })
  const week = async ({ world }: Awaited<ReturnType<typeof setup>>) => {
    await world.weeklyPayouts()
    await world.deliverAll()
  }

  test('leaves £13.50 for a later week, and pays it with what came to it', async () => {
    const given = await threshold()
    await week(given)
    expect(given.world.payoutsOf(seller)).toEqual([])
    expect(await given.world.balance(askBalance)).toMatchObject({
      availablePence: 1350,
      payoutFromPence: 2_000,
      notice: null,
    })
    await given.world.sell(given.photos, { key: 'attempt-of-week-2' })
    given.world.clock.forward({ hours: 24 * 7 })
    await given.world.runRelease()
    await week(given)
    expect(given.world.payoutsOf(seller)).toMatchObject([{ state: 'sent', sentPence: 2_700 }])
  })

  test('sends what one payout had no room for after it, whatever that is worth', async () => {
    const given = await setup({ payoutFromPence: 2_000, sales: limits.payout.transfersPerBatch + 1 })
    await week(given)
    expect(given.world.payoutsOf(seller)).toHaveLength(2)
    expect(given.sent()).toBe(1350 * (limits.payout.transfersPerBatch + 1))
  })

  test('counts all that is available, where one payout has no room for it', async () => {
    const { transfersPerBatch } = limits.payout
    // 27p each: those of one payout come to less than £25, all of them to more.
    const given = await setup({ payoutFromPence: 2_500, sales: transfersPerBatch + 5, pricePence: 30 })
    await week(given)
    expect(given.sent()).toBe(27 * (transfersPerBatch + 5))
    const fewer = await setup({ payoutFromPence: 2_600, sales: transfersPerBatch + 5, pricePence: 30 })
    await week(fewer)
    expect(fewer.sent()).toBe(0)
  })

  test('pays less to whoever asks for it', async () => {
    const given = await threshold()
    await given.world.requestPayout(given.world.payoutRequest(seller))
    await given.world.deliverAll()
    expect(given.world.payoutsOf(seller)).toMatchObject([{ state: 'sent', sentPence: 1_350 }])
  })

  test('sends all that a request promised, also where the week’s message ends its first payout', async () => {
    const given = await setup({ payoutFromPence: 2_000, sales: limits.payout.transfersPerBatch + 1 })
    const { amountPence } = await given.world.requestPayout(given.world.payoutRequest(seller))
    const own = given.world.queued.splice(0)
    await week(given)
    for (const message of own) await given.world.handle(message)
    await given.world.deliverAll()
    expect(amountPence).toBe(1350 * (limits.payout.transfersPerBatch + 1))
    expect(given.sent()).toBe(amountPence)
    expect(violationsAtRest(given.world)).toEqual([])
  })
})

describe('the weekly run', () => {
  test('pays all that is available, one transfer a sale, tied to its charge', async () => {
    const { world, orders, accountId, stripe } = await setup({ sales: 2 })
    expect(await world.weeklyPayouts()).toEqual({ asked: 1 })
    await world.deliverAll()
    expect(await world.balanceOf(seller)).toMatchObject({
      availablePence: 0,
      reservedPence: 0,
      paidPence: 2700,
      openPayoutId: null,
      lastPayoutAt: '2030-01-03T10:00:02.000Z',
    })
    expect(stripe.transfers()).toMatchObject(
      orders.map((orderId, index) => ({ orderId, accountId, chargeId: `ch_${index + 1}`, amountPence: 1350 })),
    )
    expect(world.payoutsOf(seller)).toMatchObject([
      { state: 'sent', amountPence: 2700, sentPence: 2700, week: '2030-W01' },
    ])
    expect(violationsAtRest(world)).toEqual([])
  })

  test('tells the photographer by mail, once', async () => {
    const { world } = await setup()
    await world.weeklyPayouts()
    await world.deliverAll()
    for (let run = 0; run < 3; run++) await world.sendOutbox()
    const mails = world.mails.filter(({ subject }) => subject === '£13.50 was sent to your Stripe account')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(addresses.payout(world.payoutsOf(seller)[0]?.id ?? ''))
  })

  test('is named by its day and sum at each sale that is in it, and opened by that name', async () => {
    const { world } = await setup()
    await world.weeklyPayouts()
    const ask = request(api.payouts.endpoints.sales, { caller: seller, query: {} })
    const sale = async () => (await world.sales(ask)).items[0]
    await world.deliverAll()
    const [paid] = world.payoutsOf(seller)
    const payoutId = PayoutId.parse(paid?.id)
    const id = payoutId
    expect((await sale())?.payout).toEqual({ id, at: paid?.closedAt, amountPence: 1350 })
    const asked = (caller: UserId) => request(api.payouts.endpoints.getPayout, { caller, params: { payoutId } })
    expect(await world.payout(asked(seller))).toMatchObject({
      ...{ id, at: paid?.closedAt, amountPence: 1350, state: 'sent' },
      sales: [{ orderNumber: (await sale())?.orderNumber, amountPence: 1350, isUnsent: false }],
    })
    await expect(world.payout(asked(userIdOf(2)))).rejects.toMatchObject({ code: 'payout_not_found' })
  })

  test('that comes twice, or again that week, pays once; what cleared since goes next week', async () => {
    const { world, photos, sent } = await setup()
    await world.weeklyPayouts()
    await world.weeklyPayouts()
    await world.deliverAll()
    await world.sell(photos, { key: attempt(50) })
    world.clock.forward({ hours: 48 })
    await world.runRelease()
    await world.weeklyPayouts()
    await world.deliverAll()
    expect(sent()).toBe(1350)
    world.clock.set('2030-01-07T06:00:00.000Z')
    await world.weeklyPayouts()
    await world.deliverAll()
    expect(sent()).toBe(2700)
    expect(world.payoutsOf(seller).map(({ week }) => week)).toEqual(['2030-W01', '2030-W02'])
  })

  test('pays 250 sales in batches that each fit one transaction', async () => {
    const { world, sent } = await setup({ sales: 250 })
    await world.weeklyPayouts()
    await world.deliverAll()
    expect(sent()).toBe(250 * 1350)
    expect(world.payoutsOf(seller).map(({ orderIds }) => orderIds.length)).toEqual([90, 90, 70])
    expect(await world.balanceOf(seller)).toMatchObject({ availablePence: 0, paidPence: 250 * 1350 })
    expect(violationsAtRest(world)).toEqual([])
  })

  test('pays all other sales in the same week when Stripe refuses one of them, and tries that one once a week', async () => {
    const { world, orders, sent, stripe } = await setup({ sales: 200 })
    const [refused = ''] = orders
    let tries = 0
    const refusing = world.as(async (call, moment) => {
      if (call !== 'stripe.createTransfer') return undefined
      if (moment === 'before') tries++
      stripe.refusing.transfers = moment === 'before' && tries === 1
      return undefined
    })
    await world.weeklyPayouts()
    for (const task of taken(world)) await refusing.handle(task)
    expect(sent()).toBe(199 * 1350)
    expect(tries).toBe(200)
    expect(world.payoutsOf(seller).map(({ state, orderIds }) => [state, orderIds.length])).toEqual([
      ['partially_sent', 90],
      ['sent', 90],
      ['sent', 20],
    ])
    expect(await world.balanceOf(seller)).toMatchObject({ availablePence: 1350, reservedPence: 0 })
    world.clock.forward({ hours: 24 * 7 })
    await world.weeklyPayouts()
    await world.deliverAll()
    expect(stripe.transfers().at(-1)).toMatchObject({ orderId: refused, amountPence: 1350 })
    expect(violationsAtRest(world)).toEqual([])
  })

  test('ends where Stripe refuses a whole payout', async () => {
    const { world, sent, stripe } = await setup({ sales: 180 })
    stripe.refusing.transfers = true
    await world.weeklyPayouts()
    await world.deliverAll()
    expect(world.payoutsOf(seller)).toMatchObject([{ state: 'failed' }])
    stripe.refusing.transfers = false
    world.clock.forward({ hours: 24 * 7 })
    await world.weeklyPayouts()
    await world.deliverAll()
    expect(sent()).toBe(180 * 1350)
    expect(violationsAtRest(world)).toEqual([])
  })

  test('with a provider that takes ten seconds a transfer stops in time and goes on with the next message', async () => {
    const { world, sent } = await setup({ sales: 90 })
    await world.weeklyPayouts()
    const slow: Step = async (name, when) => {
      if (name === 'stripe.createTransfer' && when === 'before') world.clock.forward({ seconds: 10 })
      return undefined
    }
    let runs = 0
    for (let task = world.queued.shift(); task; task = world.queued.shift()) {
      const startedAt = world.now().getTime()
      await world.as(slow).handle(task)
      runs++
      expect(world.now().getTime() - startedAt).toBeLessThanOrEqual(limits.payout.sendingMs + 20_000)
    }
    expect(runs).toBeGreaterThanOrEqual(4)
    expect(sent()).toBe(90 * 1350)
    expect(world.payoutsOf(seller).map(({ state }) => state)).toEqual(['sent'])
    expect(violationsAtRest(world)).toEqual([])
  })

  test('with a provider that gives no answer at all fails, so that somebody hears of it', async () => {
    const { world, sent } = await setup({ sales: 90 })
    await world.weeklyPayouts()
    const silent: Step = async (name, when) => {
      if (name !== 'stripe.createTransfer' || when !== 'before') return undefined
      world.clock.forward({ seconds: 20 })
      return 'lost'
    }
    const [task] = world.queued.splice(0)
    if (!task) throw new Error('Nobody is paid.')
    await expect(world.as(silent).handle(task)).rejects.toMatchObject({ code: 'unavailable' })
    expect(world.queued).toEqual([])
    await world.handle(task)
    await world.deliverAll()
    expect(sent()).toBe(90 * 1350)
  })

  test('asks for every photographer of a shard, and so does the sweep, however many pages of them there are', async () => {
    const pages = [[userIdOf(1), userIdOf(2)], [userIdOf(3)], [userIdOf(4)]]
    const pageOf = async (shard: number, after: Item | undefined) => {
      const page = Number(after?.page ?? 0)
      if (shard !== 0) return { sellerIds: [], next: undefined }
      return { sellerIds: pages[page] ?? [], next: page + 1 < pages.length ? { page: page + 1 } : undefined }
    }
    const balances = { listPayable: pageOf }
    const payoutId = PayoutId.parse('pay_00000000000000000000000001')
    const payouts: Pick<PayoutStore, 'listOpen'> = {
      listOpen: async (shard, { after }) => {
        const { sellerIds, next } = await pageOf(shard, after)
        return { payouts: sellerIds.map((sellerId) => ({ sellerId, isWeekly: true, payoutId })), next }
      },
    }
    const asked: unknown[] = []
    const send = async (_: string, messages: readonly unknown[]) => {
      asked.push(...messages)
    }
    const now = () => at('2030-01-07T06:00:00.000Z')
    expect(await weeklyPayouts({ balances, send, now })()).toEqual({ asked: 4 })
    expect(asked.splice(0)).toEqual(pages.flat().map((sellerId) => ({ kind: 'weekly', sellerId, week: '2030-W02' })))
    expect(await sweepPayouts({ payouts, send, now })()).toEqual({ open: 4 })
    expect(asked).toEqual(pages.flat().map((sellerId) => ({ kind: 'resume', sellerId, isWeekly: true, payoutId })))
  })

  test('who asks for a payout does not stand in the queue of the week, and neither does what goes on with it', async () => {
    const { world } = await setup({ sales: 91 })
    await world.requestPayout(world.payoutRequest(seller))
    world.clock.forward({ minutes: 3 })
    await world.sweepPayouts()
    const [asked, resumed, ...others] = world.queued.splice(0)
    expect(others).toEqual([])
    expect([asked, resumed]).toMatchObject([
      { queue: 'PAYOUT_REQUESTS_QUEUE_URL', message: { kind: 'request' } },
      { queue: 'PAYOUT_REQUESTS_QUEUE_URL', message: { kind: 'resume', isWeekly: false } },
    ])
    if (!asked) throw new Error('Nobody is paid.')
    await world.handle(asked)
    expect(world.queued.splice(0)).toMatchObject([
      { queue: 'PAYOUT_REQUESTS_QUEUE_URL', message: { kind: 'more', sellerId: seller } },
    ])
    await world.weeklyPayouts()
    expect(world.queued).toMatchObject([{ queue: 'PAYOUTS_QUEUE_URL', message: { kind: 'weekly' } }])
  })

  test('a payout that Stripe has no time for asks to be put off, and is paid once it has', async () => {
    const { world, sent } = await setup({ sales: 3 })
    await world.weeklyPayouts()
    const [task] = world.queued.splice(0)
    if (!task) throw new Error('Nobody is paid.')
    const rushed = world.as(async (call, moment) =>
      call === 'stripe.createTransfer' && moment === 'before' ? 'busy' : undefined,
    )
    await expect(rushed.handle(task)).rejects.toMatchObject({ details: { retryAfterSeconds: 2 } })
    await world.handle(task)
    expect(sent()).toBe(3 * 1350)
  })

  test('finds nobody on its list again once all is paid', async () => {
    const { world } = await setup()
    await world.weeklyPayouts()
    await world.deliverAll()
    world.clock.set('2030-01-07T06:00:00.000Z')
    expect(await world.weeklyPayouts()).toEqual({ asked: 0 })
  })

  test.each([
    ['has no account', async () => setup({ hasAccount: false })],
    [
      'whose account is stopped',
      async () => {
        const made = await setup()
        made.stripe.changeAccount(made.accountId, { canReceive: false, disabledReason: 'requirements.past_due' })
        return made
      },
    ],
    [
      'who left',
      async () => {
        const made = await setup()
        made.stripe.changeAccount(made.accountId, { isGone: true })
        return made
      },
    ],
  ])('leaves the money of a photographer who %s where it is', async (_, make) => {
    const { world, sent } = await make()
    await world.weeklyPayouts()
    await world.deliverAll()
    expect(sent()).toBe(0)
    expect(await world.balanceOf(seller)).toMatchObject({ availablePence: 1350, reservedPence: 0, openPayoutId: null })
  })
})

describe('a payout that is asked for', () => {
  test('says how much goes, and sends it', async () => {
    const { world, sent } = await setup({ sales: 2 })
    expect(await world.requestPayout(world.payoutRequest(seller))).toMatchObject({ amountPence: 2700 })
    await world.deliverAll()
    expect(sent()).toBe(2700)
  })

  test('twenty times at once is one payout', async () => {
    const { world, sent } = await setup()
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => world.requestPayout(world.payoutRequest(seller))),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await world.deliverAll()
    expect(sent()).toBe(1350)
    expect(violationsAtRest(world)).toEqual([])
  })

  test('while the weekly run pays too is paid once', async () => {
    const { world, sent } = await setup()
    await world.weeklyPayouts()
    await Promise.allSettled([world.requestPayout(world.payoutRequest(seller)), world.deliverAll()])
    await world.deliverAll()
    expect(sent()).toBe(1350)
  })

  test('is sent whole, also where a message of a week that is paid already ends the first payout of it', async () => {
    const { world, photos, sent } = await setup()
    await world.weeklyPayouts()
    await world.deliverAll()
    for (let n = 1; n <= limits.payout.transfersPerBatch + 1; n++) {
      await world.sell(photos, { key: attempt(n), email: `buyer${n}@example.com` })
      world.clock.forward({ seconds: 1 })
    }
    world.clock.forward({ hours: 48 })
    await world.runRelease()
    const { amountPence } = await world.requestPayout(world.payoutRequest(seller))
    const own = world.queued.splice(0)
    await world.weeklyPayouts()
    await world.deliverAll()
    for (const message of own) await world.handle(message)
    await world.deliverAll()
    expect(amountPence).toBe(1350 * (limits.payout.transfersPerBatch + 1))
    expect(sent()).toBe(1350 + amountPence)
    expect(violationsAtRest(world)).toEqual([])
  })

  test('with nothing, or only with what is held, is no_balance', async () => {
    const { world, photos } = await setup({ sales: 0 })
    await expect(world.requestPayout(world.payoutRequest(seller))).rejects.toMatchObject({ code: 'no_balance' })
    await world.sell(photos, { key: attempt(50) })
    await expect(world.requestPayout(world.payoutRequest(seller))).rejects.toMatchObject({ code: 'no_balance' })
  })

  test('without an account is no_payout_account, and nothing is set aside', async () => {
    const { world } = await setup({ hasAccount: false })
    await expect(world.requestPayout(world.payoutRequest(seller))).rejects.toMatchObject({ code: 'no_payout_account' })
    expect(await world.balanceOf(seller)).toMatchObject({ availablePence: 1350, reservedPence: 0 })
  })

  test('is sent by the sweep when its message was lost', async () => {
    const { world, sent } = await setup()
    const cut = world.as(fateOn('queue.send', 'before', 'lost'))
    expect(await cut.requestPayout(world.payoutRequest(seller))).toMatchObject({ amountPence: 1350 })
    expect(world.queued).toEqual([])
    world.clock.forward({ minutes: 3 })
    expect(await world.sweepPayouts()).toEqual({ open: 1 })
    await world.deliverAll()
    expect(sent()).toBe(1350)
  })
})

describe('a transfer', () => {
  test('whose answer was lost is asked for again with its key, and is one transfer', async () => {
    const { world, sent } = await setup()
    await world.weeklyPayouts()
    const [task] = world.queued.splice(0)
    if (!task) throw new Error('Nobody is paid.')
    const cut = world.as(fateOn('stripe.createTransfer', 'after', 'lost'))
    await expect(cut.handle(task)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await world.balanceOf(seller)).toMatchObject({ reservedPence: 1350, availablePence: 0 })
    world.clock.forward({ hours: 20 })
    await world.handle(task)
    expect(sent()).toBe(1350)
    expect(await world.balanceOf(seller)).toMatchObject({ reservedPence: 0, paidPence: 1350 })
  })

  test.each([
    ['came to pass', 'after', 1350, { paidPence: 1350, availablePence: 0 }],
    ['did not', 'before', 0, { paidPence: 0, availablePence: 1350 }],
  ] as const)(
    'without an answer for a day that %s is looked up, never sent blindly',
    async (_, moment, amount, end) => {
      const { world, sent } = await setup()
      await world.weeklyPayouts()
      const [task] = world.queued.splice(0)
      if (!task) throw new Error('Nobody is paid.')
      await expect(world.as(fateOn('stripe.createTransfer', moment, 'lost')).handle(task)).rejects.toThrow()
      world.clock.forward({ hours: 23, minutes: 30 })
      if (moment === 'before') {
        await expect(world.handle(task)).rejects.toMatchObject({ code: 'unavailable' })
        expect(await world.balanceOf(seller)).toMatchObject({ reservedPence: 1350 })
        const [earning] = await world.earningsOf(world.payoutsOf(seller)[0]?.orderIds[0] ?? '')
        expect(earning?.lines).toMatchObject([{ state: 'unknown' }])
      }
      world.clock.forward({ hours: 1 })
      await world.sweepPayouts()
      await world.handle(world.queued.splice(0)[0] ?? task)
      expect(sent()).toBe(amount)
      expect(await world.balanceOf(seller)).toMatchObject({ ...end, reservedPence: 0, openPayoutId: null })
      expect(violationsAtRest(world)).toEqual([])
    },
  )

  test.each([
    ['came to pass', 'after', { paidPence: 1350, availablePence: 0 }],
    ['did not', 'before', { paidPence: 0, availablePence: 1350 }],
  ] as const)(
    'without an answer for a day that %s is not taken for an earlier one of the same sale and amount',
    async (_, moment, end) => {
      const { world, stripe } = await setup()
      await world.requestPayout(world.payoutRequest(seller))
      await world.deliverAll()
      stripe.reverseByHand('tr_1', 1350)
      await world.deliverAll()
      await world.holdPayouts(seller, null)
      await world.requestPayout(world.payoutRequest(seller))
      const [task] = world.queued.splice(0)
      if (!task) throw new Error('Nobody is paid.')
      await expect(world.as(fateOn('stripe.createTransfer', moment, 'lost')).handle(task)).rejects.toThrow()
      world.clock.forward({ hours: 25 })
      await world.sweepPayouts()
      await world.deliverAll()
      expect(await world.balanceOf(seller)).toMatchObject({ ...end, reservedPence: 0, openPayoutId: null })
      expect(violationsAtRest(world)).toEqual([])
    },
  )

  test('that is refused for good goes back, and is paid once with a new key later', async () => {
    const { world, sent, stripe } = await setup()
    stripe.refusing.transfers = true
    await world.weeklyPayouts()
    await world.deliverAll()
    expect(await world.balanceOf(seller)).toMatchObject({ availablePence: 1350, reservedPence: 0, openPayoutId: null })
    expect(world.payoutsOf(seller)).toMatchObject([{ state: 'failed', sentPence: 0 }])
    const { notice } = await world.balance(askBalance)
    expect(notice).toMatch(/^£13.50 of your last payout could not be sent. The money is available again/)
    expect(world.alarms).toMatchObject([{ message: 'transfer refused', fields: { code: 'transfers_not_allowed' } }])
    const told = async () => {
      for (let run = 0; run < 3; run++) await world.sendOutbox()
      return world.mails.map(({ subject }) => subject).filter((subject) => subject.includes('£13.50'))
    }
    expect(await told()).toEqual(['A payout of £13.50 could not be sent'])
    stripe.refusing.transfers = false
    await world.requestPayout(world.payoutRequest(seller))
    await world.deliverAll()
    expect(sent()).toBe(1350)
    expect(await world.balanceOf(seller)).toMatchObject({ availablePence: 0, paidPence: 1350 })
    expect(await world.balance(askBalance)).toMatchObject({ notice: null })
    expect(await told()).toEqual(['A payout of £13.50 could not be sent', '£13.50 was sent to your Stripe account'])
    expect(violationsAtRest(world)).toEqual([])
  })

  test('that is refused for good is tried again by the next week’s run, without a new sale and unasked', async () => {
    const { world, stripe } = await setup()
    stripe.refusing.transfers = true
    await world.weeklyPayouts()
    await world.deliverAll()
    expect(await world.balanceOf(seller)).toMatchObject({ paidPence: 0, availablePence: 1350 })
    stripe.refusing.transfers = false
    world.clock.forward({ hours: 24 * 7 })
    expect(await world.weeklyPayouts()).toEqual({ asked: 1 })
    await world.deliverAll()
    expect(await world.balanceOf(seller)).toMatchObject({ paidPence: 1350, availablePence: 0 })
  })

  test('that Stripe had no time for ends the round: nothing more is asked of it, and the rest goes with the next', async () => {
    const { world, sent, orders } = await setup({ sales: 3 })
    await world.weeklyPayouts()
    const [task] = world.queued.splice(0)
    if (!task) throw new Error('Nobody is paid.')
    let calls = 0
    const busy = world.as(async (call, moment) =>
      call === 'stripe.createTransfer' && moment === 'before' && calls++ === 1 ? 'busy' : undefined,
    )
    await expect(busy.handle(task)).rejects.toMatchObject({ code: 'unavailable' })
    expect(calls).toBe(2)
    expect(sent()).toBe(1350)
    await world.handle(task)
    expect(sent()).toBe(1350 * orders.length)
    expect(violationsAtRest(world)).toEqual([])
  })

  test('to an account that is stopped mid-way is refused, and the money is available again', async () => {
    const { world, stripe, accountId, sent } = await setup({ sales: 2 })
    await world.weeklyPayouts()
    const [task] = world.queued.splice(0)
    if (!task) throw new Error('Nobody is paid.')
    let calls = 0
    const stopped = world.as(async (call, moment) => {
      if (call === 'stripe.createTransfer' && moment === 'before' && calls++ === 1) {
        stripe.changeAccount(accountId, { canReceive: false })
      }
      return undefined
    })
    await stopped.handle(task)
    expect(sent()).toBe(1350)
    expect(world.payoutsOf(seller)).toMatchObject([{ state: 'partially_sent', sentPence: 1350 }])
    expect(await world.balanceOf(seller)).toMatchObject({ availablePence: 1350, paidPence: 1350, reservedPence: 0 })
  })
})

test('a debt that arises while a payout is being reserved is not paid over', async () => {
  const { world, photos, stripe } = await setup()
  await world.requestPayout(world.payoutRequest(seller))
  await world.deliverAll()
  await world.sell(photos, { key: attempt(50) })
  world.clock.forward({ hours: 48 })
  await world.runRelease()
  let isRefunded = false
  const racing = world.as(async (call, moment) => {
    if (isRefunded || call !== 'table.transact' || moment !== 'before') return undefined
    isRefunded = true
    stripe.purse.isEmpty = true
    stripe.refund('ch_1', 1000)
    await world.deliverAll()
    return undefined
  })
  expect(await racing.requestPayout(world.payoutRequest(seller))).toMatchObject({ amountPence: 450 })
  expect(await world.balanceOf(seller)).toMatchObject({ availablePence: 0, reservedPence: 450 })
})

describe('what a payout takes', () => {
  const share = (n: number, availablePence: number, frozen = false) =>
    anEarning({
      orderId: orderIdOf(n),
      paidAt: `2030-01-0${n}T00:00:00.000Z`,
      availablePence: SignedPence.parse(availablePence),
      frozen,
    })
  const amounts = (available: number, ...shares: ReturnType<typeof share>[]) =>
    allocate(available, shares).map(({ allocation }) => allocation.amountPence)

  test('is the oldest first, whatever order they come in', () => {
    expect(
      allocate(300, [share(3, 100), share(1, 100), share(2, 100)]).map(({ share: { orderId } }) => orderId),
    ).toEqual([1, 2, 3].map(orderIdOf))
  })
  test('is what Stripe refused before only after everything else', () => {
    const refused = {
      payoutId: PayoutId.parse(`pay_${'0'.repeat(26)}`),
      amountPence: pence(100),
      state: 'rejected' as const,
      transferId: null,
      short: null,
      reversedPence: pence(0),
      reversal: null,
      reversalAttempts: 0,
    }
    const [oldest, other] = [{ ...share(1, 100), lines: [refused] }, share(2, 100)]
    expect(allocate(100, [oldest, other]).map(({ share: { orderId } }) => orderId)).toEqual([orderIdOf(2)])
  })
  test('leaves a debt of another sale unpaid out', () => {
    expect(amounts(150, share(1, 100), share(2, 100), share(3, -50))).toEqual([100, 50])
  })
  test('leaves what is frozen', () => {
    expect(amounts(200, share(1, 100, true), share(2, 100))).toEqual([100])
  })
  test('is nothing of a balance that is negative', () => {
    expect(amounts(-50, share(1, 100))).toEqual([])
  })
})

describe('setting up the account', () => {
  const setUp = request(api.payouts.endpoints.setUpAccount, { caller: seller })

  test('twice, or after a lost answer, makes one account', async () => {
    const world = moneyWorld()
    await world.addSeller(1, [])
    const cut = world.as(fateOn('stripe.createAccount', 'after', 'lost'))
    await expect(cut.setUpAccount(setUp)).rejects.toMatchObject({ code: 'unavailable' })
    const answers = await Promise.all([world.setUpAccount(setUp), world.setUpAccount(setUp)])
    expect(answers).toEqual([{ url: 'https://connect.test/acct_1' }, { url: 'https://connect.test/acct_1' }])
    expect(world.stripe.accounts()).toHaveLength(1)
  })

  test('is stored beside the balance, without anything the provider need not tell', async () => {
    const world = moneyWorld()
    await world.addSeller(1, [])
    await world.setUpAccount(setUp)
    expect(world.table.stored(`USER#${seller}`, 'PAYACCT')).toEqual({
      PK: `USER#${seller}`,
      SK: 'PAYACCT',
      userId: seller,
      stripeAccountId: 'acct_1',
      canReceive: false,
      detailsSubmitted: false,
      disabledReason: null,
      isDisconnected: false,
      checkedAt: '2030-01-01T10:00:00.000Z',
      bankReturn: null,
      bankVersion: 0,
      accountNumber: 1,
    })
  })
})

describe('an account that Stripe stopped', () => {
  test.each([
    ['requirements.pending_verification', 'checking', /^Stripe is checking your details/],
    ['under_review', 'checking', /^Stripe is checking your details/],
    ['requirements.past_due', 'disabled', /Please open its setup again\.$/],
    ['action_required.requested_capabilities', 'disabled', /Please open its setup again\.$/],
    ['rejected.fraud', 'rejected', /its setup cannot mend that/],
    ['listed', 'rejected', /its setup cannot mend that/],
  ])('for %s is %s, in words that are true', async (disabledReason, payoutAccount, notice) => {
    const { world, accountId, stripe } = await setup()
    stripe.changeAccount(accountId, { canReceive: false, disabledReason })
    world.clock.forward({ seconds: 1 })
    await world.deliverAll()
    const shown = await world.balance(askBalance)
    expect(shown.payoutAccount).toBe(payoutAccount)
    expect(shown.notice).toMatch(notice)
  })
})

describe('an account that the photographer disconnected', () => {
  const setUp = request(api.payouts.endpoints.setUpAccount, { caller: seller })
  const stored = (world: MoneyWorld) => world.table.stored(`USER#${seller}`, 'PAYACCT')
  /** One sale of £13.50 is available, and the account that it would go to is gone. */
  const disconnected = async () => {
    const { world, accountId, stripe } = await setup()
    stripe.changeAccount(accountId, { isGone: true })
    await world.deliverAll()
    expect(await world.balance(askBalance)).toMatchObject({ payoutAccount: 'disabled', nextPayoutAt: null })
    world.clock.forward({ hours: 1 })
    return { world, accountId, stripe }
  }
  const nextAccount = { url: 'https://connect.test/acct_2' }

  test('is followed by a new one when its setup is opened again, and that one is paid', async () => {
    const { world, stripe } = await disconnected()
    expect(await world.setUpAccount(setUp)).toEqual(nextAccount)
    expect(stored(world)).toMatchObject({ stripeAccountId: 'acct_2', accountNumber: 2, isDisconnected: false })
    expect(world.table.stored('STRIPE#acct_2', 'PTR')).toMatchObject({ userId: seller })
    expect(await world.balance(askBalance)).toMatchObject({
      payoutAccount: 'incomplete',
      nextPayoutAt: null,
      notice: null,
    })

    stripe.changeAccount('acct_2', { canReceive: true, detailsSubmitted: true })
    world.clock.forward({ seconds: 1 })
    await world.deliverAll()
    expect(await world.balance(askBalance)).toMatchObject({ payoutAccount: 'ready' })
    await world.requestPayout(world.payoutRequest(seller))
    await world.deliverAll()
    expect(stripe.transfers()).toMatchObject([{ accountId: 'acct_2', amountPence: 1350 }])
    expect(violationsAtRest(world)).toEqual([])
  })

  test.each([
    ['stripe.findAccount', 'before'],
    ['stripe.findAccount', 'after'],
    ['stripe.createAccount', 'before'],
    ['stripe.createAccount', 'after'],
    ['table.transact', 'before'],
    ['table.transact', 'after'],
    ['stripe.accountPage', 'before'],
  ] as const)('is followed by one account, though %s is lost (%s) and asked again', async (call, moment) => {
    const { world, stripe } = await disconnected()
    const cut = world.as(fateOn(call, moment, 'lost'))
    await expect(cut.setUpAccount(setUp)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await world.setUpAccount(setUp)).toEqual(nextAccount)
    expect(stripe.accounts()).toHaveLength(2)
    expect(stored(world)).toMatchObject({ stripeAccountId: 'acct_2', accountNumber: 2 })
  })

  test('is followed by one account when two tabs open its setup, at any moment of each other', async () => {
    const { world, stripe } = await disconnected()
    expect(await Promise.all([world.setUpAccount(setUp), world.setUpAccount(setUp)])).toEqual([
      nextAccount,
      nextAccount,
    ])
    expect(stripe.accounts()).toHaveLength(2)
  })

  test('is followed by one account when a tab finishes while the other is about to ask for it', async () => {
    const { world, stripe } = await disconnected()
    let isFirst = true
    const slow = world.as(async (name, when) => {
      if (name !== 'stripe.createAccount' || when !== 'before' || !isFirst) return undefined
      isFirst = false
      await world.setUpAccount(setUp)
      return undefined
    })
    expect(await slow.setUpAccount(setUp)).toEqual(nextAccount)
    expect(stripe.accounts()).toHaveLength(2)
  })

  test('is not given up because Stripe does not answer', async () => {
    const { world, stripe } = await setup()
    const cut = world.as(fateOn('stripe.findAccount', 'before', 'lost'))
    await expect(cut.setUpAccount(setUp)).rejects.toMatchObject({ code: 'unavailable' })
    expect(stripe.accounts()).toHaveLength(1)
    expect(stored(world)).toMatchObject({ stripeAccountId: 'acct_1', isDisconnected: false })
  })

  test('may be followed by a third, under another key', async () => {
    const { world, stripe } = await disconnected()
    await world.setUpAccount(setUp)
    stripe.changeAccount('acct_2', { isGone: true })
    expect(await world.setUpAccount(setUp)).toEqual({ url: 'https://connect.test/acct_3' })
    expect(stored(world)).toMatchObject({ stripeAccountId: 'acct_3', accountNumber: 3 })
  })

  test('is not followed by the second any more when a slow tab notes it after the third', async () => {
    const { world, stripe } = await disconnected()
    const slow = world.as(async (name, when) => {
      if (name !== 'table.transact' || when !== 'before') return undefined
      await world.setUpAccount(setUp)
      stripe.changeAccount('acct_2', { isGone: true })
      await world.setUpAccount(setUp)
      return undefined
    })
    expect(await slow.setUpAccount(setUp)).toEqual({ url: 'https://connect.test/acct_3' })
    expect(stored(world)).toMatchObject({ stripeAccountId: 'acct_3', accountNumber: 3 })
  })

  test('tells nothing of the one that followed it', async () => {
    const { world, accountId, stripe } = await disconnected()
    await world.setUpAccount(setUp)
    const before = stored(world)
    world.clock.forward({ hours: 1 })
    stripe.changeAccount(accountId, { isGone: true })
    stripe.endBankPayout(stripe.payOutToBank(accountId, 1350), 'returned')
    await world.deliverAll()
    expect(stored(world)).toEqual(before)
    expect(
      world.table
        .all()
        .filter(({ PK }) => String(PK).startsWith('EVT#'))
        .at(-1),
    ).toMatchObject({
      outcome: 'foreign',
    })
  })

  test('changes nothing of the one that follows it while its news are read', async () => {
    const { world, accountId, stripe } = await disconnected()
    stripe.changeAccount(accountId, { isGone: true })
    const [news] = world.takeNews()
    if (!news) throw new Error('Stripe said nothing.')
    const slow = world.as(async (name, when) => {
      if (name === 'stripe.findAccount' && when === 'after') await world.setUpAccount(setUp)
      return undefined
    })
    await slow.handle(news)
    expect(stored(world)).toMatchObject({ stripeAccountId: 'acct_2', isDisconnected: false })
  })

  test('keeps a payout that was for it: refused there, the money goes to the next account', async () => {
    const { world, accountId, stripe } = await setup()
    await world.requestPayout(world.payoutRequest(seller))
    stripe.changeAccount(accountId, { isGone: true })
    await world.setUpAccount(setUp)
    stripe.changeAccount('acct_2', { canReceive: true, detailsSubmitted: true })
    await world.deliverAll()
    expect(world.payoutsOf(seller)).toMatchObject([{ accountId, state: 'failed' }])
    expect(stripe.transfers()).toEqual([])
    await world.requestPayout(world.payoutRequest(seller))
    await world.deliverAll()
    expect(stripe.transfers()).toMatchObject([{ accountId: 'acct_2', amountPence: 1350 }])
    expect(violationsAtRest(world)).toEqual([])
  })
})
