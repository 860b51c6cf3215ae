import { systemLog } from '#functions/shared/log/logger.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { type Recall, recallBy } from './recall.ts'

export const liveRecall: Recall = (tags) => recallBy(liveSend, systemLog('recall'))(tags)
