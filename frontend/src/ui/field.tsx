import { Field as ChakraField, Input as ChakraInput, chakra, NativeSelect, Textarea } from '@chakra-ui/react'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

export const Input = ChakraInput
export const TextArea = Textarea

/** A form whose reasons are shown by its fields, not by the browser's bubbles. */
export const Form = chakra(
  'form',
  { base: { display: 'flex', flexDirection: 'column', gap: '5' } },
  { defaultProps: { noValidate: true } },
)

type FieldProps = Omit<ComponentProps<typeof ChakraField.Root>, 'label'> & {
  label: ReactNode
  hint?: ReactNode
  /** Why the value was refused; shown beside the field and announced with it. */
  error?: ReactNode
}

/** A labelled control. Put one `Input`, `TextArea` or `Select` inside: label, hint and reason are tied to it. */
export const Field = ({ label, hint, error, children, ...rest }: FieldProps) => (
  <ChakraField.Root {...rest} invalid={Boolean(error)}>
    <ChakraField.Label>{label}</ChakraField.Label>
    {children}
    {hint && <ChakraField.HelperText>{hint}</ChakraField.HelperText>}
    <ChakraField.ErrorText>{error}</ChakraField.ErrorText>
  </ChakraField.Root>
)

/** A native list of choices: the platform's own picker on a phone. */
export const Select = ({
  children,
  disabled = false,
  ...rest
}: ComponentProps<typeof NativeSelect.Field> & { disabled?: boolean }) => (
  <NativeSelect.Root disabled={disabled}>
    {/* Within a `Field` Chakra asks that alone whether it is disabled. */}
    <NativeSelect.Field {...rest} {...(disabled && { disabled })}>
      {children}
    </NativeSelect.Field>
    <NativeSelect.Indicator>
      <ChevronDown size={18} aria-hidden />
    </NativeSelect.Indicator>
  </NativeSelect.Root>
)

const SwitchInput = chakra('input', {
  base: {
    appearance: 'none',
    flexShrink: 0,
    width: '11',
    height: '6',
    borderRadius: 'round',
    borderWidth: '1px',
    borderColor: 'line.strong',
    background: 'sunken',
    cursor: 'pointer',
    position: 'relative',
    transition: 'colors',
    _before: {
      content: '""',
      position: 'absolute',
      top: '3px',
      insetInlineStart: '3px',
      width: '4',
      height: '4',
      borderRadius: 'round',
      background: 'ink.muted',
      transition: 'transform 150ms',
    },
    _checked: {
      background: 'accent',
      borderColor: 'accent',
      _before: { background: 'accent.ink', transform: 'translateX(1.25rem)' },
    },
    _disabled: { opacity: 0.5, cursor: 'not-allowed' },
  },
})
const SwitchLabel = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    justifyContent: 'space-between',
    gap: '6',
    cursor: 'pointer',
    width: 'full',
  },
})
const SwitchHint = chakra('span', { base: { display: 'block', fontSize: 'sm', color: 'ink.muted' } })

type SwitchProps = {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  disabled?: boolean
  /** It is being saved: it keeps the focus, and is not turned meanwhile. */
  busy?: boolean
  onChange: (checked: boolean) => void
}

export const Switch = ({ label, hint, checked, disabled = false, busy = false, onChange }: SwitchProps) => (
  <SwitchLabel>
    <span>
      {label}
      {hint && <SwitchHint>{hint}</SwitchHint>}
    </span>
    <SwitchInput
      type="checkbox"
      role="switch"
      checked={checked}
      disabled={disabled}
      aria-disabled={busy || undefined}
      onChange={(event) => !busy && onChange(event.currentTarget.checked)}
    />
  </SwitchLabel>
)
