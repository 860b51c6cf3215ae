import { useForm } from '#frontend/shared/forms/use-form.ts'
import { useSession } from '#frontend/shared/session/session.tsx'
import { OwnPassword } from './credentials.ts'
import { AppCodeField, NewPasswordField } from './sign-in-fields.tsx'
import { type ScreenProps, screenAfter } from './sign-in-screen.ts'
import { SignInStepFrame } from './sign-in-step-frame.tsx'
import { failed } from './sign-in-words.ts'
import { useAppCodeForm } from './use-app-code-form.ts'

/** Behind a right password, for whoever set up an authenticator app. */
export const AppCodeForm = ({ go }: ScreenProps) => {
  const { open } = useSession()
  const form = useAppCodeForm({
    failure: 'Sign in failed',
    send: async (code) => {
      const step = await (await open()).answerCode(code)
      if (step !== 'signed_in') go(screenAfter(step))
    },
  })
  return (
    <SignInStepFrame
      title="Enter your code"
      lead="Open your authenticator app, and type the 6 digits that it shows for Darkslide."
      form={form}
      action="Sign In"
      busyLabel="Signing in..."
      onBack={() => go()}
    >
      <AppCodeField {...form.field('code')} />
    </SignInStepFrame>
  )
}

/** Behind a right password that somebody else chose, as support does for whoever lost theirs. */
export const OwnPasswordForm = ({ go }: ScreenProps) => {
  const { open } = useSession()
  const form = useForm({
    initial: { password: '' },
    schema: OwnPassword,
    bodyOf: (values) => values,
    send: async ({ password }) => {
      const step = await (await open()).replacePassword(password)
      if (step !== 'signed_in') go(screenAfter(step))
    },
    onRefusal: failed('Failed to update password'),
  })
  return (
    <SignInStepFrame
      title="Choose your own password"
      lead="The password that you used was chosen for you. Please set one that only you know."
      form={form}
      action="Set password and sign in"
      busyLabel="Saving..."
      onBack={() => go()}
    >
      <NewPasswordField {...form.field('password')} label="New password" />
    </SignInStepFrame>
  )
}
