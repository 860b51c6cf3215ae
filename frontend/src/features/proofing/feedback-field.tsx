import { useEffect, useRef, useState } from 'react'
import { Field, TextArea } from '#frontend/ui/field.tsx'
import { Hidden } from '#frontend/ui/layout.tsx'
import type { PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { dropDraft, isSavedAs, keepDraft, keptDraft } from './feedback-drafts.ts'

const pauseMs = 1_200

/**
 * The feedback on one photo. While typed text is unsaved, the field shows it, whatever the server sends. After that it
 * shows the saved text, so that an old text never overwrites a newer one from another device.
 */
export const useFeedback = (photoId: PhotoId, saved: string) => {
  const [typed, setTyped] = useState(() => keptDraft(photoId))
  const isSaved = typed === null || isSavedAs(typed, saved)
  useEffect(() => {
    if (typed === null || !isSaved) return
    dropDraft(photoId)
    if (typed === saved) setTyped(null)
    // A space at its end stays under the cursor for the next word, until another text is saved.
    return () => setTyped((now) => (now === typed ? null : now))
  }, [photoId, typed, saved, isSaved])
  const type = (text: string) => {
    keepDraft(photoId, text)
    setTyped(text)
  }
  return { text: typed ?? saved, isSaved, type }
}

type FeedbackFieldProps = {
  title: string
  text: string
  isSaved: boolean
  /** A decision is there that the text can be sent with. */
  isDecided: boolean
  onType: (text: string) => void
  onSave: () => void
}

/** Feedback on one photo: sent with the decision, later changes when typing pauses. */
export const FeedbackField = ({ title, text, isSaved, isDecided, onType, onSave }: FeedbackFieldProps) => {
  const save = useRef(onSave)
  useEffect(() => {
    save.current = onSave
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter begins the pause anew.
  useEffect(() => {
    if (!isDecided || isSaved) return
    const timer = setTimeout(() => save.current(), pauseMs)
    return () => clearTimeout(timer)
  }, [isDecided, text, isSaved])
  const hint = isSaved ? undefined : isDecided ? 'Saving...' : 'Saved with your decision'
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
