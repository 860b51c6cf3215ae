import type Stripe from 'stripe'

/**
 * What travels for the SDK's type `T` before anything is expanded: references are ids, and decimals are strings.
 * Building our answers to these types is what keeps every field the SDK promises in them.
 */
type Wire<T> = { [K in keyof T]: string extends T[K] ? Exclude<T[K], { object: string }> : T[K] }

export type CheckoutSession = Omit<Wire<Stripe.Checkout.Session>, 'line_items'>
export type LineItem = Omit<Wire<Stripe.LineItem>, 'price'> & { price: Price | null }
export type PaymentIntent = Wire<Stripe.PaymentIntent>
export type PaymentMethod = Wire<Stripe.PaymentMethod>
export type Charge = Omit<Wire<Stripe.Charge>, 'refunds'>
export type Refund = Wire<Stripe.Refund>
export type BalanceTransaction = Wire<Stripe.BalanceTransaction>
export type Dispute = Omit<Wire<Stripe.Dispute>, 'balance_transactions'> & {
  balance_transactions: BalanceTransaction[]
}
export type Account = Wire<Stripe.Account>
export type TransferReversal = Wire<Stripe.TransferReversal>
export type Transfer = Omit<Wire<Stripe.Transfer>, 'reversals'> & { reversals: List<TransferReversal> }
export type BalanceSettings = Stripe.BalanceSettings
export type Payout = Wire<Stripe.Payout>
export type Product = Wire<Stripe.Product>
export type Price = Omit<Wire<Stripe.Price>, 'unit_amount_decimal'> & { unit_amount_decimal: string | null }
export type Customer = Wire<Stripe.Customer>
export type SubscriptionItem = Omit<Wire<Stripe.SubscriptionItem>, 'price' | 'plan'> & { price: Price; plan: Plan }
export type Plan = Omit<Wire<Stripe.Plan>, 'amount_decimal'> & { amount_decimal: string | null }
export type Subscription = Omit<Wire<Stripe.Subscription>, 'items'> & { items: List<SubscriptionItem> }
export type Invoice = Wire<Stripe.Invoice>
export type WebhookEndpoint = Stripe.WebhookEndpoint
export type PaymentMethodConfiguration = Stripe.PaymentMethodConfiguration & { created: number }
export type PortalSession = Wire<Stripe.BillingPortal.Session>
export type PortalConfiguration = Wire<Stripe.BillingPortal.Configuration>

export type EventType = Stripe.Event.Type
export type Event = {
  id: string
  object: 'event'
  account?: string
  api_version: string
  created: number
  data: { object: object; previous_attributes?: object }
  livemode: false
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: EventType
}

type List<T> = { object: 'list'; data: T[]; has_more: boolean; url: string }
