import { expect, test } from 'vitest'
import { userIdOf } from '#test/support/builders/ids.ts'
import { moneyWorld } from '#test/support/payments/money-world.ts'
import { violationsAtRest } from '#test/support/sim/money-checks.ts'

const seller = userIdOf(1)

const setup = async () => {
  const world = moneyWorld()
  const photos = await world.addSeller(1, [1500])
  await world.openAccount(seller)
  /** Sales of £15, available by now. */
  const sellMany = async (from: number, to: number) => {
    for (let n = from; n < to; n++) {
      const name = `many-${String(n).padStart(12, '0')}`
      await world.sell(photos, { key: name, email: `${name}@example.com` })
      world.clock.forward({ minutes: 31 })
    }
    world.clock.forward({ hours: 48 })
    await world.runRelease()
  }
  return { world, sellMany }
}

test('a request answers with all that is sent, also where one payout has no room for all sales', async () => {
  const { world, sellMany } = await setup()
  await sellMany(0, 93)
  const { availablePence } = await world.balanceOf(seller)
  expect(availablePence).toBe(93 * 1350)

  const { amountPence } = await world.requestPayout(world.payoutRequest(seller))
  expect(amountPence).toBe(93 * 1350)
  await world.deliverAll()
  const sent = world.stripe.transfers().reduce((sum, transfer) => sum + transfer.amountPence, 0)
  expect(sent).toBe(93 * 1350)
  expect(violationsAtRest(world)).toEqual([])

  for (let run = 0; run < 3; run++) await world.sendOutbox()
  const mails = world.mails.filter(({ subject }) => subject.includes('was sent to your Stripe account'))
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    '£1,215.00 was sent to your Stripe account',
    '£40.50 was sent to your Stripe account',
  ])
  const [full, rest] = [
    mails.find(({ subject }) => subject.startsWith('£1,')),
    mails.find(({ subject }) => subject.startsWith('£4')),
  ]
  expect(full?.text).toContain('A payout holds 90 sales: what is left follows by itself.')
  expect(rest?.text).not.toContain('follows by itself')
  expect(full?.text).toContain('Stripe sends it on to your bank by itself')
})

test('and sends what an earlier request could not, behind all else; what it is refused itself is not tried twice', async () => {
  const { world, sellMany } = await setup()
  await sellMany(0, 2)
  world.stripe.refusing.transfers = true
  await world.requestPayout(world.payoutRequest(seller))
  await world.deliverAll()
  world.stripe.refusing.transfers = false
  await sellMany(2, 95)
  let tries = 0
  const refusing = world.as(async (call, moment) => {
    if (call !== 'stripe.createTransfer') return undefined
    if (moment === 'before') tries++
    world.stripe.refusing.transfers = moment === 'before' && tries === 1
    return undefined
  })
  const { amountPence } = await world.requestPayout(world.payoutRequest(seller))
  expect(amountPence).toBe(95 * 1350)
  for (let task = world.queued.shift(); task; task = world.queued.shift()) await refusing.handle(task)
  expect(world.stripe.transfers()).toHaveLength(94)
  expect(tries).toBe(95)
  expect(await world.balanceOf(seller)).toMatchObject({ availablePence: 1350, reservedPence: 0 })
  expect(violationsAtRest(world)).toEqual([])
})
