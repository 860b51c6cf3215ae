import type { Log } from '#functions/shared/log/logger.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { galleryCardStore } from './gallery-card-store.ts'
import { indexGalleries } from './index-galleries.ts'
import { liveSearchIndex } from './live-search-index.ts'

/** What writes galleries to the search index. */
export const liveIndexing = async (log: Log) => {
  const endpoint = setting('SEARCH_ENDPOINT')
  if (endpoint === undefined) throw new Error('The setting SEARCH_ENDPOINT is missing; which construct grants it?')
  const index = await liveSearchIndex(endpoint)
  const galleries = galleryCardStore(liveTable())
  return { index, log, indexGalleries: indexGalleries({ galleries, index, log, now: systemClock }) }
}
