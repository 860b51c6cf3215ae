import { errors } from '#schema/errors.ts'

/** Why what is gated is locked, and what opens it: who subscribes already needs another card, not another subscription. */
export const lockedSentence = ({ isPastDue }: { isPastDue: boolean }): string =>
  isPastDue
    ? 'The last payment failed, so that everything is locked. Please update your card.'
    : errors.trial_expired[1]
