import * as z from 'zod'
import { ProofDecision } from '#schema/api/proofing.ts'
import { PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'

/** Older ones were overtaken, most likely: by another device, or by another mind. */
const keptMs = 24 * 60 * 60_000
const UnsentDecision = z.object({
  photoId: PhotoId,
  status: ProofDecision,
  feedback: z.string().optional(),
  atMs: z.number(),
})
const KeptList = z.array(UnsentDecision).catch([])
export type UnsentDecision = z.infer<typeof UnsentDecision>

export type Decision = { status: ProofDecision; feedback?: string }
export type DecisionRequest = { photoIds: readonly PhotoId[]; decision: Decision }

const isSame = (kept: UnsentDecision, { status, feedback }: Decision) =>
  kept.status === status && kept.feedback === feedback

type Batch = { photoIds: PhotoId[]; decision: Decision }
const takesMore = ({ photoIds, decision }: Batch, status: ProofDecision) =>
  decision.status === status && decision.feedback === undefined && photoIds.length < limits.proofing.decisionsAtOnce

/** In their order, since one may make room for the next: only neighbours with the same wordless decision go together. */
const batchesOf = (kept: readonly UnsentDecision[]): Batch[] => {
  const batches: Batch[] = []
  for (const { photoId, status, feedback } of kept) {
    const last = batches.at(-1)
    if (feedback !== undefined) batches.push({ photoIds: [photoId], decision: { status, feedback } })
    else if (last && takesMore(last, status)) last.photoIds.push(photoId)
    else batches.push({ photoIds: [photoId], decision: { status } })
  }
  return batches
}

/** What a browser calls a review in its storage: a part of the link that does not open the session. */
export const reviewName = (token: string) => token.slice(0, 12)

/**
 * Decisions that were shown as made and are still on their way, oldest first: they survive a reload, a closed tab and a
 * phone without a connection.
 */
export const unsentDecisions = (token: string, nowMs: () => number = Date.now) => {
  const key = `unsent_decisions ${reviewName(token)}`
  let inMemory: readonly UnsentDecision[] | undefined
  const load = (): UnsentDecision[] => {
    if (inMemory) return [...inMemory]
    try {
      const kept = KeptList.parse(JSON.parse(localStorage.getItem(key) ?? '[]'))
      return kept.filter(({ atMs }) => nowMs() - atMs < keptMs)
    } catch {
      return []
    }
  }
  const store = (kept: readonly UnsentDecision[]) => {
    try {
      if (kept.length === 0) localStorage.removeItem(key)
      else localStorage.setItem(key, JSON.stringify(kept))
      inMemory = undefined
    } catch {
      // Storage is full or forbidden: they last as long as the page.
      inMemory = kept
    }
  }
  return {
    all: (): readonly UnsentDecision[] => load(),
    /** What is to be sent, oldest first, each as one request. */
    asked: (): DecisionRequest[] => batchesOf(load()),
    /** The same decision on a photo again changes its text at most, in its place. */
    keep: (photoIds: readonly PhotoId[], decision: Decision) => {
      const kept = load()
      const lastOf = new Map(kept.map(({ photoId }, index) => [photoId, index]))
      for (const photoId of photoIds) {
        const index = lastOf.get(photoId) ?? kept.length
        const last = kept[index]
        if (last?.status === decision.status) kept[index] = { ...last, ...decision }
        else kept.push({ photoId, ...decision, atMs: nowMs() })
      }
      store(kept)
    },
    /** They arrived or were refused; a later word on the same photo stays. */
    drop: (photoIds: readonly PhotoId[], decision: Decision) => {
      const done = new Set(photoIds)
      store(load().filter((each) => !(isSame(each, decision) && done.delete(each.photoId))))
    },
  }
}
export type UnsentDecisions = ReturnType<typeof unsentDecisions>
