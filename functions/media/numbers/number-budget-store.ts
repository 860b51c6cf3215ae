import type { Key, Table } from '#functions/shared/table/writes.ts'
import { is, update } from '#functions/shared/table/writes.ts'
import { afterMonths } from '#functions/shared/time/clock.ts'
import type { UserId } from '#schema/ids.ts'

/** A UTC month as it is counted: 2026-11. */
const monthOf = (now: Date): string => now.toISOString().slice(0, 7)
/** When the next one begins. */
export const nextMonth = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))

const budgetKeys = {
  month: (userId: UserId, month: string): Key => ({ PK: `USER#${userId}`, SK: `NUMBERS#${month}` }),
}
/** The operator may look back at it for a year. */
const keptMonths = 13
const ttlOf = (now: Date) => Math.floor(afterMonths(now, keptMonths).getTime() / 1_000)

/** In how many photos numbers were read for a photographer in a month; counted before each call, so that none is beyond it. */
export const numberBudget = (table: Table) => ({
  /** @returns `false` when the month's photos are all read. */
  async take(userId: UserId, { most, now }: { most: number; now: Date }): Promise<boolean> {
    if (most <= 0) return false
    const { ok } = await table.write(
      update(budgetKeys.month(userId, monthOf(now)), {
        add: { photos: 1 },
        set: { ttl: ttlOf(now) },
        when: { photos: is.absentOr(is.below(most)) },
      }),
    )
    return ok
  },

  /** One that was taken and not used. */
  async giveBack(userId: UserId, now: Date): Promise<void> {
    await table.write(
      update(budgetKeys.month(userId, monthOf(now)), { add: { photos: -1 }, when: { photos: is.atLeast(1) } }),
    )
  },

  async used(userId: UserId, now: Date): Promise<number> {
    const item = await table.get(budgetKeys.month(userId, monthOf(now)))
    return Number(item?.photos ?? 0)
  },
})
export type NumberBudget = ReturnType<typeof numberBudget>
