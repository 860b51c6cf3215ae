import { codeHashOf, discountStore, ownCodeHashOf } from '#functions/orders/discount-store.ts'
import { put, remove } from '#functions/shared/table/writes.ts'
import type { GalleryId, PhotoId, UserId } from '#schema/ids.ts'
import { pence } from '#schema/money.ts'
import type { CodeOff, PriceStep } from '#schema/offers.ts'
import { aDiscount } from '#test/support/builders/discount.ts'
import { galleryIdOf, userIdOf } from '#test/support/builders/ids.ts'
import type { Code } from '#test/support/model/prices.ts'
import type { MoneyWorld } from '#test/support/payments/money-world.ts'
import type { Dice } from './dice.ts'

/** A price, and since when (milliseconds) it is asked. */
type Asked = { pricePence: number; since: number }
type Offered = { seller: UserId; gallery: GalleryId; prices: Asked[] }
/** Steps of a gallery, and since when (milliseconds) they hold. */
type Stepped = { steps: readonly PriceStep[]; since: number }

/** What the market offers and has offered, as whoever set it up knows it: the truth about prices, sellers and codes. */
export type Stall = {
  photos: PhotoId[]
  offered: Map<string, Offered>
  steps: Map<string, Stepped[]>
  /** By the hash under which an order names it. */
  codes: Map<string, { terms: Code; maxUses: number }>
  /** When each stretch of chaos began (milliseconds), the oldest first. */
  begins: number[]
}

const prices = [0, 30, 99, 333, 1500, 1500, 1999, 12_345] as const
const codes = [
  { code: 'HALF', percentOff: 50, maxUses: 1 },
  { code: 'THIRD', percentOff: 33, maxUses: 3 },
  { code: 'GIFT', percentOff: 100, maxUses: 2 },
] as const
/** What photographers call theirs, all of them the same. */
const ownWord = 'SEASON'
export const codeWords = ['HALF', 'THIRD', 'GIFT', 'FIRST-LIGHT', ownWord] as const

const everywhere = (percent: number): Code => ({ off: { percent }, seller: null, gallery: null, leastPence: 0 })
type OwnOff = { off: CodeOff; model: Code['off'] }
const ownOffs: readonly [OwnOff, ...OwnOff[]] = [
  { off: { kind: 'percent', percent: 35 }, model: { percent: 35 } },
  { off: { kind: 'amount', amountPence: pence(1_001) }, model: { pence: 1_001 } },
  { off: { kind: 'included', photos: 2 }, model: { photos: 2 } },
]

export const stock = async (world: MoneyWorld, dice: Dice): Promise<Stall> => {
  const stall: Stall = { photos: [], offered: new Map(), steps: new Map(), codes: new Map(), begins: [] }
  const sellers = 1 + dice.below(5)
  for (let n = 1; n <= sellers; n++) {
    const asked = Array.from({ length: 1 + dice.below(4) }, () => dice.pick(prices))
    const photos = await world.addSeller(n, asked)
    for (const [place, photo] of photos.entries()) {
      const first = { pricePence: asked[place] ?? 0, since: 0 }
      stall.offered.set(photo, { seller: userIdOf(n), gallery: galleryIdOf(n), prices: [first] })
    }
    stall.photos.push(...photos)
    stall.steps.set(galleryIdOf(n), [{ steps: [], since: 0 }])
    if (dice.chance(0.6)) await setSteps(world, dice, { stall, galleryId: galleryIdOf(n), since: 0 })
  }
  const discounts = discountStore(world.table, async () => 'FIRST-LIGHT')
  stall.codes.set(codeHashOf('FIRST-LIGHT'), { terms: everywhere(100), maxUses: Infinity })
  for (const { code, percentOff, maxUses } of codes) {
    await discounts.create(aDiscount({ code, percent: percentOff, maxUses }))
    stall.codes.set(codeHashOf(code), { terms: everywhere(percentOff), maxUses })
  }
  for (const seller of sellersOn(stall).filter(() => dice.chance(0.6))) {
    const { off, model } = dice.pick(ownOffs)
    const leastPence = dice.pick([0, 0, 1_000])
    const maxUses = dice.pick([1, 3])
    const codeHash = ownCodeHashOf(seller, ownWord)
    const own = { codeHash, photographerId: seller, off, minimumPence: pence(leastPence), maxUses, maxUsesPerEmail: 1 }
    await discounts.makeOwn(aDiscount({ ...own, percent: off.kind === 'percent' ? off.percent : 0 }), seller)
    stall.codes.set(codeHash, { terms: { off: model, seller, gallery: null, leastPence }, maxUses })
  }
  return stall
}

