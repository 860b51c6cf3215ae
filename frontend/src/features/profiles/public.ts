// What other features may use of the profiles.
export { PageNamePanel } from './page-name-panel.tsx'
