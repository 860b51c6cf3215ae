import * as z from 'zod'
import { errorName, logWarning } from '#frontend/shared/log/log.ts'
import { OrderId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { openedOrdersKey } from './opened-orders-key.ts'

/** Whoever paid has the receipt by then, and the photos by it. */
const keptForMs = 7 * 24 * 3_600_000
const Opened = z.array(z.object({ orderId: OrderId, atMs: z.number() })).catch([])
type Opened = z.output<typeof Opened>

const write = (opened: Opened) => {
  try {
    if (opened.length > 0) localStorage.setItem(openedOrdersKey, JSON.stringify(opened.slice(-limits.order.openedKept)))
    else localStorage.removeItem(openedOrdersKey)
  } catch (thrown) {
    logWarning('opened_orders_not_kept', { error: errorName(thrown) })
  }
}
/** What is too old is taken out of the browser, too. */
const read = () => {
  let kept: Opened = []
  try {
    kept = Opened.parse(JSON.parse(localStorage.getItem(openedOrdersKey) ?? '[]'))
  } catch {
    return []
  }
  const lasting = kept.filter(({ atMs }) => Math.abs(Date.now() - atMs) < keptForMs)
  if (lasting.length < kept.length) write(lasting)
  return lasting
}

/**
 * Orders that this browser has opened to be paid. The newest may hold the last use of their discount code, which the server
 * then leaves to this browser's cart. Whoever pays there and comes back in another browser, as apps of
 * banks do, would find the same photos in the cart, and could pay for them once more. Kept until it is known what became of
 * an order, for a week at most: once it is paid, its id opens it.
 */
export const openedOrders = (): OrderId[] =>
  read()
    .slice(-limits.order.openedKept)
    .map(({ orderId }) => orderId)
export const noteOpened = (orderId: OrderId) =>
  write([...read().filter((each) => each.orderId !== orderId), { orderId, atMs: Date.now() }])
export const forgetOpened = (orderId: OrderId) => write(read().filter((each) => each.orderId !== orderId))
