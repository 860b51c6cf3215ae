import type { Sale } from './facts.ts'
import { total } from './pence.ts'
import { type AskedLine, costsOf, feesOf } from './prices.ts'

/**
 * One line of an order with its sums: what the buyer pays for it, and the platform's part of that; and by which offer it was
 * sold: one photo alone, by its gallery's steps, or the whole gallery.
 */
export type SoldLine = Pick<AskedLine, 'seller' | 'gallery'> & {
  offer: 'alone' | 'steps' | 'whole'
  netPence: number
  feePence: number
}

type Cart = Pick<Sale, 'lines' | 'offers' | 'code'>

/** A cart is priced once: what was asked for and offered does not change. */
const known = new WeakMap<readonly AskedLine[], readonly SoldLine[]>()

/**
 * The lines as they are sold: at the cheapest that offers and code allow, then the fee of what is paid (M2, M3). The photos
 * of a gallery that is sold whole are one line, where the first of them was.
 */
export const priced = (cart: Cart): readonly SoldLine[] => {
  const before = known.get(cart.lines)
  if (before) return before
  const sold = soldLines(cart)
  known.set(cart.lines, sold)
  return sold
}

const soldLines = (cart: Cart): SoldLine[] => {
  const { lines, offers } = cart
  const costs = costsOf(cart)
  const fees = feesOf(costs.map(({ net }) => net))
  return costs.flatMap(({ places, isWhole, net }, index): SoldLine[] => {
    const line = lines[places[0] ?? -1]
    if (!line) return []
    const { seller, gallery, isUpgrade = false, photos } = line
    const count = lines.filter((other) => other.gallery === gallery && !other.isUpgrade).length
    const isStepped = !isUpgrade && (offers.get(gallery)?.steps ?? []).some(({ from }) => from <= count)
    const offer = isWhole || photos !== undefined ? 'whole' : isStepped ? 'steps' : 'alone'
    return [{ seller, gallery, offer, netPence: net, feePence: fees[index] ?? 0 }]
  })
}

/** Whether the code made the cart cheaper than its offers alone do: no other order uses it. */
export const takesSomething = ({ code, lines, offers }: Cart): boolean => {
  const sumOf = (costs: ReturnType<typeof costsOf>) => total(costs.map(({ net }) => net))
  return sumOf(costsOf({ lines, offers, code })) < sumOf(costsOf({ lines, offers }))
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
