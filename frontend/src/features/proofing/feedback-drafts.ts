import * as z from 'zod'
import { type ProofPhoto, proofing } from '#schema/api/proofing.ts'
import type { PhotoId } from '#schema/ids.ts'
import { longestTextAgeMs } from './unsent-decisions.ts'

const Draft = z.object({
  text: z.string(),
  /** When it was typed. */
  atMs: z.number(),
  /** Another device decided on its photo later: it waits for whoever typed it, and is not sent by itself. */
  isHeld: z.boolean().optional(),
})
type Draft = z.infer<typeof Draft>

const keyOf = (photoId: PhotoId) => `proof_draft ${photoId}`
/** Where an earlier release keeps the text alone: one of its tabs may still be open, and would send all that it finds. */
const earlierKeyOf = (photoId: PhotoId) => `proof_feedback ${photoId}`
/** Where storage is full or forbidden a draft lasts as long as the page. */
const inMemory = new Map<PhotoId, Draft>()
const watchers = new Set<() => void>()

const keep = (photoId: PhotoId, draft: Draft) => {
  try {
    localStorage.setItem(keyOf(photoId), JSON.stringify(draft))
    inMemory.delete(photoId)
  } catch {
    inMemory.set(photoId, draft)
  }
}

/** A text without a time may be as old as any. */
const adopt = (photoId: PhotoId): Draft | undefined => {
  const text = localStorage.getItem(earlierKeyOf(photoId))
  if (text === null) return undefined
  const draft = { text, atMs: 0 }
  keep(photoId, draft)
  // Where storage is full it stays where it is.
  if (localStorage.getItem(keyOf(photoId)) !== null) localStorage.removeItem(earlierKeyOf(photoId))
  return draft
}
const stored = (photoId: PhotoId): Draft | undefined => {
  try {
    const kept = localStorage.getItem(keyOf(photoId))
    return kept === null ? adopt(photoId) : Draft.parse(JSON.parse(kept))
  } catch {
    return undefined
  }
}

/** Text that was typed and not saved yet survives a reload, and a session without a connection. */
export const keptDraft = (photoId: PhotoId): Draft | undefined => inMemory.get(photoId) ?? stored(photoId)
/** What is held stays so: whoever types on has not seen what stands. */
export const keepDraft = (photoId: PhotoId, text: string) =>
  keep(photoId, { ...keptDraft(photoId), text, atMs: Date.now() })
export const dropDraft = (photoId: PhotoId) => {
  inMemory.delete(photoId)
  try {
    for (const key of [keyOf(photoId), earlierKeyOf(photoId)]) localStorage.removeItem(key)
  } catch {
    // Storage is forbidden: nothing is in it.
  }
  for (const watch of watchers) watch()
}
/** @param isHeld Whether it waits for whoever typed it. */
export const holdDraft = (photoId: PhotoId, isHeld: boolean) => {
  const draft = keptDraft(photoId)
  if (draft) keep(photoId, { ...draft, isHeld })
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
 * Whether a text waits for whoever typed it: another device decided later, or it is so old that nobody can tell whether
 * the other text that stands is younger.
 */
export const waitsForItsWriter = ({ photoId, clientFeedback }: Commented): boolean => {
  const draft = keptDraft(photoId)
  if (draft === undefined) return false
  const isOld = draft.atMs < Date.now() - longestTextAgeMs
  return draft.isHeld === true || (isOld && clientFeedback !== '' && !isSavedAs(draft.text, clientFeedback))
}
/** Feedback on a photo that was typed but is not saved yet, and is to be. */
export const unsavedDraft = ({ photoId, clientFeedback }: Commented): Draft | undefined => {
  const draft = keptDraft(photoId)
  const isDue = !isSavedAs(draft?.text ?? '', clientFeedback) && !waitsForItsWriter({ photoId, clientFeedback })
  return isDue ? draft : undefined
}
