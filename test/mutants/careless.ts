import type { Mutant } from './mutant.ts'

const weeks = { project: 'sim', file: 'test/sim/market.sim.test.ts', test: 'chaotic weeks' } as const
const unit = (file: string, test: string) =>
  ({ project: 'unit', file: `test/functions/${file}.test.ts`, test }) as const
const converge = 'functions/payments/converge.ts'
const checkout = 'functions/checkout/checkout.ts'

/** What a careless hand could write into the money, by somebody who had read neither the model nor the other lists. */
export const carelessMutants: readonly Mutant[] = [
  {
    name: 'the files of what was paid are held for some weeks alone',
    file: converge,
    find: '    keepFilesPut(order.id, at),\n',
    replace: '',
    killedBy: unit('checkout/checkout', 'keeps them for ever once it is'),
  },
  {
    name: 'an order that nobody paid shows pictures, which open its gallery',
    file: 'functions/orders/order-view.ts',
    find: "order.status === 'completed' ? presentPictures",
    replace: 'order ? presentPictures',
    killedBy: unit('checkout/download-item', 'shows no picture before it is paid'),
  },
  {
    name: 'what a checkout holds is swept',
    file: 'functions/media/sweep-batch.ts',
    find: 'heldUntil !== null && heldUntil > stamp(now())',
    replace: 'heldUntil !== null && heldUntil < stamp(now())',
    killedBy: unit('media/sweep-uploads', 'what a checkout holds stays until that is over'),
  },
  {
    name: 'what a lost dispute takes is rounded by itself',
    file: 'functions/payments/returned-money.ts',
    find: 'const reversedPence = shareOf(gone)',
    replace: 'const reversedPence = sumPence([shareOf(of(returned.refundedPence)), shareOf(of(returned.lostPence))])',
    killedBy: unit('payments/refund-table', 'not each rounded by itself'),
  },
  {
    name: 'what an open dispute takes is rounded by itself',
    file: 'functions/payments/returned-money.ts',
    find: 'sumPence([shareOf(sumPence([gone, of(returned.disputedPence)])), -reversedPence])',
    replace: 'shareOf(of(returned.disputedPence))',
    killedBy: unit('payments/refund-table', 'not each rounded by itself'),
  },
  {
    name: 'whose dispute was won is on no weekly list',
    file: 'functions/payments/converge-charge.ts',
    find: 'balance: (move.availablePence ?? 0) > 0 ? { isPayable: true } : {},',
    replace: 'balance: {},',
    killedBy: weeks,
  },
  {
    name: 'any news of a reversal ends the one under way',
    file: 'functions/payments/recover-share.ts',
    find: 'line.reversal !== null && line.reversal.attempt === ends',
    replace: 'line.reversal !== null',
    killedBy: unit('payments/after-a-fault', 'end no reversal of ours that is under way'),
  },
  {
    name: 'every reversal of a transfer has one key',
    file: 'functions/payments/recover-share.ts',
    find: '`rv:${transferId}:${reversal.attempt}`',
    replace: '`rv:${transferId}`',
    killedBy: unit('payments/after-a-fault', 'is another request the next time'),
  },
  {
    name: 'every transfer of an order has one key',
    file: 'functions/payouts/settle-line.ts',
    find: '`tr:${payout.id}:${earning.orderId}',
    replace: '`tr:${earning.orderId}',
    killedBy: unit('payouts/payouts', 'that is refused for good goes back'),
  },
  {
    name: 'a transfer that was refused leaves its photographer off the weekly list',
    file: 'functions/payouts/settle-line.ts',
    find: 'balance: isSent ? {} : { isPayable: true },',
    replace: 'balance: {},',
    killedBy: weeks,
  },
  {
    name: 'a refund during the transfer is not asked back',
    file: 'functions/payouts/pay-photographer.ts',
    find: "if (outcome === 'overpaid') overpaid",
    replace: "if (outcome === 'rejected') overpaid",
    killedBy: unit('payments/refunds-and-disputes', 'leaves that alone, then takes the money back'),
  },
  {
    name: 'the hold begins when a payment is noticed',
    file: converge,
    find: 'const paidAt = charge.createdAt',
    replace: 'const paidAt = now()',
    killedBy: unit('payments/converge', 'is held from the payment on'),
  },
  {
    name: 'an order that Stripe refuses keeps the use of its code',
    file: checkout,
    find: "giveUpOrder(parts, order, 'failed')",
    replace: "giveUpOrder(parts, { ...order, discountCodeHash: null }, 'failed')",
    killedBy: unit('checkout/checkout', 'gives the use of its code back'),
  },
  {
    name: 'an answer that Stripe kept is believed, however old',
    file: checkout,
    find: 'return isFresh ? answer.value : parts.payments.findSession(answer.value.id)',
    replace: 'return answer.value',
    killedBy: unit('checkout/checkout', 'leads to the order and not to a dead page'),
  },
  {
    name: 'an order that is paid late takes no use of its code',
    file: 'functions/orders/discount-writes.ts',
    find: 'add: { uses: 1, ...(isOver && { lateUses: 1 }), ',
    replace: 'add: { ...(isOver && { lateUses: 1 }), ',
    killedBy: unit('payments/converge', 'takes its use again'),
  },
  {
    name: 'an order that is paid late is refused when its code is used up',
    file: 'functions/orders/discount-writes.ts',
    find: "when: isOver || maxUses === null ? 'present'",
    replace: "when: maxUses === null ? 'present'",
    killedBy: unit('payments/converge', 'is completed although another order has its use'),
  },
]
