import { expect, test } from 'vitest'
import { agesMsOf, type Decision, unsentDecisions } from '#frontend/features/proofing/unsent-decisions.ts'
import { limits } from '#schema/limits.ts'
import { photoId } from '#test/support/frontend/builders.ts'
import '#test/support/frontend/render-page.tsx'

const approved = { status: 'approved' } as const
const rejected = { status: 'rejected' } as const
const photoIds = (...numbers: number[]) => numbers.map((n) => photoId(n))
const keepBy =
  ({ keep }: ReturnType<typeof unsentDecisions>) =>
  (ids: ReturnType<typeof photoIds>, decision: Decision, madeMs?: number) =>
    keep({ photoIds: ids, decision, madeMs })
const setup = () => {
  const unsent = unsentDecisions('secret')
  const sending = () =>
    unsent
      .asked()
      .map(({ photoIds: ids, decision: { status, feedback } }): [typeof ids, ...string[]] =>
        feedback === undefined ? [ids, status] : [ids, status, feedback],
      )
  /** What was asked just now has arrived. */
  const arrived = (ids: ReturnType<typeof photoIds>, decision: Decision) =>
    unsent.drop({ photoIds: ids, decision, atMs: ids.map(() => Date.now()) })
  const requests = () => unsent.asked().map(({ atMs: _, ...request }) => request)
  return { ...unsent, keep: keepBy(unsent), sending, requests, arrived }
}

test('what was decided is sent in its order, and only neighbours with the same wordless decision go together', () => {
  const { keep, sending } = setup()
  keep(photoIds(1), rejected)
  keep(photoIds(2), approved)
  keep(photoIds(3), approved)
  keep(photoIds(4), { ...approved, feedback: 'Lovely' })
  keep(photoIds(5), approved)
  keep(photoIds(6), rejected)

  expect(sending()).toEqual([
    [photoIds(1), 'rejected'],
    [photoIds(2, 3), 'approved'],
    [photoIds(4), 'approved', 'Lovely'],
    [photoIds(5), 'approved'],
    [photoIds(6), 'rejected'],
  ])
})

test('a mind that was changed is told as it changed: what made room comes before what took it', () => {
  const { keep, sending } = setup()
  keep(photoIds(1), rejected)
  keep(photoIds(2), approved)
  keep(photoIds(1), { status: 'maybe' })

  expect(sending().map(([, status]) => status)).toEqual(['rejected', 'approved', 'maybe'])
})

test('the same decision on a photo again adds nothing but its text', () => {
  const { keep, sending } = setup()
  keep(photoIds(1), { ...approved, feedback: 'Love' })
  keep(photoIds(2), rejected)
  keep(photoIds(1), { ...approved, feedback: 'Lovely' })
  keep(photoIds(1, 2), approved)

  expect(sending()).toEqual([
    [photoIds(1), 'approved', 'Lovely'],
    [photoIds(2), 'rejected'],
    [photoIds(2), 'approved'],
  ])
})

test('one that arrived is dropped, and a later one on the same photo stays', () => {
  const { keep, arrived, sending } = setup()
  keep(photoIds(1), approved)
  keep(photoIds(1), rejected)
  keep(photoIds(1), approved)
  arrived(photoIds(1), approved)
  expect(sending()).toEqual([
    [photoIds(1), 'rejected'],
    [photoIds(1), 'approved'],
  ])

  arrived(photoIds(1), rejected)
  keep(photoIds(1), { ...approved, feedback: 'Written on its way' })
  arrived(photoIds(1), approved)
  expect(sending()).toEqual([[photoIds(1), 'approved', 'Written on its way']])
})

test('what is let go only where nobody has decided goes apart from what is rejected', () => {
  const { keep, requests } = setup()
  keep(photoIds(1), rejected)
  keep(photoIds(2, 3), { ...rejected, onlyPending: true })
  expect(requests()).toEqual([
    { photoIds: photoIds(1), decision: rejected },
    { photoIds: photoIds(2, 3), decision: { ...rejected, onlyPending: true } },
  ])
})

