import { isExpired } from '#functions/galleries/gallery-access.ts'
import type { OrderLine } from '#schema/api/orders.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { OrderItem } from '#schema/entities/order.ts'
import type { Photo } from '#schema/entities/photo.ts'
import { noPence } from '#schema/money.ts'
import { type BoughtLine, type PhotoSize, upgradePence } from '#schema/web-size.ts'
import { isOpen } from './order-states.ts'
import type { Bought } from './order-store.ts'
import { isRefunded } from './refunded.ts'

/** The other half of a purchase in two steps: the line that upgrades this one, or the Web size that this one upgrades. */
export const otherHalfOf = ({ upgradeOf, upgradedBy }: OrderItem): BoughtLine | null => upgradeOf ?? upgradedBy

/**
 * What of a bought photo can be downloaded. An upgrade and its Web size are one purchase in two steps: the Original needs
 * both to be paid for, and the Web size its own line alone.
 * @param other The other half, where there is one.
 */
export const sizesOwned = (item: OrderItem, other: Bought | undefined): ReadonlySet<PhotoSize> => {
  const isOtherPaid = other?.order.status === 'completed' && !isRefunded(other.item)
  if (isRefunded(item) || (item.upgradeOf !== null && !isOtherPaid)) return new Set()
  return new Set(item.size === 'original' || isOtherPaid ? ['web', 'original'] : ['web'])
}

type Present = { photo: Photo | undefined; gallery: Gallery | undefined; other: Bought | undefined; now: Date }

/** Whether a gallery still sells to who bought in it before, whoever may open it by now (decision 207). */
export const sellsUpgrades = (gallery: Gallery, now: Date): boolean =>
  gallery.ownerState !== 'closed' && gallery.deletedAt === null && gallery.takedown === null && !isExpired(gallery, now)

/** Whether the Original is for sale to who has bought the Web size. */
export const upgradeOf = (item: OrderItem, { photo, gallery, other, now }: Present): OrderLine['upgrade'] => {
  if (item.size !== 'web' || isRefunded(item)) return null
  const state = (name: NonNullable<OrderLine['upgrade']>['state']) => ({ state: name, pricePence: noPence })
  if (item.upgradedBy !== null) {
    if (other && isOpen(other.order.status)) return state('under_way')
    return state(sizesOwned(item, other).has('original') ? 'done' : 'over')
  }
  const isOnSale =
    photo?.state === 'ready' &&
    photo.original !== null &&
    photo.pricePence > 0 &&
    gallery !== undefined &&
    sellsUpgrades(gallery, now)
  return isOnSale
    ? { state: 'offered', pricePence: upgradePence(photo.pricePence, item.pricePence) }
    : state('not_for_sale')
}

/** Upgrades that are paid for and bring nothing: the other half, the Web size of each, went back. */
export const upgradesForNothing = (upgrades: readonly Bought[], webSizes: readonly Bought[]): Bought[] =>
  upgrades.filter(({ order, item }) => {
    if (order.status !== 'completed' || item.upgradeOf === null || item.netPence === 0 || isRefunded(item)) return false
    const { orderId, line } = item.upgradeOf
    const webSize = webSizes.find((each) => each.item.orderId === orderId && each.item.line === line)
    return webSize === undefined || webSize.order.status !== 'completed' || isRefunded(webSize.item)
  })
