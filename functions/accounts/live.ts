import { liveBalances, liveEarnings } from '#functions/payments/live.ts'
import { deletionBlockersOf } from './deletion-blockers.ts'

/** What an account's deletion waits for. */
export const liveDeletionBlockers = () => deletionBlockersOf({ balances: liveBalances(), earnings: liveEarnings() })
