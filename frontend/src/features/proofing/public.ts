// What pages may use of the proofing.
export { CreateSessionDialog } from './create-session-part.tsx'
export { OwnSessions } from './own-sessions.tsx'
