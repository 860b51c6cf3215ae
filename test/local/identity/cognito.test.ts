import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  AdminConfirmSignUpCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminGetUserCommand,
  AdminUserGlobalSignOutCommand,
  ChangePasswordCommand,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  DeleteUserCommand,
  ForgotPasswordCommand,
  GetUserCommand,
  GlobalSignOutCommand,
  InitiateAuthCommand,
  ListUsersCommand,
  ResendConfirmationCodeCommand,
  RevokeTokenCommand,
  SignUpCommand,
  UpdateUserAttributesCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { createRemoteJWKSet, jwtVerify, SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { clientId, poolId, type RunningIdentity, runIdentity, siteOrigin } from './identity-under-test.ts'

const email = 'ada@example.com'
const password = 'plate6'

const signUp = ({ client }: RunningIdentity, changes: { email?: string; password?: string; name?: string } = {}) =>
  client.send(
    new SignUpCommand({
      ClientId: clientId,
      Username: changes.email ?? email,
      Password: changes.password ?? password,
      UserAttributes: [
        { Name: 'email', Value: changes.email ?? email },
        { Name: 'name', Value: changes.name ?? 'Ada Lovelace' },
      ],
      ClientMetadata: { step: 'one' },
    }),
  )

const confirm = (identity: RunningIdentity, code = identity.lastCode(), Username = email) =>
  identity.client.send(
    new ConfirmSignUpCommand({ ClientId: clientId, Username, ConfirmationCode: code, ClientMetadata: { step: 'two' } }),
  )

const signIn = ({ client }: RunningIdentity, given: { email?: string; password?: string } = {}) =>
  client.send(
    new InitiateAuthCommand({
      ClientId: clientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: given.email ?? email, PASSWORD: given.password ?? password },
    }),
  )

const refresh = ({ client }: RunningIdentity, REFRESH_TOKEN = '') =>
  client.send(
    new InitiateAuthCommand({ ClientId: clientId, AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN } }),
  )

const signedInUser = async (identity: RunningIdentity) => {
  const { UserSub: sub = '' } = await signUp(identity)
  await confirm(identity)
  const { AuthenticationResult: tokens = {} } = await signIn(identity)
  return { sub, AccessToken: tokens.AccessToken, RefreshToken: tokens.RefreshToken, IdToken: tokens.IdToken }
}

const otherThan = (code: string) => (code === '000000' ? '000001' : '000000')

