import * as z from 'zod'
import { eachPage } from '#functions/shared/table/pages.ts'
import { removeAll } from '#functions/shared/table/remove-all.ts'
import type { Table } from '#functions/shared/table/writes.ts'
import { is, update } from '#functions/shared/table/writes.ts'
import { OrderFile, type OrderItem } from '#schema/entities/order.ts'
import type { OrderId, PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { filesPut, orderKeys } from './order-writes.ts'

/** A file of a line, by its number there: the parts are not all full, so numbers may have gaps. */
export type NumberedFile = { readonly number: number; readonly file: OrderFile }
type Line = { readonly orderId: OrderId; readonly line: number }

const FilesItem = z.object({ part: z.int().min(0), files: z.array(OrderFile) })

const { filesAPart } = limits.order
const numbered = (item: unknown): { part: number; files: NumberedFile[] } => {
  const { part, files } = FilesItem.parse(item)
  return { part, files: files.map((file, index) => ({ number: part * filesAPart + index + 1, file })) }
}

/** The files of a line that is a whole gallery: written with its order, and added to for 30 days. */
export const orderFileStore = (table: Table) => {
  const page = async ({ orderId, line }: Line, from: number) => {
    const { items } = await table.query({
      partition: orderKeys.files(orderId, line, 0).PK,
      sort: { between: [orderKeys.files(orderId, line, from).SK, orderKeys.files(orderId, line, 99_999).SK] },
      limit: 1,
      consistent: true,
    })
    return items[0] && numbered(items[0])
  }

  const partsOf = ({ orderId, line }: Line) =>
    eachPage((after) =>
      table.query({
        partition: orderKeys.files(orderId, line, 0).PK,
        sort: { beginsWith: orderKeys.filesOf(line) },
        limit: 20,
        consistent: true,
        after,
      }),
    )

  return {
    /**
     * A page of a line's files, in their order.
     * @param from The part to begin at: 0, or `next` of the page before.
     */
    async page(line: Line, from: number): Promise<{ files: NumberedFile[]; next: number | null }> {
      const found = await page(line, from)
      return { files: found?.files ?? [], next: found ? found.part + 1 : null }
    },

    /** One of them; `undefined` for a number that the line does not have. */
    async find({ orderId, line }: Line, number: number): Promise<OrderFile | undefined> {
      const part = Math.floor((number - 1) / filesAPart)
      const item = await table.get(orderKeys.files(orderId, line, part))
      return item && numbered(item).files.find((each) => each.number === number)?.file
    },

    /** Which photos of a line the buyer has, and the part that comes next. */
    async known(line: Line): Promise<{ photoIds: Set<PhotoId>; nextPart: number }> {
      const photoIds = new Set<PhotoId>()
      let nextPart = 0
      for await (const { items } of partsOf(line)) {
        for (const item of items) {
          const { part, files } = numbered(item)
          nextPart = part + 1
          for (const { file } of files) photoIds.add(file.photoId)
        }
      }
      return { photoIds, nextPart }
    },

    /** All photos of the whole galleries of an order. */
    async photoIdsOf(orderId: OrderId): Promise<Set<PhotoId>> {
      const photoIds = new Set<PhotoId>()
      const { PK: partition } = orderKeys.order(orderId)
      const sort = { beginsWith: orderKeys.allFiles }
      const pages = eachPage((after) => table.query({ partition, sort, limit: 20, consistent: true, after }))
      for await (const { items } of pages)
        for (const item of items) for (const { file } of numbered(item).files) photoIds.add(file.photoId)
      return photoIds
    },

    /** Removes the files of a line that nobody paid for. */
    async drop({ orderId, line }: Line): Promise<void> {
      const { PK: partition } = orderKeys.order(orderId)
      await removeAll(table, { partition, sort: { beginsWith: orderKeys.filesOf(line) }, consistent: true })
    },

    /**
     * Adds files to a line as it was read.
     * @returns the line as it is then; `undefined` when another run was faster.
     */
    async add(item: OrderItem, part: number, files: readonly OrderFile[]): Promise<OrderItem | undefined> {
      const { orderId, line, fileCount, bytes } = item
      const set = { fileCount: fileCount + files.length, bytes: files.reduce((sum, file) => sum + file.bytes, bytes) }
      const { ok } = await table.transact([
        filesPut({ orderId, line, part }, files),
        update(orderKeys.item(orderId, line), { set, when: { fileCount: is.equal(fileCount) } }),
      ])
      return ok ? { ...item, ...set } : undefined
    },

    /** Notes up to which state of its gallery's stock a line has the files. */
    async noteSeen({ orderId, line }: Line, stockSeen: number): Promise<void> {
      await table.write(update(orderKeys.item(orderId, line), { set: { stockSeen }, when: 'present' }))
    },
  }
}
export type OrderFileStore = ReturnType<typeof orderFileStore>
