import type { Log } from '#functions/shared/log/logger.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import { is } from '#functions/shared/table/writes.ts'
import { afterHours, type Clock, stamp } from '#functions/shared/time/clock.ts'
import { urgent } from '#schema/alarms.ts'
import type { Earning, PayoutLine } from '#schema/entities/earning.ts'
import { AppError } from '#schema/errors.ts'
import { OrderId, UserId } from '#schema/ids.ts'
import { noPence, pence, sumPence } from '#schema/money.ts'
import type { BalanceStore } from './balance-store.ts'
import { type BalanceChange, balanceAdd } from './balance-writes.ts'
import { requireAnswer } from './busy-payments.ts'
import type { EarningRef, EarningStore } from './earning-store.ts'
import { earningChange } from './earning-writes.ts'
import { causeId } from './journal-entries.ts'
import { moveMoney } from './move-money.ts'
import type { PayoutProvider } from './payments.ts'
import { givenBack } from './returned-money.ts'

type Parts = {
  earnings: EarningStore
  balances: Pick<BalanceStore, 'get'>
  provider: Pick<PayoutProvider, 'findTransfer' | 'reverseTransfer'>
  now: Clock
  log: Log
}
/**
 * Takes back from the photographer's account what was paid out and then refunded, as far as there is something.
 * @throws AppError `unavailable` while it is not known whether that was done, with the wait where Stripe is too busy.
 */
export type RecoverShare = (share: EarningRef) => Promise<void>
/**
 * Notes what Stripe says was taken back of a transfer, whoever did it, and recovers what that leaves below zero.
 * @throws AppError `unavailable` for a transfer of ours whose answer was not stored yet: its news come again.
 */
export type ConvergeTransfer = (transferId: string) => Promise<'settled' | 'foreign' | 'unknown'>

/** Stripe forgets a key after 24 hours. */
const keyHours = 23
const maxTries = 8

/**
 * X4 and T9. The decision is stored first (which transfer, how much, the how-manieth try) and makes Stripe's key; only a
 * definite answer ends it. When the photographer's account has too little, the balance stays negative and later sales
 * repay it.
 */
export const recoverShare =
  (parts: Parts): RecoverShare =>
  async (ref) => {
    return retried(maxTries, 'unavailable', async () => {
      const earning = await parts.earnings.find(ref)
      if (!earning) return
      const decided = earning.lines.find(({ reversal }) => reversal !== null)
      if (decided) {
        return (await carryOut(parts, earning, decided)) === 'refused' ? undefined : tryAgain
      }
      const line = earning.lines.find((each) => leftOf(each) > 0)
      if (earning.availablePence >= 0 || !line) return
      await parts.earnings.transact([decide(earning, line, stamp(parts.now()))])
      return tryAgain
    })
  }

const leftOf = ({ state, amountPence, reversedPence }: PayoutLine): number =>
  state === 'transferred' ? amountPence - reversedPence : 0

const withLine = (earning: Earning, payoutId: PayoutLine['payoutId'], change: Partial<PayoutLine>): PayoutLine[] =>
  earning.lines.map((line) => (line.payoutId === payoutId ? { ...line, ...change } : line))

const decide = (earning: Earning, line: PayoutLine, decidedAt: string) => {
  const attempt = line.reversalAttempts + 1
  const amountPence = pence(Math.min(leftOf(line), -earning.availablePence))
  return earningChange(earning, {
    set: {
      lines: withLine(earning, line.payoutId, {
        reversal: { amountPence, attempt, decidedAt, seenPence: noPence },
        reversalAttempts: attempt,
      }),
    },
  })
}

const carryOut = async (parts: Parts, earning: Earning, line: PayoutLine): Promise<'done' | 'refused'> => {
  const { provider, now, log } = parts
  const { reversal, transferId } = line
  if (reversal === null || transferId === null) return 'done'
  const isForgotten = now() >= afterHours(new Date(reversal.decidedAt), keyHours)
  const answer = isForgotten
    ? ({ kind: 'done' } as const)
    : requireAnswer(
        await provider.reverseTransfer(
          { transferId, amountPence: reversal.amountPence },
          `rv:${transferId}:${reversal.attempt}`,
        ),
      )
  if (answer.kind === 'refused') {
    log.error('reversal refused', { transferId, orderNumber: earning.orderNumber, code: answer.code })
    // None of it was ours: all that was seen meanwhile was taken by hand.
    const hold = await holdFor(parts, earning, { line, byHand: reversal.seenPence, amount: 0 })
    const { ok } = await parts.earnings.transact([
      earningChange(earning, { set: { lines: withLine(earning, line.payoutId, { reversal: null }) } }),
      ...(hold ? [balanceAdd(earning.sellerId, { add: {}, ...hold })] : []),
    ])
    return ok ? 'refused' : 'done'
  }
  await note(parts, { transferId, ref: earning, ends: reversal.attempt })
  return 'done'
}

