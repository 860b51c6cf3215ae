import { systemLog } from '#functions/shared/log/logger.ts'
import { consume } from '#functions/shared/queue/consume.ts'
import { PayoutTask } from '#schema/events/payout.ts'
import { livePayoutParts } from './live-parts.ts'
import { payPhotographer } from './pay-photographer.ts'

const log = systemLog('pay-photographer')

export const handler = consume(PayoutTask, () => payPhotographer(livePayoutParts(log)), log)
