import { type ReactNode, useState } from 'react'
import { type FormState, useForm } from '#frontend/shared/forms/use-form.ts'
import { useSession } from '#frontend/shared/session/session.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Form } from '#frontend/ui/field.tsx'
import { Heading, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { ConfirmReset, ConfirmSignUp, RequestReset, refusedField } from './credentials.ts'
import { CodeField, EmailField, NewPasswordField, Submit } from './sign-in-fields.tsx'
import type { ScreenProps } from './sign-in-screen.ts'
import { codeSent, failed } from './sign-in-words.ts'

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
  form: Pick<FormState<object>, 'form' | 'submit' | 'busy'>
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

export const ConfirmForm = ({ email, password, go }: ScreenProps & { email: string; password: string }) => {
  const { open } = useSession()
  const form = useForm({
    initial: { code: '' },
    schema: ConfirmSignUp,
    bodyOf: ({ code }) => ({ email, code }),
    send: async (body) => {
      const client = await open()
      await client.confirmSignUp(ConfirmSignUp.parse(body))
      const step = await client.signIn({ email, password })
      if (step !== 'signed_in') go({ kind: 'tabs' })
    },
    fieldsOf: refusedField,
    onRefusal: failed('Sign up failed'),
  })
  return (
    <Step
      title="Confirm your e-mail address"
      lead={
        <>
          We sent a code to <strong>{email}</strong>. It can take a minute to arrive; look among the spam, too.
        </>
      }
      form={form}
      action="Confirm"
      busyLabel="Confirming..."
      onBack={() => go({ kind: 'tabs' })}
      onResend={async () => (await open()).resendCode(email)}
    >
      <CodeField {...form.field('code')} />
    </Step>
  )
}

export const ForgotForm = ({ email, go }: ScreenProps & { email: string }) => {
  const { open } = useSession()
  const form = useForm({
    initial: { email },
    schema: RequestReset,
    bodyOf: (values) => values,
    send: async (body) => {
      const asked = RequestReset.parse(body)
      await (await open()).requestReset(asked.email)
      go({ kind: 'reset', email: asked.email })
    },
    onRefusal: failed('The code could not be sent'),
  })
  return (
    <Step
      title="Forgotten password"
      lead="Tell us your e-mail address, and we send a code with which you can set a new one."
      form={form}
      action="Send code"
      busyLabel="Sending..."
      onBack={() => go({ kind: 'tabs' })}
    >
      <EmailField {...form.field('email')} />
    </Step>
  )
}

export const ResetForm = ({ email, go }: ScreenProps & { email: string }) => {
  const { open } = useSession()
  const form = useForm({
    initial: { code: '', password: '' },
    schema: ConfirmReset,
    bodyOf: (values) => ({ ...values, email }),
    send: async (body) => {
      const answer = ConfirmReset.parse(body)
      const client = await open()
      await client.confirmReset(answer)
      toast({ kind: 'success', title: 'Password updated', description: 'You are signed in with your new password.' })
      const step = await client.signIn({ email, password: answer.password })
      if (step !== 'signed_in') go({ kind: 'tabs' })
    },
    fieldsOf: refusedField,
    onRefusal: failed('Failed to update password'),
  })
  return (
    <Step
      title="Set a new password"
      lead={
        <>
          If <strong>{email}</strong> has an account here, a code is on its way to it.
        </>
      }
      form={form}
      action="Set password and sign in"
      busyLabel="Saving..."
      onBack={() => go({ kind: 'tabs' })}
      onResend={async () => (await open()).requestReset(email)}
    >
      <CodeField {...form.field('code')} />
      <NewPasswordField {...form.field('password')} label="New password" />
    </Step>
  )
}
