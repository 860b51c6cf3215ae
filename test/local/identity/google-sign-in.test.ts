import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  AdminDisableUserCommand,
  AdminGetUserCommand,
  AdminLinkProviderForUserCommand,
  ChangePasswordCommand,
  ConfirmSignUpCommand,
  GetUserCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import type { IdentityOptions } from '#local/identity/identity.ts'
import { callbackUrl, clientId, logoutUrl, poolId, runIdentity, siteOrigin } from './identity-under-test.ts'
import { runSignIn } from './sign-in-under-test.ts'

const grace = { name: 'Grace Hopper', email: 'grace@example.com', verified: 'on' }

const localUser = async ({ client, lastCode }: Awaited<ReturnType<typeof runSignIn>>, confirmed: boolean) => {
  const { UserSub = '' } = await client.send(
    new SignUpCommand({ ClientId: clientId, Username: grace.email, Password: 'plate6' }),
  )
  if (confirmed) {
    await client.send(
      new ConfirmSignUpCommand({ ClientId: clientId, Username: grace.email, ConfirmationCode: lastCode() }),
    )
  }
  return UserSub
}

describe('signing in with Google', () => {
  test('for the first time makes a user, runs the triggers and ends with verified tokens', async () => {
    const { signInAs, tokensOf, server, client, calls } = await runSignIn()

    const page = await signInAs(grace)
    expect(page.url.href).toMatch(new RegExp(`^${callbackUrl}\\?code=[\\w-]{43}&state=the-state$`))
    const tokens = await tokensOf(page)
    expect(tokens).toMatchObject({ status: 200, token_type: 'Bearer', expires_in: 900 })
    expect(tokens.headers['access-control-allow-origin']).toBe(siteOrigin)

    const keys = createRemoteJWKSet(new URL(server.jwksUri))
    const { payload: access } = await jwtVerify(tokens.access_token, keys, { issuer: server.issuer })
    expect(access).toMatchObject({
      client_id: clientId,
      token_use: 'access',
      scope: 'openid email profile aws.cognito.signin.user.admin',
      username: expect.stringMatching(/^Google_1\d{20}$/),
    })
    const { payload: id } = await jwtVerify(tokens.id_token, keys, { issuer: server.issuer, audience: clientId })
    expect(id).toMatchObject({
      sub: access.sub,
      email: grace.email,
      email_verified: true,
      name: grace.name,
      identities: [{ providerName: 'Google', primary: 'true' }],
    })

    const user = await client.send(new AdminGetUserCommand({ UserPoolId: poolId, Username: `${access.username}` }))
    expect(user.UserStatus).toBe('EXTERNAL_PROVIDER')
    expect(calls).toMatchObject([
      {
        name: 'PreSignUp',
        event: {
          triggerSource: 'PreSignUp_ExternalProvider',
          userName: access.username,
          request: { userAttributes: { email: grace.email, email_verified: 'true', name: grace.name } },
        },
      },
      {
        name: 'PostConfirmation',
        event: {
          triggerSource: 'PostConfirmation_ConfirmSignUp',
          userName: access.username,
          request: { userAttributes: { sub: access.sub, 'cognito:user_status': 'EXTERNAL_PROVIDER' } },
        },
      },
    ])
    const self = await client.send(new GetUserCommand({ AccessToken: tokens.access_token }))
    expect(self.Username).toBe(access.username)
  })

  test('again is the same user with what Google says now, told to the trigger of a sign-in alone', async () => {
    const { signInAs, tokensOf, users, calls, authorizeUrl, browser } = await runSignIn()
    await tokensOf(await signInAs(grace))
    const before = await users()
    calls.length = 0

    await tokensOf(await signInAs({ ...grace, name: 'Rear Admiral Hopper' }))

    const after = await users()
    expect(after.map(({ Username }) => Username)).toEqual(before.map(({ Username }) => Username))
    expect(after[0]?.Attributes).toContainEqual({ Name: 'name', Value: 'Rear Admiral Hopper' })
    expect(calls).toMatchObject([
      {
        name: 'PostAuthentication',
        event: {
          triggerSource: 'PostAuthentication_Authentication',
          userName: before[0]?.Username,
          request: { userAttributes: { email: grace.email, name: 'Rear Admiral Hopper' }, newDeviceUsed: false },
        },
      },
    ])

    const chooser = await browser.go(authorizeUrl())
    expect(chooser.body).toContain('Rear Admiral Hopper')
  })

  test('keeps an address that Google has not verified unverified', async () => {
    const { signInAs, tokensOf, users } = await runSignIn()
    await tokensOf(await signInAs({ name: grace.name, email: grace.email }))
    expect((await users())[0]?.Attributes).toContainEqual({ Name: 'email_verified', Value: 'false' })
  })

  test('that is cancelled goes back with Google’s error', async () => {
    const { browser, authorizeUrl, users } = await runSignIn()
    const page = await browser.submit(await browser.go(authorizeUrl()), { do: 'cancel' })
    expect(page.url.searchParams.get('error')).toBe('access_denied')
    expect(page.url.searchParams.get('state')).toBe('the-state')
    expect(await users()).toEqual([])
  })

  test('goes back with the message of a trigger that refuses, and makes nobody', async () => {
    const { signInAs, users } = await runSignIn({
      trigger: async (name) => {
        if (name === 'PreSignUp') throw new Error('Closed today')
      },
    })
    const page = await signInAs(grace)
    expect(page.url.searchParams.get('error_description')).toBe('PreSignUp failed with error Closed today.')
    expect(await users()).toEqual([])
  })

  test('is refused for a disabled user', async () => {
    const { signInAs, tokensOf, users, client } = await runSignIn()
    await tokensOf(await signInAs(grace))
    const Username = (await users())[0]?.Username
    await client.send(new AdminDisableUserCommand({ UserPoolId: poolId, Username }))
    const page = await signInAs(grace)
    expect(page.url.searchParams.get('error_description')).toBe('User is disabled.')
  })

  test('gives a user without a password, who cannot set one through the API', async () => {
    const { signInAs, tokensOf, client } = await runSignIn()
    const { access_token: AccessToken } = await tokensOf(await signInAs(grace))
    await expect(
      client.send(new ChangePasswordCommand({ AccessToken, PreviousPassword: 'anything', ProposedPassword: 'plate9' })),
    ).rejects.toMatchObject({ name: 'NotAuthorizedException' })
  })

  test('escapes what people type about themselves', async () => {
    const { signInAs, browser, authorizeUrl } = await runSignIn()
    await signInAs({ ...grace, name: '<img src=x onerror=alert(1)>' })
    const chooser = await browser.go(authorizeUrl())
    expect(chooser.body).toContain('&#60;img src=x')
    expect(chooser.body).not.toContain('<img')
    expect(chooser.headers['content-security-policy']).toContain("default-src 'none'")
  })
})

