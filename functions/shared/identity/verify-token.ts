import { setting } from '#functions/shared/settings/settings.ts'
import type { UserId } from '#schema/ids.ts'

/** The scope that every access token of the pool carries and no ID token does. */
export const requiredScope = 'aws.cognito.signin.user.admin'

export type TokenRules = { issuer: string; clientId: string; jwksUrl: string }
/** The signed-in user, or `undefined` for anything but a valid access token. */
export type VerifyToken = (token: string) => Promise<UserId | undefined>

let shared: VerifyToken | undefined
/** Most visitors bring no token, so what verifies one is read with the first. */
export const liveVerifyToken: VerifyToken = async (token) => {
  if (shared === undefined) {
    const { tokenVerifier } = await import('./token-verifier.ts')
    shared = tokenVerifier({
      issuer: setting('TOKEN_ISSUER'),
      clientId: setting('USER_POOL_CLIENT_ID'),
      jwksUrl: setting('TOKEN_JWKS_URL'),
    })
  }
  return shared(token)
}
