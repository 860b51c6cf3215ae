import * as z from 'zod'
import type { Item, Page, Table } from '#functions/shared/table/writes.ts'
import { PhotoId, type ProofSessionId } from '#schema/ids.ts'
import { proofKeys } from './proof-writes.ts'

const Part = z.object({ SK: z.string(), photoIds: z.array(PhotoId) })
/** The next photo: its row of the order, and its number in that row, both from 0. */
const Place = z.object({ part: z.int().min(0), at: z.int().min(0) })

type Paging = { after?: Item | undefined; limit: number }
export type OrderPage = { photoIds: PhotoId[]; next: Page['next'] }

/** Two hold more than a page, but for photos that came twice while they were written. */
const partsAtOnce = 2

/**
 * A page of a session's photos in the order that the gallery had when they were put in: an order that is chosen while a
 * client reviews moves nothing under the client's hand.
 */
export const readOrder = async (
  table: Pick<Table, 'getMany'>,
  id: ProofSessionId,
  { after, limit }: Paging,
): Promise<OrderPage> => {
  const place = Place.parse(after ?? { part: 0, at: 0 })
  const found: { photoId: PhotoId; part: number; at: number }[] = []
  for (let part = place.part; ; part += partsAtOnce) {
    const rows = await table.getMany([...Array(partsAtOnce).keys()].map((step) => proofKeys.orderPart(id, part + step)))
    const parts = rows.map((row) => Part.parse(row)).toSorted((one, other) => (one.SK < other.SK ? -1 : 1))
    for (const [step, { photoIds }] of parts.entries()) {
      found.push(...photoIds.map((photoId, at) => ({ photoId, part: part + step, at })))
    }
    if (rows.length < partsAtOnce || found.length > place.at + limit) break
  }
  const rest = found.slice(place.at)
  const following = rest[limit]
  return {
    photoIds: rest.slice(0, limit).map(({ photoId }) => photoId),
    next: following && { part: following.part, at: following.at },
  }
}
