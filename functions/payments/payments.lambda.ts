import { liveGate } from '#functions/profiles/live.ts'
import { serve } from '#functions/shared/http/serve.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { readSecret } from '#functions/shared/secrets/secrets.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { receiveEvent } from '#functions/stripe-events/receive-event.ts'
import { payments } from '#schema/api/payments.ts'
import { liveMode } from './live.ts'

const stripeSecret = () => readSecret('STRIPE_SECRET_ID')

export const handler = serve(
  payments,
  () => {
    const parts = { isLive: liveMode, send: liveSend, now: systemClock, log: systemLog('payments') }
    return {
      stripeWebhook: receiveEvent({
        ...parts,
        source: 'platform',
        secrets: async () => (await stripeSecret()).webhookSecrets,
      }),
      stripeConnectWebhook: receiveEvent({
        ...parts,
        source: 'connect',
        secrets: async () => (await stripeSecret()).connectWebhookSecrets,
      }),
    }
  },
  { gate: liveGate },
)
