import { systemLog } from '#functions/shared/log/logger.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { liveGalleries, liveTableSearch } from './live.ts'
import { liveSearchIndex } from './live-search-index.ts'
import type { MarketSearch } from './market-search.ts'
import { searchWithFallback } from './search-fallback.ts'

const chosenSearch = async (endpoint: string): Promise<MarketSearch> => {
  const { openSearch } = await import('./open-search.ts')
  return openSearch({ ...liveGalleries(), index: await liveSearchIndex(endpoint) })
}

/** The market's search as the stage chose it. */
export const liveSearch = (): MarketSearch => {
  const table = liveTableSearch()
  const endpoint = setting('SEARCH_ENDPOINT')
  if (endpoint === undefined) return table
  let made: Promise<MarketSearch> | undefined
  const chosen = () => {
    made ??= chosenSearch(endpoint)
    return made
  }
  return searchWithFallback({ chosen, table, log: systemLog('galleries'), now: systemClock })
}
