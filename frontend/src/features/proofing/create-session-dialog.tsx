import { Copy } from 'lucide-react'
import { useId, useState } from 'react'
import type * as z from 'zod'
import { codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { countOf } from '#frontend/shared/format/counts.ts'
import { fromMinute } from '#frontend/shared/format/form-dates.ts'
import { DraftNotice } from '#frontend/shared/forms/draft-notice.tsx'
import {
  ClientEmailField,
  DescriptionField,
  MinuteField,
  TitleField,
  WholeNumberField,
} from '#frontend/shared/forms/fields.tsx'
import { FormActions } from '#frontend/shared/forms/form-dialog.tsx'
import { FormProblem } from '#frontend/shared/forms/form-problem.tsx'
import { useForm } from '#frontend/shared/forms/use-form.ts'
import { useGalleryChoices } from '#frontend/shared/galleries/gallery-choices.ts'
import { GallerySelect } from '#frontend/shared/galleries/gallery-select.tsx'
import { lockedSentence, lockedTitle } from '#frontend/shared/subscriptions/trial-words.ts'
import { useTrial } from '#frontend/shared/subscriptions/use-trial.ts'
import { Alert } from '#frontend/ui/alert.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Dialog } from '#frontend/ui/dialog.tsx'
import { Form } from '#frontend/ui/field.tsx'
import { Grid, Stack, Text } from '#frontend/ui/layout.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { CreateProofSession } from '#schema/api/proofing.ts'
import { copyLink } from './copy-link.ts'
import { PrivateLink } from './private-link.tsx'
import { useCreateSession } from './queries.ts'

/** What opens a session, as the contract names it: a field that the form forgets does not compile. */
type Body = Required<z.input<typeof CreateProofSession>>
type Typed = Readonly<Record<Exclude<keyof Body, 'favouritesListId'>, string>>
/** Favourites that are to be reviewed instead of a whole gallery. */
export type SessionStart = Pick<Typed, 'galleryId' | 'title' | 'clientEmail'> & {
  favouritesListId: string
  count: number
}

const empty: Typed = {
  galleryId: '',
  title: '',
  clientEmail: '',
  description: '',
  deadlineAt: '',
  selectionTarget: '',
}
const bodyOf = ({ deadlineAt, selectionTarget, ...words }: Typed, favouritesListId: string | null) =>
  ({
    ...words,
    favouritesListId,
    deadlineAt: deadlineAt === '' ? null : fromMinute(deadlineAt),
    selectionTarget: selectionTarget.trim() === '' ? null : Number(selectionTarget),
  }) satisfies Body
const missing = 'Please fill in all required fields.'

const aboutOf = (start: SessionStart | undefined): string =>
  start
    ? `Your client reviews ${countOf(start.count, 'photo')} by a private link, in the order of the favourites. Whoever has it can also look at the rest of the gallery.`
    : 'Your client reviews the photos of a gallery by a private link.'

type Unsent = 'stopped' | 'unsubscribed' | 'enough'
type Made = { link: string; clientEmail: string; unsent: Unsent | null }

const reasons: Readonly<Record<Unsent, string>> = {
  stopped: 'two people reported your mails as unwanted, so no more are sent for you. Write to support',
  unsubscribed: 'this person has unsubscribed from your mails',
  enough: 'very many mails were sent today, in your name or to this address',
}

const MadeSession = ({ link, clientEmail, unsent }: Made) => (
  <Stack gap="4">
    <Text>
      {unsent === null
        ? 'We have sent the private link to '
        : 'Please send the private link yourself. We have not sent it to '}
      <strong>{clientEmail}</strong>
      {unsent === null ? '. You can pass it on yourself, too.' : `: ${reasons[unsent]}.`}
    </Text>
    <PrivateLink link={link} />
  </Stack>
)

type Props = { start?: SessionStart; onClose: () => void }

export const CreateSessionDialog = ({ start, onClose }: Props) => {
  const create = useCreateSession()
  const trial = useTrial()
  const formId = useId()
  const [made, setMade] = useState<Made>()
  const form = useForm({
    initial: {
      ...empty,
      ...(start && { galleryId: start.galleryId, title: start.title, clientEmail: start.clientEmail }),
    },
    schema: CreateProofSession,
    bodyOf: (typed) => bodyOf(typed, start?.favouritesListId ?? null),
    send: async (body) => {
      const { link, session, unsent } = await create.mutateAsync({ body })
      toast({ kind: 'success', title: 'Success', description: 'Proof session created successfully!' })
      setMade({ link, clientEmail: session.clientEmail, unsent })
    },
    fieldOfCode: { gallery_expired: 'galleryId', gallery_expires_first: 'galleryId' },
    onInvalid: ({ galleryId, title, clientEmail }) =>
      (galleryId ?? title ?? (clientEmail === missing ? clientEmail : undefined)) !== undefined &&
      toast({ title: 'Error', description: missing, isAtField: true }),
    onRefusal: (error) =>
      toast(
        codeOf(error) === 'trial_expired'
          ? { title: lockedTitle(trial), description: lockedSentence(trial) }
          : { title: 'Error creating proof session', description: sentenceOf(error) },
      ),
    draft: { key: start ? `proof session of ${start.favouritesListId}` : 'new proof session', isOnce: true },
  })
  const { values, field } = form
  const gallery = field('galleryId')
  const choices = useGalleryChoices(gallery.value)
  const fields = (
    <Form ref={form.form} id={formId} onSubmit={form.submit}>
      <DraftNotice form={form} />
      {start ? (
        gallery.error && <Alert tone="danger" title={gallery.error} />
      ) : (
        <GallerySelect
          choices={choices}
          label="Gallery"
          none="Select a gallery"
          value={gallery.value}
          onChange={gallery.onChange}
          error={gallery.value === '' ? gallery.error && missing : gallery.error}
          required
        />
      )}
      <TitleField {...field('title')} required />
      <ClientEmailField {...field('clientEmail')} required />
      <DescriptionField {...field('description')} />
      <Grid gap="5" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}>
        <MinuteField {...field('deadlineAt')} label="Deadline" hint="Optional. We remind your client before it." />
        <WholeNumberField
          {...field('selectionTarget')}
          label="Photos to choose"
          min={1}
          hint="Optional, for example 20."
        />
      </Grid>
      <FormProblem form={form} />
    </Form>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={made ? 'The session is open' : 'Create Proof Session'}
      description={made ? values.title : aboutOf(start)}
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
          <FormActions form={form} formId={formId} action="Create Session" busyLabel="Creating..." onClose={onClose} />
        )
      }
    >
      {made ? <MadeSession {...made} /> : fields}
    </Dialog>
  )
}
