import { chakra } from '@chakra-ui/react'
import { useForm } from '#frontend/shared/forms/use-form.ts'
import { useSession } from '#frontend/shared/session/session.tsx'
import { Form } from '#frontend/ui/field.tsx'
import { Text } from '#frontend/ui/layout.tsx'
import { SignIn } from './credentials.ts'
import { CurrentPasswordField, EmailField, inertWithoutScript, Submit } from './sign-in-fields.tsx'
import { type ScreenProps, screenAfter } from './sign-in-screen.ts'
import { codeSent, failed } from './sign-in-words.ts'
import { useKeptTyping, useTypedBefore } from './use-typed.ts'

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

export const SignInForm = ({ go, typed }: ScreenProps) => {
  const { open } = useSession()
  const form = useForm({
    initial: useTypedBefore(typed, { email: '', password: '' }),
    schema: SignIn,
    bodyOf: (values) => values,
    send: async (body) => {
      const credentials = SignIn.parse(body)
      const client = await open()
      const step = await client.signIn(credentials)
      const screen = screenAfter(step)
      if (screen) go(screen)
      if (step !== 'confirm_sign_up') return
      await client.resendCode(credentials.email)
      codeSent()
      typed.keep(credentials)
      go('confirm')
    },
    onRefusal: failed('Sign in failed'),
  })
  useKeptTyping(form, typed)
  return (
    <Form ref={form.form} onSubmit={form.submit} aria-label="Sign In" {...inertWithoutScript}>
      <EmailField {...form.field('email')} />
      <CurrentPasswordField {...form.field('password')} />
      <Submit busy={form.busy} busyLabel="Signing in...">
        Sign In
      </Submit>
      <Text textStyle="small">
        <PlainTextButton onClick={() => go('forgot')}>Forgot your password?</PlainTextButton>
      </Text>
    </Form>
  )
}
