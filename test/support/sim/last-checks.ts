import type { Item } from '#functions/shared/table/writes.ts'
import { afterMs } from '#functions/shared/time/clock.ts'
import type { UserId } from '#schema/ids.ts'
import type { MoneyWorld } from '#test/support/payments/money-world.ts'

/** Once every account works and three Mondays have passed, nothing is left that could be paid. */
export const unpaidFindings = async (world: MoneyWorld, sellers: readonly UserId[]) => {
  const balances = await Promise.all(sellers.map((seller) => world.balanceOf(seller)))
  return balances.flatMap((balance) => {
    const frozen = world.table
      .all()
      .filter(({ SK, sellerId, frozen }) => String(SK).startsWith('EARN#') && sellerId === balance.userId && frozen)
    const wrong = (rule: string, found: string) => ({ rule, subject: balance.userId, found })
    return [
      ...(balance.reservedPence !== 0 ? [wrong('nothing on its way', `${balance.reservedPence} reserved`)] : []),
      ...(balance.openPayoutId !== null ? [wrong('no payout open', balance.openPayoutId)] : []),
      ...(balance.availablePence > 0 && frozen.length === 0
        ? [wrong('everything paid', `${balance.availablePence} available`)]
        : []),
    ]
  })
}

/** The night's own comparison must find nothing that the checks over the whole table did not. */
export const nightlyFindings = async (world: MoneyWorld) => {
  const { made, different } = await world.compareTransfers()
  const { checked, wrong } = await world.checkBooks(made)
  const byParts = await world.checkBooksByParts(made)
  const earning = new Set(world.table.all().flatMap(({ SK, userId }) => (SK === 'BALANCE' ? [userId] : [])))
  const found = (rule: string, isWrong: boolean, count: number) =>
    isWrong ? [{ rule, subject: 'the night', found: String(count) }] : []
  return [
    ...found('transfers differ', different > 0, different),
    ...found('books differ', wrong > 0, wrong),
    ...found('books differ by parts', byParts.wrong !== wrong, byParts.wrong),
    ...found('everybody checked by parts', byParts.checked !== checked, byParts.checked),
    ...found('everybody checked', checked !== earning.size, checked),
  ]
}

/** What Stripe took must be what the books say, and nobody is left waiting. */
export const truthFindings = (world: MoneyWorld) => {
  const items = world.table.all()
  const orders = items.filter(({ PK, SK }) => String(PK).startsWith('ORDER#') && SK === 'META')
  const sessions = world.stripe.sessions()
  const wrong = (rule: string, subject: unknown, found: string) => ({ rule, subject: String(subject), found })
  const buyers = Map.groupBy(
    orders.filter(({ customerEmail }) => String(customerEmail).startsWith('buyer')),
    ({ customerEmail }) => String(customerEmail),
  )
  const twice = [...buyers].flatMap(([email, own]) => {
    const paid = own
      .filter((order) =>
        sessions.some(({ id, isPaid, orderId }) => {
          // A bank that refused and paid after all may come after the buyer has paid in another way.
          const hasChanged = world.stripe.changedMinds.has(id)
          return isPaid && !hasChanged && orderId === order.id
        }),
      )
      .toSorted((a, b) => (String(a.createdAt) < String(b.createdAt) ? -1 : 1))
    const [one, next] = paid
    if (!one || !next) return []
    // Half an hour after it was paid, the same cart is another wish; a request may be held for as long before it opens it.
    const isAnotherWish = openedAt(items, next) >= afterMs(new Date(String(one.paidAt)), 30 * 60_000)
    // A price or an offer that changed between two clicks, or a photo that went, makes it another cart.
    const isAnotherCart = (['subtotalPence', 'offerPence', 'itemCount'] as const).some(
      (name) => one[name] !== next[name],
    )
    // Two tabs whose pages to pay on were both open, one without the code: each was asked for at its own price. A request has
    // 15 seconds from its look at the other order to its own.
    const isAnotherCode =
      one.discountCodeHash !== next.discountCodeHash &&
      new Date(String(next.createdAt)) <= afterMs(new Date(String(one.paidAt)), 15_000)
    return isAnotherWish || isAnotherCart || isAnotherCode
      ? []
      : [wrong('one payment a cart', email, `${one.number} and ${next.number}`)]
  })
  const each = orders.flatMap((order) => {
    const paid = sessions.filter((session) => session.orderId === order.id && session.isPaid)
    const open = ['awaiting_payment', 'processing', 'review'].includes(String(order.status))
    const receipts = world.mails.filter(
      ({ to, text }) => to === order.customerEmail && text.includes(String(order.sessionId ?? order.id)),
    )
    return [
      ...(paid.length > 1 ? [wrong('one payment', order.number, `${paid.length} paid sessions`)] : []),
      ...(open ? [wrong('an end', order.number, String(order.status))] : []),
      ...(paid.length === 1 && order.status !== 'completed' ? [wrong('M7', order.number, String(order.status))] : []),
      ...(order.status === 'completed' && receipts.length === 0 ? [wrong('receipt', order.number, 'none')] : []),
      ...(order.status !== 'completed' && receipts.length > 0 ? [wrong('receipt', order.number, 'unpaid')] : []),
      ...(order.workKey !== undefined ? [wrong('open list', order.number, 'still listed')] : []),
    ]
  })
  return [...twice, ...each]
}

const keptMs = 7 * 24 * 3_600_000
/** Of an order and the keys of the requests that led to it, which are kept for a week: when the first of them was written. */
const openedAt = (items: readonly Item[], order: Item): Date => {
  const keys = items.filter(({ PK, orderId }) => String(PK).startsWith('IDEM#') && orderId === order.id)
  const written = keys.map(({ ttl }) => Number(ttl) * 1_000 - keptMs)
  return written.length === 0 ? new Date(String(order.createdAt)) : new Date(Math.min(...written))
}
