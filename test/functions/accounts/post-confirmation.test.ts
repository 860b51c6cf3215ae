import type { PostAuthenticationTriggerEvent, PostConfirmationTriggerEvent } from 'aws-lambda'
import { describe, expect, test } from 'vitest'
import { createProfile } from '#functions/accounts/create-profile.ts'
import { erasureStore } from '#functions/accounts/erasure-store.ts'
import { postConfirmation } from '#functions/accounts/post-confirmation.lambda.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { marketParts, silent } from '#test/support/market/market-parts.ts'

const about = {
  version: '1',
  region: 'eu-west-2',
  userPoolId: 'pool',
  userName: 'name',
  callerContext: { awsSdkVersion: '1', clientId: 'client' },
  response: {},
}
const iris = { sub: userIdOf(1), email: 'Iris@Example.com' }

/** `isDown`: the table answers nothing; `isSlow`: it never answers, until Cognito's patience is over. */
const setup = ({ isDown = false, isSlow = false } = {}) => {
  const table = { isDown, isSlow }
  const parts = marketParts({
    hook: async () => {
      if (table.isDown) throw new Error('The table is down.')
      if (table.isSlow) await new Promise(() => {})
    },
  })
  const erasures = erasureStore(parts.table, parts.now)
  const logged: string[] = []
  const trigger = postConfirmation({
    greet: createProfile({ ...parts, erasures }),
    log: { ...silent, error: (message) => logged.push(message) },
    patience: async () => {
      if (!table.isSlow) await new Promise(() => {})
      throw new Error('Too slow.')
    },
  })
  const confirm = (
    userAttributes: Record<string, string>,
    triggerSource: PostConfirmationTriggerEvent['triggerSource'] = 'PostConfirmation_ConfirmSignUp',
  ) => trigger({ ...about, triggerSource, request: { userAttributes: { ...iris, ...userAttributes } } })
  const signIn = () => {
    const event: PostAuthenticationTriggerEvent = {
      ...about,
      triggerSource: 'PostAuthentication_Authentication',
      request: { userAttributes: iris, newDeviceUsed: false },
    }
    return trigger(event)
  }
  return { ...parts, erasures, market: table, logged, confirm, signIn, profile: () => parts.profiles.find(userIdOf(1)) }
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
    brand: null,
    subdomain: null,
    isPhotographer: true,
    isPublic: true,
    emailNotifications: true,
    salesByDay: false,
    trialExpiresAt: '2030-03-01T10:00:00.000Z',
    subscription: 'none',
    paidUntil: null,
    stripeCustomerId: null,
    pageTakedown: null,
    deletionRequestedAt: null,
    erasureBegunAt: null,
    uploadRoom: null,
    numbersAMonth: null,
    galleryLayout: 4,
    version: 0,
    createdAt: '2030-01-01T10:00:00.000Z',
  })
})

test('an address is kept in the spelling in which everything else names it', async () => {
  const { confirm, profile } = setup()
  await confirm({ email: 'Ada@Müller.Example' })
  expect((await profile())?.email).toBe('ada@xn--mller-kva.example')
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

describe('a sign-in', () => {
  test('makes the profile that confirming did not, with a trial from then on', async () => {
    const { confirm, signIn, market, profile, setTime } = setup({ isDown: true })
    await expect(confirm({})).rejects.toThrow()
    market.isDown = false
    setTime('2030-01-02T10:00:00.000Z')
    await signIn()
    expect(await profile()).toMatchObject({
      displayName: 'Iris',
      email: 'iris@example.com',
      trialExpiresAt: '2030-03-02T10:00:00.000Z',
    })
  })

  test('leaves a profile that is there alone, and only looks for it', async () => {
    const { confirm, signIn, profiles, profile, requests } = setup()
    await confirm({})
    await profiles.save(userIdOf(1), { displayName: 'Ivy' }, { version: 0 })
    const before = await profile()
    requests.length = 0
    await signIn()
    expect(requests).toEqual(['get'])
    expect(await profile()).toEqual(before)
  })

  test('changes nothing of an account that is being closed', async () => {
    const { confirm, signIn, profiles, profile } = setup()
    await confirm({})
    await profiles.save(
      userIdOf(1),
      { deletionRequestedAt: '2030-01-01T10:00:00.000Z', erasureBegunAt: '2030-01-01T12:00:00.000Z' },
      { version: 0 },
    )
    const before = await profile()
    await signIn()
    expect(await profile()).toEqual(before)
  })

  test('makes no profile for somebody whose account was erased', async () => {
    const { confirm, signIn, profiles, erasures, profile } = setup()
    await confirm({})
    const asked = { deletionRequestedAt: '2030-01-01T10:00:00.000Z', erasureBegunAt: '2030-01-01T12:00:00.000Z' }
    await erasures.finish(await profiles.save(userIdOf(1), asked, { version: 0 }), '2030-01-01T12:30:00.000Z')
    await signIn()
    expect(await profile()).toBeUndefined()
  })

  test.each([
    ['refuses', { isDown: true }],
    ['is slow', { isSlow: true }],
  ])('goes on when the table %s: most people have their profile long since', async (_, table) => {
    const { signIn, logged } = setup(table)
    expect(await signIn()).toMatchObject({ triggerSource: 'PostAuthentication_Authentication' })
    expect(logged).toHaveLength(1)
  })
})
