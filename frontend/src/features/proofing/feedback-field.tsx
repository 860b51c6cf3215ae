import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '#frontend/ui/button.tsx'
import { Field, TextArea } from '#frontend/ui/field.tsx'
import { Hidden, Row } from '#frontend/ui/layout.tsx'
import type { PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { dropDraft, isSavedAs, keepDraft, keptDraft, markDraft, watchDrafts, whyHeld } from './feedback-drafts.ts'

const pauseMs = 1_200

/**
 * The feedback on one photo. While typed text is unsaved, the field shows it, whatever the server sends. After that it
 * shows the saved text, so that an old text never overwrites a newer one from another device.
 */
export const useFeedback = (review: string, photoId: PhotoId, saved: string) => {
  const place = { review, photoId }
  const [typed, setTyped] = useState(() => keptDraft(place)?.text ?? null)
  const held = useSyncExternalStore(watchDrafts, () => whyHeld(review, { photoId, clientFeedback: saved }))
  const isSaved = typed === null || isSavedAs(typed, saved)
  useEffect(() => {
    if (typed === null || !isSaved) return
    dropDraft({ review, photoId })
    if (typed === saved) setTyped(null)
    // A space at its end stays under the cursor for the next word, until another text is saved.
    return () => setTyped((now) => (now === typed ? null : now))
  }, [review, photoId, typed, saved, isSaved])
  const type = (text: string) => {
    keepDraft(place, text)
    // Typed on, it is younger than what stands, which nobody has decided to replace yet.
    if (held === 'old') markDraft(place, { isOld: true })
    setTyped(text)
  }
  /** It is said now, after all. */
  const release = () => {
    if (typed !== null) keepDraft(place, typed)
    markDraft(place, { isHeld: undefined, isOld: undefined })
  }
  const giveUp = () => {
    dropDraft(place)
    setTyped(null)
  }
  return { text: typed ?? saved, saved, isSaved, held: isSaved ? undefined : held, type, release, giveUp }
}

type Feedback = ReturnType<typeof useFeedback>

/** Of what was left for long nobody knows which of two texts is the younger one. */
const standing = ({ saved, held }: Feedback): string => {
  if (held === 'old') return `Not sent yet: “${saved}” stands.`
  return `Not sent: on another device ${saved === '' ? 'this photo was decided' : `you wrote “${saved}”`} since.`
}

/** A text that waits is sent by its client alone, who sees here what stands. */
const HeldText = ({ feedback, onSend }: { feedback: Feedback; onSend: () => void }) => (
  <>
    {standing(feedback)}
    <Row gap="2" paddingTop="2">
      <Button
        size="sm"
        onClick={() => {
          feedback.release()
          onSend()
        }}
      >
        Send mine
      </Button>
      <Button size="sm" variant="quiet" onClick={feedback.giveUp}>
        Remove mine
      </Button>
    </Row>
  </>
)

type FeedbackFieldProps = {
  title: string
  feedback: Feedback
  /** A decision is there that the text can be sent with. */
  isDecided: boolean
  /** @returns Whether the text was taken: not while a question waits for its answer. */
  onSave: () => boolean
}

/** Feedback on one photo: sent with the decision, later changes when typing pauses, and again until they are taken. */
export const FeedbackField = ({ title, feedback, isDecided, onSave }: FeedbackFieldProps) => {
  const { text, isSaved, held, type } = feedback
  const isHeld = held !== undefined
  const save = useRef(onSave)
  useEffect(() => {
    save.current = onSave
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter begins the pause anew.
  useEffect(() => {
    if (!isDecided || isSaved || isHeld) return
    const timer = setInterval(() => save.current() && clearInterval(timer), pauseMs)
    return () => clearInterval(timer)
  }, [isDecided, text, isSaved, isHeld])
  const hint = isHeld ? (
    <HeldText feedback={feedback} onSend={onSave} />
  ) : isSaved ? undefined : isDecided ? (
    'Saving...'
  ) : (
    'Saved with your decision'
  )
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
        onChange={(event) => type(event.currentTarget.value)}
      />
    </Field>
  )
}
