import { readFileSync } from 'node:fs'
import * as z from 'zod'
import type { Table } from '#functions/shared/table/writes.ts'
import { put } from '#functions/shared/table/writes.ts'

const Items = z.array(z.looseObject({ PK: z.string(), SK: z.string() }))

/** As that release's own operations wrote them; only one gallery had photos. */
const written = Items.parse(JSON.parse(readFileSync(new URL('./items.json', import.meta.url), 'utf8')))
const photo = written.find(({ SK, state }) => SK === 'PHOTO' && state === 'ready')
const isEmpty = ({ SK, photoCount }: (typeof written)[number]): boolean => SK === 'GALLERY' && photoCount === 0

/** A photo on sale for each of the others, as that release kept it. */
const further = written.filter(isEmpty).map(({ id: galleryId, photographerId }, n) => {
  const id = `pho_${String(n + 10).padStart(26, '0')}`
  const place = { ownerKey: `GALLERY#${galleryId}#SHOWN`, ownerSort: `0#2029-11-01T10:13:00.000Z#${id}` }
  return { ...photo, PK: `PHOTO#${id}`, SK: 'PHOTO', id, galleryId, photographerId, ...place }
})

/**
 * What the first release (commit 1fb259d) left in its table, written by its own operations in November 2029: of Iris four
 * galleries named "Smith wedding", the newest private, one with photos, one locked and one expired; of Noor one. To each
 * that was empty a photo was added afterwards: no list names a gallery without any more.
 */
export const firstReleaseItems = [
  ...written.map((item) => (isEmpty(item) ? { ...item, photoCount: 1 } : item)),
  ...further,
]

export const writeFirstRelease = async (table: Pick<Table, 'write'>): Promise<void> => {
  for (const item of firstReleaseItems) await table.write(put(item, 'absent'))
}
