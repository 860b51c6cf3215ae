import type { Write } from '#functions/shared/table/writes.ts'
import type { Order } from '#schema/entities/order.ts'
import { discountReturn } from './discount-writes.ts'
import { orderMove } from './order-writes.ts'
import { upgradeReturns } from './upgrade-writes.ts'

/**
 * Ends an order that was not paid: the use of its code, and the upgrades that it had taken, are free again. Refused where it
 * has another attempt by now: its page to pay on is open, whatever became of the one before.
 */
export const orderGivenUp = (order: Order, status: 'failed' | 'expired'): Write[] => [
  orderMove(order, status, { attempt: order.sessionAttempt }),
  ...(order.discountCodeHash === null ? [] : discountReturn(order.discountCodeHash, order)),
  ...upgradeReturns(order),
]
