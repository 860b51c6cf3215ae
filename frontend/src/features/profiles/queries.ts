import { useQuery } from '@tanstack/react-query'
import { endpointQuery, useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { profiles } from '#schema/api/profiles.ts'

const { endpoints } = profiles

export const usePageNameCheck = (name: string, enabled: boolean) =>
  useQuery(endpointQuery(endpoints.checkPageName, { params: { name } }, { enabled, staleFor: '10 s' }))
export const useGeneratePageName = () => useEndpoint(endpoints.generatePageName)
export const useSavePageName = () => useEndpoint(endpoints.savePageName, { refreshes: [endpoints.me] })
