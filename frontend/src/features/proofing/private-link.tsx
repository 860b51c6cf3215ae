import { Field, Input } from '#frontend/ui/field.tsx'

/** The link to a session, to be copied by hand. */
export const PrivateLink = ({ link }: { link: string }) => (
  <Field label="Private link">
    <Input readOnly value={link} fontFamily="mono" fontSize="sm" onFocus={(event) => event.currentTarget.select()} />
  </Field>
)
