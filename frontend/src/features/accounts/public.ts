// What other features may use of the accounts.
export { AccountSwitches } from './account-switches.tsx'
