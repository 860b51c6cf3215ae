export type SessionUser = {
  userId: string
  email: string
  /** Signed up through Google and has no password of ours. */
  isGoogleOnly?: boolean
  /** When they last proved who they are; refreshing a session does not change it. */
  signedInAtMs?: number
}

type Credentials = { email: string; password: string }
/**
 * What is left to do after a right password: nothing, the code of an authenticator app, a password in the place of one that
 * somebody else chose, the code of the sign-up, or a new password by mail.
 */
export type SignInStep = 'signed_in' | 'totp_code' | 'new_password' | 'confirm_sign_up' | 'reset_password'
/** What an authenticator app is set up with: as text to type in, and as an address to show as a QR code. */
export type TotpSecret = { key: string; uri: string }
/** How a session changed. `ended`: it could not be renewed, and the person did not ask for that. */
export type SessionChange = { user?: SessionUser; ended?: true }

/** What the identity provider's library is asked for; `cognito.ts` is the only file that knows the library. */
export type AuthClient = {
  currentUser(): Promise<SessionUser | undefined>
  /** A valid access token, refreshed when needed; `undefined` when signed out. */
  accessToken(): Promise<string | undefined>
  /** `everywhere` ends every session of the user, on other devices too. */
  signOut(options?: { everywhere: boolean }): Promise<void>
  /** Tells of signed-in, signed-out, refreshed and ended sessions. */
  onChange(listener: (change: SessionChange) => void): void

  signIn(credentials: Credentials): Promise<SignInStep>
  /** Goes on after `totp_code`, with what the authenticator app shows. */
  answerCode(code: string): Promise<SignInStep>
  /** Goes on after `new_password`. */
  replacePassword(password: string): Promise<SignInStep>
  /** Sends a code to the address. */
  signUp(account: Credentials & { displayName: string }): Promise<void>
  confirmSignUp(answer: { email: string; code: string }): Promise<void>
  resendCode(email: string): Promise<void>
  /** Sends a code with which a new password may be set. */
  requestReset(email: string): Promise<void>
  confirmReset(answer: Credentials & { code: string }): Promise<void>
  changePassword(passwords: { current: string; next: string }): Promise<void>
  /** Whether signing in asks for the code of an authenticator app. */
  hasTotp(): Promise<boolean>
  beginTotp(): Promise<TotpSecret>
  /** Takes the first code of the app; from then on signing in asks for one. */
  confirmTotp(code: string): Promise<void>
  /** @throws as `changePassword` does for a wrong password. */
  endTotp(password: string): Promise<void>
  /** Leaves the page; the answer comes back to /auth. */
  continueWithGoogle(): Promise<void>
  /** Tells why Google's answer was not taken, also of one that came before anybody listened. */
  onGoogleFailure(listener: (message: string) => void): () => void
}
