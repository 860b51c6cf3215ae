import { callEndpoint } from '#frontend/shared/api/call-endpoint.ts'
import { accounts } from '#schema/api/accounts.ts'

/** Records the wish of the account that the page shows to be deleted. @throws ApiError with the reason to wait. */
export const requestDeletion = (email: string): Promise<void> =>
  callEndpoint(accounts.endpoints.requestDeletion, { body: { email } })
