import { cognitoApi } from './cognito/api.ts'
import type { Parts } from './cognito/operation.ts'
import type { IdentityOptions, IdentityServer } from './options.ts'
import { openCodes } from './pool/codes.ts'
import { messagesOf } from './pool/messages.ts'
import { openPool } from './pool/pool.ts'
import { openSessions } from './pool/sessions.ts'
import { openTokenIssuer } from './pool/tokens.ts'
import { triggersOf } from './pool/triggers.ts'
import { listen } from './web/listener.ts'

export type { Clock, IdentityOptions, IdentityServer, Mail, PoolOptions, TriggerName } from './options.ts'

/**
 * Starts the local stand-ins for the Cognito user pool, its hosted pages and Google.
 *
 * @throws an Error with one sentence when a port is in use or the stored accounts cannot be read.
 */
export const startIdentity = async (options: IdentityOptions): Promise<IdentityServer> => {
  const { stateDir, clock, pool: poolOptions } = options
  const { id: poolId, clientId } = poolOptions
  const cognito = await listen({ port: options.ports.cognito, purpose: 'the local Cognito' })
  const endpoint = `http://localhost:${cognito.port}`
  const issuer = `${endpoint}/${poolId}`

  const triggers = triggersOf(options)
  const parts: Parts = {
    options: poolOptions,
    clock,
    pool: await openPool(options),
    sessions: await openSessions(options),
    codes: await openCodes(options),
    tokens: await openTokenIssuer({ stateDir, clock, issuer, clientId }),
    triggers,
    messages: messagesOf({ sendMail: options.sendMail, triggers }),
  }
  cognito.serve(cognitoApi(parts))

  return {
    endpoint,
    issuer,
    jwksUri: `${issuer}/.well-known/jwks.json`,
    poolId,
    clientId,
    hostedUiDomain: '',
    googleUrl: '',
    close: () => cognito.close(),
  }
}