describe('sign-up', () => {
  test('sends six random digits, and with them the account is confirmed and its address verified', async () => {
    const identity = await runIdentity()
    const answer = await signUp(identity)
    expect(answer).toMatchObject({
      UserConfirmed: false,
      UserSub: expect.stringMatching(/^[0-9a-f-]{36}$/),
      CodeDeliveryDetails: { DeliveryMedium: 'EMAIL', Destination: 'a***@e***' },
    })
    expect(identity.mails).toMatchObject([
      {
        to: email,
        subject: 'Your verification code',
        text: expect.stringMatching(/^Your confirmation code is \d{6}$/),
      },
    ])

    await confirm(identity)

    const user = await identity.client.send(new AdminGetUserCommand({ UserPoolId: poolId, Username: email }))
    expect(user).toMatchObject({ UserStatus: 'CONFIRMED', Enabled: true, Username: answer.UserSub })
    expect(user.UserAttributes).toContainEqual({ Name: 'email_verified', Value: 'true' })
  })

  test.each(['sign-up', 'reset'])('sends the code in the words of the pool: %s', async (purpose) => {
    const codeMail = { subject: 'Your code', message: 'Hello,<br><br>your code is <b>{####}</b>.' }
    const urls = { callbackUrls: [`${siteOrigin}/auth`], logoutUrls: [siteOrigin] }
    const identity = await runIdentity({ pool: { id: poolId, clientId, ...urls, passwordMinLength: 6, codeMail } })
    await signUp(identity)
    if (purpose === 'reset') {
      await confirm(identity)
      await identity.client.send(new ForgotPasswordCommand({ ClientId: clientId, Username: email }))
    }
    const code = identity.lastCode()
    expect(code).toMatch(/^\d{6}$/)
    expect(identity.mails.at(-1)).toEqual({
      to: email,
      subject: 'Your code',
      text: `Hello,\n\nyour code is ${code}.`,
      html: `Hello,<br><br>your code is <b>${code}</b>.`,
    })
  })

  test('runs the triggers with Cognito’s events', async () => {
    const identity = await runIdentity()
    const { UserSub } = await signUp(identity)
    await confirm(identity)
    expect(identity.calls.filter(({ name }) => name !== 'CustomMessage')).toMatchObject([
      {
        name: 'PreSignUp',
        event: {
          triggerSource: 'PreSignUp_SignUp',
          userName: UserSub,
          userPoolId: poolId,
          callerContext: { clientId },
          request: { userAttributes: { email, name: 'Ada Lovelace' }, clientMetadata: { step: 'one' } },
          response: { autoConfirmUser: false },
        },
      },
      {
        name: 'PostConfirmation',
        event: {
          triggerSource: 'PostConfirmation_ConfirmSignUp',
          userName: UserSub,
          request: {
            userAttributes: { sub: UserSub, email, email_verified: 'true', 'cognito:user_status': 'CONFIRMED' },
            clientMetadata: { step: 'two' },
          },
        },
      },
    ])
  })

  test('is refused, and keeps nobody, when the pre-sign-up trigger throws', async () => {
    const identity = await runIdentity({
      trigger: async (name) => {
        if (name === 'PreSignUp') throw new Error('Not today')
      },
    })
    await expect(signUp(identity)).rejects.toMatchObject({
      name: 'UserLambdaValidationException',
      message: 'PreSignUp failed with error Not today.',
    })
    expect((await identity.client.send(new ListUsersCommand({ UserPoolId: poolId }))).Users).toEqual([])
  })

  test('carries the words of the custom message trigger', async () => {
    const identity = await runIdentity({
      trigger: async (name) =>
        name === 'CustomMessage'
          ? { response: { emailSubject: 'Welcome', emailMessage: '<p>Type <b>{####}</b></p>' } }
          : undefined,
    })
    await signUp(identity)
    expect(identity.mails).toMatchObject([
      { subject: 'Welcome', text: expect.stringMatching(/^Type \d{6}$/), html: expect.stringMatching(/<b>\d{6}<\/b>/) },
    ])
    await confirm(identity)
    await expect(signIn(identity)).resolves.toHaveProperty('AuthenticationResult')
  })

  test('of an address somebody has, in any case, is refused', async () => {
    const identity = await runIdentity()
    await signUp(identity)
    await expect(signUp(identity, { email: 'ADA@example.com' })).rejects.toMatchObject({
      name: 'UsernameExistsException',
      message: 'User already exists',
    })
  })

  test('of one address twice at once makes one account', async () => {
    const both = Promise.withResolvers<void>()
    let waiting = 0
    const identity = await runIdentity({
      trigger: async (name) => {
        if (name !== 'PreSignUp') return
        waiting += 1
        if (waiting === 2) both.resolve()
        await both.promise
      },
    })
    const outcomes = await Promise.allSettled([signUp(identity), signUp(identity)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await identity.client.send(new ListUsersCommand({ UserPoolId: poolId }))).Users).toHaveLength(1)
  })

  test('with five characters is refused, with six and with 128 is not', async () => {
    const identity = await runIdentity()
    await expect(signUp(identity, { password: 'plate' })).rejects.toMatchObject({
      name: 'InvalidPasswordException',
      message: 'Password did not conform with policy: Password not long enough',
    })
    await signUp(identity, { password: 'plate6' })
    const long = 'p'.repeat(128)
    await signUp(identity, { email: 'bea@example.com', password: long })
    await confirm(identity, identity.lastCode(), 'bea@example.com')
    await expect(signIn(identity, { email: 'bea@example.com', password: long })).resolves.toBeDefined()
    await expect(signIn(identity, { email: 'bea@example.com', password: long.slice(1) })).rejects.toThrow()
  })

  test('cannot write what the client may not', async () => {
    const { client } = await runIdentity()
    const attempt = new SignUpCommand({
      ClientId: clientId,
      Username: email,
      Password: password,
      UserAttributes: [{ Name: 'email_verified', Value: 'true' }],
    })
    await expect(client.send(attempt)).rejects.toMatchObject({ name: 'NotAuthorizedException' })
  })
})

