import { codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { DescriptionField, PriceField, TitleField } from '#frontend/shared/forms/fields.tsx'
import { FormDialog } from '#frontend/shared/forms/form-dialog.tsx'
import { priceOf } from '#frontend/shared/forms/price.ts'
import { useForm } from '#frontend/shared/forms/use-form.ts'
import { useCreateGallery } from '#frontend/shared/galleries/own-galleries.ts'
import { noNewGallery } from '#frontend/shared/subscriptions/trial-words.ts'
import { useTrial } from '#frontend/shared/subscriptions/use-trial.ts'
import { toast } from '#frontend/ui/toast.tsx'
import { CreateGallery, type OwnGallery } from '#schema/api/galleries.ts'
import { defaultPricePence } from '#schema/money.ts'
import { AccessFields } from './access-fields.tsx'

const initial = { title: '', description: '', price: '15', isPublic: true, clientEmail: '', accessCode: '' }

type CreateGalleryDialogProps = { onClose: () => void; onCreated: (gallery: OwnGallery) => void }

export const CreateGalleryDialog = ({ onClose, onCreated }: CreateGalleryDialogProps) => {
  const create = useCreateGallery()
  const trial = useTrial()
  const form = useForm({
    initial,
    schema: CreateGallery,
    bodyOf: ({ title, description, price, isPublic, clientEmail, accessCode }) => ({
      title,
      description,
      // Empty or no number: the default (specification, section 5).
      pricePence: priceOf(price, { whenEmpty: defaultPricePence, whenNoNumber: defaultPricePence }),
      isPublic,
      clientEmail: isPublic ? null : clientEmail.trim(),
      accessCode: isPublic ? null : accessCode,
    }),
    send: async (body) => {
      const gallery = await create.mutateAsync({ body })
      toast({ kind: 'success', title: 'Success', description: 'Gallery created successfully!' })
      // Closed before: whoever has gone on is led nowhere.
      if (form.form.current) onCreated(gallery)
    },
    onInvalid: ({ title }) => title !== undefined && toast({ title: 'Error', description: title, isAtField: true }),
    onRefusal: (error) =>
      toast(
        codeOf(error) === 'trial_expired'
          ? noNewGallery(trial)
          : { title: 'Error creating gallery', description: sentenceOf(error) },
      ),
    draft: { key: 'new gallery', isOnce: true },
  })
  const { field } = form

  return (
    <FormDialog
      form={form}
      title="Create Gallery"
      description="You can change all of this later."
      action="Create Gallery"
      busyLabel="Creating..."
      onClose={onClose}
    >
      <TitleField {...field('title')} required />
      <DescriptionField {...field('description')} />
      <PriceField
        {...field('price', 'pricePence')}
        label="Price per photo (£)"
        hint="Without a number, it is £15.00."
      />
      <AccessFields
        isPublic={field('isPublic')}
        clientEmail={{
          ...field('clientEmail'),
          hint: 'Optional. You can send the link there once the gallery is made.',
        }}
        accessCode={field('accessCode')}
      />
    </FormDialog>
  )
}
