import type { VisitName } from '#test/support/costs/visits.ts'
import { pageViews } from './page-views.ts'
import { functionMemoryMb, prices, tableLatencyMs, wholeProcessorMb } from './prices.ts'

export type Usage = {
  readonly readUnits: number
  readonly writeUnits: number
  readonly depthWithThrottles: number
  readonly cpuMs: number
}
export type PageCost = {
  readonly page: string
  /** The part of the answers that may be kept which the edge has. */
  readonly kept: number
  readonly table: number
  readonly lambda: number
  readonly gateway: number
  readonly edge: number
  readonly firewall: number
  readonly together: number
  readonly pictures: number
}

/** What a million views of each page cost, in dollars, when its calls use what was measured. */
export const pageCosts = (usageOf: (visit: VisitName) => Usage): PageCost[] =>
  pageViews.flatMap(({ name, calls, pictures }) =>
    [0, 0.9].map((kept) => {
      const cost = { table: 0, lambda: 0, gateway: 0, edge: 0, firewall: 0 }
      for (const { visit, isCacheable } of calls) {
        const { readUnits, writeUnits, depthWithThrottles, cpuMs } = usageOf(visit)
        const reaching = isCacheable ? 1 - kept : 1
        const seconds = (cpuMs * (wholeProcessorMb / functionMemoryMb) + depthWithThrottles * tableLatencyMs) / 1_000
        cost.table += reaching * (readUnits * prices.perMillionReadUnits + writeUnits * prices.perMillionWriteUnits)
        cost.lambda +=
          reaching *
          (prices.perMillionInvocations + seconds * (functionMemoryMb / 1_024) * prices.perGbSecond * 1_000_000)
        cost.gateway += reaching * prices.perMillionApiRequests
        cost.edge += prices.perMillionEdgeRequests
        cost.firewall += prices.perMillionFirewallRequests
      }
      return {
        page: name,
        kept,
        ...cost,
        together: Object.values(cost).reduce((sum, each) => sum + each, 0),
        pictures:
          pictures.count * (prices.perMillionEdgeRequests + prices.perMillionFirewallRequests) +
          ((pictures.count * pictures.bytes * 1_000_000) / 1_000_000_000) * prices.perEdgeGb,
      }
    }),
  )

/** The section of the report, line by line. */
export const pageCostLines = (costs: readonly PageCost[]): string[] => [
  '## What a million page views cost',
  '',
  `US dollars, Europe (London), list prices without free tiers (\`bench/api/prices.ts\`, with their sources). A function of ${functionMemoryMb} MB is billed for its waiting (${tableLatencyMs} ms a request in a row, an assumption) and for its processor time, ${(wholeProcessorMb / functionMemoryMb).toFixed(1)} times as long as measured here, since it has that part of a processor. "Kept" is the part of the edge's answers that come from its cache; only endpoints whose contract says so can be kept, views and likes never are.`,
  '',
  '| page | API calls | kept | DynamoDB | Lambda | API Gateway | CloudFront | firewall | together | pictures, first visit |',
  '|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
  ...costs.map(({ page, kept, table, lambda, gateway, edge, firewall, together, pictures }) => {
    const calls = pageViews.find(({ name }) => name === page)?.calls.length
    const dollars = [table, lambda, gateway, edge, firewall, together, pictures].map((each) => each.toFixed(2))
    return `| ${page} | ${calls} | ${kept * 100}% | ${dollars.join(' | ')} |`
  }),
  '',
  'The pages’ own files and the pictures are kept by browsers and by the edge; pictures are what a first visit without any of them in the browser costs, thumbnails of 30 kB.',
]
