import * as z from 'zod'
import { ProofDecision } from '#schema/api/proofing.ts'
import { PhotoId } from '#schema/ids.ts'
import type { Asked, Decision } from './use-review.ts'

/** Older ones were overtaken, most likely: by another device, or by another mind. */
const keptMs = 24 * 60 * 60_000
const Kept = z.object({ photoId: PhotoId, status: ProofDecision, feedback: z.string().optional(), atMs: z.number() })
const KeptList = z.array(Kept).catch([])
type Kept = z.infer<typeof Kept>

const isSame = (kept: Kept, { status, feedback }: Decision) => kept.status === status && kept.feedback === feedback

/**
 * Decisions that were shown as made and are still on their way, the last word on each photo: they survive a reload, a
 * closed tab and a phone without a connection. Kept under a part of the link that does not open the session.
 */
export const unsentDecisions = (token: string, nowMs: () => number = Date.now) => {
  const key = `unsent_decisions ${token.slice(0, 12)}`
  const load = (): Kept[] => {
    try {
      const kept = KeptList.parse(JSON.parse(localStorage.getItem(key) ?? '[]'))
      return kept.filter(({ atMs }) => nowMs() - atMs < keptMs)
    } catch {
      return []
    }
  }
  const store = (kept: readonly Kept[]) => {
    try {
      if (kept.length === 0) localStorage.removeItem(key)
      else localStorage.setItem(key, JSON.stringify(kept))
    } catch {
      // Storage is full or forbidden: they last as long as the page.
    }
  }
  return {
    /** What is to be sent again: the same word on several photos at once, words of their own one by one. */
    asked: (): Asked[] => {
      const kept = load()
      const wordless = (status: ProofDecision) =>
        kept.filter((each) => each.status === status && each.feedback === undefined).map(({ photoId }) => photoId)
      return [
        ...ProofDecision.options.map((status) => ({ photoIds: wordless(status), decision: { status } })),
        ...kept.flatMap(({ photoId, status, feedback }) =>
          feedback === undefined ? [] : [{ photoIds: [photoId], decision: { status, feedback } }],
        ),
      ].filter(({ photoIds }) => photoIds.length > 0)
    },
    keep: (photoIds: readonly PhotoId[], decision: Decision) => {
      const asked = new Set(photoIds)
      const others = load().filter(({ photoId }) => !asked.has(photoId))
      store([...others, ...photoIds.map((photoId) => ({ photoId, ...decision, atMs: nowMs() }))])
    },
    /** They arrived or were refused; a later word on the same photo stays. */
    drop: (photoIds: readonly PhotoId[], decision: Decision) => {
      const done = new Set(photoIds)
      store(load().filter((each) => !done.has(each.photoId) || !isSame(each, decision)))
    },
  }
}
