import { systemLog } from '#functions/shared/log/logger.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { fillSearch } from './fill-search.ts'
import { galleryListStore } from './gallery-list-store.ts'
import { liveIndexing } from './live-indexing.ts'
import { searchPlaceStore } from './search-place-store.ts'

const log = systemLog('fill-search')

/** A timed job; see fill-search.ts. */
export const handler = async (): Promise<void> => {
  const table = liveTable()
  const stores = { galleries: galleryListStore(table), places: searchPlaceStore(table) }
  log.info('search index filled', await fillSearch({ ...(await liveIndexing(log)), ...stores, now: systemClock })())
}
