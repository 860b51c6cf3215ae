import { halfUp, inParts, total } from './pence.ts'

// What a cart costs, written from the rules alone and by trying: every offer of every gallery, every way to include photos.

/** A line of a cart, in its order. `pricePence` is the list price. */
export type AskedLine = {
  seller: string
  gallery: string
  pricePence: number
  /** The Original for who has the Web size: its gallery's offers neither count it nor lower it. */
  isUpgrade?: boolean | undefined
  /** The line is a whole gallery that was asked for as such, of so many photos. */
  photos?: number | undefined
}
type Step = { from: number; percent: number }
/** `whole`: what all photos of the gallery cost together, and how many there are. */
export type Offers = { steps: readonly Step[]; whole?: { pence: number; photos: number } | undefined }
/** A code; `seller` and `gallery` are where it holds, `null` everywhere. `leastPence` counts list prices. */
export type Code = {
  off: { percent: number } | { pence: number } | { photos: number }
  seller: string | null
  gallery: string | null
  leastPence: number
}
export type Asked = { lines: readonly AskedLine[]; offers: ReadonlyMap<string, Offers>; code?: Code | undefined }

/**
 * A line that is sold: one that was asked for, or all photos of a gallery that were, where the buyer has the whole instead.
 * `places` are theirs in the cart; what it costs by its gallery's offer, and what in the end.
 */
export type Cost = { places: readonly number[]; isWhole: boolean; offered: number; net: number }

const feePercent = 10
const sum = (lines: readonly AskedLine[]) => total(lines.map(({ pricePence }) => pricePence))

/** Everything that photos of a gallery may be asked for: nothing off, each step that they reach. */
const askedOfPhotos = (lines: readonly AskedLine[], { steps }: Offers): number[] => [
  sum(lines),
  ...steps
    .filter(({ from }) => lines.length >= from)
    .map(({ percent }) => sum(lines) - halfUp(sum(lines) * percent, 100)),
]
/** The same, and the whole gallery. */
export const askedOfGallery = (lines: readonly AskedLine[], offers: Offers): number[] => [
  ...askedOfPhotos(lines, offers),
  ...(offers.whole ? [offers.whole.pence] : []),
]

/** A way to sell what was asked of a gallery: each line for itself, or all of them as the whole of so many photos. */
type Way = { isWhole: boolean; pence: number; photos?: number | undefined }

/** What the lines that are sold cost when the `count` dearest photos are included: by list price, the earlier of equals. */
const withIncluded = (lines: readonly AskedLine[], { pence, photos }: Way, count: number): number[] => {
  // Nobody chose among them: each photo is as much of the price as any other. What costs something is never free.
  if (photos !== undefined) {
    const rest = halfUp(pence * (photos - count), photos)
    return [rest === 0 && pence > 0 ? 1 : rest]
  }
  const order = lines
    .map((_, place) => place)
    .sort((a, b) => (lines[b]?.pricePence ?? 0) - (lines[a]?.pricePence ?? 0) || a - b)
  const kept = order.slice(count)
  const weights = kept.map((place) => lines[place]?.pricePence ?? 0)
  const rest = sum(lines) === 0 ? 0 : halfUp(pence * total(weights), sum(lines))
  const parts = inParts(rest, weights)
  return lines.map((_, place) => (kept.includes(place) ? (parts[kept.indexOf(place)] ?? 0) : 0))
}

/** How many of them a code may include: of a whole gallery that was asked for, one stays to be paid. */
const toInclude = (lines: readonly AskedLine[]): number =>
  total(lines.map(({ photos }) => (photos === undefined ? 1 : photos - 1)))

/** Every way to include `photos` of galleries that hold so many each: a count for each gallery. */
const waysOf = (sizes: readonly number[], photos: number): number[][] => {
  const [size, ...others] = sizes
  if (size === undefined) return photos === 0 ? [[]] : []
  return Array.from({ length: Math.min(size, photos) + 1 }, (_, here) => here).flatMap((here) =>
    waysOf(others, photos - here).map((rest) => [here, ...rest]),
  )
}

/** Whichever costs less; of equals the one that includes fewer of the last gallery, then of the one before it, ... */
const isBetter = (
  a: { pence: number; way: readonly number[] },
  b: { pence: number; way: readonly number[] },
): boolean => {
  if (a.pence !== b.pence) return a.pence < b.pence
  for (let place = a.way.length - 1; place >= 0; place--) {
    const [here, there] = [a.way[place] ?? 0, b.way[place] ?? 0]
    if (here !== there) return here < there
  }
  return false
}

/** What is priced together: the photos of a gallery, and apart from them its upgrades. */
export const shelfOf = ({ gallery, isUpgrade = false }: AskedLine): string =>
  `${isUpgrade ? 'upgrades of ' : ''}${gallery}`

