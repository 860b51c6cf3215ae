import type { Stripe } from 'stripe'
import { type Log, systemLog } from '#functions/shared/log/logger.ts'
import { localSetting } from '#functions/shared/settings/settings.ts'
import { epochSeconds } from '#functions/shared/time/clock.ts'
import { urgent } from '#schema/alarms.ts'
import { AppError } from '#schema/errors.ts'
import { paymentsBusy } from './busy-payments.ts'
import type { Answer, Period } from './payments.ts'
import { describeRefusal, type StripeRefusal } from './refusal-log.ts'
import type { StripeModeStore } from './stripe-mode-store.ts'

const log = systemLog('stripe')

/** The version that the SDK's types describe; the webhook endpoints are created with the same one. */
export const stripeApiVersion = '2026-10-28.endive'

/** A quarter of a megabyte of which a quote or an order's page needs nothing: it is read by whoever calls Stripe. */
const sdk = async () => (await import('stripe')).Stripe

/**
 * Nothing is repeated behind our back: a repetition is ours, with the key that was stored.
 * @param timeoutMs A call that got no answer is given up after so long: the function that waits must outlive it.
 */
export const stripeClient = async (secretKey: string, { timeoutMs }: { timeoutMs: number }): Promise<Stripe> => {
  const local = localSetting('STRIPE_API_URL')
  const url = local === undefined ? undefined : new URL(local)
  return new (await sdk())(secretKey, {
    apiVersion: stripeApiVersion,
    maxNetworkRetries: 0,
    timeout: timeoutMs,
    telemetry: false,
    ...(url && {
      host: url.hostname,
      port: url.port,
      protocol: url.protocol === 'http:' ? 'http' : 'https',
    }),
  })
}

/** Secret and restricted keys (https://docs.stripe.com/keys); a stage begins with a generated text, which is neither. */
const isStripeKey = (secretKey: string): boolean => /^[sr]k_(test|live)_/.test(secretKey)

type SetUp = { modes: Pick<StripeModeStore, 'find'> }

/** Whether this stage has anything to do with Stripe: a key of Stripe's, or a mode from when it had one. */
export const isSetUp = async (secretKey: string, { modes }: SetUp): Promise<boolean> =>
  isStripeKey(secretKey) || (await modes.find()) !== undefined

/**
 * A stage that has no key yet sells nothing for money, and the rest of it works. One that was set up and lost its key is an
 * alarm.
 * @throws AppError `unavailable`.
 */
export const refuseWithoutKey = async (secretKey: string, { modes, log }: SetUp & { log: Log }): Promise<void> => {
  if (isStripeKey(secretKey)) return
  if ((await modes.find()) === undefined) log.info('stripe is not set up')
  else log.error(urgent.noStripeKey)
  throw new AppError('unavailable')
}

export const isLiveKey = (secretKey: string): boolean => /^[sr]k_live_/.test(secretKey)

/**
 * Customers, accounts and sales of one mode do not exist in the other: with a key of the other mode than the stage was set
 * up with, half of everything would be missing and the rest made twice. So nothing is asked with it at all.
 * @throws AppError `unavailable`, with an urgent alarm.
 */
export const refuseOtherMode = async (
  secretKey: string,
  { modes, log }: { modes: Pick<StripeModeStore, 'find'>; log: Log },
): Promise<void> => {
  const mode = await modes.find()
  if (mode === undefined || mode.isLive === isLiveKey(secretKey)) return
  log.error(urgent.otherMode, { isStageLive: mode.isLive })
  throw new AppError('unavailable')
}

const definite = new Set([400, 402, 403, 404])
const notExecuted = new Set([401, 409, 429])

/**
 * Whether Stripe asks for a moment: too many requests, another one under the same key (409), or another one that holds the
 * object (429 `lock_timeout`): https://docs.stripe.com/rate-limits, https://docs.stripe.com/api/idempotent_requests.
 */
const asksForTime = ({ statusCode }: Pick<StripeRefusal, 'statusCode'>): boolean =>
  statusCode === 409 || statusCode === 429

/** In Stripe's own words, for the operator: they say what to mend, and where. */
const noteRefusal = (error: StripeRefusal): void =>
  log.warn(
    error.statusCode === undefined ? 'stripe did not answer' : 'stripe refused a request',
    describeRefusal(error),
  )

/** What an error of a call that changes something means (docs/money.md, "Calls to Stripe"). */
const answerOfError = async (error: unknown): Promise<Exclude<Answer<never>, { kind: 'done' }>> => {
  if (!(error instanceof (await sdk()).errors.StripeError)) throw error
  noteRefusal(error)
  const status = error.statusCode
  if (status === undefined) return { kind: 'unknown' }
  if (notExecuted.has(status)) return { kind: 'not_executed', ...(asksForTime(error) && { isBusy: true }) }
  // The key was used with other parameters: what it did then, we do not know from this answer.
  if (error.type === 'StripeIdempotencyError') return { kind: 'unknown', isOtherRequest: true }
  if (!definite.has(status)) return { kind: 'unknown' }
  return { kind: 'refused', code: error.code ?? error.type }
}

/** Makes one changing call and classifies its answer. */
export const change = async <T>(call: () => Promise<T>): Promise<Answer<T>> => {
  try {
    return { kind: 'done', value: await call() }
  } catch (error) {
    return answerOfError(error)
  }
}

/**
 * Makes one reading call.
 * @param goneCode Another error code that says the object is not there for us.
 * @returns `undefined` for an object that does not exist (or exists in the other mode).
 * @throws AppError `unavailable` when Stripe cannot answer now, with the wait when it is too busy.
 */
export const read = async <T>(
  call: () => Promise<T>,
  { goneCode = 'resource_missing' }: { goneCode?: string } = {},
): Promise<T | undefined> => {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof (await sdk()).errors.StripeError)) throw error
    if (error.statusCode === 404 || error.code === 'resource_missing' || error.code === goneCode) return undefined
    noteRefusal(error)
    throw asksForTime(error) ? paymentsBusy() : new AppError('unavailable')
  }
}

export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

export const fromEpoch = (seconds: number): Date => new Date(seconds * 1_000)

/** A period as Stripe's lists take it: whole seconds, and none of them in two periods that follow one another. */
export const createdIn = ({ since, until }: Period) => ({
  gte: epochSeconds(since),
  ...(until && { lt: epochSeconds(until) }),
})
