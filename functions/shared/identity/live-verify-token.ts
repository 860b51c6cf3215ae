import { setting } from '#functions/shared/settings/settings.ts'
import type { VerifyToken } from './verify-token.ts'

let shared: VerifyToken | undefined
/** Most visitors bring no token, so what verifies one is read with the first. */
export const liveVerifyToken: VerifyToken = async (token, freshMinutes) => {
  if (shared === undefined) {
    const { tokenVerifier } = await import('./token-verifier.ts')
    shared = tokenVerifier({
      issuer: setting('TOKEN_ISSUER'),
      clientId: setting('USER_POOL_CLIENT_ID'),
      jwksUrl: setting('TOKEN_JWKS_URL'),
    })
  }
  return shared(token, freshMinutes)
}
