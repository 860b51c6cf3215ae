import { useEffect, useRef } from 'react'
import { Alert } from '#frontend/ui/alert.tsx'
import { Box } from '#frontend/ui/layout.tsx'
import type { FormState } from './use-form.ts'

const Problem = ({ sentence }: { sentence: string }) => {
  const place = useRef<HTMLDivElement>(null)
  // The end of a long form may be out of sight.
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <Box ref={place}>
      <Alert tone="danger" title={sentence} />
    </Box>
  )
}

/** Why a form was refused, where no field of it can say so. */
export const FormProblem = ({ form }: { form: Pick<FormState<Record<string, unknown>>, 'problem'> }) =>
  form.problem !== undefined && <Problem sentence={form.problem} />
