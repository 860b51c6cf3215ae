import * as z from 'zod'
import { complain } from '#frontend/shared/api/complain.ts'
import { grantOf } from '#frontend/shared/api/grants.ts'
import { LongTextField, TextField } from '#frontend/shared/forms/fields.tsx'
import { FormDialog } from '#frontend/shared/forms/form-dialog.tsx'
import { useForm } from '#frontend/shared/forms/use-form.ts'
import { Field, Select } from '#frontend/ui/field.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { SendReport } from '#schema/api/galleries.ts'
import { ReportReason, reportReasons } from '#schema/entities/report.ts'
import type { GalleryId, PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { useReport } from './queries.ts'

const missing = 'Please choose what is wrong.'

export type Reported = { galleryId: GalleryId; photoId: PhotoId | null; title: string }

/** Nothing is chosen at first. */
const Typed = SendReport.extend({ reason: z.string().pipe(ReportReason) })

/** Reports a gallery or photo to the operator. It needs no account. */
export const ReportDialog = ({ reported, onClose }: { reported: Reported; onClose: () => void }) => {
  const report = useReport()
  const { galleryId, photoId, title } = reported
  const form = useForm({
    initial: { reason: '', text: '', email: '' },
    schema: Typed,
    bodyOf: ({ reason, text, email }) => ({
      galleryId,
      photoId,
      reason,
      text,
      email: email.trim(),
    }),
    send: async (body) => {
      await report.mutateAsync({ headers: { 'x-gallery-grant': grantOf(galleryId) }, body: Typed.parse(body) })
      toast({ kind: 'success', title: 'Thank you', description: 'Your report was sent. We look at every one.' })
      onClose()
    },
    onRefusal: complain('Your report was not sent'),
  })
  const { field } = form
  const reason = field('reason')
  return (
    <FormDialog
      form={form}
      title={photoId === null ? 'Report this gallery' : 'Report this photo'}
      description={title}
      action="Send report"
      busyLabel="Sending..."
      onClose={onClose}
    >
      <Field label="What is wrong?" required error={reason.error && missing}>
        <Select value={reason.value} onChange={(event) => reason.onChange(event.currentTarget.value)}>
          <option value="">Choose a reason</option>
          {ReportReason.options.map((each) => (
            <option key={each} value={each}>
              {reportReasons[each]}
            </option>
          ))}
        </Select>
      </Field>
      <LongTextField
        {...field('text')}
        label="Tell us more"
        rows={4}
        maxLength={limits.report.textLength}
        hint="The photographer does not see this."
      />
      <TextField
        {...field('email')}
        type="email"
        label="Your email"
        autoComplete="email"
        hint="Optional, in case we have a question."
      />
    </FormDialog>
  )
}
