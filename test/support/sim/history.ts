import type { Order, OrderItem } from '#schema/entities/order.ts'
import type { Dispute, Refund, Sale } from '#test/support/model/facts.ts'
import type { FakeStripe } from '#test/support/payments/fake-stripe.ts'
import type { MoneyWorld } from '#test/support/payments/money-world.ts'
import { type Stall, stepsAsked, wasAsked } from './stall.ts'

export type Finding = { rule: string; subject: string; found: string }
export type SoldOrder = { order: Order; items: OrderItem[] }

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

/** What was sold, as the market knows it: whose photos, at which price, with which code. */
export const offerOf = (
  stall: Stall,
  { order, items }: SoldOrder,
): { sale: Pick<Sale, 'lines' | 'offers' | 'code'>; findings: Finding[] } => {
  const findings: Finding[] = []
  const wrong = (rule: string, found: string) => findings.push({ rule, subject: order.number, found })
  const lines = items.map(({ photoId, pricePence, photographerId, line }) => {
    const offered = stall.offered.get(photoId)
    const seller = offered?.seller ?? 'nobody'
    if (seller !== photographerId) wrong('whose photo', `line ${line} is ${photographerId}'s, not ${seller}'s`)
    if (!offered || !wasAsked(stall, offered, { pricePence, at: new Date(order.createdAt).getTime() }))
      wrong('price', `line ${line} was never offered for ${pricePence}p`)
    return { seller, gallery: offered?.gallery ?? 'nowhere', pricePence }
  })
  const code = order.discountCodeHash === null ? undefined : stall.codes.get(order.discountCodeHash)?.terms
  if (order.discountCodeHash !== null && !code) wrong('code', 'an unknown one')
  const at = new Date(order.createdAt).getTime()
  const offers = new Map(
    [...new Set(lines.map(({ gallery }) => gallery))].map((gallery) => {
      const ofIt = items.filter((_, place) => lines[place]?.gallery === gallery)
      const percent = ofIt[0]?.stepPercent ?? 0
      const steps = stepsAsked(stall, gallery, { percent, count: ofIt.length, at })
      if (!steps) wrong('steps', `${percent}% off ${ofIt.length} photos of ${gallery} was never offered`)
      return [gallery, { steps: steps ?? [] }] as const
    }),
  )
  return { sale: { lines, offers, code }, findings }
}

/** The sale with everything that happened to it at Stripe since. */
export const saleOf = (world: MoneyWorld, stall: Stall, sold: SoldOrder): { sale: Sale; findings: Finding[] } => {
  const { stripe } = world
  const { order } = sold
  const { sale, findings } = offerOf(stall, sold)
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
