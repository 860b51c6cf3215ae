import { setTimeout as pause } from 'node:timers/promises'
import { livePayoutProvider } from '#functions/payments/live.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { consume } from '#functions/shared/queue/consume.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { localSetting } from '#functions/shared/settings/settings.ts'
import { PayoutTask } from '#schema/events/payout.ts'
import { livePayoutParts } from './live.ts'
import { payPhotographer } from './pay-photographer.ts'
import { inTurn } from './stripe-pace.ts'

const log = systemLog('pay-photographer')

/** Kept between messages: a warm function goes on at the pace at which it worked. */
const turn = inTurn({
  nowMs: () => performance.now(),
  wait: pause,
  scale: () => localSetting('PACE_SCALE'),
})

export const handler = consume(
  PayoutTask,
  () => payPhotographer({ ...livePayoutParts(log, livePayoutProvider(turn)), send: liveSend }),
  log,
)
