import { ArrowLeft, ArrowRight } from 'lucide-react'
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { type Location, useLocation, useNavigate } from 'react-router-dom'
import type * as z from 'zod'
import { codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { complain } from '#frontend/shared/api/complain.ts'
import { formatBytes } from '#frontend/shared/format/counts.ts'
import { DraftNotice } from '#frontend/shared/forms/draft-notice.tsx'
import { DescriptionField, PriceField, TitleField, WebPriceField } from '#frontend/shared/forms/fields.tsx'
import { useFilledFrom } from '#frontend/shared/forms/filled-from.ts'
import { FormActions } from '#frontend/shared/forms/form-dialog.tsx'
import { FormProblem } from '#frontend/shared/forms/form-problem.tsx'
import { webPriceHint, webPriceOf, webPriceText } from '#frontend/shared/forms/price.ts'
import { useForm } from '#frontend/shared/forms/use-form.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Dialog } from '#frontend/ui/dialog.tsx'
import { Form, Switch } from '#frontend/ui/field.tsx'
import { Box, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { Photo } from '#frontend/ui/photo.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { type OwnPhoto, photos as photosApi } from '#schema/api/photos.ts'
import { formatCount } from '#schema/counts.ts'
import { limits } from '#schema/limits.ts'
import { addresses } from '#schema/paths.ts'
import { photoDraftKey } from './photo-draft.ts'
import { photoPriceOf } from './photo-price.ts'
import { useReadAgain, useUpdatePhoto } from './queries.ts'
import { forgetUnsaved, type Left, tellOfRefused, tellOfUnsaved } from './unsaved-photos.ts'

/** What this form changes of a photo, as the contract names it; the list's own buttons change the rest. */
type Body = Required<Omit<z.input<typeof photosApi.endpoints.update.body>, 'version' | 'isFeatured' | 'isCover'>>
type Words = Readonly<Record<Exclude<keyof Body, 'isExcepted'>, string> & { isExcepted: boolean }>

const wordsOf = (photo: OwnPhoto): Words => ({
  title: photo.title,
  description: photo.description,
  pricePence: (photo.pricePence / 100).toFixed(2),
  webPence: webPriceText(photo.webPence),
  isExcepted: photo.isExcepted,
})

/** What is sent of the form; a field that is left out here does not compile. */
const bodyOf = ({ pricePence, webPence, ...asTyped }: Words) =>
  ({ ...asTyped, pricePence: photoPriceOf(pricePence), webPence: webPriceOf(webPence) }) satisfies Body

/** A field that was not changed here takes the value saved elsewhere; a changed one keeps what was typed. */
const broughtTogether = (typed: Words, before: Words, after: Words): Words => {
  const of = <N extends keyof Words>(name: N): Words[N] => (typed[name] === before[name] ? after[name] : typed[name])
  return {
    title: of('title'),
    description: of('description'),
    pricePence: of('pricePence'),
    webPence: of('webPence'),
    isExcepted: of('isExcepted'),
  }
}

/** What was sent of each photo that was saved from here, and the version that it became: its form may be open anew. */
const savedHere = new Map<string, { version: number; sent: Words }>()
const sentFor = ({ id, version }: OwnPhoto) => {
  const saved = savedHere.get(id)
  return saved?.version === version ? saved.sent : undefined
}

/** Where an editor is open. A message that leads to a photo outlives the form that it is about, and replaces this step. */
let openAt: { location: Location; galleryId: string } | undefined

/** Leads to a photo that was left, in place of the editor that is open. */
const useGoBackTo = () => {
  const navigate = useNavigate()
  return ({ galleryId, id }: Left) => {
    // What an editor of another gallery notes of its step would lead to that gallery's list.
    const state = openAt?.galleryId === galleryId ? openAt.location.state : undefined
    void navigate(addresses.ownPhotos(galleryId, id), openAt && { replace: true, state })
  }
}

type Place = {
  at: number
  of: number
  /** Whether the next has been read, and why it could not be. */
  hasNext: boolean
  failed: { error: Error; retry: () => void } | undefined
}

type EditPhotoProps = {
  photo: OwnPhoto
  /** Where it stands among the gallery's photos; `undefined` while it is not known. */
  place: Place | undefined
  /** To the photo before (-1) or after (1). */
  onMove: (step: -1 | 1) => void
  onClose: () => void
}

/**
 * One dialog for all photos that are stepped through, with a form for each: a dialog that made room for the next one would
 * give the focus back to the page behind it, and so close the next one.
 */
export const EditPhoto = ({ photo, place, onMove, onClose }: EditPhotoProps) => {
  const [actions, setActions] = useState<HTMLElement | null>(null)
  const location = useLocation()
  const { galleryId } = photo
  useLayoutEffect(() => {
    openAt = { location, galleryId }
    return () => {
      openAt = undefined
    }
  }, [location, galleryId])
  const goBackTo = useGoBackTo()
  /** What the form of this photo holds and is not on its way. */
  const isUnsaved = useRef(false)
  /** The next form begins in its first field: it was reached while typing. */
  const isTyping = useRef(false)
  const next = useRef<HTMLButtonElement>(null)
  const move = (step: -1 | 1) => {
    if (isUnsaved.current) {
      toast({
        kind: 'info',
        title: `“${photo.title}” is not saved yet`,
        description: 'What you typed is kept until you save it.',
        action: { label: 'Go back to it', act: () => goBackTo(photo) },
      })
    }
    onMove(step)
  }
  const close = () => {
    onClose()
    tellOfUnsaved(goBackTo)
  }
  return (
    <Dialog
      open
      onClose={close}
      title="Edit photo"
      description={`${photo.fileName}, ${formatBytes(photo.bytes)}`}
      footer={<Box ref={setActions} display="contents" />}
    >
      <Stack gap="2" marginBottom="5">
        <Photo
          key={photo.id}
          picture={photo.picture}
          alt={photo.title}
          ratio={3 / 2}
          fit="contain"
          sizes="(min-width: 36rem) 33rem, calc(100vw - 3rem)"
        />
        {/* What was typed and not saved is there again when one comes back. */}
        <Row justifyContent="space-between" marginInline="-3">
          <Button size="sm" variant="quiet" ended={!place || place.at === 0} onClick={() => move(-1)}>
            <ArrowLeft aria-hidden />
            Previous
          </Button>
          <Text textStyle="fine">{place && `${formatCount(place.at + 1)} of ${formatCount(place.of)}`}</Text>
          <Button ref={next} size="sm" variant="quiet" ended={!place?.hasNext} onClick={() => move(1)}>
            Next
            <ArrowRight aria-hidden />
          </Button>
        </Row>
        {place?.failed && (
          <Row justifyContent="center">
            <Text textStyle="small" color="danger" role="alert" textAlign="center">
              The next photo could not be loaded. {sentenceOf(place.failed.error)}
            </Text>
            <Button
              size="sm"
              onClick={() => {
                // The button goes once it has come.
                next.current?.focus()
                place.failed?.retry()
              }}
            >
              Try again
            </Button>
          </Row>
        )}
      </Stack>
      <PhotoForm
        key={photo.id}
        photo={photo}
        actions={actions}
        isUnsaved={isUnsaved}
        isTyping={isTyping}
        onNext={place?.hasNext ? () => onMove(1) : undefined}
        onClose={close}
      />
    </Dialog>
  )
}

const changedMeanwhile = 'It was changed in another tab meanwhile.'
const deletedMeanwhile = 'It was deleted meanwhile.'

type PhotoFormProps = Pick<EditPhotoProps, 'photo' | 'onClose'> & {
  /** Where its buttons stand. */
  actions: HTMLElement | null
  isUnsaved: RefObject<boolean>
  isTyping: RefObject<boolean>
  /** To the next photo; `undefined` at the last. */
  onNext: (() => void) | undefined
}

const PhotoForm = ({ photo: opened, actions, isUnsaved, isTyping, onNext, onClose }: PhotoFormProps) => {
  const formId = useId()
  const sent = useRef<Words>(undefined)
  const update = useUpdatePhoto(opened.galleryId, ({ id, version }) => {
    if (sent.current) savedHere.set(id, { version, sent: sent.current })
  })
  const readAgain = useReadAgain(opened.galleryId)
  // Of the moment the form was filled: the list behind it may be newer than what stands in the form.
  const [photo, setPhoto] = useState(opened)

  const draftKey = photoDraftKey(opened.id)
  const goesOn = useRef(false)
  // Without this form another photo is being edited, or none: that is left as it is.
  const isLeft = () => form.form.current === null
  const goBackTo = useGoBackTo()
  const tellOfLeft = (why: string, isGone: boolean) => tellOfRefused(photo, { why, isGone, goBackTo })

  /** Fields that were not changed here take the values saved elsewhere; the others keep what was typed. */
  const bringTogether = async (refusal: unknown) => {
    const found = await readAgain(photo.id).then(
      (current) => ({ current }),
      () => undefined,
    )
    const isGone = found !== undefined && !found.current
    // While that was read.
    if (isLeft()) {
      tellOfLeft(isGone ? deletedMeanwhile : changedMeanwhile, isGone)
      return
    }
    if (!found?.current) {
      toast({ title: 'Photo not saved', description: isGone ? deletedMeanwhile : sentenceOf(refusal) })
      return
    }
    const { current } = found
    const [before, after] = [wordsOf(photo), wordsOf(current)]
    form.edit((typed) => broughtTogether(typed, before, after))
    form.rebase(after)
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
      sent.current = form.values
      const saved = update.mutateAsync({ params: { photoId: photo.id }, body })
      // A refusal that comes later names the photo, and leads back.
      if (goesOn.current) {
        isTyping.current = true
        onNext?.()
      }
      try {
        await saved
      } catch (error) {
        if (!isLeft()) throw error
        const isChanged = codeOf(error) === 'changed_meanwhile'
        if (isChanged) readAgain(photo.id).catch(() => undefined)
        tellOfLeft(isChanged ? changedMeanwhile : sentenceOf(error), codeOf(error) === 'photo_not_found')
        throw error
      }
      forgetUnsaved(photo.id)
      if (!isLeft()) onClose()
    },
    onRefusal: (error) => {
      // Then it has been told.
      if (isLeft()) return undefined
      if (codeOf(error) === 'changed_meanwhile') return bringTogether(error)
      return complain('Photo not saved')(error)
    },
    draft: { key: draftKey },
  })
  // Saved from here a moment ago and opened again, it may have been read before that.
  useFilledFrom({
    item: opened,
    fieldsOf: wordsOf,
    typed: form.values,
    sentFor,
    onNews: (change, news) => {
      form.edit(change)
      form.rebase(wordsOf(news))
      setPhoto(news)
    },
  })
  const { values, field } = form
  useEffect(() => {
    isUnsaved.current = form.changed && !form.busy
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the form comes.
  useEffect(() => {
    forgetUnsaved(opened.id)
    if (isTyping.current) form.form.current?.querySelector('input')?.focus()
    isTyping.current = false
  }, [])
  const saveAndGoOn = async () => {
    goesOn.current = true
    await form.submit()
    goesOn.current = false
  }
  return (
    <Form ref={form.form} id={formId} onSubmit={form.submit}>
      <DraftNotice form={form} />
      <TitleField {...field('title')} />
      <DescriptionField {...field('description')} />
      <PriceField {...field('pricePence')} hint={photoPriceOf(values.pricePence) === 0 && 'This photo is free.'} />
      <WebPriceField
        {...field('webPence')}
        hint={
          photo.state === 'ready' && !photo.hasSmallerSize
            ? `This photo has no more than ${limits.rendition.displayPx} px, so that only the Original is sold.`
            : webPriceHint(webPriceOf(values.webPence), photoPriceOf(values.pricePence)) ||
              `A smaller file for screens, ${limits.rendition.displayPx} px at most. Empty sells the Original alone.`
        }
      />
      <FormProblem form={form} />
      <Switch
        label="Keep out of whole galleries bought before"
        hint="Who bought the whole gallery before this photo was uploaded does not get it, unless they have it already: they get it within an hour of its being on sale. Who buys the whole gallery from now on gets it."
        checked={values.isExcepted}
        onChange={(isExcepted) => form.set('isExcepted', isExcepted)}
      />
      {actions &&
        createPortal(
          <FormActions
            form={form}
            formId={formId}
            action="Save"
            busyLabel="Saving..."
            onClose={onClose}
            {...(onNext && { other: { label: 'Save and Next', act: saveAndGoOn } })}
          />,
          actions,
        )}
    </Form>
  )
}
