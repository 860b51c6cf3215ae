import { Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { useOwnGalleries } from '#frontend/features/dashboard/queries.ts'
import { codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { fromMinute } from '#frontend/shared/format/form-dates.ts'
import { useForm } from '#frontend/shared/forms/use-form.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Dialog } from '#frontend/ui/dialog.tsx'
import { Field, Form, Input, Select, TextArea } from '#frontend/ui/field.tsx'
import { Grid, Stack, Text } from '#frontend/ui/layout.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { CreateProofSession } from '#schema/api/proofing.ts'
import { limits } from '#schema/limits.ts'
import { copyLink } from './copy-link.ts'
import { useCreateSession } from './queries.ts'

const initial = { galleryId: '', title: '', clientEmail: '', description: '', deadline: '', target: '' }
const missing = 'Please fill in all required fields.'

type Made = { link: string; clientEmail: string }

const MadeSession = ({ link, clientEmail }: Made) => (
  <Stack gap="4">
    <Text>
      We have sent the private link to <strong>{clientEmail}</strong>. You can pass it on yourself, too.
    </Text>
    <Field label="Private link">
      <Input readOnly value={link} fontFamily="mono" fontSize="sm" onFocus={(event) => event.currentTarget.select()} />
    </Field>
  </Stack>
)

export const CreateSessionDialog = ({ onClose }: { onClose: () => void }) => {
  const { data: galleries } = useOwnGalleries()
  const create = useCreateSession()
  const formId = useId()
  const [made, setMade] = useState<Made>()
  const form = useForm({
    initial,
    schema: CreateProofSession,
    bodyOf: ({ galleryId, title, clientEmail, description, deadline, target }) => ({
      galleryId,
      title,
      clientEmail,
      description,
      deadlineAt: deadline === '' ? null : fromMinute(deadline),
      selectionTarget: target.trim() === '' ? null : Number(target),
    }),
    send: async (body) => {
      const { link, session } = await create.mutateAsync({ body })
      toast({ kind: 'success', title: 'Success', description: 'Proof session created successfully!' })
      setMade({ link, clientEmail: session.clientEmail })
    },
    onInvalid: ({ galleryId, title, clientEmail }) =>
      (galleryId ?? title ?? (clientEmail === missing ? clientEmail : undefined)) !== undefined &&
      toast({ title: 'Error', description: missing }),
    onRefusal: (error) =>
      toast({
        title: codeOf(error) === 'trial_expired' ? 'Trial Expired' : 'Error creating proof session',
        description: sentenceOf(error),
      }),
  })
  const { values, set, errorOf } = form
  const fields = (
    <Form ref={form.form} id={formId} onSubmit={form.submit}>
      <Field label="Gallery" error={errorOf('galleryId') && missing} required>
        <Select value={values.galleryId} onChange={(event) => set('galleryId', event.currentTarget.value)}>
          <option value="">Select a gallery</option>
          {galleries?.map((gallery) => (
            <option key={gallery.id} value={gallery.id}>
              {gallery.title}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Title" error={errorOf('title')} required>
        <Input
          value={values.title}
          maxLength={limits.gallery.titleLength}
          onChange={(event) => set('title', event.currentTarget.value)}
        />
      </Field>
      <Field label="Client Email" error={errorOf('clientEmail')} required>
        <Input
          type="email"
          autoComplete="off"
          value={values.clientEmail}
          onChange={(event) => set('clientEmail', event.currentTarget.value)}
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
      <Grid gap="5" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}>
        <Field label="Deadline" error={errorOf('deadlineAt')} hint="Optional. We remind your client before it.">
          <Input
            type="datetime-local"
            value={values.deadline}
            onChange={(event) => set('deadline', event.currentTarget.value)}
          />
        </Field>
        <Field label="Photos to choose" error={errorOf('selectionTarget')} hint="Optional, for example 20.">
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            step={1}
            value={values.target}
            onChange={(event) => set('target', event.currentTarget.value)}
          />
        </Field>
      </Grid>
    </Form>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={made ? 'The session is open' : 'Create Proof Session'}
      description={made ? values.title : 'Your client reviews the photos of a gallery by a private link.'}
      footer={
        made ? (
          <>
            <Button onClick={onClose}>Done</Button>
            <Button variant="accent" onClick={() => void copyLink(made.link)}>
              <Copy aria-hidden />
              Copy link
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" form={formId} variant="accent" busy={form.busy} busyLabel="Creating...">
              Create Session
            </Button>
          </>
        )
      }
    >
      {made ? <MadeSession {...made} /> : fields}
    </Dialog>
  )
}
