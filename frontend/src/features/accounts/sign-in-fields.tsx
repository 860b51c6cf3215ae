import type { ReactNode } from 'react'
import { PasswordField, TextField } from '#frontend/shared/forms/fields.tsx'
import type { Control } from '#frontend/shared/forms/use-form.ts'
import { Button } from '#frontend/ui/button.tsx'
import { limits } from '#schema/limits.ts'

export const EmailField = (props: Control<string>) => (
  <TextField
    label="Email"
    required
    type="email"
    name="email"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={limits.order.emailLength}
    {...props}
  />
)

const OneTimeCodeField = (props: Control<string> & { label: string }) => (
  <TextField required inputMode="numeric" autoComplete="one-time-code" {...props} />
)

export const CodeField = (props: Control<string>) => (
  <OneTimeCodeField label="Confirmation code" name="code" {...props} />
)

export const AppCodeField = (props: Control<string>) => (
  <OneTimeCodeField label="Code from your app" name="app-code" {...props} />
)

export const CurrentPasswordField = (props: Control<string>) => (
  <PasswordField label="Password" required name="password" {...props} />
)

export const NewPasswordField = (props: Control<string> & { label: string }) => (
  <PasswordField required name="password" isNew hint="At least 6 characters." {...props} />
)

type SubmitProps = { children: ReactNode; busy: boolean; busyLabel: string }
export const Submit = (props: SubmitProps) => <Button type="submit" variant="accent" shape="wide" {...props} />

/**
 * For a form that stands in a page's HTML. Sent before the page's code is there, a plain form would put the password into
 * the address; this one does nothing then, since it stands in no dialog
 * (https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-submission-algorithm, "If method is dialog").
 * The press of its button is repeated once the code is there (`start.ts`).
 */
export const inertWithoutScript = { method: 'dialog' } as const
