/**
 * What AWS and Stripe take, before anybody asks for more: looked up on 22 November 2026 at the address beside each number.
 * `raised`: what may be had, from whom, and how long before the day it has to be asked for. AWS names no times: they are
 * what to plan with, since a request that a person looks at may be answered with a question.
 */
export type Limit = {
  readonly most: number
  readonly unit: string
  readonly source: string
  readonly raised:
    | 'never'
    | { readonly by: 'AWS Service Quotas' | 'AWS Support' | 'Stripe'; readonly before: string; readonly to: number }
}

const dynamo = 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide'

/** Of one partition of the table or of an index. A partition key has one partition to itself at most, and here always. */
export const partitionLimits = {
  reads: {
    most: 3_000,
    unit: 'read units a second',
    source: `${dynamo}/warm-throughput-scenarios.html`,
    raised: 'never',
  },
  writes: {
    most: 1_000,
    unit: 'write units a second',
    source: `${dynamo}/warm-throughput-scenarios.html`,
    raised: 'never',
  },
  queryBytes: { most: 1_048_576, unit: 'bytes a query', source: `${dynamo}/Query.Pagination.html`, raised: 'never' },
  transaction: { most: 100, unit: 'writes a transaction', source: `${dynamo}/transaction-apis.html`, raised: 'never' },
} as const satisfies Record<string, Limit>

/** Of the account or the distribution. `raised.to` is what decision 77 asks for. */
export const quotas = {
  tableReads: {
    most: 40_000,
    unit: 'read units a second of the table',
    source: `${dynamo}/ServiceQuotas.html`,
    raised: { by: 'AWS Service Quotas', before: 'two weeks', to: 120_000 },
  },
  tableWrites: {
    most: 40_000,
    unit: 'write units a second of the table',
    source: `${dynamo}/ServiceQuotas.html`,
    raised: { by: 'AWS Service Quotas', before: 'two weeks', to: 120_000 },
  },
  functions: {
    most: 1_000,
    unit: 'functions at once',
    source: 'https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html',
    raised: { by: 'AWS Service Quotas', before: 'two weeks', to: 5_000 },
  },
  functionScaling: {
    most: 100,
    unit: 'new copies of a function a second',
    source: 'https://docs.aws.amazon.com/lambda/latest/dg/scaling-behavior.html',
    raised: 'never',
  },
  functionAnswer: {
    most: 6_291_556,
    unit: 'bytes an answer of a function',
    source: 'https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html',
    raised: 'never',
  },
  apiRequests: {
    most: 10_000,
    unit: 'requests a second of API Gateway',
    source: 'https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html',
    raised: { by: 'AWS Service Quotas', before: 'two weeks', to: 40_000 },
  },
  edgeRequests: {
    most: 250_000,
    unit: 'requests a second of a distribution',
    source: 'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html',
    raised: { by: 'AWS Service Quotas', before: 'two weeks', to: 500_000 },
  },
  edgeGigabits: {
    most: 150,
    unit: 'gigabits a second of a distribution',
    source: 'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html',
    raised: { by: 'AWS Service Quotas', before: 'two weeks', to: 300 },
  },
  objectPuts: {
    most: 3_500,
    unit: 'S3 writes a second of a prefix',
    source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/optimizing-performance.html',
    raised: 'never',
  },
  inFlight: {
    most: 120_000,
    unit: 'messages of a queue in flight',
    source: 'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-queues.html',
    raised: { by: 'AWS Support', before: 'two weeks', to: 240_000 },
  },
  mails: {
    // SES names no number for accounts out of the sandbox; new ones were given this.
    most: 14,
    unit: 'emails a second',
    source: 'https://docs.aws.amazon.com/ses/latest/dg/quotas.html',
    raised: { by: 'AWS Service Quotas', before: 'four weeks', to: 1_300 },
  },
  signIns: {
    most: 120,
    unit: 'sign-ins and refreshed tokens a second',
    source: 'https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html',
    raised: { by: 'AWS Service Quotas', before: 'two weeks', to: 1_200 },
  },
  schedules: {
    most: 500,
    unit: 'starts of EventBridge Scheduler a second',
    source: 'https://docs.aws.amazon.com/scheduler/latest/UserGuide/scheduler-quotas.html',
    raised: { by: 'AWS Service Quotas', before: 'two weeks', to: 1_000 },
  },
  invalidations: {
    most: 3_000,
    unit: 'invalidations of a distribution in progress',
    source: 'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/InvalidationLimits.html',
    raised: 'never',
  },
  stripeEndpoint: {
    most: 25,
    unit: 'requests a second of one Stripe endpoint',
    source: 'https://docs.stripe.com/rate-limits',
    raised: { by: 'Stripe', before: 'six weeks', to: 1_000 },
  },
  stripeAccount: {
    most: 100,
    unit: 'requests a second of the Stripe account',
    source: 'https://docs.stripe.com/rate-limits',
    raised: { by: 'Stripe', before: 'six weeks', to: 2_000 },
  },
} as const satisfies Record<string, Limit>
export type QuotaName = keyof typeof quotas

export const raisedTo = (name: QuotaName): number => {
  const { most, raised } = quotas[name]
  return raised === 'never' ? most : raised.to
}

/** How long things take. Where nobody promises a number, `source` says whose measurement it is. */
export const delays = {
  request: { ms: 5, source: 'https://aws.amazon.com/dynamodb/features/ (single-digit milliseconds)' },
  page: { ms: 58, source: 'assumed: a query that brings the whole of its 1 MB' },
  transaction: { ms: 10, source: 'https://www.usenix.org/conference/atc23/presentation/idziorek (two phases)' },
  stripe: { ms: 300, source: 'assumed: a round trip to Stripe that makes a Checkout Session' },
  mail: { ms: 100, source: 'assumed: SendEmail of SES in the same region' },
  object: {
    ms: 30,
    source:
      'https://docs.aws.amazon.com/AmazonS3/latest/userguide/optimizing-performance.html (100 to 200 ms for a first byte at the slowest)',
  },
  processor: {
    ms: 2.9,
    source:
      'bench/results/api-2026-11-23.md (order confirmed, 23 ms for 8 requests: the most of three sizes, on a slow machine)',
  },
  queue: { ms: 10, source: 'https://aws.amazon.com/sqs/features/ (tens of milliseconds)' },
  sdk: {
    tries: 3,
    throttledMs: 500,
    source: 'functions/shared/table/table.ts and THROTTLING_RETRY_DELAY_BASE of @smithy/core',
  },
} as const satisfies Record<string, { ms?: number; tries?: number; throttledMs?: number; source: string }>
