import { liveBalances, liveEarnings } from '#functions/payments/live.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { deletionBlockersOf } from './deletion-blockers.ts'
import { traceLayoutStore } from './trace-layout-store.ts'

/** What an account's deletion waits for. */
export const liveDeletionBlockers = () => deletionBlockersOf({ balances: liveBalances(), earnings: liveEarnings() })

export const liveTraceLayout = () => traceLayoutStore(liveTable(), systemClock)