type Shelf = { places: readonly number[]; own: readonly AskedLine[]; ways: readonly Way[] }

const shelvesOf = ({ lines, offers }: Pick<Asked, 'lines' | 'offers'>): Shelf[] =>
  [...new Set(lines.map(shelfOf))].map((shelf) => {
    const places = lines.flatMap((line, place) => (shelfOf(line) === shelf ? [place] : []))
    const own = lines.filter((line) => shelfOf(line) === shelf)
    const [{ gallery = '', isUpgrade = false, photos } = {}] = own
    if (photos !== undefined) return { places, own, ways: [{ isWhole: false, pence: sum(own), photos }] }
    const offer = (isUpgrade ? undefined : offers.get(gallery)) ?? { steps: [] }
    const alone = { isWhole: false, pence: Math.min(...askedOfPhotos(own, offer)) }
    const { whole } = offer
    const isOffered = whole !== undefined && whole.pence <= alone.pence
    const together = isOffered
      ? [{ isWhole: true, pence: whole.pence, photos: Math.max(whole.photos, own.length) }]
      : []
    return { places, own, ways: [alone, ...together] }
  })

/** The cheapest way with `count` photos included. Of two the whole; where both are free, what was asked for and no more. */
const cheapestWay = ({ own, ways }: Shelf, count: number): Way => {
  const priced = ways.map((way) => ({ way, pence: total(withIncluded(own, way, count)) }))
  const least = Math.min(...priced.map(({ pence }) => pence))
  const best = priced.filter(({ pence }) => pence === least).map(({ way }) => way)
  return (least === 0 ? best[0] : best.at(-1)) ?? { isWhole: false, pence: 0 }
}

const costsOfShelf = (shelf: Shelf, way: Way, count: number): Cost[] => {
  const { places, own } = shelf
  const isOne = way.photos !== undefined
  const offered = isOne
    ? [way.pence]
    : inParts(
        way.pence,
        own.map(({ pricePence }) => pricePence),
      )
  const net = count === 0 ? offered : withIncluded(own, way, count)
  const sold = isOne ? [places] : places.map((place) => [place])
  return sold.map((of, at) => ({ places: of, isWhole: way.isWhole, offered: offered[at] ?? 0, net: net[at] ?? 0 }))
}

/** The cheapest that the rules allow, by trying. */
export const costsOf = ({ lines, offers, code }: Asked): Cost[] => {
  const shelves = shelvesOf({ lines, offers })
  const inOrder = (costs: readonly Cost[]) => [...costs].sort((a, b) => (a.places[0] ?? 0) - (b.places[0] ?? 0))
  const holds = ({ own }: Shelf) =>
    code !== undefined &&
    own.some(
      (line) =>
        (code.seller === null || code.seller === line.seller) &&
        (code.gallery === null || code.gallery === line.gallery),
    )
  const held = shelves.filter(holds)
  const others = shelves.filter((shelf) => !holds(shelf))
  const asItIs = (some: readonly Shelf[]) => some.flatMap((shelf) => costsOfShelf(shelf, cheapestWay(shelf, 0), 0))
  if (code === undefined || total(held.map(({ own }) => sum(own))) < code.leastPence) return inOrder(asItIs(shelves))

  if ('photos' in code.off) {
    const sizes = held.map(({ own }) => toInclude(own))
    let best: { pence: number; way: number[]; costs: Cost[] } | undefined
    for (const way of waysOf(sizes, Math.min(code.off.photos, total(sizes)))) {
      const costs = held.flatMap((shelf, at) => costsOfShelf(shelf, cheapestWay(shelf, way[at] ?? 0), way[at] ?? 0))
      const pence = total(costs.map(({ net }) => net))
      if (!best || isBetter({ pence, way }, best)) best = { pence, way, costs }
    }
    return inOrder([...asItIs(others), ...(best?.costs ?? [])])
  }
  const costs = inOrder(asItIs(held))
  const all = total(costs.map(({ offered }) => offered))
  const off = 'percent' in code.off ? halfUp(all * code.off.percent, 100) : Math.min(code.off.pence, all)
  const parts = inParts(
    off,
    costs.map(({ offered }) => offered),
  )
  return inOrder([
    ...asItIs(others),
    ...costs.map((cost, at): Cost => ({ ...cost, net: cost.offered - (parts[at] ?? 0) })),
  ])
}

/** The platform's part of each line: 10% of all that is paid, to the nearest penny, spread by what each line costs. */
export const feesOf = (net: readonly number[]): number[] => inParts(halfUp(total(net) * feePercent, 100), net)
