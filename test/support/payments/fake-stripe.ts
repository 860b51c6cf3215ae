import { returnEventTypes, sessionEventTypes } from '#functions/payments/event-kinds.ts'
import type {
  Answer,
  BankPayout,
  ChargeHistory,
  CheckoutSession,
  NewSession,
  NewTransfer,
  PayAccountState,
  Payments,
  PayoutProvider,
  Period,
  PlatformAccount,
  Transfer,
} from '#functions/payments/payments.ts'
import type { NewRefund } from '#functions/payments/stripe-refund.ts'
import { afterHours, afterMs, type Clock } from '#functions/shared/time/clock.ts'
import { AppError } from '#schema/errors.ts'

type StripeNews = {
  eventId: string
  type: string
  objectId: string
  chargeId: string | null
  source?: 'platform' | 'connect'
  accountId?: string
}
type Stored = { print: string; answer: Answer<unknown>; at: Date }
export type MadeTransfer = Transfer & NewTransfer & { at: Date }
/** A reversal that was asked for, by whomever, and how it ended. */
export type TriedReversal = { transferId: string; amountPence: number; at: Date; isRefused: boolean; isByHand: boolean }

const keyHours = 24
/** What Stripe gives of a list at once, at most. */
const pageSize = 100

const minuteMs = 60_000

/**
 * The card provider in memory, with the promises ours are built on: a key is answered once and then repeated, a key with
 * other content is refused, a refused request leaves nothing behind, a session is paid at most once and never after it
 * expired. Lost calls and answers are added from outside (`interrupted`).
 */
