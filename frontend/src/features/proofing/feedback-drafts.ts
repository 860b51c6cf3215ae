import * as z from 'zod'
import { type ProofPhoto, proofing } from '#schema/api/proofing.ts'
import type { PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { longestTextAgeMs } from './unsent-decisions.ts'

const Draft = z.object({
  text: z.string(),
  /** When it was typed; 0 where an earlier release did not keep that. */
  atMs: z.number(),
  /** Another device decided on its photo later: it waits for whoever typed it, and is not sent by itself. */
  isHeld: z.boolean().optional(),
  /** It was left for so long that it waits as well, and was typed on since. */
  isOld: z.boolean().optional(),
  /** It went into the outbox, which sends it for as long as it keeps decisions. */
  isOnItsWay: z.boolean().optional(),
})
export type Draft = z.infer<typeof Draft>

/** A photo in a review (`reviewName`): another one of the same photos asks for other words. */
type Place = { review: string; photoId: PhotoId }

const keyOf = ({ review, photoId }: Place) => `proof_draft ${review} ${photoId}`
/**
 * Where an earlier release keeps the text alone, of whichever review: one of its tabs may still be open, and would send all
 * that it finds.
 */
const earlierKeyOf = ({ photoId }: Place) => `proof_feedback ${photoId}`
/** Where storage is full or forbidden a draft lasts as long as the page. */
const inMemory = new Map<string, Draft>()
const watchers = new Set<() => void>()

const keep = (place: Place, draft: Draft) => {
  const key = keyOf(place)
  try {
    localStorage.setItem(key, JSON.stringify(draft))
    inMemory.delete(key)
  } catch {
    inMemory.set(key, draft)
  }
}

/** A text without a time may be as old as any. */
const adopt = (place: Place): Draft | undefined => {
  const text = localStorage.getItem(earlierKeyOf(place))
  if (text === null) return undefined
  const draft = { text, atMs: 0 }
  keep(place, draft)
  // Where storage is full it stays where it is.
  if (localStorage.getItem(keyOf(place)) !== null) localStorage.removeItem(earlierKeyOf(place))
  return draft
}
const stored = (place: Place): Draft | undefined => {
  try {
    const kept = localStorage.getItem(keyOf(place))
    return kept === null ? adopt(place) : Draft.parse(JSON.parse(kept))
  } catch {
    return undefined
  }
}

/** Text that was typed and not saved yet survives a reload, and a session without a connection. */
export const keptDraft = (place: Place): Draft | undefined => inMemory.get(keyOf(place)) ?? stored(place)
/** What is held stays so: whoever types on has not seen what stands. */
export const keepDraft = (place: Place, text: string) =>
  keep(place, { ...keptDraft(place), text, atMs: Date.now(), isOnItsWay: undefined })
export const dropDraft = (place: Place) => {
  inMemory.delete(keyOf(place))
  try {
    for (const key of [keyOf(place), earlierKeyOf(place)]) localStorage.removeItem(key)
  } catch {
    // Storage is forbidden: nothing is in it.
  }
  for (const watch of watchers) watch()
}
/** What a draft waits for, or no longer does. */
export const markDraft = (place: Place, marks: Pick<Draft, 'isHeld' | 'isOld' | 'isOnItsWay'>) => {
  const draft = keptDraft(place)
  if (draft) keep(place, { ...draft, ...marks })
  for (const watch of watchers) watch()
}
export const watchDrafts = (watch: () => void) => {
  watchers.add(watch)
  return () => void watchers.delete(watch)
}

const { feedback } = proofing.endpoints.decide.body.shape
/** A text as the server keeps it: trimmed, and without what cannot be seen. */
const asSaved = (text: string) => feedback.safeParse(text).data ?? text
/** Whether the server has this text, whatever is typed around it. */
export const isSavedAs = (text: string, saved: ProofPhoto['clientFeedback']) => asSaved(text) === saved

type Commented = Pick<ProofPhoto, 'photoId' | 'clientFeedback'>
/**
 * Why a text waits for whoever typed it: another device decided later (`overtaken`), or it is so old that nobody can tell
 * whether the other text that stands is younger. What is on its way says its age in full, as long as it is kept.
 */
export const whyHeld = (review: string, { photoId, clientFeedback }: Commented): 'overtaken' | 'old' | undefined => {
  const draft = keptDraft({ review, photoId })
  if (draft === undefined) return undefined
  if (draft.isHeld) return 'overtaken'
  const longestMs = draft.isOnItsWay ? limits.proofing.decisionKeptMs : longestTextAgeMs
  const isOld = draft.isOld || draft.atMs < Date.now() - longestMs
  return isOld && clientFeedback !== '' && !isSavedAs(draft.text, clientFeedback) ? 'old' : undefined
}
/** Feedback on a photo that was typed but is not saved yet, and is to be. */
export const unsavedDraft = (review: string, photo: Commented): Draft | undefined => {
  const draft = keptDraft({ review, photoId: photo.photoId })
  const isDue = !isSavedAs(draft?.text ?? '', photo.clientFeedback) && whyHeld(review, photo) === undefined
  return isDue ? draft : undefined
}
