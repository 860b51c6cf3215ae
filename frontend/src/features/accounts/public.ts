// What pages may use of the accounts.
export { AccountSwitches } from './account-switches.tsx'
export { BrandCard } from './brand-card.tsx'
export { DangerZone } from './danger-zone.tsx'
export { ExportCard } from './export-card.tsx'
export { SecurityCard } from './security-card.tsx'
