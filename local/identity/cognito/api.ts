import type { ServerResponse } from 'node:http'
import { CognitoError } from 'cognito-local/lib/errors.js'
import { allowOrigins, type Handler, readText, sendJson } from '../web/listener.ts'
import { accountOperations } from './accounts.ts'
import { adminOperations } from './administration.ts'
import type { Operations, Parts } from './operation.ts'
import { passwordOperations } from './passwords.ts'
import { refusal } from './refusals.ts'
import { secondFactorOperations } from './second-factor.ts'
import { signInOperations } from './sign-in.ts'
import { signUpOperations } from './sign-up.ts'

const contentType = 'application/x-amz-json-1.1'

/** Cognito's JSON API and the pool's published keys, over HTTP. */
export const cognitoApi = (parts: Parts): Handler => {
  const operations: Operations = {
    ...signUpOperations(parts),
    ...signInOperations(parts),
    ...passwordOperations(parts),
    ...accountOperations(parts),
    ...secondFactorOperations(parts),
    ...adminOperations(parts),
  }
  const allowed = allowOrigins(new Set(parts.options.callbackUrls.map((url) => new URL(url).origin)))
  const wellKnown = `/${parts.options.id}/.well-known`
  const { issuer, jwks } = parts.tokens

  return async (request, response) => {
    if (allowed(request, response)) return
    if (request.method === 'GET' && request.url === `${wellKnown}/jwks.json`) return sendJson(response, 200, jwks)
    if (request.method === 'GET' && request.url === `${wellKnown}/openid-configuration`) {
      return sendJson(response, 200, {
        issuer,
        jwks_uri: `${issuer}/.well-known/jwks.json`,
        id_token_signing_alg_values_supported: ['RS256'],
      })
    }
    // The header makes browsers ask first, so that no other site's page can call this.
    const target = request.headers['x-amz-target']
    if (request.method !== 'POST' || request.url !== '/' || typeof target !== 'string') {
      return sendJson(response, 404, { message: 'This is the local stand-in for Cognito.' })
    }

    const name = target.replace(/^AWSCognitoIdentityProviderService\./, '')
    try {
      const run = Object.hasOwn(operations, name) ? operations[name] : undefined
      if (run === undefined) throw refusal('UnknownOperationException', `${name} is not part of the local Cognito.`)
      const signed = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256') ?? false
      if (/^(Admin|List|Describe)/.test(name) && !signed) {
        throw refusal('MissingAuthenticationTokenException', 'Missing Authentication Token')
      }
      send(response, 200, await run(parseJson(await readText(request))))
    } catch (error) {
      if (!(error instanceof CognitoError)) throw error
      response.setHeader('x-amzn-errortype', error.code)
      send(response, 400, { __type: error.code, message: error.message })
    }
  }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw refusal('SerializationException', 'The request is not JSON.')
  }
}

const send = (response: ServerResponse, status: number, body: object): void => {
  response
    .writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store' })
    .end(JSON.stringify(body, inSeconds))
}

/** Moments travel as seconds. By the time a replacer sees one it is text already, so it looks at the holder. */
function inSeconds(this: Record<string, unknown>, key: string, value: unknown) {
  const raw = this[key]
  return raw instanceof Date ? raw.getTime() / 1000 : value
}
