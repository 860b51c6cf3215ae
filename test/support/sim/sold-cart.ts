import type { Order, OrderItem } from '#schema/entities/order.ts'
import type { GalleryId } from '#schema/ids.ts'
import type { Sale } from '#test/support/model/facts.ts'
import type { AskedLine, Offers } from '#test/support/model/prices.ts'
import { priced, takesSomething } from '#test/support/model/sale.ts'
import { pricesAsked, type Stall, type Terms, termsAsked, type WishedPhoto } from './stall.ts'

export type Finding = { rule: string; subject: string; found: string }
export type SoldOrder = { order: Order; items: OrderItem[] }
type Cart = Pick<Sale, 'lines' | 'offers' | 'code'>
type CartFound = { sale: Cart; findings: Finding[] }

/** An order's lines, prices and code never change, nor does what was asked when it was made. */
const known = new WeakMap<Stall, Map<string, CartFound>>()

/** What was sold, as the market knows it: who wished for what, whose photos these are, at which price, with which code. */
export const cartOf = (stall: Stall, sold: SoldOrder): CartFound => {
  const ofStall = known.get(stall) ?? new Map<string, CartFound>()
  known.set(stall, ofStall)
  const found = ofStall.get(sold.order.id) ?? findCart(stall, sold)
  ofStall.set(sold.order.id, found)
  return found
}

const findCart = (stall: Stall, sold: SoldOrder): CartFound => {
  const { order, items } = sold
  const findings: Finding[] = []
  const wrong = (rule: string, found: string) => findings.push({ rule, subject: order.number, found })
  const code = order.discountCodeHash === null ? undefined : stall.codes.get(order.discountCodeHash)?.terms
  if (order.discountCodeHash !== null && !code) wrong('code', 'an unknown one')
  const wish = stall.wishes.get(order.customerEmail)
  if (!wish) wrong('wish', 'an order that nobody asked for')
  const { items: wishes = [], galleries = [] } = wish ?? {}

  const chosen = wishes.filter(
    (each) => each.boughtPence !== undefined || galleries.every((gallery) => gallery !== homeOf(stall, each)),
  )
  const parts = [
    ...new Set(chosen.filter(({ boughtPence }) => boughtPence === undefined).map((each) => homeOf(stall, each))),
  ].map((gallery) => waysOfGallery(stall, sold, { gallery, wishes: chosen }))
  const upgrades = chosen.flatMap((each) => (each.boughtPence === undefined ? [] : [upgradeWay(stall, sold, each)]))
  const wholes = galleries.map((gallery) => waysOfWhole(stall, sold, gallery))
  for (const { name, ways } of [...parts, ...upgrades, ...wholes])
    if (ways.length === 0) wrong('offer', `${name} was never sold so: ${told(items)}`)

  const tried = combinations([...parts, ...upgrades, ...wholes].map(({ ways }) => ways)).map((ways): Cart => {
    const lines = ways.flatMap((way) => way.lines)
    return {
      lines: [
        ...chosen.flatMap((each) => lines.filter(({ name }) => name === each.photoId)),
        ...galleries.flatMap((gallery) => lines.filter(({ name }) => name === gallery)),
      ].map(({ name: _, ...line }) => line),
      offers: new Map(ways.flatMap(({ offers }) => (offers ? [offers] : []))),
      code,
    }
  })
  const isSame = (cart: Cart) => {
    const lines = priced(cart)
    const isAs = ({ netPence, offer }: (typeof lines)[number], { kind, ...item }: OrderItem) =>
      netPence === item.netPence && (offer === 'whole') === (kind === 'gallery')
    return lines.length === items.length && items.every((item, place) => lines[place] && isAs(lines[place], item))
  }
  const same = tried.find(isSame)
  if (!same && findings.length === 0) wrong('offer', `never sold so: ${told(items)}`)
  const sale = same ?? tried[0] ?? { lines: [], offers: new Map(), code }
  if (code && !takesSomething(sale)) wrong('code', 'used, and takes nothing off')
  const owners = priced(sale).map(({ seller }) => seller)
  for (const { line, photographerId } of items)
    if (owners[line - 1] !== photographerId)
      wrong('whose photo', `line ${line} is ${photographerId}'s, not ${owners[line - 1]}'s`)
  return { sale, findings }
}

const told = (items: readonly OrderItem[]): string =>
  items.map(({ kind, size, pricePence, netPence }) => `${kind} ${size} ${pricePence} ${netPence}`).join(', ')

const nowhere = 'nowhere'
const homeOf = (stall: Stall, { photoId }: WishedPhoto): GalleryId | typeof nowhere =>
  stall.offered.get(photoId)?.gallery ?? nowhere

