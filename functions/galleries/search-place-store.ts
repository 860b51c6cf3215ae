import * as z from 'zod'
import type { Key, Table } from '#functions/shared/table/writes.ts'
import { put } from '#functions/shared/table/writes.ts'

const key: Key = { PK: 'INSTALLATION#SEARCH', SK: 'PLACE' }

/** How far the search index is filled: which index, since when, and behind which gallery it goes on. */
const FillPlace = z.object({
  index: z.string(),
  beganAt: z.number(),
  step: z.enum(['fill', 'sweep', 'done']),
  after: z.record(z.string(), z.union([z.string(), z.number()])).nullable(),
})
export type FillPlace = z.infer<typeof FillPlace>

/** Where filling the search index stands, so that one that breaks off goes on from there. */
export const searchPlaceStore = (table: Table) => ({
  async find(): Promise<FillPlace | undefined> {
    const item = await table.get(key)
    return item && FillPlace.parse(item)
  },
  async keep(place: FillPlace): Promise<void> {
    await table.write(put({ ...key, ...place }, 'always'))
  },
})
export type SearchPlaceStore = ReturnType<typeof searchPlaceStore>
