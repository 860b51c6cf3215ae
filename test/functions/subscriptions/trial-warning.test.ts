import { expect, test } from 'vitest'
import { createProfile } from '#functions/accounts/create-profile.ts'
import { finishChores } from '#functions/jobs/finish-chores.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

/** Somebody who signed up on 1 January, so that the trial ends on 1 March; and every five minutes' job. */
const setup = async (changes: Partial<Profile> = {}) => {
  const parts = marketParts()
  await createProfile(parts)({ userId: userIdOf(1), email: 'iris@example.com', name: 'Iris Calloway' })
  if (Object.keys(changes).length > 0) await parts.profiles.save(userIdOf(1), changes, { version: 0 })
  const onThe = async (at: string) => {
    parts.setTime(at)
    await finishChores(parts)()
    return parts.table.all().filter(({ PK }) => String(PK).startsWith('OUTBOX#'))
  }
  const chores = () => parts.table.all().filter(({ PK }) => String(PK).startsWith('CHORE#'))
  return { ...parts, onThe, chores }
}

test('a photographer is told seven days before the trial ends, once', async () => {
  const { onThe, chores } = await setup()
  expect(await onThe('2030-02-22T09:59:00.000Z')).toEqual([])
  expect(await onThe('2030-02-22T10:00:00.000Z')).toMatchObject([
    {
      template: 'trial-ending',
      to: 'iris@example.com',
      data: {
        name: 'Iris Calloway',
        endsAt: '2030-03-01T10:00:00.000Z',
        dashboardUrl: 'https://darkslide.test/dashboard?tab=settings',
      },
    },
  ])
  expect(await onThe('2030-02-23T10:00:00.000Z')).toHaveLength(1)
  expect(chores()).toEqual([])
})

test.each([
  ['has subscribed', { subscription: 'active' }],
  ['is given access for longer', { paidUntil: '2030-06-01T00:00:00.000Z' }],
  ['wants no news', { emailNotifications: false }],
  ['is leaving', { deletionRequestedAt: '2030-02-01T00:00:00.000Z' }],
] as const)('who %s is not told', async (_, changes) => {
  const { onThe, chores } = await setup(changes)
  expect(await onThe('2030-02-23T10:00:00.000Z')).toEqual([])
  expect(chores()).toEqual([])
})

test('a job that comes too late says nothing of what is over', async () => {
  const { onThe } = await setup()
  expect(await onThe('2030-03-02T10:00:00.000Z')).toEqual([])
})

test('a sign-up that is confirmed twice warns once', async () => {
  const { onThe, chores, ...parts } = await setup()
  await createProfile(parts)({ userId: userIdOf(1), email: 'iris@example.com', name: 'Iris Calloway' })
  expect(chores()).toHaveLength(1)
  expect(await onThe('2030-02-23T10:00:00.000Z')).toHaveLength(1)
})
