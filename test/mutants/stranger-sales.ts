import type { Mutant } from './mutant.ts'

const unit = (file: string, test: string) =>
  ({ project: 'unit', file: `test/functions/${file}.test.ts`, test }) as const
const checkout = 'functions/checkout/checkout.ts'
const converge = 'functions/payments/converge.ts'
const returned = 'functions/payments/returned-money.ts'
const refundOrder = 'functions/payments/refund-order.ts'
const stripePayments = 'functions/payments/stripe-payments.ts'
const stripeClient = 'functions/payments/stripe-client.ts'

/** What a sale and its refund are, by somebody who knew the rules of the money and its code alone. Above each stands whom it would cost what. */
export const strangersSaleMutants: readonly Mutant[] = [
  // The buyer who finds their code after the first try pays the full price.
  {
    name: 'a cart with a discount code is the cart without it',
    file: 'functions/checkout/same-cart.ts',
    find: 'fingerprintOf([checkout.discountCode ?? null])',
    replace: 'fingerprintOf([])',
    killedBy: unit('checkout/same-cart', 'with a discount code'),
  },
  // The buyer who paid with a code in one tab, and sends the cart without it from another, pays twice.
  {
    name: 'a cart paid with a code is not known without it',
    file: 'functions/checkout/same-cart.ts',
    find: 'before.map(async (each) =>',
    replace: 'before.filter(() => false).map(async (each) =>',
    killedBy: unit('checkout/same-cart', 'leads to what was bought, where it was paid'),
  },
  // The buyer who types a code and presses the same button again pays the full price.
  {
    name: 'a request with a discount code is the request without it',
    file: checkout,
    find: '        body.customer.email,\n        body.discountCode ?? null,\n',
    replace: '        body.customer.email,\n',
    killedBy: unit('checkout/checkout', 'with another discount code is refused'),
  },
  // The buyer whose bank takes a day to pay is given a second page, and pays twice.
  {
    name: 'a payment under way is passed over for a new page',
    file: checkout,
    find: "session?.status === 'complete')",
    replace: "session?.status === 'complete' && session.isPaid)",
    killedBy: unit('checkout/checkout', 'opens no second page to pay on'),
  },
  // The buyer pays more than the page said.
  {
    name: 'only a price that fell is told to the buyer',
    file: checkout,
    find: '(seen === undefined || seen === pricePence)',
    replace: '(seen === undefined || seen <= pricePence)',
    killedBy: unit('checkout/checkout', 'a lower price of the client'),
  },
  // The platform pays a photographer before the buyer's 48 hours are over.
  {
    name: 'the hold begins when the order is opened',
    file: converge,
    find: 'const paidAt = charge.createdAt',
    replace: 'const paidAt = new Date(order.createdAt)',
    killedBy: unit('payments/converge', 'held for 48 hours from the payment'),
  },
  // The buyer who paid twice never gets the second payment back, since nobody hears of it.
  {
    name: 'a second payment of a completed order wakes nobody',
    file: converge,
    find: 'order.chargeId === chargeId || (',
    replace: "order.chargeId === chargeId || order.status === 'completed' || (",
    killedBy: unit('payments/converge', 'pays an order a second time'),
  },
  // The platform pays photographers for an order whose buyer has the money back.
  {
    name: 'an order that was given back may still be completed',
    file: 'functions/orders/order-writes.ts',
    find: '      totalPence: is.equal(order.totalPence),\n      refundVersion: is.absentOr(is.equal(0)),\n',
    replace: '      totalPence: is.equal(order.totalPence),\n',
    killedBy: unit('payments/refunds-and-disputes', 'given back is never completed'),
  },
  // The buyer of a completed order loses its downloads when a second, odd payment comes.
  {
    name: 'a completed order can fall under review',
    file: 'functions/orders/order-states.ts',
    find: 'completed: [],',
    replace: "completed: ['review'],",
    killedBy: unit('payments/converge', 'pays an order a second time, with 1499p'),
  },
  // The buyer who is at the second page is told to begin anew: a sale is lost.
  {
    name: 'the end of an older page gives up the order',
    file: 'functions/payments/session-verdict.ts',
    find: '? order.sessionId !== session.id :',
    replace: '? false :',
    killedBy: unit('checkout/checkout', 'whenever the end of the old one is told'),
  },
  // The photographer loses the share of a real sale when the second payment for it is given back.
  {
    name: 'a second payment that is given back takes the share',
    file: 'functions/payments/converge-charge.ts',
    find: "    if (paid.chargeId !== null && paid.chargeId !== chargeId) return 'settled'\n",
    replace: '',
    killedBy: unit('payments/converge', 'pays an order a second time, with 1500p'),
  },
  // The platform pays out a sale of an hour ago, because a bank asked about it and was content.
  {
    name: 'a question of the bank ends the hold',
    file: returned,
    find: 'place(earning, free, new Date(earning.releaseAt) > now)',
    replace: 'place(earning, free, earning.pendingPence > 0)',
    killedBy: unit('payments/refund-table', 'of money that is held takes what both together come to'),
  },
  // The platform pays out money that a bank is asking about.
  {
    name: 'a refused transfer of a frozen sale is free',
    file: returned,
    find: 'return { availablePence: owed, heldPence: sumPence([amountPence, -owed]) }',
    replace: 'return { availablePence: amountPence }',
    killedBy: unit('payouts/frozen-money', 'leaves the money frozen'),
  },
  // The photographer never sees what the bank sends back in a second part.
  {
    name: 'of one stage of a dispute the first word stays',
    file: 'functions/payments/refund-store.ts',
    find: 'disputeRank[stage] * 100 + Math.min(entries, 99)',
    replace: 'disputeRank[stage] * 100',
    killedBy: unit('payments/refund-store', 'told last, is the later word'),
  },
  // Photographers pay the bank's fee for every dispute, also for those that are won.
  {
    name: 'the fee of a dispute is taken from the photographer',
    file: stripePayments,
    find: 'entries.map((entry) => -entry.amount)',
    replace: 'entries.map((entry) => -entry.net)',
    killedBy: unit('payments/returns-at-stripe', 'what the bank took and gave back'),
  },
  // The photographer loses the share of a refund that never reached the buyer.
  {
    name: 'a refund that was cancelled is under way for ever',
    file: stripePayments,
    find: "status === 'failed' || status === 'canceled'",
    replace: "status === 'failed'",
    killedBy: unit('payments/returns-at-stripe', 'a refund whose status is "canceled"'),
  },
  // The platform sends a transfer again that may have gone out under the key.
  {
    name: 'a key that was used for something else is a refusal',
    file: stripeClient,
    find: "  if (error.type === 'StripeIdempotencyError') return { kind: 'unknown', isOtherRequest: true }\n",
    replace: '',
    killedBy: unit('payments/provider-contract', 'another content with no answer at all'),
  },
  // No sale completes in an installation that has a restricted key of live mode.
  {
    name: 'a restricted live key counts as a test key',
    file: stripeClient,
    find: '/^[sr]k_live_/',
    replace: '/^sk_live_/',
    killedBy: unit('payments/stripe-mode', 'true takes rk_live_1'),
  },
  // The platform gives a buyer back what a lost dispute has given them already.
  {
    name: 'what a lost dispute took can be refunded again',
    file: refundOrder,
    find: 'sumPence([totalPence, -refundedPence, -lostPence])',
    replace: 'sumPence([totalPence, -refundedPence])',
    killedBy: unit('payments/refund-order', 'of what a lost dispute took is refused'),
  },
  // The buyer's second refund of £5 is answered with the first, and never comes.
  {
    name: 'two refunds of one amount are one request',
    file: refundOrder,
    find: '`refund:${orderId}:after:${beforePence}:',
    replace: '`refund:${orderId}:',
    killedBy: unit('payments/refund-order', 'until another one was made'),
  },
  // The photographer's money of a dispute that was won stays frozen: it comes after the word that ended it.
  {
    name: 'nobody hears that the bank sent the money back',
    file: 'functions/payments/event-kinds.ts',
    find: "      'charge.dispute.funds_reinstated',\n",
    replace: '',
    killedBy: unit('payments/refunds-and-disputes', 'won before the bank has sent the money back'),
  },
  // The photographers of one order more than agreed get nothing for it.
  {
    name: 'a code is used once more than it may be',
    file: 'functions/orders/discount-writes.ts',
    find: 'uses: is.below(discount.maxUses) }',
    replace: 'uses: is.atMost(discount.maxUses) }',
    killedBy: unit('checkout/checkout', 'with one use left serves one of fifty buyers'),
  },
  // A paid order goes under review, and its buyer gets nothing, because another write was in the way for a moment.
  {
    name: 'a transaction that was in the way is a refusal',
    file: 'functions/shared/table/table.ts',
    find: "if (reasons.some(({ Code }) => Code === 'ConditionalCheckFailed'))",
    replace: "if (reasons.some(({ Code }) => Code === 'ConditionalCheckFailed' || Code === 'TransactionConflict'))",
    killedBy: unit('shared/table/busy-table', 'is given up on after seven waits'),
  },
  // A sale is lost: Stripe refuses the line, and the buyer is told that the payment failed.
  {
    name: 'a photo without a title has no name on the bill',
    file: 'functions/checkout/session-lines.ts',
    find: "line.title || 'Photo'",
    replace: 'line.title',
    killedBy: unit('checkout/checkout', 'a photo without a title is sold'),
  },
  // Buyers have paid and get nothing, as long as a hundred older orders are open and the webhook is silent.
  {
    name: 'only the first page of open orders is reconciled',
    file: 'functions/books/reconcile.ts',
    find: 'if (count >= share) break',
    replace: 'if (count >= 0) break',
    killedBy: unit('books/reconcile-run', 'every open order of every shard'),
  },
]
