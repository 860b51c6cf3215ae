import type { Key, Table } from '#functions/shared/table/writes.ts'
import { is, update } from '#functions/shared/table/writes.ts'
import { AppError } from '#schema/errors.ts'
import type { UserId } from '#schema/ids.ts'

/** 50 GB a photographer (docs/security.md, "Default limits"). */
const maxStoredBytes = 50_000_000_000

export const quotaKeys = { stored: (userId: UserId): Key => ({ PK: `USER#${userId}`, SK: 'STORED' }) }

/** How much a photographer has stored; counted when an upload is allowed, so that parallel uploads cannot exceed it. */
export const quotaStore = (table: Table) => ({
  /** @throws AppError `quota_reached` when there is no room for these bytes. */
  async take(userId: UserId, bytes: number): Promise<void> {
    const written = await table.write(
      update(quotaKeys.stored(userId), {
        add: { bytes },
        when: { bytes: is.absentOr(is.atMost(maxStoredBytes - bytes)) },
      }),
    )
    if (!written.ok) throw new AppError('quota_reached')
  },
})
export type QuotaStore = ReturnType<typeof quotaStore>
