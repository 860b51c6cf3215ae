import type { PayoutTask } from '#schema/events/payout.ts'

/**
 * Who asked for a payout does not stand behind the Monday of everybody else. What goes on with a payout goes where it came from.
 */
export const payoutQueueOf = (task: PayoutTask) =>
  task.kind === 'weekly' || (task.kind === 'resume' && task.isWeekly === true)
    ? ('PAYOUTS_QUEUE_URL' as const)
    : ('PAYOUT_REQUESTS_QUEUE_URL' as const)
