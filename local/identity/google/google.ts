import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js'
import * as z from 'zod'
import { openDocument } from '../document.ts'
import { type Handler, readText } from '../web/listener.ts'
import { type Html, html, sendPage } from '../web/page.ts'
import { openPeople, type People } from './people.ts'

export type GoogleClient = { clientId: string; clientSecret: string; redirectUri: string }

type GoogleOptions = { stateDir: string; issuer: string; client: GoogleClient }

const note = 'A local stand-in for Google. No Google account is involved, and no password is asked for.'

/** A real OpenID provider whose sign-in page lets anybody be anybody. */
export const openGoogle = async ({ stateDir, issuer, client }: GoogleOptions): Promise<Handler> => {
  const people = await openPeople({ stateDir })
  const { value: keys } = await openDocument(join(stateDir, 'google-keys.json'), providerKeys, newProviderKeys)

  const provider = new Provider(issuer, {
    adapter: createMemoryAdapter(),
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [client.redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [keys.signing] },
    cookies: {
      keys: [keys.cookies],
      // Cookies do not know ports, and everything here is on localhost.
      names: { session: 'google_session', interaction: 'google_interaction', resume: 'google_resume' },
    },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Google puts these into the id token itself.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    findAccount: async (_context, sub) => {
      const person = people.find(sub)
      if (person === undefined) return undefined
      const { email, emailVerified: email_verified, name } = person
      return { accountId: sub, claims: async () => ({ sub, email, email_verified, name }) }
    },
    interactions: { url: (_context, { uid }) => `${interactionPath}${uid}` },
    // The one client is ours, so nobody is asked to agree to it.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    pkce: { required: () => true },
    renderError: async (context, { error, error_description = '' }) => {
      context.type = 'text/plain'
      context.body = `${error}: ${error_description}`
    },
    scopes: ['openid', 'email', 'profile'],
    ttl: { AccessToken: 3600, AuthorizationCode: 60, Grant: 3600, IdToken: 3600, Interaction: 3600, Session: 3600 },
  })

  const answer = provider.callback()
  return async (request, response) => {
    if (!request.url?.startsWith(interactionPath)) return answer(request, response)
    const interaction = await provider.interactionDetails(request, response).catch(() => undefined)
    if (interaction === undefined) return sendGone(response)
    if (request.method !== 'POST') return sendChooser(response, people)

    const choice = readChoice(await readText(request))
    if (choice.do === 'cancel') {
      const refused = { error: 'access_denied', error_description: 'Sign-in was cancelled' }
      return provider.interactionFinished(request, response, refused)
    }
    const chosen = choice.do === 'choose' ? people.find(choice.sub) : await keepDescribed(choice, people)
    if (chosen === undefined) return sendChooser(response, people, 'Enter a name and an email address.')
    return provider.interactionFinished(request, response, { login: { accountId: chosen.sub } })
  }
}

const interactionPath = '/signin/'

const choice = z.object({
  do: z.enum(['choose', 'describe', 'cancel']).catch('describe'),
  sub: z.string().default(''),
  name: z.string().default(''),
  email: z.string().default(''),
  verified: z.literal('on').optional(),
})

const readChoice = (form: string) => choice.parse(Object.fromEntries(new URLSearchParams(form)))

const keepDescribed = ({ name, email, verified }: z.output<typeof choice>, people: People) => {
  const described = z
    .object({ name: z.string().trim().min(1).max(200), email: z.email().max(254) })
    .safeParse({ name, email })
  return described.success ? people.keep({ ...described.data, emailVerified: verified === 'on' }) : undefined
}

const sendChooser = (response: ServerResponse, people: People, problem?: string) =>
  sendPage(response, {
    title: 'Choose an account',
    note,
    status: problem === undefined ? 200 : 400,
    body: html`<p>to go on to Darkslide</p>
<ul>${people.list().map(
      ({ sub, name, email, emailVerified }): Html => html`<li><form method="post">
<input type="hidden" name="sub" value="${sub}">
<button name="do" value="choose">${name}<small>${email}${emailVerified ? '' : ' (not verified)'}</small></button>
</form></li>`,
    )}</ul>
<h2>Another account</h2>
${problem === undefined ? '' : html`<p role="alert">${problem}</p>`}
<form method="post">
<label>Name <input name="name" autocomplete="off" required maxlength="200"></label>
<label>Email <input name="email" type="email" autocomplete="off" required maxlength="254"></label>
<label class="tick"><input name="verified" type="checkbox" checked> Google has verified this email</label>
<button name="do" value="describe">Continue</button>
</form>
<form method="post" class="apart"><button name="do" value="cancel">Cancel</button></form>`,
  })

const sendGone = (response: ServerResponse) =>
  sendPage(response, {
    title: 'This sign-in has ended',
    note,
    status: 400,
    body: html`<p>Go back to Darkslide and start again.</p>`,
  })

const providerKeys = z.object({ signing: z.looseObject({ kty: z.literal('RSA') }), cookies: z.string() })

const newProviderKeys = async (): Promise<z.input<typeof providerKeys>> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const signing = z.looseObject({ kty: z.literal('RSA') }).parse(await exportJWK(privateKey))
  return { signing: { ...signing, alg: 'RS256', use: 'sig' }, cookies: randomBytes(32).toString('base64url') }
}
