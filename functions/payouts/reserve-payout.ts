import type { BalanceStore } from '#functions/payments/balance-store.ts'
import type { EarningStore } from '#functions/payments/earning-store.ts'
import { refusingPayout } from '#functions/payments/earning-writes.ts'
import { causeId } from '#functions/payments/journal-entries.ts'
import { moveMoney } from '#functions/payments/move-money.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import { is, type Write } from '#functions/shared/table/writes.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { Balance, Earning, PayoutLine } from '#schema/entities/earning.ts'
import { type Allocation, Payout } from '#schema/entities/payout.ts'
import type { PayoutId, UserId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { noPence, type Pence, pence, SumPence, sumPence } from '#schema/money.ts'
import type { PayoutStore } from './payout-store.ts'
import { payoutPut, type WeekLock, weekLockWrite } from './payout-writes.ts'

type Parts = {
  earnings: EarningStore
  balances: BalanceStore
  payouts: PayoutStore
  ids: Pick<IdMaker, 'payout'>
  now: Clock
  /** What the weekly payout waits for, in pence: each payout costs the platform (docs/cost.md, "Connect"). */
  payoutFromPence: number
}
type Reservation = {
  sellerId: UserId
  accountId: string
  trigger: Payout['trigger']
  week: string | null
  /** The payout before it was full: what was refused in this round is left to the next one. */
  isFollowing?: boolean
  /** When the round began that it follows in, where that is known. */
  requestedAt?: string | undefined
}
type Reserved =
  /** `allPence`: with what follows it, where a payout has no room for all that is available. */
  | { readonly kind: 'reserved'; readonly payout: Payout; readonly allPence: SumPence }
  /** Another payout of this seller is on its way. */
  | { readonly kind: 'busy' }
  /** Nothing can be paid, or this week's payout was made. */
  | { readonly kind: 'nothing' }
  /** An operator holds this seller's payouts. */
  | { readonly kind: 'held' }
export type ReservePayout = (wanted: Reservation) => Promise<Reserved>

/** A sale or a refund may come between reading and writing; then it is read again. */
const maxTries = 6

/**
 * T5: sets money aside for a payout, before anybody is asked to move it. Safety rests on the conditions of balance and
 * shares as they were read; that a seller has one open payout only makes the rest simple.
 */
export const reservePayout =
  (parts: Parts): ReservePayout =>
  async (wanted) => {
    const { earnings, balances, payouts } = parts
    return retried<Reserved>(maxTries, { answer: { kind: 'busy' } }, async () => {
      const balance = await balances.get(wanted.sellerId)
      if (balance.openPayoutId !== null) return { kind: 'busy' }
      // Written on the balance's version: a hold that comes between makes this read it again.
      if (balance.payoutHold !== null) return { kind: 'held' }
      const lock = wanted.week === null ? undefined : await payouts.findWeek(wanted.sellerId, wanted.week)
      if (lock?.hasMore === false) return { kind: 'nothing' }
      const refs = await earnings.listPayable(wanted.sellerId, limits.payout.transfersPerBatch)
      const shares = await earnings.getMany(refs)
      const isFollowing = wanted.isFollowing === true || lock !== undefined
      const taken = allocate(balance.availablePence, isFollowing ? await untried(parts, wanted, shares) : shares)
      if (taken.length === 0) return { kind: 'nothing' }
      const hasMore = refs.length === limits.payout.transfersPerBatch
      const payout = payoutOf(parts, { ...wanted, hasMore }, taken)
      const allPence = hasMore ? SumPence.parse(balance.availablePence) : payout.amountPence
      // Once a week's payout has begun, what it had no room for follows whatever it is worth.
      const isTooSmall = wanted.trigger === 'weekly' && !isFollowing && allPence < parts.payoutFromPence
      if (isTooSmall) return { kind: 'nothing' }
      const written = await payouts.transact(reserveWrites(payout, { balance, taken, lock, hasMore }))
      return written.ok ? { kind: 'reserved', payout, allPence } : tryAgain
    })
  }

/** Without the shares that a payout of the same week, or for the same request, has just tried to send. */
const untried = async ({ payouts }: Parts, wanted: Reservation, shares: readonly Earning[]): Promise<Earning[]> => {
  const tried = await Promise.all(
    shares.map(async (share) => {
      const id = refusingPayout(share)
      const refusing = id === undefined ? undefined : await payouts.find(id)
      return refusing !== undefined && isOfRound(refusing, wanted)
    }),
  )
  return shares.filter((_, index) => !tried[index])
}

const isOfRound = ({ week, createdAt }: Payout, round: Reservation): boolean =>
  week === round.week && (week !== null || round.requestedAt === undefined || createdAt >= round.requestedAt)

type Taken = { share: Earning; allocation: Allocation }

const byAge = (a: Earning, b: Earning): number =>
  a.paidAt < b.paidAt ? -1 : a.paidAt > b.paidAt ? 1 : a.orderId < b.orderId ? -1 : 1
const isRefused = (share: Earning): boolean => refusingPayout(share) !== undefined

/**
 * Oldest first, and behind them what was refused before, until the balance is spent: a share that a refund made negative leaves that much of the others unpaid.
 * Never more than the balance, never more of a share than it has.
 */
export const allocate = (availablePence: number, shares: readonly Earning[]): Taken[] => {
  const payable = shares
    .filter((share) => !share.frozen && share.availablePence > 0 && share.chargeId !== null)
    .toSorted((a, b) => Number(isRefused(a)) - Number(isRefused(b)) || byAge(a, b))
  let left = availablePence
  return payable.flatMap((share) => {
    const amount = Math.min(left, share.availablePence)
    if (amount <= 0) return []
    left = sumPence([left, -amount])
    return [{ share, allocation: { orderId: share.orderId, amountPence: pence(amount) } }]
  })
}

const payoutOf = ({ ids, now }: Parts, wanted: Reservation & { hasMore: boolean }, taken: readonly Taken[]): Payout =>
  Payout.parse({
    ...wanted,
    id: ids.payout(),
    amountPence: sumPence(taken.map(({ allocation }) => allocation.amountPence)),
    sentPence: 0,
    state: 'reserved',
    orderIds: taken.map(({ allocation }) => allocation.orderId),
    firstSentAt: null,
    createdAt: stamp(now()),
    closedAt: null,
  })

type Reading = { balance: Balance; taken: readonly Taken[]; lock: WeekLock | undefined; hasMore: boolean }

const reservedLine = (payoutId: PayoutId, amountPence: Pence): PayoutLine => ({
  payoutId,
  amountPence,
  state: 'reserved',
  transferId: null,
  short: null,
  reversedPence: noPence,
  reversal: null,
  reversalAttempts: 0,
})

const reserveWrites = (payout: Payout, { balance, taken, lock, hasMore }: Reading): Write[] => {
  const amount = payout.amountPence
  return [
    payoutPut(payout),
    ...weekLockWrite(payout, lock, hasMore),
    ...moveMoney({
      sellerId: payout.sellerId,
      id: causeId('reserve', payout.id),
      cause: 'reserve',
      at: payout.createdAt,
      payoutId: payout.id,
      shares: taken.map(({ share, allocation: { amountPence } }) => ({
        earning: share,
        change: {
          add: { availablePence: -amountPence, reservedPence: amountPence },
          set: { lines: [...share.lines, reservedLine(payout.id, amountPence)] },
          when: { frozen: is.equal(false) },
        },
      })),
      balance: {
        set: { openPayoutId: payout.id },
        isPayable: balance.availablePence > amount,
        when: {
          version: is.equal(balance.version),
          availablePence: is.atLeast(amount),
          openPayoutId: is.absentOr(is.equal(null)),
        },
      },
    }),
  ]
}
