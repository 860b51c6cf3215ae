import type { Update, Write } from '#functions/shared/table/writes.ts'
import { assert, is, update } from '#functions/shared/table/writes.ts'
import type { Order, OrderItem } from '#schema/entities/order.ts'
import { orderKeys } from './order-writes.ts'

/** A line as it is upgraded by an order. */
export type Upgrading = Order['upgrades'][number]

const taken = ({ orderId, line, by }: Upgrading, upgrader: Order['id'], when: Update['when']): Update =>
  update(orderKeys.item(orderId, line), { set: { upgradedBy: { orderId: upgrader, line: by } }, when })

/**
 * Takes the one upgrade of each line for an order that is being opened. Refused where another order has it, where the price
 * of the Web size went back, and while a bank asks for the payment of it.
 * @param bought The lines that are upgraded, as they were read, each with the line that does it.
 */
export const upgradeClaims = (
  order: Pick<Order, 'id'>,
  bought: readonly { item: OrderItem; by: number }[],
): Write[] => [
  ...bought.map(({ item, by }) =>
    taken({ orderId: item.orderId, line: item.line, by }, order.id, {
      size: is.equal('web'),
      upgradedBy: is.absentOr(is.equal(null)),
      refundedPence: is.equal(item.refundedPence),
      lostPence: is.equal(item.lostPence),
    }),
  ),
  ...[...new Set(bought.map(({ item }) => item.orderId))].map((orderId) =>
    assert(orderKeys.order(orderId), { status: is.equal('completed'), disputed: is.equal(false) }),
  ),
]

const isHeldBy = (upgrader: Order['id']) => ({ 'upgradedBy.orderId': is.equal(upgrader) })

/** Gives the upgrades back of an order that was never paid, or whose payment was given back under review. */
export const upgradeReturns = ({ id, upgrades }: Pick<Order, 'id' | 'upgrades'>): Write[] =>
  upgrades.map(({ orderId, line }) =>
    update(orderKeys.item(orderId, line), { set: { upgradedBy: null }, when: isHeldBy(id) }),
  )

/** Takes an upgrade again that an order had given back, because it was paid after all. */
export const upgradeAgain = ({ id }: Pick<Order, 'id'>, upgrade: Upgrading): Update =>
  taken(upgrade, id, { upgradedBy: is.absentOr(is.equal(null)) })
