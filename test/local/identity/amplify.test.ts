import { Amplify } from 'aws-amplify'
import {
  confirmSignUp,
  fetchAuthSession,
  fetchUserAttributes,
  getCurrentUser,
  signIn,
  signOut,
  signUp,
  updatePassword,
} from 'aws-amplify/auth'
import { expect, test } from 'vitest'
import { clientId, poolId, runIdentity } from './identity-under-test.ts'

const username = 'ada@example.com'
const password = 'plate6'

test('Amplify signs up, in by its default password protocol, refreshes and signs out', async () => {
  const identity = await runIdentity()
  const Cognito = { userPoolId: poolId, userPoolClientId: clientId, userPoolEndpoint: identity.server.endpoint }
  Amplify.configure({ Auth: { Cognito } })

  await signUp({ username, password, options: { userAttributes: { email: username, name: 'Ada' } } })
  await confirmSignUp({ username, confirmationCode: identity.lastCode() })

  await expect(signIn({ username, password: 'plate7' })).rejects.toMatchObject({
    name: 'NotAuthorizedException',
    message: 'Incorrect username or password.',
  })
  await expect(signIn({ username: 'nobody@example.com', password })).rejects.toThrow('Incorrect username or password.')
  expect(await signIn({ username, password })).toMatchObject({ isSignedIn: true, nextStep: { signInStep: 'DONE' } })
  expect((await getCurrentUser()).signInDetails).toMatchObject({ loginId: username, authFlowType: 'USER_SRP_AUTH' })
  expect(await fetchUserAttributes()).toMatchObject({ email: username, email_verified: 'true', name: 'Ada' })

  const before = (await fetchAuthSession()).tokens?.accessToken.payload
  const after = (await fetchAuthSession({ forceRefresh: true })).tokens?.accessToken.payload
  expect(after).toMatchObject({ sub: before?.sub, origin_jti: before?.origin_jti })
  expect(after?.jti).not.toBe(before?.jti)

  await updatePassword({ oldPassword: password, newPassword: 'plate8' })
  await signOut()
  expect((await fetchAuthSession()).tokens).toBeUndefined()
  await expect(signIn({ username, password })).rejects.toThrow('Incorrect username or password.')
  expect(await signIn({ username, password: 'plate8' })).toMatchObject({ isSignedIn: true })
  await signOut({ global: true })
  expect((await fetchAuthSession()).tokens).toBeUndefined()
})
