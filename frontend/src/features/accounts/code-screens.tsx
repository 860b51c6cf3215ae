import { type ReactNode, useEffect, useState } from 'react'
import { type FormState, useForm } from '#frontend/shared/forms/use-form.ts'
import { useSession } from '#frontend/shared/session/session.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Form } from '#frontend/ui/field.tsx'
import { Heading, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { ConfirmReset, ConfirmSignUp, RequestReset, refusedCode, refusedField, sendWhatIsDue } from './credentials.ts'
import { CodeField, EmailField, NewPasswordField, Submit } from './sign-in-fields.tsx'
import type { ScreenProps } from './sign-in-screen.ts'
import { codeSent, failed } from './sign-in-words.ts'
import { useSignUpTried } from './sign-up-tried.ts'
import type { TypedSoFar } from './typed-so-far.ts'

const useResend = (send: () => Promise<void>) => {
  const [busy, setBusy] = useState(false)
  const resend = async () => {
    setBusy(true)
    try {
      await send()
      codeSent()
    } catch (thrown) {
      failed('The code could not be sent')(thrown)
    } finally {
      setBusy(false)
    }
  }
  return { busy, resend: () => void resend() }
}

type StepProps = {
  title: string
  lead: ReactNode
  form: Pick<FormState<Record<string, unknown>>, 'form' | 'submit' | 'busy'>
  action: string
  busyLabel: string
  onBack: () => void
  /** Sends another code; absent where none was sent yet. */
  onResend?: () => Promise<void>
  children: ReactNode
}

/** One step on the way to an account: what is asked for, one action, another code, and the way back. */
const Step = ({ title, lead, form, action, busyLabel, onBack, onResend, children }: StepProps) => {
  const again = useResend(async () => onResend?.())
  return (
    <Stack gap="5">
      <Heading look="heading">{title}</Heading>
      <Text color="ink.muted">{lead}</Text>
      <Form ref={form.form} onSubmit={form.submit} aria-label={title}>
        {children}
        <Submit busy={form.busy} busyLabel={busyLabel}>
          {action}
        </Submit>
        <Row justifyContent="space-between">
          {onResend && (
            <Button variant="quiet" size="sm" busy={again.busy} onClick={again.resend}>
              Send a new code
            </Button>
          )}
          <Button variant="quiet" size="sm" onClick={onBack}>
            Back to Sign In
          </Button>
        </Row>
      </Form>
    </Stack>
  )
}

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
      // The address may have been signed up for before, with another password: it is confirmed all the same.
      const step =
        password === '' ? undefined : await client.signIn({ email: answer.email, password }).catch(() => undefined)
      if (step === 'signed_in') return
      toast({ kind: 'success', title: 'E-mail address confirmed', description: 'Please sign in.' })
      go()
    },
    fieldsOf: refusedCode,
    onRefusal: failed('Sign up failed'),
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
    <Step
      title="Confirm your e-mail address"
      lead={
        isAsked ? (
          'Enter your e-mail address and the code that we sent to it.'
        ) : (
          <>
            We sent a code to <strong>{email}</strong>. It can take a minute to arrive; look among the spam, too.
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
    </Step>
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
    <Step
      title="Forgotten password"
      lead="Tell us your e-mail address, and we send a code with which you can set a new one."
      form={form}
      action="Send code"
      busyLabel="Sending..."
      onBack={() => go()}
    >
      <EmailField {...form.field('email')} />
    </Step>
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
      toast({ kind: 'success', title: 'Password updated', description: 'You are signed in with your new password.' })
      const step = await client.signIn({ email: answer.email, password: answer.password })
      if (step !== 'signed_in') go()
    },
    fieldsOf: refusedField,
    onRefusal: failed('Failed to update password'),
  })
  useEffect(() => typed.keep({ email: form.values.email }), [typed, form.values.email])
  return (
    <Step
      title="Set a new password"
      lead={
        isAsked ? (
          'Enter your e-mail address and the code that we sent to it.'
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
    </Step>
  )
}
