import { codeHashOf, discountStore, ownCodeHashOf } from '#functions/orders/discount-store.ts'
import { remove } from '#functions/shared/table/writes.ts'
import type { GalleryId, PhotoId } from '#schema/ids.ts'
import { pence } from '#schema/money.ts'
import type { CodeOff, PriceStep } from '#schema/offers.ts'
import { aDiscount } from '#test/support/builders/discount.ts'
import { galleryIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import type { Code } from '#test/support/model/prices.ts'
import type { MoneyWorld } from '#test/support/payments/money-world.ts'
import type { Dice } from './dice.ts'
import { type Asked, type Stall, sellersOn, type Terms, termsNow } from './stall.ts'

const prices = [0, 30, 99, 333, 1500, 1500, 1999, 12_345] as const
const webPrices = [null, 30, 50, 250, 777] as const
/** Of a gallery of few photos: below one of them, between, and above all. */
const wholePrices = [null, 30, 500, 1_777, 3_001, 20_000] as const
/** Mostly more than over 100 photos cost one by one, with their steps as well. */
const wholePricesOfMany = [null, null, 20_000, 20_000, 20_000, 3_001] as const
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

/** More photos than one transaction opens an order with. */
const manyPhotos = 106

/** @param isLarge The last photographer has a gallery of over 100 photos. */
export const stock = async (world: MoneyWorld, dice: Dice, { isLarge }: { isLarge: boolean }): Promise<Stall> => {
  const stall: Stall = {
    ...{ photos: [], offered: new Map(), terms: new Map(), codes: new Map(), wishes: new Map(), begins: [] },
  }
  const sellers = 1 + dice.below(isLarge ? 2 : 5)
  for (let n = 1; n <= sellers; n++) {
    const isMany = isLarge && n === sellers
    const asked = isMany
      ? Array.from({ length: manyPhotos }, (_, place) => 30 + (place % 7))
      : Array.from({ length: 1 + dice.below(4) }, () => dice.pick(prices))
    const photos = await world.addSeller(n, asked)
    for (const [place, photo] of photos.entries()) {
      const first = { pricePence: asked[place] ?? 0, webPence: null, since: 0 }
      const life = { addedAt: 0, removedAt: Infinity, isExcepted: false }
      stall.offered.set(photo, { seller: userIdOf(n), gallery: galleryIdOf(n), prices: [first], ...life })
      if (!isMany && dice.chance(0.5)) await setWeb(world, dice, { stall, photo, since: 0 })
    }
    stall.photos.push(...photos)
    const gallery = galleryIdOf(n)
    noteTerms(stall, gallery, { steps: [], wholePence: null, since: 0 })
    if (dice.chance(0.6)) await setSteps(world, dice, { stall, gallery, since: 0 })
    if (isMany || dice.chance(0.6)) await setWhole(world, dice, { stall, gallery, since: 0 })
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

type OfGallery = { stall: Stall; gallery: GalleryId; since: number }
type OfPhoto = { stall: Stall; photo: PhotoId; since: number }

/** Its photos are counted, as rendering and deleting do. */
const noteTerms = (stall: Stall, gallery: GalleryId, changed: Partial<Terms> & { since: number }): void => {
  const photoCount = stall.photos.filter((photo) => stall.offered.get(photo)?.gallery === gallery).length
  const all = stall.terms.get(gallery) ?? []
  stall.terms.set(gallery, [...all, { ...termsNow(stall, gallery), photoCount, ...changed }])
}

const notePrices = (stall: Stall, photo: PhotoId, changed: Partial<Asked> & { since: number }): void => {
  const offered = stall.offered.get(photo)
  const before = offered?.prices.at(-1)
  if (offered && before)
    stall.offered.set(photo, { ...offered, prices: [...offered.prices, { ...before, ...changed }] })
}

const setSteps = async (world: MoneyWorld, dice: Dice, { stall, gallery, since }: OfGallery): Promise<void> => {
  const steps = dice.pick(ladders)
  noteTerms(stall, gallery, { steps, since })
  await world.setSteps(gallery, steps)
}

const setWhole = async (world: MoneyWorld, dice: Dice, { stall, gallery, since }: OfGallery): Promise<void> => {
  const isMany = termsNow(stall, gallery).photoCount >= manyPhotos
  const wholePence = dice.pick(isMany ? wholePricesOfMany : wholePrices)
  noteTerms(stall, gallery, { wholePence, since })
  await world.setWhole(gallery, wholePence)
}

const setWeb = async (world: MoneyWorld, dice: Dice, { stall, photo, since }: OfPhoto): Promise<void> => {
  const webPence = dice.pick(webPrices)
  notePrices(stall, photo, { webPence, since })
  await world.setPrices(photo, { webPence })
}

/** A photo becomes ready. */
const addPhoto = async (world: MoneyWorld, dice: Dice, { stall, gallery, since }: OfGallery): Promise<void> => {
  const seller = [...stall.offered.values()].find((offered) => offered.gallery === gallery)?.seller
  if (seller === undefined) return
  const id = photoIdOf(900_000 + stall.offered.size)
  const pricePence = dice.pick(prices)
  const isExcepted = dice.chance(0.3)
  await world.addPhoto(
    aPhoto({
      ...{ id, galleryId: gallery, photographerId: seller, pricePence: pence(pricePence), isExcepted },
      createdAt: new Date(since).toISOString(),
    }),
  )
  const first = { pricePence, webPence: null, since }
  stall.offered.set(id, { seller, gallery, prices: [first], addedAt: since, removedAt: Infinity, isExcepted })
  stall.photos.push(id)
  await recount(world, { stall, gallery, since })
}

const recount = async (world: MoneyWorld, { stall, gallery, since }: OfGallery): Promise<void> => {
  noteTerms(stall, gallery, { since })
  await world.setWhole(gallery, termsNow(stall, gallery).wholePence)
}

/** A photographer changes a price or what a gallery offers, adds a photo, or takes one away. */
export const changeOffer = async (world: MoneyWorld, dice: Dice, stall: Stall): Promise<void> => {
  const photo = dice.anyOf(stall.photos)
  const item = photo && world.table.stored(`PHOTO#${photo}`, 'PHOTO')
  const offered = photo && stall.offered.get(photo)
  if (!item || !offered) return
  const since = world.now().getTime()
  const ofGallery = { stall, gallery: offered.gallery, since }
  switch (dice.pick(['price', 'price', 'price', 'web', 'steps', 'steps', 'whole', 'whole', 'add', 'add', 'remove'])) {
    case 'price': {
      const pricePence = dice.pick(prices)
      notePrices(stall, photo, { pricePence, since })
      return world.setPrices(photo, { pricePence })
    }
    case 'web':
      return setWeb(world, dice, { stall, photo, since })
    case 'steps':
      return setSteps(world, dice, ofGallery)
    case 'whole':
      return setWhole(world, dice, ofGallery)
    case 'add':
      return addPhoto(world, dice, ofGallery)
    case 'remove': {
      // Whoever has it in the cart is refused; who comes later does not see it.
      await world.table.write(remove({ PK: String(item.PK), SK: String(item.SK) }, 'always'))
      stall.photos.splice(stall.photos.indexOf(photo), 1)
      stall.offered.set(photo, { ...offered, removedAt: since })
      return recount(world, ofGallery)
    }
  }
}
