import { useEffect, useState } from 'react'
import { useForm } from '#frontend/shared/forms/use-form.ts'
import { useSession } from '#frontend/shared/session/session.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { ConfirmReset, ConfirmSignUp, RequestReset, refusedCode, refusedField, sendWhatIsDue } from './credentials.ts'
import { CodeField, EmailField, NewPasswordField } from './sign-in-fields.tsx'
import { type ScreenProps, screenAfter } from './sign-in-screen.ts'
import { SignInStepFrame } from './sign-in-step-frame.tsx'
import { codeTaken, failed } from './sign-in-words.ts'
import { useSignUpTried } from './sign-up-tried.ts'
import type { TypedSoFar } from './typed-so-far.ts'

/** The address that a code was sent to. Where it is not known any more (another tab, another day), it is asked for. */
const useAddressOfCode = (typed: TypedSoFar) => {
  const [{ email, password }] = useState(typed.read)
  return { email, password, isAsked: email === '' }
}

export const ConfirmForm = ({ typed, go }: ScreenProps) => {
  const { open } = useSession()
  const tried = useSignUpTried()
  const { email, password, isAsked } = useAddressOfCode(typed)
  const form = useForm({
    initial: { email, code: '' },
    schema: ConfirmSignUp,
    bodyOf: (values) => values,
    send: async (body) => {
      const answer = ConfirmSignUp.parse(body)
      const client = await open()
      await client.confirmSignUp(answer)
      codeTaken()
      // The address may have been signed up for before, with another password: it is confirmed all the same.
      const step =
        password === '' ? undefined : await client.signIn({ email: answer.email, password }).catch(() => undefined)
      if (step === 'signed_in') return
      toast({ kind: 'success', title: 'Email address confirmed', description: 'Please sign in.' })
      go()
    },
    fieldsOf: refusedCode,
    onRefusal: failed('Sign up failed', refusedCode),
  })
  useEffect(() => typed.keep({ email: form.values.email }), [typed, form.values.email])
  const sendAgain = async () => {
    const client = await open()
    await sendWhatIsDue(
      () => client.resendCode(email),
      () => tried.mutateAsync({ body: { email } }),
    )
  }
  return (
    <SignInStepFrame
      title="Confirm your email address"
      lead={
        isAsked ? (
          'Enter your email address and the code that we sent to it.'
        ) : (
          <>
            We sent an email to <strong>{email}</strong>, with a code or a link to go on with. It can take a minute to
            arrive; look among the spam, too.
          </>
        )
      }
      form={form}
      action="Confirm"
      busyLabel="Confirming..."
      onBack={() => go()}
      {...(!isAsked && { onResend: sendAgain })}
    >
      {isAsked && <EmailField {...form.field('email')} />}
      <CodeField {...form.field('code')} />
    </SignInStepFrame>
  )
}

export const ForgotForm = ({ typed, go }: ScreenProps) => {
  const { open } = useSession()
  const form = useForm({
    initial: { email: typed.read().email },
    schema: RequestReset,
    bodyOf: (values) => values,
    send: async (body) => {
      const asked = RequestReset.parse(body)
      await (await open()).requestReset(asked.email)
      typed.keep(asked)
      go('reset')
    },
    onRefusal: failed('The code could not be sent'),
  })
  useEffect(() => typed.keep(form.values), [typed, form.values])
  return (
    <SignInStepFrame
      title="Forgotten password"
      lead="Tell us your email address, and we send you a code to set a new password."
      form={form}
      action="Send code"
      busyLabel="Sending..."
      onBack={() => go()}
    >
      <EmailField {...form.field('email')} />
    </SignInStepFrame>
  )
}

export const ResetForm = ({ typed, go }: ScreenProps) => {
  const { open } = useSession()
  const { email, isAsked } = useAddressOfCode(typed)
  const form = useForm({
    initial: { email, code: '', password: '' },
    schema: ConfirmReset,
    bodyOf: (values) => values,
    send: async (body) => {
      const answer = ConfirmReset.parse(body)
      const client = await open()
      await client.confirmReset(answer)
      codeTaken()
      const { email: address, password } = answer
      // The password is set, whatever becomes of the sign-in.
      const step = await client.signIn({ email: address, password }).catch(() => undefined)
      const isIn = step === 'signed_in'
      const description = isIn ? 'You are signed in with your new password.' : 'Sign in with it from now on.'
      toast({ kind: 'success', title: 'Password updated', description })
      if (!isIn) go(step && screenAfter(step))
    },
    fieldsOf: refusedField,
    onRefusal: failed('Failed to update password', refusedField),
  })
  useEffect(() => typed.keep({ email: form.values.email }), [typed, form.values.email])
  return (
    <SignInStepFrame
      title="Set a new password"
      lead={
        isAsked ? (
          'Enter your email address and the code that we sent to it.'
        ) : (
          <>
            If <strong>{email}</strong> has an account here, a code is on its way to it.
          </>
        )
      }
      form={form}
      action="Set password and sign in"
      busyLabel="Saving..."
      onBack={() => go()}
      {...(!isAsked && { onResend: async () => (await open()).requestReset(email) })}
    >
      {isAsked && <EmailField {...form.field('email')} />}
      <CodeField {...form.field('code')} />
      <NewPasswordField {...form.field('password')} label="New password" />
    </SignInStepFrame>
  )
}
