import { runInNewContext } from 'node:vm'
import * as z from 'zod'

const Headers = z
  .record(z.string(), z.object({ value: z.string() }))
  .transform((headers) => Object.fromEntries(Object.entries(headers).map(([name, { value }]) => [name, value])))
const Rewritten = z.object({ uri: z.string(), headers: Headers })
const Refused = z.object({ statusCode: z.int(), headers: Headers })

/** The address to ask for, and the headers that the function has set. */
export type Rewritten = z.output<typeof Rewritten>
/** An answer of the function itself: no origin is asked. */
export type Refused = z.output<typeof Refused>
type HeadersByName = Readonly<Record<string, string>>

/** In the shape of a function's event (…/DeveloperGuide/functions-event-structure.html). */
const asEvent = (headers: HeadersByName) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }]))

const run = (code: string, event: object): unknown => runInNewContext(`${code}; handler(${JSON.stringify(event)})`)

/**
 * Runs a CloudFront function of the template on a request.
 * @throws when it answers neither a request nor a response.
 */
export const viewerRequest = (code: string, request: { uri: string; method: string }): Rewritten | Refused =>
  z.union([Refused, Rewritten]).parse(run(code, { request: { ...request, headers: {} } }))

/**
 * Names that such a function neither sees nor sets: with one of them CloudFront answers 502
 * (…/DeveloperGuide/edge-function-restrictions-all.html).
 */
const forbidden =
  /^(?:connection|expect|keep-alive|proxy-.*|trailer|upgrade|x-accel-.*|x-amz-cf-.*|x-amzn-.*|x-cache|x-edge-.*|x-forwarded-proto|x-real-ip)$/
/** What it may read alone, by the same page, and what says how the body is sent, which is refused here to be sure. */
const readOnly = ['via', 'warning', 'host', 'content-encoding', 'content-length', 'transfer-encoding']

/**
 * Runs a CloudFront function of the template on an answer that goes out.
 * @param answered Its headers, by names in lower case.
 * @returns the headers to send.
 * @throws when it touches what CloudFront lets no function touch.
 */
export const viewerResponse = (
  code: string,
  asked: { readonly uri: string; readonly method: string; readonly headers: HeadersByName },
  answered: { readonly status: number; readonly headers: HeadersByName },
): HeadersByName => {
  // Nothing of an answer that failed goes through it (the same page).
  if (answered.status >= 400) return answered.headers
  const isHidden = ([name]: readonly [string, unknown]) => forbidden.test(name)
  const all = Object.entries(answered.headers)
  const seen = Object.fromEntries(all.filter((each) => !isHidden(each)))
  const event = {
    request: { ...asked, headers: asEvent(asked.headers) },
    response: { statusCode: answered.status, headers: asEvent(seen) },
  }
  const { statusCode, headers } = Refused.parse(run(code, event))
  const touched =
    readOnly.find((name) => headers[name] !== seen[name]) ?? Object.keys(headers).find((name) => forbidden.test(name))
  if (touched !== undefined) throw new Error(`A function of CloudFront may not change ${touched}.`)
  if (statusCode !== answered.status)
    throw new Error('A function of CloudFront may not change the status of an answer.')
  return { ...Object.fromEntries(all.filter(isHidden)), ...headers }
}
