import * as z from 'zod'
import { MinimumOrder, SumPence } from './money.ts'
import { Trader } from './trader.ts'

/**
 * All environment variables of the Lambda functions. `lib` sets each together with the grant that it belongs to, and
 * `functions` parse them on first use; a function that reads a variable which was not granted fails and names it.
 * AWS clients take their local endpoints from the SDK's own `AWS_ENDPOINT_URL_*` variables.
 */
export const settings = {
  STAGE: z.string().min(1),
  TABLE_NAME: z.string().min(1),
  ORIGINALS_BUCKET: z.string().min(1),
  RENDITIONS_BUCKET: z.string().min(1),
  DELIVERIES_BUCKET: z.string().min(1),
  /** Zips of many files, for some days. */
  ZIPS_BUCKET: z.string().min(1),
  /** Holds the built application. */
  PAGES_BUCKET: z.string().min(1),
  /** Origin of everything a browser sees, without a trailing slash: "https://darkslide.example". */
  SITE_URL: z.url(),
  TOKEN_ISSUER: z.url(),
  TOKEN_JWKS_URL: z.url(),
  USER_POOL_ID: z.string().min(1),
  USER_POOL_CLIENT_ID: z.string().min(1),
  /** CloudFront public key that verifies `/media/*` and `/files/*`. */
  MEDIA_KEY_PAIR_ID: z.string().min(1),
  /** Secrets Manager ids; their contents are described in `functions/shared/secrets`. */
  SIGNING_SECRET_ID: z.string().min(1),
  MEDIA_KEY_SECRET_ID: z.string().min(1),
  STRIPE_SECRET_ID: z.string().min(1),
  LAUNCH_CODE_SECRET_ID: z.string().min(1),
  /** Holds the value of the header that CloudFront adds and callers around it cannot know. */
  ORIGIN_SECRET_ID: z.string().min(1),
  RENDER_QUEUE_URL: z.url(),
  REDRAW_QUEUE_URL: z.url(),
  PAYMENT_EVENTS_QUEUE_URL: z.url(),
  RECONCILE_QUEUE_URL: z.url(),
  COMPARISONS_QUEUE_URL: z.url(),
  PAYOUTS_QUEUE_URL: z.url(),
  PAYOUT_REQUESTS_QUEUE_URL: z.url(),
  /** What Stripe takes of this account, on each endpoint. */
  STRIPE_CALLS_PER_SECOND: z.coerce.number().positive(),
  /** A call to Stripe that got no answer is given up after so long. */
  STRIPE_TIMEOUT_SECONDS: z.coerce.number().positive(),
  HOLDS_QUEUE_URL: z.url(),
  SWEEP_QUEUE_URL: z.url(),
  COUNTS_QUEUE_URL: z.url(),
  MAILS_QUEUE_URL: z.url(),
  /** What SES takes of this account, on average. */
  MAILS_PER_SECOND: z.coerce.number().positive(),
  EDGE_QUEUE_URL: z.url(),
  NUMBERS_QUEUE_URL: z.url(),
  ZIPS_QUEUE_URL: z.url(),
  /** What Rekognition takes of this account: calls of `DetectText`. */
  NUMBERS_PER_SECOND: z.coerce.number().positive(),
  /** The CloudFront distribution whose copies are called back. */
  DISTRIBUTION_ID: z.string().min(1),
  /** The weekly payout leaves a smaller balance for a later week; pence, 0 for none. */
  PAYOUT_FROM_PENCE: z.coerce.number().pipe(SumPence),
  /** An order that costs less is refused; pence. */
  MINIMUM_ORDER_PENCE: z.coerce.number().pipe(MinimumOrder),
  MAIL_FROM: z.string().min(3),
  /** Hears of reports; people write to it. */
  SUPPORT_ADDRESS: z.email(),
  /** Who runs the installation, as JSON: every email ends with it. */
  TRADER: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(Trader),
  /** The OpenSearch collection of a stage that chose one; absent in others. */
  SEARCH_ENDPOINT: z.url().optional(),
  /** The built site beside the code of the function that draws its pages. */
  PAGES_FOLDER: z.string().min(1),
} as const

export type SettingName = keyof typeof settings

/** Settings that only the local system supplies; a deployed function never has them. */
export const localSettings = {
  /** Milliseconds by which the local clock is ahead. */
  CLOCK_OFFSET_MS: z.coerce.number().int().default(0),
  S3_PATH_STYLE: z.enum(['true', 'false']).default('false'),
  /** Widens every throttle: the seed, the load tests and the browser journeys share one address. */
  THROTTLE_SCALE: z.coerce.number().min(1).default(1),
  /** How many times faster than Stripe and the mail provider allow they may be called: their stand-ins take whatever comes. */
  PACE_SCALE: z.coerce.number().positive().default(1),
  /** Where the Stripe SDK finds its API instead of api.stripe.com. */
  STRIPE_API_URL: z.url().optional(),
} as const
