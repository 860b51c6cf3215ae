import { expect, test } from 'vitest'
import { type Decision, planDecision } from '#functions/proofing/proof-rules.ts'
import { proofStore } from '#functions/proofing/proof-store.ts'
import type { ProofSession } from '#schema/entities/proof.ts'
import { photoIdOf } from '#test/support/builders/ids.ts'
import { aPhotoProof, aProofSession } from '#test/support/builders/proof.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

const at = '2030-01-01T10:00:00.000Z'
const { id } = aProofSession()

const setup = async (overrides: Partial<ProofSession> = {}) => {
  const proofs = proofStore(fakeTable())
  const session = aProofSession(overrides)
  const photos = [1, 2, 3].map((n) => aPhotoProof(n))
  await proofs.create(session, photos, [])
  return { proofs, session, photos }
}
/** A decision that was made so many seconds after ten o'clock. */
const saying = (status: Decision['status'], seconds = 0, more: Pick<Decision, 'feedback' | 'onlyPending'> = {}) => ({
  status,
  decidedAt: () => second(seconds),
  ...more,
})
const second = (seconds: number) => new Date(Date.parse(at) + seconds * 1_000).toISOString()
const approved = saying('approved')
const openSession = async (proofs: ReturnType<typeof proofStore>) => {
  const session = await proofs.find(id)
  if (!session) throw new Error('The session is there.')
  return session
}
const forget = { drop: { kind: 'remind-proof-client', subject: id } } as const

test('a decision planned before the session was completed is not written', async () => {
  const { proofs, session, photos } = await setup()
  await proofs.decide(session, planDecision(session, photos, approved), { at })
  const reviewed = await proofs.findPhotos(id, [photoIdOf(1)])
  const late = planDecision({ ...session, status: 'in_review' }, reviewed, saying('rejected'))
  expect(await proofs.decide(session, late, { at })).toBe(false)
  expect(await proofs.find(id)).toMatchObject({ status: 'completed', approvedCount: 3, rejectedCount: 0 })
})

test('a decision planned before the deadline was moved to the past is not written', async () => {
  const { proofs, session, photos } = await setup()
  await proofs.save(session, { deadlineAt: '2030-01-01T09:00:00.000Z' }, forget)
  expect(await proofs.decide(session, planDecision(session, photos.slice(0, 1), approved), { at })).toBe(false)
})

test('what is let go is only what is pending, whatever its client believed', () => {
  const session = aProofSession({ pendingCount: 2, approvedCount: 1 })
  const photos = [aPhotoProof(1, { status: 'approved' }), aPhotoProof(2), aPhotoProof(3)]
  const plan = planDecision(session, photos, saying('rejected', 0, { onlyPending: true }))
  expect(plan).toMatchObject({ settled: 2, completes: true, moves: { pendingCount: -2, rejectedCount: 2 } })
  expect(plan.proofs.map(({ photoId }) => photoId)).toEqual([photoIdOf(2), photoIdOf(3)])
})

test('a decision planned on what a photo was before another one came is not written', async () => {
  const { proofs, session, photos } = await setup()
  const [first] = photos
  const one = first ? [first] : []
  expect(await proofs.decide(session, planDecision(session, one, saying('maybe')), { at })).toBe(true)
  expect(await proofs.decide(session, planDecision(session, one, approved), { at })).toBe(false)
  expect(await proofs.find(id)).toMatchObject({ pendingCount: 2, maybeCount: 1, approvedCount: 0 })
})

test('a decision that would not be the last any more, or is the last by now, is planned again', async () => {
  const { proofs, session, photos } = await setup({ pendingCount: 3 })
  await proofs.decide(session, planDecision(session, photos.slice(0, 2), approved), { at })
  const stale = planDecision(session, photos.slice(2), approved)
  expect(stale.completes).toBe(false)
  expect(await proofs.decide(session, stale, { at })).toBe(false)
  expect(await proofs.find(id)).toMatchObject({ status: 'in_review', pendingCount: 1 })
})

