import { expect, test } from 'vitest'
import { unsentDecisions } from '#frontend/features/proofing/unsent-decisions.ts'
import { limits } from '#schema/limits.ts'
import { photoId } from '#test/support/frontend/builders.ts'
import '#test/support/frontend/render-page.tsx'

const approved = { status: 'approved' } as const
const rejected = { status: 'rejected' } as const
const photoIds = (...numbers: number[]) => numbers.map((n) => photoId(n))
const setup = () => {
  const unsent = unsentDecisions('secret')
  const sending = () =>
    unsent
      .asked()
      .map(({ photoIds: ids, decision: { status, feedback } }): [typeof ids, ...string[]] =>
        feedback === undefined ? [ids, status] : [ids, status, feedback],
      )
  return { ...unsent, sending }
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
  const { keep, drop, sending } = setup()
  keep(photoIds(1), approved)
  keep(photoIds(1), rejected)
  keep(photoIds(1), approved)
  drop(photoIds(1), approved)
  expect(sending()).toEqual([
    [photoIds(1), 'rejected'],
    [photoIds(1), 'approved'],
  ])

  drop(photoIds(1), rejected)
  keep(photoIds(1), { ...approved, feedback: 'Written on its way' })
  drop(photoIds(1), approved)
  expect(sending()).toEqual([[photoIds(1), 'approved', 'Written on its way']])
})

test('what is let go only where nobody has decided goes apart from what is rejected', () => {
  const { keep, asked } = setup()
  keep(photoIds(1), rejected)
  keep(photoIds(2, 3), { ...rejected, onlyPending: true })
  expect(asked()).toEqual([
    { photoIds: photoIds(1), decision: rejected },
    { photoIds: photoIds(2, 3), decision: { ...rejected, onlyPending: true } },
  ])
})

test('what is said of a photo that was let go is said for sure, also while the letting go is on its way', () => {
  const { keep, drop, asked } = setup()
  const letGo = { ...rejected, onlyPending: true }
  keep(photoIds(1, 2, 3), letGo)
  keep(photoIds(1), { ...rejected, feedback: 'Too dark' })
  keep(photoIds(2), rejected)
  drop(photoIds(1, 2, 3), letGo)
  expect(asked()).toEqual([
    { photoIds: photoIds(1), decision: { ...rejected, feedback: 'Too dark' } },
    { photoIds: photoIds(2), decision: rejected },
  ])
})

test('what another device has decided since is not sent any more, but for what the clocks may differ by', () => {
  let minutes = 0
  const { keep, dropOvertaken, asked } = unsentDecisions('secret', () => minutes * 60_000)
  keep(photoIds(1, 2, 3, 4), approved)
  const at = (minute: number) => new Date(minute * 60_000).toISOString()
  const photos = [
    { photoId: photoId(1), status: 'rejected' as const, updatedAt: at(90) },
    { photoId: photoId(2), status: 'rejected' as const, updatedAt: at(30) },
    { photoId: photoId(3), status: 'pending' as const, updatedAt: at(90) },
    // This device's clock is wrong.
    { photoId: photoId(4), status: 'rejected' as const, updatedAt: at(100_000) },
  ]
  minutes = 120
  dropOvertaken(photos)
  expect(asked()).toEqual([{ photoIds: photoIds(2, 3, 4), decision: approved }])
})

test('what is decided again is as young as the last time that it was said', () => {
  let minutes = 0
  const { keep, dropOvertaken, asked } = unsentDecisions('secret', () => minutes * 60_000)
  keep(photoIds(1), approved)
  minutes = 180
  keep(photoIds(1), approved)
  const overtaken = new Date(120 * 60_000).toISOString()
  dropOvertaken([{ photoId: photoId(1), status: 'rejected', updatedAt: overtaken }])
  expect(asked()).toEqual([{ photoIds: photoIds(1), decision: approved }])
})

test('as many go together as the server takes at once', () => {
  const { keep, sending } = setup()
  const most = limits.proofing.decisionsAtOnce
  keep(photoIds(...Array.from({ length: most + 1 }, (_, n) => n + 1)), rejected)

  expect(sending().map(([ids]) => ids?.length)).toEqual([most, 1])
})