describe('a confirmation code', () => {
  test('that is wrong is refused, and the right one still works', async () => {
    const identity = await runIdentity()
    await signUp(identity)
    await expect(confirm(identity, otherThan(identity.lastCode()))).rejects.toMatchObject({
      name: 'CodeMismatchException',
      message: 'Invalid verification code provided, please try again.',
    })
    await confirm(identity)
  })

  test('cannot be used twice', async () => {
    const identity = await runIdentity()
    await signUp(identity)
    await confirm(identity)
    await expect(confirm(identity)).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'User cannot be confirmed. Current status is CONFIRMED',
    })
  })

  test('expires after a day', async () => {
    const identity = await runIdentity()
    await signUp(identity)
    identity.advance(24 * 3600_000)
    await expect(confirm(identity)).rejects.toMatchObject({
      name: 'ExpiredCodeException',
      message: 'Invalid code provided, please request a code again.',
    })
  })

  test('is void once another was sent', async () => {
    const identity = await runIdentity()
    await signUp(identity)
    const first = identity.lastCode()
    do await identity.client.send(new ResendConfirmationCodeCommand({ ClientId: clientId, Username: email }))
    while (identity.lastCode() === first)
    await expect(confirm(identity, first)).rejects.toMatchObject({ name: 'CodeMismatchException' })
    await confirm(identity)
  })

  test('cannot be guessed: the fifth wrong one locks', async () => {
    const identity = await runIdentity()
    await signUp(identity)
    const wrong = otherThan(identity.lastCode())
    for (let tries = 0; tries < 5; tries++) {
      await expect(confirm(identity, wrong)).rejects.toMatchObject({ name: 'CodeMismatchException' })
    }
    await expect(confirm(identity)).rejects.toMatchObject({ name: 'LimitExceededException' })
    identity.advance(1000)
    await confirm(identity)
  })
})

describe('sign-in', () => {
  test('gives tokens of this pool that the published keys verify', async () => {
    const identity = await runIdentity()
    const { sub, AccessToken = '', IdToken = '' } = await signedInUser(identity)
    const keys = createRemoteJWKSet(new URL(identity.server.jwksUri))
    const { issuer } = identity.server

    const access = await jwtVerify(AccessToken, keys, { issuer, algorithms: ['RS256'] })
    expect(access.payload).toMatchObject({
      sub,
      username: sub,
      client_id: clientId,
      token_use: 'access',
      scope: 'aws.cognito.signin.user.admin',
    })
    expect((access.payload.exp ?? 0) - (access.payload.iat ?? 0)).toBe(15 * 60)

    const id = await jwtVerify(IdToken, keys, { issuer, audience: clientId })
    expect(id.payload).toMatchObject({
      sub,
      token_use: 'id',
      email,
      email_verified: true,
      name: 'Ada Lovelace',
      'cognito:username': sub,
    })
    expect(id.payload.origin_jti).toBe(access.payload.origin_jti)
  })

  test('does not mind the case of the address', async () => {
    const identity = await runIdentity()
    await signedInUser(identity)
    await expect(signIn(identity, { email: 'Ada@Example.com' })).resolves.toHaveProperty('AuthenticationResult')
  })

  test('answers alike for a wrong password and for nobody', async () => {
    const identity = await runIdentity()
    await signedInUser(identity)
    const refused = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' }
    await expect(signIn(identity, { password: 'plate7' })).rejects.toMatchObject(refused)
    await expect(signIn(identity, { email: 'nobody@example.com' })).rejects.toMatchObject(refused)
    await expect(signIn(identity, { email: '__proto__' })).rejects.toMatchObject(refused)
  })

  test.each([
    ['an account', email],
    ['nobody', 'nobody@example.com'],
  ])('with five wrong passwords for %s waits a second, then forgives the right one', async (_whose, tried) => {
    const identity = await runIdentity()
    await signedInUser(identity)
    for (let tries = 0; tries < 5; tries++) {
      await expect(signIn(identity, { email: tried, password: 'wrong!' })).rejects.toThrow('Incorrect')
    }
    await expect(signIn(identity, { email: tried })).rejects.toThrow('Password attempts exceeded')
    identity.advance(1000)
    if (tried === email) await signIn(identity)
    else await expect(signIn(identity, { email: tried })).rejects.toThrow('Incorrect')
  })

  test('before confirmation says so to whoever knows the password', async () => {
    const identity = await runIdentity()
    await signUp(identity)
    await expect(signIn(identity)).rejects.toMatchObject({ name: 'UserNotConfirmedException' })
    await expect(signIn(identity, { password: 'wrong!' })).rejects.toMatchObject({ name: 'NotAuthorizedException' })
  })

  test('of a disabled user is refused, and their session is over', async () => {
    const identity = await runIdentity()
    const { AccessToken, RefreshToken } = await signedInUser(identity)
    await identity.client.send(new AdminDisableUserCommand({ UserPoolId: poolId, Username: email }))
    await expect(signIn(identity)).rejects.toThrow('User is disabled.')
    await expect(refresh(identity, RefreshToken)).rejects.toMatchObject({ name: 'NotAuthorizedException' })
    await expect(identity.client.send(new GetUserCommand({ AccessToken }))).rejects.toThrow('revoked')
  })
})