export const fakeStripe = (now: Clock, stage = 'test') => {
  const sessions = new Map<string, CheckoutSession>()
  const sessionsMade = new Map<string, Date>()
  const answers = new Map<string, Stored>()
  const news: StripeNews[] = []
  const counts = new Map<string, number>()
  const next = (kind: string): string => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return `${kind}_${count}`
  }
  /** What was told, whether or not it arrived anywhere. */
  const told: { eventId: string; type: string; objectId: string; chargeId: string | null; at: Date }[] = []
  const tell = (type: string, objectId: string, chargeId: string | null = null) => {
    const eventId = next('evt')
    news.push({ eventId, type, objectId, chargeId })
    told.push({ eventId, type, objectId, chargeId, at: wholeSecond(now()) })
  }

  /**
   * One changing call: the key first, then the effect. Another content under a known key is Stripe's idempotency error.
   * A refusal of what was well-formed is remembered as well; a key is forgotten after a day.
   */
  const once = <T>(key: string, content: unknown, effect: () => Answer<T>, remembersRefusal = false): Answer<T> => {
    const print = JSON.stringify(content)
    const known = answers.get(key)
    if (known && afterHours(known.at, keyHours) > now()) {
      return known.print === print
        ? (structuredClone(known.answer) as Answer<T>)
        : { kind: 'unknown', isOtherRequest: true }
    }
    const answer = effect()
    if (answer.kind === 'done' || remembersRefusal) {
      answers.set(key, { print, answer: structuredClone(answer), at: now() })
    }
    return answer
  }

  const expireIfDue = (session: CheckoutSession) => {
    if (session.status !== 'open' || session.expiresAt > now()) return
    sessions.set(session.id, { ...session, status: 'expired', url: null })
    tell('checkout.session.expired', session.id)
  }
  const session = (id: string): CheckoutSession => {
    const known = sessions.get(id)
    if (known) expireIfDue(known)
    const found = sessions.get(id)
    if (!found) throw new Error(`No session ${id}.`)
    return found
  }

  const createSession = (wanted: NewSession): Answer<CheckoutSession> => {
    const totalPence = wanted.lines.reduce((sum, { amountPence }) => sum + amountPence, 0)
    if (wanted.expiresAt < afterMs(now(), 30 * minuteMs)) return { kind: 'refused', code: 'parameter_invalid_integer' }
    if (totalPence < 30) return { kind: 'refused', code: 'amount_too_small' }
    if (refusing.addresses) return { kind: 'refused', code: 'email_invalid' }
    // https://docs.stripe.com/error-codes: a required value must not be empty.
    if (wanted.lines.some(({ name }) => name === '')) return { kind: 'refused', code: 'parameter_invalid_empty' }
    // https://docs.stripe.com/api/checkout/sessions/create: a session in payment mode has at most 100 lines.
    if (wanted.lines.length > 100) return { kind: 'refused', code: 'parameter_invalid' }
    const id = next('cs_test')
    const made: CheckoutSession = {
      id,
      url: `https://checkout.test/${id}`,
      status: 'open',
      isPaid: false,
      totalPence,
      currency: 'gbp',
      isLive: false,
      expiresAt: wanted.expiresAt,
      orderId: wanted.orderId,
      stage,
      paymentIntentId: null,
      hasPaymentFailed: false,
      charge: null,
    }
    sessions.set(id, made)
    sessionsMade.set(id, now())
    return { kind: 'done', value: made }
  }

  const endSession = (id: string): Answer<{ id: string }> => {
    // https://docs.stripe.com/api/checkout/sessions/expire: only one that is open.
    if (!sessions.has(id) || session(id).status !== 'open') return { kind: 'refused', code: 'invalid_request_error' }
    sessions.set(id, { ...session(id), status: 'expired', url: null })
    tell('checkout.session.expired', id)
    return { kind: 'done', value: { id } }
  }

  const refunds = new Map<string, ChargeHistory['refunds'][number] & { chargeId: string }>()
  const disputes = new Map<string, ChargeHistory['disputes'][number] & { chargeId: string }>()
  const chargeOf = (chargeId: string) => {
    const found = [...sessions.values()].find(({ charge }) => charge?.id === chargeId)?.charge
    if (!found) throw new Error(`No charge ${chargeId}.`)
    return found
  }

  const refundable = (chargeId: string): number => {
    const before = [...refunds.values()].filter((each) => each.chargeId === chargeId && each.status !== 'failed')
    return before.reduce((left, each) => left - each.amountPence, chargeOf(chargeId).amountPence)
  }
  /** Somebody refunds in the dashboard. @returns the refund's id, `undefined` when Stripe refuses. */
  const refund = (
    chargeId: string,
    amountPence: number,
    { lines = null, status = 'succeeded' as const }: { lines?: number[] | null; status?: 'pending' | 'succeeded' } = {},
  ): string | undefined => {
    const isDisputed = [...disputes.values()].some(
      (each) => each.chargeId === chargeId && ['withdrawn', 'lost'].includes(each.stage),
    )
    if (isDisputed || amountPence < 1 || amountPence > refundable(chargeId)) return undefined
    const id = next('re')
    refunds.set(id, { id, chargeId, amountPence, status, lines, createdAt: wholeSecond(now()) })
    tell('refund.created', id, chargeId)
    tell('charge.refunded', chargeId)
    return id
  }

  const toldPage = (types: readonly string[], { period, after }: { period: Period; after: string | undefined }) => {
    const newestFirst = told
      .filter(({ type }) => types.includes(type))
      .filter(within(period))
      .toReversed()
    const start = after === undefined ? 0 : newestFirst.findIndex(({ eventId }) => eventId === after) + 1
    const page = newestFirst.slice(start, start + pageSize)
    const last = start + pageSize < newestFirst.length ? page.at(-1)?.eventId : undefined
    return { page, ...(last !== undefined && { next: last }) }
  }

  const payments: Payments = {
    isLive: async () => false,
    requireSetUp: async () => {
      if (!account.isSetUp) throw new AppError('unavailable')
    },
    // Stripe repeats what it answered then, not what has become of it.
    createSession: async (wanted, key) => once(key, wanted, () => createSession(wanted)),
    findSession: async (id) => (sessions.has(id) ? structuredClone(session(id)) : undefined),
    endSession: async (id, key) => once(key, id, () => endSession(id), true),
    findCharge: async (chargeId) => {
      const paid = [...sessions.values()].find(({ charge }) => charge?.id === chargeId)
      if (!paid) return undefined
      const of = <T extends { chargeId: string }>(list: Iterable<T>) =>
        structuredClone([...list].filter((each) => each.chargeId === chargeId))
      return {
        id: chargeId,
        orderId: paid.orderId,
        stage: paid.stage,
        amountPence: paid.charge?.amountPence ?? 0,
        refunds: of(refunds.values()),
        disputes: of(disputes.values()),
      }
    },
    listReturns: async (period, after) => {
      const { page, ...next } = toldPage(returnEventTypes(), { period, after })
      return { chargeIds: [...new Set(page.map(({ chargeId, objectId }) => chargeId ?? objectId))], ...next }
    },
    listEnded: async (period, after) => {
      const { page, ...next } = toldPage(sessionEventTypes(), { period, after })
      return { sessionIds: [...new Set(page.map(({ objectId }) => objectId))], ...next }
    },
    listSessions: async (period) => ({
      sessions: structuredClone(
        [...sessions.values()].filter(({ id }) => within(period)({ at: sessionsMade.get(id) ?? now() })),
      ),
    }),
  }

  const accounts = new Map<string, PayAccountState & { isGone: boolean }>()
  const transfers = new Map<string, MadeTransfer>()
  const reversals: { transferId: string; at: Date }[] = []
  const account = { isSetUp: true }
  const refusing = { transfers: false, addresses: false }
  const purse = { isEmpty: false }
  /** What each photographer's account has. A transfer brings it there, their bank payouts take it away. */
  const accountMoney = new Map<string, number>()
  const moneyIn = (accountId: string): number => accountMoney.get(accountId) ?? 0
  const triedReversals: TriedReversal[] = []
  const changedMinds = new Set<string>()
  const bankPayouts: (BankPayout & { accountId: string })[] = []

  const createTransfer = (wanted: NewTransfer): Answer<Transfer> => {
    const account = accounts.get(wanted.accountId)
    if (!account || account.isGone) return { kind: 'refused', code: 'account_invalid' }
    if (!account.canReceive) return { kind: 'refused', code: 'insufficient_capabilities_for_transfer' }
    if (refusing.transfers) return { kind: 'refused', code: 'transfers_not_allowed' }
    if (purse.isEmpty) return { kind: 'refused', code: 'balance_insufficient' }
    const charged = [...sessions.values()].find(({ charge }) => charge?.id === wanted.chargeId)?.charge
    if (!charged) return { kind: 'refused', code: 'resource_missing' }
    const before = [...transfers.values()].filter(({ chargeId }) => chargeId === wanted.chargeId)
    const sent = before.reduce((sum, { amountPence, reversedPence }) => sum + amountPence - reversedPence, 0)
    if (sent + wanted.amountPence > charged.amountPence) return { kind: 'refused', code: 'transfer_exceeds_charge' }
    const made: MadeTransfer = { ...wanted, id: next('tr'), reversedPence: 0, stage, at: now() }
    transfers.set(made.id, made)
    accountMoney.set(made.accountId, moneyIn(made.accountId) + made.amountPence)
    return { kind: 'done', value: made }
  }

  type Reversal = { transferId: string; amountPence: number }
  const reverseTransfer = (wanted: Reversal, isByHand = false): Answer<{ id: string }> => {
    const answer = takeBack(wanted)
    triedReversals.push({ ...wanted, at: now(), isRefused: answer.kind === 'refused', isByHand })
    return answer
  }
  /** "The connected account's available balance must be greater than the reversal amount" (Stripe, "Reverse transfers"). */
  const takeBack = ({ transferId, amountPence }: Reversal): Answer<{ id: string }> => {
    const transfer = transfers.get(transferId)
    if (!transfer) return { kind: 'refused', code: 'resource_missing' }
    if (accounts.get(transfer.accountId)?.isGone) return { kind: 'refused', code: 'account_invalid' }
    if (purse.isEmpty || moneyIn(transfer.accountId) < amountPence)
      return { kind: 'refused', code: 'balance_insufficient' }
    if (amountPence > transfer.amountPence - transfer.reversedPence) {
      return { kind: 'refused', code: 'amount_too_large' }
    }
    transfers.set(transferId, { ...transfer, reversedPence: transfer.reversedPence + amountPence })
    accountMoney.set(transfer.accountId, moneyIn(transfer.accountId) - amountPence)
    tell('transfer.reversed', transferId)
    reversals.push({ transferId, at: now() })
    return { kind: 'done', value: { id: next('trr') } }
  }

  const provider: PayoutProvider = {
    createTransfer: async (wanted, key) => once(key, wanted, () => createTransfer(wanted), true),
    findTransfer: async (id) => structuredClone(transfers.get(id)),
    listTransfers: async ({ orderId, accountId }) =>
      structuredClone(
        [...transfers.values()].filter((each) => each.orderId === orderId && each.accountId === accountId),
      ),
    listMadeTransfers: async (period) => ({
      transfers: structuredClone([...transfers.values()].filter(within(period))),
    }),
    listReversed: async (period) => ({
      transferIds: [...new Set(reversals.filter(within(period)).map(({ transferId }) => transferId))],
    }),
    reverseTransfer: async (wanted, key) => once(key, wanted, () => reverseTransfer(wanted), true),
    createAccount: async (wanted, key) =>
      once(key, wanted, () => {
        const made = {
          id: next('acct'),
          canReceive: false,
          detailsSubmitted: false,
          disabledReason: null,
          isGone: false,
        }
        accounts.set(made.id, made)
        return { kind: 'done', value: made }
      }),
    findAccount: async (id) => {
      const found = accounts.get(id)
      return found && !found.isGone ? structuredClone(found) : undefined
    },
    listBankPayouts: async (accountId) =>
      structuredClone(bankPayouts.filter((each) => each.accountId === accountId)).toReversed(),
    accountPage: async ({ id }) => `https://connect.test/${id}`,
  }
  /** The platform's own balance, as a test sets it: photographers' transfers are not counted in it. */
  const platformAccount = {
    availablePence: 0,
    isManual: true,
    minimumPence: 0,
    lastPayoutAt: new Date(0),
    firstAt: now(),
  }
  const platform: PlatformAccount = {
    availablePence: async () => platformAccount.availablePence,
    payoutSchedule: async () => ({ isManual: platformAccount.isManual, minimumPence: platformAccount.minimumPence }),
    hasLainSince: async (moment) => platformAccount.firstAt <= moment && platformAccount.lastPayoutAt <= moment,
  }
  const tellBank = (type: string, { id, accountId }: { id: string; accountId: string }) => {
    news.push({ eventId: next('evt'), type, objectId: id, chargeId: null, source: 'connect', accountId })
  }
  const changeAccount = (id: string, change: Partial<PayAccountState & { isGone: boolean }>) => {
    const account = accounts.get(id)
    if (!account) throw new Error(`No account ${id}.`)
    accounts.set(id, { ...account, ...change })
    news.push({
      eventId: next('evt'),
      type: change.isGone ? 'account.application.deauthorized' : 'account.updated',
      objectId: id,
      chargeId: null,
      source: 'connect',
      accountId: id,
    })
  }

  const settle = (id: string, amountPence: number) => {
    const paid = session(id)
    const charge = { id: next('ch'), amountPence, currency: 'gbp', createdAt: wholeSecond(now()) }
    sessions.set(id, {
      ...paid,
      status: 'complete',
      url: null,
      isPaid: true,
      hasPaymentFailed: false,
      paymentIntentId: paid.paymentIntentId ?? next('pi'),
      charge,
    })
    return charge
  }

  return {
    payments,
    provider,
    platform,
    platformAccount,
    news,
    transfers: (): MadeTransfer[] => structuredClone([...transfers.values()]),
    accounts: () => [...accounts.values()],
    /** The photographer finishes the set-up, or Stripe stops the account, or the photographer leaves. */
    changeAccount,
    /** The provider sends money on from an account to its bank. @returns the payout's id. */
    payOutToBank(accountId: string, amountPence: number): string {
      const id = next('po')
      bankPayouts.push({ id, accountId, amountPence, state: 'under_way', endedAt: afterHours(now(), 48) })
      return id
    },
    /** It arrives, or the bank sends it back, even after it arrived. */
    endBankPayout(id: string, state: 'arrived' | 'returned' | 'cancelled') {
      const index = bankPayouts.findIndex((each) => each.id === id)
      const found = bankPayouts[index]
      if (!found) throw new Error(`No bank payout ${id}.`)
      bankPayouts[index] = { ...found, state, endedAt: now() }
      tellBank({ arrived: 'payout.paid', returned: 'payout.failed', cancelled: 'payout.canceled' }[state], found)
    },
    /** While it does, transfers are refused for good, for a reason that is not the platform's; or buyers' addresses. */
    refusing,
    /** Whether this stage was ever given a key. */
    account,
    /** While it is empty, transfers and reversals are refused for want of money. */
    purse,
    moneyIn,
    /** The photographer's bank takes what lies in the account, or money of another business of theirs comes into it. */
    setMoneyIn(accountId: string, amountPence: number) {
      accountMoney.set(accountId, amountPence)
    },
    triedReversals: (): readonly TriedReversal[] => triedReversals,
    /** Sessions that a bank refused and then paid after all. */
    changedMinds,
    sessions: (): CheckoutSession[] => [...sessions.values()],
    /** The buyer pays by card on the hosted page. @returns whether the page still took it. */
    pay(id: string): boolean {
      if (session(id).status !== 'open') return false
      settle(id, session(id).totalPence)
      tell('checkout.session.completed', id)
      return true
    },
    /** The buyer pays by a method that settles later. */
    payLater(id: string): boolean {
      const open = session(id)
      if (open.status !== 'open') return false
      sessions.set(id, { ...open, status: 'complete', url: null, paymentIntentId: next('pi') })
      tell('checkout.session.completed', id)
      return true
    },
    settleLater(id: string, ok: boolean) {
      if (session(id).isPaid) return
      if (ok && session(id).hasPaymentFailed) changedMinds.add(id)
      if (ok) settle(id, session(id).totalPence)
      else sessions.set(id, { ...session(id), hasPaymentFailed: true })
      tell(ok ? 'checkout.session.async_payment_succeeded' : 'checkout.session.async_payment_failed', id)
    },
    refund,
    /** As `ops refund` asks for it, under a key. Without an amount it is all that is left. */
    giveBack: async (wanted: NewRefund, key: string): Promise<Answer<{ id: string }>> =>
      once(
        key,
        wanted,
        () => {
          const { chargeId, amountPence, lines } = wanted
          const id = refund(chargeId, amountPence ?? refundable(chargeId), { lines: lines && [...lines] })
          return id === undefined
            ? { kind: 'refused', code: 'charge_already_refunded' }
            : { kind: 'done', value: { id } }
        },
        true,
      ),
    /** The refund comes to its end: it arrives, or it comes back. */
    endRefund(id: string, status: 'succeeded' | 'failed') {
      const refund = refunds.get(id)
      if (!refund || refund.status === 'failed') return
      refunds.set(id, { ...refund, status })
      tell(status === 'failed' ? 'refund.failed' : 'refund.updated', id, refund.chargeId)
    },
    /** The buyer's bank asks about a payment, or takes the money back while it decides. */
    dispute(chargeId: string, stage: 'inquiry' | 'withdrawn' = 'withdrawn', wantedPence = Infinity): string {
      const charge = chargeOf(chargeId)
      const refunded = [...refunds.values()].filter((each) => each.chargeId === chargeId && each.status !== 'failed')
      const disputed = [...disputes.values()].filter((each) => each.chargeId === chargeId && isDisputing(each.stage))
      const gone = [...refunded, ...disputed].reduce((sum, each) => sum + each.amountPence, 0)
      const amountPence = Math.min(charge.amountPence - gone, wantedPence)
      const id = next('dp')
      const money = stage === 'withdrawn' ? { outPence: amountPence, entries: 1 } : { outPence: 0, entries: 0 }
      disputes.set(id, { id, chargeId, amountPence, stage, ...money, createdAt: wholeSecond(now()) })
      tell('charge.dispute.created', id, chargeId)
      if (stage === 'withdrawn') tell('charge.dispute.funds_withdrawn', id, chargeId)
      return id
    },
    /** @param reinstatedPence What comes back when it is won; everything unless something else is said. */
    moveDispute(id: string, stage: ChargeHistory['disputes'][number]['stage'], reinstatedPence = Infinity) {
      const dispute = disputes.get(id)
      if (!dispute) throw new Error(`No dispute ${id}.`)
      const isTaken = dispute.entries === 0 && (stage === 'withdrawn' || stage === 'lost')
      const isReturned = dispute.outPence > 0 && stage === 'won'
      disputes.set(id, {
        ...dispute,
        stage,
        entries: dispute.entries + (isTaken || isReturned ? 1 : 0),
        outPence: isTaken
          ? dispute.amountPence
          : isReturned
            ? Math.max(0, dispute.outPence - reinstatedPence)
            : dispute.outPence,
      })
      tell(stage === 'withdrawn' ? 'charge.dispute.funds_withdrawn' : 'charge.dispute.closed', id, dispute.chargeId)
    },
    /** The bank sends back what it took, after it closed the dispute in our favour: until then the money is still out. */
    reinstate(id: string) {
      const dispute = disputes.get(id)
      if (!dispute) throw new Error(`No dispute ${id}.`)
      disputes.set(id, { ...dispute, stage: 'won', outPence: 0, entries: dispute.entries + 1 })
      tell('charge.dispute.funds_reinstated', id, dispute.chargeId)
    },
    refunds: () => structuredClone([...refunds.values()]),
    disputes: () => structuredClone([...disputes.values()]),
    /** An operator takes back part of a transfer in the dashboard. */
    reverseByHand: (transferId: string, amountPence: number) => reverseTransfer({ transferId, amountPence }, true),
    /** Lets time's effects happen: sessions that ran out expire. */
    tick() {
      for (const each of sessions.values()) expireIfDue(each)
    },
    /** Changes what Stripe says of a session, for what should never be. */
    alter(id: string, change: Partial<CheckoutSession>) {
      sessions.set(id, { ...session(id), ...change })
    },
    add(made: CheckoutSession) {
      sessions.set(made.id, made)
      sessionsMade.set(made.id, now())
    },
    tell,
  }
}
export type FakeStripe = ReturnType<typeof fakeStripe>

/** While a dispute is that far, no other one can be about the same money. */
const isDisputing = (stage: ChargeHistory['disputes'][number]['stage']): boolean =>
  stage === 'inquiry' || stage === 'withdrawn' || stage === 'lost'

/** Lists leave out what was made before a period, and what was made after it. */
const within =
  ({ since, until }: Period) =>
  ({ at }: { at: Date }): boolean =>
    wholeSecond(at) >= wholeSecond(since) && (until === undefined || wholeSecond(at) < wholeSecond(until))

/** Stripe counts time in seconds. */
const wholeSecond = (at: Date): Date => new Date(Math.floor(at.getTime() / 1_000) * 1_000)
