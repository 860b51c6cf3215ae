import type { Mutant } from './mutant.ts'

const unit = (file: string, test: string) =>
  ({ project: 'unit', file: `test/functions/${file}.test.ts`, test }) as const
const settleLine = 'functions/payouts/settle-line.ts'

/** What photographers get and pay, by the hand of `stranger-sales.ts`. Above each stands whom it would cost what. */
export const strangersPayoutMutants: readonly Mutant[] = [
  // The platform pays a photographer twice: Stripe has forgotten the key, and nobody looks whether the money went.
  {
    name: 'each try of a payout counts as its first',
    file: 'functions/payouts/payout-store.ts',
    find: "when: { state: is.equal('reserved') }",
    replace: 'when: { state: is.oneOf(openStates) }',
    killedBy: unit('payouts/payouts', 'is looked up, never sent blindly'),
  },
  // The photographer is told of money as sent that was an earlier transfer, since taken back.
  {
    name: 'a lost transfer is any of that sale and amount',
    file: settleLine,
    find: 'transfer.payoutId === payout.id && transfer.amountPence === line.amountPence',
    replace: 'transfer.amountPence === line.amountPence',
    killedBy: unit('payouts/payouts', 'not taken for an earlier one'),
  },
  // The platform waits for later sales to repay a refund whose money still lies in the photographer's account.
  {
    name: 'a refund while a transfer is on its way is not asked back',
    file: settleLine,
    find: '(availablePence < 0 || lines.some(({ reversal }) => reversal !== null))',
    replace: 'lines.some(({ reversal }) => reversal !== null)',
    killedBy: unit('payments/refunds-and-disputes', 'leaves that alone, then takes the money back'),
  },
  // The platform pays whom it has just put on hold for fraud.
  {
    name: 'a hold that comes in the last moment is not seen',
    file: 'functions/payouts/reserve-payout.ts',
    find: '        version: is.equal(balance.version),\n',
    replace: '',
    killedBy: unit('payouts/payout-holds', 'the hold and the payout never both succeed'),
  },
  // The photographer's money stays set aside for ever, in a payout that is closed.
  {
    name: 'a payout that the platform could not cover is closed',
    file: 'functions/payouts/pay-photographer.ts',
    find: "return isShort ? 'waiting' : 'all'",
    replace: "return 'all'",
    killedBy: unit('payouts/platform-short', 'what the platform cannot cover stays set aside'),
  },
  // The platform sends a photographer what the buyer has back, and may never see it again.
  {
    name: 'what waits for the platform is sent whatever became of its sale',
    file: settleLine,
    find: 'if (earning.frozen || earning.availablePence < 0) {',
    replace: 'if (false) {',
    killedBy: unit('payouts/platform-short', 'is not sent, and nobody is told of a payout that failed'),
  },
  // The platform pays a sale twice: its transfer is under way while its money is given back.
  {
    name: 'a further try of what the platform could not cover is not noted',
    file: settleLine,
    find: 'await earnings.transact([earningChange(earning, { set: { lines } })])\n    return tryAgain',
    replace: 'return { earning: { ...earning, lines }, line }',
    killedBy: unit('payouts/platform-short', 'is not given back while a try has no answer'),
  },
  // Photographers paid in the first week of a year are not paid in the last days of that year.
  {
    name: 'a week is named by its calendar year',
    file: 'functions/payouts/payout-calendar.ts',
    find: "kkkk-'W'WW",
    replace: "yyyy-'W'WW",
    killedBy: unit('payouts/holds', 'belongs to week 2030-W01'),
  },
  // The platform never asks an old debt back of somebody to whom anything happens once a month.
  {
    name: 'a debt is as young as the last entry',
    file: 'functions/books/debts.ts',
    find: 'since = sum < 0 ? (since ?? at) : null',
    replace: 'since = sum < 0 ? at : null',
    killedBy: unit('books/debts', 'a debt is as old as the last time'),
  },
  // The operator withdraws what belongs to photographers, and the platform cannot pay them.
  {
    name: 'money that a bank asks about may be withdrawn',
    file: 'functions/books/platform-balance.ts',
    find: 'sumPence([pendingPence, availablePence, heldPence, reservedPence])',
    replace: 'sumPence([pendingPence, availablePence, reservedPence])',
    killedBy: unit('books/platform-balance', 'money that a bank only asks about is owed'),
  },
  // A photographer pays a second time for a month that is paid.
  {
    name: 'a paid month does not put the next payment off',
    file: 'functions/subscriptions/start-subscription.ts',
    find: 'const ends = accessEnds(profile)',
    replace: 'const ends = new Date(profile.trialExpiresAt)',
    killedBy: unit('subscriptions/subscriptions', 'no paid day twice'),
  },
  // A photographer whose card was refused subscribes a second time, and both are charged.
  {
    name: 'a subscription whose renewal was refused does not run',
    file: 'functions/subscriptions/converge-subscription.ts',
    find: 'isRunning: running !== undefined,',
    replace: "isRunning: running?.state === 'active',",
    killedBy: unit('subscriptions/subscriptions', 'whose renewal was refused is led to the portal'),
  },
  // A photographer who wants to pay cannot: Stripe answers with the customer that is gone.
  {
    name: 'the customer after one that is gone has its key',
    file: 'functions/subscriptions/customer.ts',
    find: 'goneId === null ? `cus:${userId}` : `cus:${userId}:after:${goneId}`',
    replace: 'goneId === null ? `cus:${userId}` : `cus:${userId}`',
    killedBy: unit('subscriptions/subscriptions', 'deleted at the provider is made anew'),
  },
  // A photographer's account is erased while the money of the last two days is on its way to them.
  {
    name: 'money in its hold keeps no account from being erased',
    file: 'functions/accounts/deletion-blockers.ts',
    find: 'sumPence([Math.max(0, availablePence), pendingPence, reservedPence])',
    replace: 'sumPence([Math.max(0, availablePence), reservedPence])',
    killedBy: unit('accounts/erase-account', 'while money is due'),
  },
  // The photographer sells for 5p what was to cost 50p.
  {
    name: 'a price of one digit behind the point is a tenth',
    file: 'schema/money.ts',
    find: "padEnd(2, '0')",
    replace: "padStart(2, '0')",
    killedBy: { project: 'unit', file: 'test/schema/money.test.ts', test: '".5" is 50 pence' },
  },
  // Photographers who come late in the list are never paid on a Monday.
  {
    name: 'only the first page of photographers is paid',
    file: 'functions/payouts/weekly-payouts.ts',
    find: '        asked += page.sellerIds.length\n',
    replace: '        asked += page.sellerIds.length\n        break\n',
    killedBy: unit('payouts/payouts', 'asks for every photographer of a shard'),
  },
  // The photographer's money stays set aside while five hundred older payouts are stuck.
  {
    name: 'only the first page of open payouts is swept',
    file: 'functions/payouts/weekly-payouts.ts',
    find: "          tasks.push({ kind: 'resume', sellerId, isWeekly, payoutId })\n",
    replace: "          tasks.push({ kind: 'resume', sellerId, isWeekly, payoutId })\n        break\n",
    killedBy: unit('payouts/payouts', 'asks for every photographer of a shard'),
  },
  // The photographer asks again once Stripe takes their money, and is sent a part of it.
  {
    name: 'what any request was refused is left out of every other',
    file: 'functions/payouts/reserve-payout.ts',
    find: 'round.requestedAt === undefined || createdAt >= round.requestedAt',
    replace: 'true',
    killedBy: unit('payouts/amount-said', 'and sends what an earlier request could not'),
  },
  // Who sells many cheap photos is never paid.
  {
    name: 'the weekly minimum is of what one payout has room for',
    file: 'functions/payouts/reserve-payout.ts',
    find: 'allPence < parts.payoutFromPence',
    replace: 'payout.amountPence < parts.payoutFromPence',
    killedBy: unit('payouts/payouts', 'counts all that is available'),
  },
  // The photographer waits a week longer for what one payout had no room for.
  {
    name: 'what follows a full payout has to be worth one',
    file: 'functions/payouts/reserve-payout.ts',
    find: "wanted.trigger === 'weekly' && !isFollowing && allPence",
    replace: "wanted.trigger === 'weekly' && allPence",
    killedBy: unit('payouts/payouts', 'what one payout had no room for'),
  },
  // The photographer's share stays frozen on no list, and is neither released nor paid.
  {
    name: 'a share takes its place in the lists by how it was frozen before',
    file: 'functions/payments/earning-writes.ts',
    find: 'frozen: set.frozen ?? earning.frozen',
    replace: 'frozen: earning.frozen',
    killedBy: unit('payouts/frozen-money', 'leaves the money frozen'),
  },
  // A balance that is not the sum of its shares: money that is nobody's, or somebody's twice.
  {
    name: 'a move of several shares changes the balance by the first alone',
    file: 'functions/payments/move-money.ts',
    find: 'sumOf(shares.map(',
    replace: 'sumOf(shares.slice(0, 1).map(',
    killedBy: unit('payouts/holds', ''),
  },
  {
    name: 'what a refund moves between accounts is not in the journal',
    file: 'functions/payments/move-money.ts',
    find: 'bucketLegs(sellerId, add), ...against]',
    replace: 'bucketLegs(sellerId, add)]',
    killedBy: unit('payments/refunds-and-disputes', ''),
  },
  // The platform sends again on Monday what an operator has just taken back.
  {
    name: 'what was taken by hand beside a refused reversal is paid again',
    file: 'functions/payments/recover-share.ts',
    find: '      ...(hold ? [balanceAdd(earning.sellerId, { add: {}, ...hold })] : []),\n',
    replace: '',
    killedBy: unit('payments/after-a-fault', 'beside a reversal that is refused is held'),
  },
  // A photographer who left is charged for a month, as soon as the card works again.
  {
    name: 'who leaves with a renewal overdue is still asked for it',
    file: 'functions/subscriptions/stripe-billing.ts',
    find: "state === 'past_due'\n        ? client.subscriptions.cancel(id)\n        : client",
    replace: "state === 'ended'\n        ? client.subscriptions.cancel(id)\n        : client",
    killedBy: unit('subscriptions/stripe-billing', 'is not charged for it when the card works again'),
  },
  // The platform gives a month away to everybody whose card is refused.
  {
    name: 'a renewal that was refused counts as paid',
    file: 'functions/subscriptions/stripe-billing.ts',
    find: "'subscription_cycle' ? fromEpoch(item.current_period_start) : null",
    replace: "'subscription_cycle' ? fromEpoch(item.current_period_end) : null",
    killedBy: unit('subscriptions/stripe-billing', 'what is paid ended where it began'),
  },
]
