import type { TransactionResult, Write } from '#functions/shared/table/writes.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { Order } from '#schema/entities/order.ts'
import { discountReturn } from './discount-writes.ts'
import { forgetBuyerPut } from './forget-buyer.ts'
import type { OrderStore } from './order-store.ts'
import { orderMove } from './order-writes.ts'
import { upgradeReturns } from './upgrade-writes.ts'

/**
 * Ends an order that was not paid: the use of its code, and the upgrades that it had taken, are free again, and its buyer is
 * forgotten in time. Refused where it has another attempt by now: its page to pay on is open, whatever became of the one before.
 */
export const giveUpOrder = async (
  { orders: { transact }, now }: { orders: Pick<OrderStore, 'transact'>; now: Clock },
  order: Order,
  status: 'failed' | 'expired',
): Promise<TransactionResult> => {
  const move = orderMove(order, status, { attempt: order.sessionAttempt })
  const [use, ...counts] = order.discountCodeHash === null ? [] : discountReturn(order.discountCodeHash, order)
  const forgotten = forgetBuyerPut(order.id, now())
  const once = [move, ...(use ? [use] : []), ...upgradeReturns(order), forgotten]
  const givenUp = await transact([...once, ...counts])
  if (givenUp.ok || givenUp.failures.slice(0, once.length).some(Boolean)) return givenUp
  // A count is missing: the code went with its photographer's account, or an earlier release counted the mailbox under
  // another spelling. The order ends without it, or it would be looked at for ever.
  const isThere = (_: Write, place: number) => givenUp.failures[once.length + place] === undefined
  return transact([...once, ...counts.filter(isThere)])
}
