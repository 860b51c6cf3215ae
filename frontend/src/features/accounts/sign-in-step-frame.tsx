import { type ReactNode, useState } from 'react'
import type { FormState } from '#frontend/shared/forms/use-form.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Form } from '#frontend/ui/field.tsx'
import { Heading, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { Submit } from './sign-in-fields.tsx'
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

type FrameProps = {
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
export const SignInStepFrame = ({ title, lead, form, action, busyLabel, onBack, onResend, children }: FrameProps) => {
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
        <Row justifyContent="space-between" marginInline="-3">
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
