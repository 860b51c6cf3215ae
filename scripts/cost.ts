import { parseArgs } from 'node:util'
import { breakEvenPounds, feesOf, isPriceName, monthOf, type OwnPrices, prices } from './cost/month.ts'

const { values } = parseArgs({
  options: {
    photographers: { type: 'string', default: '1000' },
    orders: { type: 'string', default: '13000' },
    'order-pounds': { type: 'string', default: '15' },
    'search-units': { type: 'string', default: '0' },
    price: { type: 'string', multiple: true, default: [] },
    numbers: { type: 'string', default: '0' },
  },
})
const refuse = (): never => {
  console.error('Usage: npm run cost -- --photographers N --orders M [--order-pounds P] [--numbers PHOTOS]')
  console.error('         [--search-units UNITS] [--price NAME=DOLLARS, as often as you like, by the names it prints]')
  process.exit(2)
}
const amountOf = (text: string | undefined): number => {
  const number = Number(text)
  return text !== undefined && text !== '' && Number.isFinite(number) && number >= 0 ? number : refuse()
}
const numberOf = (name: Exclude<keyof typeof values, 'price'>): number => amountOf(values[name])
/** Prices as the operator's own bill has them. */
const own: OwnPrices = {}
for (const given of values.price) {
  const [name = '', dollars] = given.split('=')
  if (isPriceName(name)) own[name] = amountOf(dollars)
  else refuse()
}
const market = {
  photographers: numberOf('photographers'),
  orders: numberOf('orders'),
  orderPounds: numberOf('order-pounds'),
  searchUnits: numberOf('search-units'),
  numbers: numberOf('numbers'),
}
const row = (what: string, dollars: number): string => `${what.padEnd(34)}${dollars.toFixed(0).padStart(12)}`
const lines = monthOf(market, own)
const total = lines.reduce((sum, { dollars }) => sum + dollars, 0)

console.log(
  `A month of ${market.photographers} photographers and ${market.orders} orders of £${market.orderPounds}, US dollars:\n`,
)
for (const { what, dollars } of lines) console.log(row(what, dollars))
console.log(row('together', total))
console.log(row('our tenth of the orders', feesOf(market)))
console.log(row('left, without subscriptions', feesOf(market) - total))
console.log(`\nAn order below £${breakEvenPounds().toFixed(2)} brings less than its card costs.\n`)
for (const [name, { dollars, source }] of Object.entries(prices)) {
  const given = isPriceName(name) ? own[name] : undefined
  console.log(`${name}: ${Number((given ?? dollars).toFixed(4))} (${given === undefined ? source : 'as given'})`)
}
