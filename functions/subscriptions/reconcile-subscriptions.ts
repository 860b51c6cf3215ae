import type { Send } from '#functions/shared/queue/queue.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import { afterHours, type Clock } from '#functions/shared/time/clock.ts'
import type { Billing } from './billing.ts'

type Parts = {
  /** Whether this stage has anything to do with Stripe. */
  isSetUp: () => Promise<boolean>
  billing: Pick<Billing, 'listNews'>
  send: Send
  now: Clock
}

/** Several runs look at the same hours, so that one that is missed is made good by the next. */
const lookedAtHours = 30

/**
 * Every six hours: hands each customer of whom Stripe told something lately to the worker of its events again, in case
 * the webhook never came. The worker reads the subscription anew, so that it changes only what is not right yet; a day is
 * given after each paid month, so nobody who has paid stands before a closed door.
 */
export const reconcileSubscriptions =
  ({ isSetUp, billing, send, now }: Parts) =>
  async (): Promise<{ customers: number }> => {
    if (!(await isSetUp())) return { customers: 0 }
    const since = afterHours(now(), -lookedAtHours)
    const customers = new Set<string>()
    // Sent page by page, newest first: a run that Stripe holds up until its time ends has handed on the hours since the
    // run before.
    for await (const page of eachPage((after: string | undefined) => billing.listNews(since, after))) {
      const fresh = page.news.filter(({ customerId }) => {
        if (customerId === undefined || customers.has(customerId)) return false
        customers.add(customerId)
        return true
      })
      if (fresh.length > 0) await send('PAYMENT_EVENTS_QUEUE_URL', fresh)
    }
    return { customers: customers.size }
  }
