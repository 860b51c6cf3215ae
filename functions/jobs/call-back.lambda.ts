import { callBack } from '#functions/shared/edge/call-back.ts'
import { cloudFrontInvalidate } from '#functions/shared/edge/cloudfront-invalidate.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { consumeTogether } from '#functions/shared/queue/consume.ts'
import { EdgeEvent } from '#schema/events/edge.ts'

/** Invalidates CloudFront's copies of what has changed. */
export const handler = consumeTogether(EdgeEvent, () => callBack(cloudFrontInvalidate()), systemLog('call-back'))
