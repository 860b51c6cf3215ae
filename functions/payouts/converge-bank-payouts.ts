import { isWanted } from '#functions/mail/mail-preferences.ts'
import { outboxPut } from '#functions/mail/outbox.ts'
import type { PayoutProvider } from '#functions/payments/payments.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import type { Write } from '#functions/shared/table/writes.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { UserId } from '#schema/ids.ts'
import { addresses } from '#schema/paths.ts'
import { bankReturnOf } from './bank-return.ts'
import type { BankReturn, PayAccountStore } from './pay-account-store.ts'

type Parts = {
  accounts: PayAccountStore
  profiles: Pick<ProfileStore, 'find'>
  provider: Pick<PayoutProvider, 'listBankPayouts'>
  ids: Pick<IdMaker, 'mail'>
  now: Clock
  siteUrl: string
}
/**
 * Notes for a photographer what became of the last payouts from their account to their bank, and tells a new failure by
 * mail. Our books say what was sent to the account; what its bank does later changes none of them.
 */
export type ConvergeBankPayouts = (userId: UserId) => Promise<'settled' | 'foreign'>

const maxTries = 8

/** Reads what is noted first and the provider second, and writes only over what was read: never an older word. */
export const convergeBankPayouts =
  (parts: Parts): ConvergeBankPayouts =>
  async (userId) => {
    const { accounts, provider } = parts
    return retried(maxTries, 'unavailable', async () => {
      const account = await accounts.find(userId)
      if (!account) return 'foreign'
      const bankReturn = bankReturnOf(await provider.listBankPayouts(account.stripeAccountId))
      const isSame = bankReturn?.bankPayoutId === account.bankReturn?.bankPayoutId
      if (isSame && bankReturn?.returnedAt === account.bankReturn?.returnedAt) return 'settled'
      const mails = bankReturn === null || isSame ? [] : await mailsOf(parts, userId, bankReturn)
      return (await accounts.noteBankReturn(account, bankReturn, mails)) ? 'settled' : tryAgain
    })
  }

const mailsOf = async (
  { profiles, ids, now, siteUrl }: Parts,
  userId: UserId,
  { amountPence, reason }: BankReturn,
): Promise<Write[]> => {
  const profile = await profiles.find(userId)
  if (!isWanted('payout-returned', profile)) return []
  return [
    outboxPut({
      id: ids.mail(),
      template: 'payout-returned',
      to: profile.email,
      at: now(),
      data: { name: profile.displayName, amountPence, reason, balanceUrl: siteUrl + addresses.dashboardTab('balance') },
    }),
  ]
}
