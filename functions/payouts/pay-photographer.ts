import { isWanted } from '#functions/mail/mail-preferences.ts'
import { outboxPut } from '#functions/mail/outbox.ts'
import type { BalanceStore } from '#functions/payments/balance-store.ts'
import { paymentsBusy } from '#functions/payments/busy-payments.ts'
import type { EarningStore } from '#functions/payments/earning-store.ts'
import type { PayoutProvider } from '#functions/payments/payments.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import { busy } from '#functions/shared/http/outage.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import type { Write } from '#functions/shared/table/writes.ts'
import { afterMs, type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { Payout } from '#schema/entities/payout.ts'
import { AppError } from '#schema/errors.ts'
import type { PaymentEvent } from '#schema/events/payment.ts'
import type { PayoutTask } from '#schema/events/payout.ts'
import type { OrderId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { SumPence, sumPence } from '#schema/money.ts'
import { addresses } from '#schema/paths.ts'
import { type FreshAccount, isReady } from './pay-account.ts'
import { payoutQueueOf } from './payout-queue.ts'
import type { Ending, PayoutStore } from './payout-store.ts'
import type { ReservePayout } from './reserve-payout.ts'
import { settleLine } from './settle-line.ts'

export type PayParts = {
  earnings: EarningStore
  balances: BalanceStore
  payouts: PayoutStore
  profiles: Pick<ProfileStore, 'find'>
  provider: Pick<PayoutProvider, 'createTransfer' | 'listTransfers'>
  freshAccount: FreshAccount
  reserve: ReservePayout
  ids: Pick<IdMaker, 'mail'>
  send: Send
  now: Clock
  siteUrl: string
  log: Log
}

/**
 * Does one payout of a seller, as far as it goes: what is open is finished first; else what the task asks for is reserved
 * and sent. What is left, after a full payout or when the time is up, is asked for by another message, so that no run
 * lasts longer than its function may. Any number of these may run at once, die anywhere and come again.
 * @throws AppError `unavailable` while a line's outcome is not known, or nothing could be set aside because the balance changed
 *   all the time: the message comes again, after a wait of its own for the latter and where Stripe only asks for time.
 */
export const payPhotographer =
  (parts: PayParts) =>
  async (task: PayoutTask): Promise<void> => {
    const { balances, payouts, freshAccount, reserve, now, log } = parts
    const { sellerId } = task
    const deadline = afterMs(now(), limits.payout.sendingMs)
    const { openPayoutId } = await balances.get(sellerId)
    const open = openPayoutId === null ? undefined : await payouts.find(openPayoutId)

    const ask = (next: PayoutTask) => parts.send(payoutQueueOf(next), [next])

    /** Shares that a refund left below zero while their transfer was on its way. */
    const overpaid = new Set<OrderId>()
    /** The same of earlier runs, asked for since: in vain, or not answered yet. */
    const askedBack = new Set<OrderId>()

    /**
     * What a refund made too much while it was on its way is asked back by the worker of Stripe's events, whose messages are
     * put off while Stripe is busy. Asked for before the payout is closed: nobody looks at a closed one again before the night.
     */
    const askBack = async ({ id: payoutId }: Payout, orderIds: ReadonlySet<OrderId>): Promise<void> => {
      if (orderIds.size === 0) return
      const shares = await parts.earnings.getMany([...orderIds].map((orderId) => ({ orderId, sellerId })))
      const messages = shares.flatMap(({ orderId, chargeId }): PaymentEvent[] => {
        if (chargeId === null) return []
        const eventId = `payout:${payoutId}:${orderId}`
        return [{ eventId, type: 'charge.refunded', source: 'platform', objectId: chargeId, chargeId, accountId: null }]
      })
      await parts.send('PAYMENT_EVENTS_QUEUE_URL', messages)
    }

    const finish = async (payout: Payout): Promise<void> => {
      const sent = await send(payout).finally(() => askBack(payout, overpaid))
      if (sent === 'out_of_time') await ask(task)
      if (sent !== 'all') return
      // Once more, and not in each of the runs of days in which a payout waits: by now the account there has the rest of it.
      await askBack(payout, askedBack)
      const ending = await endingOf(parts, payout)
      const next = following(task, payout, ending)
      const isClosed = await payouts.close(payout, { ...ending, next })
      if (!next) return
      await ask(next)
      // Until here the sweep finds it, should this process end.
      if (isClosed) await payouts.noteFollowed(payout)
    }

    const send = async (payout: Payout): Promise<'all' | 'out_of_time' | 'waiting'> => {
      const sending = await payouts.beginSending(payout, stamp(now()))
      const settle = settleLine(parts)
      let isOpen = false
      let isLate = false
      let isShort = false
      let isStripeBusy = false
      for (const orderId of sending.orderIds) {
        if (now() > deadline) {
          isLate = true
          break
        }
        const outcome = await settle(sending, orderId)
        if (outcome === 'open' || outcome === 'later' || outcome === 'busy') isOpen = true
        // Another sale's money may still be on its way from its buyer, and can be sent then.
        if (outcome === 'short') isShort = true
        // Stripe would not have the next one either, or another worker sends this payout.
        if (outcome === 'busy') {
          isStripeBusy = true
          break
        }
        if (outcome === 'overpaid') overpaid.add(orderId)
        if (outcome === 'asked_back') askedBack.add(orderId)
      }
      // Also when the time is up: a provider that does not answer must come to somebody's notice in the end.
      if (isOpen && task.kind !== 'resume') throw isStripeBusy ? paymentsBusy() : new AppError('unavailable')
      // The next sweep asks again, and work that is overdue is told by itself: its message need not fail for that.
      if (isOpen) return 'waiting'
      if (isLate) return 'out_of_time'
      // The sweep asks again; nobody is told of a failure that is not theirs.
      return isShort ? 'waiting' : 'all'
    }

    if (task.kind === 'resume' && task.payoutId !== undefined && task.payoutId !== openPayoutId) {
      const closed = await payouts.find(task.payoutId)
      if (!closed?.next) return
      await ask(closed.next)
      await payouts.noteFollowed(closed)
      return
    }
    if (open) {
      await finish(open)
      return
    }
    if (task.kind !== 'weekly' && task.kind !== 'more') return

    const account = await freshAccount(sellerId)
    if (!isReady(account)) {
      log.info('no payout account', { sellerId })
      return
    }
    const reserved = await reserve({
      sellerId,
      accountId: account.stripeAccountId,
      ...(task.kind === 'weekly'
        ? { trigger: 'weekly', week: task.week }
        : { trigger: 'request', week: null, isFollowing: true, requestedAt: task.requestedAt }),
    })
    // Nothing was set aside, and nothing else would do it: the message comes again.
    if (reserved.kind === 'busy') throw busy('Much changes at this moment.')
    if (reserved.kind === 'held') log.info('payouts are on hold', { sellerId })
    if (reserved.kind === 'reserved') await finish(reserved.payout)
  }

/**
 * A payout that had no room for all is followed by another of its kind, until all that was available is paid or Stripe takes
 * nothing of it. That depends on the payout alone, whichever task ended it: what a request promised waits for no minimum and
 * no week. A week's task that found another payout open still has the week's to do, unless another one follows: that takes
 * all of it, but for what was refused in its own round.
 */
const following = (
  task: PayoutTask,
  payout: Payout,
  { state, unsentPence }: Pick<Ending, 'state' | 'unsentPence'>,
): PayoutTask | undefined => {
  const { week, sellerId } = payout
  // One of which all was given back was refused nothing.
  const isRefused = state === 'failed' && unsentPence > 0
  if (isRefused || !hasMore(payout)) return task.kind === 'weekly' && task.week !== week ? task : undefined
  return week === null
    ? { kind: 'more', sellerId, requestedAt: payout.requestedAt ?? payout.createdAt }
    : { kind: 'weekly', sellerId, week }
}

/** Whether there was more than it has room for. */
const hasMore = ({ hasMore, orderIds }: Payout): boolean =>
  hasMore ?? orderIds.length === limits.payout.transfersPerBatch

/** How a payout of which every line has ended is closed. */
const endingOf = async (parts: PayParts, payout: Payout): Promise<Ending> => {
  const { earnings, now } = parts
  const shares = await earnings.getMany(payout.orderIds.map((orderId) => ({ orderId, sellerId: payout.sellerId })))
  const lines = shares.flatMap((share) => share.lines.filter(({ payoutId }) => payoutId === payout.id))
  const sent = lines.filter(({ state }) => state === 'transferred')
  // What was given back meanwhile is neither sent nor refused: nobody is told of it as of money that is missing.
  const sentPence = sumPence(sent.map(({ amountPence }) => amountPence))
  const state = sent.length === lines.length ? 'sent' : sent.length === 0 ? 'failed' : 'partially_sent'
  const unsentPence = SumPence.parse(
    sumPence(lines.filter((line) => line.state === 'rejected').map(({ amountPence }) => amountPence)),
  )
  const at = stamp(now())
  const mails = await mailsOf(parts, payout, { sentPence, unsentPence })
  return { state, sentPence, unsentPence, at, mails }
}

/** What was sent and what was not, each in a mail of its own; a payout that needs no word gets none. */
const mailsOf = async (
  { profiles, ids, now, siteUrl }: PayParts,
  payout: Payout,
  { sentPence, unsentPence }: { sentPence: number; unsentPence: number },
): Promise<Write[]> => {
  const profile = await profiles.find(payout.sellerId)
  const news = [
    { template: 'payout-sent', amountPence: sentPence },
    { template: 'payout-failed', amountPence: unsentPence },
  ] as const
  return news.flatMap(({ template, amountPence }) => {
    if (amountPence <= 0 || !isWanted(template, profile)) return []
    // What was sent is told with the sales in it.
    const balanceUrl =
      siteUrl + (template === 'payout-sent' ? addresses.payout(payout.id) : addresses.dashboardTab('balance'))
    const data = { name: profile.displayName, amountPence, isFull: hasMore(payout), balanceUrl }
    return [outboxPut({ id: ids.mail(), template, to: profile.email, at: now(), data })]
  })
}