const ladders: readonly [readonly PriceStep[], ...(readonly PriceStep[])[]] = [
  [{ from: 2, percent: 10 }],
  [
    { from: 2, percent: 15 },
    { from: 3, percent: 33 },
  ],
  [{ from: 3, percent: 50 }],
  [],
]

type Setting = { stall: Stall; galleryId: GalleryId; since: number }
const setSteps = async (world: MoneyWorld, dice: Dice, { stall, galleryId, since }: Setting): Promise<void> => {
  const steps = dice.pick(ladders)
  stall.steps.get(galleryId)?.push({ steps, since })
  await world.setSteps(galleryId, steps)
}

/** The steps of a gallery that took so much off so many photos when an order was made; as `wasAsked` counts time. */
export const stepsAsked = (
  { begins, steps }: Stall,
  gallery: string,
  { percent, count, at }: { percent: number; count: number; at: number },
): readonly PriceStep[] | undefined => {
  const begun = begins.findLast((begin) => begin <= at) ?? 0
  const all = steps.get(gallery) ?? []
  return all.find(
    (each, place) =>
      Math.max(0, ...each.steps.filter(({ from }) => from <= count).map((step) => step.percent)) === percent &&
      each.since <= at &&
      (all[place + 1]?.since ?? Infinity) >= begun,
  )?.steps
}

export const sellersOn = (stall: Stall): UserId[] => [
  ...new Set([...stall.offered.values()].map(({ seller }) => seller)),
]

/**
 * Whether a photo could be had for that price when an order was made. Between reading the prices and writing the order one
 * may change, and the clock may jump by days; but nobody reads before their stretch of chaos begins.
 */
export const wasAsked = ({ begins }: Stall, { prices }: Offered, asked: Order): boolean => {
  const begun = begins.findLast((begin) => begin <= asked.at) ?? 0
  return prices.some(
    ({ pricePence, since }, place) =>
      pricePence === asked.pricePence && since <= asked.at && (prices[place + 1]?.since ?? Infinity) >= begun,
  )
}
type Order = { pricePence: number; at: number }

/** A photographer changes a price or a gallery's steps, or takes a photo or a whole gallery away. */
export const changeOffer = async (world: MoneyWorld, dice: Dice, stall: Stall): Promise<void> => {
  const photo = dice.anyOf(stall.photos)
  const item = photo && world.table.stored(`PHOTO#${photo}`, 'PHOTO')
  const offered = photo && stall.offered.get(photo)
  if (!item || !offered) return
  const { PK, SK } = item
  const key = { PK: String(PK), SK: String(SK) }
  if (dice.chance(0.3)) {
    await setSteps(world, dice, { stall, galleryId: offered.gallery, since: world.now().getTime() })
    return
  }
  if (dice.chance(0.9)) {
    const pricePence = dice.pick(prices)
    offered.prices.push({ pricePence, since: world.now().getTime() })
    await world.table.write(put({ ...item, ...key, pricePence }, 'always'))
    return
  }
  // Whoever has it in the cart is refused; who comes later does not see it.
  await world.table.write(remove(key, 'always'))
  stall.photos.splice(stall.photos.indexOf(photo), 1)
}
