import { subjectMemoryMb } from '#lib/api/market-api.ts'

/**
 * List prices in US dollars before tax, Europe (London), without free tiers, savings plans or the discounts of large
 * amounts. Looked up on 20 November 2026 in the source beside each; `usagetype` is the name in AWS's price list
 * (https://pricing.us-east-1.amazonaws.com/offers/v1.0/aws/index.json), whose newest copy then was of September 2026.
 */
export const prices = {
  /**
   * EUW2-ReadRequestUnits and EUW2-WriteRequestUnits, standard class: half of 0.297 and 1.4846, since all on-demand
   * prices were halved on 1 November 2024 (https://aws.amazon.com/dynamodb/pricing/on-demand/).
   */
  perMillionReadUnits: 0.1485,
  perMillionWriteUnits: 0.7423,
  /** EUW2-Request-ARM; EUW2-Lambda-GB-Second-ARM up to 7.5 billion a month (https://aws.amazon.com/lambda/pricing/). */
  perMillionInvocations: 0.2,
  perGbSecond: 0.0000133334,
  /**
   * EUW2-ApiGatewayHttpRequest, SKU MFY3FVZZSQWYVNHM, the first 300 million a month; up to 512 kB a request
   * (https://aws.amazon.com/api-gateway/pricing/).
   */
  perMillionApiRequests: 1.16,
  /**
   * EU-Requests-Tier2-HTTPS, SKU YA5QZD7XG45UGHCH: 0.012 for 10,000. EU-DataTransfer-Out-Bytes, SKU VU3485RNDU6HBQF6,
   * the first 10 TB a month (https://aws.amazon.com/cloudfront/pricing/pay-as-you-go/).
   */
  perMillionEdgeRequests: 1.2,
  perEdgeGb: 0.085,
  /** Requests alone, the same in every region (https://aws.amazon.com/waf/pricing/). */
  perMillionFirewallRequests: 0.6,
  /** https://aws.amazon.com/sqs/pricing/, standard queues, after the first million. */
  perMillionQueueRequests: 0.4,
} as const

/** What the deployed functions of the API have. */
export const functionMemoryMb = subjectMemoryMb
/** A function has one whole processor at this memory, and a part in proportion below it (AWS Lambda developer guide). */
export const wholeProcessorMb = 1_769
/** How long one request of DynamoDB is waited for: its documentation promises single-digit milliseconds. */
export const tableLatencyMs = 5
