import { pointerPut } from '#functions/orders/pointer-writes.ts'
import { balanceAdd } from '#functions/payments/balance-writes.ts'
import type { EarningRef, EarningStore } from '#functions/payments/earning-store.ts'
import { earningChange } from '#functions/payments/earning-writes.ts'
import { type BucketChange, causeId } from '#functions/payments/journal-entries.ts'
import { moveMoney } from '#functions/payments/move-money.ts'
import type { PayoutProvider, Transfer } from '#functions/payments/payments.ts'
import { givenBack } from '#functions/payments/returned-money.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import type { Write } from '#functions/shared/table/writes.ts'
import { afterHours, type Clock, stamp } from '#functions/shared/time/clock.ts'
import { urgent } from '#schema/alarms.ts'
import type { Earning, PayoutLine } from '#schema/entities/earning.ts'
import type { Payout } from '#schema/entities/payout.ts'
import type { OrderId } from '#schema/ids.ts'

type Parts = {
  earnings: EarningStore
  provider: Pick<PayoutProvider, 'createTransfer' | 'listTransfers'>
  now: Clock
  log: Log
}

/**
 * How a line ended, or that it has not.
 * - `overpaid`: transferred, while a refund left the share below zero; what it owes is to be asked back.
 * - `asked_back`: the same of a line that ended before this run, and that was asked for since.
 * - `later` to ask again, `open` when the answer itself is not known, `busy` when Stripe takes nothing now or another worker is
 *   sending it, `short` while the platform's balance does not cover it.
 */
export type LineOutcome = Ended | 'overpaid' | 'asked_back' | 'open' | 'later' | 'busy' | 'short'
type Ended = 'transferred' | 'rejected' | 'given_back'
type SettleResult =
  | { kind: 'transferred'; transferId: string }
  | { kind: 'rejected' }
  | { kind: 'given_back' }
  | { kind: 'short'; tries: number }
  | { kind: 'open' }
  | { kind: 'later' }
  | { kind: 'busy' }

/** Stripe forgets a key after 24 hours; from an hour before that, it is asked what it did instead. */
const keyHours = 23
const forgottenHours = 24
const maxTries = 6
/** How long a transfer that the platform could not cover waits for the next try. */
const shortHours = 1

/**
 * X3 and T6 for one share of a payout. Only a definite answer ends a line: money that may have been sent stays reserved,
 * and the same key is asked again. A line whose answer was lost for a day is looked up among Stripe's transfers.
 */
export const settleLine =
  (parts: Parts) =>
  async (payout: Payout, orderId: OrderId): Promise<LineOutcome> => {
    const ref = { orderId, sellerId: payout.sellerId }
    const begun = await beginTry(parts, payout, ref)
    if (typeof begun === 'string') return begun
    const told = await outcome(parts, payout, begun)
    return retried<LineOutcome>(maxTries, { answer: 'later' }, async (attempt) => {
      const earning = attempt === 0 ? begun.earning : await parts.earnings.find(ref)
      const line = earning && lineOf(earning, payout)
      if (!earning || !line) return 'later'
      const end = endOf(line)
      if (end) return ended(earning, end)
      if (told.kind === 'later' || told.kind === 'busy' || (told.kind === 'open' && line.state === 'unknown'))
        return told.kind
      // Another worker noted the same refusal: the key after it may be in use already.
      if (told.kind === 'short' && triesOf(line) !== told.tries) return 'short'
      const writes = settling({ payout, earning, line, at: stamp(parts.now()) }, told)
      if (!(await parts.earnings.transact(writes)).ok) return tryAgain
      return told.kind === 'open' || told.kind === 'short' ? told.kind : ended(earning, told.kind)
    })
  }

/**
 * What is asked of Stripe, or that it is not asked. The platform's balance did not cover the last try of a line: the next
 * one is noted over the share as it was read before it is made. So as long as none is noted, none is under way, and a line
 * whose buyer has money back, or whose buyer's bank asks, ends instead: nothing of it is sent.
 */
const beginTry = (parts: Parts, payout: Payout, ref: EarningRef): Promise<Reading | LineOutcome> =>
  retried<Reading | LineOutcome>(maxTries, { answer: 'later' }, async () => {
    const { earnings, now } = parts
    const earning = await earnings.find(ref)
    const line = earning && lineOf(earning, payout)
    if (!earning || !line) throw new Error(`Payout ${payout.id} names a share that does not name it.`)
    const end = endOf(line)
    if (end) return endedBefore(earning, end)
    const { short } = line
    if (short === null || typeof short.tryingSince === 'string') return { earning, line }
    // Noted by an earlier release, which noted no tries.
    if (short.tryingSince === undefined) return isWaiting(short, now()) ? 'short' : { earning, line }
    const at = stamp(now())
    if (earning.frozen || earning.availablePence < 0) {
      const given = await earnings.transact(settling({ payout, earning, line, at }, { kind: 'given_back' }))
      return given.ok ? 'given_back' : tryAgain
    }
    if (isWaiting(short, now())) return 'short'
    const lines = withLine(earning, payout, { short: { ...short, tryingSince: at } })
    await earnings.transact([earningChange(earning, { set: { lines } })])
    return tryAgain
  })

/** A transfer leaves what is available as it was: the share as it was read says whether something is to be taken back. */
const ended = ({ availablePence, lines }: Earning, state: Ended): LineOutcome =>
  state === 'transferred' && (availablePence < 0 || lines.some(({ reversal }) => reversal !== null))
    ? 'overpaid'
    : state

