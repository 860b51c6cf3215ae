import type { PhotoProof, ProofSession } from '#schema/entities/proof.ts'
import { ProofSessionId } from '#schema/ids.ts'
import { galleryIdOf, photoIdOf, userIdOf } from './ids.ts'

const id = ProofSessionId.parse(`prf_${'0'.repeat(25)}1`)
const createdAt = '2030-01-01T10:00:00.000Z'

/** A review of gallery 1 with three photos, none of them decided; name what matters. */
export const aProofSession = (overrides: Partial<ProofSession> = {}): ProofSession => ({
  id,
  galleryId: galleryIdOf(1),
  photographerId: userIdOf(1),
  galleryTitle: 'The Ridge',
  title: 'Review',
  description: '',
  clientEmail: 'client@example.com',
  deadlineAt: null,
  status: 'pending',
  selectionTarget: null,
  pendingCount: 3,
  approvedCount: 0,
  rejectedCount: 0,
  maybeCount: 0,
  fillPlace: null,
  orderParts: 0,
  version: 0,
  linkVersion: 0,
  choiceVersion: 0,
  completedAt: null,
  remindedAt: null,
  createdAt,
  ...overrides,
})

/** Photo `n` of it. */
export const aPhotoProof = (n: number, overrides: Partial<PhotoProof> = {}): PhotoProof => ({
  sessionId: id,
  photoId: photoIdOf(n),
  title: `Photo ${n}`,
  fileName: `IMG_${n}.jpg`,
  status: 'pending',
  clientFeedback: '',
  createdAt,
  updatedAt: createdAt,
  ...overrides,
})
