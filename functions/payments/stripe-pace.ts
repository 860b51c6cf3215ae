/**
 * What Stripe takes in a second on one endpoint before it is asked for more (https://docs.stripe.com/rate-limits). Of an account it
 * takes 100 all in all, so the endpoint is what payouts and comparisons meet first: each calls one nearly alone.
 */
export const stripeAsDelivered = 25
/** Buyers at the checkout and whoever looks at a page come first: they call without waiting for a turn. */
const leftToPeople = 0.3

/** What all workers behind the visitor's back call together: payouts, webhooks, reconciliation and comparisons, reads and writes. */
export const workersCallsPerSecond = (stripeCallsPerSecond: number): number =>
  Math.round((1 - leftToPeople) * stripeCallsPerSecond * 100) / 100

/** A queue starts no more (https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html). */
const mostWorkers = 1_000
/** Copies that settle what Stripe tells: twenty at least, and so many that they use up the pace while Stripe takes a third of a second. */
export const settlingWorkers = (stripeCallsPerSecond: number): number =>
  Math.min(mostWorkers, Math.max(20, Math.ceil(0.36 * workersCallsPerSecond(stripeCallsPerSecond))))

/** The part of that pace with which open orders are asked for, one by one; the rest is left to webhooks and payouts. */
export const reconcilingShare = 0.5
/** Copies that use up that part while Stripe takes a third of a second; five at least. */
export const reconcilingWorkers = (stripeCallsPerSecond: number): number =>
  Math.min(mostWorkers, Math.max(5, Math.ceil(0.36 * reconcilingShare * workersCallsPerSecond(stripeCallsPerSecond))))

/**
 * As many payouts at once as use up that pace while Stripe takes half a second for a transfer: a worker of the weekly run makes
 * one call after the other.
 */
export const payoutWorkers = (stripeCallsPerSecond: number): number =>
  Math.max(2, Math.ceil(0.57 * workersCallsPerSecond(stripeCallsPerSecond)))
