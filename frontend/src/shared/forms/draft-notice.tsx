import { Button } from '#frontend/ui/button.tsx'
import { Row, Text } from '#frontend/ui/layout.tsx'
import type { FormState } from './use-form.ts'

/** Says that a form opened with what was typed before, and offers to forget it. */
export const DraftNotice = ({ form }: { form: Pick<FormState<Record<string, unknown>>, 'isRestored' | 'discard'> }) =>
  form.isRestored && (
    <Row role="status" justifyContent="space-between" background="sunken" paddingInline="4" paddingBlock="2">
      <Text textStyle="small">What you typed before is still here.</Text>
      <Button size="sm" variant="quiet" onClick={form.discard}>
        Start over
      </Button>
    </Row>
  )
