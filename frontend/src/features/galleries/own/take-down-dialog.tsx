import { codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { dateOf, endOfDay } from '#frontend/shared/format/form-dates.ts'
import { DayField } from '#frontend/shared/forms/fields.tsx'
import { FormDialog } from '#frontend/shared/forms/form-dialog.tsx'
import { useForm } from '#frontend/shared/forms/use-form.ts'
import { useOwnGalleries, useUpdateGallery } from '#frontend/shared/galleries/own-galleries.ts'
import { lockedSentence } from '#frontend/shared/subscriptions/trial-words.ts'
import { useTrial } from '#frontend/shared/subscriptions/use-trial.ts'
import { Switch } from '#frontend/ui/field.tsx'
import { Text } from '#frontend/ui/layout.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { type OwnGallery, UpdateGallery } from '#schema/api/galleries.ts'
import { pastExpiryHint } from './gallery-settings.ts'
import { TakedownNote } from './takedown-note.tsx'
import { ToSubscription } from './to-subscription.tsx'

/** What stays of a gallery's settings without trial or subscription: taking it down (rulings), and no way back up. */
export const TakeDownDialog = ({ gallery, onClose }: { gallery: OwnGallery; onClose: () => void }) => {
  const update = useUpdateGallery()
  const trial = useTrial()
  const { refetch } = useOwnGalleries()
  const day = gallery.expiresAt === null ? '' : dateOf(gallery.expiresAt)
  const form = useForm({
    initial: { isPrivate: !gallery.isPublic, expiry: day },
    schema: UpdateGallery,
    bodyOf: ({ isPrivate, expiry }) => ({
      version: gallery.version,
      ...(isPrivate && { isPublic: false }),
      // A day that was not touched keeps its minute; an end cannot be taken away here.
      ...(expiry !== '' && expiry !== day && { expiresAt: endOfDay(expiry) }),
    }),
    send: async (body) => {
      await update.mutateAsync({ params: { galleryId: gallery.id }, body })
      toast({ kind: 'success', title: 'Gallery updated', description: 'It is taken down as you asked.' })
      onClose()
    },
    onRefusal: (error) => {
      if (codeOf(error) === 'changed_meanwhile') void refetch()
      toast({
        title: 'Error updating gallery',
        description:
          codeOf(error) === 'trial_expired'
            ? `${trial.isPastDue ? 'Until your card is updated' : 'Without a subscription'} the end can only be made earlier.`
            : sentenceOf(error),
      })
    },
  })
  const { values, field, set } = form
  return (
    <FormDialog
      form={form}
      size="sm"
      title="Take Down"
      description={gallery.title}
      action="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      {gallery.takedown && <TakedownNote takedown={gallery.takedown} />}
      <Text color="ink.muted">
        {trial.isPastDue
          ? `${lockedSentence(trial)} Until then galleries can be taken down, but not shown again.`
          : 'Your trial has expired. Taking down is always possible; showing it again needs a subscription.'}
      </Text>
      <ToSubscription trial={trial} />
      <Switch
        label="Private"
        hint="In no list from then on. Only its access code or password opens it."
        checked={values.isPrivate}
        disabled={!gallery.isPublic}
        onChange={(isPrivate) => set('isPrivate', isPrivate)}
      />
      <DayField
        {...field('expiry', 'expiresAt')}
        label="Expiry Date"
        hint={
          pastExpiryHint(gallery, values.expiry || day) ||
          'Open until the end of this day, which can only be made earlier.'
        }
      />
    </FormDialog>
  )
}
