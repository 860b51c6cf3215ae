import { listOperation, type Operation } from '../http/operation.ts'
import { text } from '../http/params.ts'
import type { Charge, Dispute } from '../wire.ts'
import { PLATFORM, type World } from '../world.ts'
import { book } from './balance-ledger.ts'
import { failWaitingRefunds } from './refund-money.ts'

/** Stripe's dispute fee for a UK account: https://stripe.com/gb/pricing */
const DISPUTE_FEE_PENCE = 2000
const DAYS_TO_ANSWER_S = 9 * 24 * 60 * 60

/** How far a dispute has gone: https://docs.stripe.com/disputes/how-disputes-work */
export const disputeStages = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'funds_withdrawn',
  'under_review',
  'won',
  'lost',
  'appeal_needs_response',
  'appeal_under_review',
  'funds_reinstated',
  'prevented',
] as const
export type DisputeStage = (typeof disputeStages)[number]

export const disputeOperations: readonly Operation[] = [
  listOperation({
    path: '/v1/disputes',
    filters: { charge: text().optional() },
    candidates({ params, world }) {
      const { disputes } = world.state
      return params.charge === undefined ? disputes.all() : disputes.where('charge', params.charge)
    },
  }),
]

type Opening = { amount: number; stage: 'warning_needs_response' | 'needs_response'; reason: string }

/** The buyer's bank asks (a warning) or takes back (a dispute) a charge's money. */
export const openDispute = (world: World, charge: Charge, opening: Opening): Dispute => {
  const inquiry = opening.stage === 'warning_needs_response'
  const dispute: Dispute = world.state.disputes.put({
    id: world.newId('dp'),
    object: 'dispute',
    amount: opening.amount,
    balance_transactions: [],
    charge: charge.id,
    created: world.now(),
    currency: 'gbp',
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: world.now() + DAYS_TO_ANSWER_S,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: inquiry,
    livemode: false,
    metadata: {},
    network_reason_code: null,
    payment_intent: charge.payment_intent,
    payment_method_details: {
      type: 'card',
      card: {
        brand: 'visa',
        case_type: inquiry ? 'inquiry' : 'chargeback',
        network: 'visa',
        network_reason_code: null,
      },
    },
    reason: opening.reason,
    status: opening.stage,
  })
  charge.disputed = true
  world.emit('charge.dispute.created', dispute)
  return dispute
}

/** What the dispute has taken from the platform so far, in pence, without fees. */
const withdrawn = (dispute: Dispute) => -dispute.balance_transactions.reduce((sum, { amount }) => sum + amount, 0)

/** Moves a dispute on. A withdrawal or reinstatement that has already happened is not repeated. */
export const advanceDispute = (
  world: World,
  dispute: Dispute,
  step: { stage: DisputeStage; amount?: number | undefined },
) => {
  const { stage, amount } = step
  const previous = { status: dispute.status }
  switch (stage) {
    case 'funds_withdrawn':
      if (dispute.status.startsWith('warning_')) setStatus(world, dispute, 'needs_response')
      withdraw(world, dispute)
      return dispute
    case 'funds_reinstated':
      reinstate(world, dispute, amount ?? dispute.amount)
      return dispute
    case 'won':
      dispute.status = 'won'
      world.emit('charge.dispute.closed', dispute, { previous })
      reinstate(world, dispute, amount ?? dispute.amount)
      return dispute
    case 'lost':
    case 'prevented':
    case 'warning_closed':
      // A dispute that is "prevented" was settled with the buyer, who has the money back (case type `resolution` of the SDK).
      // What is booked for it is not published: it is taken here, so that nobody believes it is still there.
      if (stage !== 'warning_closed') withdraw(world, dispute)
      if (stage === 'prevented' && dispute.payment_method_details?.card)
        dispute.payment_method_details.card.case_type = 'resolution'
      dispute.status = stage
      dispute.is_charge_refundable = stage === 'warning_closed'
      world.emit('charge.dispute.closed', dispute, { previous })
      return dispute
    default:
      setStatus(world, dispute, stage)
      return dispute
  }
}

const setStatus = (world: World, dispute: Dispute, status: Dispute['status']) => {
  const previous = { status: dispute.status }
  dispute.status = status
  dispute.is_charge_refundable = status.startsWith('warning_')
  world.emit('charge.dispute.updated', dispute, { previous })
}

const withdraw = (world: World, dispute: Dispute) => {
  if (withdrawn(dispute) > 0) return
  const charge = world.state.charges.find(dispute.charge)
  if (charge) failWaitingRefunds(world, charge)
  const transaction = book(world, {
    owner: PLATFORM,
    type: 'adjustment',
    category: 'dispute',
    amount: -dispute.amount,
    fee: DISPUTE_FEE_PENCE,
    feeDescription: 'Dispute fee',
    source: dispute.id,
    description: `Chargeback withdrawal for ${dispute.charge}`,
  })
  dispute.balance_transactions = [...dispute.balance_transactions, transaction]
  world.emit('charge.dispute.funds_withdrawn', dispute)
}

const reinstate = (world: World, dispute: Dispute, wanted: number) => {
  const amount = Math.min(wanted, withdrawn(dispute))
  if (amount <= 0) return
  const transaction = book(world, {
    owner: PLATFORM,
    type: 'adjustment',
    category: 'dispute_reversal',
    amount,
    source: dispute.id,
    description: `Chargeback reversal for ${dispute.charge}`,
  })
  dispute.balance_transactions = [...dispute.balance_transactions, transaction]
  world.emit('charge.dispute.funds_reinstated', dispute)
}

const noEvidence: Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
