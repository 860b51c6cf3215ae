import { liveGate } from '#functions/profiles/live.ts'
import { serve } from '#functions/shared/http/serve.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { liveSigner } from '#functions/shared/signing/signer.ts'
import { liveThrottle } from '#functions/shared/throttle/throttle.ts'
import { payouts } from '#schema/api/payouts.ts'
import { getBalance } from './get-balance.ts'
import { getPayout } from './get-payout.ts'
import { listSales } from './list-sales.ts'
import { livePayoutParts } from './live.ts'
import { requestPayout } from './request-payout.ts'
import { setUpAccount } from './set-up-account.ts'

export const handler = serve(
  payouts,
  () => {
    const parts = {
      ...livePayoutParts(systemLog('payouts')),
      signer: liveSigner(),
      throttle: liveThrottle(),
      send: liveSend,
    }
    return {
      balance: getBalance(parts),
      sales: listSales(parts),
      getPayout: getPayout(parts),
      setUpAccount: setUpAccount(parts),
      request: requestPayout(parts),
    }
  },
  { gate: liveGate },
)
