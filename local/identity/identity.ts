import { randomBytes } from 'node:crypto'
import { cognitoApi } from './cognito/api.ts'
import type { Parts } from './cognito/operation.ts'
import { openGoogle } from './google/google.ts'
import { openCertificate } from './hosted-ui/certificate.ts'
import { hostedUi } from './hosted-ui/hosted-ui.ts'
import { relyingParty } from './hosted-ui/relying-party.ts'
import type { IdentityOptions, IdentityServer } from './options.ts'
import { openAuthenticators } from './pool/authenticators.ts'
import { openCodes } from './pool/codes.ts'
import { messagesOf } from './pool/messages.ts'
import { openPool } from './pool/pool.ts'
import { openSessions } from './pool/sessions.ts'
import { openTokenIssuer } from './pool/tokens.ts'
import { triggersOf } from './pool/triggers.ts'
import { type Listener, listen } from './web/listener.ts'

export type { IdentityOptions, IdentityServer, Mail, TriggerName } from './options.ts'

/**
 * Starts the local stand-ins for the Cognito user pool, its hosted pages and Google.
 *
 * @throws StartFailure when a port is in use or the stored accounts cannot be read.
 */
export const startIdentity = async (options: IdentityOptions): Promise<IdentityServer> => {
  const listeners: Listener[] = []
  const open = async (how: Parameters<typeof listen>[0]) => {
    const listener = await listen(how)
    listeners.push(listener)
    return listener
  }
  const close = async () => {
    await Promise.all(listeners.map((listener) => listener.close()))
  }
  try {
    return { ...(await start(options, open)), close }
  } catch (error) {
    await close()
    throw error
  }
}

const start = async (options: IdentityOptions, open: typeof listen): Promise<Omit<IdentityServer, 'close'>> => {
  const { stateDir, clock, ports, pool: poolOptions } = options
  const { id: poolId, clientId } = poolOptions
  const tls = await openCertificate({ stateDir })
  const cognito = await open({ port: ports.cognito, purpose: 'the local Cognito' })
  const pages = await open({ port: ports.hostedUi, purpose: 'the local sign-in pages', tls })
  const google = await open({ port: ports.google, purpose: 'the local Google' })

  const endpoint = `http://localhost:${cognito.port}`
  const issuer = `${endpoint}/${poolId}`
  const hostedUiDomain = `localhost:${pages.port}`
  const googleUrl = `http://localhost:${google.port}`
  const googleClient = {
    clientId: 'darkslide-local.apps.googleusercontent.com',
    clientSecret: randomBytes(32).toString('base64url'),
    redirectUri: `https://${hostedUiDomain}/oauth2/idpresponse`,
  }

  const triggers = triggersOf(options)
  const parts: Parts = {
    options: poolOptions,
    clock,
    pool: await openPool(options),
    sessions: await openSessions(options),
    codes: await openCodes({ stateDir, clock: options.codeClock ?? clock }),
    authenticators: await openAuthenticators({ stateDir, clock }),
    tokens: await openTokenIssuer({ stateDir, clock, issuer, clientId }),
    triggers,
    messages: messagesOf({ sendMail: options.sendMail, triggers, codeMail: poolOptions.codeMail }),
  }
  cognito.serve(cognitoApi(parts))
  pages.serve(hostedUi(parts, relyingParty({ issuer: googleUrl, client: googleClient })))
  google.serve(await openGoogle({ stateDir, issuer: googleUrl, client: googleClient }))

  return { endpoint, issuer, jwksUri: `${issuer}/.well-known/jwks.json`, poolId, clientId, hostedUiDomain, googleUrl }
}
