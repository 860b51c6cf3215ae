import { expect, test } from 'vitest'
import { api } from '#schema/api/all.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { request } from '#test/support/http/request.ts'
import { moneyWorld } from '#test/support/payments/money-world.ts'
import { violationsAtRest } from '#test/support/sim/money-checks.ts'

const seller = userIdOf(1)
const askBalance = request(api.payouts.endpoints.balance, { caller: seller })

/** A photographer with an account and a photo of £15, of each sale of which £13.50 are theirs. */
const setup = async () => {
  const world = moneyWorld()
  const photos = await world.addSeller(1, [1500])
  await world.openAccount(seller)
  let sales = 0
  const sell = async () => {
    sales++
    const orderId = await world.sell(photos, { key: `attempt-00000000${sales}`, email: `buyer${sales}@example.com` })
    return { orderId, chargeId: `ch_${sales}` }
  }
  const clear = async () => {
    world.clock.forward({ hours: 48 })
    await world.runRelease()
  }
  const payOut = async () => {
    await world.requestPayout(world.payoutRequest(seller))
    await world.deliverAll()
  }
  const buckets = async () => {
    const { pendingPence, availablePence, heldPence, reservedPence, paidPence, disputedPence, reversedPence } =
      await world.balanceOf(seller)
    return [pendingPence, availablePence, heldPence, reservedPence, paidPence, disputedPence, reversedPence]
  }
  const ask = async (chargeId: string) => {
    const dispute = world.stripe.dispute(chargeId, 'inquiry')
    await world.deliverAll()
    return dispute
  }
  const move = async (dispute: string, stage: Parameters<typeof world.stripe.moveDispute>[1]) => {
    world.stripe.moveDispute(dispute, stage)
    await world.deliverAll()
  }
  return { world, stripe: world.stripe, sell, clear, payOut, buckets, ask, move }
}

test('money that an inquiry froze pays no debt: the sale beside it repays, and nothing is sent for it', async () => {
  const { world, stripe, sell, clear, payOut, buckets, ask, move } = await setup()
  const owed = await sell()
  await clear()
  await payOut()
  stripe.purse.isEmpty = true
  stripe.refund(owed.chargeId, 1500)
  await world.deliverAll()
  stripe.purse.isEmpty = false
  const frozen = await sell()
  await sell()
  await clear()
  expect(await buckets()).toEqual([0, 1350, 0, 0, 1350, 0, 1350])

  const dispute = await ask(frozen.chargeId)
  expect(await buckets()).toEqual([0, 0, 1350, 0, 1350, 0, 1350])
  await expect(world.requestPayout(world.payoutRequest(seller))).rejects.toMatchObject({ code: 'no_balance' })
  await world.weeklyPayouts()
  await world.deliverAll()
  expect(stripe.transfers()).toHaveLength(1)

  await move(dispute, 'withdrawn')
  await move(dispute, 'lost')
  expect(await buckets()).toEqual([0, 0, 0, 0, 1350, 0, 2700])
  expect(violationsAtRest(world)).toEqual([])
})

test('the balance page shows frozen money apart, with why, and it is no part of what is available', async () => {
  const { world, sell, clear, buckets, ask, move } = await setup()
  const { chargeId } = await sell()
  await clear()
  const dispute = await ask(chargeId)
  const frozen = await world.balance(askBalance)
  expect(frozen).toMatchObject({ availablePence: 0, heldPence: 1350, totalEarnedPence: 1350 })
  expect(frozen.notice).toMatch(/^£13\.50 is on hold: a buyer’s bank is asking about a payment\./)

  await move(dispute, 'inquiry_closed')
  expect(await buckets()).toEqual([0, 1350, 0, 0, 0, 0, 0])
  expect(await world.balance(askBalance)).toMatchObject({ availablePence: 1350, heldPence: 0, notice: null })
  expect(violationsAtRest(world)).toEqual([])
})

test('money frozen during its 48 hours goes back into them, and is available once they are over', async () => {
  const { world, sell, clear, buckets, ask, move } = await setup()
  const { chargeId } = await sell()
  const first = await ask(chargeId)
  expect(await buckets()).toEqual([0, 0, 1350, 0, 0, 0, 0])
  world.clock.forward({ hours: 24 })
  await move(first, 'inquiry_closed')
  expect(await buckets()).toEqual([1350, 0, 0, 0, 0, 0, 0])

  const second = await ask(chargeId)
  await clear()
  expect(await buckets()).toEqual([0, 0, 1350, 0, 0, 0, 0])
  await move(second, 'inquiry_closed')
  expect(await buckets()).toEqual([0, 1350, 0, 0, 0, 0, 0])
  expect(violationsAtRest(world)).toEqual([])
})

test('a refund of frozen money takes it from what is frozen, and one that fails puts it back there', async () => {
  const { world, stripe, sell, clear, buckets, ask } = await setup()
  const { chargeId } = await sell()
  await clear()
  await ask(chargeId)
  const refund = stripe.refund(chargeId, 500, { status: 'pending' }) ?? ''
  await world.deliverAll()
  expect(await buckets()).toEqual([0, 0, 900, 0, 0, 0, 450])
  stripe.endRefund(refund, 'failed')
  await world.deliverAll()
  expect(await buckets()).toEqual([0, 0, 1350, 0, 0, 0, 0])
  expect(violationsAtRest(world)).toEqual([])
})

test('a transfer that Stripe refuses, or somebody reverses, while its sale is frozen leaves the money frozen', async () => {
  const { world, stripe, sell, clear, buckets, payOut, ask, move } = await setup()
  const { chargeId } = await sell()
  await clear()
  await world.requestPayout(world.payoutRequest(seller))
  const tasks = world.queued.splice(0)
  const dispute = await ask(chargeId)
  expect(await buckets()).toEqual([0, 0, 0, 1350, 0, 0, 0])
  const [account] = stripe.accounts()
  stripe.changeAccount(account?.id ?? '', { canReceive: false })
  for (const task of tasks) await world.handle(task)
  expect(await buckets()).toEqual([0, 0, 1350, 0, 0, 0, 0])

  await move(dispute, 'inquiry_closed')
  stripe.changeAccount(account?.id ?? '', { canReceive: true })
  await payOut()
  await ask(chargeId)
  stripe.reverseByHand('tr_1', 1000)
  await world.deliverAll()
  expect(await buckets()).toEqual([0, 0, 1000, 0, 350, 0, 0])
  expect(violationsAtRest(world)).toEqual([])
})
