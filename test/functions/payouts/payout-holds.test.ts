import { describe, expect, test } from 'vitest'
import type { Balance } from '#schema/entities/earning.ts'
import { AppError, errors } from '#schema/errors.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { availableSale } from '#test/support/payments/available-sale.ts'
import { violationsAtRest } from '#test/support/sim/money-checks.ts'

type Sold = Awaited<ReturnType<typeof availableSale>>

const monday = async ({ world }: Sold) => {
  world.clock.forward({ hours: 7 * 24 })
  await world.weeklyPayouts()
  await world.deliverAll()
}
const sentPence = ({ world }: Sold) => world.stripe.transfers().map(({ amountPence }) => amountPence)
const noticeOf = async ({ world, seller }: Sold) => (await world.balance(world.balanceRequest(seller))).notice

describe('payouts that an operator holds', () => {
  test('are not made on Monday nor on request, and the page says why; released, they are', async () => {
    const sold = await availableSale()
    const { world, seller } = sold
    await world.holdPayouts(seller, 'We are checking a sale with you')
    await monday(sold)
    await expect(world.requestPayout(world.payoutRequest(seller))).rejects.toEqual(new AppError('payouts_on_hold'))
    expect(sentPence(sold)).toEqual([])
    expect(await world.balanceOf(seller)).toMatchObject({ availablePence: 1350, reservedPence: 0 })
    expect(await noticeOf(sold)).toMatch(/^Your payouts are on hold: “We are checking a sale with you”\./)
    expect((await world.balance(world.balanceRequest(seller))).nextPayoutAt).toBeNull()
    expect(errors.payouts_on_hold).toEqual([409, 'Your payouts are on hold. Your balance says why.'])

    await world.holdPayouts(seller, null)
    expect(await noticeOf(sold)).toBeNull()
    await monday(sold)
    expect(sentPence(sold)).toEqual([1350])
    expect(violationsAtRest(world)).toEqual([])
  })

  test('are held at any moment before the money is set aside: the hold and the payout never both succeed', async () => {
    let refused = 0
    for (let nth = 1; ; nth++) {
      const sold = await availableSale()
      const { world, seller } = sold
      let steps = 0
      let held: Balance | undefined
      const slow = world.as(async () => {
        steps++
        if (steps === nth) held = await world.holdPayouts(seller, 'Wait')
        return undefined
      })
      const asked = await slow.requestPayout(world.payoutRequest(seller)).then(
        ({ amountPence }) => amountPence,
        (error: unknown) => (error instanceof AppError ? error.code : error),
      )
      const { payoutHold, reservedPence } = await world.balanceOf(seller)
      // A payout that was set aside before is under way; a hold that was there before let none begin.
      expect(asked).toBe(held?.reservedPence === 0 ? 'payouts_on_hold' : 1350)
      expect(reservedPence).toBe(asked === 1350 ? 1350 : 0)
      if (held === undefined) break
      expect(payoutHold).toMatchObject({ reason: 'Wait' })
      if (asked === 'payouts_on_hold') refused++
    }
    expect(refused).toBeGreaterThan(5)
  })

  test('hold for somebody who never sold anything too, and the books stay right', async () => {
    const { world } = await availableSale()
    const newcomer = userIdOf(2)
    await world.holdPayouts(newcomer, 'First')
    await world.holdPayouts(newcomer, 'Second')
    const [photo] = await world.addSeller(2, [1000])
    await world.sell(photo ? [photo] : [], { key: 'attempt-of-a-newcomer' })
    expect(await world.balanceOf(newcomer)).toMatchObject({ payoutHold: { reason: 'Second' }, pendingPence: 900 })
    expect(violationsAtRest(world)).toEqual([])
  })
})

describe('a transfer that an operator takes back at Stripe', () => {
  const takenBack = async (pence: number) => {
    const sold = await availableSale()
    await monday(sold)
    const [transfer] = sold.world.stripe.transfers()
    await sold.world.stripe.reverseByHand(transfer?.id ?? '', pence)
    return sold
  }
  const alarms = ({ world }: Sold) =>
    world.alarms.filter(({ message }) => message === 'a transfer was taken back by hand')

  test('is not sent again the Monday after: payouts are held, and the alarm names the command', async () => {
    const sold = await takenBack(1350)
    const { world, seller } = sold
    await world.deliverAll()
    await monday(sold)
    expect(sentPence(sold)).toEqual([1350])
    expect(await world.balanceOf(seller)).toMatchObject({ availablePence: 1350, paidPence: 0 })
    expect(alarms(sold)).toMatchObject([
      { fields: { sellerId: seller, next: expect.stringContaining('hold-payouts') } },
    ])
    expect(await noticeOf(sold)).toContain('A transfer to your account was taken back')

    await world.holdPayouts(seller, null)
    await monday(sold)
    expect(sentPence(sold)).toEqual([1350, 1350])
    expect(violationsAtRest(world)).toEqual([])
  })

  test('holds in part as well, and when its news are lost: the night finds it', async () => {
    const sold = await takenBack(500)
    sold.world.takeNews()
    await sold.world.compareTransfers()
    await monday(sold)
    expect(sentPence(sold)).toEqual([1350])
    expect(alarms(sold)).toHaveLength(1)
  })

  test('does not replace the reason of a hold that stands', async () => {
    const sold = await takenBack(1350)
    await sold.world.holdPayouts(sold.seller, 'Fraud is looked into')
    await sold.world.deliverAll()
    expect(await sold.world.balanceOf(sold.seller)).toMatchObject({ payoutHold: { reason: 'Fraud is looked into' } })
  })

  test('holds what is beyond the debt, also while a reversal of ours for that debt is under way', async () => {
    const sold = await availableSale()
    const { world, seller } = sold
    await monday(sold)
    world.stripe.refund('ch_1', 500)
    const busy = world.as(async (call, moment) =>
      call === 'stripe.reverseTransfer' && moment === 'before' ? 'busy' : undefined,
    )
    for (const news of world.takeNews()) await expect(busy.handle(news)).rejects.toThrow()
    const [transfer] = world.stripe.transfers()
    await world.stripe.reverseByHand(transfer?.id ?? '', 900)
    // Nothing is left there for ours.
    world.stripe.purse.isEmpty = true
    await world.deliverAll()
    world.stripe.purse.isEmpty = false
    expect(alarms(sold)).toHaveLength(1)
    expect(await world.balanceOf(seller)).toMatchObject({ payoutHold: { heldAt: expect.any(String) } })
    await monday(sold)
    expect(sentPence(sold)).toEqual([1350])
    expect(violationsAtRest(world)).toEqual([])
  })

  test('holds nothing where it only repays what a refund left owing, nor where the reversal was ours', async () => {
    const sold = await availableSale()
    const { world, seller } = sold
    await monday(sold)
    const [transfer] = world.stripe.transfers()
    world.stripe.purse.isEmpty = true
    world.stripe.refund('ch_1', 500)
    await world.deliverAll()
    world.stripe.purse.isEmpty = false
    await world.stripe.reverseByHand(transfer?.id ?? '', 450)
    await world.deliverAll()
    world.stripe.refund('ch_1', 300)
    await world.deliverAll()
    expect(await world.balanceOf(seller)).toMatchObject({ availablePence: 0, paidPence: 630, payoutHold: null })
    expect(alarms(sold)).toEqual([])
  })
})
