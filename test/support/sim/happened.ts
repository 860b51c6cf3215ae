import type { OrderItem } from '#schema/entities/order.ts'
import type { MoneyWorld } from '#test/support/payments/money-world.ts'
import { moneyFacts } from './money-checks.ts'
import type { Stall } from './stall.ts'

/** How much of each kind was bought: whole galleries that were asked for, and that the cart switched to. */
export const soldIn = (world: MoneyWorld, stall: Stall) => {
  const { orders, lines } = moneyFacts(world)
  const bought = new Map(orders.filter(({ status }) => status === 'completed').map((order) => [order.id, order]))
  const sold = lines.filter(({ orderId }) => bought.has(orderId))
  const wholes = sold.filter(({ kind }) => kind === 'gallery')
  const isAsked = ({ orderId, galleryId }: OrderItem) =>
    stall.wishes.get(bought.get(orderId)?.customerEmail ?? '')?.galleries.includes(galleryId)
  return {
    asked: wholes.filter(isAsked).length,
    switched: wholes.filter((line) => !isAsked(line)).length,
    coded: wholes.filter(({ orderId }) => bought.get(orderId)?.discountCodeHash !== null).length,
    webs: sold.filter(({ size }) => size === 'web').length,
    upgrades: sold.filter(({ upgradeOf }) => upgradeOf !== null).length,
    large: [...bought.values()].filter(({ itemCount }) => itemCount > 100).length,
  }
}
export type Happened = { steps: number; paid: number; paidOutPence: number } & ReturnType<typeof soldIn>
