import { journalStore } from '#functions/payments/journal-store.ts'
import type { KeepDays } from '#functions/payments/kept-days.ts'
import { liveIsSetUp, livePlatform, liveSoldDays, liveStripeTurns } from '#functions/payments/live.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { consumePatiently } from '#functions/shared/queue/consume.ts'
import { livePostpone } from '#functions/shared/queue/live-postpone.ts'
import { liveSend } from '#functions/shared/queue/live-send.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { liveSettling } from '#functions/stripe-events/live.ts'
import { BooksPart } from '#schema/events/books.ts'
import { checkBooks } from './check-books.ts'
import { comparePart } from './compare-part.ts'
import { compareReturns } from './compare-returns.ts'
import { compareSessions } from './compare-sessions.ts'
import { compareTransfers, madeTransfers } from './compare-transfers.ts'
import { compareEnded } from './ended-checkouts.ts'
import { checkPendingRefunds } from './pending-refunds.ts'
import { checkPlatform } from './platform-balance.ts'
import { reconcileOrder } from './reconcile.ts'

const log = systemLog('compare-part')

const build = () => {
  const parts = { ...liveSettling(log, liveStripeTurns()), journal: journalStore(liveTable()) }
  const keepDays: KeepDays = async (...asked) => {
    const [kept, soldDays] = await Promise.all([import('#functions/payments/kept-days.ts'), liveSoldDays()])
    return kept.keepDays({ ...parts, soldDays })(...asked)
  }
  return comparePart({
    isSetUp: liveIsSetUp,
    reconcileOrder: reconcileOrder(parts),
    compareEnded: compareEnded(parts),
    compareSessions: compareSessions(parts),
    compareReturns: compareReturns(parts),
    checkPendingRefunds: checkPendingRefunds(parts),
    checkPlatform: checkPlatform({ ...parts, platform: livePlatform() }),
    compareTransfers: compareTransfers(parts),
    checkBooks: checkBooks({ ...parts, keepDays }),
    made: () => madeTransfers(parts),
    send: liveSend,
    now: parts.now,
    log,
  })
}

export const handler = consumePatiently(BooksPart, build, {
  log,
  postpone: livePostpone('RECONCILE_QUEUE_URL', 'COMPARISONS_QUEUE_URL'),
})
