import { useQuery } from '@tanstack/react-query'
import { Copy, Download, Send } from 'lucide-react'
import { useState } from 'react'
import { codeOf } from '#frontend/shared/api/api-error.ts'
import { complain } from '#frontend/shared/api/complain.ts'
import { endpointQuery } from '#frontend/shared/api/endpoint-query.ts'
import { saveBlob } from '#frontend/shared/download/save-blob.ts'
import { formatDay } from '#frontend/shared/format/dates.ts'
import { ClientEmailField } from '#frontend/shared/forms/fields.tsx'
import { useForm } from '#frontend/shared/forms/use-form.ts'
import { useSendToClient } from '#frontend/shared/galleries/own-galleries.ts'
import { lockedSentence } from '#frontend/shared/subscriptions/trial-words.ts'
import { type Trial, useTrial } from '#frontend/shared/subscriptions/use-trial.ts'
import { Alert } from '#frontend/ui/alert.tsx'
import { Button, ButtonLink } from '#frontend/ui/button.tsx'
import { Dialog } from '#frontend/ui/dialog.tsx'
import { Form } from '#frontend/ui/field.tsx'
import { Box, Heading, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { galleries, type OwnGallery } from '#schema/api/galleries.ts'
import { addresses, paths } from '#schema/paths.ts'
import { NumberCardsForm } from './number-cards-form.tsx'
import { TakedownNote } from './own/takedown-note.tsx'
import { ToSubscription } from './own/to-subscription.tsx'
import { type CardWords, cardAsPdf, cardAsPng } from './qr-card.ts'
import { createSendAttempts } from './send-attempts.ts'

type Shared = Pick<
  OwnGallery,
  | 'id'
  | 'title'
  | 'accessCode'
  | 'isPublic'
  | 'hasPassword'
  | 'clientEmail'
  | 'numbers'
  | 'photoCount'
  | 'expiresAt'
  | 'takedown'
>

const linkOf = ({ id }: Shared) => new URL(paths.gallery({ galleryId: id }), location.origin).href

const askedEveryMs = 5_000

/** Whether it has photos for sale. While there are none it is asked again: new uploads are for sale within seconds. */
const useHasPhotos = ({ id, photoCount }: Shared): boolean => {
  const { data } = useQuery({
    ...endpointQuery(
      galleries.endpoints.getMine,
      { params: { galleryId: id } },
      { staleFor: 'never', enabled: photoCount === 0 },
    ),
    // Also where an answer did not come.
    refetchInterval: ({ state }) =>
      (state.data?.photoCount ?? 0) === 0 && codeOf(state.error) !== 'gallery_not_found' && askedEveryMs,
  })
  return photoCount > 0 || (data !== undefined && data.photoCount > 0)
}

/** Ready to be pasted into a message. */
const wordsOf = (gallery: Shared, hasPhotos: boolean) =>
  [
    `${hasPhotos ? 'Your photos are ready' : 'Your photos will be here'}: ${gallery.title}`,
    linkOf(gallery),
    ...(gallery.accessCode === null ? [] : [`Access code: ${gallery.accessCode}`]),
  ].join('\n')

const copy = async (text: string, description: string) => {
  try {
    await navigator.clipboard.writeText(text)
    toast({ kind: 'success', title: 'Copied', description })
  } catch {
    toast({ title: 'Not copied', description: 'Your browser did not allow it.' })
  }
}

const attempts = createSendAttempts(() => crypto.randomUUID())

const SendForm = ({ gallery }: { gallery: Shared }) => {
  const send = useSendToClient()
  const form = useForm({
    initial: { email: gallery.clientEmail ?? '' },
    schema: galleries.endpoints.sendToClient.body,
    bodyOf: ({ email }) => ({ email: email.trim() }),
    send: async (body) => {
      const headers = { 'idempotency-key': attempts.keyFor(gallery.id, body.email) }
      await send.mutateAsync({ params: { galleryId: gallery.id }, headers, body })
      attempts.settle(gallery.id, body.email)
      toast({ kind: 'success', title: 'Sent', description: `The link is on its way to ${body.email}.` })
    },
    onRefusal: complain('Not sent'),
  })
  return (
    <Form ref={form.form} onSubmit={form.submit} gap="3">
      <ClientEmailField
        {...form.field('email')}
        hint="We write the mail: your name, the title, the link and the code."
      />
      <Row>
        <Button type="submit" variant="accent" busy={form.busy} busyLabel="Sending...">
          <Send aria-hidden />
          Send to client
        </Button>
      </Row>
    </Form>
  )
}

const formats = { PNG: cardAsPng, PDF: cardAsPdf } as const

const QrCard = (words: CardWords) => {
  const [making, setMaking] = useState<keyof typeof formats>()
  const make = async (format: keyof typeof formats) => {
    setMaking(format)
    try {
      saveBlob(await formats[format](words), `${words.title} QR card.${format.toLowerCase()}`)
    } catch {
      toast({ title: 'Card not made', description: 'Please try again.' })
    } finally {
      setMaking(undefined)
    }
  }
  return (
    <Row>
      {(['PNG', 'PDF'] as const).map((format) => (
        <Button key={format} size="sm" busy={making === format} onClick={() => void make(format)}>
          <Download aria-hidden />
          QR card ({format})
        </Button>
      ))}
    </Row>
  )
}

/** What changes it; without trial or subscription that comes first, as its settings could only take it down. */
const ToChange = ({ gallery, trial, children }: { gallery: Shared; trial: Trial; children: string }) =>
  trial.isExpired ? (
    <>
      <Text>{lockedSentence(trial)}</Text>
      <ToSubscription trial={trial} />
    </>
  ) : (
    <>
      <Text>{children}</Text>
      <Row>
        <ButtonLink to={addresses.gallerySettings(gallery.id)}>Open settings</ButtonLink>
      </Row>
    </>
  )

/** Why visitors cannot open it, and where that is changed; the server refuses to mail its link for the same reasons. */
const closedOf = (gallery: Shared, trial: Trial) => {
  const { takedown, expiresAt, isPublic, accessCode, hasPassword } = gallery
  if (takedown) return <TakedownNote takedown={takedown} />
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now())
    return (
      <>
        <Text>Visitors cannot open this gallery: it closed at the end of {formatDay(expiresAt)}.</Text>
        <ToChange gallery={gallery} trial={trial}>
          Give it a later expiry date in its settings first.
        </ToChange>
      </>
    )
  if (!isPublic && accessCode === null && !hasPassword)
    return (
      <>
        <Text>Nobody but you can open this gallery.</Text>
        <ToChange gallery={gallery} trial={trial}>
          Give it an access code or a password in its settings first.
        </ToChange>
      </>
    )
  return undefined
}

