import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { endpointQuery } from '#frontend/shared/api/endpoint-query.ts'
import { type AnalyticsWindow, analytics } from '#schema/api/analytics.ts'

/** The numbers of another window replace these once they are there: nothing jumps. */
export const useSalesAnalytics = (window: AnalyticsWindow) =>
  useQuery({
    ...endpointQuery(analytics.endpoints.sales, { query: { window } }, { staleFor: '30 s' }),
    placeholderData: keepPreviousData,
  })
