import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import * as z from 'zod'
import { UserId } from '#schema/ids.ts'
import { requiredScope } from '#schema/sign-in-scopes.ts'
import { signedInLongAgo, type TokenRules, type VerifyToken } from './verify-token.ts'

/** What an access token of our pool and client says; ID tokens, other pools and other clients do not fit. */
const AccessToken = z.object({
  sub: UserId,
  token_use: z.literal('access'),
  client_id: z.string(),
  /**
   * Seconds since 1970, when the person last proved who they are; the same in every token of that session
   * (https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-access-token.html).
   */
  auth_time: z.number().default(0),
  scope: z.string().transform((scopes) => scopes.split(' ')),
})

/**
 * Verifies as the gateway's JWT authorizer does (RS256, issuer, client, expiry, scope) and also that it is an access
 * token. The time is the machine's own, not the product's clock: tokens are made by the identity service.
 */
export const tokenVerifier = ({ issuer, clientId, jwksUrl }: TokenRules): VerifyToken => {
  const keys = createRemoteJWKSet(new URL(jwksUrl), { timeoutDuration: 3_000 })
  return async (token, freshMinutes) => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        algorithms: ['RS256'],
        requiredClaims: ['exp', 'sub'],
      })
      const claims = AccessToken.safeParse(payload)
      const fits = claims.success && claims.data.client_id === clientId && claims.data.scope.includes(requiredScope)
      if (!fits) return undefined
      const isTooOld = freshMinutes !== undefined && Date.now() / 1_000 - claims.data.auth_time > freshMinutes * 60
      return isTooOld ? signedInLongAgo : claims.data.sub
    } catch (error) {
      // An unreachable key set is our failure and must not look like a bad token.
      if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)) return undefined
      throw error
    }
  }
}
