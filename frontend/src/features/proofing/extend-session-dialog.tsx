import { complain } from '#frontend/shared/api/complain.ts'
import { fromMinute, minuteOf } from '#frontend/shared/format/form-dates.ts'
import { MinuteField } from '#frontend/shared/forms/fields.tsx'
import { FormDialog } from '#frontend/shared/forms/form-dialog.tsx'
import { useForm } from '#frontend/shared/forms/use-form.ts'
import { type OwnProofSession, UpdateProofSession } from '#schema/api/proofing.ts'
import { useUpdateSession } from './queries.ts'

export const ExtendDialog = ({ session, onClose }: { session: OwnProofSession; onClose: () => void }) => {
  const update = useUpdateSession()
  const form = useForm({
    initial: { deadline: session.deadlineAt ? minuteOf(session.deadlineAt) : '' },
    schema: UpdateProofSession,
    bodyOf: ({ deadline }) => ({
      version: session.version,
      deadlineAt: deadline === '' ? null : fromMinute(deadline),
    }),
    send: async (body) => {
      await update.mutateAsync({ params: { proofSessionId: session.id }, body })
      onClose()
    },
    fieldOfCode: { gallery_expired: 'deadlineAt', gallery_expires_first: 'deadlineAt' },
    onRefusal: complain('The deadline was not changed'),
  })
  return (
    <FormDialog
      form={form}
      size="sm"
      title="Deadline"
      description={session.title}
      action="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <MinuteField {...form.field('deadline', 'deadlineAt')} label="Open until" hint="Empty: as long as it takes." />
    </FormDialog>
  )
}
