import { useState } from 'react'
import { ClientEmailField } from '#frontend/shared/forms/fields.tsx'
import type { Control } from '#frontend/shared/forms/use-form.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Field, Input, Switch } from '#frontend/ui/field.tsx'
import { Flex } from '#frontend/ui/layout.tsx'
import { limits } from '#schema/limits.ts'
import { newAccessCode } from './access-code.ts'

const AccessCodeField = ({ value, error, onChange }: Control<string>) => (
  <Field
    label="Access Code"
    error={error}
    hint="Capitals and blanks make no difference to visitors. Empty asks for none."
  >
    <Flex gap="2" width="full">
      <Input
        value={value}
        maxLength={limits.gallery.accessCodeMaxLength}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        fontFamily="mono"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Button onClick={() => onChange(newAccessCode())}>Generate</Button>
    </Flex>
  </Field>
)

type AccessFieldsProps = {
  isPublic: Control<boolean>
  clientEmail: Control<string> & { hint?: string }
  accessCode: Control<string>
  /** A public gallery keeps the code that it has, and asks for it. */
  keepsCode?: boolean
  /** Everybody is asked for one. */
  hasPassword?: boolean
}

const publicHints = {
  open: 'Anyone can find it and buy from it.',
  locked: 'Anyone can find it. Only who has the code below sees its photos: empty it to let everybody in.',
  both: 'Anyone can find it. Only who has both the code below and the password sees its photos.',
  password: 'Anyone can find it. Only who has the password sees its photos.',
} as const

const publicHintOf = (hasCode: boolean, hasPassword: boolean): keyof typeof publicHints => {
  if (hasCode) return hasPassword ? 'both' : 'locked'
  return hasPassword ? 'password' : 'open'
}

/** Whether everybody finds a gallery, and if not, for whom it is and what opens it. */
export const AccessFields = ({
  isPublic,
  clientEmail,
  accessCode,
  keepsCode = false,
  hasPassword = false,
}: AccessFieldsProps) => {
  // Emptied, the field stays: somebody is typing in it.
  const [hadCode, setHadCode] = useState(false)
  const hasCode = keepsCode && accessCode.value !== ''
  if (hasCode && !hadCode) setHadCode(true)
  return (
    <>
      <Switch
        label="Public gallery"
        hint={
          isPublic.value
            ? publicHints[publicHintOf(hasCode, hasPassword)]
            : 'It is in no list. Without a code or a password it is yours alone.'
        }
        checked={isPublic.value}
        onChange={isPublic.onChange}
      />
      {!isPublic.value && <ClientEmailField {...clientEmail} />}
      {(!isPublic.value || hadCode) && <AccessCodeField {...accessCode} />}
    </>
  )
}
