import { addPence, feeOf, noPence, type Pence, pence, ratioOf, splitPence, takePence } from './money.ts'
import { type CodeOff, type PriceStep, percentAt } from './offers.ts'

/**
 * Prices a cart: takes the lines, the offers of their galleries and at most one code, and returns sums for each line,
 * gallery and photographer, and for the order.
 * The order of steps: list price; for each gallery the cheaper of its price steps and its price as a whole; the code on
 * what remains; the fee, 10% of what is paid. The discount of a gallery, and that of a code, is rounded once, to the
 * nearest penny, half up, and split over the lines by largest remainder (docs/money.md, "Prices").
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
/** What a gallery offers beside the price of each photo; `wholePence` is the price of all its photos together. */
export type GalleryOffer = { readonly steps: readonly PriceStep[]; readonly wholePence?: Pence | undefined }
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
  /** In the order of the lines that were asked about. */
  lines: PricedLine[]
  galleries: Map<string, PricedGallery>
  photographers: Map<string, Sums>
  /** Whether a code was given and is for these photos: `short` of its minimum and `elsewhere` take nothing. */
  code: 'none' | 'applied' | 'short' | 'elsewhere'
}

/** A line on its way: `restPence` is what it costs so far. */
type Line = PriceLine & { readonly place: number; readonly restPence: Pence }

/** What all photos of a gallery together cost by its offer. */
const offered = (listPence: Pence, count: number, { steps, wholePence }: GalleryOffer) => {
  const percent = percentAt(steps, count)
  const stepped = takePence(listPence, ratioOf(listPence, percent, 100))
  if (wholePence !== undefined && wholePence <= stepped)
    return { offer: 'whole', percent: 0, netPence: wholePence } as const
  return { offer: percent > 0 ? 'steps' : 'none', percent, netPence: stepped } as const
}

/** The lines with `wholePence` spread over them by what they weigh. */
const spread = (lines: readonly Line[], wholePence: Pence, weightOf: (line: Line) => number): Line[] => {
  const parts = splitPence(wholePence, lines.map(weightOf))
  return lines.map((line, index) => ({ ...line, restPence: parts[index] ?? noPence }))
}
const restOf = (lines: readonly Line[]): Pence => addPence(lines.map(({ restPence }) => restPence))
const listOf = (lines: readonly Line[]): Pence => addPence(lines.map(({ pricePence }) => pricePence))

/** What a gallery offers holds for its photos; upgrades of them stand beside it, each at its price. */
const offerGroupOf = ({ galleryId, isUpgrade = false }: PriceLine): string =>
  isUpgrade ? `${galleryId} upgrades` : galleryId

/** The lines that share a name. */
const groupsOf = <L extends PriceLine>(lines: readonly L[], nameOf: (line: L) => string): Map<string, L[]> =>
  lines.reduce(
    (groups, line) => groups.set(nameOf(line), [...(groups.get(nameOf(line)) ?? []), line]),
    new Map<string, L[]>(),
  )

/** How many photos these are. */
const photosIn = (lines: readonly Line[]): number => lines.reduce((count, { photos = 1 }) => count + photos, 0)

/**
 * The lines of a gallery as `takenCount` of them are included, the dearest: the others keep their part of what the gallery
 * costs, which is rounded once. Of a gallery that was asked for as a whole, each photo is the same part of its price.
 */
const included = (lines: readonly Line[], takenCount: number): Line[] => {
  const [whole] = lines
  if (whole?.photos !== undefined)
    return [{ ...whole, restPence: ratioOf(whole.restPence, whole.photos - takenCount, whole.photos) }]
  const dearest = lines.toSorted((a, b) => b.pricePence - a.pricePence || a.place - b.place)
  const [taken, kept] = [dearest.slice(0, takenCount), dearest.slice(takenCount)]
  const listPence = listOf(lines)
  const keptPence = listPence === 0 ? noPence : ratioOf(restOf(lines), listOf(kept), listPence)
  return [
    ...taken.map((line) => ({ ...line, restPence: noPence })),
    ...spread(kept, keptPence, ({ pricePence }) => pricePence),
  ]
}

/**
 * Removes `photos` of the lines so that the rest costs as little as possible. Galleries have different offers, so
 * removing the photos with the highest list price is not always best: the cost of the rest is computed for each gallery
 * and each count, and the counts with the lowest sum are chosen.
 */
