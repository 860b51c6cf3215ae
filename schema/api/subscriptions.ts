import * as z from 'zod'
import { SubscriptionState } from '#schema/entities/profile.ts'
import { Timestamp } from '#schema/text.ts'
import { endpoint, subject } from './endpoint.ts'
import { TrialView } from './profiles.ts'

/** Where the card provider shows its page; the browser goes there in the same tab. */
const Away = z.object({ url: z.string() })

/** Open to those whose trial is over: they are the ones to subscribe. */
export const subscriptions = subject('subscriptions', 'Photographers cannot subscribe, cancel or change their card.', {
  get: endpoint({
    method: 'GET',
    path: '/me/subscription',
    access: 'photographer',
    summary: 'Trial and subscription as the card provider sees them now',
    response: z.object({ state: SubscriptionState, paidUntil: Timestamp.nullable(), trial: TrialView }),
    errors: [],
  }),
  start: endpoint({
    method: 'POST',
    path: '/me/subscription',
    access: 'photographer',
    summary: 'The page to subscribe on; for a subscriber, the page to manage the subscription',
    response: Away,
    errors: [],
  }),
  manage: endpoint({
    method: 'POST',
    path: '/me/subscription/portal',
    access: 'photographer',
    summary: 'The page to change the card, cancel, resume and see invoices',
    response: Away,
    errors: [],
  }),
})
