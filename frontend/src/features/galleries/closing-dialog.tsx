import { useState } from 'react'
import { complain } from '#frontend/shared/api/complain.ts'
import { useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { grantOf } from '#frontend/shared/api/grants.ts'
import { formatMinute } from '#frontend/shared/format/dates.ts'
import { TextField } from '#frontend/shared/forms/fields.tsx'
import { FormDialog } from '#frontend/shared/forms/form-dialog.tsx'
import { useForm } from '#frontend/shared/forms/use-form.ts'
import { Checkbox } from '#frontend/ui/checkbox.tsx'
import { Text } from '#frontend/ui/layout.tsx'
import { LeftAddress } from '#schema/api/galleries.ts'
import { visitors } from '#schema/api/visitors.ts'
import { visitorConsent } from '#schema/consent.ts'
import type { GalleryId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'

type ClosingDialogProps = {
  galleryId: GalleryId
  expiresAt: string
  /** The mail of seven days before can still come. */
  isWeekAhead: boolean
  onClose: () => void
}

/** Asks for an address to write to before a gallery closes. */
export const ClosingDialog = ({ galleryId, expiresAt, isWeekAhead, onClose }: ClosingDialogProps) => {
  const when = isWeekAhead ? 'seven days and one day before' : 'one day before'
  const ask = useEndpoint(visitors.endpoints.tellBeforeClosing)
  const [askedAt, setAskedAt] = useState<string>()
  const form = useForm({
    initial: { email: '', consent: false },
    schema: LeftAddress,
    bodyOf: ({ email, consent }) => ({ email: email.trim(), consent: consent ? visitorConsent.version : null }),
    send: async (body) => {
      await ask.mutateAsync({ params: { galleryId }, headers: { 'x-gallery-grant': grantOf(galleryId) }, body })
      setAskedAt(body.email)
    },
    onRefusal: complain('Not noted'),
  })
  // True of every address: whether it unsubscribed, or was asked before, is told to nobody who types it.
  const done = askedAt !== undefined && {
    title: 'Please look into your mail',
    text: (
      <>
        <Text overflowWrap="anywhere">
          If we may write to {askedAt} and it is not confirmed yet, a mail is on its way, or there already. Press
          “Confirm my address” in it, and we tell you {when} this gallery closes.
        </Text>
        <Text marginTop="3">
          No mail in a few minutes? Then you confirmed before, or we may not write to you. Please note the date: the
          gallery is open until {formatMinute(expiresAt)}.
        </Text>
      </>
    ),
  }
  return (
    <FormDialog
      form={form}
      size="sm"
      title="Tell me before it closes"
      description={`${isWeekAhead ? 'Two mails at most' : 'One mail at most'}: ${when}.`}
      action="Tell me"
      busyLabel="Sending..."
      onClose={onClose}
      {...(done && { done })}
    >
      <TextField
        {...form.field('email')}
        label="Your email address"
        required
        hint="Only this photographer sees it."
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={limits.order.emailLength}
      />
      <Checkbox {...form.field('consent')} label={visitorConsent.text} isOptional />
    </FormDialog>
  )
}
