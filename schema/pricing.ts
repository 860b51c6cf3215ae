import { addPence, feeOf, noPence, type Pence, pence, ratioOf, splitPence, takePence } from './money.ts'
import { type CodeOff, type PriceStep, percentAt } from './offers.ts'

/**
 * Prices a cart: takes the lines, the offers of their galleries and at most one code, and returns sums for each line that
 * is sold, each gallery and photographer, and for the order.
 * The order of steps: list price; for each gallery the cheaper of its price steps and its price as a whole; the code on
 * what remains; the fee, 10% of what is paid. A code that includes photos counts in the choice of each gallery's offer.
 * The discount of a gallery, and that of a code, is rounded once, to the nearest penny, half up, and split over the lines
 * that are sold by largest remainder (docs/money.md, "Prices").
 */

export type PriceLine = {
  readonly pricePence: Pence
  readonly galleryId: string
  readonly photographerId: string
  /** An upgrade takes no part in what its gallery offers for several photos. */
  readonly isUpgrade?: boolean | undefined
  /** Of a gallery that was asked for as a whole, and is the only line of it: how many photos that is. */
  readonly photos?: number | undefined
}
/** What a gallery offers beside the price of each photo; `whole` is the price of all its photos together. */
export type GalleryOffer = {
  readonly steps: readonly PriceStep[]
  readonly whole?: { readonly pricePence: Pence; readonly photos: number } | undefined
}
/** A code, and the photos that it is for: of everybody or one photographer, of all galleries or one. */
export type PriceCode = {
  readonly off: CodeOff
  readonly photographerId: string | null
  readonly galleryId: string | null
  /** The least that its photos cost before any offer. */
  readonly minimumPence: Pence
}

export type PricedLine = {
  pricePence: Pence
  /** Off by the gallery's own offer. */
  offerPence: Pence
  /** Off by the code. */
  codePence: Pence
  /** Both. */
  discountPence: Pence
  netPence: Pence
  feePence: Pence
  sharePence: Pence
}
/** The places of the lines that were asked for: several where photos are sold as their whole gallery. */
type SoldLine = PricedLine & { places: readonly number[] }
type Sums = {
  subtotalPence: Pence
  offerPence: Pence
  codePence: Pence
  discountPence: Pence
  totalPence: Pence
  feePence: Pence
  earningsPence: Pence
}
/** `none`: its photos cost what they cost alone. */
type PricedGallery = Sums & { offer: 'none' | 'steps' | 'whole'; percent: number }
export type PricedCart = Sums & {
  /** What is sold, in the order of the lines that were asked about. */
  lines: SoldLine[]
  galleries: Map<string, PricedGallery>
  photographers: Map<string, Sums>
  /** Whether a code was given and is for these photos: `short` of its minimum and `elsewhere` take nothing. */
  code: 'none' | 'applied' | 'short' | 'elsewhere'
}

/** A line that is sold, on its way: `offeredPence` by its gallery's offer, `restPence` what it costs so far. */
type Line = Pick<PriceLine, 'pricePence' | 'galleryId' | 'photographerId'> & {
  readonly places: readonly number[]
  readonly offeredPence: Pence
  readonly restPence: Pence
}
/** A way to sell what was asked for of a gallery. */
type Way = {
  readonly offer: PricedGallery['offer']
  readonly percent: number
  readonly lines: readonly Line[]
  /** Its one line is a whole gallery, of so many photos. */
  readonly photos?: number | undefined
}
/**
 * What was asked for of a gallery, and in which ways it can be sold. A code may include `count` photos of it: all that were
 * chosen, but of a whole gallery that was asked for all but one, since its new photos follow and no code promised those.
 */
type Group = { readonly name: string; readonly count: number; readonly photos: Way; readonly whole?: Way | undefined }

/** The lines with `costPence` spread over them by what they weigh. */
const spread = (lines: readonly Line[], costPence: Pence, weightOf: (line: Line) => number): Line[] => {
  const parts = splitPence(costPence, lines.map(weightOf))
  return lines.map((line, index) => ({ ...line, restPence: parts[index] ?? noPence }))
}
const restOf = (lines: readonly Line[]): Pence => addPence(lines.map(({ restPence }) => restPence))
const listOf = (lines: readonly Line[]): Pence => addPence(lines.map(({ pricePence }) => pricePence))
const costOf = ({ lines }: Way): Pence => restOf(lines)
const placeOf = ({ places: [first = 0] }: { places: readonly number[] }): number => first
const byPlace = <L extends { places: readonly number[] }>(lines: readonly L[]): L[] =>
  lines.toSorted((a, b) => placeOf(a) - placeOf(b))

