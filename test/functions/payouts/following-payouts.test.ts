import { expect, test } from 'vitest'
import { earningKeys } from '#functions/payments/earning-writes.ts'
import { update } from '#functions/shared/table/writes.ts'
import { Earning } from '#schema/entities/earning.ts'
import { limits } from '#schema/limits.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { moneyWorld } from '#test/support/payments/money-world.ts'
import { violationsAtRest } from '#test/support/sim/money-checks.ts'

const seller = userIdOf(1)
const { transfersPerBatch } = limits.payout

/** A photographer with this many available sales of £15: £13.50 each. */
const setup = async (sales: number) => {
  const world = moneyWorld()
  const photos = await world.addSeller(1, [1500])
  await world.openAccount(seller)
  for (let n = 0; n < sales; n++) {
    await world.sell(photos, { key: `attempt-${String(n).padStart(9, '0')}`, email: `buyer${n}@example.com` })
    world.clock.forward({ seconds: 1 })
  }
  world.clock.forward({ hours: 48 })
  await world.runRelease()
  /** The process ends at this point of its work: nothing that it does after that happens. */
  const dying = (isThere: (call: string, moment: 'before' | 'after', nth: number) => boolean) => {
    const counts = new Map<string, number>()
    const dead = Promise.withResolvers<void>()
    const process = world.as(async (call, moment) => {
      const name = `${call} ${moment}`
      counts.set(name, (counts.get(name) ?? 0) + 1)
      if (!isThere(call, moment, counts.get(name) ?? 0)) return undefined
      dead.resolve()
      return new Promise<never>(() => {})
    })
    return { process, dead: dead.promise }
  }
  const sweepAll = async () => {
    for (let run = 0; run < 3; run++) {
      world.clock.forward({ minutes: 5 })
      await world.sweepPayouts()
      await world.deliverAll()
    }
  }
  const sent = () => world.stripe.transfers().length
  return { world, dying, sweepAll, sent }
}

test.each([
  ['of the week', 'weekly'],
  ['that was asked for', 'request'],
] as const)('what follows a full payout %s is sent, whenever the process ends that closes it', async (_, kind) => {
  const begun = async () => {
    const given = await setup(transfersPerBatch + 2)
    const { world } = given
    if (kind === 'weekly') await world.weeklyPayouts()
    else await world.requestPayout(world.payoutRequest(seller))
    const [task] = world.queued.splice(0)
    if (!task) throw new Error('Nobody is paid.')
    return { ...given, task }
  }
  const whole = await begun()
  const last: string[] = []
  const counted = new Map<string, number>()
  await whole.world
    .as(async (call, moment) => {
      const name = `${call} ${moment}`
      counted.set(name, (counted.get(name) ?? 0) + 1)
      last.push(`${name} ${counted.get(name)}`)
      return undefined
    })
    .handle(whole.task)
  // Every point from the last transfer's answer on.
  const from = last.lastIndexOf(`stripe.createTransfer after ${transfersPerBatch}`)
  expect(from).toBeGreaterThan(0)
  for (const point of last.slice(from)) {
    const { world, dying, sweepAll, sent, task } = await begun()
    const { process, dead } = dying((call, moment, nth) => `${call} ${moment} ${nth}` === point)
    void process.handle(task)
    await dead
    // Its message comes again where it was a week's; a message of the sweep needs none.
    await sweepAll()
    expect([point, sent()]).toEqual([point, transfersPerBatch + 2])
    expect(violationsAtRest(world)).toEqual([])
  }
})

test.each([
  ['by its own message', Infinity],
  ['by the sweep', 5],
] as const)(
  'a batch of the week with room left is followed when the list went on behind it, closed %s',
  async (_, diesAt) => {
    const { world, dying, sweepAll, sent } = await setup(transfersPerBatch + 3)
    world.stripe.dispute('ch_1', 'inquiry')
    await world.deliverAll()
    // The index still lists it for a moment.
    const share = world.table.all().find(({ SK, chargeId }) => SK === `EARN#${seller}` && chargeId === 'ch_1')
    const { orderId, paidAt } = Earning.parse(share)
    const listed = { workKey: earningKeys.payable(seller), workSort: paidAt }
    await world.table.write(update(earningKeys.earning(orderId, seller), { set: listed, when: 'present' }))
    await world.weeklyPayouts()
    const [task] = world.queued.splice(0)
    if (!task) throw new Error('Nobody is paid.')
    const { process, dead } = dying(
      (call, moment, nth) => call === 'stripe.createTransfer' && moment === 'before' && nth === diesAt,
    )
    await Promise.race([process.handle(task), dead])
    expect(world.payoutsOf(seller).map(({ orderIds }) => orderIds.length)[0]).toBe(transfersPerBatch - 1)
    await sweepAll()
    expect(sent()).toBe(transfersPerBatch + 2)
  },
)

test('a full payout of which every buyer had the money back before it could be sent is followed all the same', async () => {
  const { world, sweepAll, sent } = await setup(transfersPerBatch + 2)
  world.stripe.purse.isEmpty = true
  await world.weeklyPayouts()
  await world.deliverAll()
  for (let n = 1; n <= transfersPerBatch; n++) world.stripe.refund(`ch_${n}`, 1500)
  await world.deliverAll()
  world.stripe.purse.isEmpty = false
  await sweepAll()
  expect(sent()).toBe(2)
  expect(violationsAtRest(world)).toEqual([])
})
