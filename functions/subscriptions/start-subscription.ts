import { accessEnds } from '#functions/profiles/trial-rules.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import { afterHours, type Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { AppError } from '#schema/errors.ts'
import type { Billing } from './billing.ts'
import type { SettleSubscription } from './converge-subscription.ts'
import type { CustomerOf } from './customer.ts'

type Parts = {
  customerOf: CustomerOf
  settle: SettleSubscription
  billing: Pick<Billing, 'findOpenPage' | 'createPage' | 'portalPage'>
  throttle: Pick<Throttle, 'count'>
  now: Clock
}

/**
 * The page to subscribe on. Nobody is led to pay twice: who is subscribed comes to the portal, a page that is open is
 * opened again, and clicks at the same time get the same page.
 */
export const startSubscription =
  ({ customerOf, settle, billing, throttle, now }: Parts): Operation<typeof api.subscriptions.endpoints.start> =>
  async ({ caller: { userId } }) => {
    await throttle.count('subscriptionPagesPerUser', userId)
    const customerId = await customerOf(userId)
    const settled = await settle(userId)
    if (!settled) throw new AppError('unauthenticated')
    if (settled.isRunning) {
      const url = await billing.portalPage(customerId)
      if (url !== undefined) return { url }
    }
    const open = await billing.findOpenPage(customerId)
    if (open !== undefined) return { url: open }
    const firstPaymentAt = firstPayment(settled.profile, now())
    const attempt = [settled.profile.version, firstPaymentAt?.getTime() ?? 0, Math.floor(now().getTime() / windowMs)]
    const pageFor = (customer: string, key: string) =>
      billing.createPage({ userId, customerId: customer, firstPaymentAt }, `subscribe:${userId}:${key}`)
    let page = await pageFor(customerId, attempt.join(':'))
    if (page.kind === 'refused' && page.code === 'resource_missing') {
      // The customer was deleted at the provider. Another one, and with it another key: the refusal is kept under this one.
      const next = await customerOf(userId, customerId)
      page = await pageFor(next, `${attempt.join(':')}:${next}`)
    }
    if (page.kind !== 'done') throw new AppError('unavailable')
    return page.value
  }

/** Longer than two tabs are apart, shorter than somebody waits after a page that expired. */
const windowMs = 600_000

/** Stripe takes a first payment that is put off by 48 hours or more; the rest is given by the page's own time. */
const shortestDelayHours = 49
/** And by two years at most: https://docs.stripe.com/billing/subscriptions/trials */
const longestDelayHours = 700 * 24

/** Access that is already given, by the trial or by a month paid before, is not charged for again. */
const firstPayment = (profile: Profile, now: Date): Date | null => {
  const ends = accessEnds(profile)
  if (ends < afterHours(now, shortestDelayHours)) return null
  const latest = new Date(afterHours(now, longestDelayHours).setUTCHours(0, 0, 0, 0))
  return ends < latest ? ends : latest
}
