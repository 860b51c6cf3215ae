import { Button } from '#frontend/ui/button.tsx'
import { Hidden } from '#frontend/ui/layout.tsx'
import type { ClientProofSession } from '#schema/api/proofing.ts'
import { formatCount } from '#schema/counts.ts'

/** How a review can be ended as it stands. */
export type ReviewEnd = {
  /** Finishes with what is chosen, letting the others go; absent while nothing is decided. */
  letGo: (() => void) | undefined
  /** Finishes again a review that was reopened; absent otherwise. */
  finish: (() => void) | undefined
  isFinishing: boolean
}

type FinishButtonProps = {
  session: ClientProofSession
  end: ReviewEnd
  /** How it looks while something is left to be chosen. */
  variant?: 'outline' | 'stage'
}

/** Ends a review, wherever it is looked at; nothing as long as it cannot be ended. The main action once nothing is left to be asked. */
export const FinishButton = ({
  session,
  end: { letGo, finish, isFinishing },
  variant = 'outline',
}: FinishButtonProps) => {
  const { selectionTarget, counts } = session
  const end = finish ?? letGo
  if (!end) return null
  const isWhole = counts.approved === selectionTarget
  return (
    <Button variant={isWhole || counts.pending === 0 ? 'accent' : variant} size="sm" busy={isFinishing} onClick={end}>
      {finish ? (
        'Finish review'
      ) : isWhole ? (
        `Finish with ${counts.approved === 1 ? 'this one' : `these ${formatCount(counts.approved)}`}`
      ) : (
        <span>
          Finish<Hidden> review</Hidden>
        </span>
      )}
    </Button>
  )
}