describe('a session', () => {
  test('runs its trigger once the password is right, and not when tokens are renewed', async () => {
    const identity = await runIdentity()
    const { sub, RefreshToken } = await signedInUser(identity)
    await refresh(identity, RefreshToken)
    await expect(signIn(identity, { password: 'wrong6' })).rejects.toThrow()
    expect(identity.calls.filter(({ name }) => name === 'PostAuthentication')).toMatchObject([
      {
        event: {
          triggerSource: 'PostAuthentication_Authentication',
          userName: sub,
          request: {
            userAttributes: { sub, email, email_verified: 'true', 'cognito:user_status': 'CONFIRMED' },
            newDeviceUsed: false,
          },
          response: {},
        },
      },
    ])
  })

  test('is refused with the message of its trigger', async () => {
    const identity = await runIdentity({
      trigger: async (name) => {
        if (name === 'PostAuthentication') throw new Error('Not today')
      },
    })
    await signUp(identity)
    await confirm(identity)
    await expect(signIn(identity)).rejects.toMatchObject({
      name: 'UserLambdaValidationException',
      message: 'PostAuthentication failed with error Not today.',
    })
  })

  test('gives new tokens for its refresh token for thirty days', async () => {
    const identity = await runIdentity()
    const { sub, AccessToken, RefreshToken } = await signedInUser(identity)
    identity.advance(29 * 24 * 3600_000)
    const { AuthenticationResult } = await refresh(identity, RefreshToken)
    const user = await identity.client.send(new GetUserCommand({ AccessToken: AuthenticationResult?.AccessToken }))
    expect(user.Username).toBe(sub)
    await expect(identity.client.send(new GetUserCommand({ AccessToken }))).rejects.toThrow('expired')
    identity.advance(24 * 3600_000)
    await expect(refresh(identity, RefreshToken)).rejects.toThrow('Invalid Refresh Token')
  })

  test.each([
    ['revoked', ({ RefreshToken }: Tokens) => new RevokeTokenCommand({ ClientId: clientId, Token: RefreshToken })],
    ['signed out everywhere', ({ AccessToken }: Tokens) => new GlobalSignOutCommand({ AccessToken })],
    ['ended by us', () => new AdminUserGlobalSignOutCommand({ UserPoolId: poolId, Username: email })],
    ['of a deleted user', ({ AccessToken }: Tokens) => new DeleteUserCommand({ AccessToken })],
    ['of a user we delete', () => new AdminDeleteUserCommand({ UserPoolId: poolId, Username: email })],
  ])('%s refreshes no more, and its access token is refused', async (_how, command) => {
    const identity = await runIdentity()
    const tokens = await signedInUser(identity)
    await (identity.client as { send(command: unknown): Promise<unknown> }).send(command(tokens))
    await expect(refresh(identity, tokens.RefreshToken)).rejects.toMatchObject({ name: 'NotAuthorizedException' })
    await expect(identity.client.send(new GetUserCommand({ AccessToken: tokens.AccessToken }))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    })
  })

  test('is not believed from a token signed by anybody else', async () => {
    const identity = await runIdentity()
    const { sub, AccessToken = '' } = await signedInUser(identity)
    const claims = JSON.parse(Buffer.from(AccessToken.split('.')[1] ?? '', 'base64url').toString())
    const forged = [
      new UnsecuredJWT(claims).encode(),
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(sub)),
      `${AccessToken.slice(0, -4)}AAAA`,
      'not a token',
    ]
    for (const token of forged) {
      await expect(identity.client.send(new GetUserCommand({ AccessToken: token }))).rejects.toThrow(
        'Invalid Access Token',
      )
    }
  })

  test('lets its user change their name and nothing else', async () => {
    const identity = await runIdentity()
    const { AccessToken } = await signedInUser(identity)
    const write = (Name: string, Value: string) =>
      identity.client.send(new UpdateUserAttributesCommand({ AccessToken, UserAttributes: [{ Name, Value }] }))
    await write('name', 'Countess')
    for (const [name, value] of [
      ['email', 'eve@example.com'],
      ['email_verified', 'true'],
      ['custom:role', 'admin'],
      ['sub', 'x'],
      ['identities', '[]'],
    ] as const) {
      await expect(write(name, value)).rejects.toMatchObject({ name: 'NotAuthorizedException' })
    }
    const { UserAttributes } = await identity.client.send(new GetUserCommand({ AccessToken }))
    expect(UserAttributes).toContainEqual({ Name: 'name', Value: 'Countess' })
    expect(UserAttributes).toContainEqual({ Name: 'email', Value: email })
  })
})

