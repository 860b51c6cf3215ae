import { errorName, logWarning } from '#frontend/shared/log/log.ts'

export type SessionUser = { userId: string; email: string }
export type SessionState = { loading: boolean; user?: SessionUser }

/** What the identity provider's library is asked for; `cognito.ts` is the only file that knows the library. */
export type AuthClient = {
  currentUser(): Promise<SessionUser | undefined>
  /** A valid access token, refreshed when needed; `undefined` when signed out. */
  accessToken(): Promise<string | undefined>
  signOut(): Promise<void>
  /** Tells of signed-in, signed-out and refreshed sessions. */
  onChange(listener: (user: SessionUser | undefined) => void): void
}

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
  const settle = (user: SessionUser | undefined) => become(user ? { loading: false, user } : { loading: false })

  /** Opens the library (the sign-in page calls this) and follows its changes. */
  const open = (): Promise<AuthClient> => {
    opened ??= load().then(
      async (client) => {
        client.onChange(settle)
        settle(await client.currentUser().catch(() => undefined))
        return client
      },
      (thrown: unknown) => {
        // A failed download must not be the end: the next call tries again.
        opened = undefined
        settle(undefined)
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
      else settle(undefined)
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
    signOut: async () => {
      const client = await open()
      await client.signOut()
      settle(undefined)
    },
  }
}
export type AuthSession = ReturnType<typeof createAuthSession>

/** Amplify keeps the last signed-in user under a key of this shape in local storage. */
const isSessionKey = (key: string) => key.startsWith('CognitoIdentityServiceProvider.') && key.endsWith('.LastAuthUser')

export const authSession = createAuthSession({
  hasStoredSession: () => Object.keys(localStorage).some(isSessionKey),
  load: async () => (await import('./cognito.ts')).openCognito(),
})
