import { chakra } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { useForm } from '#frontend/shared/forms/use-form.ts'
import { useSession } from '#frontend/shared/session/session.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Field, Form, Input } from '#frontend/ui/field.tsx'
import { Heading, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { PasswordInput } from '#frontend/ui/password-input.tsx'
import { Tabs } from '#frontend/ui/tabs.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import {
  ConfirmReset,
  ConfirmSignUp,
  defaultName,
  identityMessage,
  RequestReset,
  SignIn,
  SignUp,
} from './credentials.ts'
import { GoogleMark } from './google-mark.tsx'

const failed = (title: string) => (thrown: unknown) => toast({ title, description: identityMessage(thrown) })
const codeSent = () =>
  toast({ kind: 'success', title: 'Check your email', description: "We've sent you a confirmation link." })

const PlainTextButton = chakra(
  'button',
  {
    base: {
      color: 'accent.text',
      textDecoration: 'underline',
      textUnderlineOffset: '0.2em',
      cursor: 'pointer',
      minHeight: '6',
      _hover: { textDecorationThickness: '2px' },
    },
  },
  { defaultProps: { type: 'button' } },
)

const OrRule = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    color: 'ink.muted',
    fontSize: 'sm',
    _before: { content: '""', flex: '1', height: '1px', background: 'line' },
    _after: { content: '""', flex: '1', height: '1px', background: 'line' },
  },
})

type EmailFieldProps = { value: string; error: string | undefined; onChange: (email: string) => void }
const EmailField = ({ value, error, onChange }: EmailFieldProps) => (
  <Field label="Email" error={error} required>
    <Input
      type="email"
      name="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  </Field>
)

type PasswordFieldProps = EmailFieldProps & { label: string; isNew?: boolean; hint?: string }
const PasswordField = ({ label, value, error, onChange, isNew = false, hint }: PasswordFieldProps) => (
  <Field label={label} error={error} hint={hint} required>
    <PasswordInput
      name="password"
      autoComplete={isNew ? 'new-password' : 'current-password'}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  </Field>
)

const CodeField = ({ value, error, onChange }: EmailFieldProps) => (
  <Field label="Confirmation code" error={error} required>
    <Input
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  </Field>
)

const GoogleButton = ({ beforeLeaving }: { beforeLeaving: (() => void) | undefined }) => {
  const { open } = useSession()
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    try {
      const client = await open()
      beforeLeaving?.()
      await client.continueWithGoogle()
    } catch (thrown) {
      failed('Google sign in failed')(thrown)
      setBusy(false)
    }
  }
  return (
    <Stack gap="5">
      <Button shape="wide" busy={busy} onClick={() => void leave()}>
        {!busy && <GoogleMark />}
        Continue with Google
      </Button>
      <OrRule>or with e-mail</OrRule>
    </Stack>
  )
}

/** Which screen is shown. The password of a new account is kept in memory alone, to sign in once it is confirmed. */
type Screen =
  | { kind: 'tabs' }
  | { kind: 'confirm'; email: string; password: string }
  | { kind: 'forgot'; email: string }
  | { kind: 'reset'; email: string }
type ScreenProps = { go: (screen: Screen) => void }

const SignInForm = ({ go, email }: ScreenProps & { email: string }) => {
  const { open } = useSession()
  const form = useForm({
    initial: { email, password: '' },
    schema: SignIn,
    bodyOf: (values) => values,
    send: async (body) => {
      const credentials = SignIn.parse(body)
      const client = await open()
      const step = await client.signIn(credentials)
      if (step === 'reset_password') go({ kind: 'forgot', email: credentials.email })
      if (step !== 'confirm_sign_up') return
      await client.resendCode(credentials.email)
      codeSent()
      go({ kind: 'confirm', ...credentials })
    },
    onRefusal: failed('Sign in failed'),
  })
  return (
    <Form ref={form.form} onSubmit={form.submit} aria-label="Sign In">
      <EmailField
        value={form.values.email}
        error={form.errorOf('email')}
        onChange={(email) => form.set('email', email)}
      />
      <PasswordField
        label="Password"
        value={form.values.password}
        error={form.errorOf('password')}
        onChange={(password) => form.set('password', password)}
      />
      <Button type="submit" variant="accent" shape="wide" busy={form.busy} busyLabel="Signing in...">
        Sign In
      </Button>
      <Text textStyle="small">
        <PlainTextButton onClick={() => go({ kind: 'forgot', email: form.values.email })}>
          Forgot your password?
        </PlainTextButton>
      </Text>
    </Form>
  )
}

const SignUpForm = ({ go }: ScreenProps) => {
  const { open } = useSession()
  const form = useForm({
    initial: { displayName: '', email: '', password: '' },
    schema: SignUp,
    bodyOf: (values) => values,
    send: async (body) => {
      const { displayName, email, password } = SignUp.parse(body)
      const client = await open()
      await client.signUp({ displayName: displayName || defaultName(email), email, password })
      codeSent()
      go({ kind: 'confirm', email, password })
    },
    onRefusal: failed('Sign up failed'),
  })
  return (
    <Form ref={form.form} onSubmit={form.submit} aria-label="Sign Up">
      <Field
        label="Display Name"
        error={form.errorOf('displayName')}
        hint="Shown on your galleries. Left empty, it is the part of your e-mail before the @."
      >
        <Input
          name="name"
          autoComplete="name"
          value={form.values.displayName}
          onChange={(event) => form.set('displayName', event.currentTarget.value)}
        />
      </Field>
      <EmailField
        value={form.values.email}
        error={form.errorOf('email')}
        onChange={(email) => form.set('email', email)}
      />
      <PasswordField
        label="Password"
        isNew
        hint="At least 6 characters."
        value={form.values.password}
        error={form.errorOf('password')}
        onChange={(password) => form.set('password', password)}
      />
      <Button type="submit" variant="accent" shape="wide" busy={form.busy} busyLabel="Creating your account...">
        Sign Up
      </Button>
    </Form>
  )
}

