// Completes Google's answer when the pool is configured; without one under way it does nothing.
import 'aws-amplify/auth/enable-oauth-listener'
import { Amplify } from 'aws-amplify'
import {
  confirmResetPassword,
  confirmSignUp,
  fetchAuthSession,
  fetchMFAPreference,
  resendSignUpCode,
  resetPassword,
  setUpTOTP,
  signInWithRedirect,
  signOut,
  signUp,
  updateMFAPreference,
  updatePassword,
  verifyTOTPSetup,
} from 'aws-amplify/auth'
import { Hub } from 'aws-amplify/utils'
import { limits } from '#schema/limits.ts'
import { paths } from '#schema/paths.ts'
import { signInScopes } from '#schema/sign-in-scopes.ts'
import type { AuthClient, SessionChange, SessionUser } from './auth-client.ts'
import { type Configuration, configuration } from './configuration.ts'
import type { SignInFlow } from './sign-in-machine.tsx'

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
            scopes: signInScopes,
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
  const { sub, auth_time: at } = tokens.accessToken.payload
  const signedInAt = typeof at === 'number' ? { signedInAtMs: at * 1_000 } : {}
  return { userId: text(sub), email: text(claims.email), isGoogleOnly, ...signedInAt }
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
  /** Whoever is signed in and comes all the same is asked for a fresh sign-in: the library takes that by `prompt` alone. */
  const continueWithGoogle = async () => {
    const { tokens } = await fetchAuthSession().catch(() => ({ tokens: undefined }))
    return signInWithRedirect({ provider: 'Google', ...(tokens && { options: { prompt: 'LOGIN' } }) })
  }
  /** While one session makes room for the next: a page that only asks for the password again stays as it is. */
  let isReplaced = false
  const makeRoom = async () => {
    isReplaced = true
    try {
      await signOut()
    } finally {
      isReplaced = false
    }
  }
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
    if (payload.event === 'signedOut' && !isReplaced) tell({})
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

  let flow: Promise<SignInFlow> | undefined
  /** A file of its own, on its way when /auth has been drawn; other pages need it only when a session ends. */
  const signingIn = () => {
    flow ??= import('./sign-in-machine.tsx').then(
      ({ signInFlow }) => signInFlow(settings.passwordFlow ?? 'USER_SRP_AUTH', makeRoom),
      (thrown: unknown) => {
        flow = undefined
        throw thrown
      },
    )
    return flow
  }
  // Only started early here; the screen that signs in shows the error.
  if (location.pathname === paths.auth()) signingIn().catch(() => undefined)

  return {
    // The library makes whoever asks wait for Google's answer, and may overlook that it was a refusal.
    currentUser: () => Promise.race([currentUser(), refused]),
    accessToken: async () => (await fetchAuthSession()).tokens?.accessToken.toString(),
    signOut: ({ everywhere } = { everywhere: false }) => signOut({ global: everywhere }),
    onChange: (listener) => {
      changes.add(listener)
    },
    signIn: async (credentials) => (await signingIn()).password(credentials),
    answerCode: async (code) => (await signingIn()).code(code),
    replacePassword: async (password) => (await signingIn()).newPassword(password),
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
    hasTotp: async () => (await fetchMFAPreference()).enabled?.includes('TOTP') ?? false,
    beginTotp: async () => {
      const { sharedSecret, getSetupUri } = await setUpTOTP()
      const { tokens } = await fetchAuthSession()
      return { key: sharedSecret, uri: getSetupUri('Darkslide', text(tokens?.idToken?.payload.email)).href }
    },
    confirmTotp: async (code) => {
      await verifyTOTPSetup({ code })
      await updateMFAPreference({ totp: 'PREFERRED' })
    },
    endTotp: async (password) => {
      // The pool would switch it off for whoever holds the session. A change to the same password asks for the password
      // (https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ChangePassword.html).
      await updatePassword({ oldPassword: password, newPassword: password })
      await updateMFAPreference({ totp: 'DISABLED' })
    },
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
