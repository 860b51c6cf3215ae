import * as z from 'zod'
import { ProofDecision, type ProofPhoto } from '#schema/api/proofing.ts'
import { PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'

/** Older ones were overtaken, most likely: by another device, or by another mind. */
export const keptMs = 24 * 60 * 60_000
/** By so much the clocks of a device and of the server may differ. */
const clocksMs = 60 * 60_000
const UnsentDecision = z.object({
  photoId: PhotoId,
  status: ProofDecision,
  feedback: z.string().optional(),
  onlyPending: z.boolean().optional(),
  atMs: z.number(),
})
const KeptList = z.array(UnsentDecision).catch([])
export type UnsentDecision = z.infer<typeof UnsentDecision>

/** `onlyPending`: what was decided meanwhile, perhaps at another device, stays. */
export type Decision = {
  status: ProofDecision
  feedback?: string | undefined
  onlyPending?: boolean | undefined
}
export type DecisionRequest = { photoIds: readonly PhotoId[]; decision: Decision }

const isSame = (kept: Decision, { status, feedback, onlyPending = false }: Decision) =>
  kept.status === status && kept.feedback === feedback && (kept.onlyPending ?? false) === onlyPending

type Batch = { photoIds: PhotoId[]; decision: Decision }
const takesMore = ({ photoIds, decision }: Batch, next: Decision) =>
  decision.feedback === undefined && isSame(decision, next) && photoIds.length < limits.proofing.decisionsAtOnce

/** In their order, since one may make room for the next: only neighbours with the same wordless decision go together. */
const batchesOf = (kept: readonly UnsentDecision[]): Batch[] => {
  const batches: Batch[] = []
  for (const { photoId, atMs: _, ...decision } of kept) {
    const last = batches.at(-1)
    if (last && takesMore(last, decision)) last.photoIds.push(photoId)
    else batches.push({ photoIds: [photoId], decision })
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
    /**
     * The same decision on a photo again changes its text and time at most, in its place. What was let go unless somebody had
     * decided, and is said again, is decided.
     */
    keep: (photoIds: readonly PhotoId[], decision: Decision) => {
      const kept = load()
      const lastOf = new Map(kept.map(({ photoId }, index) => [photoId, index]))
      for (const photoId of photoIds) {
        const index = lastOf.get(photoId) ?? kept.length
        const last = kept[index]
        if (last?.status === decision.status)
          kept[index] = { ...last, ...decision, onlyPending: decision.onlyPending, atMs: nowMs() }
        else kept.push({ photoId, ...decision, atMs: nowMs() })
      }
      store(kept)
    },
    /** Whether all of it is too young to have been overtaken. */
    isRecent: () => load().every(({ atMs }) => nowMs() - atMs < clocksMs),
    /** Forgets what was decided again since at another device. */
    dropOvertaken: (photos: readonly Pick<ProofPhoto, 'photoId' | 'status' | 'updatedAt'>[]) => {
      const byId = new Map(photos.map((photo) => [photo.photoId, photo]))
      const isOvertaken = ({ photoId, atMs }: UnsentDecision) => {
        const photo = byId.get(photoId)
        if (!photo || photo.status === 'pending') return false
        const decidedMs = Date.parse(photo.updatedAt ?? '')
        // What lies in this clock's future says that it is wrong.
        return decidedMs > atMs + clocksMs && decidedMs < nowMs() + clocksMs
      }
      const kept = load()
      const left = kept.filter((each) => !isOvertaken(each))
      if (left.length < kept.length) store(left)
    },
    /** They arrived or were refused; a later word on the same photo stays. */
    drop: (photoIds: readonly PhotoId[], decision: Decision) => {
      const done = new Set(photoIds)
      store(load().filter((each) => !(isSame(each, decision) && done.delete(each.photoId))))
    },
  }
}
export type UnsentDecisions = ReturnType<typeof unsentDecisions>
