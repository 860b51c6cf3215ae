import { runInNewContext } from 'node:vm'
import * as z from 'zod'

const Request = z.object({
  uri: z.string(),
  headers: z.record(z.string(), z.object({ value: z.string() })),
})
/** The address to ask for, and the headers that the function has set. */
export type Rewritten = { readonly uri: string; readonly headers: Readonly<Record<string, string>> }

/**
 * Runs a CloudFront function of the template on a request.
 * @throws when it answers anything but a request.
 */
export const viewerRequest = (code: string, uri: string): Rewritten => {
  const event = JSON.stringify({ request: { uri, headers: {} } })
  const { headers, ...request } = Request.parse(runInNewContext(`${code}; handler(${event})`))
  return {
    ...request,
    headers: Object.fromEntries(Object.entries(headers).map(([name, { value }]) => [name, value])),
  }
}
