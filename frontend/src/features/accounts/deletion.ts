import { useQuery } from '@tanstack/react-query'
import { callEndpoint } from '#frontend/shared/api/call-endpoint.ts'
import { endpointQuery, useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { accounts, type Deletion, waitSentences } from '#schema/api/accounts.ts'

const { endpoints } = accounts

/** Whether the account is to be deleted, and what that waits for. */
export const useDeletion = () => useQuery(endpointQuery(endpoints.deletion, {}, { staleFor: '10 s' }))
export const useKeepAccount = () => useEndpoint(endpoints.withdrawDeletion, { refreshes: [endpoints.deletion] })

/** Records the wish of the account that the page shows to be deleted. */
export const requestDeletion = (email: string): Promise<Deletion> =>
  callEndpoint(endpoints.requestDeletion, { body: { email } })

/** The specification's sentence, and why completion waits where it does. */
const contactSupport = 'Please contact support to complete account deletion'
export const whatIsNext = ({ waitsFor }: Deletion): string =>
  [contactSupport, ...waitsFor.map(({ reason }) => waitSentences[reason])].join('. ')
