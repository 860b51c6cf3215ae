import { useQuery } from '@tanstack/react-query'
import { endpointQuery, useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { orders } from '#schema/api/orders.ts'

const { codes, makeCode, changeCode } = orders.endpoints

/** Own discount codes, newest first. */
export const useCodes = () => useQuery(endpointQuery(codes, {}, { staleFor: '10 s' }))
export const useMakeCode = () => useEndpoint(makeCode, { refreshes: [codes] })
export const useChangeCode = () => useEndpoint(changeCode, { refreshes: [codes] })
