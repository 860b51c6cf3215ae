import { liveTable } from '#functions/shared/table/table.ts'
import { type DiscountStore, discountStore } from './discount-store.ts'
import { type FetchedStore, fetchedStore } from './fetched-store.ts'
import { linesAheadStore } from './lines-ahead-store.ts'
import { orderFileStore } from './order-file-store.ts'
import { orderStore } from './order-store.ts'
import { pointerStore } from './pointer-store.ts'

/** Orders, and which order or user an object of Stripe's belongs to. */
export const liveOrders = () => {
  const table = liveTable()
  return { orders: orderStore(table), pointers: pointerStore(table) }
}

/** @param launchCode The code that everybody may use; who finds codes by an order's hash alone has none. */
export const liveDiscounts = (launchCode: () => Promise<string>): DiscountStore =>
  discountStore(liveTable(), launchCode)

export const liveLinesAhead = () => linesAheadStore(liveTable())

export const liveFetched = (): FetchedStore => fetchedStore(liveTable())

export const liveOrderFiles = () => orderFileStore(liveTable())
