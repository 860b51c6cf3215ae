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
export type Offers = { steps: readonly Step[]; wholePence?: number | undefined }
/** A code; `seller` and `gallery` are where it holds, `null` everywhere. `leastPence` counts list prices. */
export type Code = {
  off: { percent: number } | { pence: number } | { photos: number }
  seller: string | null
  gallery: string | null
  leastPence: number
}
export type Asked = { lines: readonly AskedLine[]; offers: ReadonlyMap<string, Offers>; code?: Code | undefined }

/** For each line what it costs by its gallery's offer, and what it costs in the end. */
export type Costs = { offered: number[]; net: number[] }

const feePercent = 10
const sum = (lines: readonly AskedLine[]) => total(lines.map(({ pricePence }) => pricePence))

/** Everything that a gallery may be asked for these lines of it: nothing off, each step that they reach, the whole. */
export const askedOfGallery = (lines: readonly AskedLine[], { steps, wholePence }: Offers): number[] => [
  sum(lines),
  ...steps
    .filter(({ from }) => lines.length >= from)
    .map(({ percent }) => sum(lines) - halfUp(sum(lines) * percent, 100)),
  ...(wholePence === undefined ? [] : [wholePence]),
]

/** What stays of a gallery that costs `pence` when its `count` dearest are included: by list price, the earlier of equals. */
const withoutDearest = (lines: readonly AskedLine[], pence: number, count: number): number[] => {
  const all = lines[0]?.photos
  // Nobody chose among them: each photo is as much of the price as any other.
  if (all !== undefined) return [halfUp(pence * (all - count), all)]
  const order = lines
    .map((_, place) => place)
    .sort((a, b) => (lines[b]?.pricePence ?? 0) - (lines[a]?.pricePence ?? 0) || a - b)
  const kept = order.slice(count)
  const weights = kept.map((place) => lines[place]?.pricePence ?? 0)
  const rest = sum(lines) === 0 ? 0 : halfUp(pence * total(weights), sum(lines))
  const parts = inParts(rest, weights)
  return lines.map((_, place) => (kept.includes(place) ? (parts[kept.indexOf(place)] ?? 0) : 0))
}

const photosIn = (lines: readonly AskedLine[]): number => total(lines.map(({ photos = 1 }) => photos))

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

/** The galleries whose chosen photos cost as much as the whole, or more: the buyer has the whole. */
export const switchedIn = ({ lines, offers }: Pick<Asked, 'lines' | 'offers'>): Set<string> =>
  new Set(
    [...offers].flatMap(([gallery, offer]) => {
      const own = lines.filter((line) => line.gallery === gallery && !line.isUpgrade && line.photos === undefined)
      const { wholePence } = offer
      if (own.length === 0 || wholePence === undefined) return []
      return wholePence === Math.min(...askedOfGallery(own, offer)) ? [gallery] : []
    }),
  )

/** The cheapest that the rules allow, by trying. */
export const costsOf = ({ lines, offers, code }: Asked): Costs => {
  const galleries = [...new Set(lines.map(shelfOf))].map((shelf) => {
    const places = lines.flatMap((line, place) => (shelfOf(line) === shelf ? [place] : []))
    const own = lines.filter((line) => shelfOf(line) === shelf)
    const [{ gallery = '', isUpgrade = false } = {}] = own
    const pence = Math.min(...askedOfGallery(own, (isUpgrade ? undefined : offers.get(gallery)) ?? { steps: [] }))
    return {
      gallery,
      places,
      own,
      pence,
      parts: inParts(
        pence,
        own.map(({ pricePence }) => pricePence),
      ),
    }
  })
  const offered = lines.map(() => 0)
  for (const { places, parts } of galleries)
    for (const [index, place] of places.entries()) offered[place] = parts[index] ?? 0
  const holds = (line: AskedLine) =>
    code !== undefined &&
    (code.seller === null || code.seller === line.seller) &&
    (code.gallery === null || code.gallery === line.gallery)
  const inScope = lines.flatMap((line, place) => (holds(line) ? [place] : []))
  if (code === undefined || total(inScope.map((place) => lines[place]?.pricePence ?? 0)) < code.leastPence)
    return { offered, net: offered }
  const net = [...offered]
  if ('photos' in code.off) {
    const held = galleries.filter(({ own }) => own.some(holds))
    let best: { pence: number; way: number[] } | undefined
    for (const way of waysOf(
      held.map(({ own }) => photosIn(own)),
      Math.min(code.off.photos, photosIn(held.flatMap(({ own }) => own))),
    )) {
      const pence = total(held.map(({ own, pence: all }, index) => total(withoutDearest(own, all, way[index] ?? 0))))
      if (!best || isBetter({ pence, way }, best)) best = { pence, way }
    }
    for (const [index, { places, own, pence }] of held.entries()) {
      const left = withoutDearest(own, pence, best?.way[index] ?? 0)
      for (const [at, place] of places.entries()) net[place] = left[at] ?? 0
    }
    return { offered, net }
  }
  const costs = inScope.map((place) => offered[place] ?? 0)
  const off =
    'percent' in code.off ? halfUp(total(costs) * code.off.percent, 100) : Math.min(code.off.pence, total(costs))
  for (const [index, part] of inParts(off, costs).entries()) {
    const place = inScope[index] ?? -1
    net[place] = (offered[place] ?? 0) - part
  }
  return { offered, net }
}

/** The platform's part of each line: 10% of all that is paid, to the nearest penny, spread by what each line costs. */
export const feesOf = (net: readonly number[]): number[] => inParts(halfUp(total(net) * feePercent, 100), net)
