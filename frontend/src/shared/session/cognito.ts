// Completes Google's answer when the pool is configured; without one under way it does nothing.
import 'aws-amplify/auth/enable-oauth-listener'
import { Amplify } from 'aws-amplify'
import {
  confirmResetPassword,
  confirmSignUp,
  fetchAuthSession,
  resendSignUpCode,
  resetPassword,
  signIn,
  signInWithRedirect,
  signOut,
  signUp,
  updatePassword,
} from 'aws-amplify/auth'
import { Hub } from 'aws-amplify/utils'
import { limits } from '#schema/limits.ts'
import { paths } from '#schema/paths.ts'
import type { AuthClient, SessionChange, SessionUser, SignInStep } from './auth-client.ts'
import { type Configuration, configuration } from './configuration.ts'

const configure = (settings: Configuration) => {
  const { userPoolId, userPoolClientId, userPoolEndpoint, oauthDomain } = settings
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId,
        userPoolClientId,
        ...(userPoolEndpoint && { userPoolEndpoint }),
        loginWith: {
          email: true,
          oauth: {
            domain: oauthDomain,
            scopes: ['openid', 'email', 'profile', 'aws.cognito.signin.user.admin'],
            redirectSignIn: [location.origin + paths.auth()],
            redirectSignOut: [location.origin + paths.home()],
            responseType: 'code',
            providers: ['Google'],
          },
        },
        passwordFormat: { minLength: limits.password.min },
      },
    },
  })
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const currentUser = async (): Promise<SessionUser | undefined> => {
  const { tokens } = await fetchAuthSession()
  if (!tokens) return undefined
  const claims = tokens.idToken?.payload ?? {}
  // A user who came through Google alone is named after Google; one linked to a password account bears that one's name.
  const isGoogleOnly = text(claims['cognito:username']).toLowerCase().startsWith('google_')
  return { userId: text(tokens.accessToken.payload.sub), email: text(claims.email), isGoogleOnly }
}

const steps: Readonly<Record<string, SignInStep>> = {
  DONE: 'signed_in',
  CONFIRM_SIGN_UP: 'confirm_sign_up',
  RESET_PASSWORD: 'reset_password',
}

/** The first sign-in of a Google account that was linked a moment ago fails so in Cognito; the next one works. */
const wasJustLinked = (message: string) => /already found an entry for username google_/i.test(message)
const retriedKey = 'google_sign_in_retried'

/** The library's own words for what happened, without its prefixes ("PreSignUp failed with error "). */
const plain = (message: string) => message.replace(/^PreSignUp failed with error /, '').trim()

const isSignOutElsewhere = (event: StorageEvent) =>
  event.key?.startsWith('CognitoIdentityServiceProvider.') && event.key.endsWith('.LastAuthUser')

/** Opens the user pool named in the configuration. */
export const openCognito = async (): Promise<AuthClient> => {
  const settings = await configuration()
  const changes = new Set<(change: SessionChange) => void>()
  const failures = new Set<(message: string) => void>()
  let unheardFailure: string | undefined

  const tell = (change: SessionChange) => {
    for (const listener of changes) listener(change)
  }
  const tellCurrent = async () => {
    const user = await currentUser().catch(() => undefined)
    tell(user ? { user } : {})
  }
  const tellFailure = (message: string) => {
    if (failures.size === 0) unheardFailure = message
    for (const listener of failures) listener(message)
  }
  const continueWithGoogle = () => signInWithRedirect({ provider: 'Google' })
  let giveUp: () => void = () => undefined
  const refused = new Promise<undefined>((resolve) => {
    giveUp = () => resolve(undefined)
  })
  const onGoogleRefused = (message: string) => {
    giveUp()
    if (wasJustLinked(message) && sessionStorage.getItem(retriedKey) === null) {
      sessionStorage.setItem(retriedKey, 'yes')
      void continueWithGoogle()
      return
    }
    sessionStorage.removeItem(retriedKey)
    tellFailure(plain(message))
  }

  Hub.listen('auth', ({ payload }) => {
    if (payload.event === 'signedIn') {
      sessionStorage.removeItem(retriedKey)
      void tellCurrent()
    }
    if (payload.event === 'signedOut') tell({})
    // The library keeps the tokens when only the network failed, and drops them when the pool refused to renew them.
    if (payload.event === 'tokenRefresh_failure' && payload.data.error?.name.startsWith('NotAuthorized')) {
      tell({ ended: true })
    }
    if (payload.event === 'signInWithRedirect_failure') onGoogleRefused(payload.data.error?.message ?? '')
  })
  addEventListener('storage', (event) => {
    if (isSignOutElsewhere(event)) void tellCurrent()
  })
  configure(settings)

  const options = { authFlowType: settings.passwordFlow ?? 'USER_SRP_AUTH' } as const
  const signInWith: AuthClient['signIn'] = async ({ email, password }) => {
    const { nextStep } = await signIn({ username: email, password, options })
    const step = steps[nextStep.signInStep]
    if (!step) throw new Error('This account asks for a kind of sign-in that is not offered here.')
    return step
  }

  return {
    // The library makes whoever asks wait for Google's answer, and may overlook that it was a refusal.
    currentUser: () => Promise.race([currentUser(), refused]),
    accessToken: async () => (await fetchAuthSession()).tokens?.accessToken.toString(),
    signOut: ({ everywhere } = { everywhere: false }) => signOut({ global: everywhere }),
    onChange: (listener) => {
      changes.add(listener)
    },
    signIn: async (credentials) => {
      try {
        return await signInWith(credentials)
      } catch (thrown) {
        if (!(thrown instanceof Error) || thrown.name !== 'UserAlreadyAuthenticatedException') throw thrown
        // Another tab signed in meanwhile, maybe as someone else: the credentials typed here decide.
        await signOut()
        return signInWith(credentials)
      }
    },
    signUp: async ({ displayName, email, password }) => {
      await signUp({ username: email, password, options: { userAttributes: { email, name: displayName } } })
    },
    confirmSignUp: async ({ email, code }) => {
      await confirmSignUp({ username: email, confirmationCode: code })
    },
    resendCode: async (email) => {
      await resendSignUpCode({ username: email })
    },
    requestReset: async (email) => {
      await resetPassword({ username: email })
    },
    confirmReset: ({ email, code, password }) =>
      confirmResetPassword({ username: email, confirmationCode: code, newPassword: password }),
    changePassword: ({ current, next }) => updatePassword({ oldPassword: current, newPassword: next }),
    continueWithGoogle,
    onGoogleFailure: (listener) => {
      failures.add(listener)
      if (unheardFailure !== undefined) listener(unheardFailure)
      unheardFailure = undefined
      return () => {
        failures.delete(listener)
      }
    },
  }
}
