import { chakra } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'

const CheckInput = chakra('input', {
  base: { flexShrink: 0, width: '5', height: '5', marginTop: '0.5', accentColor: 'accent', cursor: 'pointer' },
})
const CheckLabel = chakra('label', {
  base: { display: 'flex', alignItems: 'flex-start', gap: '3', minHeight: '10', fontSize: 'sm', cursor: 'pointer' },
})
const CheckError = chakra('p', { base: { fontSize: 'sm', color: 'danger', marginTop: '1' } })

type CheckboxProps = {
  label: ReactNode
  name?: string | undefined
  value: boolean
  error?: string | undefined
  /** May be left empty. */
  isOptional?: boolean
  onChange: (value: boolean) => void
}

/** A box that must be ticked, or not; why it was refused stands below it. */
export const Checkbox = ({ label, name, value, error, isOptional = false, onChange }: CheckboxProps) => {
  const reason = useId()
  return (
    <div>
      <CheckLabel>
        <CheckInput
          type="checkbox"
          name={name}
          checked={value}
          required={!isOptional}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : reason}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{label}</span>
      </CheckLabel>
      {error !== undefined && <CheckError id={reason}>{error}</CheckError>}
    </div>
  )
}
