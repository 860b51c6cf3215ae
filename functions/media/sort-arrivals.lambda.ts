import { systemLog } from '#functions/shared/log/logger.ts'
import { consume } from '#functions/shared/queue/consume.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { RenderMessage } from '#schema/events/render.ts'
import { sortArrivals } from './sort-arrivals.ts'

export const handler = consume(RenderMessage, () => sortArrivals({ send: liveSend }), systemLog('sort-arrivals'))
