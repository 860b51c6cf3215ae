import * as z from 'zod'
import { invalid, missingReference } from '../http/errors.ts'
import { listOperation, type Operation, operation } from '../http/operation.ts'
import { choice, integer, mergedMetadata, metadata, text } from '../http/params.ts'
import { inPounds } from '../pages/html.ts'
import type { Charge, Refund } from '../wire.ts'
import type { World } from '../world.ts'
import { advanceDispute } from './disputes.ts'
import { setRefunded, takeFromBalance } from './refund-money.ts'

const Create = z.strictObject({
  charge: text(),
  amount: integer({ min: 1 }).optional(),
  reason: choice('duplicate', 'fraudulent', 'requested_by_customer').optional(),
  metadata: metadata().optional(),
})
type Create = z.output<typeof Create>

export const refundOperations: readonly Operation[] = [
  operation({
    method: 'POST',
    path: '/v1/refunds',
    params: Create,
    run: ({ params, world }) => createRefund(world, refundable(world, params), params),
  }),
  listOperation({
    path: '/v1/refunds',
    filters: { charge: text().optional() },
    candidates: ({ params, world: { state } }) =>
      params.charge === undefined ? state.refunds.all() : state.refunds.where('charge', params.charge),
  }),
]

const refundable = (world: World, params: Create): Charge => {
  const charge = world.state.charges.find(params.charge)
  if (!charge) throw missingReference('charge', params.charge)
  return charge
}

/** Stripe's rules for what may be given back: https://docs.stripe.com/refunds */
const amountToRefund = (world: World, charge: Charge, wanted: number | undefined) => {
  if (charge.status !== 'succeeded') {
    throw invalid(`Charge ${charge.id} has not succeeded and cannot be refunded.`, { code: 'charge_not_refundable' })
  }
  if (world.state.disputes.where('charge', charge.id).some((dispute) => !dispute.is_charge_refundable)) {
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' })
  }
  const left = charge.amount - charge.amount_refunded
  if (left === 0) {
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  const amount = wanted ?? left
  if (amount > left) {
    const limit = charge.amount_refunded === 0 ? 'charge amount' : 'unrefunded amount on charge'
    throw invalid(`Refund amount (${inPounds(amount)}) is greater than ${limit} (${inPounds(left)})`, {
      param: 'amount',
    })
  }
  return amount
}

const createRefund = (world: World, charge: Charge, params: Create): Refund => {
  const amount = amountToRefund(world, charge, params.amount)
  const id = world.newId('re')
  const refund: Refund = world.state.refunds.put({
    id,
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: world.now(),
    currency: 'gbp',
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      type: 'card',
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
    },
    metadata: mergedMetadata({}, params.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'pending',
    pending_reason: 'insufficient_funds',
    transfer_reversal: null,
  })
  takeFromBalance(world, refund)
  setRefunded(charge, charge.amount_refunded + amount)
  world.emit('refund.created', refund)
  world.emit('charge.refunded', charge, { previous: { amount_refunded: charge.amount_refunded - amount } })
  if (charge.refunded) closeInquiries(world, charge)
  return refund
}

/** "Refund the payment in full. This marks the inquiry as resolved" (https://docs.stripe.com/disputes). */
const closeInquiries = (world: World, charge: Charge) => {
  for (const dispute of world.state.disputes.where('charge', charge.id)) {
    if (dispute.is_charge_refundable && dispute.status !== 'warning_closed') {
      advanceDispute(world, dispute, { stage: 'warning_closed' })
    }
  }
}
