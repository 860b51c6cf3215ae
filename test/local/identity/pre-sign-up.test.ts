import { ConfirmSignUpCommand, ListUsersCommand, SignUpCommand } from '@aws-sdk/client-cognito-identity-provider'
import type { PreSignUpTriggerEvent } from 'aws-lambda'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { preSignUp } from '#functions/accounts/pre-sign-up.lambda.ts'
import { clientId, poolId } from './identity-under-test.ts'
import { runSignIn } from './sign-in-under-test.ts'

const grace = { name: 'Grace Hopper', email: 'grace@example.com' }
const log = { info: () => {}, warn: () => {}, error: () => {} }

/** The local pool with the product's own trigger. */
const setup = async () => {
  const identity: Awaited<ReturnType<typeof runSignIn>> = await runSignIn({
    trigger: async (name, event) =>
      name === 'PreSignUp' ? preSignUp({ client: identity.client, log })(event as PreSignUpTriggerEvent) : event,
  })
  const signUp = async () => {
    const command = new SignUpCommand({ ClientId: clientId, Username: 'Grace@Example.com', Password: 'plate6' })
    return (await identity.client.send(command)).UserSub
  }
  const confirm = () =>
    identity.client.send(
      new ConfirmSignUpCommand({ ClientId: clientId, Username: grace.email, ConfirmationCode: identity.lastCode() }),
    )
  /** Signs in, and once again where the first try says that the account was linked just now. */
  const signIn = async (person: Record<string, string>) => {
    const first = await identity.signInAs(person)
    const page = first.url.searchParams.get('error_description')?.startsWith('Already found an entry')
      ? await identity.signInAs(person)
      : first
    return decodeJwt((await identity.tokensOf(page)).id_token).sub
  }
  const users = async () => (await identity.client.send(new ListUsersCommand({ UserPoolId: poolId }))).Users
  return { signUp, confirm, signIn, users }
}

test('Google after email sign-up is the same user', async () => {
  const { signUp, confirm, signIn, users } = await setup()
  const sub = await signUp()
  await confirm()
  expect(await signIn({ ...grace, verified: 'on' })).toBe(sub)
  expect(await users()).toHaveLength(1)
})

test('Google with the address of an unverified account is another user, and gets nothing of it', async () => {
  const { signUp, signIn, users } = await setup()
  const sub = await signUp()
  expect(await signIn({ ...grace, verified: 'on' })).not.toBe(sub)
  expect(await users()).toHaveLength(2)
})

test('an address that Google has not verified is another user', async () => {
  const { signUp, confirm, signIn, users } = await setup()
  const sub = await signUp()
  await confirm()
  expect(await signIn(grace)).not.toBe(sub)
  expect(await users()).toHaveLength(2)
})

test('Google without an account makes one, and later the same', async () => {
  const { signIn, users } = await setup()
  const sub = await signIn({ ...grace, verified: 'on' })
  expect(await signIn({ ...grace, verified: 'on' })).toBe(sub)
  expect(await users()).toHaveLength(1)
})
