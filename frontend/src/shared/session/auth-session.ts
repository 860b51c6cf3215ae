import { errorName, logWarning } from '#frontend/shared/log/log.ts'
import type { AuthClient, SessionChange, SessionUser } from './auth-client.ts'

export type { AuthClient, SessionUser } from './auth-client.ts'

/**
 * `ended`: the session of `user` expired while the page was open. The page stays and asks for the password.
 * `asked`: the session is valid, but an action needs a recent sign-in; nothing else changes.
 * `unreachable`: this browser has a stored session that could not be checked without a connection; it is still loading.
 */
export type SessionState = { loading: boolean; user?: SessionUser; ended?: true; asked?: true; unreachable?: true }

type Parts = {
  /** Whether this browser keeps a session; must be cheap, it is asked before the library is loaded. */
  hasStoredSession: () => boolean
  load: () => Promise<AuthClient>
}

/** Always the same: for a stranger, what the HTML showed stays as it is. */
const nobody: SessionState = { loading: false }

/** Knows who is signed in. Loads the identity library only when there is a session to open, or when told to. */
export const createAuthSession = ({ hasStoredSession, load }: Parts) => {
  let state: SessionState = hasStoredSession() ? { loading: true } : nobody
  let opened: Promise<AuthClient> | undefined
  const listeners = new Set<() => void>()
  const become = (next: SessionState) => {
    state = next
    for (const listener of listeners) listener()
  }
  const settle = ({ user, ended }: SessionChange) => {
    if (ended && state.user) become({ loading: false, user: state.user, ended })
    else become(user ? { loading: false, user } : nobody)
  }

  /** No answer is not a sign-out: only without a kept session is nobody there. */
  const strand = (thrown: unknown) => {
    logWarning('session_not_opened', { error: errorName(thrown) })
    if (hasStoredSession()) become({ loading: true, unreachable: true })
    else settle({})
  }
  const identify = async (client: AuthClient) => {
    try {
      const user = await client.currentUser()
      settle(user ? { user } : {})
    } catch (thrown) {
      strand(thrown)
    }
  }

  /** Opens the library (the sign-in page calls this) and follows its changes. */
  const open = (): Promise<AuthClient> => {
    opened ??= load().then(
      async (client) => {
        client.onChange(settle)
        await identify(client)
        return client
      },
      (thrown: unknown) => {
        // A failed download must not be the end: the next call tries again.
        opened = undefined
        strand(thrown)
        throw thrown
      },
    )
    return opened
  }

  return {
    open,
    snapshot: () => state,
    /** What the HTML shows that is the same for everybody: nobody signed in. */
    serverSnapshot: () => nobody,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Called when the application starts, and again where a kept session could not be reached. */
    start: () => {
      if (!hasStoredSession()) {
        if (state.loading) settle({})
        return
      }
      const isOpen = opened !== undefined
      if (state.unreachable) become({ loading: true })
      // What went wrong has been said and is in the state.
      open().then(
        (client) => (isOpen ? identify(client) : undefined),
        () => undefined,
      )
    },
    /** `undefined` for a stranger. Rejects when a kept session could not be renewed for want of a connection. */
    accessToken: async (): Promise<string | undefined> => {
      if (!opened && !hasStoredSession()) return undefined
      return (await open()).accessToken()
    },
    signOut: async (options?: { everywhere: boolean }) => {
      const client = await open()
      await client.signOut(options)
      settle({})
    },
    /** Gives up a session that ended, or signing in again where that was only asked for. */
    leave: () => {
      if (!state.asked) return settle({})
      // A wrong password may have ended the session meanwhile.
      open().then(identify, () => settle({}))
    },
    /** Asks for the password over the page that is open; see `use-fresh-sign-in.ts`. */
    ask: () => become({ ...state, ended: true, asked: true }),
  }
}
export type AuthSession = ReturnType<typeof createAuthSession>

/** Amplify keeps the last signed-in user under a key of this shape in local storage. */
const isSessionKey = (key: string) => key.startsWith('CognitoIdentityServiceProvider.') && key.endsWith('.LastAuthUser')

export const authSession = createAuthSession({
  hasStoredSession: () => typeof localStorage !== 'undefined' && Object.keys(localStorage).some(isSessionKey),
  load: async () => (await import('./cognito.ts')).openCognito(),
})
