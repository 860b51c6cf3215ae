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

/**
 * Runs a CloudFront function of the template on a request.
 * @throws when it answers neither a request nor a response.
 */
export const viewerRequest = (code: string, request: { uri: string; method: string }): Rewritten | Refused => {
  const event = JSON.stringify({ request: { ...request, headers: {} } })
  return z.union([Refused, Rewritten]).parse(runInNewContext(`${code}; handler(${event})`))
}
