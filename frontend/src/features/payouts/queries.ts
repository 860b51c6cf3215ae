import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { allPages } from '#frontend/shared/api/all-pages.ts'
import { callEndpoint } from '#frontend/shared/api/call-endpoint.ts'
import { endpointPages, endpointQuery, useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { payouts, type Sale } from '#schema/api/payouts.ts'
import type { PayoutId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'

const { endpoints } = payouts

export const useBalance = () => useQuery(endpointQuery(endpoints.balance, {}, { staleFor: '10 s' }))
export const useSales = () =>
  useInfiniteQuery(endpointPages(endpoints.sales, (cursor) => ({ query: { cursor } }), { staleFor: '10 s' }))
export const usePayout = (payoutId: PayoutId) =>
  useQuery(endpointQuery(endpoints.getPayout, { params: { payoutId } }, { staleFor: '10 s' }))
export const useSetUpAccount = () => useEndpoint(endpoints.setUpAccount)
export const useRequestPayout = () =>
  useEndpoint(endpoints.request, { refreshes: [endpoints.balance, endpoints.sales] })

/** Every sale, for the file: in the largest pages there are, so that 100,000 sales are 200 requests. */
export const allSales = (): Promise<Sale[]> =>
  allPages((cursor) => callEndpoint(endpoints.sales, { query: { limit: limits.payout.mostSalesAtOnce, cursor } }))
