import * as z from 'zod'
import { PasswordField } from '#frontend/shared/forms/fields.tsx'
import { useForm } from '#frontend/shared/forms/use-form.ts'
import { useSession } from '#frontend/shared/session/session.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Form } from '#frontend/ui/field.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { CurrentPassword, identityMessage, isWrongPassword, Password } from './credentials.ts'

const ChangePassword = z
  .object({
    current: CurrentPassword,
    next: Password,
    confirmation: z.string(),
  })
  .refine(({ next, confirmation }) => next === confirmation, {
    path: ['confirmation'],
    message: 'Passwords do not match',
    when: () => true,
  })

const notCurrent = 'This is not your current password.'
const empty = { current: '', next: '', confirmation: '' }

/** New password with the current one beside it, which the identity provider asks for. */
export const PasswordForm = () => {
  const { open } = useSession()
  const form = useForm({
    initial: empty,
    schema: ChangePassword,
    bodyOf: (values) => values,
    send: async ({ current, next }) => {
      await (await open()).changePassword({ current, next })
      form.reset(empty)
      toast({ kind: 'success', title: 'Password updated', description: 'Use it the next time you sign in.' })
    },
    onInvalid: ({ confirmation, next }) => {
      const title = confirmation ?? next
      if (title !== undefined) toast({ title, isAtField: true })
    },
    fieldsOf: (thrown) => (isWrongPassword(thrown) ? { current: notCurrent } : undefined),
    onRefusal: (thrown) =>
      toast({
        title: 'Failed to update password',
        description: isWrongPassword(thrown) ? notCurrent : identityMessage(thrown),
        isAtField: isWrongPassword(thrown),
      }),
  })
  const { values, field } = form
  const [next, confirmation] = [field('next'), field('confirmation')]
  /** Either of the two may be the one that was mistyped. */
  const changeNext = (value: string) => {
    next.onChange(value)
    confirmation.onChange(values.confirmation)
  }
  return (
    <Form ref={form.form} onSubmit={form.submit} aria-label="Update password" maxWidth="form">
      <PasswordField {...field('current')} label="Current Password" />
      <PasswordField {...next} onChange={changeNext} label="New Password" isNew />
      <PasswordField {...confirmation} label="Confirm Password" isNew />
      <div>
        <Button
          type="submit"
          variant="accent"
          busy={form.busy}
          busyLabel="Updating..."
          disabled={values.next === '' || values.confirmation === ''}
        >
          Update Password
        </Button>
      </div>
    </Form>
  )
}
