import * as z from 'zod'
import { choreKeys } from '#functions/chores/chore-writes.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import type { Key, Table } from '#functions/shared/table/writes.ts'
import { put, update } from '#functions/shared/table/writes.ts'
import { afterHours, epochSeconds, stamp } from '#functions/shared/time/clock.ts'
import { type GalleryId, OrderId } from '#schema/ids.ts'

/** An order that bought a gallery whole, and until when it grows. */
export type GrowingOrder = { readonly orderId: OrderId; readonly until: Date }

const growingKeys = {
  order: (galleryId: GalleryId, { orderId, until }: GrowingOrder): Key => ({
    PK: `WHOLES#${galleryId}`,
    SK: `${stamp(until)}#${orderId}`,
  }),
}
/** Rows of an order that has ended are passed over, and removed by their `ttl`. */
const keptHours = 24
/** Each of them is one write for whoever looks. */
const pageSize = 100

const Row = z.object({ SK: z.string(), orderId: OrderId })
/** Of which stock (`stockSeenOf`) orders are being told, and the last of them that was. */
const Telling = z.object({ stock: z.int(), after: z.string() })
type Telling = z.infer<typeof Telling>
const Told = z.object({ seen: z.int().optional(), telling: Telling.optional() })

/** Which orders grow with a gallery, and what of it they were told of. */
export const growingStore = (table: Pick<Table, 'get' | 'query' | 'write'>) => {
  const look = (galleryId: GalleryId) => choreKeys.chore({ kind: 'grow-wholes', subject: galleryId })
  const growing = (galleryId: GalleryId, now: Date, after = '') => ({
    partition: `WHOLES#${galleryId}`,
    sort: { above: after > stamp(now) ? after : stamp(now) },
    // An order that is told of nothing gets nothing for 30 days.
    consistent: true,
  })
  return {
    /** Notes that an order grows with a gallery. @returns whether this did; again, it is the same. */
    async follow(galleryId: GalleryId, order: GrowingOrder): Promise<boolean> {
      const { orderId, until } = order
      const ttl = epochSeconds(afterHours(until, keptHours))
      return (await table.write(put({ ...growingKeys.order(galleryId, order), orderId, ttl }, 'absent'))).ok
    },

    /** Whether any order grows with a gallery. */
    async isFollowed(galleryId: GalleryId, now: Date): Promise<boolean> {
      return (await table.query({ ...growing(galleryId, now), limit: 1 })).items.length > 0
    },

    /**
     * Those that do, a hundred at a time, the one that ends first before the others.
     * @param from The place after which to begin.
     */
    async *ordersOf(
      galleryId: GalleryId,
      now: Date,
      from?: string,
    ): AsyncGenerator<{ orderIds: OrderId[]; last: string }, void> {
      const pages = eachPage((after) => table.query({ ...growing(galleryId, now, from), limit: pageSize, after }))
      for await (const { items } of pages) {
        const rows = items.map((item) => Row.parse(item))
        const last = rows.at(-1)?.SK
        if (last !== undefined) yield { orderIds: rows.map(({ orderId }) => orderId), last }
      }
    },

    /** Of which stock of a gallery its orders were told (`stockSeenOf`), and are being told; beside the chore that looks at it. */
    async toldOf(galleryId: GalleryId): Promise<z.infer<typeof Told>> {
      return Told.parse((await table.get(look(galleryId))) ?? {})
    },

    /** Up to where the orders have been told. */
    async noteTelling(galleryId: GalleryId, telling: Telling): Promise<void> {
      await table.write(update(look(galleryId), { set: { telling }, when: 'present' }))
    },

    /** All orders have been told. */
    async noteSeen(galleryId: GalleryId, seen: number): Promise<void> {
      await table.write(update(look(galleryId), { set: { seen }, remove: ['telling'], when: 'present' }))
    },
  }
}
export type GrowingStore = ReturnType<typeof growingStore>
