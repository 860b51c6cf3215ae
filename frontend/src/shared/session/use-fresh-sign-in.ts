import { codeOf } from '#frontend/shared/api/api-error.ts'
import type { AuthSession } from './auth-session.ts'
import { useSession } from './session.tsx'

/** Asks for the password over the page that is open. @returns whether the same person gave it. */
const signInAgain = ({ ask, snapshot, subscribe }: AuthSession): Promise<boolean> =>
  new Promise((resolve) => {
    const { user: before } = snapshot()
    ask()
    const stop = subscribe(() => {
      const { ended, user } = snapshot()
      if (ended) return
      stop()
      // Closing the question leaves the session as it was, with the moment at which it began.
      resolve(user?.userId === before?.userId && user?.signedInAtMs !== before?.signedInAtMs)
    })
  })

/**
 * Runs what only a fresh sign-in may do. Where the server finds it too old, the page asks for the password and runs it once
 * more; where none is given, the server's refusal stands.
 */
export const useFreshSignIn = () => {
  const { session } = useSession()
  return async <T>(run: () => Promise<T>, beforeAsking?: () => void): Promise<T> => {
    try {
      return await run()
    } catch (thrown) {
      if (codeOf(thrown) !== 'sign_in_too_old') throw thrown
      beforeAsking?.()
      if (!(await signInAgain(session))) throw thrown
      return run()
    }
  }
}
