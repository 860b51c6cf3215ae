import { useState } from 'react'
import type * as z from 'zod'
import { codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { formatBytes } from '#frontend/shared/format/counts.ts'
import { DescriptionField, PriceField, TitleField } from '#frontend/shared/forms/fields.tsx'
import { FormDialog } from '#frontend/shared/forms/form-dialog.tsx'
import { useForm } from '#frontend/shared/forms/use-form.ts'
import { toast } from '#frontend/ui/toast.tsx'
import { type OwnPhoto, photos as photosApi } from '#schema/api/photos.ts'
import { photoPriceOf } from './photo-price.ts'
import { useOwnPhotos, useUpdatePhoto } from './queries.ts'

/** What this form changes of a photo, as the contract names it; the list's own buttons change the rest. */
type Body = Required<Omit<z.input<typeof photosApi.endpoints.update.body>, 'version' | 'isFeatured' | 'isCover'>>
type Words = Readonly<Record<keyof Body, string>>

const wordsOf = (photo: OwnPhoto): Words => ({
  title: photo.title,
  description: photo.description,
  pricePence: (photo.pricePence / 100).toFixed(2),
})

/** What is sent of the form; a field that is left out here does not compile. */
const bodyOf = ({ title, description, pricePence }: Words) =>
  ({ title, description, pricePence: photoPriceOf(pricePence) }) satisfies Body

/** A field that was not touched here takes what was saved elsewhere; one that was keeps what was typed. */
const broughtTogether = (typed: Words, before: Words, after: Words): Words => {
  const of = (name: keyof Body): string => (typed[name] === before[name] ? after[name] : typed[name])
  return { title: of('title'), description: of('description'), pricePence: of('pricePence') }
}

export const EditPhoto = ({ photo: opened, onClose }: { photo: OwnPhoto; onClose: () => void }) => {
  const update = useUpdatePhoto()
  const { refetch } = useOwnPhotos(opened.galleryId)
  // Of the moment the form was filled: the list behind it may be newer than what stands in the form.
  const [photo, setPhoto] = useState(opened)

  /** What was not touched here takes what was saved elsewhere; what was typed stays. */
  const bringTogether = async () => {
    const { data } = await refetch()
    const current = data?.find(({ id }) => id === photo.id)
    if (!current) {
      toast({ title: 'Photo not saved', description: 'It was deleted meanwhile.' })
      return
    }
    const [before, after] = [wordsOf(photo), wordsOf(current)]
    form.edit((typed) => broughtTogether(typed, before, after))
    setPhoto(current)
    toast({
      title: 'Photo not saved',
      description: `It was changed in another tab meanwhile and is now “${after.title}” at £${after.pricePence}. Save again to keep what stands here.`,
    })
  }

  const form = useForm({
    initial: wordsOf(photo),
    schema: photosApi.endpoints.update.body,
    bodyOf: (typed) => ({ version: photo.version, ...bodyOf(typed) }),
    send: async (body) => {
      await update.mutateAsync({ params: { photoId: photo.id }, body })
      onClose()
    },
    onRefusal: (error) =>
      codeOf(error) === 'changed_meanwhile'
        ? bringTogether()
        : toast({ title: 'Photo not saved', description: sentenceOf(error) }),
    draft: { key: `photo ${photo.id}` },
  })
  const { values, field } = form
  return (
    <FormDialog
      form={form}
      title="Edit photo"
      description={`${photo.fileName}, ${formatBytes(photo.bytes)}`}
      action="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <TitleField {...field('title')} />
      <DescriptionField {...field('description')} />
      <PriceField {...field('pricePence')} hint={photoPriceOf(values.pricePence) === 0 && 'This photo is free.'} />
    </FormDialog>
  )
}
