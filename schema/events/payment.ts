import * as z from 'zod'

/**
 * What the webhook hands to the worker: which object of Stripe's changed. A hint only; the worker reads the object anew,
 * so order, age and number of these messages do not matter.
 */
export const PaymentEvent = z.object({
  eventId: z.string(),
  type: z.string(),
  source: z.enum(['platform', 'connect']),
  objectId: z.string(),
  /** The charge that a refund or dispute is about. */
  chargeId: z.string().nullable(),
  /** The connected account that it happened on. */
  accountId: z.string().nullable(),
  /** The customer whose subscription is to be looked at; absent for what has nothing to do with one. */
  customerId: z.string().optional(),
})
export type PaymentEvent = z.infer<typeof PaymentEvent>

/** A webhook body: the little of Stripe's event that is looked at. */
export const StripeEvent = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  livemode: z.boolean(),
  account: z.string().max(255).optional(),
  data: z.object({
    object: z.object({
      id: z.string().max(255).optional(),
      object: z.string().max(255),
      charge: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
      customer: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
      /** Of a Checkout Session: "payment" or "subscription". */
      mode: z.string().max(255).nullish(),
    }),
  }),
})
export type StripeEvent = z.infer<typeof StripeEvent>
