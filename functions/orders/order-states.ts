import type { OrderStatus } from '#schema/entities/order.ts'

/**
 * Where an order may go from each state. Late moves to `completed` are allowed: the money was taken. Nothing leaves
 * `completed`, and a person ends `review`.
 */
const orderMoves = {
  awaiting_payment: ['processing', 'completed', 'failed', 'expired', 'review'],
  processing: ['completed', 'failed', 'review'],
  failed: ['completed', 'review'],
  expired: ['completed', 'review'],
  review: ['completed'],
  completed: [],
} as const satisfies Record<OrderStatus, readonly OrderStatus[]>

const moves: Record<OrderStatus, readonly OrderStatus[]> = orderMoves
const states: readonly OrderStatus[] = ['awaiting_payment', 'processing', 'failed', 'expired', 'review', 'completed']

const mayMove = (from: OrderStatus, to: OrderStatus): boolean => moves[from].includes(to)

/** The states from which an order may reach `to`: the condition of that write. */
export const statesBefore = (to: OrderStatus): OrderStatus[] => states.filter((from) => mayMove(from, to))

/** Orders that still wait for something and are therefore looked at by the reconciler. */
export const isOpen = (status: OrderStatus): boolean => status === 'awaiting_payment' || status === 'processing'

/** Orders for which money was taken, whether or not it was the right amount. */
export const wasPaid = (status: OrderStatus): boolean => status === 'completed' || status === 'review'
