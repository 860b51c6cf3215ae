import {
  AdminGetUserCommand,
  AdminLinkProviderForUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider'
import type { PreSignUpTriggerEvent } from 'aws-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import { expect, test } from 'vitest'
import { preSignUp } from '#functions/accounts/pre-sign-up.lambda.ts'

const email = 'ada@example.com'

const setup = () => {
  const client = new CognitoIdentityProviderClient({ region: 'eu-west-2' })
  const lines: string[] = []
  const keep = (message: string, fields = {}) => lines.push(JSON.stringify({ message, ...fields }))
  return {
    cognito: mockClient(client),
    lines,
    run: preSignUp({ client, log: { info: keep, warn: keep, error: keep } }),
  }
}

const eventOf = (triggerSource: 'PreSignUp_ExternalProvider' | 'PreSignUp_SignUp'): PreSignUpTriggerEvent => ({
  version: '1',
  region: 'eu-west-2',
  userPoolId: 'eu-west-2_pool',
  userName: triggerSource === 'PreSignUp_SignUp' ? 'a-sub' : 'Google_123',
  callerContext: { awsSdkVersion: 'any', clientId: 'client' },
  triggerSource: triggerSource as 'PreSignUp_ExternalProvider',
  request: { userAttributes: { email, email_verified: 'true' } },
  response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
})

test('signing up with a password passes without a look at the pool', async () => {
  const { cognito, run } = setup()
  const event = eventOf('PreSignUp_SignUp')
  expect(await run(event)).toBe(event)
  expect(cognito.calls()).toHaveLength(0)
})

test('a Google account is linked in the pool that the event names', async () => {
  const { cognito, run, lines } = setup()
  cognito.on(AdminGetUserCommand).resolves({
    Username: 'ada-sub',
    UserStatus: 'CONFIRMED',
    UserAttributes: [
      { Name: 'email', Value: email },
      { Name: 'email_verified', Value: 'true' },
    ],
  })
  cognito.on(AdminLinkProviderForUserCommand).resolves({})
  await run(eventOf('PreSignUp_ExternalProvider'))
  expect(cognito.commandCalls(AdminLinkProviderForUserCommand)[0]?.args[0].input).toEqual({
    UserPoolId: 'eu-west-2_pool',
    DestinationUser: { ProviderName: 'Cognito', ProviderAttributeValue: 'ada-sub' },
    SourceUser: { ProviderName: 'Google', ProviderAttributeName: 'Cognito_Subject', ProviderAttributeValue: '123' },
  })
  expect(lines.join()).not.toContain(email)
})

test('a pool that does not answer refuses the sign-in, and its reason is neither shown nor logged', async () => {
  const { cognito, run, lines } = setup()
  cognito.on(AdminGetUserCommand).rejects(new Error(`no connection while asking for ${email}`))
  await expect(run(eventOf('PreSignUp_ExternalProvider'))).rejects.toThrow(
    /^Sign-in with Google did not work\. Please try again$/,
  )
  expect(lines).toHaveLength(1)
  expect(lines.join()).not.toContain(email)
})
