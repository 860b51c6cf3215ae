import type { Charge, Refund } from '../wire.ts'
import { PLATFORM, type World } from '../world.ts'
import { balanceOf, book } from './balance-ledger.ts'

/**
 * Sends a refund if the platform's *available* balance covers it, and returns whether it did. "Refunds use your
 * available Stripe balance" (https://docs.stripe.com/refunds); otherwise the refund is pending, and not sent "until the
 * full refund amount is available":
 * https://support.stripe.com/questions/pending-refunds-due-to-insufficient-stripe-balance.
 * Stripe may debit the platform's bank account in that case; this is not simulated. It is not documented whether a
 * pending refund has a balance transaction: here it has none.
 */
export const takeFromBalance = (world: World, refund: Refund): boolean => {
  if (balanceOf(world, PLATFORM).available < refund.amount) return false
  refund.balance_transaction = book(world, {
    owner: PLATFORM,
    type: 'refund',
    category: 'refund',
    amount: -refund.amount,
    source: refund.id,
    description: `REFUND FOR CHARGE (${refund.charge})`,
  }).id
  refund.status = 'succeeded'
  delete refund.pending_reason
  world.state.refunds.put(refund)
  return true
}

/** Refunds that waited for money go, the oldest first, as far as it lasts. */
export const sendPendingRefunds = (world: World) => {
  for (const refund of world.state.refunds.where('status', 'pending')) {
    const previous = { status: refund.status, pending_reason: refund.pending_reason }
    if (!takeFromBalance(world, refund)) return
    world.emit('refund.updated', refund, { previous })
    world.emit('charge.refund.updated', refund, { previous })
  }
}

/** "When it is disputed, the refund will fail": what waits for money when the bank takes it itself (as above). */
export const failWaitingRefunds = (world: World, charge: Charge) => {
  for (const refund of world.state.refunds.where('charge', charge.id)) {
    if (refund.status === 'pending') failRefund(world, refund, 'charge_for_pending_refund_disputed')
  }
}

export const setRefunded = (charge: Charge, amount: number) => {
  charge.amount_refunded = amount
  charge.refunded = amount === charge.amount
}

/**
 * The buyer's bank sends a refund back: its money returns to the platform, and the charge may be refunded again. One that
 * still waited for money fails without having moved any. https://docs.stripe.com/refunds#failed-refunds
 */
export const failRefund = (world: World, refund: Refund, reason: string) => {
  const charge = world.state.charges.find(refund.charge ?? '')
  if (!charge || refund.status === 'failed') return refund
  const previous = { status: refund.status }
  if (refund.balance_transaction !== null) {
    refund.failure_balance_transaction = book(world, {
      owner: PLATFORM,
      type: 'refund_failure',
      category: 'refund_failure',
      amount: refund.amount,
      source: refund.id,
      description: `REFUND FAILURE (${charge.id})`,
    }).id
  }
  refund.status = 'failed'
  refund.failure_reason = reason
  delete refund.pending_reason
  world.state.refunds.put(refund)
  setRefunded(charge, charge.amount_refunded - refund.amount)
  world.emit('refund.failed', refund, { previous })
  world.emit('refund.updated', refund, { previous })
  world.emit('charge.refund.updated', refund, { previous })
  return refund
}