/** Lines by the photo or gallery that was asked for, and what their gallery offered. */
type Way = { lines: (AskedLine & { name: string })[]; offers?: readonly [string, Offers] }
/** Each way in which a part of a wish could be sold as it was. */
type Part = { name: string; ways: Way[] }

const mostWays = 300
const combinations = <T>(lists: readonly (readonly T[])[]): T[][] =>
  lists.reduce<T[][]>(
    (all, list) => all.flatMap((some) => list.map((each) => [...some, each])).slice(0, mostWays),
    [[]],
  )

const madeAt = ({ order }: SoldOrder): number => new Date(order.createdAt).getTime()

/** Photos of a gallery, each a line or all of them one. Whether that is right depends on the code as well. */
const waysOfGallery = (
  stall: Stall,
  sold: SoldOrder,
  { gallery, wishes }: { gallery: GalleryId | typeof nowhere; wishes: readonly WishedPhoto[] },
): Part => {
  if (gallery === nowhere) return { name: gallery, ways: [] }
  const at = madeAt(sold)
  const own = wishes.filter((each) => each.boughtPence === undefined && homeOf(stall, each) === gallery)
  const whole = sold.items.find((item) => item.kind === 'gallery' && item.galleryId === gallery)
  const lineOf = ({ photoId }: WishedPhoto) =>
    sold.items.find((item) => item.kind === 'photo' && item.photoId === photoId && item.upgradeOf === null)
  const asked = own.map((each) => {
    const all = pricesAsked(stall, each, at)
    const line = lineOf(each)
    if (whole) return line ? [] : all
    return all.filter((price) => price === line?.pricePence && line.size === (each.size ?? 'original'))
  })
  const seller = own.map(({ photoId }) => stall.offered.get(photoId)?.seller)[0] ?? 'nobody'
  const offers = unique(termsAsked(stall, gallery, at).map((terms) => offersOf(terms)))
  const isSoldSo = (offer: Offers): boolean => {
    if (whole) return offer.whole?.pence === whole.pricePence
    const percent = Math.max(0, ...offer.steps.filter(({ from }) => from <= own.length).map((step) => step.percent))
    return own.every((each) => lineOf(each)?.stepPercent === percent)
  }
  const ways = combinations(asked).flatMap((prices) => {
    const lines = own.map(({ photoId }, place) => ({ name: photoId, seller, gallery, pricePence: prices[place] ?? 0 }))
    return offers.filter(isSoldSo).map((offer): Way => ({ lines, offers: [gallery, offer] }))
  })
  return { name: `${own.length} photos of ${gallery}`, ways }
}

/** A gallery is not sold as a whole without a price for that, nor once it is empty. */
const offersOf = ({ steps, wholePence, photoCount }: Terms): Offers =>
  wholePence === null || photoCount === 0 ? { steps } : { steps, whole: { pence: wholePence, photos: photoCount } }

const unique = <T>(all: readonly T[]): T[] => [...new Map(all.map((each) => [JSON.stringify(each), each])).values()]

const upgradeWay = (stall: Stall, sold: SoldOrder, wish: WishedPhoto): Part => {
  const { photoId, upgradeOf } = wish
  const offered = stall.offered.get(photoId)
  const item = sold.items.find(
    (each) =>
      each.photoId === photoId &&
      each.upgradeOf?.orderId === upgradeOf?.orderId &&
      each.upgradeOf?.line === upgradeOf?.line,
  )
  const prices = pricesAsked(stall, wish, madeAt(sold)).filter(
    (price) => price === item?.pricePence && item.stepPercent === 0 && item.size === 'original',
  )
  const { seller = 'nobody', gallery = nowhere } = offered ?? {}
  const ways = prices.map((pricePence) => ({
    lines: [{ name: photoId, seller, gallery, pricePence, isUpgrade: true }],
  }))
  return { name: `upgrade of ${photoId}`, ways }
}

const waysOfWhole = (stall: Stall, sold: SoldOrder, gallery: GalleryId): Part => {
  const item = sold.items.find((each) => each.kind === 'gallery' && each.galleryId === gallery)
  const seller = [...stall.offered.values()].find((each) => each.gallery === gallery)?.seller ?? 'nobody'
  const ways = termsAsked(stall, gallery, madeAt(sold))
    .filter(({ wholePence }) => wholePence !== null && wholePence === item?.pricePence)
    .map(({ photoCount }) => ({
      lines: [{ name: gallery, seller, gallery, pricePence: item?.pricePence ?? 0, photos: photoCount }],
    }))
  return { name: gallery, ways: unique(ways) }
}
