import { errorName, logWarning } from '#frontend/shared/log/log.ts'
import type { AuthClient, SessionChange, SessionUser } from './auth-client.ts'

export type { AuthClient, SessionUser } from './auth-client.ts'

/** `ended`: the session of `user` ran out while the page was open. Its pages stay, and ask for the password again. */
export type SessionState = { loading: boolean; user?: SessionUser; ended?: true }

type Parts = {
  /** Whether this browser keeps a session; must be cheap, it is asked before the library is loaded. */
  hasStoredSession: () => boolean
  load: () => Promise<AuthClient>
}

/** Knows who is signed in. Loads the identity library only when there is a session to open, or when told to. */
export const createAuthSession = ({ hasStoredSession, load }: Parts) => {
  let state: SessionState = { loading: hasStoredSession() }
  let opened: Promise<AuthClient> | undefined
  const listeners = new Set<() => void>()
  const become = (next: SessionState) => {
    state = next
    for (const listener of listeners) listener()
  }
  const settle = ({ user, ended }: SessionChange) => {
    if (ended && state.user) become({ loading: false, user: state.user, ended })
    else become(user ? { loading: false, user } : { loading: false })
  }

  /** Opens the library (the sign-in page calls this) and follows its changes. */
  const open = (): Promise<AuthClient> => {
    opened ??= load().then(
      async (client) => {
        client.onChange(settle)
        const user = await client.currentUser().catch(() => undefined)
        settle(user ? { user } : {})
        return client
      },
      (thrown: unknown) => {
        // A failed download must not be the end: the next call tries again.
        opened = undefined
        settle({})
        throw thrown
      },
    )
    return opened
  }

  return {
    open,
    snapshot: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Called once when the application starts. */
    start: () => {
      if (hasStoredSession()) open().catch((thrown) => logWarning('session_not_opened', { error: errorName(thrown) }))
      else if (state.loading) settle({})
    },
    accessToken: async (): Promise<string | undefined> => {
      if (!opened && !hasStoredSession()) return undefined
      try {
        return await (await open()).accessToken()
      } catch (thrown) {
        logWarning('token_not_available', { error: errorName(thrown) })
        return undefined
      }
    },
    signOut: async (options?: { everywhere: boolean }) => {
      const client = await open()
      await client.signOut(options)
      settle({})
    },
    /** Gives up a session that ended. */
    leave: () => settle({}),
  }
}
export type AuthSession = ReturnType<typeof createAuthSession>

/** Amplify keeps the last signed-in user under a key of this shape in local storage. */
const isSessionKey = (key: string) => key.startsWith('CognitoIdentityServiceProvider.') && key.endsWith('.LastAuthUser')

export const authSession = createAuthSession({
  hasStoredSession: () => Object.keys(localStorage).some(isSessionKey),
  load: async () => (await import('./cognito.ts')).openCognito(),
})
