import type { ComponentProps, ReactNode } from 'react'
import { lastDay, lastMinute } from '#frontend/shared/format/form-dates.ts'
import { Field, Input, TextArea } from '#frontend/ui/field.tsx'
import { PasswordInput } from '#frontend/ui/password-input.tsx'
import { limits } from '#schema/limits.ts'
import type { Control } from './use-form.ts'

/** A field of a form: `{...form.field('title')}` gives value, reason and setter. */
type FieldParts = Omit<Control<string>, 'error'> & {
  label: string
  hint?: ReactNode
  error: ReactNode
  required?: boolean
}
type Without<P> = Omit<P, keyof FieldParts>

export const TextField = ({
  label,
  hint,
  required = false,
  error,
  onChange,
  ...rest
}: FieldParts & Without<ComponentProps<typeof Input>>) => (
  <Field label={label} hint={hint} error={error} required={required}>
    <Input {...rest} onChange={(event) => onChange(event.currentTarget.value)} />
  </Field>
)

export const LongTextField = ({
  label,
  hint,
  required = false,
  error,
  onChange,
  ...rest
}: FieldParts & Without<ComponentProps<typeof TextArea>>) => (
  <Field label={label} hint={hint} error={error} required={required}>
    <TextArea {...rest} onChange={(event) => onChange(event.currentTarget.value)} />
  </Field>
)

type PasswordFieldProps = FieldParts & { isNew?: boolean; name?: string }
export const PasswordField = ({
  label,
  hint,
  required = false,
  error,
  onChange,
  isNew = false,
  ...rest
}: PasswordFieldProps) => (
  <Field label={label} hint={hint} error={error} required={required}>
    <PasswordInput
      {...rest}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  </Field>
)

type Dated = FieldParts & Without<ComponentProps<typeof Input>>
export const DayField = (props: Dated) => <TextField type="date" max={lastDay} {...props} />
export const MinuteField = (props: Dated) => <TextField type="datetime-local" max={lastMinute} {...props} />

type WholeNumberFieldProps = FieldParts & { min: number; placeholder?: string }
export const WholeNumberField = (props: WholeNumberFieldProps) => (
  <TextField type="number" inputMode="numeric" step={1} {...props} />
)

/** What galleries, photos and proofing sessions have in common: a title, a description, a price, a client. */
type Named = Control<string> & { required?: boolean }
export const TitleField = (props: Named) => (
  <TextField label="Title" maxLength={limits.gallery.titleLength} {...props} />
)

export const DescriptionField = (props: Named) => (
  <LongTextField label="Description" rows={3} maxLength={limits.gallery.descriptionLength} {...props} />
)

/** Pounds as they are typed; `priceOf` reads them. A field for numbers would drop the comma of "7,50" without a word. */
export const PriceField = (props: Control<string> & { label?: string; hint?: ReactNode; placeholder?: string }) => (
  <TextField label="Price (£)" inputMode="decimal" autoComplete="off" {...props} />
)

/** Of the smaller file; empty where only the Original is sold. */
export const WebPriceField = (props: Control<string> & { label?: string; hint?: ReactNode; placeholder?: string }) => (
  <PriceField label="Web size (£)" placeholder="Not for sale" {...props} />
)

export const ClientEmailField = (props: Named & { hint?: ReactNode }) => (
  <TextField label="Client Email" type="email" autoComplete="off" maxLength={limits.order.emailLength} {...props} />
)
