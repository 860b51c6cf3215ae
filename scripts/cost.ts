import { parseArgs } from 'node:util'
import { breakEvenPounds, feesOf, monthOf, prices } from './cost/month.ts'

const { values } = parseArgs({
  options: {
    photographers: { type: 'string', default: '1000' },
    orders: { type: 'string', default: '13000' },
    'order-pounds': { type: 'string', default: '15' },
    numbers: { type: 'string', default: '0' },
  },
})
const numberOf = (name: keyof typeof values): number => {
  const number = Number(values[name])
  if (Number.isFinite(number) && number >= 0) return number
  console.error('Usage: npm run cost -- --photographers N --orders M [--order-pounds P] [--numbers PHOTOS]')
  process.exit(2)
}
const market = {
  photographers: numberOf('photographers'),
  orders: numberOf('orders'),
  orderPounds: numberOf('order-pounds'),
  numbers: numberOf('numbers'),
}
const row = (what: string, dollars: number): string => `${what.padEnd(34)}${dollars.toFixed(0).padStart(12)}`
const lines = monthOf(market)
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
  console.log(`${name}: ${Number(dollars.toFixed(4))} (${source})`)
}
