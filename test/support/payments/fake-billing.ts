import { DateTime } from 'luxon'
import type { Answer } from '#functions/payments/payments.ts'
import { afterHours, type Clock } from '#functions/shared/time/clock.ts'
import type { BilledSubscription, Billing, NewSubscription } from '#functions/subscriptions/billing.ts'
import type { PaymentEvent } from '#schema/events/payment.ts'

const newsPerPage = 3

type Kept = { print: string; answer: Answer<unknown> }
type Page = NewSubscription & { url: string; status: 'open' | 'complete' | 'expired'; openedAt: Date }
type Held = BilledSubscription & { customerId: string; periodEnd: Date }

const monthAfter = (at: Date) => DateTime.fromJSDate(at, { zone: 'utc' }).plus({ months: 1 }).toJSDate()

/**
 * Subscriptions in memory, with the promises ours are built on: a key is answered once and then repeated, and refused
 * with other content; a page is paid once and lives a day; a renewal moves the period on before its invoice is paid.
 */
export const fakeBilling = (now: Clock) => {
  const kept = new Map<string, Kept>()
  const customers: { id: string; userId: string; email: string }[] = []
  let made = 0
  const gone = new Set<string>()
  const pages: Page[] = []
  const held: Held[] = []

  const once = <T>(key: string, content: unknown, effect: () => T): Answer<T> => {
    const print = JSON.stringify(content)
    const known = kept.get(key)
    if (known)
      return known.print === print
        ? (structuredClone(known.answer) as Answer<T>)
        : { kind: 'unknown', isOtherRequest: true }
    const answer: Answer<T> = { kind: 'done', value: effect() }
    kept.set(key, { print, answer: structuredClone(answer) })
    return answer
  }
  const isOpen = (page: Page) => page.status === 'open' && afterHours(page.openedAt, 24) > now()

  const news: (PaymentEvent & { at: Date })[] = []
  const tell = (customerId: string) => {
    const eventId = `evt_${news.length + 1}`
    const type = 'customer.subscription.updated'
    const object = { objectId: 'sub', chargeId: null, accountId: null }
    news.push({ ...object, eventId, type, source: 'platform', customerId, at: now() })
  }

  const billing: Billing = {
    createCustomer: async (customer, key) =>
      once(key, customer, () => {
        made++
        const id = `cus_${made}`
        customers.push({ id, ...customer })
        return { id }
      }),
    listSubscriptions: async (customerId) =>
      held
        .filter((each) => each.customerId === customerId)
        .map(({ id, state, paidUntil, createdAt }) => ({ id, state, paidUntil, createdAt })),
    listNews: async (since, after) => {
      const fresh = news.filter(({ at }) => at >= since).toReversed()
      const start = after === undefined ? 0 : fresh.findIndex(({ eventId }) => eventId === after) + 1
      const page = fresh.slice(start, start + newsPerPage)
      const last = start + newsPerPage < fresh.length ? page.at(-1)?.eventId : undefined
      return { news: page.map(({ at, ...event }) => event), ...(last !== undefined && { next: last }) }
    },
    findOpenPage: async (customerId) => pages.find((page) => page.customerId === customerId && isOpen(page))?.url,
    createPage: async (subscription, key) => {
      if (gone.has(subscription.customerId)) return { kind: 'refused', code: 'resource_missing' }
      return once(key, subscription, () => {
        const url = `https://pay.test/${pages.length + 1}`
        pages.push({ ...subscription, url, status: 'open', openedAt: now() })
        return { url }
      })
    },
    portalPage: async (customerId) => (gone.has(customerId) ? undefined : `https://portal.test/${customerId}`),
    stopRenewal: async ({ id }) => {
      find(id, (each) => ({ ...each, state: each.state === 'active' ? 'cancelled' : 'ended' }))
      return { kind: 'done', value: undefined }
    },
    deleteCustomer: async (customerId) => {
      gone.add(customerId)
      const at = customers.findIndex(({ id }) => id === customerId)
      if (at >= 0) customers.splice(at, 1)
      for (const [index, each] of held.entries())
        if (each.customerId === customerId) held[index] = { ...each, state: 'ended' }
      return { kind: 'done', value: undefined }
    },
  }
  const find = (id: string, change: (subscription: Held) => Held) => {
    const index = held.findIndex((each) => each.id === id)
    const found = held[index]
    if (!found) throw new Error(`There is no ${id}.`)
    held[index] = change(found)
    tell(found.customerId)
  }

  return {
    billing,
    customers,
    pages,
    /** The photographer pays on the page. */
    pay: (url: string): string => {
      const page = pages.find((each) => each.url === url)
      if (!page || !isOpen(page)) throw new Error('This page is not open.')
      page.status = 'complete'
      const id = `sub_${held.length + 1}`
      const periodEnd = page.firstPaymentAt ?? monthAfter(now())
      const { customerId } = page
      tell(customerId)
      held.push({ id, customerId, state: 'active', createdAt: now(), periodEnd, paidUntil: periodEnd })
      return id
    },
    /** The next month begins; its invoice is open until it is settled. */
    renew: (id: string) =>
      find(id, (each) => ({ ...each, periodEnd: monthAfter(each.periodEnd), paidUntil: each.periodEnd })),
    settle: (id: string) => find(id, (each) => ({ ...each, state: 'active', paidUntil: each.periodEnd })),
    refuse: (id: string) => find(id, (each) => ({ ...each, state: 'past_due' })),
    cancel: (id: string) => find(id, (each) => ({ ...each, state: 'cancelled' })),
    resume: (id: string) => find(id, (each) => ({ ...each, state: 'active' })),
    end: (id: string) => find(id, (each) => ({ ...each, state: 'ended' })),
  }
}
