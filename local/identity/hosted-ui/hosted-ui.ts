import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { CognitoError } from 'cognito-local/lib/errors.js'
import * as z from 'zod'
import { signInScopes } from '#schema/sign-in-scopes.ts'
import type { Parts } from '../cognito/operation.ts'
import type { Clock } from '../options.ts'
import { attributeOf, type User } from '../pool/pool.ts'
import type { Session } from '../pool/sessions.ts'
import { tokenLifetimeSeconds } from '../pool/tokens.ts'
import { allowOrigins, type Handler, readText, sendJson } from '../web/listener.ts'
import { html, redirect, sendPage } from '../web/page.ts'
import { userForGoogle } from './federation.ts'
import { type Departure, type RelyingParty, UntrustedAnswer } from './relying-party.ts'

const note = 'A local stand-in for the sign-in pages of Amazon Cognito.'
const browserCookie = 'hosted_sign_in'
const departureLifetimeMs = 10 * 60_000
const codeLifetimeMs = 5 * 60_000

/** Somebody on their way to Google and back, bound to the browser they left with. */
type Pending = { request: AuthorizeRequest; departure: Departure; browser: string }
/** What a code stands for until it is exchanged, and which session came of it once it was. */
type Grant = { request: AuthorizeRequest; username: string; opened?: ReturnType<Parts['sessions']['open']> }

type AuthorizeRequest = z.output<typeof authorizeRequest>

const authorizeRequest = z.object({
  response_type: z.literal('code'),
  state: z.string().min(1).max(2048),
  code_challenge: z.string().regex(/^[\w-]{43}$/),
  code_challenge_method: z.literal('S256'),
  redirect_uri: z.string(),
  identity_provider: z.string().optional(),
  scope: z.string().default(signInScopes.join(' ')),
})

