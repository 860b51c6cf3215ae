import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import * as z from 'zod'
import { UserId } from '#schema/ids.ts'
import { requiredScope, type TokenRules, type VerifyToken } from './verify-token.ts'

/** What an access token of our pool and client says; ID tokens, other pools and other clients do not fit. */
const AccessToken = z.object({
  sub: UserId,
  token_use: z.literal('access'),
  client_id: z.string(),
  scope: z.string().transform((scopes) => scopes.split(' ')),
})

/**
 * Verifies as the gateway's JWT authorizer does (RS256, issuer, client, expiry, scope) and also that it is an access
 * token. The time is the machine's own, not the product's clock: tokens are made by the identity service.
 */
export const tokenVerifier = ({ issuer, clientId, jwksUrl }: TokenRules): VerifyToken => {
  const keys = createRemoteJWKSet(new URL(jwksUrl), { timeoutDuration: 3_000 })
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        algorithms: ['RS256'],
        requiredClaims: ['exp', 'sub'],
      })
      const claims = AccessToken.safeParse(payload)
      const fits = claims.success && claims.data.client_id === clientId && claims.data.scope.includes(requiredScope)
      return fits ? claims.data.sub : undefined
    } catch (error) {
      // An unreachable key set is our failure and must not look like a bad token.
      if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)) return undefined
      throw error
    }
  }
}
