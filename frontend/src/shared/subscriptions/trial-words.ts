import { errors } from '#schema/errors.ts'

type Standing = { isPastDue: boolean }

export const lockedTitle = ({ isPastDue }: Standing): string => (isPastDue ? 'Payment Failed' : 'Trial Expired')

/** Why what is gated is locked, and what opens it: who subscribes already needs another card, not another subscription. */
export const lockedSentence = ({ isPastDue }: Standing): string =>
  isPastDue
    ? 'The last payment failed, so that everything is locked. Please update your card.'
    : errors.trial_expired[1]

/** Why no gallery can be made, for a toast. */
export const noNewGallery = (trial: Standing) => ({
  title: lockedTitle(trial),
  description: trial.isPastDue ? lockedSentence(trial) : 'Please subscribe to create new galleries.',
})
