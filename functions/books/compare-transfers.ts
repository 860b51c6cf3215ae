import type { PointerStore } from '#functions/orders/pointer-store.ts'
import type { EarningStore } from '#functions/payments/earning-store.ts'
import type { PayoutProvider, Transfer } from '#functions/payments/payments.ts'
import type { ConvergeTransfer } from '#functions/payments/recover-share.ts'
import { isBusy } from '#functions/shared/http/outage.ts'
import { describeError, type Log } from '#functions/shared/log/logger.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import { afterHours, type Clock, stamp } from '#functions/shared/time/clock.ts'
import { urgent } from '#schema/alarms.ts'
import type { Earning } from '#schema/entities/earning.ts'
import type { JournalEntry } from '#schema/entities/journal.ts'
import { OrderId, UserId } from '#schema/ids.ts'
import { goThrough, type ListPart } from './list-part.ts'
import type { Violation } from './standing-checks.ts'

type Parts = {
  earnings: Pick<EarningStore, 'find'>
  provider: Pick<PayoutProvider, 'listMadeTransfers' | 'listReversed'>
  pointers: Pick<PointerStore, 'noteSeen'>
  convergeTransfer: ConvergeTransfer
  stage: string
  now: Clock
  log: Log
}
/** Which of some transfers Stripe made, for any that were noted since a moment. */
export type MadeTransfers = {
  readonly since: Date
  readonly among: (transferIds: readonly string[]) => Promise<ReadonlySet<string>>
}
export type ComparedTransfers = {
  compared: number
  /** What was taken back there and not noted here; it is noted now. */
  settled: number
  different: number
  /** Where another run goes on. */
  next?: string
}

/** As far back as refunds and disputes are compared: two weekly payouts. */
export const comparedDays = 14
/** A transfer is noted as seen in the first night that finds it, or in the second. */
const newHours = 49

/**
 * M14, once a night, from Stripe's side: each transfer of a part of the list must be a line of its share, of the same amount,
 * with as much taken back. News of a reversal that were lost are made good, of a transfer of any age; any other difference is a
 * person's business.
 */
export const compareTransfers = ({ earnings, provider, pointers, convergeTransfer, stage, now, log }: Parts) => {
  const shareOf = async (transfer: Transfer): Promise<Earning | undefined> => {
    const orderId = OrderId.safeParse(transfer.orderId).data
    const sellerId = UserId.safeParse(transfer.sellerId).data
    return orderId && sellerId && earnings.find({ orderId, sellerId })
  }

  /** @returns what is wrong, in a word that may be logged. */
  const judge = async (transfer: Transfer): Promise<string | undefined> => {
    const earning = await shareOf(transfer)
    const line = earning?.lines.find(({ payoutId }) => payoutId === transfer.payoutId)
    if (!line || line.state === 'rejected' || line.state === 'given_back') return 'not_in_the_books'
    // Its payout is open, and the answer is still to be written.
    if (line.state !== 'transferred') return undefined
    if (line.transferId !== transfer.id) return 'another_transfer_in_the_books'
    if (line.amountPence - transfer.amountPence !== 0) return 'another_amount'
    const missing = transfer.reversedPence - line.reversedPence
    if (missing < 0) return 'more_reversed_in_the_books'
    return missing > 0 ? 'reversed_there' : undefined
  }

  const settle = async (transferId: string): Promise<0 | 1> => {
    try {
      await convergeTransfer(transferId)
      return 1
    } catch (error) {
      if (isBusy(error)) throw error
      log.error('a transfer could not be compared', { transferId, ...describeError(error) })
      return 0
    }
  }

  return async (part: ListPart): Promise<ComparedTransfers> => {
    const ids = new Set<string>()
    let settled = 0
    let different = 0
    const isNew = part.period.since >= afterHours(now(), -newHours)
    const look = async (transfer: Transfer): Promise<void> => {
      const { id, payoutId } = transfer
      ids.add(id)
      const found = await judge(transfer)
      if (found === 'reversed_there') {
        // Not `+= await`: the sum would be read before the wait, and those of others in between be lost.
        const noted = await settle(id)
        settled += noted
      } else if (found !== undefined) {
        different++
        log.error(urgent.transferDiffers, { transferId: id, payoutId: payoutId ?? undefined, found })
      }
      if (isNew) await pointers.noteSeen(id, stamp(now()))
    }
    const next = await goThrough(
      part,
      (after) => provider.listMadeTransfers(part.period, after),
      async ({ transfers }) => {
        await Promise.all(transfers.filter((each) => each.stage === stage).map(look))
      },
    )
    // Older transfers than those above are looked at again, whether or not it was news; with the first of a list's parts.
    if (part.after === undefined) {
      for await (const page of eachPage((after: string | undefined) => provider.listReversed(part.period, after))) {
        for (const transferId of page.transferIds.filter((id) => !ids.has(id))) await settle(transferId)
      }
    }
    return { compared: ids.size, settled, different, ...next }
  }
}
export type CompareTransfers = ReturnType<typeof compareTransfers>

/** A transfer is made before it is noted; between the two may lie a day, when its answer was lost. */
const notedLaterHours = 25

/** M14, the other way round: what one seller's journal calls sent lately is among what Stripe made. */
export const checkSent =
  ({ earnings }: { earnings: Pick<EarningStore, 'getMany'> }) =>
  async (sellerId: UserId, entries: readonly JournalEntry[], { since, among }: MadeTransfers): Promise<Violation[]> => {
    const from = afterHours(since, notedLaterHours).toISOString()
    const lately = entries.filter(({ cause, at }) => cause === 'transfer' && at >= from)
    const shares = await sharesOf(earnings, sellerId, lately)
    const sent = lately.map(({ orderIds, payoutId }) => {
      const share = orderIds.flatMap((orderId) => shares.get(orderId) ?? []).at(0)
      return { payoutId, transferId: share?.lines.find((each) => each.payoutId === payoutId)?.transferId }
    })
    const made = await among(sent.flatMap(({ transferId }) => transferId ?? []))
    return sent
      .filter(({ transferId }) => typeof transferId !== 'string' || !made.has(transferId))
      .map(({ payoutId }) => ({ rule: 'M14 sent', subject: sellerId, found: `${payoutId} is not at Stripe` }))
  }

/** The shares that some entries of a seller's journal are about, as they are now. */
export const sharesOf = async (
  earnings: Pick<EarningStore, 'getMany'>,
  sellerId: UserId,
  entries: readonly JournalEntry[],
): Promise<ReadonlyMap<OrderId, Earning>> => {
  const orderIds = [...new Set(entries.flatMap((entry) => entry.orderIds))]
  const shares = await earnings.getMany(orderIds.map((orderId) => ({ orderId, sellerId })))
  return new Map(shares.map((share) => [share.orderId, share]))
}

type AskParts = {
  pointers: Pick<PointerStore, 'listSeen' | 'noteSeen'>
  provider: Pick<PayoutProvider, 'findTransfer'>
  now: Clock
}

/** Transfers that a comparison saw at Stripe are known to be there; each other one is asked for, once in its life. */
export const madeTransfers = ({ pointers, provider, now }: AskParts): MadeTransfers => ({
  since: afterHours(now(), -24 * comparedDays),
  among: async (transferIds) => {
    const seen = new Set(await pointers.listSeen(transferIds))
    for (const id of transferIds.filter((each) => !seen.has(each))) {
      if ((await provider.findTransfer(id)) === undefined) continue
      seen.add(id)
      await pointers.noteSeen(id, stamp(now()))
    }
    return seen
  },
})