/** What a gallery offers holds for its photos; upgrades of them stand beside it, each at its price. */
const offerGroupOf = ({ galleryId, isUpgrade = false }: PriceLine): string =>
  isUpgrade ? `${galleryId} upgrades` : galleryId

/** The lines that share a name. */
const groupsOf = <L>(lines: readonly L[], nameOf: (line: L) => string): Map<string, L[]> =>
  lines.reduce(
    (groups, line) => groups.set(nameOf(line), [...(groups.get(nameOf(line)) ?? []), line]),
    new Map<string, L[]>(),
  )

/** The price of photos of a gallery with its steps. */
const stepped = (listPence: Pence, count: number, steps: readonly PriceStep[]) => {
  const percent = percentAt(steps, count)
  return { percent, costPence: takePence(listPence, ratioOf(listPence, percent, 100)) }
}

/** The ways to sell lines of one gallery before any code. The whole is one where it costs no more than the photos. */
const groupOf = (name: string, asked: readonly (PriceLine & { place: number })[], offer: GalleryOffer): Group => {
  const [first] = asked
  const unpriced = asked.map(
    ({ place, ...line }): Line => ({
      ...line,
      places: [place],
      offeredPence: line.pricePence,
      restPence: line.pricePence,
    }),
  )
  // Who asked for the whole gallery has its price already.
  if (first?.photos !== undefined) {
    const way: Way = { offer: 'none', percent: 0, lines: unpriced, photos: first.photos }
    return { name, count: first.photos - 1, photos: way }
  }
  const count = asked.length
  const listPence = listOf(unpriced)
  const { percent, costPence } = stepped(listPence, count, offer.steps)
  const lines = spread(unpriced, costPence, ({ pricePence }) => pricePence).map(
    (line): Line => ({ ...line, offeredPence: line.restPence }),
  )
  const photos: Way = { offer: percent > 0 ? 'steps' : 'none', percent, lines }
  const { whole } = offer
  if (!first || !whole || whole.pricePence > costPence) return { name, count, photos }
  const places = asked.map(({ place }) => place)
  const line: Line = {
    ...{ galleryId: first.galleryId, photographerId: first.photographerId, places },
    ...{ pricePence: listPence, offeredPence: whole.pricePence, restPence: whole.pricePence },
  }
  // A photo that was deleted a moment ago is still among those that were asked for.
  const all = Math.max(whole.photos, count)
  return { name, count, photos, whole: { offer: 'whole', percent: 0, lines: [line], photos: all } }
}

/** The whole where it costs no more; where neither costs anything, the photos that were asked for and no others. */
const cheaperOf = (photos: Way, whole: Way | undefined): Way => {
  if (!whole) return photos
  const [costPence, wholePence] = [costOf(photos), costOf(whole)]
  return wholePence < costPence || (wholePence === costPence && wholePence > 0) ? whole : photos
}

/**
 * A gallery as `takenCount` of its photos are included, the dearest: the others keep their part of what the gallery costs,
 * which is rounded once. Of a whole gallery each photo is the same part of its price, and at least a penny stays to be paid.
 */
const included = (way: Way, takenCount: number): Way => {
  const { lines, photos } = way
  if (takenCount === 0) return way
  if (photos !== undefined) {
    const costPence = costOf(way)
    const leastPence = Math.min(costPence, 1)
    const restPence = pence(Math.max(leastPence, ratioOf(costPence, photos - takenCount, photos)))
    return { ...way, lines: lines.map((line) => ({ ...line, restPence })) }
  }
  const dearest = lines.toSorted((a, b) => b.pricePence - a.pricePence || placeOf(a) - placeOf(b))
  const [taken, kept] = [dearest.slice(0, takenCount), dearest.slice(takenCount)]
  const listPence = listOf(lines)
  const keptPence = listPence === 0 ? noPence : ratioOf(costOf(way), listOf(kept), listPence)
  return {
    ...way,
    lines: [
      ...taken.map((line) => ({ ...line, restPence: noPence })),
      ...spread(kept, keptPence, ({ pricePence }) => pricePence),
    ],
  }
}

