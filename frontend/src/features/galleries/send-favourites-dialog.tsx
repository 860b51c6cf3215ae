import { complain } from '#frontend/shared/api/complain.ts'
import { grantOf } from '#frontend/shared/api/grants.ts'
import { countOf } from '#frontend/shared/format/counts.ts'
import { LongTextField, TextField } from '#frontend/shared/forms/fields.tsx'
import { FormDialog } from '#frontend/shared/forms/form-dialog.tsx'
import { useForm } from '#frontend/shared/forms/use-form.ts'
import { Hidden } from '#frontend/ui/layout.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { SendFavourites } from '#schema/api/favourites-lists.ts'
import type { PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { type OpenGalleryView, useSendFavourites } from './queries.ts'

type DialogProps = { gallery: OpenGalleryView; photoIds: readonly PhotoId[]; onClose: () => void }

/** Hands the photos that are shown to the gallery's photographer. What is typed is kept until it is sent. */
export const SendFavouritesDialog = ({ gallery, photoIds, onClose }: DialogProps) => {
  const send = useSendFavourites()
  const { id: galleryId, photographerName } = gallery
  const form = useForm({
    initial: { name: '', email: '', note: '', website: '' },
    schema: SendFavourites,
    bodyOf: (typed) => ({ ...typed, photoIds: [...photoIds] }),
    send: async (body) => {
      const { count } = await send.mutateAsync({
        params: { galleryId },
        headers: { 'x-gallery-grant': grantOf(galleryId) },
        body,
      })
      if (form.form.current) onClose()
      toast({
        kind: 'success',
        title: 'Favourites sent',
        description: `${photographerName} has ${countOf(count, 'photo')} from you, and your address to answer.`,
      })
    },
    onRefusal: complain('Your favourites were not sent'),
    draft: { key: `favourites of ${galleryId}`, isOnce: true },
  })
  const { field } = form
  return (
    <FormDialog
      form={form}
      size="sm"
      title="Send to the photographer"
      description={`${photographerName} gets these ${countOf(photoIds.length, 'photo')} as they are now. Send again to replace them.`}
      action="Send favourites"
      busyLabel="Sending..."
      onClose={onClose}
    >
      <TextField
        {...field('name')}
        label="Your name"
        autoComplete="name"
        maxLength={limits.order.nameLength}
        required
      />
      <TextField
        {...field('email')}
        type="email"
        label="Your email"
        autoComplete="email"
        maxLength={limits.order.emailLength}
        hint="For an answer. Nobody else gets it."
        required
      />
      <LongTextField
        {...field('note')}
        label="Note"
        rows={4}
        maxLength={limits.favourites.noteLength}
        hint="Optional: what they are for, how you would like them."
      />
      {/* For programs that fill in every field; the server refuses them. */}
      <Hidden aria-hidden>
        <input
          type="text"
          name="website"
          tabIndex={-1}
          autoComplete="off"
          value={field('website').value}
          onChange={({ currentTarget }) => field('website').onChange(currentTarget.value)}
        />
      </Hidden>
    </FormDialog>
  )
}
