import { codeOf } from '#frontend/shared/api/api-error.ts'
import type { PhotoId } from '#schema/ids.ts'
import { isNoAnswer, retryUntilAnswered } from './retry-until-answered.ts'
import type { DecisionRequest, KeptRequest, UnsentDecision, UnsentDecisions } from './unsent-decisions.ts'

type Parts<Answer> = {
  unsent: UnsentDecisions
  send: (asked: KeptRequest) => Promise<Answer>
  /** @returns the photos of which something else stands, since it was decided later. */
  onAnswer: (answer: Answer, asked: KeptRequest) => Promise<readonly PhotoId[]>
  onRefusal: (thrown: unknown, asked: KeptRequest) => void
  /** Called once for each time without a connection. */
  onWaiting: () => void
  /** Called when nothing more is sent, with those of which something else stands than what was said here last. */
  onRest: (overtaken: ReadonlySet<PhotoId>) => void
}
/** `too many`: not all of them fit into the choice, fewer may. `late`: the deadline has passed, and may yet be moved. */
type Outcome = 'answered' | 'refused' | 'too many' | 'late'
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
export const decisionOutbox = <Answer>({ unsent, send, onAnswer, onRefusal, onWaiting, onRest }: Parts<Answer>) => {
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
  /** Of these something else stands than what was said here last. */
  const overtaken = new Set<PhotoId>()
  const outcomeOf = async (asked: KeptRequest): Promise<Outcome> => {
    try {
      const others = new Set(await onAnswer(await send(asked), asked))
      for (const photoId of asked.photoIds) {
        if (others.has(photoId)) overtaken.add(photoId)
        else overtaken.delete(photoId)
      }
      return 'answered'
    } catch (thrown) {
      if (isNoAnswer(thrown)) throw thrown
      if (codeOf(thrown) === 'selection_full' && asked.photoIds.length > 1) return 'too many'
      onRefusal(thrown, asked)
      return codeOf(thrown) === 'proof_session_closed' ? 'late' : 'refused'
    }
  }
  /** The longest try of what is first that had no answer: so late it may have arrived. */
  let lostMs = 0
  /** Each try takes what is kept by then, and how old it is by then: the device may have slept for hours since the last. */
  const sendNext = async (isAlone: boolean): Promise<Outcome | 'nothing left'> => {
    const [next] = unsent.asked()
    if (!next) return 'nothing left'
    // Another device may have chosen meanwhile: of several that went together the first may still fit.
    const asked = isAlone ? { ...next, photoIds: next.photoIds.slice(0, 1), atMs: next.atMs.slice(0, 1) } : next
    const sentMs = Date.now()
    unsent.sending(asked)
    const outcome = await outcomeOf(asked).catch((thrown) => {
      lostMs = Math.max(lostMs, Date.now() - sentMs)
      throw thrown
    })
    if (outcome === 'answered' || outcome === 'refused') unsent.drop(asked)
    if (outcome === 'answered') unsent.stand(asked, { flightMs: Math.max(lostMs, Date.now() - sentMs), overtaken })
    lostMs = 0
    return outcome
  }

  const drain = async (): Promise<boolean> => {
    let isWhole = true
    let outcome: Awaited<ReturnType<typeof sendNext>> | undefined
    while (outcome !== 'nothing left' && outcome !== 'late') {
      const isAlone = outcome === 'too many'
      outcome = await retryUntilAnswered(() => sendNext(isAlone), wait)
      tell({ isWaiting: false })
      isWhole &&= outcome !== 'refused' && outcome !== 'late'
    }
    return isWhole && overtaken.size === 0
  }
  let draining: Promise<boolean> | undefined
  /** Sends what is kept. @returns whether all of it stands now, once nothing is left. */
  const flush = (): Promise<boolean> => {
    if (draining) return draining
    tell()
    if (standing.kept.length === 0) return Promise.resolve(true)
    tell({ isSending: true })
    overtaken.clear()
    draining = drain().finally(() => {
      draining = undefined
      tell({ isSending: false })
      onRest(overtaken)
    })
    return draining
  }

  return {
    add: (made: DecisionRequest) => {
      unsent.keep(made)
      tell()
      void flush()
    },
    flush,
    standing: () => standing,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
export type DecisionOutbox = Pick<ReturnType<typeof decisionOutbox>, 'add' | 'flush' | 'standing' | 'subscribe'>
