import { describeError, type Log } from '#functions/shared/log/logger.ts'
import { type StepToDo, takeAllSteps } from '#functions/shared/steps/all-steps.ts'
import { urgent } from '#schema/alarms.ts'
import type { CheckBooks } from './check-books.ts'
import type { CompareTransfers, MadeTransfers } from './compare-transfers.ts'
import type { CheckPendingRefunds } from './pending-refunds.ts'
import type { CheckPlatform } from './platform-balance.ts'
import type { CompareReturns, CompareSessions } from './reconcile.ts'

type Parts = {
  compareSessions: CompareSessions
  compareReturns: CompareReturns
  checkPendingRefunds: CheckPendingRefunds
  checkPlatform: CheckPlatform
  compareTransfers: CompareTransfers
  checkBooks: CheckBooks
  log: Log
}

/**
 * Once a night: our books against Stripe's, and against themselves. None of it waits for the rest: when Stripe gives no
 * list of its transfers, each seller's books are still checked against their own shares and journal.
 * @throws what failed first, once everything was looked at: Lambda then runs the night again.
 */
export const compareDaily =
  ({ compareSessions, compareReturns, checkPendingRefunds, checkPlatform, compareTransfers, checkBooks, log }: Parts) =>
  async (): Promise<void> => {
    let lately: MadeTransfers | undefined

    const telling = (comparison: string, step: StepToDo): StepToDo => {
      return async () => {
        try {
          await step()
        } catch (error) {
          log.error(urgent.comparisonFailed, { comparison, ...describeError(error) })
          throw error
        }
      }
    }

    await takeAllSteps([
      telling('sessions', async () => {
        log.info('sessions compared with Stripe', await compareSessions())
      }),
      telling('returns', async () => {
        log.info('refunds and disputes compared with Stripe', await compareReturns())
      }),
      telling('pending refunds', async () => {
        log.info('refunds under way looked at', await checkPendingRefunds())
      }),
      telling('platform', async () => {
        log.info('balance of the platform looked at', await checkPlatform())
      }),
      telling('transfers', async () => {
        const { made, ...transfers } = await compareTransfers()
        lately = made
        log.info('transfers compared with Stripe', transfers)
      }),
      telling('books', async () => {
        log.info('books checked', await checkBooks(lately))
      }),
    ])
  }
