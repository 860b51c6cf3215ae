import { Button } from '#frontend/ui/button.tsx'
import { Field, Input } from '#frontend/ui/field.tsx'
import { Flex } from '#frontend/ui/layout.tsx'
import { limits } from '#schema/limits.ts'
import { newAccessCode } from './access-code.ts'

type AccessCodeFieldProps = { value: string; error: string | undefined; onChange: (code: string) => void }

export const AccessCodeField = ({ value, error, onChange }: AccessCodeFieldProps) => (
  <Field label="Access Code" error={error} hint="Visitors type it exactly as it stands here. Empty asks for none.">
    <Flex gap="2" width="full">
      <Input
        value={value}
        maxLength={limits.gallery.accessCodeMaxLength}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        fontFamily="mono"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Button onClick={() => onChange(newAccessCode())}>Generate</Button>
    </Flex>
  </Field>
)
