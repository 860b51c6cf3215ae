/**
 * What Stripe takes in a second: of an account all in all, in live mode, and on each endpoint, sandboxes included
 * (https://docs.stripe.com/rate-limits). The account's limits may be raised by Stripe: then they are raised here.
 */
const stripeLimits = { accountPerSecond: 100, endpointPerSecond: 25 } as const
/** Buyers at the checkout come first. */
const leftToBuyers = 0.3

/**
 * How payouts use Stripe, in one place: the queue lets so many workers work at once, and each begins a call so often.
 * Together they stay below 17.5 calls a second however fast Stripe answers, transfers and reading accounts counted
 * alike; a worker that waits half a second for each answer still reaches its part of them.
 */
export const payoutPace = {
  workers: 10,
  callsPerSecond: (1 - leftToBuyers) * Math.min(stripeLimits.accountPerSecond, stripeLimits.endpointPerSecond),
} as const

/** From the beginning of a worker's call to that of its next. */
const everyMs = (payoutPace.workers / payoutPace.callsPerSecond) * 1_000

/** Resolves when the next call may begin. */
export type Turn = () => Promise<void>

/**
 * The turns of one worker.
 * @param parts.nowMs A clock that only goes forward, in real time.
 * @param parts.scale How many times faster than Stripe allows; 1 but where a stand-in is called.
 */
export const inTurn = ({
  nowMs,
  wait,
  scale,
}: {
  nowMs: () => number
  wait: (ms: number) => Promise<unknown>
  scale: () => number
}): Turn => {
  let nextMs = Number.NEGATIVE_INFINITY
  return async () => {
    const atMs = Math.max(nowMs(), nextMs)
    nextMs = atMs + everyMs / scale()
    const waitMs = atMs - nowMs()
    if (waitMs > 0) await wait(waitMs)
  }
}