test('of two fillings from one place one adds its photos', async () => {
  const { proofs, session } = await setup({ fillPlace: 'here' })
  expect(await proofs.fill(session, [aPhotoProof(4)], 'there')).toBe(true)
  expect(await proofs.fill(session, [aPhotoProof(5)], 'elsewhere')).toBe(false)
  expect(await proofs.find(id)).toMatchObject({ pendingCount: 4, fillPlace: 'there' })
})

test('a photo that comes twice while a gallery is filled in is in the session once', async () => {
  const { proofs, session } = await setup({ fillPlace: 'here' })
  expect(await proofs.fill(session, [aPhotoProof(3), aPhotoProof(4)], null)).toBe(true)
  expect(await proofs.find(id)).toMatchObject({ pendingCount: 4 })
})

test('what was decided later at another device stands, but for what was decided within a minute of it', () => {
  const session = aProofSession({ pendingCount: 0, approvedCount: 2 })
  const later = aPhotoProof(1, { status: 'approved', decidedAt: second(61), updatedAt: second(90) })
  const minute = aPhotoProof(2, { status: 'approved', decidedAt: second(60), updatedAt: second(90) })
  const pending = aPhotoProof(3, { updatedAt: second(90) })
  const plan = planDecision(session, [later, minute, pending], saying('rejected', 0, { feedback: 'Too dark' }))
  expect(plan.proofs).toEqual([minute, pending])
  expect(plan.moves).toEqual({ approvedCount: -1, pendingCount: -1, rejectedCount: 2 })
})

test('what was decided before its time was kept counts from when it arrived', () => {
  const session = aProofSession({ pendingCount: 0, approvedCount: 1 })
  const old = aPhotoProof(1, { status: 'approved', updatedAt: second(90) })
  expect(planDecision(session, [old], saying('rejected', 29)).proofs).toEqual([])
  expect(planDecision(session, [old], saying('rejected', 30)).proofs).toEqual([old])
})

test('a photo keeps the time of the latest decision, though an earlier one came after it', async () => {
  const { proofs, session, photos } = await setup()
  const one = photos.slice(0, 1)
  await proofs.decide(session, planDecision(session, one, saying('approved', 50)), { at: second(100) })
  const [reviewed] = await proofs.findPhotos(id, [photoIdOf(1)])
  expect(reviewed).toMatchObject({ status: 'approved', decidedAt: second(50), updatedAt: second(100) })

  const again = planDecision(await openSession(proofs), reviewed ? [reviewed] : [], saying('maybe', 20))
  expect(await proofs.decide(await openSession(proofs), again, { at: second(200) })).toBe(true)
  expect(await proofs.findPhotos(id, [photoIdOf(1)])).toMatchObject([
    { status: 'maybe', decidedAt: second(50), updatedAt: second(200) },
  ])
})

test('a text planned before another one came under the same status is not written over it', async () => {
  const { proofs, session, photos } = await setup()
  await proofs.decide(session, planDecision(session, photos.slice(0, 1), approved), { at: second(1) })
  const reviewed = await proofs.findPhotos(id, [photoIdOf(1)])
  const texts = ['Crop it', 'Do not crop it'].map((feedback) => saying('approved', 2, { feedback }))
  const open = await openSession(proofs)
  const written = []
  for (const text of texts)
    written.push(await proofs.decide(open, planDecision(open, reviewed, text), { at: second(3) }))
  expect(written).toEqual([true, false])
  expect(await proofs.findPhotos(id, [photoIdOf(1)])).toMatchObject([{ clientFeedback: 'Crop it' }])
})

test('the time of the latest decision in a review never goes back', async () => {
  const { proofs, session, photos } = await setup()
  const early = planDecision(session, photos.slice(1, 2), saying('approved', 10))
  await proofs.decide(session, planDecision(session, photos.slice(0, 1), saying('approved', 50)), { at: second(60) })
  expect(await proofs.decide(session, early, { at: second(60) })).toBe(false)
  const open = await openSession(proofs)
  const again = planDecision(open, photos.slice(1, 2), saying('approved', 10))
  expect(await proofs.decide(open, again, { at: second(60) })).toBe(true)
  expect(await openSession(proofs)).toMatchObject({ decidedAt: second(50), approvedCount: 2 })
})
