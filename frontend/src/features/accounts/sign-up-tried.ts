import { useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { accounts } from '#schema/api/accounts.ts'

export const useSignUpTried = () => useEndpoint(accounts.endpoints.signUpTried)
