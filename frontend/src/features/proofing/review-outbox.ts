import type { QueryClient } from '@tanstack/react-query'
import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { callEndpoint } from '#frontend/shared/api/call-endpoint.ts'
import { endpointKey } from '#frontend/shared/api/endpoint-query.ts'
import { toast } from '#frontend/ui/toast.tsx'
import type { ResponseOf } from '#schema/api/endpoint.ts'
import { proofing } from '#schema/api/proofing.ts'
import { type DecisionOutbox, decisionOutbox } from './decision-outbox.ts'
import { type Review, withChanges } from './review-pages.ts'
import { type DecisionRequest, unsentDecisions } from './unsent-decisions.ts'

const { endpoints } = proofing

export const reviewKey = (token: string) => [...endpointKey(endpoints.get), token]

const send = (
  token: string,
  { photoIds, decision }: DecisionRequest,
): Promise<ResponseOf<typeof endpoints.decideMany>> => {
  const [only] = photoIds
  if (photoIds.length === 1 && only !== undefined) {
    return callEndpoint(endpoints.decide, { params: { token, photoId: only }, body: decision })
  }
  const { feedback: _, ...of } = decision
  const body = { photoIds: [...photoIds], ...of }
  return callEndpoint(endpoints.decideMany, { params: { token }, body })
}

const make = (queries: QueryClient, token: string): DecisionOutbox => {
  const queryKey = reviewKey(token)
  return decisionOutbox({
    unsent: unsentDecisions(token),
    send: (asked) => send(token, asked),
    onAnswer: async (answer) => {
      if (!queries.getQueryData<Review>(queryKey)) return
      // What was asked for before the decision was written would take it back.
      await queries.cancelQueries({ queryKey })
      queries.setQueryData<Review>(queryKey, (review) => review && withChanges(review, answer.photos, answer))
    },
    onRefusal: (thrown) => {
      toast({ title: 'Failed to update photo status.', description: sentenceOf(thrown) })
      void queries.invalidateQueries({ queryKey })
    },
    onWaiting: () =>
      toast({
        kind: 'info',
        title: 'Your choice is kept',
        description:
          'Darkslide cannot be reached at the moment. What you decided is sent when the connection is back, or when you open this page again within a day.',
      }),
  })
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
