import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Aws, Duration, Stack, Validations } from 'aws-cdk-lib'
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager'
import {
  type BehaviorOptions,
  CachePolicy,
  CfnDistribution,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginProtocolPolicy,
  PriceClass,
  SecurityPolicyProtocol,
  SSLMethod,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin, OriginGroup, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53'
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets'
import { Construct } from 'constructs'
import type { FrontDoor } from '#lib/api/front-door.ts'
import type { MarketSecrets } from '#lib/data/market-secrets.ts'
import type { MarketFunction } from '#lib/functions/market-function.ts'
import type { MediaKeys } from '#lib/media/media-keys.ts'
import type { PhotoStorage } from '#lib/media/photo-storage.ts'
import type { PrivateBucket } from '#lib/media/private-bucket.ts'
import type { Stage } from '#lib/stage.ts'
import { edgeTagHeader } from '#schema/events/edge.ts'
import { appSegments } from '#schema/served-pages.ts'
import { answered, apiBehaviours, fileCache, pageBehaviour, readOnly, robotBehaviours } from './behaviours.ts'
import { securityHeaders } from './security-headers.ts'

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
    const zips = S3BucketOrigin.withOriginAccessControl(photos.zips)
    const bought = { ...signed, cachePolicy: fileCache(this), compress: false }
    const files = S3BucketOrigin.withOriginAccessControl(pages)
    const addresses = [
      {
        function: this.edgeFunction('PageAddress', 'Addresses of pages are index.html', 'page-address.js'),
        eventType: FunctionEventType.VIEWER_REQUEST,
      },
    ]
    const pictures = {
      function: this.edgeFunction('PhonePicture', 'Phones ask for a first picture early', 'phone-picture.js'),
      eventType: FunctionEventType.VIEWER_RESPONSE,
    }
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
    // Whoever waits longer than that is shown the plain application.
    const drawn = new HttpOrigin(pageDoor.host, {
      ...asked,
      ...shielded,
      originId: 'PageServer',
      connectionAttempts: 2,
      connectionTimeout: Duration.seconds(3),
      readTimeout: Duration.seconds(8),
    })
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
      defaultBehavior: pageBehaviour(this, {
        primary: drawn,
        plain: files,
        functions: [...addresses, pictures],
        headers,
      }),
      // Errors keep their bodies and are not kept: the default of ten seconds would repeat a 404 of a photo that is
      // there by now, or a 503 to whoever tries again.
      errorResponses: [400, 403, 404, 405, 500, 501, 502, 503, 504].map((httpStatus) => ({
        httpStatus,
        ttl: Duration.seconds(0),
      })),
      additionalBehaviors: {
        '/media/*': { ...signed, origin: renditions, cachePolicy: CachePolicy.CACHING_OPTIMIZED },
        // Anybody may fetch a logo, for as long as a mail is kept: its name is 128 random bits, and says nothing.
        '/logos/*': {
          ...readOnly,
          origin: renditions,
          cachePolicy: CachePolicy.CACHING_OPTIMIZED,
          responseHeadersPolicy: headers,
        },
        // Of two patterns that fit, the first is taken.
        '/files/zips/*': { ...bought, origin: zips },
        '/files/*': { ...bought, origin: deliveries },
        ...apiBehaviours(this, { fresh: backend, kept: keptBackend }, headers),
        ...robotBehaviours(this, pageServer('RobotServer'), headers),
        // The pages that the browser's application draws by itself, and all files.
        ...Object.fromEntries(appSegments.flatMap(pathsOf).map((path) => [path, plain])),
        '/*.*': {
          ...plain,
          ...readOnly,
          // S3 answers 403 with XML for missing files, because CloudFront may not list the bucket. A page of ours is
          // shown instead.
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
    // Where a domain is chosen later, stacks that are not deployed anew yet still read it.
    Stack.of(this).exportValue(this.distribution.distributionDomainName)
    this.nameIt(stage)
  }

  /** Gives `fn` the address of the site, for links and redirects. */
  grantLink(fn: MarketFunction): void {
    fn.setting('SITE_URL', this.siteUrl)
  }

  /** Lets `fn` invalidate CloudFront's copies. */
  grantCallBack(fn: MarketFunction): void {
    const { distributionId } = this.distribution
    fn.allow({
      actions: ['cloudfront:CreateInvalidation'],
      resources: [`arn:aws:cloudfront::${Aws.ACCOUNT_ID}:distribution/${distributionId}`],
    })
    fn.setting('DISTRIBUTION_ID', distributionId)
  }

  private edgeFunction(id: string, comment: string, file: string): EdgeFunction {
    return new EdgeFunction(this, id, {
      comment,
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(readFileSync(join(import.meta.dirname, file), 'utf8')),
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
