import { systemLog } from '#functions/shared/log/logger.ts'
import { followGalleries } from './follow-galleries.ts'
import { liveIndexing } from './live-indexing.ts'

/** Follows the table's stream; see follow-galleries.ts. */
export const handler = followGalleries(async () => liveIndexing(systemLog('follow-galleries')))
