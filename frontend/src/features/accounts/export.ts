import { useQuery } from '@tanstack/react-query'
import { endpointQuery, useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { accounts } from '#schema/api/accounts.ts'

const { startExport, export: getExport, downloadExport } = accounts.endpoints
/** How often an export that is being packed is asked for. */
const pollMs = 10_000

/** How far the export is, asked for while it is being made. */
export const useExport = () =>
  useQuery({
    ...endpointQuery(getExport, {}, { staleFor: '10 s' }),
    refetchInterval: ({ state }) => (state.data?.zips.state === 'making' ? pollMs : false),
  })
/** Asked for twice it is one, so a request without an answer is sent again. */
export const useStartExport = () => useEndpoint(startExport, { refreshes: [getExport], isRepeatable: true })
export const useExportLink = () => useEndpoint(downloadExport)
