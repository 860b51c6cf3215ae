import type { Dispute, Refund, Sale } from '#test/support/model/facts.ts'
import type { FakeStripe } from '#test/support/payments/fake-stripe.ts'
import type { MoneyWorld } from '#test/support/payments/money-world.ts'
import { cartOf, type Finding, type SoldOrder } from './sold-cart.ts'
import type { Stall } from './stall.ts'

/** Stripe counts time in seconds: in the same one the ids say which was first. */
const byCreation = (a: { id: string; createdAt: Date }, b: { id: string; createdAt: Date }): number =>
  a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1)

const refundsOf = (stripe: FakeStripe, chargeId: string): Refund[] =>
  stripe
    .refunds()
    .filter((refund) => refund.chargeId === chargeId)
    .toSorted(byCreation)
    .map(({ amountPence, lines, status }) => ({
      amountPence,
      lines: Array.isArray(lines) ? lines : [],
      undone: status === 'failed',
    }))

const disputesOf = (stripe: FakeStripe, chargeId: string): Dispute[] =>
  stripe
    .disputes()
    .filter((dispute) => dispute.chargeId === chargeId)
    .toSorted(byCreation)
    .map(disputeOf)

type ToldDispute = ReturnType<FakeStripe['disputes']>[number]
const disputeOf = ({ amountPence, outPence, stage }: ToldDispute): Dispute => {
  const none = { withdrawnPence: 0, reinstatedPence: 0 }
  switch (stage) {
    case 'inquiry':
      return { stage: 'inquiry', ...none }
    case 'inquiry_closed':
      return { stage: 'closed', ...none }
    case 'withdrawn':
      return { stage: 'open', withdrawnPence: amountPence, reinstatedPence: 0 }
    case 'lost':
      return { stage: 'closed', withdrawnPence: amountPence, reinstatedPence: 0 }
    case 'won':
      return { stage: 'closed', withdrawnPence: amountPence, reinstatedPence: amountPence - outPence }
  }
}

/** The sale with everything that happened to it at Stripe since. */
export const saleOf = (world: MoneyWorld, stall: Stall, sold: SoldOrder): { sale: Sale; findings: Finding[] } => {
  const { stripe } = world
  const { order } = sold
  const { sale, findings } = cartOf(stall, sold)
  const charge = stripe.sessions().find((session) => session.orderId === order.id && session.isPaid)?.charge
  const paidAt = charge?.createdAt ?? new Date(order.paidAt ?? 0)
  return {
    findings,
    sale: {
      ...sale,
      orderId: order.id,
      paidAt: paidAt.getTime(),
      refunds: charge ? refundsOf(stripe, charge.id) : [],
      disputes: charge ? disputesOf(stripe, charge.id) : [],
      transfers: stripe
        .transfers()
        .filter(({ orderId }) => orderId === order.id)
        .map(({ sellerId, amountPence, reversedPence }) => ({ seller: sellerId ?? '', amountPence, reversedPence })),
    },
  }
}
