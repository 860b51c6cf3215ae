import { outboxPut } from '#functions/mail/outbox.ts'
import type { BalanceStore } from '#functions/payments/balance-store.ts'
import type { EarningStore } from '#functions/payments/earning-store.ts'
import type { PayoutProvider } from '#functions/payments/payments.ts'
import type { RecoverShare } from '#functions/payments/recover-share.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import type { Write } from '#functions/shared/table/writes.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { Payout } from '#schema/entities/payout.ts'
import { AppError } from '#schema/errors.ts'
import type { PayoutTask } from '#schema/events/payout.ts'
import { limits } from '#schema/limits.ts'
import { sumPence } from '#schema/money.ts'
import { type FreshAccount, isReady } from './pay-account.ts'
import type { PayoutStore } from './payout-store.ts'
import type { ReservePayout } from './reserve-payout.ts'
import { settleLine } from './settle-line.ts'

export type PayParts = {
  earnings: EarningStore
  balances: BalanceStore
  payouts: PayoutStore
  profiles: Pick<ProfileStore, 'find'>
  provider: Pick<PayoutProvider, 'createTransfer' | 'listTransfers'>
  recover: RecoverShare
  freshAccount: FreshAccount
  reserve: ReservePayout
  ids: Pick<IdMaker, 'mail'>
  now: Clock
  siteUrl: string
  log: Log
}

/**
 * Does one seller's payout, as far as it goes: what is open is finished first, then what the task asks for is reserved
 * and sent. Any number of these may run at once, die anywhere and come again.
 * @throws AppError `unavailable` while a line's outcome is not known: the message comes again.
 */
export const payPhotographer =
  (parts: PayParts) =>
  async (task: PayoutTask): Promise<void> => {
    const { balances, payouts, freshAccount, reserve, log } = parts
    const { sellerId } = task
    const { openPayoutId } = await balances.get(sellerId)
    const open = openPayoutId === null ? undefined : await payouts.find(openPayoutId)
    const finished = open && (await send(open))
    const next = following(task, finished)
    if (!next) return

    const account = await freshAccount(sellerId)
    if (!isReady(account)) {
      log.info('no payout account', { sellerId })
      return
    }
    for (let wanted: typeof next | undefined = next; wanted; ) {
      const reserved = await reserve({ ...wanted, sellerId, accountId: account.stripeAccountId })
      if (reserved.kind !== 'reserved') return
      wanted = continuation(await send(reserved.payout))
    }

    async function send(payout: Payout): Promise<Payout> {
      const sending = await payouts.beginSending(payout, stamp(parts.now()))
      const settle = settleLine(parts)
      let isOpen = false
      for (const orderId of sending.orderIds) {
        const outcome = await settle(sending, orderId)
        if (outcome === 'open' || outcome === 'later') isOpen = true
        // A refund that came while the transfer was on its way left the share below zero.
        if (outcome === 'transferred') await parts.recover({ orderId, sellerId })
      }
      if (isOpen) throw new AppError('unavailable')
      return close(parts, sending)
    }
  }

type Next = { trigger: Payout['trigger']; week: string | null }

/** A full payout is followed by another of its kind, until all that was available is paid. */
const continuation = ({ state, orderIds, trigger, week }: Payout): Next | undefined =>
  state === 'sent' && orderIds.length === limits.payout.transfersPerBatch ? { trigger, week } : undefined

const following = (task: PayoutTask, finished: Payout | undefined): Next | undefined =>
  task.kind === 'weekly' ? { trigger: 'weekly', week: task.week } : finished && continuation(finished)

/** T7. Whoever comes second finds it closed. */
const close = async (parts: PayParts, payout: Payout): Promise<Payout> => {
  const { earnings, payouts, now } = parts
  const shares = await earnings.getMany(payout.orderIds.map((orderId) => ({ orderId, sellerId: payout.sellerId })))
  const lines = shares.flatMap((share) => share.lines.filter(({ payoutId }) => payoutId === payout.id))
  const sent = lines.filter(({ state }) => state === 'transferred')
  const sentPence = sumPence(sent.map(({ amountPence }) => amountPence))
  const state = sent.length === lines.length ? 'sent' : sent.length === 0 ? 'failed' : 'partially_sent'
  const at = stamp(now())
  await payouts.close(payout, { state, sentPence, at, mails: await mailsOf(parts, payout, sentPence) })
  return (await payouts.find(payout.id)) ?? payout
}

const mailsOf = async (
  { profiles, ids, now, siteUrl }: PayParts,
  { sellerId }: Payout,
  sentPence: number,
): Promise<Write[]> => {
  const profile = await profiles.find(sellerId)
  if (sentPence === 0 || !profile?.emailNotifications) return []
  return [
    outboxPut({
      id: ids.mail(),
      template: 'payout-sent',
      to: profile.email,
      at: now(),
      data: { name: profile.displayName, amountPence: sentPence, balanceUrl: `${siteUrl}/dashboard?tab=balance` },
    }),
  ]
}
