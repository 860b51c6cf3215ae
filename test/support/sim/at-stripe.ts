import { type Wanted as RefundWish, refundPlan } from '#functions/payments/refund-order.ts'
import type { MoneyWorld } from '#test/support/payments/money-world.ts'
import type { Dice } from './dice.ts'

type Charge = { id: string; amountPence: number; orderId: string; lineCount: number }

const chargesOf = (world: MoneyWorld): Charge[] =>
  world.stripe.sessions().flatMap(({ charge, orderId }) => {
    if (!charge || orderId === null) return []
    const prefix = `ORDER#${orderId}`
    const lines = world.table.peek().filter(({ PK, SK }) => PK === prefix && String(SK).startsWith('ITEM#'))
    return [{ id: charge.id, amountPence: charge.amountPence, orderId, lineCount: lines.length }]
  })

/** What people and banks do at Stripe itself, where the product learns of it only by news, or by looking. */
export const actAtStripe = async (world: MoneyWorld, dice: Dice): Promise<void> => {
  const charge = dice.anyOf(chargesOf(world))
  switch (dice.pick(['refund', 'refund', 'refund', 'end', 'dispute', 'dispute', 'move', 'move', 'reverse'] as const)) {
    case 'refund':
      if (!charge) return
      await refund(world, dice, charge)
      // Often several of one charge: then their order counts.
      while (dice.chance(0.5)) {
        world.clock.forward({ seconds: 1 + dice.below(5) })
        await refund(world, dice, charge)
      }
      return
    case 'end':
      return endRefund(world, dice)
    case 'dispute':
      return charge && openDispute(world, dice, charge)
    case 'move':
      return moveDispute(world, dice)
    case 'reverse':
      return reverseByHand(world, dice)
  }
}

const refund = async (world: MoneyWorld, dice: Dice, charge: Charge): Promise<void> => {
  const { stripe } = world
  const earlier = stripe.refunds().filter(({ chargeId }) => chargeId === charge.id)
  const status = dice.chance(0.5) ? 'pending' : 'succeeded'
  const named = Array.from({ length: charge.lineCount }, (_, place) => place + 1).filter(() => dice.chance(0.4))
  if (dice.chance(0.3)) return refundByCommand(world, dice, { charge, named })
  const live = earlier.filter((each) => each.status !== 'failed')
  const left = charge.amountPence - live.reduce((sum, each) => sum + each.amountPence, 0)
  const most = dice.pick([charge.amountPence, left, left] as const)
  const amount = dice.chance(0.2) ? most : 1 + dice.below(Math.ceil(most / 2))
  stripe.refund(charge.id, amount, { status, lines: dice.chance(0.5) && named.length > 0 ? named : null })
}

/** The operator's command: the product decides how much, for which lines, and whether at all. */
const refundByCommand = async (
  world: MoneyWorld,
  dice: Dice,
  { charge, named }: { charge: Charge; named: readonly number[] },
): Promise<void> => {
  const order = await world.orderOf(charge.orderId)
  const wanted = dice.pick<RefundWish>([{}, { lines: named }, { amountPence: 1 + dice.below(charge.amountPence) }])
  const plan = refundPlan(
    order,
    {
      items: await world.linesOf(order.id),
      disputes: world.stripe.disputes().filter(({ chargeId }) => chargeId === charge.id),
    },
    wanted,
  )
  if (plan.kind === 'refused') return
  world.stripe.refund(charge.id, plan.amountPence ?? charge.amountPence, { lines: plan.lines && [...plan.lines] })
}

const endRefund = ({ stripe }: MoneyWorld, dice: Dice): void => {
  const found = dice.anyOf(stripe.refunds())
  if (!found) return
  stripe.endRefund(found.id, dice.chance(0.5) ? 'failed' : 'succeeded')
}

/** All that is left of the payment, or a part of it; several of a charge, one after the other or side by side. */
const openDispute = ({ stripe }: MoneyWorld, dice: Dice, charge: Charge): void => {
  const wantedPence = dice.chance(0.5) ? Infinity : 1 + dice.below(charge.amountPence)
  const gone = [...stripe.refunds().filter(({ status }) => status !== 'failed'), ...stripe.disputes()]
    .filter(({ chargeId }) => chargeId === charge.id)
    .reduce((sum, { amountPence }) => sum + amountPence, 0)
  if (gone >= charge.amountPence) return
  stripe.dispute(charge.id, dice.chance(0.4) ? 'inquiry' : 'withdrawn', wantedPence)
}

const moveDispute = ({ stripe }: MoneyWorld, dice: Dice): void => {
  const found = dice.anyOf(stripe.disputes())
  if (found?.stage === 'inquiry') stripe.moveDispute(found.id, dice.pick(['inquiry_closed', 'withdrawn'] as const))
  else if (found?.stage === 'withdrawn') {
    if (dice.chance(0.5)) stripe.moveDispute(found.id, 'lost')
    else stripe.moveDispute(found.id, 'won', reinstated(dice, found.amountPence))
  } else if (found?.stage === 'lost' && dice.chance(0.3))
    stripe.moveDispute(found.id, 'won', reinstated(dice, found.amountPence))
}

/** A win may be in part. */
const reinstated = (dice: Dice, amountPence: number): number =>
  dice.chance(0.5) ? amountPence : 1 + dice.below(amountPence)

const reverseByHand = ({ stripe }: MoneyWorld, dice: Dice): void => {
  const found = dice.anyOf(stripe.transfers())
  if (!found || found.amountPence <= found.reversedPence) return
  stripe.reverseByHand(found.id, 1 + dice.below(found.amountPence - found.reversedPence))
}

/** What becomes of photographers' accounts: they stop and go on, are emptied and filled, left and made anew. */
export const actOnAccount = async (world: MoneyWorld, dice: Dice): Promise<void> => {
  const { stripe } = world
  const account = dice.anyOf(stripe.accounts().filter(({ isGone }) => !isGone))
  switch (dice.pick(['stop', 'bank', 'bank', 'bank', 'other money', 'leave', 'purse'] as const)) {
    case 'stop':
      return account && stripe.changeAccount(account.id, { canReceive: dice.chance(0.6) })
    case 'bank':
      return account && payOutToBank(world, dice, account.id)
    case 'other money':
      return account && stripe.setMoneyIn(account.id, stripe.moneyIn(account.id) + dice.below(5_000))
    case 'leave':
      return account && dice.chance(0.4) ? stripe.changeAccount(account.id, { isGone: true }) : undefined
    case 'purse':
      stripe.purse.isEmpty = dice.chance(0.4)
  }
}

/** Accounts pay out daily by themselves (Stripe, "Manage payout schedule": the default interval is daily). */
const payOutToBank = ({ stripe }: MoneyWorld, dice: Dice, accountId: string): void => {
  const amount = stripe.moneyIn(accountId)
  if (amount <= 0) return
  const id = stripe.payOutToBank(accountId, amount)
  const end = dice.pick(['arrived', 'arrived', 'returned'] as const)
  stripe.setMoneyIn(accountId, end === 'returned' ? amount : 0)
  stripe.endBankPayout(id, end)
}
