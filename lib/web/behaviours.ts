import { Duration } from 'aws-cdk-lib'
import {
  AllowedMethods,
  type BehaviorOptions,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  type FunctionAssociation,
  type IOrigin,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  type ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { OriginGroup } from 'aws-cdk-lib/aws-cloudfront-origins'
import type { Construct } from 'constructs'
import { edgePatterns } from '#lib/api/edge-paths.ts'
import { api } from '#schema/api/all.ts'
import { pageAddressHeader, pageParameters, servedAddresses } from '#schema/served-pages.ts'

export const readOnly = {
  viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
  allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
  compress: true,
} as const

/**
 * Other methods are forwarded, so that the API or the page function answers 405; CloudFront itself would answer 403.
 * This is not possible for pages with an origin group: CloudFront forbids it ("AllowedMethods cannot include POST […]
 * for a cached behavior associated with an origin group": aws/aws-cdk#32450).
 */
export const answered = { allowedMethods: AllowedMethods.ALLOW_ALL } as const

/** The request headers that endpoints of the contract read. */
const askedHeaders = (): string[] => {
  const names = Object.values(api).flatMap(({ endpoints }) =>
    Object.values(endpoints).flatMap((endpoint) => ('headers' in endpoint ? Object.keys(endpoint.headers.shape) : [])),
  )
  return [...new Set(names)].sort()
}

/** What the contract lets the edge keep has its own behaviours; the rest of the API passes through. */
export const apiBehaviours = (
  scope: Construct,
  origins: { readonly fresh: IOrigin; readonly kept: IOrigin },
  responseHeadersPolicy: ResponseHeadersPolicy,
): Record<string, BehaviorOptions> => {
  const asked = askedHeaders()
  const common = {
    responseHeadersPolicy,
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    ...answered,
    compress: true,
  }
  // Seconds and stale-while-revalidate are the response's own; without them nothing is kept. Who asks is not part of
  // the key and is not sent on, so the answer cannot depend on it.
  const kept: BehaviorOptions = {
    ...common,
    origin: origins.kept,
    cachePolicy: new CachePolicy(scope, 'PublicAnswers', {
      comment: 'Answers that are the same for everyone with the same grant',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.minutes(10),
      queryStringBehavior: CacheQueryStringBehavior.all(),
      headerBehavior: CacheHeaderBehavior.allowList('x-gallery-grant'),
      cookieBehavior: CacheCookieBehavior.none(),
      enableAcceptEncodingGzip: true,
      enableAcceptEncodingBrotli: true,
    }),
    originRequestPolicy: new OriginRequestPolicy(scope, 'PublicQuestions', {
      comment: 'The client address, for throttles',
      headerBehavior: OriginRequestHeaderBehavior.allowList('CloudFront-Viewer-Address'),
      queryStringBehavior: OriginRequestQueryStringBehavior.none(),
      cookieBehavior: OriginRequestCookieBehavior.none(),
    }),
  }
  const fresh: BehaviorOptions = {
    ...common,
    origin: origins.fresh,
    // CloudFront passes `Authorization` on only as part of a key, and a key only where something could be kept. So
    // one second is allowed and never used: these answers say no-store, and the default is nothing.
    cachePolicy: new CachePolicy(scope, 'OwnAnswers', {
      comment: 'Keeps nothing; passes the token on',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.seconds(1),
      queryStringBehavior: CacheQueryStringBehavior.all(),
      headerBehavior: CacheHeaderBehavior.allowList('Authorization', ...asked),
      cookieBehavior: CacheCookieBehavior.none(),
      enableAcceptEncodingGzip: true,
      enableAcceptEncodingBrotli: true,
    }),
    originRequestPolicy: new OriginRequestPolicy(scope, 'OwnQuestions', {
      comment: 'The client address, for throttles, and the type of what is sent',
      headerBehavior: OriginRequestHeaderBehavior.allowList('CloudFront-Viewer-Address', 'Content-Type', 'Origin'),
      queryStringBehavior: OriginRequestQueryStringBehavior.none(),
      cookieBehavior: OriginRequestCookieBehavior.none(),
    }),
  }
  const patterns = edgePatterns(Object.values(api)).map(
    ({ path, kept: isKept }) => [path, isKept ? kept : fresh] as const,
  )
  return Object.fromEntries([...patterns, ['/api/*', fresh] as const])
}

/**
 * Cached by path and query. The query holds the name under which the browser saves the file, and S3 returns it in the
 * answer's headers.
 */
export const fileCache = (scope: Construct): CachePolicy =>
  new CachePolicy(scope, 'Files', {
    comment: 'Bought files, by path and name of the saved file',
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.hours(1),
    maxTtl: Duration.days(1),
    queryStringBehavior: CacheQueryStringBehavior.allowList('response-content-disposition'),
    headerBehavior: CacheHeaderBehavior.none(),
    cookieBehavior: CacheCookieBehavior.none(),
  })

type PageFronts = {
  /** The function that draws pages, and where the application lies as it was built. */
  readonly primary: IOrigin
  readonly plain: IOrigin
  readonly functions: FunctionAssociation[]
  readonly headers: ResponseHeadersPolicy
}

/**
 * Public pages come from the function that draws them; where it fails, is refused or is slow, the plain application is
 * fetched under the same name. Kept by the page's address and what of its query shows something else.
 */
export const pageBehaviour = (
  scope: Construct,
  { primary, plain, functions, headers }: PageFronts,
): BehaviorOptions => ({
  ...readOnly,
  origin: new OriginGroup({
    primaryOrigin: primary,
    fallbackOrigin: plain,
    fallbackStatusCodes: [403, 500, 502, 503, 504],
  }),
  cachePolicy: new CachePolicy(scope, 'PublicPages', {
    comment: 'Pages that are the same for everyone, by address',
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.seconds(0),
    maxTtl: Duration.minutes(10),
    queryStringBehavior: CacheQueryStringBehavior.allowList(...pageParameters),
    headerBehavior: CacheHeaderBehavior.allowList(pageAddressHeader),
    cookieBehavior: CacheCookieBehavior.none(),
    enableAcceptEncodingGzip: true,
    enableAcceptEncodingBrotli: true,
  }),
  responseHeadersPolicy: headers,
  functionAssociations: functions,
})

/** What robots ask for: kept as long as the answer says, by path alone. */
export const robotBehaviours = (
  scope: Construct,
  origin: IOrigin,
  responseHeadersPolicy: ResponseHeadersPolicy,
): Record<string, BehaviorOptions> => {
  const behaviour: BehaviorOptions = {
    ...readOnly,
    ...answered,
    origin,
    responseHeadersPolicy,
    cachePolicy: new CachePolicy(scope, 'RobotAnswers', {
      comment: 'Sitemaps, robots.txt and pictures of link previews',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.days(1),
      queryStringBehavior: CacheQueryStringBehavior.none(),
      headerBehavior: CacheHeaderBehavior.none(),
      cookieBehavior: CacheCookieBehavior.none(),
      enableAcceptEncodingGzip: true,
      enableAcceptEncodingBrotli: true,
    }),
  }
  const { page: _page, ...served } = servedAddresses
  return Object.fromEntries(Object.values(served).map((path) => [path.replace(/\{\w+\}/, '*'), behaviour]))
}
