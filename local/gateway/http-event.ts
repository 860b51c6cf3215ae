import type { IncomingMessage } from 'node:http'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { DateTime } from 'luxon'
import { account } from '#local/template/names.ts'
import type { Matched } from './routes.ts'
import type { Authorized } from './token-authorizer.ts'

/** Bodies of these types reach a function as text, all others in base64. */
const isText = (contentType: string | undefined) =>
  contentType !== undefined && /^(text\/|application\/(json|javascript|xml)\b|[^;]*\+(json|xml)\b)/i.test(contentType)

const joined = (values: Iterable<[string, string]>) => {
  const result: Record<string, string> = {}
  for (const [name, value] of values) result[name] = result[name] === undefined ? value : `${result[name]},${value}`
  return result
}

/** Header names in lower case, repeated ones joined by commas; cookies travel in a field of their own. */
const headersOf = (request: IncomingMessage) => {
  const raw = request.rawHeaders
  const pairs = raw.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name.toLowerCase(), raw[index + 1] ?? '']] : [],
  )
  return joined(pairs.filter(([name]) => name !== 'cookie'))
}

const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'trailer', 'expect'])

export type EventParts = {
  readonly request: IncomingMessage
  readonly body: Buffer
  readonly url: URL
  readonly matched: Matched
  readonly authorized: Authorized | undefined
  readonly requestId: string
  readonly at: Date
  /** What CloudFront adds; a client's headers of these names are dropped. */
  readonly added: Readonly<Record<string, string>>
}

/** The event that API Gateway's HTTP API hands to a function, payload format 2.0. */
export const httpEvent = (parts: EventParts): APIGatewayProxyEventV2 => {
  const { request, body, url, matched, authorized, requestId, at, added } = parts
  const sent = Object.entries(headersOf(request)).filter(
    ([name]) => !hopByHop.has(name) && !name.startsWith('cloudfront-') && added[name] === undefined,
  )
  const headers: Record<string, string> = { ...Object.fromEntries(sent), ...added }
  const cookies = (request.headers.cookie ?? '').split('; ').filter((cookie) => cookie !== '')
  const query = joined(url.searchParams)
  const textual = isText(headers['content-type'])
  return {
    version: '2.0',
    routeKey: matched.route.routeKey,
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    ...(cookies.length > 0 && { cookies }),
    headers,
    ...(Object.keys(query).length > 0 && { queryStringParameters: query }),
    ...(Object.keys(matched.params).length > 0 && { pathParameters: { ...matched.params } }),
    requestContext: {
      accountId: account,
      apiId: 'local',
      ...(authorized && {
        authorizer: {
          jwt: { claims: authorized.claims, scopes: authorized.scopes },
          principalId: '',
          integrationLatency: 0,
        },
      }),
      domainName: url.hostname,
      domainPrefix: url.hostname.split('.')[0] ?? '',
      http: {
        method: request.method ?? 'GET',
        path: url.pathname,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: request.socket.remoteAddress ?? '127.0.0.1',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId,
      routeKey: matched.route.routeKey,
      stage: '$default',
      time: DateTime.fromJSDate(at, { zone: 'utc' }).toFormat('dd/LLL/yyyy:HH:mm:ss ZZZ'),
      timeEpoch: at.getTime(),
    },
    ...(body.length > 0 && { body: body.toString(textual ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !textual,
  }
}
