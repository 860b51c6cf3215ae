import {
  AdminSetUserPasswordCommand,
  AssociateSoftwareTokenCommand,
  type ChallengeNameType,
  ConfirmSignUpCommand,
  GetUserCommand,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
  SetUserMFAPreferenceCommand,
  SignUpCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { describe, expect, test } from 'vitest'
import { totpAt } from '#local/identity/pool/authenticators.ts'
import { clientId, poolId, runIdentity } from './identity-under-test.ts'

const email = 'ada@example.com'
const password = 'plate6'
/** A moment at the beginning of a step of 30 seconds. */
const start = new Date('2030-01-01T10:00:00.000Z')

const setup = async (given: Parameters<typeof runIdentity>[0] = {}) => {
  const time = { now: start }
  const identity = await runIdentity({ clock: () => time.now, ...given })
  const { client } = identity
  const signIn = (typed = password) =>
    client.send(
      new InitiateAuthCommand({
        ClientId: clientId,
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: email, PASSWORD: typed },
      }),
    )
  const respond = (ChallengeName: ChallengeNameType, Session: string | undefined, answers: Record<string, string>) =>
    client.send(
      new RespondToAuthChallengeCommand({
        ClientId: clientId,
        ChallengeName,
        Session,
        ChallengeResponses: { USERNAME: email, ...answers },
      }),
    )
  const enter = (Session: string | undefined, SOFTWARE_TOKEN_MFA_CODE: string) =>
    respond('SOFTWARE_TOKEN_MFA', Session, { SOFTWARE_TOKEN_MFA_CODE })
  const associate = async (AccessToken: string | undefined) =>
    (await client.send(new AssociateSoftwareTokenCommand({ AccessToken }))).SecretCode ?? ''
  const verify = (AccessToken: string | undefined, UserCode: string) =>
    client.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }))
  const prefer = (AccessToken: string | undefined, Enabled: boolean) =>
    client.send(
      new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings: { Enabled, PreferredMfa: Enabled } }),
    )
  const wait = (seconds: number) => {
    time.now = new Date(time.now.getTime() + seconds * 1_000)
  }
  const advanceTo = (at: Date) => {
    time.now = at
  }
  return { ...identity, time, signIn, respond, enter, associate, verify, prefer, wait, advanceTo }
}
type Setup = Awaited<ReturnType<typeof setup>>

const signedUp = async (given: Parameters<typeof setup>[0] = {}) => {
  const identity = await setup(given)
  await identity.client.send(
    new SignUpCommand({
      ClientId: clientId,
      Username: email,
      Password: password,
      UserAttributes: [{ Name: 'email', Value: email }],
    }),
  )
  await identity.client.send(
    new ConfirmSignUpCommand({ ClientId: clientId, Username: email, ConfirmationCode: identity.lastCode() }),
  )
  const { AuthenticationResult } = await identity.signIn()
  return { ...identity, token: AuthenticationResult?.AccessToken }
}
const codeNow = ({ time }: Pick<Setup, 'time'>, secret: string) => totpAt(secret, time.now)
/** With an authenticator app, 30 seconds after its first code. */
const withApp = async () => {
  const identity = await signedUp()
  const secret = await identity.associate(identity.token)
  await identity.verify(identity.token, codeNow(identity, secret))
  await identity.prefer(identity.token, true)
  identity.wait(30)
  return { ...identity, secret }
}

test('the codes are those of RFC 6238, appendix B', () => {
  // "12345678901234567890" in base 32; the RFC prints eight digits, of which apps show the last six.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  expect([59, 1_111_111_109, 1_234_567_890, 20_000_000_000].map((at) => totpAt(secret, new Date(at * 1_000)))).toEqual([
    '287082',
    '081804',
    '005924',
    '353130',
  ])
})

