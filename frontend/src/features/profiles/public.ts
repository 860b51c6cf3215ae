// What pages may use of the profiles.
export { PageNamePanel } from './page-name-panel.tsx'
export { ProfileSettings } from './profile-settings.tsx'
