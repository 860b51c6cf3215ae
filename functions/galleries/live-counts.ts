import { liveTable } from '#functions/shared/table/table.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { likeStore } from './like-store.ts'
import { tallyStore } from './tally-store.ts'

/** What is counted, and the likes that it is counted of. */
export const liveCounts = () => ({ tallies: tallyStore(liveTable(), systemClock), likes: likeStore(liveTable()) })
