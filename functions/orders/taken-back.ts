import type { Order } from '#schema/entities/order.ts'

/** Whether all of an order's money went back to its buyer, by refunds or disputes; one that cost nothing keeps its files. */
export const isTakenBack = ({ totalPence, refundedPence, lostPence }: Order): boolean =>
  totalPence > 0 && refundedPence + lostPence >= totalPence