/** The pool's pages and OAuth endpoints, as Cognito serves them on the pool's domain. PKCE and a state are required. */
export const hostedUi = (parts: Parts, google: RelyingParty): Handler => {
  const { options, clock, pool, sessions, tokens } = parts
  const pending = shortLived<Pending>(clock, departureLifetimeMs)
  const grants = shortLived<Grant>(clock, codeLifetimeMs)
  const allowed = allowOrigins(new Set(options.callbackUrls.map((url) => new URL(url).origin)))

  const authorize: Route = async ({ query, response, url }) => {
    // Before these two are known to be ours, nothing is sent anywhere.
    if (query.client_id !== options.clientId) return refuse(response, 'The client is not one of this pool.')
    const redirectUri = query.redirect_uri ?? ''
    if (!options.callbackUrls.includes(redirectUri)) return refuse(response, 'The callback address is not registered.')

    const parsed = authorizeRequest.safeParse(query)
    if (!parsed.success) {
      const named = parsed.error.issues.map(({ path }) => path.join('.')).join(', ')
      return sendBack(
        response,
        { redirect_uri: redirectUri, state: query.state },
        { error: 'invalid_request', error_description: named },
      )
    }
    const request = parsed.data
    if (request.scope.split(' ').some((scope) => !signInScopes.includes(scope))) {
      return sendBack(response, request, { error: 'invalid_scope' })
    }
    if (request.identity_provider === undefined) return sendProviders(response, url)
    if (request.identity_provider !== 'Google') {
      return sendBack(response, request, { error: 'invalid_request', error_description: 'identity_provider' })
    }

    const [id, browser] = [newSecret(), newSecret()]
    const departure = await google.depart(id)
    pending.put(id, { request, departure, browser })
    const cookie = `${browserCookie}=${browser}; Path=/oauth2; Max-Age=600; Secure; HttpOnly; SameSite=Lax`
    response.setHeader('set-cookie', cookie)
    redirect(response, departure.url)
  }

  const idpResponse: Route = async ({ query, request, response }) => {
    const departed = pending.get(query.state ?? '')
    if (departed === undefined || cookieOf(request, browserCookie) !== departed.browser) {
      return refuse(response, 'This sign-in has ended, or was begun in another browser.')
    }
    pending.drop(query.state ?? '')
    response.setHeader('set-cookie', `${browserCookie}=; Path=/oauth2; Max-Age=0; Secure; HttpOnly; SameSite=Lax`)
    if (query.code === undefined) {
      const { error = 'invalid_request', error_description } = query
      return sendBack(response, departed.request, { error, error_description })
    }
    try {
      const user = await userForGoogle(await google.arrive(query.code, departed.departure), parts)
      const code = newSecret()
      grants.put(code, { request: departed.request, username: user.Username })
      sendBack(response, departed.request, { code })
    } catch (error) {
      if (!(error instanceof CognitoError || error instanceof UntrustedAnswer)) throw error
      sendBack(response, departed.request, { error: 'invalid_request', error_description: error.message })
    }
  }

  const exchangeCode = async (form: Record<string, string>): Promise<TokenAnswer> => {
    const grant = grants.get(form.code ?? '')
    if (grant === undefined) return 'invalid_grant'
    // A code that comes twice was seen by somebody else: what came of it ends (RFC 6749, section 4.1.2).
    if (grant.opened !== undefined) {
      await sessions.end((await grant.opened).session.id)
      return 'invalid_grant'
    }
    const challenge = createHash('sha256')
      .update(form.code_verifier ?? '')
      .digest('base64url')
    if (grant.request.redirect_uri !== form.redirect_uri || grant.request.code_challenge !== challenge) {
      grants.drop(form.code ?? '')
      return 'invalid_grant'
    }
    grant.opened = sessions.open({ username: grant.username, scope: grant.request.scope })
    const { session, refreshToken } = await grant.opened
    const user = await pool.findByUsername(grant.username)
    return user?.Enabled ? { user, session, refreshToken } : 'invalid_grant'
  }

  const refreshSession = async (form: Record<string, string>): Promise<TokenAnswer> => {
    const session = sessions.resume(form.refresh_token ?? '')
    const user = session && (await pool.findByUsername(session.username))
    return session !== undefined && user?.Enabled ? { user, session } : 'invalid_grant'
  }

  const token: Route = async ({ request, response }) => {
    const form = await readForm(request)
    if (form.client_id !== options.clientId) return sendJson(response, 400, { error: 'invalid_client' })
    const exchanges: Record<string, (given: Record<string, string>) => Promise<TokenAnswer>> = {
      authorization_code: exchangeCode,
      refresh_token: refreshSession,
    }
    const exchange = Object.hasOwn(exchanges, form.grant_type ?? '') ? exchanges[form.grant_type ?? ''] : undefined
    const answer = (await exchange?.(form)) ?? 'unsupported_grant_type'
    if (typeof answer === 'string') return sendJson(response, 400, { error: answer })
    const { accessToken, idToken } = await tokens.issue(answer.user, answer.session)
    sendJson(response, 200, {
      access_token: accessToken,
      id_token: idToken,
      ...(answer.refreshToken !== undefined && { refresh_token: answer.refreshToken }),
      token_type: 'Bearer',
      expires_in: tokenLifetimeSeconds,
    })
  }

  const userInfo: Route = async ({ request, response }) => {
    const claims = await tokens.readAccessToken(request.headers.authorization?.replace(/^Bearer /, '') ?? '')
    const isOurs = typeof claims === 'object' && claims.scope.split(' ').includes('openid')
    const user = isOurs && sessions.isOpen(claims.origin_jti) ? await pool.findByUsername(claims.username) : undefined
    if (user === undefined || !user.Enabled) return sendJson(response, 401, { error: 'invalid_token' })
    sendJson(response, 200, {
      username: user.Username,
      ...Object.fromEntries(
        ['sub', 'email', 'email_verified', 'name', 'identities'].map((name) => [name, attributeOf(user, name)]),
      ),
    })
  }

  const revoke: Route = async ({ request, response }) => {
    const form = await readForm(request)
    if (form.client_id !== options.clientId) return sendJson(response, 400, { error: 'invalid_client' })
    const session = sessions.resume(form.token ?? '')
    if (session !== undefined) await sessions.end(session.id)
    response.writeHead(200).end()
  }

  // There is no session of these pages themselves to end: Google's account chooser is shown at every sign-in.
  const logout: Route = async ({ query, response }) => {
    if (query.client_id !== options.clientId) return refuse(response, 'The client is not one of this pool.')
    if (!options.logoutUrls.includes(query.logout_uri ?? '')) return refuse(response, 'The address is not registered.')
    redirect(response, query.logout_uri ?? '')
  }

  const routes: Readonly<Record<string, Route>> = {
    'GET /oauth2/authorize': authorize,
    'GET /login': authorize,
    'GET /oauth2/idpresponse': idpResponse,
    'POST /oauth2/token': token,
    'GET /oauth2/userInfo': userInfo,
    'POST /oauth2/revoke': revoke,
    'GET /logout': logout,
  }

  return async (request, response) => {
    const url = new URL(request.url ?? '/', 'https://localhost')
    const isForScripts = ['/oauth2/token', '/oauth2/userInfo', '/oauth2/revoke'].includes(url.pathname)
    if (isForScripts && allowed(request, response)) return
    const name = `${request.method} ${url.pathname}`
    const route = Object.hasOwn(routes, name) ? routes[name] : undefined
    if (route === undefined) return refuse(response, 'There is no such page.', 404)
    await route({ request, response, url, query: Object.fromEntries(url.searchParams) })
  }
}