export const convergeTransfer =
  (parts: Parts): ConvergeTransfer =>
  async (transferId) => {
    const transfer = await parts.provider.findTransfer(transferId)
    if (!transfer) return 'unknown'
    const orderId = OrderId.safeParse(transfer.orderId).data
    const sellerId = UserId.safeParse(transfer.sellerId).data
    const earning = orderId && sellerId && (await parts.earnings.find({ orderId, sellerId }))
    if (!earning) return 'foreign'
    if (!earning.lines.some((line) => line.transferId === transferId)) throw new AppError('unavailable')
    await note(parts, { transferId, ref: earning })
    await recoverShare(parts)(earning)
    return 'settled'
  }

/** @param ends The try whose answer is known now. */
const note = async (
  parts: Parts,
  { transferId, ref, ends }: { transferId: string; ref: EarningRef; ends?: number },
): Promise<void> => {
  const { earnings, provider, now } = parts
  const transfer = await provider.findTransfer(transferId)
  if (!transfer) throw new AppError('unavailable')
  return retried(maxTries, 'unavailable', async () => {
    const earning = await earnings.find(ref)
    const line = earning?.lines.find((each) => each.transferId === transferId)
    if (!earning || !line) return
    // What was taken back only grows: an older reading changes nothing.
    const amount = Math.max(0, transfer.reversedPence - line.reversedPence)
    const isEnded = line.reversal !== null && line.reversal.attempt === ends
    if (amount === 0 && !isEnded) return
    const move = { ...givenBack(earning, amount), paidPence: -amount }
    const reversedPence = pence(line.reversedPence + amount)
    const seenPence = sumPence([line.reversal?.seenPence ?? 0, amount])
    const reversal = isEnded || line.reversal === null ? null : { ...line.reversal, seenPence: pence(seenPence) }
    const lines = withLine(earning, line.payoutId, { reversedPence, reversal })
    // Of what was seen since ours was decided, at most ours is ours: it is for the debt, whatever became of that.
    const byHand = sumPence([seenPence, -(line.reversal?.amountPence ?? 0)])
    const hold = await holdFor(parts, earning, { line, byHand, amount })
    const written = await earnings.transact(
      amount === 0
        ? [earningChange(earning, { set: { lines } })]
        : moveMoney({
            sellerId: earning.sellerId,
            id: causeId('reversal', transferId, String(reversedPence)),
            cause: 'reversal',
            at: stamp(now()),
            payoutId: line.payoutId,
            shares: [{ earning, change: { add: move, set: { lines } } }],
            balance: { isPayable: true, ...hold },
          }),
    )
    return written.ok ? undefined : tryAgain
  })
}

/**
 * What an operator took back at Stripe, beyond what the share owes, would go out again with the next payout: payouts are
 * held until somebody says otherwise (docs/runbook.md, "Holding payouts"). A hold that stands keeps its reason.
 */
const holdFor = async (
  { balances, now, log }: Parts,
  { sellerId, orderNumber, availablePence }: Earning,
  { line, byHand, amount }: { line: PayoutLine; byHand: number; amount: number },
): Promise<Pick<BalanceChange, 'set' | 'when'> | undefined> => {
  if (byHand <= 0 || availablePence + amount <= 0) return undefined
  const { payoutHold, version } = await balances.get(sellerId)
  // Payouts are held since this reversal was decided: what was taken back by hand was logged then.
  if (payoutHold && line.reversal && payoutHold.heldAt >= line.reversal.decidedAt) return undefined
  log.error(urgent.takenBackByHand, {
    ...{ sellerId, orderNumber, payoutId: line.payoutId },
    next: 'npm run ops -- hold-payouts USER --release',
  })
  if (payoutHold !== null) return undefined
  const reason = 'A transfer to your account was taken back, and we are looking into it'
  return { set: { payoutHold: { reason, heldAt: stamp(now()) } }, when: { version: is.equal(version) } }
}