/** The same of a line that an earlier run ended: whether that run came to asking for it, the tries of reversals say. */
const endedBefore = (earning: Earning, state: Ended): LineOutcome => {
  const outcome = ended(earning, state)
  const isAsked = earning.lines.some(({ reversalAttempts }) => reversalAttempts > 0)
  return outcome === 'overpaid' && isAsked ? 'asked_back' : outcome
}

const endOf = ({ state }: PayoutLine): Ended | undefined =>
  state === 'reserved' || state === 'unknown' ? undefined : state

const lineOf = (earning: Earning, payout: Payout): PayoutLine | undefined =>
  earning.lines.find(({ payoutId }) => payoutId === payout.id)

const withLine = (earning: Earning, payout: Payout, change: Partial<PayoutLine>): PayoutLine[] =>
  earning.lines.map((line) => (line.payoutId === payout.id ? { ...line, ...change } : line))

const triesOf = ({ short }: PayoutLine): number => short?.tries ?? 0
const isWaiting = ({ at }: NonNullable<PayoutLine['short']>, now: Date): boolean =>
  afterHours(new Date(at), shortHours) > now

/** From when on the present key may have been used. */
const triedSince = (payout: Payout, { short }: PayoutLine): Date =>
  new Date(short?.tryingSince ?? short?.at ?? payout.firstSentAt ?? payout.createdAt)

type Reading = { earning: Earning; line: PayoutLine }

const outcome = async (parts: Parts, payout: Payout, { earning, line }: Reading): Promise<SettleResult> => {
  const { provider, now, log } = parts
  const tries = triesOf(line)
  if (now() >= afterHours(triedSince(payout, line), keyHours)) return lookUp(parts, payout, { earning, line })
  const answer = await provider.createTransfer(
    {
      orderId: earning.orderId,
      payoutId: payout.id,
      sellerId: payout.sellerId,
      accountId: payout.accountId,
      chargeId: earning.chargeId ?? '',
      amountPence: line.amountPence,
    },
    `tr:${payout.id}:${earning.orderId}${tries === 0 ? '' : `:${tries}`}`,
  )
  switch (answer.kind) {
    case 'done':
      return { kind: 'transferred', transferId: answer.value.id }
    case 'refused':
      if (answer.code === 'balance_insufficient') {
        log.error(urgent.platformShort, { payoutId: payout.id, orderNumber: earning.orderNumber, tries: tries + 1 })
        return { kind: 'short', tries }
      }
      log.error('transfer refused', { payoutId: payout.id, orderNumber: earning.orderNumber, code: answer.code })
      return { kind: 'rejected' }
    case 'not_executed':
      return { kind: 'busy' }
    case 'unknown':
      return { kind: 'later' }
  }
}

const lookUp = async (
  { provider, now, log }: Parts,
  payout: Payout,
  { earning, line }: Reading,
): Promise<SettleResult> => {
  const found = await provider.listTransfers({ orderId: earning.orderId, accountId: payout.accountId })
  const ours = found.filter((transfer) => isOf(transfer, payout, line))
  const [transfer, second] = ours
  if (second) {
    log.error(urgent.twoTransfers, { payoutId: payout.id, orderNumber: earning.orderNumber })
    return { kind: 'open' }
  }
  if (transfer) return { kind: 'transferred', transferId: transfer.id }
  const since = triedSince(payout, line)
  return now() > afterHours(since, forgottenHours) ? { kind: 'rejected' } : { kind: 'open' }
}

const isOf = (transfer: Transfer, payout: Payout, line: PayoutLine): boolean =>
  transfer.payoutId === payout.id && transfer.amountPence === line.amountPence

/** T6, or the note that a line's outcome is not known. */
const settling = (
  { payout, earning, line, at }: Reading & { payout: Payout; at: string },
  told: Exclude<SettleResult, { kind: 'later' | 'busy' }>,
): Write[] => {
  const lines = (change: Partial<PayoutLine>) => withLine(earning, payout, change)
  if (told.kind === 'short') {
    return [
      earningChange(earning, { set: { lines: lines({ short: { tries: told.tries + 1, at, tryingSince: null } }) } }),
      balanceAdd(payout.sellerId, { add: {}, set: { isDelayed: true } }),
    ]
  }
  if (told.kind === 'open') return [earningChange(earning, { set: { lines: lines({ state: 'unknown' }) } })]

  const isSent = told.kind === 'transferred'
  const move: BucketChange = {
    reservedPence: -line.amountPence,
    ...(isSent ? { paidPence: line.amountPence } : givenBack(earning, line.amountPence)),
  }
  const cause = isSent ? 'transfer' : 'rejection'
  const set = { lines: lines(isSent ? { state: told.kind, transferId: told.transferId } : { state: told.kind }) }
  return [
    ...moveMoney({
      sellerId: payout.sellerId,
      id: causeId(cause, payout.id, earning.orderId),
      cause,
      at,
      payoutId: payout.id,
      shares: [{ earning, change: { add: move, set } }],
      balance: isSent ? {} : { isPayable: true },
    }),
    ...(isSent
      ? [pointerPut(told.transferId, { orderId: earning.orderId, payoutId: payout.id, userId: payout.sellerId })]
      : []),
  ]
}
