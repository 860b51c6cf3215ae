import type { EarningStore } from '#functions/payments/earning-store.ts'
import type { PayoutProvider, Transfer } from '#functions/payments/payments.ts'
import type { ConvergeTransfer } from '#functions/payments/recover-share.ts'
import { describeError, type Log } from '#functions/shared/log/logger.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import { afterHours, type Clock } from '#functions/shared/time/clock.ts'
import { urgent } from '#schema/alarms.ts'
import type { Earning } from '#schema/entities/earning.ts'
import type { JournalEntry } from '#schema/entities/journal.ts'
import { OrderId, UserId } from '#schema/ids.ts'
import type { Violation } from './standing-checks.ts'

type Parts = {
  earnings: Pick<EarningStore, 'find'>
  provider: Pick<PayoutProvider, 'listMadeTransfers' | 'listReversed'>
  convergeTransfer: ConvergeTransfer
  stage: string
  now: Clock
  log: Log
}
/** Every transfer of ours that Stripe made since a moment. */
export type MadeTransfers = { readonly since: Date; readonly ids: ReadonlySet<string> }
export type ComparedTransfers = {
  compared: number
  /** What was taken back there and not noted here; it is noted now. */
  settled: number
  different: number
  made: MadeTransfers
}

/** As far back as refunds and disputes are compared: two weekly payouts. */
const comparedHours = 14 * 24

/**
 * M14, once a night, from Stripe's side: each transfer must be a line of its share, of the same amount, with as much
 * taken back. News of a reversal that were lost are made good, of a transfer of any age; any other difference is a
 * person's business.
 */
export const compareTransfers =
  ({ earnings, provider, convergeTransfer, stage, now, log }: Parts) =>
  async (): Promise<ComparedTransfers> => {
    const since = afterHours(now(), -comparedHours)
    const ids = new Set<string>()
    let settled = 0
    let different = 0

    const report = ({ id, payoutId }: Transfer, found: string): void => {
      different++
      log.error(urgent.transferDiffers, { transferId: id, payoutId: payoutId ?? undefined, found })
    }

    /** @returns what is wrong, in a word that may be logged. */
    const judge = async (transfer: Transfer): Promise<string | undefined> => {
      const earning = await shareOf(transfer)
      const line = earning?.lines.find(({ payoutId }) => payoutId === transfer.payoutId)
      if (!line || line.state === 'rejected') return 'not_in_the_books'
      // Its payout is open, and the answer is still to be written.
      if (line.state !== 'transferred') return undefined
      if (line.transferId !== transfer.id) return 'another_transfer_in_the_books'
      if (line.amountPence - transfer.amountPence !== 0) return 'another_amount'
      const missing = transfer.reversedPence - line.reversedPence
      if (missing < 0) return 'more_reversed_in_the_books'
      return missing > 0 ? 'reversed_there' : undefined
    }

    const shareOf = async (transfer: Transfer): Promise<Earning | undefined> => {
      const orderId = OrderId.safeParse(transfer.orderId).data
      const sellerId = UserId.safeParse(transfer.sellerId).data
      return orderId && sellerId && earnings.find({ orderId, sellerId })
    }

    const settle = async (transferId: string): Promise<0 | 1> => {
      try {
        await convergeTransfer(transferId)
        return 1
      } catch (error) {
        log.error('a transfer could not be compared', { transferId, ...describeError(error) })
        return 0
      }
    }

    for await (const page of eachPage((after: string | undefined) => provider.listMadeTransfers(since, after))) {
      for (const transfer of page.transfers.filter((each) => each.stage === stage)) {
        ids.add(transfer.id)
        const found = await judge(transfer)
        if (found === 'reversed_there') settled += await settle(transfer.id)
        else if (found !== undefined) report(transfer, found)
      }
    }
    for await (const page of eachPage((after: string | undefined) => provider.listReversed(since, after))) {
      // Older transfers than those above: looked at again, whether or not it was news.
      for (const transferId of page.transferIds.filter((id) => !ids.has(id))) await settle(transferId)
    }
    return { compared: ids.size, settled, different, made: { since, ids } }
  }
export type CompareTransfers = ReturnType<typeof compareTransfers>

/** A transfer is made before it is noted; between the two may lie a day, when its answer was lost. */
const notedLaterHours = 25

/** M14, the other way round: what one seller's journal calls sent lately is among what Stripe made. */
export const checkSent = (
  sellerId: UserId,
  { entries, earnings }: { entries: readonly JournalEntry[]; earnings: readonly Earning[] },
  { since, ids }: MadeTransfers,
): Violation[] => {
  const from = afterHours(since, notedLaterHours).toISOString()
  return entries
    .filter(({ cause, at }) => cause === 'transfer' && at >= from)
    .flatMap(({ orderIds, payoutId }) => {
      const share = earnings.find(({ orderId }) => orderIds.includes(orderId))
      const line = share?.lines.find((each) => each.payoutId === payoutId)
      const isThere = typeof line?.transferId === 'string' && ids.has(line.transferId)
      return isThere ? [] : [{ rule: 'M14 sent', subject: sellerId, found: `${payoutId} is not at Stripe` }]
    })
}
