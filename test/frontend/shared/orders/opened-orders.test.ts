import { expect, test, vi } from 'vitest'
import { noteOpened, openedOrders } from '#frontend/shared/orders/opened-orders.ts'
import { orderId } from '#test/support/frontend/builders.ts'

const days = (count: number) => count * 86_400_000

test('the id of an order, by which it opens, is kept for a week and is gone from the browser then', () => {
  vi.useFakeTimers()
  noteOpened(orderId(1))
  vi.advanceTimersByTime(days(5))
  noteOpened(orderId(2))
  expect(openedOrders()).toEqual([orderId(1), orderId(2)])

  vi.advanceTimersByTime(days(3))
  expect(openedOrders()).toEqual([orderId(2)])
  expect(localStorage.getItem('opened_orders')).not.toContain(orderId(1))

  vi.advanceTimersByTime(days(5))
  expect(openedOrders()).toEqual([])
  expect(localStorage.getItem('opened_orders')).toBeNull()
})
