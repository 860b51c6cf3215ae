import type { ClientProofSession, ProofDecision, ProofPhoto } from '#schema/api/proofing.ts'
import { proofing } from '#schema/api/proofing.ts'
import { PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { photoId } from './builders.ts'
import { mockEndpoint, type Refusing, type SentRequest } from './mock-endpoint.ts'
import { aClientSession } from './own-builders.ts'

const { endpoints } = proofing
const at = '2030-01-01T10:00:00.000Z'
type Said = { status: ProofDecision; feedback?: string | undefined; onlyPending?: boolean | undefined }
type Sent = Said & { photoIds: readonly PhotoId[]; agesMs?: readonly number[] | undefined }
type Given = Partial<Pick<ClientProofSession, 'selectionTarget' | 'status' | 'canComment'>>

/**
 * Answers the client's side of a session, and keeps the promises of the real one: a full choice takes no more, several
 * are decided all or none, the last decision completes, what is complete may be changed, and what was decided later at
 * another device stands.
 */
export const reviewServer = (photos: readonly ProofPhoto[], { status = 'in_review', ...given }: Given = {}) => {
  const kept = new Map(photos.map((photo) => [photo.photoId, photo]))
  const { selectionTarget = null } = given
  const sent: Sent[] = []
  /** When what stands was decided, where that was since the page was opened. */
  const decidedMs = new Map<PhotoId, number>()
  const latestMs = () => Math.max(0, ...decidedMs.values())
  let now = status
  let isOver = false
  let inTheWay: (() => Refusing | 'pending' | undefined) | undefined

  const countOf = (each: ProofPhoto['status']) => [...kept.values()].filter((photo) => photo.status === each).length
  const counts = () => ({
    pending: countOf('pending'),
    approved: countOf('approved'),
    rejected: countOf('rejected'),
    maybe: countOf('maybe'),
  })
  const standing = () => ({ status: isOver ? ('expired' as const) : now, counts: counts() })
  const refusalOf = ({ photoIds, status: asked }: Sent): Refusing | undefined => {
    const found = photoIds.map((id) => kept.get(id))
    if (found.includes(undefined)) return { refuse: 'proof_session_not_found' }
    const approvals = asked === 'approved' ? found.filter((photo) => photo?.status !== 'approved').length : 0
    const isFull = selectionTarget !== null && approvals > 0 && countOf('approved') + approvals > selectionTarget
    return isFull ? { refuse: 'selection_full' } : undefined
  }
  const decide = (asked: Sent) => {
    const obstacle = inTheWay?.()
    if (obstacle) return obstacle
    if (isOver) return { refuse: 'proof_session_closed' } as const
    sent.push(asked)
    const timeOf = new Map(asked.photoIds.map((id, index) => [id, Date.now() - (asked.agesMs?.[index] ?? 0)]))
    const latest = latestMs()
    const isStanding = (id: PhotoId) =>
      (decidedMs.get(id) ?? 0) > (timeOf.get(id) ?? 0) + limits.proofing.overlapMs ||
      (asked.onlyPending === true &&
        (kept.get(id)?.status !== 'pending' || latest > (timeOf.get(id) ?? 0) + limits.proofing.overlapMs))
    const photoIds = asked.photoIds.filter((id) => !isStanding(id))
    const refusal = refusalOf({ ...asked, photoIds })
    if (refusal) return refusal
    const settles = photoIds.some((id) => kept.get(id)?.status === 'pending')
    for (const id of photoIds) {
      change(id, { status: asked.status, clientFeedback: asked.feedback })
      decidedMs.set(id, Math.max(decidedMs.get(id) ?? 0, timeOf.get(id) ?? 0))
    }
    if (settles && countOf('pending') === 0) now = 'completed'
    return { ...standing(), photos: [...kept.values()].filter((photo) => asked.photoIds.includes(photo.photoId)) }
  }
  const decideOne = (id: PhotoId, { ageMs, ...said }: Said & { ageMs?: number | undefined }) =>
    decide({ photoIds: [id], ...said, agesMs: ageMs === undefined ? undefined : [ageMs] })
  const change = (
    id: PhotoId,
    { status: next, clientFeedback }: { status: ProofDecision; clientFeedback: string | undefined },
  ) => {
    const photo = kept.get(id)
    if (photo)
      kept.set(id, { ...photo, status: next, clientFeedback: clientFeedback ?? photo.clientFeedback, updatedAt: at })
  }

  mockEndpoint(endpoints.get, () => ({
    session: aClientSession({ ...given, ...standing(), isReadOnly: isOver }),
    photos: { items: [...kept.values()] },
  }))
  mockEndpoint(endpoints.decide, ({ params, body }: SentRequest) =>
    decideOne(PhotoId.parse(params.photoId), endpoints.decide.body.parse(body)),
  )
  mockEndpoint(endpoints.decideMany, ({ body }: SentRequest) => decide(endpoints.decideMany.body.parse(body)))
  mockEndpoint(endpoints.finish, () => {
    const obstacle = inTheWay?.()
    if (obstacle) return obstacle
    if (countOf('pending') > 0) return { refuse: 'proof_session_pending' }
    now = 'completed'
    return standing()
  })

  return {
    /** What arrived, refused or not, in its order. */
    sent: () =>
      sent.map(({ photoIds, status: asked, feedback }) => [
        photoIds,
        asked,
        ...(feedback === undefined ? [] : [feedback]),
      ]),
    /** How long ago each of them was decided, where that was said. */
    ages: () => sent.map(({ agesMs }) => agesMs),
    photo: (n: number) => kept.get(photoId(n)),
    status: () => now,
    counts,
    /** Its deadline passes, or is moved. */
    passDeadline: (passed = true) => {
      isOver = passed
    },
    /** Another device of the same client. */
    elsewhere: (n: number, said: Partial<Pick<ProofPhoto, 'status' | 'clientFeedback'>>) => {
      const photo = kept.get(photoId(n))
      if (!photo) return
      kept.set(photo.photoId, { ...photo, ...said })
      decidedMs.set(photo.photoId, Date.now())
    },
    /** What every change meets from now on; nothing by `undefined`. */
    meets: (obstacle: typeof inTheWay) => {
      inTheWay = obstacle
    },
    loseConnection: () => {
      inTheWay = () => {
        throw new TypeError('Failed to fetch')
      }
    },
  }
}
