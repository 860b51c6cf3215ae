import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import {
  calculateJwkThumbprint,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose'
import * as z from 'zod'
import { openDocument } from '../document.ts'
import type { Clock } from '../options.ts'
import { attributeOf, identitiesOf, type User } from './pool.ts'
import type { Session } from './sessions.ts'

/** Fifteen minutes: how long a token outlives the end of its session where only the signature is checked. */
export const tokenLifetimeSeconds = 15 * 60

type Tokens = { accessToken: string; idToken: string }

type AccessClaims = z.output<typeof accessClaims>

export type TokenIssuer = {
  issuer: string
  jwks: { keys: JWK[] }
  issue(user: User, session: Session): Promise<Tokens>
  /** @returns `expired` or `invalid`, or the claims of a token of this pool and client, whether or not its session goes on. */
  readAccessToken(token: string): Promise<AccessClaims | 'expired' | 'invalid'>
}

const accessClaims = z.object({
  sub: z.string(),
  username: z.string(),
  client_id: z.string(),
  origin_jti: z.string(),
  scope: z.string(),
  token_use: z.literal('access'),
})

type TokenIssuerParts = { stateDir: string; clock: Clock; issuer: string; clientId: string }

/** Signs with a key made at the first start, not with the one every copy of cognito-local carries. */
export const openTokenIssuer = async ({
  stateDir,
  clock,
  issuer,
  clientId,
}: TokenIssuerParts): Promise<TokenIssuer> => {
  const { value: privateJwk } = await openDocument(join(stateDir, 'signing-key.json'), signingKey, newSigningKey)
  const key = await importJWK(privateJwk, 'RS256')
  const { kty, n, e, kid } = privateJwk
  const publicJwk = { kty, n, e, kid, alg: 'RS256', use: 'sig' }
  const publicKey = await importJWK(publicJwk, 'RS256')

  const sign = (claims: Record<string, unknown>) => {
    const issuedAt = Math.floor(clock().getTime() / 1000)
    return new SignJWT({ ...claims, event_id: randomUUID() })
      .setProtectedHeader({ alg: 'RS256', kid })
      .setIssuer(issuer)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + tokenLifetimeSeconds)
      .setJti(randomUUID())
      .sign(key)
  }

  return {
    issuer,
    jwks: { keys: [publicJwk] },
    issue: async (user, session) => {
      const common = { sub: attributeOf(user, 'sub'), origin_jti: session.id, auth_time: session.authTime }
      const identities = identitiesOf(user)
      const [accessToken, idToken] = await Promise.all([
        sign({
          ...common,
          token_use: 'access',
          version: 2,
          client_id: clientId,
          scope: session.scope,
          username: user.Username,
        }),
        sign({
          ...common,
          token_use: 'id',
          aud: clientId,
          'cognito:username': user.Username,
          email: attributeOf(user, 'email'),
          email_verified: attributeOf(user, 'email_verified') === 'true',
          name: attributeOf(user, 'name'),
          ...(identities.length > 0 && { identities }),
        }),
      ])
      return { accessToken, idToken }
    },
    readAccessToken: async (token) => {
      try {
        const { payload } = await jwtVerify(token, publicKey, { issuer, algorithms: ['RS256'], currentDate: clock() })
        const claims = accessClaims.safeParse(payload)
        return claims.success && claims.data.client_id === clientId ? claims.data : 'invalid'
      } catch (error) {
        return error instanceof errors.JWTExpired ? 'expired' : 'invalid'
      }
    },
  }
}

const signingKey = z.looseObject({ kty: z.literal('RSA'), kid: z.string(), n: z.string(), e: z.string() })

const newSigningKey = async (): Promise<z.input<typeof signingKey>> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  return signingKey.parse({ ...jwk, kid: await calculateJwkThumbprint(jwk) })
}
