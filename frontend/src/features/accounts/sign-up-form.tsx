import { TextField } from '#frontend/shared/forms/fields.tsx'
import { useForm } from '#frontend/shared/forms/use-form.ts'
import { useSession } from '#frontend/shared/session/session.tsx'
import { Form } from '#frontend/ui/field.tsx'
import { limits } from '#schema/limits.ts'
import { defaultName, isKnownAddress, refusedField, SignUp, sendWhatIsDue } from './credentials.ts'
import { EmailField, inertWithoutScript, NewPasswordField, Submit } from './sign-in-fields.tsx'
import type { ScreenProps } from './sign-in-screen.ts'
import { codeSent, failed } from './sign-in-words.ts'
import { useSignUpTried } from './sign-up-tried.ts'
import { useKeptTyping, useTypedBefore } from './use-typed.ts'

export const SignUpForm = ({ go, typed }: ScreenProps) => {
  const { open } = useSession()
  const tried = useSignUpTried()
  const form = useForm({
    initial: useTypedBefore(typed, { displayName: '', email: '', password: '' }),
    schema: SignUp,
    bodyOf: (values) => values,
    send: async (body) => {
      const { displayName, email, password } = SignUp.parse(body)
      const client = await open()
      try {
        await client.signUp({ displayName: displayName || defaultName(email), email, password })
      } catch (thrown) {
        if (!isKnownAddress(thrown)) throw thrown
        await sendWhatIsDue(
          () => client.resendCode(email),
          () => tried.mutateAsync({ body: { email } }),
        )
      }
      codeSent()
      typed.keep({ email, password })
      go('confirm')
    },
    fieldsOf: refusedField,
    onRefusal: failed('Sign up failed'),
  })
  useKeptTyping(form, typed)
  return (
    <Form ref={form.form} onSubmit={form.submit} aria-label="Sign Up" {...inertWithoutScript}>
      <TextField
        {...form.field('displayName')}
        label="Display Name"
        hint="Shown on your galleries. Left empty, it is the part of your email before the @."
        name="name"
        autoComplete="name"
        maxLength={limits.profile.displayNameLength}
      />
      <EmailField {...form.field('email')} />
      <NewPasswordField {...form.field('password')} label="Password" />
      <Submit busy={form.busy} busyLabel="Creating your account...">
        Sign Up
      </Submit>
    </Form>
  )
}
