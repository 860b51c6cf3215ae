// What pages may use of the proofing.
export { OwnSessions } from './own-sessions.tsx'
