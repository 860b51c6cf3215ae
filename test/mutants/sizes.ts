import type { Mutant } from './mutant.ts'

const unit = (file: string, test?: string): Mutant['killedBy'] => ({
  project: 'unit',
  file: `test/functions/${file}.test.ts`,
  ...(test !== undefined && { test }),
})
const [upgrades, webSize] = ['checkout/upgrades', 'checkout/web-size']

/** What a Web size costs and gives, and its upgrade. */
export const sizeMutants: readonly Mutant[] = [
  {
    name: 'who buys a Web size downloads the Original',
    file: 'functions/orders/upgrades.ts',
    find: "item.size === 'original' || isOtherPaid ? ['web', 'original'] : ['web']",
    replace: "['web', 'original']",
    killedBy: unit(webSize, 'is all that its buyer can download'),
  },
  {
    name: 'the Original is sold at the price of the Web size',
    file: 'functions/checkout/cart.ts',
    find: "const webPence = size === 'web' ? webOfferOf(photo) : null",
    replace: "const webPence = size === 'original' ? webOfferOf(photo) : null",
    killedBy: unit(webSize, 'is quoted at its price'),
  },
  {
    name: 'a size that is not for sale is charged without a word',
    file: 'functions/checkout/checkout.ts',
    find: 'offer?.size === size && isAsked(',
    replace: 'isAsked(',
    killedBy: unit(webSize, 'nothing is bought at the old price'),
  },
  {
    name: 'a Web size at the price of the Original is for sale',
    file: 'schema/web-size.ts',
    find: 'photo.webPence < photo.pricePence',
    replace: 'photo.webPence <= photo.pricePence',
    killedBy: unit(webSize, 'a price that is not below'),
  },
  {
    name: 'a line is upgraded by two orders',
    file: 'functions/orders/upgrade-writes.ts',
    find: '      upgradedBy: is.absentOr(is.equal(null)),\n      refundedPence',
    replace: '      refundedPence',
    killedBy: unit(upgrades, 'of two tabs at once'),
  },
  {
    name: 'an order that is given up keeps its upgrades',
    file: 'functions/orders/give-up-order.ts',
    find: '...upgradeReturns(order), ',
    replace: '',
    killedBy: unit(upgrades, 'is free again when its order is given up'),
  },
  {
    name: 'an order that is paid late completes without its upgrades',
    file: 'functions/payments/converge.ts',
    find: 'if (isGivenUp(order.status)) await takeUpgradesAgain(parts, order)',
    replace: '',
    killedBy: unit(upgrades, 'is taken again by an order'),
  },
  {
    name: 'an upgrade goes by what was given up meanwhile',
    file: 'functions/payments/converge.ts',
    find: 'order.upgrades.length === 0 || isGivenUp(before) === isGivenUp(order.status)',
    replace: 'true',
    killedBy: unit(upgrades, 'is its order’s, whatever comes between'),
  },
  {
    name: 'a refunded Web size leaves its Original for the difference',
    file: 'functions/orders/upgrades.ts',
    find: 'isRefunded(item) || (item.upgradeOf !== null && !isOtherPaid)',
    replace: 'isRefunded(item)',
    killedBy: unit(upgrades, 'of the Web size takes the upgrade with it'),
  },
  {
    name: 'a refunded upgrade leaves the Original',
    file: 'functions/orders/upgrades.ts',
    find: "other?.order.status === 'completed' && !isRefunded(other.item)",
    replace: "other?.order.status === 'completed'",
    killedBy: unit(upgrades, 'of an upgrade leaves the Web size'),
  },
  {
    name: 'steps count an upgrade',
    file: 'schema/pricing.ts',
    find: 'isUpgrade ? `${galleryId} upgrades` : galleryId',
    replace: 'galleryId',
    killedBy: { project: 'unit', file: 'test/schema/pricing.test.ts', test: 'is no photo of the steps' },
  },
  {
    name: 'nobody hears of an upgrade whose Web size went back on the way',
    file: 'functions/payments/converge.ts',
    find: 'order.upgrades.length === 0 ? write()',
    replace: 'order.upgrades.length >= 0 ? write()',
    killedBy: unit(upgrades, 'while its upgrade is being paid is told'),
  },
  {
    name: 'an upgrade that meets the refund of its Web size is looked at before alone',
    file: 'functions/payments/tell-of-upgrades.ts',
    find: 'if (!isTold) await tell()',
    replace: '',
    killedBy: unit(upgrades, 'between the look at it and the completion of its upgrade is told'),
  },
  {
    name: 'a refund of an upgraded Web size names nobody',
    file: 'functions/payments/converge-charge.ts',
    find: 'gone.length === 0 ? write()',
    replace: 'gone.length >= 0 ? write()',
    killedBy: unit(upgrades, 'after its upgrade is told once'),
  },
  {
    name: 'late news of a page to pay on ends an order that has another one',
    file: 'functions/orders/give-up-order.ts',
    find: '{ attempt: order.sessionAttempt }',
    replace: '{}',
    killedBy: unit('checkout/same-cart', 'that was read before the next one was begun'),
  },
  {
    name: 'a page to pay on ends an order whose next one is being made',
    file: 'functions/payments/session-verdict.ts',
    find: 'epochSeconds(expiresAt) < epochSeconds(endsAt)',
    replace: 'epochSeconds(expiresAt) < 0 && epochSeconds(endsAt) > 0',
    killedBy: unit('checkout/same-cart', 'while the next one is being made'),
  },
]