describe('a password', () => {
  test('changes for whoever knows the present one', async () => {
    const identity = await runIdentity()
    const { AccessToken } = await signedInUser(identity)
    const change = (PreviousPassword: string, ProposedPassword: string) =>
      identity.client.send(new ChangePasswordCommand({ AccessToken, PreviousPassword, ProposedPassword }))
    await expect(change('wrong!', 'plate8')).rejects.toMatchObject({ name: 'NotAuthorizedException' })
    await expect(change(password, 'short')).rejects.toMatchObject({ name: 'InvalidPasswordException' })
    await change(password, 'plate8')
    await expect(signIn(identity)).rejects.toThrow('Incorrect')
    await signIn(identity, { password: 'plate8' })
  })

  test('is not set anew with a code that is too old by the clock of codes', async () => {
    const codes = { now: new Date() }
    const identity = await runIdentity({ codeClock: () => codes.now })
    await signedInUser(identity)
    await identity.client.send(new ForgotPasswordCommand({ ClientId: clientId, Username: email }))
    codes.now = new Date(codes.now.getTime() + 3600_000)
    await expect(
      identity.client.send(
        new ConfirmForgotPasswordCommand({
          ClientId: clientId,
          Username: email,
          ConfirmationCode: identity.lastCode(),
          Password: 'plate9',
        }),
      ),
    ).rejects.toMatchObject({ name: 'ExpiredCodeException' })
  })

  test('that was forgotten is set anew with a code, once, within an hour', async () => {
    const identity = await runIdentity()
    await signedInUser(identity)
    const forget = () => identity.client.send(new ForgotPasswordCommand({ ClientId: clientId, Username: email }))
    const reset = (code: string, Password = 'plate9') =>
      identity.client.send(
        new ConfirmForgotPasswordCommand({ ClientId: clientId, Username: email, ConfirmationCode: code, Password }),
      )

    await forget()
    const late = identity.lastCode()
    identity.advance(3600_000)
    await expect(reset(late)).rejects.toMatchObject({ name: 'ExpiredCodeException' })

    await forget()
    expect(identity.mails.at(-1)).toMatchObject({ to: email, text: expect.stringMatching(/reset code is \d{6}$/) })
    await expect(reset(otherThan(identity.lastCode()))).rejects.toMatchObject({ name: 'CodeMismatchException' })
    await expect(reset(identity.lastCode(), 'short')).rejects.toMatchObject({ name: 'InvalidPasswordException' })
    await reset(identity.lastCode())
    await expect(reset(identity.lastCode(), 'plate10')).rejects.toMatchObject({ name: 'ExpiredCodeException' })

    await signIn(identity, { password: 'plate9' })
    expect(identity.calls.slice(-2)).toMatchObject([
      { name: 'PostConfirmation', event: { triggerSource: 'PostConfirmation_ConfirmForgotPassword' } },
      { name: 'PostAuthentication', event: { triggerSource: 'PostAuthentication_Authentication' } },
    ])
  })

  test('reset answers alike for nobody, and sends nothing', async () => {
    const identity = await runIdentity()
    const nobody = { ClientId: clientId, Username: 'nobody@example.com' }
    const answer = await identity.client.send(new ForgotPasswordCommand(nobody))
    expect(answer.CodeDeliveryDetails?.Destination).toBe('n***@e***')
    expect(identity.mails).toEqual([])
    await expect(
      identity.client.send(
        new ConfirmForgotPasswordCommand({ ...nobody, ConfirmationCode: '123456', Password: 'plate9' }),
      ),
    ).rejects.toMatchObject({ name: 'ExpiredCodeException' })
  })

  test('reset sends no code to an address that was never verified', async () => {
    const identity = await runIdentity()
    await signUp(identity)
    const forget = () => identity.client.send(new ForgotPasswordCommand({ ClientId: clientId, Username: email }))
    await forget()
    await identity.client.send(new AdminConfirmSignUpCommand({ UserPoolId: poolId, Username: email }))
    await forget()
    expect(identity.mails.map(({ subject }) => subject)).toEqual(['Your verification code'])
  })
})

