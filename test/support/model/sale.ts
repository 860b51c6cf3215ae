import type { Line, Sale } from './facts.ts'
import { halfUp, inParts, total } from './pence.ts'

const feePercent = 10

/** One line with its sums: what the buyer pays for it, and the platform's part of that. */
export type PricedLine = Line & { netPence: number; feePence: number }

/**
 * The lines as they are sold: the discount to the nearest penny and spread by price, then the fee, 10% of what is left
 * to the nearest penny and spread by what each line still costs (M2, M3).
 */
export const priced = ({ lines, percentOff }: Pick<Sale, 'lines' | 'percentOff'>): PricedLine[] => {
  const prices = lines.map(({ pricePence }) => pricePence)
  const off = inParts(halfUp(total(prices) * percentOff, 100), prices)
  const nets = prices.map((price, place) => price - (off[place] ?? 0))
  const fees = inParts(halfUp(total(nets) * feePercent, 100), nets)
  return lines.map((line, place) => ({ ...line, netPence: nets[place] ?? 0, feePence: fees[place] ?? 0 }))
}

export type OrderSums = { totalPence: number; feePence: number }

export const orderSums = (sale: Pick<Sale, 'lines' | 'percentOff'>): OrderSums => {
  const lines = priced(sale)
  return { totalPence: total(lines.map((line) => line.netPence)), feePence: total(lines.map((line) => line.feePence)) }
}

/** One photographer's part of an order: what buyers paid for their photos, the fee on it, and what is theirs. */
export type SellerSums = { netPence: number; feePence: number; sharePence: number }

export const sellersOf = (sale: Pick<Sale, 'lines'>): string[] => [...new Set(sale.lines.map(({ seller }) => seller))]

export const sellerSums = (sale: Pick<Sale, 'lines' | 'percentOff'>, seller: string): SellerSums => {
  const theirs = priced(sale).filter((line) => line.seller === seller)
  const netPence = total(theirs.map((line) => line.netPence))
  const feePence = total(theirs.map((line) => line.feePence))
  return { netPence, feePence, sharePence: netPence - feePence }
}
