import type { LogFields } from '#functions/shared/log/logger.ts'

/** What Stripe says of a request that it refused (https://docs.stripe.com/api/errors). */
export type StripeRefusal = {
  readonly rawType?: string | undefined
  readonly code?: string | undefined
  readonly param?: string | undefined
  readonly message: string
  readonly statusCode?: number | undefined
  readonly requestId?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** Parameters whose value a person chose: Stripe repeats it in the message ("Invalid email address: …"). */
const personal = /email|name|description|address|phone|statement_descriptor|metadata/
const mostCharacters = 300

/**
 * What of it may be logged: everything that says what to mend, nothing that says who it was about. A card's refusal is
 * about its holder, so its message is left out.
 */
export const describeRefusal = ({
  rawType,
  code,
  param,
  message,
  statusCode,
  requestId,
  headers,
}: StripeRefusal): LogFields => ({
  type: rawType,
  code,
  param,
  status: statusCode,
  stripeRequestId: requestId,
  // Which of its limits was met: https://docs.stripe.com/rate-limits
  limit: headers?.['stripe-rate-limited-reason'],
  ...(rawType !== 'card_error' && !personal.test(`${param ?? ''} ${code ?? ''}`) && { reason: withoutPeople(message) }),
})

const withoutPeople = (message: string): string =>
  message
    .split(' ')
    .map((word) => (word.includes('@') ? '(address)' : word))
    .join(' ')
    .replaceAll(/\b[rsp]k_(?:live|test)_\S+/g, '(key)')
    .replaceAll(/\b(?:\d{1,3}\.){3}\d{1,3}\b/g, '(host)')
    .slice(0, mostCharacters)
