import * as z from 'zod'
import { pointerPut } from '#functions/payments/pointer-store.ts'
import type { Key, Table } from '#functions/shared/table/writes.ts'
import { is, put } from '#functions/shared/table/writes.ts'
import { UserId } from '#schema/ids.ts'
import { Timestamp } from '#schema/text.ts'

export const payAccountKeys = {
  account: (userId: UserId): Key => ({ PK: `USER#${userId}`, SK: 'PAYACCT' }),
}

/** A photographer's account at the card provider, as it was when it was last read there. */
export const PayAccount = z.object({
  userId: UserId,
  stripeAccountId: z.string(),
  canReceive: z.boolean(),
  detailsSubmitted: z.boolean(),
  /** Why the provider stopped it; `null` while it has not. */
  disabledReason: z.string().nullable(),
  /** Set when the photographer cut the connection: nothing can be sent any more. */
  isDisconnected: z.boolean(),
  checkedAt: Timestamp,
})
export type PayAccount = z.infer<typeof PayAccount>

export const payAccountStore = (table: Table) => ({
  async find(userId: UserId): Promise<PayAccount | undefined> {
    const item = await table.get(payAccountKeys.account(userId))
    return item && PayAccount.parse(item)
  },

  /** Notes the account that was made for a photographer; one that is there already is the answer. */
  async create(account: PayAccount): Promise<PayAccount> {
    const written = await table.transact([
      put({ ...payAccountKeys.account(account.userId), ...account }, 'absent'),
      pointerPut(account.stripeAccountId, { userId: account.userId }),
    ])
    const present = written.ok ? account : await this.find(account.userId)
    if (!present) throw new Error('An account of Stripe belongs to somebody else.')
    return present
  },

  /** T12: keeps what was read from the provider, unless something read later is there. */
  async refresh(account: PayAccount): Promise<void> {
    await table.write(
      put(
        { ...payAccountKeys.account(account.userId), ...account },
        {
          stripeAccountId: is.equal(account.stripeAccountId),
          checkedAt: is.below(account.checkedAt),
        },
      ),
    )
  },
})
export type PayAccountStore = ReturnType<typeof payAccountStore>
