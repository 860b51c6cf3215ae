import type { OrderItem } from '#schema/entities/order.ts'
import type { GalleryId, PhotoId } from '#schema/ids.ts'
import type { MoneyWorld } from '#test/support/payments/money-world.ts'
import type { Dice } from './dice.ts'
import { moneyFacts } from './money-checks.ts'
import { isWebSold, type Stall, termsNow, type Wish, type WishedPhoto } from './stall.ts'

/** From so many photos on sale somebody may want nearly all of them. */
const many = 100

/** What a buyer wants: photos, some in Web size, Originals of Web sizes that were bought, and galleries as a whole. */
export const wishOf = (world: MoneyWorld, dice: Dice, stall: Stall): Wish => {
  // What is free is in no cart; now and then a photo has just become so.
  const photos = stall.photos.filter((photo) => !isFree(stall, photo) || dice.chance(0.1))
  const likes = dice.pick([0.2, 0.4, 0.6] as const)
  const isAll = photos.length > many && dice.chance(0.9)
  const liked = isAll ? photos : photos.length > many ? someOf(dice, photos) : photos.filter(() => dice.chance(likes))
  const upgrades = dice.chance(0.6) ? upgradesIn(world, dice) : []
  if (upgrades.length > 0 && dice.chance(0.5)) return { items: upgrades, galleries: [] }
  const galleries = wholesIn(stall).filter(() => dice.chance(0.2))
  const isEmpty = liked.length + upgrades.length + galleries.length === 0
  const chosen = isEmpty && !dice.chance(0.1) ? photos : liked
  const upgraded = new Set(upgrades.map(({ photoId }) => photoId))
  const items = chosen
    .filter((photoId) => !upgraded.has(photoId))
    .map((photoId): WishedPhoto => ({ photoId, size: sizeOf(dice, stall, photoId) }))
  return { items: [...items, ...upgrades], galleries }
}

const isFree = (stall: Stall, photo: PhotoId): boolean => stall.offered.get(photo)?.prices.at(-1)?.pricePence === 0

const someOf = (dice: Dice, photos: readonly PhotoId[]): PhotoId[] => photos.filter(() => dice.chance(0.05))

const sizeOf = (dice: Dice, stall: Stall, photoId: PhotoId) =>
  isWebSold(stall, photoId) && dice.chance(0.5) ? 'web' : 'original'

const wholesIn = (stall: Stall): GalleryId[] =>
  [...stall.terms.keys()].filter((gallery) => termsNow(stall, gallery).wholePence !== null)

/** Web sizes that somebody bought; now and then one that is being upgraded already. */
const upgradesIn = (world: MoneyWorld, dice: Dice): WishedPhoto[] => {
  const { orders, lines } = moneyFacts(world)
  const completed = new Set(orders.filter(({ status }) => status === 'completed').map(({ id }) => id))
  const isBought = ({ orderId, size }: OrderItem) => size === 'web' && completed.has(orderId)
  const found = dice.anyOf(lines.filter(isBought))
  if (!found) return []
  const { orderId, line, photoId, pricePence } = found
  return [{ photoId, size: 'original', upgradeOf: { orderId, line }, boughtPence: pricePence }]
}
