// What other features may use of the payouts.
export { BalanceTab } from './balance-tab.tsx'
export { payoutCountry } from './payout-country.ts'
export { useBalance } from './queries.ts'
