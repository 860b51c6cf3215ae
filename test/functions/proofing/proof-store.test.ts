import { expect, test } from 'vitest'
import { planDecision } from '#functions/proofing/proof-rules.ts'
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
const approved = { status: 'approved' } as const
const forget = { drop: { kind: 'remind-proof-client', subject: id } } as const

test('a decision planned before the session was completed is not written', async () => {
  const { proofs, session, photos } = await setup()
  await proofs.decide(session, planDecision(session, photos, approved), { at })
  const reviewed = await proofs.findPhotos(id, [photoIdOf(1)])
  const late = planDecision({ ...session, status: 'in_review' }, reviewed, { status: 'rejected' })
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
  const plan = planDecision(session, photos, { status: 'rejected', onlyPending: true })
  expect(plan).toMatchObject({ settled: 2, completes: true, moves: { pendingCount: -2, rejectedCount: 2 } })
  expect(plan.proofs.map(({ photoId }) => photoId)).toEqual([photoIdOf(2), photoIdOf(3)])
})

test('a decision planned on what a photo was before another one came is not written', async () => {
  const { proofs, session, photos } = await setup()
  const [first] = photos
  const one = first ? [first] : []
  expect(await proofs.decide(session, planDecision(session, one, { status: 'maybe' }), { at })).toBe(true)
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
