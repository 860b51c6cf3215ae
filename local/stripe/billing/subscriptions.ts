import * as z from 'zod'
import { invalid, missingObject } from '../http/errors.ts'
import { listOperation, type Operation, operation } from '../http/operation.ts'
import { choice, flag, text } from '../http/params.ts'
import type { Subscription } from '../wire.ts'
import type { World } from '../world.ts'
import { collect, finalizeInvoice, newInvoice, subscriptionOf } from './invoices.ts'
import { knownCustomer } from './known-customer.ts'
import { periodEnd } from './subscribing.ts'

const found = (world: World, id: string) => {
  const subscription = world.state.subscriptions.find(id)
  if (!subscription) throw missingObject('subscription', id)
  return subscription
}

export const subscriptionOperations: readonly Operation[] = [
  listOperation({
    path: '/v1/subscriptions',
    filters: {
      customer: text().optional(),
      status: choice('all').optional(),
    },
    candidates: ({ params, world }) =>
      (knownCustomer(world, params.customer) === undefined
        ? world.state.subscriptions.all()
        : world.state.subscriptions.where('customer', params.customer ?? '')
      ).filter(({ status }) => params.status === 'all' || status !== 'canceled'),
  }),
  operation({
    method: 'POST',
    path: '/v1/subscriptions/:id',
    params: z.strictObject({
      cancel_at_period_end: flag().optional(),
    }),
    run({ ids: [id], params, world }) {
      const subscription = found(world, id)
      if (subscription.status === 'canceled') {
        throw invalid('A canceled subscription can only update its metadata and cancellation_details.')
      }
      if (params.cancel_at_period_end === undefined) world.emit('customer.subscription.updated', subscription)
      else setCancelAtPeriodEnd(world, subscription, { cancels: params.cancel_at_period_end, byPortal: false })
      return subscription
    },
  }),
  operation({
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    params: z.strictObject({}),
    run({ ids: [id], world }) {
      const subscription = found(world, id)
      if (subscription.status === 'canceled') throw missingObject('subscription', id)
      endSubscription(world, subscription, 'cancellation_requested')
      return subscription
    },
  }),
]

const periodOf = (subscription: Subscription) => {
  const [item] = subscription.items.data
  return { start: item?.current_period_start ?? 0, end: item?.current_period_end ?? 0 }
}

/**
 * Ends it with its period, or no longer. In flexible billing mode the portal names the moment and leaves the flag alone
 * (https://docs.stripe.com/billing/subscriptions/billing-mode/compare), so both have to be read.
 */
export const setCancelAtPeriodEnd = (
  world: World,
  subscription: Subscription,
  { cancels, byPortal }: { cancels: boolean; byPortal: boolean },
) => {
  const previous = { cancel_at: subscription.cancel_at, cancel_at_period_end: subscription.cancel_at_period_end }
  subscription.cancel_at_period_end = cancels && !byPortal
  subscription.cancel_at = cancels ? periodOf(subscription).end : null
  subscription.canceled_at = cancels ? world.now() : null
  subscription.cancellation_details = {
    comment: null,
    feedback: null,
    feedback_option: null,
    reason: cancels ? 'cancellation_requested' : null,
  }
  world.emit('customer.subscription.updated', subscription, { previous })
}

export const endSubscription = (
  world: World,
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
) => {
  subscription.status = 'canceled'
  subscription.canceled_at ??= world.now()
  subscription.ended_at = world.now()
  subscription.cancellation_details = { comment: null, feedback: null, feedback_option: null, reason }
  world.emit('customer.subscription.deleted', subscription)
}

/** Renews, retries and ends what is due. A jump over several periods renews once for each. */
export const runRenewals = (world: World) => {
  for (const subscription of world.state.subscriptions.all()) {
    if (subscription.status !== 'canceled') renewWhileDue(world, subscription)
  }
}

const renewWhileDue = (world: World, subscription: Subscription) => {
  for (;;) {
    collectDraft(world, subscription)
    retryOpenInvoice(world, subscription)
    if (subscription.status === 'canceled' || subscription.status === 'past_due') return
    const { end } = periodOf(subscription)
    if (end > world.now()) return
    const endsNow = subscription.cancel_at !== null && subscription.cancel_at <= end
    if (endsNow) endSubscription(world, subscription, 'cancellation_requested')
    else renew(world, subscription)
  }
}

/** The draft of a renewal is final when its hour is over, and collected at once. */
const collectDraft = (world: World, subscription: Subscription) => {
  const invoice = world.state.invoices.find(subscription.latest_invoice ?? '')
  if (invoice?.status !== 'draft' || (invoice.automatically_finalizes_at ?? 0) > world.now()) return
  finalizeInvoice(world, invoice)
  if (!collect(world, invoice)) return
  const previous = { status: subscription.status }
  subscription.status = 'past_due'
  world.emit('customer.subscription.updated', subscription, { previous })
}

const renew = (world: World, subscription: Subscription) => {
  const before = periodOf(subscription)
  const previous = { status: subscription.status }
  for (const item of subscription.items.data) {
    item.current_period_start = before.end
    item.current_period_end = periodEnd(item.price, subscription.billing_cycle_anchor, before.end)
  }
  subscription.status = 'active'
  const amount = subscription.items.data.reduce(
    (sum, item) => sum + (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
    0,
  )
  newInvoice(world, subscription, { reason: 'subscription_cycle', amount, period: periodOf(subscription) })
  world.emit('customer.subscription.updated', subscription, { previous })
}

const retryOpenInvoice = (world: World, subscription: Subscription) => {
  const invoice = world.state.invoices.find(subscription.latest_invoice ?? '')
  if (invoice?.status !== 'open' || subscriptionOf(invoice) !== subscription.id) return
  while (invoice.status === 'open' && invoice.next_payment_attempt !== null) {
    if (invoice.next_payment_attempt > world.now()) return
    collect(world, invoice)
  }
  if (invoice.status !== 'open') return
  invoice.status = 'uncollectible'
  invoice.status_transitions.marked_uncollectible_at = world.now()
  world.emit('invoice.marked_uncollectible', invoice)
  endSubscription(world, subscription, 'payment_failed')
}
