import { createRemoteJWKSet, errors, jwtVerify } from 'jose'

export type Authorized = { readonly claims: Record<string, string>; readonly scopes: string[] }
export type Refused = {
  readonly status: 401 | 403
  readonly message: 'Unauthorized' | 'Forbidden'
  readonly challenge: string
}

const refusal = (error: string, description: string): Refused => ({
  status: error === 'insufficient_scope' ? 403 : 401,
  message: error === 'insufficient_scope' ? 'Forbidden' : 'Unauthorized',
  challenge: `Bearer scope="" error="${error}" error_description="${description}"`,
})

const claimText = (value: unknown) =>
  typeof value === 'string' ? value : Array.isArray(value) ? `[${value.join(' ')}]` : String(value)

/**
 * The JWT authorizer of API Gateway's HTTP APIs: RS256 by a key of the issuer, `iss`, `aud` (or `client_id` where there
 * is no `aud`), `exp`, `nbf`, and one of the route's scopes. Tokens carry the machine's time, not the local clock's.
 */
export const tokenAuthorizer = ({
  issuer,
  jwksUrl,
  audience,
}: {
  issuer: string
  jwksUrl: string
  audience: string
}) => {
  const keys = createRemoteJWKSet(new URL(jwksUrl), { cooldownDuration: 1_000 })
  return async (authorization: string | undefined, scopes: readonly string[]): Promise<Authorized | Refused> => {
    if (authorization === undefined) return { status: 401, message: 'Unauthorized', challenge: 'Bearer' }
    const token = authorization.replace(/^Bearer\s+/i, '')
    try {
      const { payload } = await jwtVerify(token, keys, { issuer, algorithms: ['RS256'], requiredClaims: ['exp'] })
      const for_ = payload.aud ?? payload.client_id
      if (!(Array.isArray(for_) ? for_.includes(audience) : for_ === audience))
        return refusal('invalid_token', 'the token does not have a valid audience')
      const held = typeof payload.scope === 'string' ? payload.scope.split(' ') : []
      if (scopes.length > 0 && !scopes.some((scope) => held.includes(scope)))
        return refusal('insufficient_scope', 'the token does not have the required scope')
      return {
        claims: Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, claimText(value)])),
        scopes: [...scopes],
      }
    } catch (error) {
      if (error instanceof errors.JOSEError) return refusal('invalid_token', 'the token is not valid')
      throw error
    }
  }
}
