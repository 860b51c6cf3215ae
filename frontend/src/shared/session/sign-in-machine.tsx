import { useAuthenticator } from '@aws-amplify/ui-react'
// The provider alone: `Authenticator.Provider` brings all of Amplify's own screens along, 47 kB gzip.
import { AuthenticatorProvider } from '@aws-amplify/ui-react-core'
import { confirmSignIn, type SignInOutput, signIn } from 'aws-amplify/auth'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import type { SignInStep } from './auth-client.ts'

type Machine = ReturnType<typeof useAuthenticator>
type Route = Machine['route'] | null
type PasswordFlow = 'USER_SRP_AUTH' | 'USER_PASSWORD_AUTH'

/** What Amplify UI shows next, in our words; where it goes on by itself, the sign-in is done. */
const steps: Readonly<Partial<Record<NonNullable<Route>, SignInStep>>> = {
  confirmSignIn: 'totp_code',
  forceNewPassword: 'new_password',
  confirmSignUp: 'confirm_sign_up',
  forgotPassword: 'reset_password',
  confirmResetPassword: 'reset_password',
  transition: 'signed_in',
  authenticated: 'signed_in',
  verifyUser: 'signed_in',
}

const stepAt = (route: Route): SignInStep => {
  const step = route === null ? undefined : steps[route]
  if (!step) throw new Error('This account asks for a kind of sign-in that is not offered here.')
  return step
}

/** Between two screens, or before the first. */
const isOnTheWay = (route: Route) => route === null || route === 'idle' || route === 'setup'

/** Tells every state of the machine. */
const Reporter = ({ tell }: { tell: (machine: Machine) => void }) => {
  const machine = useAuthenticator()
  useEffect(() => tell(machine))
  return null
}

/** One machine, from the first password to the last code. It draws nothing: the screens are ours. */
const startMachine = (authFlowType: PasswordFlow) => {
  let machine: Machine | undefined
  let answer: Promise<SignInOutput> | undefined
  const watchers = new Set<(now: Machine) => void>()
  let isStarted = false
  const tell = (now: Machine) => {
    machine = now
    if (now.route === 'setup' && !isStarted) {
      isStarted = true
      now.initializeMachine({ services, loginMechanisms: ['email'] })
    }
    for (const watch of watchers) watch(now)
  }
  /** Keeps what the library threw: the machine keeps its sentence alone, and we go by its name. */
  const heard = (call: Promise<SignInOutput>) => {
    answer = call
    return call
  }
  const services = {
    handleSignIn: (input: Parameters<typeof signIn>[0]) => heard(signIn({ ...input, options: { authFlowType } })),
    handleConfirmSignIn: (input: Parameters<typeof confirmSignIn>[0]) => heard(confirmSignIn(input)),
    // The form asks for it, and tells what it did.
    handleResendSignUpCode: async () => ({}),
  }
  const until = (isReached: (now: Machine) => boolean): Promise<Machine> =>
    new Promise((resolve) => {
      const watch = (now: Machine) => {
        if (!isReached(now)) return
        watchers.delete(watch)
        resolve(now)
      }
      watchers.add(watch)
      if (machine) watch(machine)
    })

  const root = createRoot(document.createElement('div'))
  root.render(
    <AuthenticatorProvider>
      <Reporter tell={tell} />
    </AuthenticatorProvider>,
  )

  return {
    firstRoute: async (): Promise<Route> => (await until(({ route }) => !isOnTheWay(route))).route,
    /** A password or a code. @throws what the identity provider refused it with. */
    submit: async (form: Readonly<Record<string, string>>): Promise<SignInStep> => {
      const before = await until(({ isPending }) => !isPending)
      answer = undefined
      before.submitForm(form)
      if (!answer) throw new Error('The sign-in has not begun.')
      const { isSignedIn } = await answer
      if (isSignedIn) return 'signed_in'
      return stepAt((await until(({ route, isPending }) => !isPending && route !== before.route)).route)
    },
    /** In the place of a password that somebody else chose. The machine sends it by itself, and keeps what was said. */
    submitPassword: async (password: string): Promise<SignInStep> => {
      const before = await until(({ isPending }) => !isPending)
      before.submitForm({ password, confirm_password: password })
      await until(({ route, isPending }) => isPending || route !== before.route)
      const after = await until(({ isPending }) => !isPending)
      if (after.route === before.route) throw new Error(after.error)
      return after.route === null ? 'signed_in' : stepAt(after.route)
    },
    stop: () => root.unmount(),
  }
}

/**
 * Signs a person in with the state machine of Amplify UI's Authenticator: the password, then as needed the code of an
 * authenticator app, a new password in place of one that an administrator set, or the code of the sign-up. One machine
 * serves one sign-in. It is not kept for the session, because it would sign out a person whom we only ask for the
 * password again.
 * @param makeRoom Ends the session that is open, if any: the credentials typed now replace it.
 */
export const signInFlow = (authFlowType: PasswordFlow, makeRoom: () => Promise<void>) => {
  let machine: ReturnType<typeof startMachine> | undefined
  const stop = () => {
    machine?.stop()
    machine = undefined
  }
  const start = async () => {
    stop()
    machine = startMachine(authFlowType)
    // Another tab signed in meanwhile, maybe as someone else: the credentials typed here decide.
    if ((await machine.firstRoute()) !== 'authenticated') return machine
    stop()
    await makeRoom()
    machine = startMachine(authFlowType)
    await machine.firstRoute()
    return machine
  }
  /** Whoever is in, or has to begin anew, needs the machine no more. */
  const over = (step: SignInStep): SignInStep => {
    if (step !== 'totp_code' && step !== 'new_password') stop()
    return step
  }
  const running = () => {
    if (!machine) throw new Error('Please sign in with your password again.')
    return machine
  }

  return {
    password: async ({ email, password }: { email: string; password: string }): Promise<SignInStep> =>
      over(await (await start()).submit({ username: email, password })),
    code: async (code: string): Promise<SignInStep> => over(await running().submit({ confirmation_code: code })),
    newPassword: async (password: string): Promise<SignInStep> => over(await running().submitPassword(password)),
  }
}
export type SignInFlow = ReturnType<typeof signInFlow>
