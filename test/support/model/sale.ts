import type { Line, Sale } from './facts.ts'
import { total } from './pence.ts'
import { costsOf, feesOf } from './prices.ts'

/** One line with its sums: what the buyer pays for it, and the platform's part of that. */
export type PricedLine = Line & { netPence: number; feePence: number }

type Cart = Pick<Sale, 'lines' | 'offers' | 'code'>

/** The lines as they are sold: at the cheapest that offers and code allow, then the fee of what is paid (M2, M3). */
export const priced = (cart: Cart): PricedLine[] => {
  const { net } = costsOf(cart)
  const fees = feesOf(net)
  return cart.lines.map((line, place) => ({ ...line, netPence: net[place] ?? 0, feePence: fees[place] ?? 0 }))
}

export type OrderSums = { totalPence: number; feePence: number }

export const orderSums = (sale: Cart): OrderSums => {
  const lines = priced(sale)
  return { totalPence: total(lines.map((line) => line.netPence)), feePence: total(lines.map((line) => line.feePence)) }
}

/** One photographer's part of an order: what buyers paid for their photos, the fee on it, and what is theirs. */
export type SellerSums = { netPence: number; feePence: number; sharePence: number }

export const sellersOf = (sale: Pick<Sale, 'lines'>): string[] => [...new Set(sale.lines.map(({ seller }) => seller))]

export const sellerSums = (sale: Cart, seller: string): SellerSums => {
  const theirs = priced(sale).filter((line) => line.seller === seller)
  const netPence = total(theirs.map((line) => line.netPence))
  const feePence = total(theirs.map((line) => line.feePence))
  return { netPence, feePence, sharePence: netPence - feePence }
}
