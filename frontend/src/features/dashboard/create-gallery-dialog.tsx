import { useId } from 'react'
import { codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { useForm } from '#frontend/shared/forms/use-form.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Dialog } from '#frontend/ui/dialog.tsx'
import { Field, Form, Input, Switch, TextArea } from '#frontend/ui/field.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { CreateGallery } from '#schema/api/galleries.ts'
import { limits } from '#schema/limits.ts'
import { defaultPricePence, parsePounds } from '#schema/money.ts'
import { AccessCodeField } from './access-code-field.tsx'
import { useCreateGallery } from './queries.ts'

const initial = { title: '', description: '', price: '15', isPublic: true, clientEmail: '', accessCode: '' }

const refuse = (error: unknown) =>
  codeOf(error) === 'trial_expired'
    ? toast({ title: 'Trial Expired', description: 'Please subscribe to create new galleries.' })
    : toast({ title: 'Error creating gallery', description: sentenceOf(error) })

export const CreateGalleryDialog = ({ onClose }: { onClose: () => void }) => {
  const create = useCreateGallery()
  const formId = useId()
  const form = useForm({
    initial,
    schema: CreateGallery,
    bodyOf: ({ title, description, price, isPublic, clientEmail, accessCode }) => ({
      title,
      description,
      // Empty or no number: the default (specification, section 5).
      pricePence: parsePounds(price) ?? defaultPricePence,
      isPublic,
      clientEmail: isPublic ? null : clientEmail.trim(),
      accessCode: isPublic ? null : accessCode,
    }),
    send: async (body) => {
      await create.mutateAsync({ body })
      toast({ kind: 'success', title: 'Success', description: 'Gallery created successfully!' })
      onClose()
    },
    onInvalid: ({ title }) => title !== undefined && toast({ title: 'Error', description: title }),
    onRefusal: refuse,
  })
  const { values, set, errorOf } = form

  return (
    <Dialog
      open
      onClose={onClose}
      title="Create Gallery"
      description="You can change all of this later."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="accent" busy={form.busy} busyLabel="Creating...">
            Create Gallery
          </Button>
        </>
      }
    >
      <Form ref={form.form} id={formId} onSubmit={form.submit}>
        <Field label="Title" error={errorOf('title')} required>
          <Input
            value={values.title}
            maxLength={limits.gallery.titleLength}
            onChange={(event) => set('title', event.currentTarget.value)}
          />
        </Field>
        <Field label="Description" error={errorOf('description')}>
          <TextArea
            rows={3}
            value={values.description}
            maxLength={limits.gallery.descriptionLength}
            onChange={(event) => set('description', event.currentTarget.value)}
          />
        </Field>
        <Field label="Price per photo (£)" error={errorOf('pricePence')} hint="Left empty, it is £15.00.">
          <Input
            type="number"
            inputMode="decimal"
            min={0}
            step={0.01}
            value={values.price}
            onChange={(event) => set('price', event.currentTarget.value)}
          />
        </Field>
        <Switch
          label="Public gallery"
          hint={
            values.isPublic
              ? 'Anyone can find it and buy from it.'
              : 'It is in no list. Without a code or a password it is yours alone.'
          }
          checked={values.isPublic}
          onChange={(isPublic) => set('isPublic', isPublic)}
        />
        {!values.isPublic && (
          <>
            <Field label="Client Email" error={errorOf('clientEmail')} hint="Optional, for your own notes.">
              <Input
                type="email"
                autoComplete="off"
                value={values.clientEmail}
                onChange={(event) => set('clientEmail', event.currentTarget.value)}
              />
            </Field>
            <AccessCodeField
              value={values.accessCode}
              error={errorOf('accessCode')}
              onChange={(code) => set('accessCode', code)}
            />
          </>
        )}
      </Form>
    </Dialog>
  )
}
