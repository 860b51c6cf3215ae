import * as z from 'zod'
import { endpoint, subject } from './endpoint.ts'

const signature = z.object({ 'stripe-signature': z.string().max(2_000) })
/** Stripe names no limit for its events; those with objects in full are some 10 kB, and a refused one is lost. */
const eventBytes = 262_144
const accepted = z.object({ received: z.literal(true) })

/** Stripe's two webhook endpoints: each has its own signing secret (docs/money.md, "Webhooks"). */
export const payments = subject('payments', 'Payments are taken but orders are not confirmed.', {
  stripeWebhook: endpoint({
    method: 'POST',
    path: '/webhooks/stripe',
    access: 'public',
    summary: 'Events of the platform account',
    headers: signature,
    raw: true,
    maxBodyBytes: eventBytes,
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
    maxBodyBytes: eventBytes,
    response: accepted,
    errors: ['invalid_signature'],
  }),
})
