import { liveEarnings } from '#functions/payments/live.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { consume } from '#functions/shared/queue/consume.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { HoldBatch } from '#schema/events/payout.ts'
import { releaseHoldBatch } from './release-hold-batch.ts'

export const handler = consume(
  HoldBatch,
  () => releaseHoldBatch({ earnings: liveEarnings(), now: systemClock }),
  systemLog('release-hold-batch'),
)