/** Link, code, words, mail, a card to print. */
const WaysToShare = ({ gallery, trial }: { gallery: Shared; trial: Trial }) => {
  const hasPhotos = useHasPhotos(gallery)
  const words = wordsOf(gallery, hasPhotos)
  return (
    <>
      {!hasPhotos && (
        <Alert
          tone="accent"
          title="No photos are for sale here yet"
          action={
            <ButtonLink size="sm" to={addresses.uploadTo(gallery.id)}>
              Upload Photos
            </ButtonLink>
          }
        >
          Photos that you uploaded just now are for sale in a moment.
        </Alert>
      )}
      <Stack gap="6">
        <Stack gap="3">
          <Box
            as="pre"
            padding="4"
            borderWidth="1px"
            borderColor="line"
            fontFamily="body"
            whiteSpace="pre-wrap"
            overflowWrap="anywhere"
          >
            {words}
          </Box>
          <Row>
            <Button onClick={() => void copy(linkOf(gallery), 'The link is on your clipboard.')}>
              <Copy aria-hidden />
              Copy link
            </Button>
            <Button onClick={() => void copy(words, 'The whole message is on your clipboard.')}>
              <Copy aria-hidden />
              Copy message
            </Button>
          </Row>
          {gallery.hasPassword && (
            <Text textStyle="small" color="ink.muted">
              It asks for its password as well, which only you know: tell your client.
            </Text>
          )}
        </Stack>
        <Stack gap="3">
          <Heading as="h3" look="heading">
            By email
          </Heading>
          {trial.isExpired ? (
            <>
              <Text>{lockedSentence(trial)}</Text>
              <ToSubscription trial={trial} />
            </>
          ) : (
            <SendForm gallery={gallery} />
          )}
        </Stack>
        <Stack gap="3">
          <Heading as="h3" look="heading">
            On paper
          </Heading>
          <Text textStyle="small" color="ink.muted">
            A card of A6 with the title, a QR code of the link{gallery.accessCode !== null && ' and the access code'}.
          </Text>
          <QrCard title={gallery.title} link={linkOf(gallery)} accessCode={gallery.accessCode} />
        </Stack>
        {gallery.numbers && (
          <Stack gap="3">
            <Heading as="h3" look="heading">
              A card for each number
            </Heading>
            <NumberCardsForm title={gallery.title} link={linkOf(gallery)} accessCode={gallery.accessCode} />
          </Stack>
        )}
      </Stack>
    </>
  )
}

/** Everything that hands a gallery on, or why it cannot be handed on now. */
export const ShareGallery = ({ gallery, onClose }: { gallery: Shared; onClose: () => void }) => {
  const trial = useTrial()
  const closed = closedOf(gallery, trial)
  return (
    <Dialog open title="Share gallery" description={gallery.title} onClose={onClose}>
      {closed ? <Stack gap="4">{closed}</Stack> : <WaysToShare gallery={gallery} trial={trial} />}
    </Dialog>
  )
}