/**
 * Removes `photos` of the galleries so that the rest costs as little as possible. Galleries have different offers, so
 * removing the photos with the highest list price is not always best: the cost of the rest is computed for each gallery,
 * each way to sell it and each count, and the counts with the lowest sum are chosen.
 */
const takeDearest = (groups: readonly Group[], photos: number): Way[] => {
  type Choice = { costPence: number; ways: Way[] }
  let best: Choice[] = [{ costPence: 0, ways: [] }]
  for (const group of groups) {
    const costs = Array.from({ length: Math.min(photos, group.count) + 1 }, (_, count) => {
      const way = cheaperOf(included(group.photos, count), group.whole && included(group.whole, count))
      return { costPence: costOf(way), way }
    })
    const size = Math.min(photos, best.length - 1 + group.count) + 1
    const before = best
    best = Array.from({ length: size }, (_, count) => {
      const choices = before.flatMap((earlier, used) => {
        const here = costs[count - used]
        return here ? [{ earlier, here, costPence: addPence([earlier.costPence, here.costPence]) }] : []
      })
      // Of two that cost the same, the one that takes more of what comes first in the cart.
      const [cheapest] = choices.toReversed().toSorted((a, b) => a.costPence - b.costPence)
      return {
        costPence: cheapest?.costPence ?? 0,
        ways: [...(cheapest?.earlier.ways ?? []), ...(cheapest ? [cheapest.here.way] : [])],
      }
    })
  }
  return best.at(-1)?.ways ?? []
}

const lowered = (groups: readonly Group[], off: CodeOff): Way[] => {
  if (off.kind === 'included') return takeDearest(groups, off.photos)
  const ways = groups.map(({ photos, whole }) => cheaperOf(photos, whole))
  const lines = byPlace(ways.flatMap((way) => way.lines))
  const rest = restOf(lines)
  const offPence = off.kind === 'percent' ? ratioOf(rest, off.percent, 100) : pence(Math.min(off.amountPence, rest))
  const parts = splitPence(
    offPence,
    lines.map(({ restPence }) => restPence),
  )
  const offOf = new Map(lines.map((line, index) => [placeOf(line), parts[index] ?? noPence]))
  return ways.map((way) => ({
    ...way,
    lines: way.lines.map((line) => ({ ...line, restPence: takePence(line.restPence, offOf.get(placeOf(line)) ?? 0) })),
  }))
}

type Sold = { code: PricedCart['code']; ways: (Way & Pick<Group, 'name'>)[] }

/** How each gallery is sold, after a code. Its minimum counts list prices, so that no offer ever makes a cart dearer. */
const sell = (groups: readonly Group[], code: PriceCode | undefined): Sold => {
  const withoutCode = (some: readonly Group[]) =>
    some.map(({ name, photos, whole }) => ({ ...cheaperOf(photos, whole), name }))
  if (!code) return { code: 'none', ways: withoutCode(groups) }
  const { photographerId, galleryId } = code
  const isInScope = ({ photos }: Group) =>
    photos.lines.some(
      (line) =>
        (photographerId === null || line.photographerId === photographerId) &&
        (galleryId === null || line.galleryId === galleryId),
    )
  const inScope = groups.filter(isInScope)
  if (inScope.length === 0) return { code: 'elsewhere', ways: withoutCode(groups) }
  const listPence = listOf(inScope.flatMap(({ photos }) => photos.lines))
  if (listPence < code.minimumPence) return { code: 'short', ways: withoutCode(groups) }
  const others = withoutCode(groups.filter((group) => !isInScope(group)))
  const ways = lowered(inScope, code.off).map((way, index) => ({ ...way, name: inScope[index]?.name ?? '' }))
  return { code: 'applied', ways: [...others, ...ways] }
}

export const sumsOf = (lines: readonly PricedLine[]): Sums => {
  const sum = (name: keyof PricedLine) => addPence(lines.map((line) => line[name]))
  return {
    subtotalPence: sum('pricePence'),
    offerPence: sum('offerPence'),
    codePence: sum('codePence'),
    discountPence: sum('discountPence'),
    totalPence: sum('netPence'),
    feePence: sum('feePence'),
    earningsPence: sum('sharePence'),
  }
}

const noOffer: GalleryOffer = { steps: [] }