const Step = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack gap="5">
    <Heading look="heading">{title}</Heading>
    {children}
  </Stack>
)

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

const ConfirmForm = ({ email, password, go }: ScreenProps & { email: string; password: string }) => {
  const { open } = useSession()
  const again = useResend(async () => (await open()).resendCode(email))
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
    onRefusal: failed('Sign up failed'),
  })
  return (
    <Step title="Confirm your e-mail address">
      <Text color="ink.muted">
        We sent a code to <strong>{email}</strong>. It can take a minute to arrive; look among the spam, too.
      </Text>
      <Form ref={form.form} onSubmit={form.submit} aria-label="Confirm your e-mail address">
        <CodeField value={form.values.code} error={form.errorOf('code')} onChange={(code) => form.set('code', code)} />
        <Button type="submit" variant="accent" shape="wide" busy={form.busy} busyLabel="Confirming...">
          Confirm
        </Button>
        <Row justifyContent="space-between">
          <Button variant="quiet" size="sm" busy={again.busy} onClick={again.resend}>
            Send a new code
          </Button>
          <Button variant="quiet" size="sm" onClick={() => go({ kind: 'tabs' })}>
            Back to Sign In
          </Button>
        </Row>
      </Form>
    </Step>
  )
}

const ForgotForm = ({ email, go }: ScreenProps & { email: string }) => {
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
    <Step title="Forgotten password">
      <Text color="ink.muted">Tell us your e-mail address, and we send a code with which you can set a new one.</Text>
      <Form ref={form.form} onSubmit={form.submit} aria-label="Forgotten password">
        <EmailField
          value={form.values.email}
          error={form.errorOf('email')}
          onChange={(typed) => form.set('email', typed)}
        />
        <Button type="submit" variant="accent" shape="wide" busy={form.busy} busyLabel="Sending...">
          Send code
        </Button>
        <Row>
          <Button variant="quiet" size="sm" onClick={() => go({ kind: 'tabs' })}>
            Back to Sign In
          </Button>
        </Row>
      </Form>
    </Step>
  )
}

const ResetForm = ({ email, go }: ScreenProps & { email: string }) => {
  const { open } = useSession()
  const again = useResend(async () => (await open()).requestReset(email))
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
    onRefusal: failed('Failed to update password'),
  })
  return (
    <Step title="Set a new password">
      <Text color="ink.muted">
        If <strong>{email}</strong> has an account here, a code is on its way to it.
      </Text>
      <Form ref={form.form} onSubmit={form.submit} aria-label="Set a new password">
        <CodeField value={form.values.code} error={form.errorOf('code')} onChange={(code) => form.set('code', code)} />
        <PasswordField
          label="New password"
          isNew
          hint="At least 6 characters."
          value={form.values.password}
          error={form.errorOf('password')}
          onChange={(password) => form.set('password', password)}
        />
        <Button type="submit" variant="accent" shape="wide" busy={form.busy} busyLabel="Saving...">
          Set password and sign in
        </Button>
        <Row justifyContent="space-between">
          <Button variant="quiet" size="sm" busy={again.busy} onClick={again.resend}>
            Send a new code
          </Button>
          <Button variant="quiet" size="sm" onClick={() => go({ kind: 'tabs' })}>
            Back to Sign In
          </Button>
        </Row>
      </Form>
    </Step>
  )
}

type SignInScreensProps = {
  tab: string
  onTab: (tab: string) => void
  /** Known already: of a session that ended. */
  email?: string
  /** Called before the page is left for Google, to note where to come back to. */
  beforeLeaving?: () => void
}

/** Everything by which one signs in: tabs, Google, the code of a new account, a forgotten password. */
export const SignInScreens = ({ tab, onTab, email = '', beforeLeaving }: SignInScreensProps) => {
  const [screen, go] = useState<Screen>({ kind: 'tabs' })
  if (screen.kind === 'confirm') return <ConfirmForm email={screen.email} password={screen.password} go={go} />
  if (screen.kind === 'forgot') return <ForgotForm email={screen.email} go={go} />
  if (screen.kind === 'reset') return <ResetForm email={screen.email} go={go} />
  const panel = (form: ReactNode) => (
    <Stack gap="5">
      <GoogleButton beforeLeaving={beforeLeaving} />
      {form}
    </Stack>
  )
  return (
    <Tabs
      label="Account"
      value={tab}
      onChange={onTab}
      tabs={[
        { value: 'sign-in', label: 'Sign In', content: panel(<SignInForm go={go} email={email} />) },
        { value: 'sign-up', label: 'Sign Up', content: panel(<SignUpForm go={go} />) },
      ]}
    />
  )
}
