import { useQuery } from '@tanstack/react-query'
import { endpointQuery, useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { profiles } from '#schema/api/profiles.ts'

const { endpoints } = profiles

/** The profile of whoever is signed in, with their trial and their wishes. */
export const useMe = () => useQuery(endpointQuery(endpoints.me, {}, { staleFor: '1 min' }))
export const useUpdateMe = () => useEndpoint(endpoints.update, { refreshes: [endpoints.me] })
