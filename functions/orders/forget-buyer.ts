import { chorePut } from '#functions/chores/chore-writes.ts'
import type { ChoreSteps } from '#functions/chores/do-chores.ts'
import type { Put, Update } from '#functions/shared/table/writes.ts'
import { is, update } from '#functions/shared/table/writes.ts'
import { afterHours, stamp } from '#functions/shared/time/clock.ts'
import type { OrderStatus } from '#schema/entities/order.ts'
import { OrderId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import type { OrderStore } from './order-store.ts'
import { orderKeys } from './order-writes.ts'

type Parts = { orders: Pick<OrderStore, 'transact'> }

const unpaid: readonly OrderStatus[] = ['failed', 'expired']
/** Those that no money is awaited for: who opened an order that may still be paid is needed for its receipt. */
const settled: readonly OrderStatus[] = [...unpaid, 'completed', 'review']

/** Takes the buyer's name and address from an order. What was bought, for how much and when stays, and so does its link. */
const buyerForgotten = (id: OrderId, when: Update['when']): Update =>
  update(orderKeys.order(id), { set: { customerName: '', customerEmail: '' }, when })
const whileIn = (states: readonly OrderStatus[]): Update['when'] => ({ status: is.oneOf([...states]) })

/**
 * Part of the transaction that gives an order up: its buyer is forgotten when its files are let go (decision 171), after which
 * no late payment is awaited that could complete it.
 */
export const forgetBuyerPut = (subject: OrderId, now: Date): Put =>
  chorePut({ kind: 'forget-buyer', subject, dueAt: stamp(afterHours(now, 24 * limits.order.filesHeldDays)) })

/** Nobody's name is kept for something that they did not buy. */
export const forgettingChores = ({ orders }: Parts): ChoreSteps<'forget-buyer'> => ({
  'forget-buyer': async (subject) => {
    await orders.transact([buyerForgotten(OrderId.parse(subject), whileIn(unpaid))])
  },
})

/** Forgets who bought an order, as they may ask. @returns `false` while it may still be paid, or where there is none. */
export const forgetBuyer =
  ({ orders }: Parts) =>
  async (id: OrderId): Promise<boolean> =>
    (await orders.transact([buyerForgotten(id, whileIn(settled))])).ok

/** Forgets again who was erased: in a restored table the order may be open, as it was at that moment. */
export const forgetBuyerAgain =
  ({ orders }: Parts) =>
  async (id: OrderId): Promise<void> => {
    await orders.transact([buyerForgotten(id, 'present')])
  }
