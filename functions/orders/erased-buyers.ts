import type { Storage } from '#functions/shared/storage/storage.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import { OrderId } from '#schema/ids.ts'
import { forgetBuyer } from './forget-buyer.ts'
import type { OrderStore } from './order-store.ts'

const place = 'erased-buyers/'
const orderIdOf = (key: string): OrderId | undefined =>
  OrderId.safeParse(key.slice(place.length).replace(/\.json$/, '')).data

/**
 * Orders whose buyer was erased, outside the table (decision 73): one empty object each, beside the originals. It names
 * nobody; the order's id is the buyer's own link, so it is kept where no deployed function reads it.
 */
export const erasedBuyers = (storage: Pick<Storage, 'put' | 'list'>) => ({
  /** Writing it again changes nothing. */
  async note(orderId: OrderId): Promise<void> {
    const key = `${place}${orderId}.json`
    await storage.put('originals', { key, bytes: Buffer.from('{}'), contentType: 'application/json' })
  },

  /** All of them, a page of up to a thousand at a time. */
  async *all(): AsyncGenerator<OrderId> {
    const read = async (after?: string) => {
      const keys = await storage.list('originals', place, after)
      return { keys, next: keys.at(-1) }
    }
    for await (const { keys } of eachPage(read)) yield* keys.map(orderIdOf).filter((id) => id !== undefined)
  },
})
type ErasedBuyers = ReturnType<typeof erasedBuyers>

type Parts = { buyers: ErasedBuyers; orders: Pick<OrderStore, 'find' | 'transact'> }

/** Orders that name somebody who was erased: a copy of the table from before does. */
export const buyersBack = async ({ buyers, orders }: Parts): Promise<OrderId[]> => {
  const back: OrderId[] = []
  for await (const id of buyers.all()) if ((await orders.find(id))?.customerEmail) back.push(id)
  return back
}

/**
 * Erases a buyer from an order. Noted first, so that a table restored to a moment before is told too.
 * @returns `false` while the order may still be paid.
 */
export const eraseBuyer =
  ({ buyers, orders }: Parts) =>
  async (id: OrderId): Promise<boolean> => {
    await buyers.note(id)
    return forgetBuyer({ orders })(id)
  }
