import type { AuthClient, SessionChange, SessionUser } from '#frontend/shared/session/auth-client.ts'

type FakeAuthClient = AuthClient & { tell: (change: SessionChange) => void; failGoogle: (message: string) => void }

/** An identity library that knows one account and one code, and keeps the promises of the real one. */
export const fakeAuthClient = (user?: SessionUser, override: Partial<AuthClient> = {}): FakeAuthClient => {
  let current = user
  const listeners = new Set<(change: SessionChange) => void>()
  const failures = new Set<(message: string) => void>()
  const tell = (change: SessionChange) => {
    current = change.user
    for (const listener of listeners) listener(change)
  }
  return {
    currentUser: async () => current,
    accessToken: async () => (current ? 'test-token' : undefined),
    signOut: async () => tell({}),
    onChange: (listener) => {
      listeners.add(listener)
    },
    signIn: async ({ email }) => {
      tell({ user: { userId: '11111111-1111-4111-8111-111111111111', email } })
      return 'signed_in'
    },
    signUp: async () => undefined,
    confirmSignUp: async () => undefined,
    resendCode: async () => undefined,
    requestReset: async () => undefined,
    confirmReset: async () => undefined,
    answerCode: async () => 'signed_in',
    replacePassword: async () => 'signed_in',
    hasTotp: async () => false,
    beginTotp: async () => ({
      key: 'ABCD',
      uri: 'otpauth://totp/Darkslide:ada@example.com?secret=ABCD&issuer=Darkslide',
    }),
    confirmTotp: async () => undefined,
    endTotp: async () => undefined,
    changePassword: async () => undefined,
    continueWithGoogle: async () => undefined,
    onGoogleFailure: (listener) => {
      failures.add(listener)
      return () => failures.delete(listener)
    },
    ...override,
    tell,
    failGoogle: (message) => {
      for (const listener of failures) listener(message)
    },
  }
}
