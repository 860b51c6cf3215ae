import { balanceStore } from '#functions/payments/balance-store.ts'
import { earningStore } from '#functions/payments/earning-store.ts'
import { serve } from '#functions/shared/http/serve.ts'
import { liveSigner } from '#functions/shared/signing/signer.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { api } from '#schema/api/all.ts'
import { AppError } from '#schema/errors.ts'
import { getBalance } from './get-balance.ts'
import { listSales } from './list-sales.ts'
import { payAccountStore } from './pay-account-store.ts'

const liveParts = () => {
  const table = liveTable()
  return {
    balances: balanceStore(table),
    earnings: earningStore(table),
    accounts: payAccountStore(table),
    signer: liveSigner(),
    now: systemClock,
  }
}

export const handler = serve(api.payouts, () => {
  const parts = liveParts()
  return {
    balance: getBalance(parts),
    sales: listSales(parts),
    setUpAccount: async () => {
      throw new AppError('unavailable')
    },
    request: async () => {
      throw new AppError('no_payout_account')
    },
  }
})
