import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { edgeHeaders } from '#functions/shared/http/edge-cache.ts'
import { isOutage } from '#functions/shared/http/outage.ts'
import { describeError } from '#functions/shared/log/logger.ts'
import { AppError, errors } from '#schema/errors.ts'
import { pageAddressHeader, servedAddresses } from '#schema/served-pages.ts'
import { previewPicture } from './preview-picture.ts'
import { robotsText } from './robots.ts'
import { type Served, servePage } from './serve-page.ts'
import { sitemapIndex, sitemapPart } from './sitemap.ts'

type Event = Pick<APIGatewayProxyEventV2, 'headers' | 'queryStringParameters' | 'pathParameters' | 'routeKey'> & {
  readonly requestContext: { readonly http: { readonly method: string } }
}
type Parts = Parameters<typeof servePage>[0] &
  Parameters<typeof sitemapIndex>[0] &
  Parameters<typeof previewPicture>[0] & {
    readonly stage: string
    readonly cameThroughFront: (header: string | undefined) => Promise<boolean>
  }

const reads: readonly string[] = ['GET', 'HEAD']

/** An address that no page has: it has too many parts. */
const noPage = '/a/page/that/does/not/exist'

/** Robots come back in their own time; a day-old list of pages serves them as well. */
const dayCache = 'public, max-age=3600, s-maxage=86400'

/** The handler behind the addresses of `servedAddresses`: pages for people, lists for robots. */
export const servePages = (parts: Parts) => {
  const page = servePage(parts)
  const xml = (body: string): Served => ({
    statusCode: 200,
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': dayCache },
    body,
  })
  const answers: Readonly<Record<string, (event: Event) => Promise<Served>>> = {
    [servedAddresses.page]: ({ headers, queryStringParameters }) =>
      page({
        address: headers[pageAddressHeader] ?? servedAddresses.page,
        query: queryStringParameters ?? {},
        ifNoneMatch: headers['if-none-match'],
      }),
    [servedAddresses.robots]: async () => ({
      statusCode: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': dayCache },
      body: robotsText(parts),
    }),
    [servedAddresses.sitemap]: async () => xml(await sitemapIndex(parts)),
    [servedAddresses.sitemapPart]: async ({ pathParameters }) =>
      xml(await sitemapPart(parts, pathParameters?.part ?? '')),
    [servedAddresses.picture]: async ({ pathParameters }) => {
      const { location, keeping } = await previewPicture(parts, pathParameters?.picture ?? '')
      return { statusCode: 302, headers: { location, ...edgeHeaders(keeping, parts.now()) } }
    },
  }

  /**
   * What no other route takes: an address that looks like a file's, and no file is there (lib/web/storefront.ts), or
   * another method at an address of ours (RFC 9110, 15.5.6).
   */
  const missing = async ({ requestContext }: Event) => {
    if (!reads.includes(requestContext.http.method)) throw new AppError('method_not_allowed')
    return page({ address: noPage, query: {}, ifNoneMatch: undefined })
  }

  return async (event: Event): Promise<APIGatewayProxyStructuredResultV2> => {
    try {
      if (!(await parts.cameThroughFront(event.headers['x-origin-verify']))) throw new AppError('forbidden')
      const answer = event.routeKey === '$default' ? missing : answers[event.routeKey.split(' ')[1] ?? '']
      if (!answer) throw new AppError('not_found')
      const { headers, ...served } = await answer(event)
      return { ...served, headers: { ...headers, 'x-content-type-options': 'nosniff' } }
    } catch (error) {
      return refusal(parts, event, error)
    }
  }
}

/** CloudFront shows the plain application instead of an answer of 500 or more. */
const refusal = (
  { log }: Pick<Parts, 'log'>,
  { routeKey }: Event,
  error: unknown,
): APIGatewayProxyStructuredResultV2 => {
  const known = error instanceof AppError ? error : new AppError(isOutage(error) ? 'unavailable' : 'internal')
  const [statusCode, sentence] = errors[known.code]
  if (statusCode >= 500) log.error('failed', { endpoint: routeKey, code: known.code, ...describeError(error) })
  return {
    statusCode,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'private, no-store',
      ...(known.code === 'method_not_allowed' && { allow: reads.join(', ') }),
    },
    body: sentence,
  }
}