const takeDearest = (lines: readonly Line[], photos: number): Line[] => {
  type Choice = { costPence: number; lines: Line[] }
  let best: Choice[] = [{ costPence: 0, lines: [] }]
  for (const ofGallery of groupsOf(lines, offerGroupOf).values()) {
    const costs = Array.from({ length: Math.min(photos, photosIn(ofGallery)) + 1 }, (_, count) => {
      const rest = included(ofGallery, count)
      return { costPence: restOf(rest), lines: rest }
    })
    const size = Math.min(photos, best.length - 1 + photosIn(ofGallery)) + 1
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
        lines: [...(cheapest?.earlier.lines ?? []), ...(cheapest?.here.lines ?? [])],
      }
    })
  }
  return best.at(-1)?.lines ?? []
}

const lowered = (lines: readonly Line[], off: CodeOff): Line[] => {
  const restPence = restOf(lines)
  const byRest = (offPence: Pence) => {
    const parts = splitPence(
      offPence,
      lines.map((line) => line.restPence),
    )
    return lines.map((line, index) => ({ ...line, restPence: takePence(line.restPence, parts[index] ?? 0) }))
  }
  switch (off.kind) {
    case 'percent':
      return byRest(ratioOf(restPence, off.percent, 100))
    case 'amount':
      return byRest(pence(Math.min(off.amountPence, restPence)))
    case 'included':
      return takeDearest(lines, off.photos)
  }
}

/** The lines after a code. Its minimum counts list prices, so that no offer ever makes a cart dearer. */
const withCode = (lines: readonly Line[], code: PriceCode | undefined): { code: PricedCart['code']; lines: Line[] } => {
  if (!code) return { code: 'none', lines: [...lines] }
  const { photographerId, galleryId } = code
  const isInScope = (line: Line) =>
    (photographerId === null || line.photographerId === photographerId) &&
    (galleryId === null || line.galleryId === galleryId)
  const inScope = lines.filter(isInScope)
  if (inScope.length === 0) return { code: 'elsewhere', lines: [...lines] }
  if (listOf(inScope) < code.minimumPence) return { code: 'short', lines: [...lines] }
  return { code: 'applied', lines: [...lines.filter((line) => !isInScope(line)), ...lowered(inScope, code.off)] }
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
  const listed = asked.map((line, place): Line => ({ ...line, place, restPence: line.pricePence }))
  const galleries = [...groupsOf(listed, offerGroupOf)].map(([group, lines]) => {
    // Who asked for the whole gallery has its price already.
    const isWhole = lines.some(({ photos }) => photos !== undefined)
    const offer = offered(listOf(lines), lines.length, (isWhole ? undefined : offers.get(group)) ?? noOffer)
    return { group, offer, lines: spread(lines, offer.netPence, ({ pricePence }) => pricePence) }
  })
  const byPlace = (lines: readonly Line[]) => lines.toSorted((a, b) => a.place - b.place)
  const afterOffers = byPlace(galleries.flatMap(({ lines }) => lines))
  const coded = withCode(afterOffers, code)
  const nets = byPlace(coded.lines).map(({ restPence }) => restPence)
  const fees = splitPence(feeOf(addPence(nets)), nets)

  const lines = asked.map(({ pricePence }, place): PricedLine => {
    const netPence = nets[place] ?? noPence
    const feePence = fees[place] ?? noPence
    // Where photos are included, the others of their gallery are rounded anew: by a penny a line may cost more than before.
    const offeredPence = pence(Math.max(afterOffers[place]?.restPence ?? 0, netPence))
    return {
      pricePence,
      offerPence: takePence(pricePence, offeredPence),
      codePence: takePence(offeredPence, netPence),
      discountPence: takePence(pricePence, netPence),
      netPence,
      feePence,
      sharePence: takePence(netPence, feePence),
    }
  })
  const places = listed.map((line) => ({ ...line, priced: lines[line.place] }))
  const sumsBy = (name: 'galleryId' | 'photographerId') =>
    [...groupsOf(places, (line) => line[name])].map(
      ([id, ofIt]) => [id, sumsOf(ofIt.flatMap(({ priced }) => (priced ? [priced] : [])))] as const,
    )
  const offerOf = new Map(galleries.map(({ group, offer }) => [group, offer]))
  return {
    ...sumsOf(lines),
    lines,
    galleries: new Map(
      sumsBy('galleryId').map(([id, sums]) => {
        const { offer, percent } = offerOf.get(id) ?? { offer: 'none', percent: 0 }
        return [id, { ...sums, offer, percent }]
      }),
    ),
    photographers: new Map(sumsBy('photographerId')),
    code: coded.code,
  }
}

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
    return takePence(listPence, offered(listPence, prices.length, { steps }).netPence)
  }
  const more = next.from - count
  const then = offOf([...pricesPence, ...Array.from({ length: more }, () => eachPence)])
  return { more, percent: next.percent, eachPence, morePence: takePence(then, offOf(pricesPence)) }
}
