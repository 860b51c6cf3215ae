import { codeOf } from '#frontend/shared/api/api-error.ts'
import { retryUntilAnswered } from './retry-until-answered.ts'
import type { DecisionRequest, UnsentDecision, UnsentDecisions } from './unsent-decisions.ts'

type Parts<Answer> = {
  unsent: UnsentDecisions
  send: (asked: DecisionRequest) => Promise<Answer>
  onAnswer: (answer: Answer) => Promise<void>
  onRefusal: (thrown: unknown) => void
  /** Called once for each time without a connection. */
  onWaiting: () => void
}
/** `too many`: not all of them fit into the choice, fewer may. `late`: the deadline has passed, and may yet be moved. */
type Outcome = 'taken' | 'refused' | 'too many' | 'late'
type Standing = {
  kept: readonly UnsentDecision[]
  isSending: boolean
  /** Nothing answers: it goes on when the connection is back. */
  isWaiting: boolean
}

/**
 * Sends kept decisions one after the other, so that the last word is the last one said. Each leaves the store when the
 * server has answered it, and not before: whatever breaks off goes on from there, now or when the review is opened
 * again. Those that are late stay too, for a photographer who reopens the review.
 */
export const decisionOutbox = <Answer>({ unsent, send, onAnswer, onRefusal, onWaiting }: Parts<Answer>) => {
  let standing: Standing = { kept: unsent.all(), isSending: false, isWaiting: false }
  const listeners = new Set<() => void>()
  const tell = (change: Partial<Standing> = {}) => {
    standing = { ...standing, ...change, kept: unsent.all() }
    for (const listener of listeners) listener()
  }

  const wait = (thrown: unknown) => {
    // A 429 is not a lost connection, and ends soon.
    if (standing.isWaiting || codeOf(thrown) === 'too_many_requests') return
    tell({ isWaiting: true })
    onWaiting()
  }
  const ask = async (asked: DecisionRequest): Promise<Outcome> => {
    try {
      await onAnswer(await retryUntilAnswered(() => send(asked), wait))
      return 'taken'
    } catch (thrown) {
      if (codeOf(thrown) === 'selection_full' && asked.photoIds.length > 1) return 'too many'
      onRefusal(thrown)
      return codeOf(thrown) === 'proof_session_closed' ? 'late' : 'refused'
    }
  }
  const deliver = async (asked: DecisionRequest): Promise<Outcome> => {
    const outcome = await ask(asked)
    if (outcome === 'taken' || outcome === 'refused') unsent.drop(asked.photoIds, asked.decision)
    tell({ isWaiting: false })
    return outcome
  }

  const drain = async (): Promise<boolean> => {
    let isWhole = true
    let isAlone = false
    for (let [next] = unsent.asked(); next; [next] = unsent.asked()) {
      // Another device may have chosen meanwhile: of several that went together the first may still fit.
      const asked = isAlone ? { ...next, photoIds: next.photoIds.slice(0, 1) } : next
      const outcome = await deliver(asked)
      if (outcome === 'late') return false
      isAlone = outcome === 'too many'
      isWhole &&= outcome !== 'refused'
    }
    return isWhole
  }
  let isCompared = false
  let draining: Promise<boolean> | undefined
  /** Sends what is kept. @returns whether nothing of it was refused, once nothing is left. */
  const flush = (): Promise<boolean> => {
    if (draining) return draining
    tell()
    if (standing.kept.length === 0) return Promise.resolve(true)
    tell({ isSending: true })
    draining = drain().finally(() => {
      draining = undefined
      tell({ isSending: false })
    })
    return draining
  }

  return {
    /** What another device may have overtaken waits for the server's photos, and all that was said since waits behind it. */
    add: ({ photoIds, decision }: DecisionRequest) => {
      unsent.keep(photoIds, decision)
      tell()
      if (isCompared || unsent.isRecent()) void flush()
    },
    /** @param photos All of them, as the server has them. */
    dropOvertaken: (photos: Parameters<UnsentDecisions['dropOvertaken']>[0]) => {
      isCompared = true
      unsent.dropOvertaken(photos)
      tell()
    },
    flush,
    standing: () => standing,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
export type DecisionOutbox = Pick<
  ReturnType<typeof decisionOutbox>,
  'add' | 'dropOvertaken' | 'flush' | 'standing' | 'subscribe'
>
