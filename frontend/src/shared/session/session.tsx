import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { dropAllGrants } from '#frontend/shared/api/grants-key.ts'
import { checkoutDraftKey, draftsBelongTo, dropAllDrafts } from '#frontend/shared/forms/draft-owner.ts'
import { dropOpenedOrders } from '#frontend/shared/orders/opened-orders-key.ts'
import { type AuthClient, type AuthSession, authSession, type SessionState } from './auth-session.ts'

export type Session = SessionState & {
  signOut: (options?: { everywhere: boolean }) => Promise<void>
  /** Loads the identity library: for the screens that sign in, and for what only it can do. */
  open: () => Promise<AuthClient>
  /** Gives up a session that ended. */
  leave: () => void
  /** The session itself, for who has to wait for a change of it. */
  session: AuthSession
  /** Tries to open a kept session again that could not be reached. */
  start: () => void
}

const SessionContext = createContext<Session | undefined>(undefined)

/** Answers that one user got are not shown to the next one. */
const useForgetfulness = (userId: string | undefined) => {
  const queries = useQueryClient()
  const before = useRef(userId)
  useEffect(() => {
    if (before.current !== undefined && before.current !== userId) {
      queries.clear()
      dropAllGrants()
      dropAllDrafts()
      dropOpenedOrders()
      sessionStorage.removeItem(checkoutDraftKey)
    }
    if (userId !== undefined) draftsBelongTo(userId)
    before.current = userId
  }, [userId, queries])
}

/** Starts the session and hands it down. `session` is given by tests only. */
export const SessionProvider = ({
  children,
  session = authSession,
}: {
  children: ReactNode
  session?: AuthSession
}) => {
  const state = useSyncExternalStore(session.subscribe, session.snapshot, session.serverSnapshot)
  useEffect(() => session.start(), [session])
  useForgetfulness(state.user?.userId)
  const value = useMemo(() => {
    const { signOut, open, leave, start } = session
    return { ...state, signOut, open, leave, start, session }
  }, [state, session])
  return <SessionContext value={value}>{children}</SessionContext>
}

/** Who is signed in: `{ loading, user?, ended?, asked?, unreachable?, signOut, open, leave, start, session }`. */
export const useSession = (): Session => {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession must be used within a SessionProvider')
  return session
}
