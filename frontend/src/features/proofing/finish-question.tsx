import type { ReactNode } from 'react'
import { Confirm } from '#frontend/ui/confirm.tsx'

type FinishQuestionProps = {
  /** What becomes of photos by it. */
  fate: ReactNode
  onConfirm: () => void
  onClose: () => void
}

/** Asked before the decision that ends a review. */
export const FinishQuestion = ({ fate, onConfirm, onClose }: FinishQuestionProps) => (
  <Confirm
    open
    title="Finish your review?"
    action="Finish"
    tone="accent"
    cancel="Not yet"
    onClose={onClose}
    onConfirm={onConfirm}
  >
    {fate}
    Nothing is left to look at after this, and your photographer is told. You can still change a decision afterwards.
  </Confirm>
)
