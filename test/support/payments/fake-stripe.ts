import type { Answer, CheckoutSession, NewSession, Payments } from '#functions/payments/payments.ts'
import { afterMs, type Clock } from '#functions/shared/time/clock.ts'

export type StripeNews = {
  eventId: string
  type: string
  objectId: string
  chargeId: string | null
  source?: 'platform' | 'connect'
  accountId?: string
}
type Stored = { print: string; answer: Answer<unknown> }

const minuteMs = 60_000

/**
 * The card provider in memory, with the promises ours are built on: a key is answered once and then repeated, a key with
 * other content is refused, a refused request leaves nothing behind, a session is paid at most once and never after it
 * expired. Lost calls and answers are added from outside (`interrupted`).
 */
export const fakeStripe = (now: Clock, stage = 'test') => {
  const sessions = new Map<string, CheckoutSession>()
  const answers = new Map<string, Stored>()
  const news: StripeNews[] = []
  const counts = new Map<string, number>()
  const next = (kind: string): string => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return `${kind}_${count}`
  }
  const tell = (type: string, objectId: string, chargeId: string | null = null) => {
    news.push({ eventId: next('evt'), type, objectId, chargeId })
  }

  /** One changing call: the key first, then the effect. Another content under a known key is Stripe's idempotency error. */
  const once = <T>(key: string, content: unknown, effect: () => Answer<T>): Answer<T> => {
    const print = JSON.stringify(content)
    const known = answers.get(key)
    if (known) return known.print === print ? (structuredClone(known.answer) as Answer<T>) : { kind: 'unknown' }
    const answer = effect()
    if (answer.kind === 'done') answers.set(key, { print, answer: structuredClone(answer) })
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
    return { kind: 'done', value: made }
  }

  const payments: Payments = {
    isLive: async () => false,
    // Stripe repeats what it answered then, not what has become of it.
    createSession: async (wanted, key) => once(key, wanted, () => createSession(wanted)),
    findSession: async (id) => (sessions.has(id) ? structuredClone(session(id)) : undefined),
    listSessions: async () => ({ sessions: structuredClone([...sessions.values()]) }),
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
    news,
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
      if (ok) settle(id, session(id).totalPence)
      else sessions.set(id, { ...session(id), hasPaymentFailed: true })
      tell(ok ? 'checkout.session.async_payment_succeeded' : 'checkout.session.async_payment_failed', id)
    },
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
    },
    tell,
  }
}
export type FakeStripe = ReturnType<typeof fakeStripe>

/** Stripe counts time in seconds. */
const wholeSecond = (at: Date): Date => new Date(Math.floor(at.getTime() / 1_000) * 1_000)
