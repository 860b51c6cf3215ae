/**
 * Log lines that an operator must hear of the first time they appear. Only these carry `urgentMark`. They count as
 * three errors (`lib/functions/market-function.ts`), because the alarm needs more than two in five minutes.
 */
export const urgent = {
  paymentNeedsReview: 'payment needs review',
  paidTwice: 'an order was paid twice',
  paidWithoutOrder: 'a paid session has no order',
  paidAndNotSettled: 'a paid session was not settled',
  twoTransfers: 'one payout line has two transfers',
  workOverdue: 'work is overdue',
  choresUnknown: 'chores of a kind that this release does not know',
  choreEndless: 'a chore goes on and does not end',
  booksDiffer: 'the books differ',
  transferDiffers: 'a transfer differs from the books',
  comparisonFailed: 'a nightly comparison failed',
  upgradedTwice: 'an upgrade was paid for twice',
  upgradedForNothing: 'an upgrade is paid for whose Web size went back',
  codeOverused: 'a discount code was used too often',
  platformShort: 'the platform cannot pay its photographers',
  refundCameBack: 'a refund came back',
  refundsPending: 'a refund has not left for too long',
  takenBackByHand: 'a transfer was taken back by hand',
  otherMode: 'the key of Stripe is of the other mode',
  noStripeKey: 'the key of Stripe is gone',
  payoutSchedule: 'the payout schedule is not manual',
  platformBelowZero: 'the platform is below zero',
  moneyLies: 'money lies at Stripe for too long',
  wrongPrice: 'the subscription price is not what the site says',
  negativeTooLong: 'a balance is below zero for too long',
  searchRefused: 'the search index refused a gallery',
} as const

/**
 * The field by which the logs know such a line. A pattern of CloudWatch Logs takes 1,024 characters (API reference of
 * PutMetricFilter, `filterPattern`): a list of the sentences would outgrow it.
 */
export const urgentMark = 'isUrgent'

const sentences: ReadonlySet<string> = new Set(Object.values(urgent))
export const isUrgent = (message: string): boolean => sentences.has(message)

/** What the search of the market says when its engine did not answer; an alarm of its own counts it. */
export const searchFellBack = 'market search fell back to the table'
