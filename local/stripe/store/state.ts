import type * as wire from '../wire.ts'
import { collection } from './collection.ts'

/** What a session keeps that Stripe does not show on it. */
export type CheckoutPlan = {
  id: string
  lineItems: wire.LineItem[]
  metadata: Record<string, string>
  description: string | null
  transferGroup: string | null
  subscriptionMetadata: Record<string, string>
  trialEnd: number | null
  /** Why the last attempt was refused, for the hosted page; gone once it pays. */
  lastRefusal: string | null
  /** The payment, once it was first tried. */
  intent: string | null
}

/** How a saved card behaves when it is charged without its holder. */
export type SavedCard = { id: string; number: string; customer: string | null; failNext: boolean }

/** A balance transaction and whose balance it moved: the platform's, or a connected account's. */
export type BalanceEntry = { id: string; owner: string; transaction: wire.BalanceTransaction }

export type OwnedPayout = { id: string; owner: string; payout: wire.Payout }

/** When an owner's money goes to the bank by itself; `id` is the owner. Without one, daily. */
export type PayoutSchedule = {
  id: string
  interval: 'daily' | 'manual' | 'monthly' | 'weekly'
  weekDays: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday')[]
  monthDays: number[]
  /** What automatic payouts leave there. */
  minimumPence: number | null
}

/** The last day, in days since 1970 (UTC), on which automatic payouts were looked at; `id` is the owner. */
export type PayoutDay = { id: string; day: number }

/** What Stripe lets the operator's own account do. */
export type PlatformStanding = { id: string; isProfileComplete: boolean; mayAskForTransfersAlone: boolean }

export type AccountLink = {
  id: string
  account: string
  expiresAt: number
  used: boolean
  returnUrl: string
  refreshUrl: string
}

/** An endpoint with what Stripe does not show of it. */
export type KeptEndpoint = Omit<wire.WebhookEndpoint, 'secret' | 'deleted'> & { isConnect: boolean; secret: string }

export type Delivery = {
  id: string
  event: string
  url: string
  /** The endpoint that was made by the API; those that the program was started with are known by address and kind. */
  endpoint?: string
  kind: 'platform' | 'connect'
  attempts: number
  nextAtMs: number
  state: 'pending' | 'held' | 'sending'
}

export type IdempotentAnswer = {
  id: string
  fingerprint: string
  path: string
  status: number
  body: string
  requestId: string
  createdMs: number
}

/** Everything the stand-in remembers; each member is saved under its name. */
export const emptyState = () => ({
  checkoutSessions: collection<wire.CheckoutSession, 'payment_intent' | 'subscription' | 'customer' | 'status'>({
    payment_intent: (session) => session.payment_intent,
    subscription: (session) => session.subscription,
    customer: (session) => session.customer,
    status: (session) => session.status,
  }),
  checkoutPlans: collection<CheckoutPlan>({}),
  paymentIntents: collection<wire.PaymentIntent, 'customer'>({ customer: (intent) => intent.customer }),
  paymentMethods: collection<wire.PaymentMethod, 'customer'>({ customer: (method) => method.customer }),
  savedCards: collection<SavedCard>({}),
  charges: collection<wire.Charge, 'payment_intent' | 'transfer_group' | 'customer'>({
    payment_intent: (charge) => charge.payment_intent,
    transfer_group: (charge) => charge.transfer_group,
    customer: (charge) => charge.customer,
  }),
  refunds: collection<wire.Refund, 'charge' | 'payment_intent' | 'status'>({
    charge: (refund) => refund.charge,
    status: (refund) => refund.status,
    payment_intent: (refund) => refund.payment_intent,
  }),
  disputes: collection<wire.Dispute, 'charge' | 'payment_intent'>({
    charge: (dispute) => dispute.charge,
    payment_intent: (dispute) => dispute.payment_intent,
  }),
  balanceEntries: collection<BalanceEntry, 'owner' | 'source'>({
    owner: (entry) => entry.owner,
    source: (entry) => entry.transaction.source,
  }),
  accounts: collection<wire.Account>({}),
  accountLinks: collection<AccountLink>({}),
  transfers: collection<wire.Transfer, 'destination' | 'transfer_group' | 'source_transaction'>({
    destination: (transfer) => transfer.destination,
    transfer_group: (transfer) => transfer.transfer_group,
    source_transaction: (transfer) => transfer.source_transaction,
  }),
  payouts: collection<OwnedPayout, 'owner'>({ owner: (payout) => payout.owner }),
  platform: collection<PlatformStanding>({}),
  payoutSchedules: collection<PayoutSchedule>({}),
  payoutDays: collection<PayoutDay>({}),
  products: collection<wire.Product>({}),
  prices: collection<wire.Price, 'product' | 'lookup_key'>({
    product: (price) => price.product,
    lookup_key: (price) => price.lookup_key,
  }),
  customers: collection<wire.Customer, 'email'>({ email: (customer) => customer.email }),
  deletedCustomers: collection<{ id: string }>({}),
  subscriptions: collection<wire.Subscription, 'customer'>({ customer: (subscription) => subscription.customer }),
  invoices: collection<wire.Invoice, 'customer'>({ customer: (invoice) => invoice.customer }),
  paymentMethodConfigurations: collection<wire.PaymentMethodConfiguration>({}),
  portalSessions: collection<wire.PortalSession>({}),
  portalConfigurations: collection<wire.PortalConfiguration>({}),
  events: collection<wire.Event, 'type'>({ type: (event) => event.type }),
  webhookEndpoints: collection<KeptEndpoint>({}),
  deliveries: collection<Delivery, 'event'>({ event: (delivery) => delivery.event }),
  idempotentAnswers: collection<IdempotentAnswer>({}),
})

export type State = ReturnType<typeof emptyState>
