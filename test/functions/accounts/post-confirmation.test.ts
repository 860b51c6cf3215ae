import type { PostConfirmationTriggerEvent } from 'aws-lambda'
import { expect, test } from 'vitest'
import { postConfirmation } from '#functions/accounts/post-confirmation.lambda.ts'
import { welcome } from '#functions/accounts/welcome.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { marketParts, silent } from '#test/support/market/market-parts.ts'

const setup = () => {
  const parts = marketParts()
  const confirm = (
    userAttributes: Record<string, string>,
    triggerSource: PostConfirmationTriggerEvent['triggerSource'] = 'PostConfirmation_ConfirmSignUp',
  ) =>
    postConfirmation({ greet: welcome(parts), log: silent })({
      version: '1',
      region: 'eu-west-2',
      userPoolId: 'pool',
      userName: 'name',
      callerContext: { awsSdkVersion: '1', clientId: 'client' },
      triggerSource,
      request: { userAttributes: { sub: userIdOf(1), email: 'Iris@Example.com', ...userAttributes } },
      response: {},
    })
  return { ...parts, confirm, profile: () => parts.profiles.find(userIdOf(1)) }
}

test('whoever confirms a sign-up has a profile with two months of trial', async () => {
  const { confirm, profile } = setup()
  await confirm({ name: ' Iris Calloway ' })
  expect(await profile()).toEqual({
    userId: userIdOf(1),
    displayName: 'Iris Calloway',
    email: 'iris@example.com',
    bio: '',
    websiteUrl: null,
    subdomain: null,
    isPhotographer: true,
    isPublic: true,
    emailNotifications: true,
    trialExpiresAt: '2030-03-01T10:00:00.000Z',
    subscription: 'none',
    paidUntil: null,
    stripeCustomerId: null,
    deletionRequestedAt: null,
    erasureBegunAt: null,
    version: 0,
    createdAt: '2030-01-01T10:00:00.000Z',
  })
})

test('a trial from the end of a long month ends on the last day of a short one', async () => {
  const { confirm, profile, setTime } = setup()
  setTime('2030-12-31T10:00:00.000Z')
  await confirm({})
  expect((await profile())?.trialExpiresAt).toBe('2031-02-28T10:00:00.000Z')
})

test.each([
  ['no name', {}, 'Iris'],
  ['a blank name', { name: '  \u200b ' }, 'Iris'],
  ['a name with line breaks', { name: 'Iris\r\nBcc: x' }, 'Iris Bcc: x'],
  ['a name of 200 letters', { name: 'x'.repeat(200) }, 'x'.repeat(80)],
])('a user with %s is called %s', async (_, attributes, expected) => {
  const { confirm, profile } = setup()
  await confirm(attributes)
  expect((await profile())?.displayName).toBe(expected)
})

test('a trigger that comes again changes neither the profile nor the trial', async () => {
  const { confirm, profile, profiles, setTime } = setup()
  await confirm({ name: 'Iris' })
  await profiles.save(userIdOf(1), { displayName: 'Ivy' }, { version: 0 })
  setTime('2030-02-20T10:00:00.000Z')
  await confirm({ name: 'Iris' })
  expect(await profile()).toMatchObject({ displayName: 'Ivy', trialExpiresAt: '2030-03-01T10:00:00.000Z' })
})

test('a new password after a forgotten one makes no profile', async () => {
  const { confirm, profile } = setup()
  await confirm({}, 'PostConfirmation_ConfirmForgotPassword')
  expect(await profile()).toBeUndefined()
})
