import * as z from 'zod'
import { limits } from '#schema/limits.ts'
import { Email, KnownEmail, line } from '#schema/text.ts'

/** What the identity provider is sent: it has its own interface, so these are not in the API's contract. */
const passwordTooShort = `Password must be at least ${String(limits.password.min)} characters long`
const { min, max } = limits.password
/** The provider refuses more than 256 characters and spaces at the ends, and says so with a regular expression. */
const passwordOf = (atLeast: number, tooShort: string) =>
  z
    .string()
    .min(atLeast, tooShort)
    .max(max, `Password must be at most ${String(max)} characters long`)
    .regex(/^\S(?:.*\S)?$/s, 'Password must not begin or end with a space')
export const Password = passwordOf(min, passwordTooShort)
export const CurrentPassword = passwordOf(1, 'Please enter your current password.')
const Code = z.string().trim().min(1, 'Please enter the code from the email.')

export const SignIn = z.object({ email: KnownEmail, password: z.string().min(1, 'Please enter your password.') })
export const SignUp = z.object({
  displayName: line(limits.profile.displayNameLength),
  email: Email,
  password: Password,
})
export const ConfirmSignUp = z.object({ email: KnownEmail, code: Code })
export const RequestReset = z.object({ email: KnownEmail })
export const AppCode = z.object({
  code: z
    .string()
    .transform((code) => code.replace(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'Please enter the 6 digits that your app shows.')),
})
export const OwnPassword = z.object({ password: Password })
export const ConfirmReset = z.object({ email: KnownEmail, code: Code, password: Password })

/** The name of someone who gave none: the part of the email before the @. */
export const defaultName = (email: string): string => email.split('@')[0] ?? email

const nameOf = (thrown: unknown) => (thrown instanceof Error ? thrown.name : '')

/** What is wrong with which field. */
export type RefusedFields = Readonly<Record<string, string>>

const fieldsByError: Readonly<Record<string, RefusedFields>> = {
  CodeMismatchException: { code: 'This is not the code from the email. Please check it, or send a new one.' },
  ExpiredCodeException: { code: 'This code is too old. Please send a new one.' },
}

const notTheAppCode = { code: 'This is not the code that your app shows now. Please type the next one.' }
/** By these names a pool refuses the code of an authenticator app, at the sign-in and while it is set up. */
const appCodeRefusals = ['CodeMismatchException', 'EnableSoftwareTokenMFAException', 'ExpiredCodeException']
export const refusedAppCode = (thrown: unknown) =>
  appCodeRefusals.includes(nameOf(thrown)) ? notTheAppCode : undefined

/** The provider tells by these what we do not say: that an address has an account, or that it is confirmed already. */
export const isKnownAddress = (thrown: unknown) => nameOf(thrown) === 'UsernameExistsException'
const isConfirmedAlready = (thrown: unknown) =>
  ['NotAuthorizedException', 'InvalidParameterException'].includes(nameOf(thrown)) &&
  /confirmed/i.test(identityMessage(thrown))

/** For the code of a sign-up: no code is right for an address that is confirmed already. */
export const refusedCode = (thrown: unknown) =>
  isConfirmedAlready(thrown) ? fieldsByError.CodeMismatchException : refusedField(thrown)

/**
 * Sends what the owner of this address needs next: a code where one is waited for, else the mail that there is an account
 * already. Whoever only typed the address sees the same in every case.
 */
export const sendWhatIsDue = async (resend: () => Promise<void>, tell: () => Promise<unknown>): Promise<void> => {
  try {
    await resend()
  } catch (thrown) {
    if (!isConfirmedAlready(thrown)) throw thrown
    await tell()
  }
}

/** The field for whose sake the identity provider refused a sign-up or a code, and why. */
export const refusedField = (thrown: unknown) => fieldsByError[nameOf(thrown)]

/** The provider says in the same way that it was asked too often, or that the session is over. */
export const isWrongPassword = (thrown: unknown) =>
  nameOf(thrown) === 'NotAuthorizedException' && identityMessage(thrown).startsWith('Incorrect ')

/** What the identity provider said, without the names of its parts. */
export const identityMessage = (thrown: unknown): string => {
  const message = thrown instanceof Error ? thrown.message : ''
  return message.replace(/^\w+ failed with error /, '').trim() || 'Something went wrong. Please try again.'
}