describe('an authenticator app', () => {
  test('counts once its first code has come and it is switched on, and not before', async () => {
    const identity = await signedUp()
    const { token, signIn, associate, verify, prefer, client } = identity
    await expect(prefer(token, true)).rejects.toMatchObject({ name: 'InvalidParameterException' })
    const secret = await associate(token)
    expect(secret).toMatch(/^[A-Z2-7]{52}$/)
    const wrong = codeNow(identity, secret) === '000000' ? '000001' : '000000'
    await expect(verify(token, wrong)).rejects.toMatchObject({ name: 'EnableSoftwareTokenMFAException' })
    expect(await verify(token, codeNow(identity, secret))).toMatchObject({ Status: 'SUCCESS' })
    expect((await signIn()).AuthenticationResult).toBeDefined()

    await prefer(token, true)
    expect(await client.send(new GetUserCommand({ AccessToken: token }))).toMatchObject({
      PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA',
      UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
    })
    expect(await signIn()).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA', Session: expect.any(String) })
  })

  test('lets in whoever types what it shows', async () => {
    const identity = await withApp()
    const { signIn, enter, secret } = identity
    const { Session, AuthenticationResult } = await signIn()
    expect(AuthenticationResult).toBeUndefined()
    await expect(enter(Session, 'abcdef')).rejects.toMatchObject({ name: 'CodeMismatchException' })
    const answer = await enter(Session, codeNow(identity, secret))
    expect(answer.AuthenticationResult?.RefreshToken).toBeDefined()
  })

  test('is not heard twice with one code, nor with one of the minute before', async () => {
    const identity = await withApp()
    const { signIn, enter, secret, wait } = identity
    const code = codeNow(identity, secret)
    await enter((await signIn()).Session, code)
    await expect(enter((await signIn()).Session, code)).rejects.toMatchObject({ name: 'ExpiredCodeException' })
    wait(60)
    await expect(enter((await signIn()).Session, code)).rejects.toMatchObject({ name: 'CodeMismatchException' })
  })

  test('is guessed at five times and no more, whatever session is used for it', async () => {
    const identity = await withApp()
    const { signIn, enter, secret } = identity
    const wrong = codeNow(identity, secret) === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 5; tries++) {
      await expect(enter((await signIn()).Session, wrong)).rejects.toMatchObject({ name: 'CodeMismatchException' })
    }
    await expect(enter((await signIn()).Session, codeNow(identity, secret))).rejects.toMatchObject({
      name: 'LimitExceededException',
    })
  })

  test('asks within three minutes, once, and of whoever gave the password', async () => {
    const identity = await withApp()
    const { signIn, enter, respond, secret, wait } = identity
    const over = { name: 'NotAuthorizedException', message: 'Invalid session for the user, session is expired.' }
    await expect(enter('made-up', codeNow(identity, secret))).rejects.toMatchObject(over)
    const { Session } = await signIn()
    await expect(respond('NEW_PASSWORD_REQUIRED', Session, { NEW_PASSWORD: 'mine-now' })).rejects.toMatchObject(over)
    await expect(
      respond('SOFTWARE_TOKEN_MFA', Session, {
        USERNAME: 'eve@example.com',
        SOFTWARE_TOKEN_MFA_CODE: codeNow(identity, secret),
      }),
    ).rejects.toMatchObject(over)
    await enter(Session, codeNow(identity, secret))
    wait(30)
    await expect(enter(Session, codeNow(identity, secret))).rejects.toMatchObject(over)
    const later = await signIn()
    wait(180)
    await expect(enter(later.Session, codeNow(identity, secret))).rejects.toMatchObject(over)
  })

  test('that was begun anew leaves the one in use alone until its own code has come', async () => {
    const identity = await withApp()
    const { signIn, enter, associate, verify, token, secret, wait } = identity
    const next = await associate(token)
    await enter((await signIn()).Session, codeNow(identity, secret))
    wait(30)
    await verify(token, codeNow(identity, next))
    wait(30)
    const { Session } = await signIn()
    await expect(enter(Session, codeNow(identity, secret))).rejects.toMatchObject({ name: 'CodeMismatchException' })
    expect((await enter(Session, codeNow(identity, next))).AuthenticationResult).toBeDefined()
  })

  test('that is switched off is not asked for', async () => {
    const { token, prefer, signIn } = await withApp()
    await prefer(token, false)
    expect((await signIn()).AuthenticationResult).toBeDefined()
  })

  test('is still asked for after a restart', async () => {
    const before = await withApp()
    await before.stop()
    const after = await setup({ stateDir: before.stateDir })
    after.advanceTo(before.time.now)
    const { Session } = await after.signIn()
    expect((await after.enter(Session, codeNow(after, before.secret))).AuthenticationResult).toBeDefined()
  })
})

test('a password that somebody else chose is replaced at the next sign-in', async () => {
  const { client, signIn, respond } = await signedUp()
  const chosen = { UserPoolId: poolId, Username: email, Password: 'by-support', Permanent: false }
  await client.send(new AdminSetUserPasswordCommand(chosen))
  await expect(signIn()).rejects.toMatchObject({ name: 'NotAuthorizedException' })
  const { ChallengeName, Session, AuthenticationResult } = await signIn('by-support')
  expect([ChallengeName, AuthenticationResult]).toEqual(['NEW_PASSWORD_REQUIRED', undefined])
  await expect(respond('NEW_PASSWORD_REQUIRED', Session, { NEW_PASSWORD: 'short' })).rejects.toMatchObject({
    name: 'InvalidPasswordException',
  })
  const answer = await respond('NEW_PASSWORD_REQUIRED', Session, { NEW_PASSWORD: 'mine-now' })
  expect(answer.AuthenticationResult).toBeDefined()
  await expect(signIn('by-support')).rejects.toMatchObject({ name: 'NotAuthorizedException' })
  expect((await signIn('mine-now')).AuthenticationResult).toBeDefined()
})
