import * as z from 'zod'
import { pointerPut } from '#functions/orders/pointer-writes.ts'
import type { Key, Table, Write } from '#functions/shared/table/writes.ts'
import { is, put, update } from '#functions/shared/table/writes.ts'
import { UserId } from '#schema/ids.ts'
import { SumPence } from '#schema/money.ts'
import { Timestamp } from '#schema/text.ts'

const payAccountKeys = {
  account: (userId: UserId): Key => ({ PK: `USER#${userId}`, SK: 'PAYACCT' }),
}

/** A payout from the photographer's account to their bank that did not stay there, as long as none arrived since. */
export const BankReturn = z.object({
  bankPayoutId: z.string(),
  amountPence: SumPence,
  reason: z.enum(['returned', 'cancelled']),
  returnedAt: Timestamp,
})
export type BankReturn = z.infer<typeof BankReturn>

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
  bankReturn: BankReturn.nullable().default(null),
  /** Rises with every change of what the bank did; a change names the version it saw. */
  bankVersion: z.int().min(0).default(0),
  /** Counts the photographer's accounts at the provider: part of the key under which the next one is made. */
  accountNumber: z.int().min(1).default(1),
})
export type PayAccount = z.infer<typeof PayAccount>

export const payAccountStore = (table: Table) => {
  const find = async (userId: UserId): Promise<PayAccount | undefined> => {
    const item = await table.get(payAccountKeys.account(userId))
    return item && PayAccount.parse(item)
  }

  return {
    find,

    /** Notes the account that was made for a photographer; one that is there already is the answer. */
    async create(account: PayAccount): Promise<PayAccount> {
      const written = await table.transact([
        put({ ...payAccountKeys.account(account.userId), ...account }, 'absent'),
        pointerPut(account.stripeAccountId, { userId: account.userId }),
      ])
      const present = written.ok ? account : await find(account.userId)
      if (!present) throw new Error('An account of Stripe belongs to somebody else.')
      return present
    },

    /**
     * Notes the account that takes the place of one that is gone. Two requests may try at once: what the first one noted is
     * the answer. What the bank did with payouts of the old account is forgotten.
     */
    async replace(gone: PayAccount, account: PayAccount): Promise<PayAccount> {
      const { userId, bankVersion, ...facts } = account
      const written = await table.transact([
        update(payAccountKeys.account(userId), {
          set: { ...facts, bankReturn: null },
          add: { bankVersion: 1 },
          when: { stripeAccountId: is.equal(gone.stripeAccountId) },
        }),
        pointerPut(account.stripeAccountId, { userId }),
      ])
      const present = await find(userId)
      if (!present || (!written.ok && present.stripeAccountId === gone.stripeAccountId)) {
        throw new Error('The new account of Stripe could not be noted.')
      }
      return present
    },

    /** T12: keeps what was read from the provider, unless something read later is there. */
    async refresh({
      userId,
      stripeAccountId,
      canReceive,
      detailsSubmitted,
      disabledReason,
      isDisconnected,
      checkedAt,
    }: PayAccount): Promise<void> {
      await table.write(
        update(payAccountKeys.account(userId), {
          set: { canReceive, detailsSubmitted, disabledReason, isDisconnected, checkedAt },
          when: { stripeAccountId: is.equal(stripeAccountId), checkedAt: is.below(checkedAt) },
        }),
      )
    },

    /** Notes what the bank did, over what `account` knew of it. @returns whether that was still so. */
    async noteBankReturn(
      account: PayAccount,
      bankReturn: BankReturn | null,
      mails: readonly Write[],
    ): Promise<boolean> {
      const noted = await table.transact([
        update(payAccountKeys.account(account.userId), {
          set: { bankReturn },
          add: { bankVersion: 1 },
          when: {
            stripeAccountId: is.equal(account.stripeAccountId),
            bankVersion: is.absentOr(is.equal(account.bankVersion)),
          },
        }),
        ...mails,
      ])
      return noted.ok
    },
  }
}
export type PayAccountStore = ReturnType<typeof payAccountStore>
