import { expect, test } from 'vitest'
import { decisionOutbox } from '#frontend/features/proofing/decision-outbox.ts'
import { type DecisionRequest, unsentDecisions } from '#frontend/features/proofing/unsent-decisions.ts'
import { photoId } from '#test/support/frontend/builders.ts'
import '#test/support/frontend/render-page.tsx'

const approved = { status: 'approved' } as const
const of = (n: number): DecisionRequest => ({ photoIds: [photoId(n)], decision: approved })

/** A review that is opened again so many minutes after photo 2 was approved in it, and nothing was sent. */
const reopenedAfter = (minutes: number) => {
  const nowMs = minutes * 60_000
  unsentDecisions('secret', () => 0).keep([photoId(2)], approved)
  const sent: DecisionRequest[] = []
  const outbox = decisionOutbox({
    unsent: unsentDecisions('secret', () => nowMs),
    send: async (asked) => void sent.push(asked),
    onAnswer: async () => undefined,
    onRefusal: () => undefined,
    onWaiting: () => undefined,
  })
  return { outbox, sent, at: (minute: number) => new Date(minute * 60_000).toISOString() }
}

test('what another device may have decided since is not sent with a new decision before all photos are read', async () => {
  const { outbox, sent, at } = reopenedAfter(180)
  outbox.add(of(1))
  expect(outbox.standing().kept.map((each) => each.photoId)).toEqual([photoId(2), photoId(1)])
  outbox.dropOvertaken([{ photoId: photoId(2), status: 'rejected', updatedAt: at(120) }])
  await outbox.flush()
  expect(sent).toEqual([of(1)])

  outbox.add(of(3))
  await outbox.flush()
  expect(sent).toEqual([of(1), of(3)])
})

test('what was decided within the hour goes with the next decision at once', async () => {
  const { outbox, sent } = reopenedAfter(30)
  outbox.add(of(1))
  expect(outbox.standing().isSending).toBe(true)
  await outbox.flush()
  expect(sent).toEqual([{ ...of(2), photoIds: [photoId(2), photoId(1)] }])
})
