import { countOf } from '#frontend/shared/format/counts.ts'
import { Confirm } from '#frontend/ui/confirm.tsx'

type Props = { photoCount: number; isAsked: boolean; onAnswer: (isAgreed: boolean) => void }

/** Asks before settings are saved that switch a gallery's numbers off: reading them again is paid for again. */
export const ForgetNumbers = ({ photoCount, isAsked, onAnswer }: Props) => (
  <Confirm
    open={isAsked}
    title="Forget the numbers that were read?"
    action="Save and forget"
    cancel="Back to the settings"
    onConfirm={() => onAnswer(true)}
    onClose={() => onAnswer(false)}
  >
    {`What was read in this gallery’s photos is forgotten, and nobody finds them by number any more. To read them again counts against the photos of your month once more: up to ${countOf(photoCount, 'photo')}.`}
  </Confirm>
)
