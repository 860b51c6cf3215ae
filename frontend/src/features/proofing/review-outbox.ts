import type { QueryClient } from '@tanstack/react-query'
import { codeOf } from '#frontend/shared/api/api-error.ts'
import { callEndpoint } from '#frontend/shared/api/call-endpoint.ts'
import { complain } from '#frontend/shared/api/complain.ts'
import { endpointKey } from '#frontend/shared/api/endpoint-query.ts'
import { countOf } from '#frontend/shared/format/counts.ts'
import { toast } from '#frontend/ui/toast.tsx'
import type { ResponseOf } from '#schema/api/endpoint.ts'
import { proofing } from '#schema/api/proofing.ts'
import type { PhotoId } from '#schema/ids.ts'
import { type DecisionOutbox, decisionOutbox } from './decision-outbox.ts'
import { isSavedAs, keptDraft, markDraft } from './feedback-drafts.ts'
import { type Review, withChanges } from './review-pages.ts'
import { agesMsOf, type KeptRequest, reviewName, unsentDecisions } from './unsent-decisions.ts'

const { endpoints } = proofing

export const reviewKey = (token: string) => [...endpointKey(endpoints.get), token]

type Answer = ResponseOf<typeof endpoints.decideMany>

const send = (token: string, asked: KeptRequest): Promise<Answer> => {
  const { photoIds, decision } = asked
  // By the clock of the day: one that counts how long the page has run may stand still while the device sleeps.
  const agesMs = agesMsOf(asked, Date.now())
  const [only] = photoIds
  if (photoIds.length === 1 && only !== undefined) {
    const body = { ...decision, ...(agesMs && { ageMs: agesMs[0] }) }
    return callEndpoint(endpoints.decide, { params: { token, photoId: only }, body })
  }
  const { feedback: _, ...of } = decision
  const body = { photoIds: [...photoIds], ...of, ...(agesMs && { agesMs }) }
  return callEndpoint(endpoints.decideMany, { params: { token }, body })
}

/** Photos of which something else stands than what was said of them. */
const overtakenIn = ({ photos }: Answer, { photoIds, decision: { status, feedback, onlyPending } }: KeptRequest) => {
  const said = new Set(photoIds)
  const stands = (photo: Answer['photos'][number]) =>
    (onlyPending && photo.status !== 'pending') ||
    (photo.status === status && (feedback === undefined || isSavedAs(feedback, photo.clientFeedback)))
  return photos.filter((photo) => said.has(photo.photoId) && !stands(photo))
}

type Overtaken = { decided: number; pending: number; texts: number }
/** In one toast, since the next one would take its place. What is pending was let go, and is not. */
const tellOf = ({ decided, pending, texts }: Overtaken) => {
  const since = `${countOf(decided, 'photo')} ${decided === 1 ? 'was' : 'were'} decided on another device since`
  const parts = [
    pending > 0 && `Another device went on with it. Still pending: ${countOf(pending, 'photo')}.`,
    pending > 0 && decided > 0 && `${since}.`,
    decided > 0 && (decided === 1 ? 'That decision stands.' : 'Those decisions stand.'),
    texts > 0 && (texts === 1 ? 'Your text was not sent.' : 'Your texts were not sent.'),
  ]
  const title = pending > 0 ? 'Your review is not finished yet' : since
  toast({ kind: 'info', title, description: parts.filter(Boolean).join(' ') })
}

const make = (queries: QueryClient, token: string): DecisionOutbox => {
  const queryKey = reviewKey(token)
  /** Whether all photos were being read anew. */
  let isCutShort = false
  /** Photos that were let go and are pending still, by the latest answer. */
  const open = new Set<PhotoId>()
  const review = reviewName(token)
  const isDraft = (photoId: PhotoId, feedback: string | undefined) =>
    feedback !== undefined && keptDraft({ review, photoId })?.text === feedback
  const outbox = decisionOutbox({
    unsent: unsentDecisions(token),
    send: (asked) => send(token, asked),
    onAnswer: async (answer, asked) => {
      const reading = queries.getQueryState<Review>(queryKey)
      if (reading?.data) {
        // The next page of photos is asked for again by itself.
        isCutShort ||= reading.fetchStatus === 'fetching' && !reading.fetchMeta?.fetchMore
        // What was asked for before the decision was written would take it back.
        await queries.cancelQueries({ queryKey })
        queries.setQueryData<Review>(queryKey, (review) => review && withChanges(review, answer.photos, answer))
      }
      const overtaken = overtakenIn(answer, asked)
      for (const { photoId, status } of overtaken) {
        if (status === 'pending') open.add(photoId)
        else {
          open.delete(photoId)
          // On a photo that is pending it goes with the decision to come.
          if (isDraft(photoId, asked.decision.feedback)) markDraft({ review, photoId }, { isHeld: true })
        }
      }
      return overtaken.map(({ photoId }) => photoId)
    },
    onRefusal: (thrown, { photoIds }) => {
      // What is late is kept on.
      if (codeOf(thrown) !== 'proof_session_closed')
        for (const photoId of photoIds) markDraft({ review, photoId }, { isOnItsWay: undefined })
      complain('Failed to update photo status.')(thrown)
      void queries.invalidateQueries({ queryKey })
    },
    onWaiting: () =>
      toast({
        kind: 'info',
        isOfNoPage: true,
        title: 'Your choice is kept',
        description:
          'Darkslide cannot be reached at the moment. What you decided is sent when the connection is back, or when you open your review again within a day.',
      }),
    onRest: (overtaken) => {
      const all = [...overtaken]
      const pending = all.filter((photoId) => open.has(photoId)).length
      const texts = all.filter((photoId) => keptDraft({ review, photoId })?.isHeld).length
      if (all.length > 0) tellOf({ decided: all.length - pending, pending, texts })
      open.clear()
      if (all.length > 0 || isCutShort) void queries.invalidateQueries({ queryKey })
      isCutShort = false
    },
  })
  return {
    ...outbox,
    add: (made) => {
      for (const photoId of made.photoIds) {
        if (isDraft(photoId, made.decision.feedback)) markDraft({ review, photoId }, { isOnItsWay: true })
      }
      outbox.add(made)
    },
  }
}

const made = new WeakMap<QueryClient, Map<string, DecisionOutbox>>()

/** The outbox of one review, as long as the tab: it goes on sending while another page of the site is open. */
export const reviewOutbox = (queries: QueryClient, token: string): DecisionOutbox => {
  const ofClient = made.get(queries) ?? new Map<string, DecisionOutbox>()
  made.set(queries, ofClient)
  const outbox = ofClient.get(token) ?? make(queries, token)
  ofClient.set(token, outbox)
  return outbox
}