test('what is said of a photo that was let go is said for sure, also while the letting go is on its way', () => {
  const { keep, arrived, requests } = setup()
  const letGo = { ...rejected, onlyPending: true }
  keep(photoIds(1, 2, 3), letGo)
  keep(photoIds(1), { ...rejected, feedback: 'Too dark' })
  keep(photoIds(2), rejected)
  arrived(photoIds(1, 2, 3), letGo)
  expect(requests()).toEqual([
    { photoIds: photoIds(1), decision: { ...rejected, feedback: 'Too dark' } },
    { photoIds: photoIds(2), decision: rejected },
  ])
})

test('what is decided again is as young as the last time that it was said', () => {
  let minutes = 0
  const unsent = unsentDecisions('secret', () => minutes * 60_000)
  const { asked } = unsent
  const keep = keepBy(unsent)
  keep(photoIds(1, 2), approved)
  minutes = 180
  keep(photoIds(1), approved)
  expect(asked().map(({ atMs }) => atMs)).toEqual([[180 * 60_000, 0]])
})

test('what is said again while others are let go comes after them, so that it keeps none of them', () => {
  const { keep, requests } = setup()
  const letGo = { ...rejected, onlyPending: true }
  keep(photoIds(1), approved)
  keep(photoIds(2, 3), letGo)
  keep(photoIds(1), approved)
  keep(photoIds(2), rejected)
  expect(requests()).toEqual([
    { photoIds: photoIds(1), decision: approved },
    { photoIds: photoIds(3), decision: letGo },
    { photoIds: photoIds(1), decision: approved },
    { photoIds: photoIds(2), decision: rejected },
  ])
})

test('a text on what made room, typed after others were let go, leaves the room where it was made', () => {
  const { keep, sending } = setup()
  keep(photoIds(1), rejected)
  keep(photoIds(2), approved)
  keep(photoIds(3), { ...rejected, onlyPending: true })
  keep(photoIds(1), { ...rejected, feedback: 'Too' })
  keep(photoIds(1), { ...rejected, feedback: 'Too dark' })
  expect(sending()).toEqual([
    [photoIds(1), 'rejected'],
    [photoIds(2), 'approved'],
    [photoIds(3), 'rejected'],
    [photoIds(1), 'rejected', 'Too dark'],
  ])
})

test('a text is as old as it was typed, and has hours to be sent in where that was more than a day ago', () => {
  const hour = 60 * 60_000
  const unsent = unsentDecisions('secret', () => 100 * hour)
  const keep = keepBy(unsent)
  keep(photoIds(1), { ...approved, feedback: 'Crop it' }, 98 * hour)
  keep(photoIds(2), { ...approved, feedback: 'Too dark' }, 0)
  keep(photoIds(3), approved)
  keep(photoIds(3), { ...approved, feedback: 'Lovely' }, 98 * hour)
  expect(unsent.asked().map(({ atMs }) => atMs)).toEqual([[98 * hour], [80 * hour], [100 * hour]])
})

test('one that was said again while it was on its way stays, but for what was said within a minute', () => {
  let seconds = 0
  const unsent = unsentDecisions('secret', () => seconds * 1_000)
  const { drop, asked } = unsent
  const keep = keepBy(unsent)
  keep(photoIds(1, 2), approved)
  const sent = asked()
  seconds = 59
  keep(photoIds(1), approved)
  seconds = 60
  keep(photoIds(2), approved)
  for (const each of sent) drop(each)
  expect(asked()).toEqual([{ photoIds: photoIds(2), decision: approved, atMs: [60_000] }])
})

test('how old decisions are is said of what waited for half a minute, never of a time to come or more than a day', () => {
  const of = (...atMs: number[]) => ({ photoIds: [], decision: approved, atMs })
  const now = 100_000_000
  expect(agesMsOf(of(now, now - 29_999, now + 1), now)).toBeUndefined()
  expect(agesMsOf(of(now - 30_000, now + 90_000, 0), now)).toEqual([30_000, 0, 86_400_000])
})

test('as many go together as the server takes at once', () => {
  const { keep, sending } = setup()
  const most = limits.proofing.decisionsAtOnce
  keep(photoIds(...Array.from({ length: most + 1 }, (_, n) => n + 1)), rejected)

  expect(sending().map(([ids]) => ids?.length)).toEqual([most, 1])
})
