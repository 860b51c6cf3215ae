import type { OrderItem } from '#schema/entities/order.ts'
import { sumPence } from '#schema/money.ts'

/** A photo whose whole price went back to the buyer, by refund or lost dispute; one that was free stays the buyer's. */
export const isRefunded = ({
  netPence,
  refundedPence,
  lostPence,
}: Pick<OrderItem, 'netPence' | 'refundedPence' | 'lostPence'>): boolean =>
  netPence > 0 && sumPence([refundedPence, lostPence]) >= netPence
