import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Aws, Duration, Validations } from 'aws-cdk-lib'
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager'
import {
  AllowedMethods,
  type BehaviorOptions,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  CfnDistribution,
  Distribution,
  Function as EdgeFunction,
  type FunctionAssociation,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  type IOrigin,
  OriginProtocolPolicy,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  PriceClass,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  SSLMethod,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin, OriginGroup, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53'
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets'
import { Construct } from 'constructs'
import { edgePatterns } from '#lib/api/edge-paths.ts'
import type { FrontDoor } from '#lib/api/front-door.ts'
import type { MarketSecrets } from '#lib/data/market-secrets.ts'
import type { MarketFunction } from '#lib/functions/market-function.ts'
import { signInHost } from '#lib/identity/market-users.ts'
import type { MediaKeys } from '#lib/media/media-keys.ts'
import type { PhotoStorage } from '#lib/media/photo-storage.ts'
import { bucketNameOf, type PrivateBucket } from '#lib/media/private-bucket.ts'
import type { Stage } from '#lib/stage.ts'
import { api } from '#schema/api/all.ts'
import { edgeTagHeader } from '#schema/events/edge.ts'
import { appSegments, pageAddressHeader, pageParameters, servedAddresses } from '#schema/served-pages.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'

export type StorefrontProps = {
  readonly stage: Stage
  readonly pages: PrivateBucket
  readonly door: FrontDoor
  /** Behind it is the function that draws pages. */
  readonly pageDoor: FrontDoor
  readonly photos: PhotoStorage
  readonly keys: MediaKeys
  readonly secrets: MarketSecrets
  readonly firewallArn: string
  readonly certificate: ICertificate | undefined
}

/** The one origin that browsers know: pages, `/api/*`, `/media/*` and `/files/*`. */
export class Storefront extends Construct {
  readonly distribution: Distribution
  /** Without a trailing slash. */
  readonly siteUrl: string

  constructor(scope: Construct, id: string, props: StorefrontProps) {
    super(scope, id)
    const { stage, pages, door, pageDoor, photos, keys, secrets } = props
    const headers = securityHeaders(this, stage)
    const signed = { trustedKeyGroups: [keys.group], responseHeadersPolicy: headers, ...readOnly }
    // One regional cache asks for all edges: what a seldom visited gallery needs is fetched once.
    const shielded = { originShieldEnabled: true, originShieldRegion: stage.region }
    const renditions = S3BucketOrigin.withOriginAccessControl(photos.renditions, shielded)
    const deliveries = S3BucketOrigin.withOriginAccessControl(photos.deliveries)
    const files = S3BucketOrigin.withOriginAccessControl(pages)
    const addresses = [{ function: this.addressOfPage(), eventType: FunctionEventType.VIEWER_REQUEST }]
    const plain: BehaviorOptions = {
      ...readOnly,
      ...answered,
      origin: files,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: headers,
      functionAssociations: addresses,
    }
    const asked = {
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      customHeaders: { 'x-origin-verify': secrets.originVerify() },
      readTimeout: Duration.seconds(30),
    }
    const backend = new HttpOrigin(door.host, asked)
    const pageServer = (originId: string) => new HttpOrigin(pageDoor.host, { ...asked, ...shielded, originId })
    const keptBackend = new HttpOrigin(door.host, { ...asked, ...shielded, originId: 'KeptAnswers' })

    this.distribution = new Distribution(this, 'Distribution', {
      comment: `Darkslide ${stage.name}`,
      httpVersion: HttpVersion.HTTP2_AND_3,
      enableIpv6: true,
      priceClass: PriceClass.PRICE_CLASS_ALL,
      webAclId: props.firewallArn,
      ...(stage.domainName === undefined || props.certificate === undefined
        ? {}
        : {
            domainNames: [stage.domainName],
            certificate: props.certificate,
            minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
            sslSupportMethod: SSLMethod.SNI,
          }),
      defaultBehavior: this.pageBehaviour(pageDoor, secrets, { plain: files, addresses, headers, shielded }),
      // Errors keep their bodies and are not kept: the default of ten seconds would repeat a 404 of a photo that is
      // there by now, or a 503 to whoever tries again.
      errorResponses: [400, 403, 404, 405, 500, 501, 502, 503, 504].map((httpStatus) => ({
        httpStatus,
        ttl: Duration.seconds(0),
      })),
      additionalBehaviors: {
        '/media/*': { ...signed, origin: renditions, cachePolicy: CachePolicy.CACHING_OPTIMIZED },
        '/files/*': { ...signed, origin: deliveries, cachePolicy: this.fileCache(), compress: false },
        ...this.apiBehaviours({ fresh: backend, kept: keptBackend }, headers),
        ...this.robotBehaviours(pageServer('RobotServer'), headers),
        // The application's own pages, which no function draws, and every file.
        ...Object.fromEntries(appSegments.flatMap(pathsOf).map((path) => [path, plain])),
        '/*.*': {
          ...plain,
          ...readOnly,
          // Of what is not there S3 says 403 in XML, since CloudFront may not list the bucket; the page that says so is ours.
          origin: new OriginGroup({
            primaryOrigin: files,
            fallbackOrigin: pageServer('MissingFiles'),
            fallbackStatusCodes: [403, 404],
          }),
        },
      },
    })
    callBackByTag(this.distribution)
    Validations.of(this.distribution).acknowledge(
      { id: 'AwsSolutions-CFR1', reason: 'Buyers may be anywhere.' },
      {
        id: 'AwsSolutions-CFR3',
        reason:
          'Its lines would hold order ids and signatures, which are secrets; the API logs routes, the firewall counts.',
      },
      ...(stage.domainName === undefined
        ? [
            {
              id: 'AwsSolutions-CFR4',
              reason: "CloudFront's own certificate allows no choice; an own domain gets TLS 1.2.",
            },
          ]
        : []),
    )
    this.siteUrl = `https://${stage.domainName ?? this.distribution.distributionDomainName}`
    this.nameIt(stage)
  }

  /** Tells `fn` where the site is, for links and redirects. */
  grantLink(fn: MarketFunction): void {
    fn.setting('SITE_URL', this.siteUrl)
  }

  /** Lets `fn` make the edge forget. */
  grantCallBack(fn: MarketFunction): void {
    const { distributionId } = this.distribution
    fn.allow({
      actions: ['cloudfront:CreateInvalidation'],
      resources: [`arn:aws:cloudfront::${Aws.ACCOUNT_ID}:distribution/${distributionId}`],
    })
    fn.setting('DISTRIBUTION_ID', distributionId)
  }

  /** What the contract lets the edge keep has its own behaviours; the rest of the API passes through. */
  private apiBehaviours(
    origins: { readonly fresh: IOrigin; readonly kept: IOrigin },
    responseHeadersPolicy: ResponseHeadersPolicy,
  ): Record<string, BehaviorOptions> {
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
      cachePolicy: new CachePolicy(this, 'PublicAnswers', {
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
      originRequestPolicy: new OriginRequestPolicy(this, 'PublicQuestions', {
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
      cachePolicy: new CachePolicy(this, 'OwnAnswers', {
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
      originRequestPolicy: new OriginRequestPolicy(this, 'OwnQuestions', {
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

  /** Kept by path; the query says under which name the browser saves it, and S3 answers with that. */
  private fileCache(): CachePolicy {
    return new CachePolicy(this, 'Files', {
      comment: 'Bought files, by path and name of the saved file',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.hours(1),
      maxTtl: Duration.days(1),
      queryStringBehavior: CacheQueryStringBehavior.allowList('response-content-disposition'),
      headerBehavior: CacheHeaderBehavior.none(),
      cookieBehavior: CacheCookieBehavior.none(),
    })
  }

  /**
   * Public pages come from the function that draws them; where it fails, is refused or is slow, the plain application is
   * fetched under the same name. Kept by the page's address and what of its query shows something else.
   */
  private pageBehaviour(
    door: FrontDoor,
    secrets: MarketSecrets,
    { plain, addresses, headers, shielded }: PageFronts,
  ): BehaviorOptions {
    return {
      ...readOnly,
      origin: new OriginGroup({
        primaryOrigin: new HttpOrigin(door.host, {
          originId: 'PageServer',
          protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
          customHeaders: { 'x-origin-verify': secrets.originVerify() },
          ...shielded,
          connectionAttempts: 2,
          connectionTimeout: Duration.seconds(3),
          readTimeout: Duration.seconds(8),
        }),
        fallbackOrigin: plain,
        fallbackStatusCodes: [403, 500, 502, 503, 504],
      }),
      cachePolicy: new CachePolicy(this, 'PublicPages', {
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
      functionAssociations: addresses,
    }
  }

  /** What robots ask for: kept as long as the answer says, by path alone. */
  private robotBehaviours(
    origin: IOrigin,
    responseHeadersPolicy: ResponseHeadersPolicy,
  ): Record<string, BehaviorOptions> {
    const behaviour: BehaviorOptions = {
      ...readOnly,
      ...answered,
      origin,
      responseHeadersPolicy,
      cachePolicy: new CachePolicy(this, 'RobotAnswers', {
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

  private addressOfPage(): EdgeFunction {
    return new EdgeFunction(this, 'PageAddress', {
      comment: 'Addresses of pages are index.html',
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(readFileSync(join(import.meta.dirname, 'page-address.js'), 'utf8')),
    })
  }

  private nameIt({ domainName, hostedZoneId }: Stage): void {
    if (domainName === undefined || hostedZoneId === undefined) return
    const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName: domainName })
    const target = RecordTarget.fromAlias(new CloudFrontTarget(this.distribution))
    new ARecord(this, 'Address', { zone, recordName: domainName, target })
    new AaaaRecord(this, 'AddressV6', { zone, recordName: domainName, target })
  }
}

type PageFronts = {
  readonly plain: IOrigin
  readonly addresses: FunctionAssociation[]
  readonly headers: ResponseHeadersPolicy
  readonly shielded: { readonly originShieldEnabled: boolean; readonly originShieldRegion: string }
}

/**
 * Copies are known by the tags that answers carry; the construct has no word for it yet
 * (docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-properties-cloudfront-distribution-cachetagconfig.html).
 */
const callBackByTag = (distribution: Distribution): void => {
  const resource = distribution.node.defaultChild
  if (!(resource instanceof CfnDistribution)) throw new TypeError('A Distribution without its resource.')
  resource.addPropertyOverride('DistributionConfig.CacheTagConfig', { HeaderName: edgeTagHeader })
}

const pathsOf = (segment: string): string[] => [`/${segment}`, `/${segment}/*`]

const readOnly = {
  viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
  allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
  compress: true,
} as const

/**
 * Other methods are let through to be answered 405 by whoever is behind: the API, or the function that sees addresses of
 * pages. CloudFront itself says 403. It forbids this where an origin group is behind, so not for pages that are drawn
 * ("AllowedMethods cannot include POST […] for a cached behavior associated with an origin group": aws/aws-cdk#32450).
 */
const answered = { allowedMethods: AllowedMethods.ALLOW_ALL } as const

/** The request headers that endpoints of the contract read. */
const askedHeaders = (): string[] => {
  const names = Object.values(api).flatMap(({ endpoints }) =>
    Object.values(endpoints).flatMap((endpoint) => ('headers' in endpoint ? Object.keys(endpoint.headers.shape) : [])),
  )
  return [...new Set(names)].sort()
}

/** By the operator's choice: whatever else has a name below the domain is unreachable without TLS for as long. */
const transportSecurity = {
  off: { accessControlMaxAge: Duration.days(0), includeSubdomains: false, preload: false },
  host: { accessControlMaxAge: Duration.days(730), includeSubdomains: false, preload: false },
  subdomains: { accessControlMaxAge: Duration.days(730), includeSubdomains: true, preload: false },
  preload: { accessControlMaxAge: Duration.days(730), includeSubdomains: true, preload: true },
} as const satisfies Record<Stage['hsts'], unknown>

const securityHeaders = (scope: Construct, stage: Stage): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, 'SecurityHeaders', {
    comment: 'Security headers of every answer',
    securityHeadersBehavior: {
      contentSecurityPolicy: {
        contentSecurityPolicy: contentSecurityPolicy({
          identity: [`https://cognito-idp.${stage.region}.amazonaws.com`, `https://${signInHost(stage)}`],
          uploads: `https://${bucketNameOf(stage, 'originals')}.s3.${stage.region}.amazonaws.com`,
        }),
        override: true,
      },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN, override: true },
      strictTransportSecurity: {
        ...transportSecurity[stage.hsts],
        override: true,
      },
    },
    customHeadersBehavior: {
      customHeaders: [
        {
          header: 'permissions-policy',
          value: 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
          override: true,
        },
        { header: 'cross-origin-opener-policy', value: 'same-origin', override: true },
        { header: 'cross-origin-resource-policy', value: 'same-origin', override: true },
      ],
    },
    removeHeaders: [edgeTagHeader, 'server', 'x-amz-server-side-encryption', 'x-amz-version-id'],
  })
