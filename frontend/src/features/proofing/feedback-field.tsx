import { useEffect, useRef, useState } from 'react'
import { Field, TextArea } from '#frontend/ui/field.tsx'
import { Hidden } from '#frontend/ui/layout.tsx'
import { limits } from '#schema/limits.ts'

const pauseMs = 1_200
const keyOf = (photoId: string) => `proof_feedback ${photoId}`

const keptDraft = (photoId: string) => localStorage.getItem(keyOf(photoId))
const keepDraft = (photoId: string, text: string, saved: string) => {
  try {
    if (text === saved) localStorage.removeItem(keyOf(photoId))
    else localStorage.setItem(keyOf(photoId), text)
  } catch {
    // Storage is full or forbidden: the draft lasts as long as the page.
  }
}

/**
 * Text that is typed and not saved yet survives a reload, and a session without a connection. A field that nobody typed
 * into shows what is saved, whenever that comes: an empty one must not be saved over it.
 */
export const useFeedback = (photoId: string, saved: string) => {
  const [typed, setTyped] = useState(() => keptDraft(photoId))
  const text = typed ?? saved
  useEffect(() => keepDraft(photoId, text, saved), [photoId, text, saved])
  return [text, setTyped] as const
}

type FeedbackFieldProps = {
  title: string
  text: string
  saved: string
  /** A decision is there that the text can be sent with. */
  isDecided: boolean
  onType: (text: string) => void
  onSave: (text: string) => void
}

/** Feedback on one photo: sent with the decision, later changes when typing pauses. */
export const FeedbackField = ({ title, text, saved, isDecided, onType, onSave }: FeedbackFieldProps) => {
  const save = useRef(onSave)
  useEffect(() => {
    save.current = onSave
  })
  useEffect(() => {
    if (!isDecided || text === saved) return
    const timer = setTimeout(() => save.current(text), pauseMs)
    return () => clearTimeout(timer)
  }, [isDecided, text, saved])
  const hint = text === saved ? undefined : isDecided ? 'Saving...' : 'Saved with your decision'
  return (
    <Field
      label={
        <>
          Feedback<Hidden> on {title}</Hidden>
        </>
      }
      hint={hint}
    >
      <TextArea
        rows={2}
        minHeight="12"
        value={text}
        maxLength={limits.proofing.feedbackLength}
        placeholder="Optional"
        onChange={(event) => onType(event.currentTarget.value)}
      />
    </Field>
  )
}
