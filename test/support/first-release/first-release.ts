import { readFileSync } from 'node:fs'
import * as z from 'zod'
import type { Table } from '#functions/shared/table/writes.ts'
import { put } from '#functions/shared/table/writes.ts'

const Items = z.array(z.looseObject({ PK: z.string(), SK: z.string() }))

/**
 * What the first release (commit 1fb259d) left in its table, written by its own operations in November 2029: of Iris four
 * galleries named "Smith wedding", the newest private, one with photos, one locked and one expired; of Noor one.
 */
export const firstReleaseItems = Items.parse(JSON.parse(readFileSync(new URL('./items.json', import.meta.url), 'utf8')))

export const writeFirstRelease = async (table: Pick<Table, 'write'>): Promise<void> => {
  for (const item of firstReleaseItems) await table.write(put(item, 'absent'))
}
