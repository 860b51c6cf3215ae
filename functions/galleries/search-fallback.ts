import { describeError, type Log } from '#functions/shared/log/logger.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import { searchFellBack } from '#schema/alarms.ts'
import type { MarketSearch } from './market-search.ts'
import { NotOpen } from './not-open.ts'

/** How long an engine that failed is not asked again: whoever searches meanwhile waits for nothing. */
const restMs = 30_000

type Parts = {
  /** Makes the chosen engine on the first search. */
  chosen: () => Promise<MarketSearch>
  table: MarketSearch
  log: Log
  now: Clock
}

/**
 * Asks the chosen engine, and the table where it fails, is late or is not filled yet. A walk that began in the table's own
 * way goes on there.
 */
export const searchWithFallback = ({ chosen, table, log, now }: Parts): MarketSearch => {
  let restsUntil = 0
  return async (question, at) => {
    if (question.after?.stream !== undefined || now().getTime() < restsUntil) return table(question, at)
    try {
      const search = await chosen()
      return await search(question, at)
    } catch (error) {
      restsUntil = now().getTime() + restMs
      if (error instanceof NotOpen) log.info('market search is not filled yet')
      else log.warn(searchFellBack, describeError(error))
      return table(question, at)
    }
  }
}