describe('the pool', () => {
  test('finds users by Cognito’s filter', async () => {
    const identity = await runIdentity()
    await signedInUser(identity)
    await signUp(identity, { email: 'bea@example.com' })
    const found = async (Filter: string) => {
      const { Users = [] } = await identity.client.send(new ListUsersCommand({ UserPoolId: poolId, Filter }))
      return Users.map(({ Attributes }) => Attributes?.find(({ Name }) => Name === 'email')?.Value)
    }
    expect(await found(`email = "${email}"`)).toEqual([email])
    expect(await found('email ^= "b"')).toEqual(['bea@example.com'])
    expect(await found('email = "nobody@example.com"')).toEqual([])
    await expect(found('email is whatever')).rejects.toMatchObject({ name: 'InvalidParameterException' })
  })

  test('keeps users, sessions and keys over a restart, and no password in clear', async () => {
    const first = await runIdentity()
    const { AccessToken = '', RefreshToken } = await signedInUser(first)
    await first.stop()

    const port = Number(new URL(first.server.endpoint).port)
    const second = await runIdentity({ stateDir: first.stateDir, ports: { cognito: port, hostedUi: 0, google: 0 } })
    await signIn(second)
    await refresh(second, RefreshToken)
    await jwtVerify(AccessToken, createRemoteJWKSet(new URL(second.server.jwksUri)))

    for (const file of await readdir(first.stateDir, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue
      const text = await readFile(join(file.parentPath, file.name), 'utf8')
      expect(text).not.toContain(password)
      expect(text).not.toContain(RefreshToken)
    }
  })

  test('says in one sentence that its port is in use or its state cannot be read', async () => {
    const first = await runIdentity()
    const port = Number(new URL(first.server.endpoint).port)
    await expect(runIdentity({ ports: { cognito: port, hostedUi: 0, google: 0 } })).rejects.toThrow(
      `Port ${port} is in use; the local Cognito needs it.`,
    )

    await first.stop()
    await writeFile(join(first.stateDir, 'sessions.json'), '{ "half": ')
    await expect(runIdentity({ stateDir: first.stateDir })).rejects.toThrow(
      /sessions\.json cannot be read; "npm start -- --fresh"/,
    )
  })

  test('is administered by signed requests alone, and read by pages of the site alone', async () => {
    const { server } = await runIdentity()
    const unsigned = await fetch(server.endpoint, {
      method: 'POST',
      headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.ListUsers', origin: 'http://elsewhere.example' },
      body: JSON.stringify({ UserPoolId: poolId }),
    })
    expect(unsigned.status).toBe(400)
    expect(await unsigned.json()).toMatchObject({ __type: 'MissingAuthenticationTokenException' })
    expect(unsigned.headers.get('access-control-allow-origin')).toBeNull()

    const preflight = await fetch(server.endpoint, { method: 'OPTIONS', headers: { origin: siteOrigin } })
    expect(preflight.headers.get('access-control-allow-origin')).toBe(siteOrigin)
  })

  test('refuses what is not JSON, not an operation, or not of its shape', async () => {
    const { server } = await runIdentity()
    const post = async (operation: string, body: string) => {
      const headers = { 'x-amz-target': `AWSCognitoIdentityProviderService.${operation}` }
      const response = await fetch(server.endpoint, { method: 'POST', headers, body })
      const answer = (await response.json()) as { __type: string }
      return [response.status, answer.__type]
    }
    expect(await post('SignUp', '{')).toEqual([400, 'SerializationException'])
    expect(await post('SignUp', '[]')).toEqual([400, 'InvalidParameterException'])
    expect(await post('SignUp', JSON.stringify({ ClientId: clientId, Username: {} }))).toEqual([
      400,
      'InvalidParameterException',
    ])
    expect(await post('constructor', '{}')).toEqual([400, 'UnknownOperationException'])
    expect(await post('InitiateAuth', JSON.stringify({ ClientId: 'other', AuthFlow: 'USER_SRP_AUTH' }))).toEqual([
      400,
      'ResourceNotFoundException',
    ])
  })
})

type Tokens = { AccessToken: string | undefined; RefreshToken: string | undefined }