describe('an account linked by the pre-sign-up trigger', () => {
  const linkTo =
    (identity: () => Awaited<ReturnType<typeof runSignIn>>, sub: () => string): IdentityOptions['trigger'] =>
    async (name, event) => {
      const { triggerSource, userName } = event as { triggerSource: string; userName: string }
      if (name !== 'PreSignUp' || triggerSource !== 'PreSignUp_ExternalProvider') return
      await identity().client.send(
        new AdminLinkProviderForUserCommand({
          UserPoolId: poolId,
          DestinationUser: { ProviderName: 'Cognito', ProviderAttributeValue: sub() },
          SourceUser: {
            ProviderName: 'Google',
            ProviderAttributeName: 'Cognito_Subject',
            ProviderAttributeValue: userName.replace('Google_', ''),
          },
        }),
      )
    }

  test('fails the first sign-in as Cognito does, then signs in as the local user', async () => {
    let sub = ''
    const identity: Awaited<ReturnType<typeof runSignIn>> = await runSignIn({
      trigger: linkTo(
        () => identity,
        () => sub,
      ),
    })
    sub = await localUser(identity, true)
    identity.calls.length = 0

    const first = await identity.signInAs(grace)
    expect(first.url.searchParams.get('error')).toBe('invalid_request')
    expect(first.url.searchParams.get('error_description')).toMatch(/^Already found an entry for username Google_\d+$/)

    const tokens = await identity.tokensOf(await identity.signInAs(grace))
    const { payload } = await jwtVerify(tokens.id_token, createRemoteJWKSet(new URL(identity.server.jwksUri)))
    expect(payload).toMatchObject({
      sub,
      'cognito:username': sub,
      identities: [{ providerName: 'Google', primary: 'false' }],
    })
    expect(await identity.users()).toHaveLength(1)
    expect(identity.calls.map(({ name }) => name)).toEqual(['PreSignUp', 'PostAuthentication'])
    expect(identity.calls.at(-1)?.event.userName).toBe(sub)
  })

  test('cannot be linked to a second user, nor once it has one of its own', async () => {
    const identity = await runSignIn()
    await identity.tokensOf(await identity.signInAs(grace))
    const userName = (await identity.users())[0]?.Username ?? ''
    const sub = await localUser(identity, true)
    const link = linkTo(
      () => identity,
      () => sub,
    )
    await expect(link('PreSignUp', { triggerSource: 'PreSignUp_ExternalProvider', userName })).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: expect.stringContaining('Merging is not currently supported'),
    })
    await link('PreSignUp', { triggerSource: 'PreSignUp_ExternalProvider', userName: 'Google_2' })
    await expect(
      link('PreSignUp', { triggerSource: 'PreSignUp_ExternalProvider', userName: 'Google_2' }),
    ).rejects.toThrow('SourceUser is already linked to DestinationUser')
  })
})

