import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider'
import type { IdentityOptions } from '#local/identity/identity.ts'
import { aBrowser, type Page } from './browser.ts'
import { callbackUrl, clientId, poolId, runIdentity, siteOrigin } from './identity-under-test.ts'

const verifier = 'v'.repeat(64)
const challenge = createHash('sha256').update(verifier).digest('base64url')

/** A running server with a browser that signs in at it, for the site at `siteOrigin`. */
export const runSignIn = async (options: Partial<IdentityOptions> = {}) => {
  const identity = await runIdentity(options)
  const { cert: certificate } = JSON.parse(await readFile(join(identity.stateDir, 'certificate.json'), 'utf8'))
  const domain = `https://${identity.server.hostedUiDomain}`
  const newBrowser = (stopAt = siteOrigin) => aBrowser({ certificate, stopAt })
  const browser = newBrowser()

  const authorizeUrl = (changes: Record<string, string | undefined> = {}) => {
    const query = {
      client_id: clientId,
      redirect_uri: callbackUrl,
      response_type: 'code',
      identity_provider: 'Google',
      scope: 'openid email profile aws.cognito.signin.user.admin',
      state: 'the-state',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...changes,
    }
    const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
    return `${domain}/oauth2/authorize?${new URLSearchParams(given)}`
  }
  const signInAs = async (person: Record<string, string>) => {
    const chooser = await browser.go(authorizeUrl())
    return browser.submit(chooser, { do: 'describe', ...person })
  }
  const exchange = async (code: string | null, changes: Record<string, string> = {}) => {
    const form = {
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: callbackUrl,
      code: code ?? '',
      code_verifier: verifier,
      ...changes,
    }
    const answer = await browser.post(`${domain}/oauth2/token`, form, { origin: siteOrigin })
    return { status: answer.status, headers: answer.headers, ...JSON.parse(answer.body) }
  }
  const tokensOf = async (page: Page) => {
    const { searchParams } = page.url
    const code = searchParams.get('code')
    // Said here: what follows would speak of a user who is not there.
    if (code === null) {
      throw new Error(
        `No code, but ${page.status}: ${searchParams.get('error_description') ?? page.body.slice(0, 500)}`,
      )
    }
    return exchange(code)
  }
  const users = async () => (await identity.client.send(new ListUsersCommand({ UserPoolId: poolId }))).Users ?? []

  return { ...identity, domain, browser, newBrowser, authorizeUrl, signInAs, exchange, tokensOf, users }
}
