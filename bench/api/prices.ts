/**
 * List prices in US dollars before tax, Europe (London), without free tiers, savings plans or the discounts of large
 * amounts. Written down on 20 November 2026 and not fetched by the benchmark: look them up before you budget with them.
 */
export const prices = {
  /**
   * https://aws.amazon.com/dynamodb/pricing/on-demand/, standard class, since the cut of 1 November 2024: 18.8% above
   * Virginia's 0.125 and 0.625.
   */
  perMillionReadUnits: 0.1485,
  perMillionWriteUnits: 0.7423,
  /** https://aws.amazon.com/lambda/pricing/, Arm, up to 7.5 billion GB-seconds a month. */
  perMillionInvocations: 0.2,
  perGbSecond: 0.0000133334,
  /** https://aws.amazon.com/api-gateway/pricing/, HTTP API, the first 300 million a month; up to 512 kB a request. */
  perMillionApiRequests: 1.16,
  /** https://aws.amazon.com/cloudfront/pricing/pay-as-you-go/, Europe: HTTPS requests, and the first 10 TB a month. */
  perMillionEdgeRequests: 1.2,
  perEdgeGb: 0.085,
  /** https://aws.amazon.com/waf/pricing/, requests alone. */
  perMillionFirewallRequests: 0.6,
} as const

/** What the deployed functions have. */
export const functionMemoryMb = 512
/** A function has one whole processor at this memory, and a part in proportion below it (AWS Lambda developer guide). */
export const wholeProcessorMb = 1_769
/** How long one request of DynamoDB is waited for: its documentation promises single-digit milliseconds. */
export const tableLatencyMs = 5