describe('the hosted pages', () => {
  test('send nobody to an address that is not registered', async () => {
    const { browser, authorizeUrl } = await runSignIn()
    for (const redirect_uri of ['https://evil.example/', `${callbackUrl}/more`, `${callbackUrl}?x=1`, '']) {
      const page = await browser.go(authorizeUrl({ redirect_uri }))
      expect(page).toMatchObject({ status: 400, headers: { 'content-type': 'text/html; charset=utf-8' } })
      expect(page.headers.location).toBeUndefined()
    }
    expect((await browser.go(authorizeUrl({ client_id: 'other' }))).status).toBe(400)
  })

  test.each([
    ['without a state', { state: undefined }],
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }],
    ['with PKCE in the clear', { code_challenge_method: 'plain' }],
    ['with another response type', { response_type: 'token' }],
    ['for another provider', { identity_provider: 'Facebook' }],
    ['for a scope the client has not', { scope: 'openid phone' }],
  ])('refuse a sign-in %s', async (_how, changes) => {
    const { browser, authorizeUrl } = await runSignIn()
    const page = await browser.go(authorizeUrl(changes))
    expect(page.url.origin + page.url.pathname).toBe(callbackUrl)
    expect(page.url.searchParams.get('error')).toMatch(/^invalid_(request|scope)$/)
    expect(page.url.searchParams.get('code')).toBeNull()
  })

  test('offer Google where no provider is named', async () => {
    const { browser, authorizeUrl, domain } = await runSignIn()
    const page = await browser.go(authorizeUrl({ identity_provider: undefined }))
    const link = /href="(\/oauth2\/authorize[^"]+)"/.exec(page.body)?.[1]?.replaceAll('&#38;', '&')
    const chooser = await browser.go(`${domain}${link}`)
    expect(chooser.body).toContain('Choose an account')
  })

  test('take Google’s answer from the browser that left alone, and once', async () => {
    const { newBrowser, authorizeUrl, domain } = await runSignIn()
    const own = newBrowser(`${domain}/oauth2/idpresponse`)
    const { url: answer } = await own.submit(await own.go(authorizeUrl()), { do: 'describe', ...grace })
    expect(answer.pathname).toBe('/oauth2/idpresponse')

    expect((await newBrowser().go(answer)).status).toBe(400)
    expect((await own.get(answer.href)).headers.location).toMatch(/code=/)
    expect((await own.get(answer.href)).status).toBe(400)
  })

  test('give tokens for a code once, to its verifier and address alone', async () => {
    const { signInAs, exchange, client } = await runSignIn()
    const codeOf = async () => (await signInAs(grace)).url.searchParams.get('code')

    expect(await exchange(await codeOf(), { code_verifier: 'w'.repeat(64) })).toMatchObject({
      status: 400,
      error: 'invalid_grant',
    })
    expect(await exchange(await codeOf(), { redirect_uri: logoutUrl })).toMatchObject({ error: 'invalid_grant' })
    expect(await exchange(await codeOf(), { client_id: 'other' })).toMatchObject({ error: 'invalid_client' })
    expect(await exchange(await codeOf(), { grant_type: 'password' })).toMatchObject({
      error: 'unsupported_grant_type',
    })

    const code = await codeOf()
    const tokens = await exchange(code)
    expect(tokens.status).toBe(200)
    expect(await exchange(code)).toMatchObject({ error: 'invalid_grant' })
    await expect(client.send(new GetUserCommand({ AccessToken: tokens.access_token }))).rejects.toThrow('revoked')
  })

  test('give no tokens for a code of five minutes ago', async () => {
    const { signInAs, exchange, advance } = await runSignIn()
    const code = (await signInAs(grace)).url.searchParams.get('code')
    advance(5 * 60_000)
    expect(await exchange(code)).toMatchObject({ error: 'invalid_grant' })
  })

  test('refresh a session until it is revoked', async () => {
    const { signInAs, tokensOf, exchange, browser, domain } = await runSignIn()
    const { refresh_token } = await tokensOf(await signInAs(grace))
    const refresh = () => exchange('', { grant_type: 'refresh_token', refresh_token })
    expect(await refresh()).toMatchObject({ status: 200, access_token: expect.any(String) })
    await browser.post(`${domain}/oauth2/revoke`, { client_id: clientId, token: refresh_token })
    expect(await refresh()).toMatchObject({ status: 400, error: 'invalid_grant' })
  })

  test('tell the holder of an access token who they are', async () => {
    const { signInAs, tokensOf, browser, domain } = await runSignIn()
    const { access_token } = await tokensOf(await signInAs(grace))
    const answer = await browser.get(`${domain}/oauth2/userInfo`, { authorization: `Bearer ${access_token}` })
    expect(JSON.parse(answer.body)).toMatchObject({ email: grace.email, email_verified: 'true', name: grace.name })
    expect((await browser.get(`${domain}/oauth2/userInfo`)).status).toBe(401)
  })

  test('sign out to registered addresses alone', async () => {
    const { browser, domain } = await runSignIn()
    const logout = (to: string) =>
      browser.go(`${domain}/logout?${new URLSearchParams({ client_id: clientId, logout_uri: to })}`)
    expect((await logout(logoutUrl)).url.href).toBe(logoutUrl)
    expect((await logout('https://evil.example/')).status).toBe(400)
  })

  test('keep their certificate over a restart', async () => {
    const first = await runSignIn()
    const path = join(first.stateDir, 'certificate.json')
    const before = await readFile(path, 'utf8')
    await first.stop()
    await runIdentity({ stateDir: first.stateDir })
    expect(await readFile(path, 'utf8')).toBe(before)
  })
})
