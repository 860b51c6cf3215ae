// What pages may use of the payouts.
export { BalanceTab } from './balance-tab.tsx'
export { useBalance } from './queries.ts'
