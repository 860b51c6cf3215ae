import * as z from 'zod'
import { endpoint, subject } from './endpoint.ts'

const signature = z.object({ 'stripe-signature': z.string().max(2_000) })
const accepted = z.object({ received: z.literal(true) })

/** Stripe's two webhook endpoints: each has its own signing secret (docs/money.md, section "Webhook events"). */
export const payments = subject('payments', 'Payments are taken but orders are not confirmed.', {
  stripeWebhook: endpoint({
    method: 'POST',
    path: '/webhooks/stripe',
    access: 'public',
    summary: 'Events of the platform account',
    headers: signature,
    raw: true,
    response: accepted,
    errors: ['invalid_signature'],
  }),
  stripeConnectWebhook: endpoint({
    method: 'POST',
    path: '/webhooks/stripe-connect',
    access: 'public',
    summary: 'Events of connected accounts',
    headers: signature,
    raw: true,
    response: accepted,
    errors: ['invalid_signature'],
  }),
})
