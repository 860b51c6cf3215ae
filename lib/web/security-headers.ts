import { Duration } from 'aws-cdk-lib'
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront'
import type { Construct } from 'constructs'
import { signInHost } from '#lib/identity/market-users.ts'
import { bucketNameOf } from '#lib/media/private-bucket.ts'
import type { Stage } from '#lib/stage.ts'
import { edgeTagHeader } from '#schema/events/edge.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'

/** By the operator's choice: whatever else has a name below the domain is unreachable without TLS for as long. */
const transportSecurity = {
  off: { accessControlMaxAge: Duration.days(0), includeSubdomains: false, preload: false },
  host: { accessControlMaxAge: Duration.days(730), includeSubdomains: false, preload: false },
  subdomains: { accessControlMaxAge: Duration.days(730), includeSubdomains: true, preload: false },
  preload: { accessControlMaxAge: Duration.days(730), includeSubdomains: true, preload: true },
} as const satisfies Record<Stage['hsts'], unknown>

/** What every answer says to browsers, and what none says of us. */
export const securityHeaders = (scope: Construct, stage: Stage): ResponseHeadersPolicy =>
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
