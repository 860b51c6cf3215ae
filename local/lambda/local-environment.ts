import type { Environment } from '#local/lambda/environment.ts'
import { account, region } from '#local/template/names.ts'
import { localSettings, settings } from '#schema/settings.ts'

export type LocalAddresses = {
  readonly siteUrl: string
  readonly tableUrl: string
  readonly storageUrl: string
  readonly servicesUrl: string
  readonly identityUrl: string
  readonly issuer: string
  readonly jwksUrl: string
  readonly stripeUrl: string
  /** Where the built site keeps what its pages are drawn with. */
  readonly pagesFolder: string
}

/** The id by which signed addresses name the key; CloudFront's in the cloud. */
export const localKeyPairId = 'KLOCALMEDIAKEY'

const needed = [
  ...Object.keys(settings),
  ...Object.keys(localSettings),
  'AWS_REGION',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_ENDPOINT_URL_DYNAMODB',
  'AWS_ENDPOINT_URL_S3',
  'AWS_ENDPOINT_URL_SQS',
  'AWS_ENDPOINT_URL_SECRETS_MANAGER',
  'AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER',
  'POWERTOOLS_LOG_LEVEL',
]

/** What a program outside needs of a function's variables to act as that function does. */
export const variablesOf = (environment: Environment): Record<string, string> =>
  Object.fromEntries(
    needed.flatMap((name) => {
      const value = environment(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )

/**
 * What a function's variables are on this machine. A setting is replaced only where the template grants it, so that a
 * missing grant shows here as it would in the cloud; what AWS itself gives every function is given to all.
 */
export const localEnvironment = ({
  addresses,
  credentials,
  clockOffsetMs,
  throttleScale,
  paceScale,
  logLevel,
}: {
  addresses: LocalAddresses
  credentials: { accessKeyId: string; secretAccessKey: string }
  clockOffsetMs: () => number
  throttleScale: () => number
  paceScale: () => number
  logLevel: 'SILENT' | 'WARN' | 'INFO'
}) => {
  const granted: Record<string, string> = {
    STAGE: 'local',
    SITE_URL: addresses.siteUrl,
    TOKEN_ISSUER: addresses.issuer,
    TOKEN_JWKS_URL: addresses.jwksUrl,
    MEDIA_KEY_PAIR_ID: localKeyPairId,
    PAGES_FOLDER: addresses.pagesFolder,
    DISTRIBUTION_ID: 'ELOCAL',
  }
  const given: Record<string, string> = {
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_ACCOUNT_ID: account,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    // Whatever account the person at this machine works with has no part in this.
    AWS_SESSION_TOKEN: '',
    AWS_PROFILE: '',
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_ENDPOINT_URL_DYNAMODB: addresses.tableUrl,
    AWS_ENDPOINT_URL_S3: addresses.storageUrl,
    AWS_ENDPOINT_URL_SQS: addresses.servicesUrl,
    AWS_ENDPOINT_URL_SESV2: addresses.servicesUrl,
    AWS_ENDPOINT_URL_CLOUDFRONT: addresses.servicesUrl,
    AWS_ENDPOINT_URL_REKOGNITION: addresses.servicesUrl,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: addresses.servicesUrl,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: addresses.identityUrl,
    S3_PATH_STYLE: 'true',
    STRIPE_API_URL: addresses.stripeUrl,
    POWERTOOLS_LOG_LEVEL: logLevel,
    POWERTOOLS_TRACE_ENABLED: 'false',
    POWERTOOLS_METRICS_DISABLED: 'true',
  }
  return (name: string, fromTemplate: string | undefined): string | undefined => {
    if (name === 'CLOCK_OFFSET_MS') return String(clockOffsetMs())
    if (name === 'THROTTLE_SCALE') return String(throttleScale())
    if (name === 'PACE_SCALE') return String(paceScale())
    if (Object.hasOwn(settings, name)) return fromTemplate === undefined ? undefined : granted[name]
    return given[name]
  }
}
