import type { Earning, SoldBy, SoldOffer } from '#schema/entities/earning.ts'
import type { Order, OrderItem } from '#schema/entities/order.ts'
import type { SoldSums } from '#schema/entities/sold-day.ts'
import { addPence, noPence, ratioOf, sumPence } from '#schema/money.ts'
import type { Returned } from './returned-money.ts'

/** Names in `byCode`, beside the hashes of codes, and in `byOffer`. */
export const soldWithout = 'none'
export const soldWithSiteCode = 'site'
export const soldEarlier = 'earlier'

const offerOf = ({ kind, stepPercent }: Pick<OrderItem, 'kind' | 'stepPercent'>): SoldOffer => {
  if (kind === 'gallery') return 'whole'
  return stepPercent > 0 ? 'steps' : 'alone'
}

type Coded = Pick<Order, 'discountCodeHash' | 'discountOwnerId'>

/** The code that lowered what is paid for a seller's photos: another photographer's lowers nothing of theirs. */
const codeFor = ({ discountCodeHash, discountOwnerId }: Coded, sellerId: string): string | null => {
  if (discountCodeHash === null) return null
  if (discountOwnerId === null) return soldWithSiteCode
  return discountOwnerId === sellerId ? discountCodeHash : null
}

/** How a seller's lines of an order were sold. */
export const soldByOf = (order: Coded, sellerId: string, lines: readonly OrderItem[]): SoldBy => ({
  code: codeFor(order, sellerId),
  offers: [...Map.groupBy(lines, offerOf)].map(([offer, own]) => ({
    offer,
    grossPence: addPence(own.map(({ netPence }) => netPence)),
    amountPence: addPence(own.map(({ sharePence }) => sharePence)),
    returnedPence: noPence,
  })),
})

/** The same with what the buyer has back of the lines of each offer; `null` where the share does not say how it was sold. */
export const soldByAfter = (
  { soldBy, sellerId }: Pick<Earning, 'soldBy' | 'sellerId'>,
  items: readonly OrderItem[],
  { refundedPence, lostPence }: Pick<Returned, 'refundedPence' | 'lostPence'>,
): SoldBy | null => {
  if (soldBy === null) return null
  const ofOffer = (offer: SoldOffer) =>
    items.filter((item) => item.photographerId === sellerId && offerOf(item) === offer).map(({ line }) => line)
  const backOf = (line: number) => sumPence([refundedPence.get(line) ?? 0, lostPence.get(line) ?? 0])
  return {
    ...soldBy,
    offers: soldBy.offers.map((sold) => ({ ...sold, returnedPence: addPence(ofOffer(sold.offer).map(backOf)) })),
  }
}

export const isSameSoldBy = (a: SoldBy | null, b: SoldBy | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.offers.every(({ returnedPence }, place) => returnedPence === (b.offers[place]?.returnedPence ?? 0)))

/**
 * What of each offer's share was reversed. What is reversed of the whole share is rounded once (`shareTarget`), so the
 * offers' own roundings can differ from it by a few pence: these go where an offer has room for them. The parts sum to the
 * whole, and none is above its offer's share.
 */
const reversedBy = (reversedPence: number, offers: SoldBy['offers']): number[] => {
  const parts: number[] = offers.map(({ grossPence, amountPence, returnedPence }) =>
    grossPence === 0 ? 0 : ratioOf(amountPence, returnedPence, grossPence),
  )
  let left: number = sumPence([reversedPence, ...parts.map((part) => -part)])
  const places = [...offers.keys()].toSorted(
    (a, b) => (offers[b]?.returnedPence ?? 0) - (offers[a]?.returnedPence ?? 0),
  )
  for (const place of places) {
    const part = parts[place] ?? 0
    const room = sumPence([offers[place]?.amountPence ?? 0, -part])
    const change = left > 0 ? Math.min(left, room) : Math.max(left, -part)
    parts[place] = sumPence([part, change])
    left = sumPence([left, -change])
  }
  return parts
}

type Sums = Readonly<Record<keyof SoldSums, number>>
/** What a sale adds to the sums of each offer and of one code, by their names. */
export type PartsOfSale = {
  readonly offers: readonly (readonly [offer: string, Sums])[]
  readonly code: readonly [code: string, Sums]
}
type Sale = Pick<Earning, 'grossPence' | 'returnedPence' | 'amountPence' | 'reversedPence' | 'soldBy'>

export const partsOfSale = ({ soldBy, ...sale }: Sale): PartsOfSale => {
  const { grossPence, returnedPence, amountPence, reversedPence } = sale
  const whole: Sums = { orderCount: 1, grossPence, returnedPence, amountPence, reversedPence }
  if (soldBy === null) return { offers: [[soldEarlier, whole]], code: [soldEarlier, whole] }
  const reversed = reversedBy(reversedPence, soldBy.offers)
  const offers = soldBy.offers.map(
    ({ offer, ...sums }, place) => [offer, { ...sums, orderCount: 1, reversedPence: reversed[place] ?? 0 }] as const,
  )
  return { offers, code: [soldBy.code ?? soldWithout, whole] }
}

const noSums: Sums = { orderCount: 0, grossPence: 0, returnedPence: 0, amountPence: 0, reversedPence: 0 }
const added = (a: Sums, b: Sums): Sums => ({
  orderCount: a.orderCount + b.orderCount,
  grossPence: sumPence([a.grossPence, b.grossPence]),
  returnedPence: sumPence([a.returnedPence, b.returnedPence]),
  amountPence: sumPence([a.amountPence, b.amountPence]),
  reversedPence: sumPence([a.reversedPence, b.reversedPence]),
})

/** Adds up sums by name. */
export const partsTally = () => {
  const sums = new Map<string, Sums>()
  return {
    add: (name: string, more: Sums): void => {
      sums.set(name, added(sums.get(name) ?? noSums, more))
    },
    sum: (): Record<string, Sums> => Object.fromEntries(sums),
  }
}
