import { AdminSetUserPasswordCommand } from '@aws-sdk/client-cognito-identity-provider'
import { Amplify } from 'aws-amplify'
import {
  confirmSignUp,
  fetchAuthSession,
  setUpTOTP,
  signOut,
  signUp,
  updateMFAPreference,
  verifyTOTPSetup,
} from 'aws-amplify/auth'
import { expect, test } from 'vitest'
import { signInFlow } from '#frontend/shared/session/sign-in-machine.tsx'
import { totpAt } from '#local/identity/pool/authenticators.ts'
import { clientId, poolId, runIdentity } from '#test/local/identity/identity-under-test.ts'

const email = 'ada@example.com'
const password = 'plate6'

/** Amplify and its state machine against the local Cognito, with one account. */
const setup = async ({ isConfirmed = true } = {}) => {
  const urls = [`${location.origin}/auth`]
  const options = { id: poolId, clientId, callbackUrls: urls, logoutUrls: urls, passwordMinLength: 6 }
  const identity = await runIdentity({ pool: options })
  const Cognito = { userPoolId: poolId, userPoolClientId: clientId, userPoolEndpoint: identity.server.endpoint }
  Amplify.configure({ Auth: { Cognito } })
  // What the test before kept belongs to a pool that is gone.
  localStorage.clear()
  await signUp({ username: email, password, options: { userAttributes: { email, name: 'Ada' } } })
  if (isConfirmed) await confirmSignUp({ username: email, confirmationCode: identity.lastCode() })
  const isIn = async () => (await fetchAuthSession()).tokens !== undefined
  return { ...identity, flow: signInFlow('USER_SRP_AUTH', signOut), isIn }
}

test('a right password signs in; a wrong one is refused by its name, and can be tried again', async () => {
  const { flow, isIn } = await setup()

  await expect(flow.password({ email, password: 'plate7' })).rejects.toMatchObject({
    name: 'NotAuthorizedException',
    message: 'Incorrect username or password.',
  })
  expect(await isIn()).toBe(false)
  expect(await flow.password({ email, password })).toBe('signed_in')
  expect(await isIn()).toBe(true)
})

test('whoever is signed in already, in another tab, is signed in as who is typed here', async () => {
  const { flow, isIn } = await setup()
  await flow.password({ email, password })

  expect(await flow.password({ email, password })).toBe('signed_in')
  expect(await isIn()).toBe(true)
})

test('an account that was never confirmed asks for the code of its sign-up, and no second mail is sent', async () => {
  const { flow, mails } = await setup({ isConfirmed: false })

  expect(await flow.password({ email, password })).toBe('confirm_sign_up')
  expect(mails).toHaveLength(1)
})

test('an authenticator app is asked for behind the password, until its code is right', async () => {
  const { flow, isIn, advance, now } = await setup()
  await flow.password({ email, password })
  const { sharedSecret } = await setUpTOTP()
  await verifyTOTPSetup({ code: totpAt(sharedSecret, now()) })
  await updateMFAPreference({ totp: 'PREFERRED' })
  await signOut()
  advance(30_000)
  const code = totpAt(sharedSecret, now())

  expect(await flow.password({ email, password })).toBe('totp_code')
  expect(await isIn()).toBe(false)
  await expect(flow.code(code === '000000' ? '000001' : '000000')).rejects.toMatchObject({
    name: 'CodeMismatchException',
  })
  expect(await flow.code(code)).toBe('signed_in')
  expect(await isIn()).toBe(true)
})

test('a password that support chose is replaced before anybody is let in', async () => {
  const { flow, isIn, client } = await setup()
  await client.send(
    new AdminSetUserPasswordCommand({ UserPoolId: poolId, Username: email, Password: 'by-support', Permanent: false }),
  )

  expect(await flow.password({ email, password: 'by-support' })).toBe('new_password')
  await expect(flow.newPassword('short')).rejects.toThrow('Password not long enough')
  expect(await isIn()).toBe(false)
  expect(await flow.newPassword('mine-now')).toBe('signed_in')
  expect(await isIn()).toBe(true)
})

test('a code without a password before it is refused in words', async () => {
  await expect(signInFlow('USER_SRP_AUTH', signOut).code('123456')).rejects.toThrow(
    'Please sign in with your password again.',
  )
})
