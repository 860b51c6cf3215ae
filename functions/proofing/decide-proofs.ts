import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import type { GallerySessions } from '#functions/shared/sessions/gallery-sessions.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import { afterMs, type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { PhotoProof, ProofSession } from '#schema/entities/proof.ts'
import { AppError } from '#schema/errors.ts'
import type { PhotoId } from '#schema/ids.ts'
import { sessionOfLink } from './client-access.ts'
import { completionMail } from './completion-mail.ts'
import {
  countFields,
  type Decision,
  decided,
  isAnswered,
  isPastDeadline,
  type Plan,
  planDecision,
} from './proof-rules.ts'
import type { ProofStore } from './proof-store.ts'
import { standingView } from './proof-views.ts'

/** What a step of the client needs that may complete the review. */
export type ReviewParts = {
  proofs: ProofStore
  galleries: GalleryStore
  profiles: ProfileStore
  sessions: Pick<GallerySessions, 'subjectOf'>
  throttle: Throttle
  ids: IdMaker
  siteUrl: () => string
  now: Clock
}
type Endpoints = typeof api.proofing.endpoints

export const decideProof =
  (parts: ReviewParts): Operation<Endpoints['decide']> =>
  (request) => {
    const { ageMs, ...said } = request.body
    return decide(parts, request, { photoIds: [request.params.photoId], said, agesMs: [ageMs] })
  }

export const decideProofs =
  (parts: ReviewParts): Operation<Endpoints['decideMany']> =>
  (request) => {
    const { photoIds, agesMs = [], ...said } = request.body
    return decide(parts, request, { photoIds, said, agesMs })
  }

type Sender = Parameters<typeof sessionOfLink>[1]
type DecisionRequest = {
  photoIds: readonly PhotoId[]
  said: Omit<Decision, 'decidedAt'>
  /** How long ago each was decided; just now where nothing is said. */
  agesMs: readonly (number | undefined)[]
}

/** Two people may review one session at once: a decision that another overtook is planned again. */
const maxAttempts = 8

/**
 * A decision may be changed until the deadline, also when the review is complete (specification, section 7). Photos of
 * other sessions are answered like links that never were. When it was decided counts among decisions alone: against the
 * deadline stands when it arrives.
 */
const decide = async (parts: ReviewParts, sender: Sender, { photoIds, said, agesMs }: DecisionRequest) => {
  const { proofs, throttle, now } = parts
  const arrived = now()
  const times = new Map(photoIds.map((id, index) => [id, stamp(afterMs(arrived, -(agesMs[index] ?? 0)))]))
  const wanted = [...times.keys()]
  const decision: Decision = { ...said, decidedAt: (id) => times.get(id) ?? stamp(arrived) }
  const opened = await sessionOfLink(parts, sender, ({ id }) => proofs.findPhotos(id, wanted))
  // Behind the link: who holds one that was withdrawn must not use up what the client may do.
  await throttle.count('proofUpdatesPerSession', opened.session.id)
  if (decision.feedback && !opened.gallery.clientCanComment) throw new AppError('comments_not_allowed')
  return retried(maxAttempts, 'unavailable', async (attempt) => {
    const isFirst = attempt === 0
    const session = isFirst ? opened.session : await proofs.find(opened.session.id)
    const found = isFirst ? opened.beside : await proofs.findPhotos(opened.session.id, wanted)
    if (!session || found.length < wanted.length) throw new AppError('proof_session_not_found')
    const at = stamp(now())
    const plan = isPastDeadline(session, now())
      ? nothingLeft(session, found, decision)
      : planDecision(session, found, decision)
    if (plan === undefined) throw new AppError('proof_session_closed')
    if (plan.proofs.length === 0) return answer(session, found, now())
    const alongside = plan.completes ? await completionMail(parts, after(session, plan)) : []
    if (await proofs.decide(session, plan, { at, alongside })) {
      return answer(
        after(session, plan),
        found.map((proof) => (plan.proofs.includes(proof) ? decided(proof, decision, at) : proof)),
        now(),
      )
    }
    return tryAgain
  })
}

/** After the deadline nothing new is taken; the last decision before it may come twice. */
const nothingLeft = (session: ProofSession, found: readonly PhotoProof[], decision: Decision): Plan | undefined =>
  found.every((proof) => isAnswered(session, proof, decision))
    ? { proofs: [], decision, moves: {}, settled: 0, completes: false, isNews: false }
    : undefined

const after = (session: ProofSession, { moves, completes, isNews }: Plan): ProofSession => {
  const moved = Object.values(countFields).map((field) => [field, session[field] + (moves[field] ?? 0)])
  const isComplete = completes || session.status === 'completed'
  const choiceVersion = session.choiceVersion + (isNews ? 1 : 0)
  return { ...session, ...Object.fromEntries(moved), choiceVersion, status: isComplete ? 'completed' : 'in_review' }
}

const answer = (session: ProofSession, photos: readonly PhotoProof[], now: Date) => ({
  ...standingView(session, now),
  photos: [...photos],
})
