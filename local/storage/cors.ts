import type { IncomingMessage } from 'node:http'
import type { CorsRulePlan } from '#local/template/plan.ts'

const fits = (pattern: string, text: string) =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replaceAll(/[.+?^$()|[\]\\{}]/g, '\\$&'))
      .join('.*')}$`,
    'i',
  ).test(text)

const matching = (rules: readonly CorsRulePlan[], origin: string, method: string) =>
  rules.find(
    ({ AllowedOrigins, AllowedMethods }) =>
      AllowedMethods.includes(method) && AllowedOrigins.some((allowed) => fits(allowed, origin)),
  )

const headersOf = (rule: CorsRulePlan, origin: string) => ({
  'access-control-allow-origin': rule.AllowedOrigins.includes('*') ? '*' : origin,
  'access-control-allow-methods': rule.AllowedMethods.join(', '),
  ...(rule.ExposedHeaders.length > 0 && { 'access-control-expose-headers': rule.ExposedHeaders.join(', ') }),
  vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
})

/** The CORS headers of a bucket's rules for a request that is not a preflight; none without a rule for its origin. */
export const corsHeaders = (rules: readonly CorsRulePlan[], request: IncomingMessage): Record<string, string> => {
  const { origin } = request.headers
  const rule = origin === undefined ? undefined : matching(rules, origin, request.method ?? 'GET')
  return rule && origin !== undefined ? headersOf(rule, origin) : {}
}

/** The answer to a preflight, or `undefined` where the bucket's rules do not allow what it asks for. */
export const preflightHeaders = (
  rules: readonly CorsRulePlan[],
  request: IncomingMessage,
): Record<string, string> | undefined => {
  const { origin } = request.headers
  const method = request.headers['access-control-request-method']
  if (origin === undefined || method === undefined) return undefined
  const rule = matching(rules, origin, method)
  const asked = (request.headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
  if (!rule || !asked.every((name) => rule.AllowedHeaders.some((allowed) => fits(allowed, name)))) return undefined
  return {
    ...headersOf(rule, origin),
    ...(asked.length > 0 && { 'access-control-allow-headers': asked.join(', ') }),
    ...(rule.MaxAge !== undefined && { 'access-control-max-age': String(rule.MaxAge) }),
  }
}
