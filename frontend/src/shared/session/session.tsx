import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import { type AuthSession, authSession, type SessionState } from './auth-session.ts'

export type Session = SessionState & { signOut: () => Promise<void> }

const SessionContext = createContext<Session | undefined>(undefined)

/** Starts the session and hands it down. `session` is given by tests only. */
export const SessionProvider = ({
  children,
  session = authSession,
}: {
  children: ReactNode
  session?: AuthSession
}) => {
  const state = useSyncExternalStore(session.subscribe, session.snapshot)
  useEffect(() => session.start(), [session])
  const value = useMemo(() => ({ ...state, signOut: session.signOut }), [state, session])
  return <SessionContext value={value}>{children}</SessionContext>
}

/** Who is signed in: `{ loading, user?, signOut }`. */
export const useSession = (): Session => {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession must be used within a SessionProvider')
  return session
}
