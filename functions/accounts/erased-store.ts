import * as z from 'zod'
import type { Key, Table } from '#functions/shared/table/writes.ts'
import type { UserId } from '#schema/ids.ts'
import { Timestamp } from '#schema/text.ts'

/** What is left of an account: that there was one, and when it went. */
export const Erased = z.object({ requestedAt: Timestamp, begunAt: Timestamp, erasedAt: Timestamp })
export type Erased = z.infer<typeof Erased>

export const erasedKeys = { erased: (userId: UserId): Key => ({ PK: `USER#${userId}`, SK: 'ERASED' }) }

export const erasedStore = (table: Table) => ({
  async find(userId: UserId): Promise<Erased | undefined> {
    const item = await table.get(erasedKeys.erased(userId))
    return item && Erased.parse(item)
  },
})
export type ErasedStore = ReturnType<typeof erasedStore>
