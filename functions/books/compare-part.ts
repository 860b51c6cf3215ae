import { isBusy } from '#functions/shared/http/outage.ts'
import { describeError, type Log } from '#functions/shared/log/logger.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import { afterMs, type Clock } from '#functions/shared/time/clock.ts'
import { urgent } from '#schema/alarms.ts'
import type { BooksPart } from '#schema/events/books.ts'
import type { OrderId } from '#schema/ids.ts'
import type { CheckBooks } from './check-books.ts'
import type { CompareReturns } from './compare-returns.ts'
import type { CompareSessions } from './compare-sessions.ts'
import type { CompareTransfers, MadeTransfers } from './compare-transfers.ts'
import type { CompareEnded } from './ended-checkouts.ts'
import type { ListPart } from './list-part.ts'
import type { CheckPendingRefunds } from './pending-refunds.ts'
import type { CheckPlatform } from './platform-balance.ts'

type Parts = {
  /** Whether this stage has anything to do with Stripe. */
  isSetUp: () => Promise<boolean>
  reconcileOrder: (orderId: OrderId) => Promise<boolean>
  compareEnded: CompareEnded
  compareSessions: CompareSessions
  compareReturns: CompareReturns
  compareTransfers: CompareTransfers
  checkPendingRefunds: CheckPendingRefunds
  checkPlatform: CheckPlatform
  checkBooks: CheckBooks
  made: () => MadeTransfers
  send: Send
  now: Clock
  log: Log
}

/** Half of what its function may take (lib/payments/book-keeping.ts): what is begun last has as long again. */
const partMs = 7 * 60_000

/** Nothing but what Stripe knows is compared in these; a stage that was never set up has nothing there. */
const ofStripeAlone: ReadonlySet<BooksPart['kind']> = new Set(['ended', 'sessions', 'returns', 'transfers', 'platform'])

/**
 * Looks at one part of the books. What there was no time for is other parts, at the end of the queue.
 * @throws what failed; the queue gives the part again.
 */
export const comparePart = (parts: Parts) => {
  const look = async (part: BooksPart): Promise<BooksPart[]> => {
    const { log, now } = parts
    const until = afterMs(now(), partMs)
    const hasTime = (): boolean => now() < until
    switch (part.kind) {
      case 'order':
        await parts.reconcileOrder(part.orderId)
        return []
      case 'ended': {
        const { next, ...found } = await parts.compareEnded(listPart(part, hasTime))
        if (found.settled + found.failed > 0) log.info('checkouts settled whose news were lost', found)
        return next === undefined ? [] : [{ ...part, after: next }]
      }
      case 'sessions': {
        const { next, ...found } = await parts.compareSessions(listPart(part, hasTime))
        log.info('sessions compared with Stripe', found)
        return next === undefined ? [] : [{ ...part, after: next }]
      }
      case 'returns': {
        const { next, ...found } = await parts.compareReturns(listPart(part, hasTime))
        log.info('refunds and disputes compared with Stripe', found)
        return next === undefined ? [] : [{ ...part, after: next }]
      }
      case 'transfers': {
        const { next, ...found } = await parts.compareTransfers(listPart(part, hasTime))
        log.info('transfers compared with Stripe', found)
        return next === undefined ? [] : [{ ...part, after: next }]
      }
      case 'refunds':
        log.info('refunds under way looked at', await parts.checkPendingRefunds())
        return []
      case 'platform':
        log.info('balance of the platform looked at', await parts.checkPlatform())
        return []
      case 'sellers': {
        const { rest, ...found } = await parts.checkBooks.ofSellers(part.sellerIds, { made: parts.made(), hasTime })
        log.info('books checked', found)
        return rest
      }
      case 'books':
      case 'debt': {
        const { rest, ...found } = await parts.checkBooks.goOn(part, { made: parts.made(), hasTime })
        log.info('books checked', found)
        return rest
      }
    }
  }

  return async (part: BooksPart): Promise<void> => {
    try {
      if (ofStripeAlone.has(part.kind) && !(await parts.isSetUp())) {
        parts.log.info('nothing to compare: stripe is not set up', { comparison: part.kind })
        return
      }
      const rest = await look(part)
      if (rest.length > 0) await parts.send('COMPARISONS_QUEUE_URL', rest)
    } catch (error) {
      if (!isBusy(error)) parts.log.error(urgent.comparisonFailed, { comparison: part.kind, ...describeError(error) })
      throw error
    }
  }
}

type Listed = Extract<BooksPart, { kind: 'ended' | 'sessions' | 'returns' | 'transfers' }>
const listPart = ({ since, until, after }: Listed, hasTime: () => boolean): ListPart => ({
  period: { since: new Date(since), until: new Date(until) },
  after,
  hasTime,
})
