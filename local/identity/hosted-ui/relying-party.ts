import { createHash, randomBytes } from 'node:crypto'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import * as z from 'zod'
import type { GoogleClient } from '../google/google.ts'

/** What Google says of whoever signed in. */
export type GoogleClaims = z.output<typeof googleClaims>

/** What must come back unchanged, kept between sending somebody to Google and their return. */
export type Departure = { url: string; nonce: string; codeVerifier: string }

/** Why an answer from Google was not accepted. Names the fault, never the content. */
export class UntrustedAnswer extends Error {}

export type RelyingParty = {
  depart(state: string): Promise<Departure>
  /** @throws UntrustedAnswer unless the code buys an id token signed by Google, for us, for this very sign-in. */
  arrive(code: string, departure: Departure): Promise<GoogleClaims>
}

const googleClaims = z.object({
  sub: z.string().min(1),
  email: z.string().optional(),
  email_verified: z.boolean().default(false),
  name: z.string().optional(),
})

const discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
})

/** The pool's side of "Sign in with Google": the code flow with a client secret, PKCE and a nonce (OpenID Connect Core). */
export const relyingParty = ({ issuer, client }: { issuer: string; client: GoogleClient }): RelyingParty => {
  const google = once(async () => {
    const response = await fetch(`${issuer}/.well-known/openid-configuration`)
    const endpoints = discovery.parse(await response.json())
    if (endpoints.issuer !== issuer) throw new UntrustedAnswer('the discovery document is of another issuer')
    // On a busy machine, which is also its own Google, an answer may take longer than the library's five seconds.
    return { ...endpoints, keys: createRemoteJWKSet(new URL(endpoints.jwks_uri), { timeoutDuration: 30_000 }) }
  })

  return {
    depart: async (state) => {
      const { authorization_endpoint } = await google()
      const [nonce, codeVerifier] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')]
      const url = new URL(authorization_endpoint)
      url.search = new URLSearchParams({
        client_id: client.clientId,
        redirect_uri: client.redirectUri,
        response_type: 'code',
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
        // Google's chooser each time, so that a second person can sign in on the same machine.
        prompt: 'login',
      }).toString()
      return { url: url.toString(), nonce, codeVerifier }
    },

    arrive: async (code, { nonce, codeVerifier }) => {
      const { token_endpoint, keys } = await google()
      const response = await fetch(token_endpoint, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')}`,
        },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code,
          redirect_uri: client.redirectUri,
          code_verifier: codeVerifier,
        }),
      })
      const answer = z.object({ id_token: z.string() }).safeParse(await response.json())
      if (!response.ok || !answer.success) throw new UntrustedAnswer('the code was refused')
      try {
        // By the machine's clock, as Google's.
        const { payload } = await jwtVerify(answer.data.id_token, keys, {
          issuer,
          audience: client.clientId,
          algorithms: ['RS256'],
          requiredClaims: ['exp', 'iat', 'nonce'],
          maxTokenAge: '5 min',
          // A clock may be set back between the two (RFC 7519, section 4.1.4: "some small leeway").
          clockTolerance: '10 s',
        })
        if (payload.nonce !== nonce) throw new UntrustedAnswer('the id token is for another sign-in')
        return googleClaims.parse(payload)
      } catch (error) {
        throw error instanceof errors.JOSEError
          ? new UntrustedAnswer(`the id token is not valid (${error.code})`)
          : error
      }
    },
  }
}

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error) => {
      made = undefined
      throw error
    })
    return made
  }
}
