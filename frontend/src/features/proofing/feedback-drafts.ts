import { type ProofPhoto, proofing } from '#schema/api/proofing.ts'
import type { PhotoId } from '#schema/ids.ts'

const keyOf = (photoId: PhotoId) => `proof_feedback ${photoId}`
/** Where storage is full or forbidden a draft lasts as long as the page. */
const inMemory = new Map<PhotoId, string>()

/** Text that was typed and not saved yet survives a reload, and a session without a connection. */
export const keptDraft = (photoId: PhotoId): string | null => {
  try {
    return inMemory.get(photoId) ?? localStorage.getItem(keyOf(photoId))
  } catch {
    return null
  }
}
export const keepDraft = (photoId: PhotoId, text: string) => {
  try {
    localStorage.setItem(keyOf(photoId), text)
    inMemory.delete(photoId)
  } catch {
    inMemory.set(photoId, text)
  }
}
export const dropDraft = (photoId: PhotoId) => {
  inMemory.delete(photoId)
  try {
    localStorage.removeItem(keyOf(photoId))
  } catch {
    // Storage is forbidden: nothing is in it.
  }
}

const { feedback } = proofing.endpoints.decide.body.shape
/** A text as the server keeps it: trimmed, and without what cannot be seen. */
const asSaved = (text: string) => feedback.safeParse(text).data ?? text
/** Whether the server has this text, whatever is typed around it. */
export const isSavedAs = (text: string, saved: ProofPhoto['clientFeedback']) => asSaved(text) === saved

type Commented = Pick<ProofPhoto, 'photoId' | 'clientFeedback'>
/** Feedback on photos that was typed but is not saved yet. */
export const unsavedText = ({ photoId, clientFeedback }: Commented): string | undefined => {
  const draft = keptDraft(photoId)
  return draft === null || isSavedAs(draft, clientFeedback) ? undefined : draft
}
