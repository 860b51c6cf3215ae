import { freshAccount } from '#functions/payouts/pay-account.ts'
import { payAccountStore } from '#functions/payouts/pay-account-store.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { consume } from '#functions/shared/queue/consume.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { PaymentEvent } from '#schema/events/payment.ts'
import { convergeOrder } from './converge.ts'
import { convergeCharge } from './converge-charge.ts'
import { earningStore } from './earning-store.ts'
import { eventStore } from './event-store.ts'
import { handleEvent } from './handle-event.ts'
import { liveConvergeParts } from './live-parts.ts'
import { convergeTransfer, recoverShare } from './recover-share.ts'
import { refundStore } from './refund-store.ts'
import { livePayments } from './stripe-payments.ts'
import { livePayoutProvider } from './stripe-payouts.ts'

const log = systemLog('converge')

const liveParts = () => {
  const table = liveTable()
  const parts = {
    ...liveConvergeParts(log),
    payments: livePayments(),
    provider: livePayoutProvider(),
    earnings: earningStore(table),
    refunds: refundStore(table),
    accounts: payAccountStore(table),
    events: eventStore(table),
  }
  return { ...parts, converge: convergeOrder(parts), recover: recoverShare(parts) }
}

export const handler = consume(
  PaymentEvent,
  () => {
    const parts = liveParts()
    return handleEvent({
      ...parts,
      convergeCharge: convergeCharge(parts),
      convergeTransfer: convergeTransfer(parts),
      freshAccount: freshAccount(parts),
    })
  },
  log,
)
