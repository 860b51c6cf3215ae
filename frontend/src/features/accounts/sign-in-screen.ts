import * as z from 'zod'
import type { SignInStep } from '#frontend/shared/session/auth-client.ts'
import type { TypedSoFar } from './typed-so-far.ts'

/**
 * The screens behind the two tabs, by their names in the address: a code for a new account, and for a new password; the
 * code of an authenticator app, and a password in the place of one that somebody else chose.
 */
export const Step = z.enum(['confirm', 'forgot', 'reset', 'code', 'password'])
export type Step = z.infer<typeof Step>

export type ScreenProps = {
  /** Shows another screen; the tab Sign In without one. */
  go: (step?: Step) => void
  typed: TypedSoFar
}

/** Where a right password or code leads that is not yet the end of it; a sign-up's code has to be sent first. */
export const screenAfter = (step: SignInStep): Step | undefined => {
  if (step === 'totp_code') return 'code'
  if (step === 'new_password') return 'password'
  return step === 'reset_password' ? 'forgot' : undefined
}