type Route = (call: {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  query: Partial<Record<string, string>>
}) => Promise<unknown>

type TokenAnswer = 'invalid_grant' | { user: User; session: Session; refreshToken?: string }

const newSecret = (): string => randomBytes(32).toString('base64url')

const readForm = async (request: IncomingMessage): Promise<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(await readText(request)))

const cookieOf = ({ headers }: IncomingMessage, name: string): string | undefined =>
  headers.cookie
    ?.split('; ')
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1)

const refuse = (response: ServerResponse, why: string, status = 400): void =>
  sendPage(response, { title: 'This sign-in cannot go on', note, status, body: html`<p>${why}</p>` })

const sendBack = (
  response: ServerResponse,
  { redirect_uri, state }: { redirect_uri: string; state: string | undefined },
  answer: Readonly<Record<string, string | undefined>>,
): void => {
  const url = new URL(redirect_uri)
  for (const [name, value] of Object.entries({ ...answer, state }))
    if (value !== undefined) url.searchParams.set(name, value)
  redirect(response, url.toString())
}

const sendProviders = (response: ServerResponse, url: URL): void => {
  const withGoogle = new URLSearchParams(url.searchParams)
  withGoogle.set('identity_provider', 'Google')
  sendPage(response, {
    title: 'Sign in',
    note,
    body: html`<p>With email and password you sign in on Darkslide’s own page.</p>
<ul><li><a class="button" href="/oauth2/authorize?${withGoogle.toString()}">Continue with Google</a></li></ul>`,
  })
}

const shortLived = <T>(clock: Clock, lifetimeMs: number) => {
  const kept = new Map<string, { value: T; expiresAtMs: number }>()
  return {
    get: (key: string): T | undefined => {
      const found = kept.get(key)
      return found !== undefined && found.expiresAtMs > clock().getTime() ? found.value : undefined
    },
    put: (key: string, value: T) => {
      for (const [old, { expiresAtMs }] of kept) if (expiresAtMs <= clock().getTime()) kept.delete(old)
      kept.set(key, { value, expiresAtMs: clock().getTime() + lifetimeMs })
    },
    drop: (key: string) => kept.delete(key),
  }
}
