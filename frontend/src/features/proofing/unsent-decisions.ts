import * as z from 'zod'
import { ProofDecision } from '#schema/api/proofing.ts'
import { PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'

const { decisionKeptMs, decisionsAtOnce, overlapMs } = limits.proofing
/** So long a text has to be sent in, however long ago it was typed. */
const textKeptMs = 4 * 60 * 60_000
/** A text says no greater age than this; what stood before it may be younger all the same. */
export const longestTextAgeMs = decisionKeptMs - textKeptMs
/** A request that takes longer was asleep with its device for a part of it. */
const longestFlightMs = 5 * 60_000
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
export type DecisionRequest = {
  photoIds: readonly PhotoId[]
  decision: Decision
  /** When it was made, by this device's clock, where that was not just now. */
  madeMs?: number | undefined
}
/** With the time at which each of its photos was decided, by this device's clock. */
export type KeptRequest = Omit<DecisionRequest, 'madeMs'> & { atMs: readonly number[] }

/**
 * How old decisions are, as the server is told. Younger ones than half the overlap say nothing and count from their arrival:
 * half, so that none of them overtakes the next one of this device, which may say its age.
 */
export const agesMsOf = ({ atMs }: KeptRequest, nowMs: number): number[] | undefined => {
  const ages = atMs.map((at) => Math.min(Math.max(0, nowMs - at), decisionKeptMs))
  return ages.some((age) => age >= overlapMs / 2) ? ages : undefined
}

const isSame = (kept: Decision, { status, feedback, onlyPending = false }: Decision) =>
  kept.status === status && kept.feedback === feedback && (kept.onlyPending ?? false) === onlyPending

type Batch = { photoIds: PhotoId[]; decision: Decision; atMs: number[] }
const takesMore = ({ photoIds, decision }: Batch, next: Decision) =>
  decision.feedback === undefined && isSame(decision, next) && photoIds.length < decisionsAtOnce

/** In their order, since one may make room for the next: only neighbours with the same wordless decision go together. */
const batchesOf = (kept: readonly UnsentDecision[]): Batch[] => {
  const batches: Batch[] = []
  for (const { photoId, atMs, ...decision } of kept) {
    const last = batches.at(-1)
    if (last && takesMore(last, decision)) {
      last.photoIds.push(photoId)
      last.atMs.push(atMs)
    } else batches.push({ photoIds: [photoId], decision, atMs: [atMs] })
  }
  return batches
}

type Flight = { flightMs: number; overtaken: ReadonlySet<PhotoId> }

/** What a browser calls a review in its storage: a part of the link that does not open the session. */
export const reviewName = (token: string) => token.slice(0, 12)

/**
 * Decisions that were shown as made and are still on their way, oldest first: they survive a reload, a closed tab and a
 * phone without a connection.
 */
export const unsentDecisions = (token: string, nowMs: () => number = Date.now) => {
  const key = `unsent_decisions ${reviewName(token)}`
  let inMemory: readonly UnsentDecision[] | undefined
  /** Sent, and no answer has come: it may have arrived. */
  let sent: KeptRequest | undefined
  const isSent = (each: UnsentDecision) => sent?.photoIds.includes(each.photoId) === true && isSame(each, sent.decision)
  const stored = (): readonly UnsentDecision[] => {
    try {
      return KeptList.parse(JSON.parse(localStorage.getItem(key) ?? '[]'))
    } catch {
      return []
    }
  }
  const load = () => (inMemory ?? stored()).filter(({ atMs }) => nowMs() - atMs < decisionKeptMs)
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
    /** One of these is on its way, until it is dropped or another one is. */
    sending: (asked: KeptRequest) => {
      sent = asked
    },
    /** What is to be sent, oldest first, each as one request. */
    asked: (): KeptRequest[] => batchesOf(load()),
    /**
     * The same decision on a photo again changes its text and time at most, in its place. What was let go unless somebody had
     * decided, and is said again, is decided. While anything is let go, what is said again comes after it: said before, it
     * would be a later decision that keeps the server from letting go. What was said before stays there as well: it may
     * have made room.
     */
    keep: ({ photoIds, decision, madeMs = nowMs() }: DecisionRequest) => {
      const kept = load()
      const atMs = Math.max(madeMs, nowMs() - longestTextAgeMs)
      const lastOf = new Map(kept.map(({ photoId }, index) => [photoId, index]))
      const letGo = kept.findLastIndex(({ onlyPending }) => onlyPending)
      const again = new Set<UnsentDecision>()
      for (const photoId of photoIds) {
        const index = lastOf.get(photoId) ?? kept.length
        const last = kept[index]
        if (last?.status === decision.status && index <= letGo) {
          if (last.onlyPending) again.add(last)
          kept.push({ ...last, ...decision, onlyPending: decision.onlyPending, atMs: Math.max(last.atMs, atMs) })
        } else if (last?.status === decision.status && isSent(last) && !isSame(last, decision)) {
          // What is sent is sent again as it was: its answer says what became of it.
          kept.push({ ...last, ...decision, onlyPending: decision.onlyPending, atMs })
        } else if (last?.status === decision.status) {
          // What is kept already says its age in full.
          const saidMs = isSame(last, decision) ? madeMs : atMs
          kept[index] = { ...last, ...decision, onlyPending: decision.onlyPending, atMs: Math.max(last.atMs, saidMs) }
        } else kept.push({ photoId, ...decision, atMs })
      }
      store(kept.filter((each) => !again.has(each)))
    },
    /**
     * They arrived and stand, but for those that others had overtaken, after a request that took so long. A decision counts
     * from its arrival less its age, so a slow line makes it younger: what was said after it on this device becomes as young.
     */
    stand: ({ photoIds, decision, atMs }: KeptRequest, { flightMs, overtaken }: Flight) => {
      // Less than this the overlap makes good.
      if (decision.onlyPending || flightMs < overlapMs / 2) return
      const countsMs = new Map(
        photoIds.map((id, index) => [id, Math.min((atMs[index] ?? 0) + Math.min(flightMs, longestFlightMs), nowMs())]),
      )
      // Where others went on, what is let go is as old as it is.
      const areAll = !photoIds.some((id) => overtaken.has(id))
      const latestMs = areAll ? Math.max(...countsMs.values()) : 0
      const sinceMs = ({ photoId, onlyPending }: UnsentDecision) =>
        (onlyPending ? latestMs : overtaken.has(photoId) ? undefined : countsMs.get(photoId)) ?? 0
      store(load().map((each) => ({ ...each, atMs: Math.max(each.atMs, sinceMs(each)) })))
    },
    /**
     * They arrived or were refused. A later word on the same photo stays, and the same word where it was said so much later
     * that another device may have decided in between.
     */
    drop: ({ photoIds, decision, atMs }: KeptRequest) => {
      sent = undefined
      const sentMs = new Map(photoIds.map((photoId, index) => [photoId, atMs[index] ?? 0]))
      const isDone = (each: UnsentDecision) =>
        isSame(each, decision) &&
        each.atMs < (sentMs.get(each.photoId) ?? -overlapMs) + overlapMs &&
        sentMs.delete(each.photoId)
      store(load().filter((each) => !isDone(each)))
    },
  }
}
export type UnsentDecisions = ReturnType<typeof unsentDecisions>