/**
 * Prices a cart. Σ net = total, Σ fee = fee of the total, net − fee = the photographer's share, for every line.
 * @param offers By gallery id; a gallery without one asks its list prices.
 */
export const priceCart = (
  asked: readonly PriceLine[],
  offers: ReadonlyMap<string, GalleryOffer> = new Map(),
  code?: PriceCode,
): PricedCart => {
  const placed = asked.map((line, place) => ({ ...line, place }))
  const groups = [...groupsOf(placed, offerGroupOf)].map(([name, lines]) =>
    groupOf(name, lines, offers.get(name) ?? noOffer),
  )
  const sold = sell(groups, code)
  const rests = byPlace(sold.ways.flatMap(({ lines }) => lines))
  const nets = rests.map(({ restPence }) => restPence)
  const fees = splitPence(feeOf(addPence(nets)), nets)

  const all = rests.map((line, index) => {
    const { pricePence, galleryId, photographerId, places, restPence: netPence } = line
    const feePence = fees[index] ?? noPence
    // Where photos are included, the others of their gallery are rounded anew: by a penny a line may cost more than before.
    const offeredPence = pence(Math.max(line.offeredPence, netPence))
    const priced: SoldLine = {
      places,
      pricePence,
      offerPence: takePence(pricePence, offeredPence),
      codePence: takePence(offeredPence, netPence),
      discountPence: takePence(pricePence, netPence),
      netPence,
      feePence,
      sharePence: takePence(netPence, feePence),
    }
    return { galleryId, photographerId, priced }
  })
  const lines = all.map(({ priced }) => priced)
  const sumsBy = (name: 'galleryId' | 'photographerId') =>
    [...groupsOf(all, (line) => line[name])].map(
      ([id, ofIt]) => [id, sumsOf(ofIt.map(({ priced }) => priced))] as const,
    )
  const offerOf = new Map(sold.ways.map(({ name, offer, percent }) => [name, { offer, percent }]))
  return {
    ...sumsOf(lines),
    lines,
    galleries: new Map(
      sumsBy('galleryId').map(([id, sums]) => [id, { ...sums, ...(offerOf.get(id) ?? { offer: 'none', percent: 0 }) }]),
    ),
    photographers: new Map(sumsBy('photographerId')),
    code: sold.code,
  }
}

/**
 * What photos of one gallery cost together before any code: with its steps, or as the whole gallery, where that costs no
 * more (`isWhole`).
 */
export const priceTogether = (
  pricesPence: readonly Pence[],
  { steps, whole }: GalleryOffer,
): { pence: Pence; percent: number; isWhole: boolean } => {
  const { percent, costPence } = stepped(addPence(pricesPence), pricesPence.length, steps)
  // As `cheaperOf`: of what costs nothing either way, the photos that were chosen.
  const isWhole =
    whole !== undefined && (whole.pricePence < costPence || (whole.pricePence === costPence && costPence > 0))
  return isWhole ? { pence: whole.pricePence, percent: 0, isWhole } : { pence: costPence, percent, isWhole }
}

/**
 * Whether a whole gallery is near what some photos of it cost: at most half as much again (decision 206). Who pays for
 * two thirds of it is told of the rest; below that the whole would be another purchase, and not the same one rounded up.
 */
export const isNearWhole = (chosenPence: number, wholePence: number): boolean =>
  chosenPence > 0 && 2 * wholePence <= 3 * chosenPence

/** Choosing so many more photos of a gallery, at `eachPence`, takes `morePence` more off than is off now. */
export type NextStep = { more: number; percent: number; eachPence: Pence; morePence: Pence }

/** What the next step of a gallery would bring, `undefined` above the last. */
export const nextStep = (
  pricesPence: readonly Pence[],
  steps: readonly PriceStep[],
  eachPence: Pence,
): NextStep | undefined => {
  const count = pricesPence.length
  const next = steps.filter(({ from }) => from > count).toSorted((a, b) => a.from - b.from)[0]
  if (!next) return undefined
  const offOf = (prices: readonly Pence[]) => {
    const listPence = addPence(prices)
    return takePence(listPence, stepped(listPence, prices.length, steps).costPence)
  }
  const more = next.from - count
  const then = offOf([...pricesPence, ...Array.from({ length: more }, () => eachPence)])
  return { more, percent: next.percent, eachPence, morePence: takePence(then, offOf(pricesPence)) }
}
