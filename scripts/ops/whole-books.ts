import { checkDiscount, checkHold, checkOrder, checkSeller, type Violation } from '#functions/books/standing-checks.ts'
import { balanceKeys, balanceOf } from '#functions/payments/balance-writes.ts'
import type { Item } from '#functions/shared/table/writes.ts'
import { Discount } from '#schema/entities/discount.ts'
import { Earning } from '#schema/entities/earning.ts'
import { JournalEntry } from '#schema/entities/journal.ts'
import { Order, OrderItem } from '#schema/entities/order.ts'
import type { UserId } from '#schema/ids.ts'

export type BooksReport = {
  readonly checked: { orders: number; shares: number; sellers: number; codes: number }
  readonly violations: readonly Violation[]
}

/** Adds to the list under a key. */
const collect = <K, T>(lists: Map<K, T[]>, key: K, value: T): void => {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/**
 * The standing checks over every item of a table, in whatever order they come. It holds all money rows in memory, about
 * 2 kB a sale.
 */
export const checkWholeBooks = async (items: AsyncIterable<Item>, now: Date): Promise<BooksReport> => {
  const orders: Order[] = []
  const lines = new Map<string, OrderItem[]>()
  const sales = new Map<string, JournalEntry>()
  const sharesOfOrder = new Map<string, Earning[]>()
  const sharesOfSeller = new Map<UserId, Earning[]>()
  const entries = new Map<string, JournalEntry[]>()
  const balances = new Map<string, Item>()
  const discounts: Discount[] = []
  const uses = new Map<string, number>()

  const keepEntry = (order: string, entry: JournalEntry): void => {
    sales.set(order, entry)
    keepLegs(entry)
  }

  const keepLegs = (entry: JournalEntry): void => {
    const sellers = new Set(entry.legs.map(({ account }) => /^seller:([^:]+):/.exec(account)?.[1] ?? ''))
    for (const seller of sellers) if (seller !== '') collect(entries, seller, entry)
  }

  for await (const item of items) {
    const PK = String(item.PK)
    const SK = String(item.SK)
    if (PK.startsWith('ORDER#')) {
      if (SK === 'META') orders.push(Order.parse(item))
      else if (SK.startsWith('ITEM#')) collect(lines, PK, OrderItem.parse(item))
      else if (SK.startsWith('JOURNAL#')) keepEntry(PK, JournalEntry.parse(item))
      else if (SK.startsWith('EARN#')) {
        const share = Earning.parse(item)
        collect(sharesOfOrder, PK, share)
        collect(sharesOfSeller, share.sellerId, share)
      }
    } else if (PK.startsWith('LEDGER#')) keepLegs(JournalEntry.parse(item))
    else if (SK === 'BALANCE') balances.set(PK, item)
    else if (PK.startsWith('DISCOUNT#')) {
      if (SK === 'META') discounts.push(Discount.parse(item))
      else if (SK.startsWith('USE#')) uses.set(PK, (uses.get(PK) ?? 0) + 1)
    }
  }

  const shares = [...sharesOfSeller.values()].flat()
  const violations = [
    ...orders.flatMap((order) => {
      const key = `ORDER#${order.id}`
      const facts = { items: lines.get(key) ?? [], earnings: sharesOfOrder.get(key) ?? [], sale: sales.get(key) }
      return checkOrder({ order, ...facts })
    }),
    ...[...sharesOfSeller].flatMap(([userId, earnings]) => {
      const balance = balanceOf(userId, balances.get(balanceKeys.balance(userId).PK))
      return checkSeller({ balance, earnings, entries: entries.get(userId) ?? [] })
    }),
    ...shares.flatMap((share) => checkHold(share, now)),
    ...discounts.flatMap((discount) => checkDiscount(discount, uses.get(`DISCOUNT#${discount.codeHash}`) ?? 0)),
  ]
  return {
    checked: { orders: orders.length, shares: shares.length, sellers: sharesOfSeller.size, codes: discounts.length },
    violations,
  }
}
