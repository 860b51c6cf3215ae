import { Layers, PoundSterling, Star, Trash2, Type } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { countOf } from '#frontend/shared/format/counts.ts'
import { PriceField, TextField, WebPriceField } from '#frontend/shared/forms/fields.tsx'
import { FormDialog } from '#frontend/shared/forms/form-dialog.tsx'
import { webPriceOf } from '#frontend/shared/forms/price.ts'
import { useForm } from '#frontend/shared/forms/use-form.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Confirm } from '#frontend/ui/confirm.tsx'
import { Dialog } from '#frontend/ui/dialog.tsx'
import { Dock } from '#frontend/ui/dock.tsx'
import { Field, Form, Select } from '#frontend/ui/field.tsx'
import { Row, Text } from '#frontend/ui/layout.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import type { OwnGallery } from '#schema/api/galleries.ts'
import { type OwnPhoto, photos as photosApi } from '#schema/api/photos.ts'
import type { PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import type { PhotoSize } from '#schema/web-size.ts'
import { changeMany } from './change-many.ts'
import { photoPriceOf } from './photo-price.ts'
import { titleBy } from './photo-titles.ts'
import { useManyPhotos } from './queries.ts'

type Done = (photoIds: readonly PhotoId[]) => void
type Many = {
  photos: readonly OwnPhoto[]
  gallery: OwnGallery
  onClose: () => void
  /** It was done to these: they need not be chosen any longer. */
  onDone: Done
}

const said = (count: number, what: string) => `${countOf(count, 'photo')} ${what}`
type Work = (photo: OwnPhoto) => Promise<unknown>
type Told = { what: string; done: readonly OwnPhoto[]; count?: number; why: string | undefined }

/** Does one thing to all of them, and says how far it came: in one sentence, whatever was refused. */
const useWork = (onDone: Done) => {
  const { refresh } = useManyPhotos()
  const stopped = useRef(false)
  const isStopped = () => stopped.current
  /** `true` where its dialog is to be closed: not while some are left, nor where it was closed meanwhile. */
  const tell = async (photos: readonly OwnPhoto[], { what, done, count = done.length, why }: Told) => {
    await refresh()
    onDone(done.map(({ id }) => id))
    const isAll = done.length === photos.length
    if (isAll) toast({ kind: 'success', title: said(count, what) })
    else
      toast({
        kind: why === undefined ? 'info' : 'destructive',
        title: `${said(count, what)}, ${photos.length - count} not`,
        description: why ?? 'You stopped it; the rest is as it was.',
      })
    return isAll && !isStopped()
  }
  return {
    tell,
    isStopped,
    each: async (photos: readonly OwnPhoto[], what: string, work: Work) =>
      tell(photos, { what, ...(await changeMany(photos, work, isStopped)) }),
    /** What is on its way is still done, and nothing else. */
    stop: () => {
      stopped.current = true
    },
  }
}

/** The same for a dialog, which stays open until all is done: closed before, it does no more. */
const useWorkOf = ({ onClose, onDone }: Pick<Many, 'onClose' | 'onDone'>) => {
  const work = useWork(onDone)
  return {
    ...work,
    close: () => {
      work.stop()
      onClose()
    },
  }
}

const PriceOfMany = ({ photos, ...dialog }: Many) => {
  const [size, setSize] = useState<PhotoSize>('original')
  const { update } = useManyPhotos()
  const { each, close } = useWorkOf(dialog)
  const form = useForm({
    initial: { pricePence: '', webPence: '' },
    schema: photosApi.endpoints.update.body,
    // The size that is not chosen keeps its prices.
    bodyOf: ({ pricePence, webPence }) => ({
      version: 0,
      ...(size === 'web' ? { webPence: webPriceOf(webPence) } : { pricePence: photoPriceOf(pricePence) }),
    }),
    send: async ({ pricePence, webPence }) => {
      const changes = size === 'web' ? { webPence } : { pricePence }
      if (await each(photos, 'have the new price', (photo) => update(photo, changes))) close()
    },
    onRefusal: () => undefined,
  })
  return (
    <FormDialog
      form={form}
      size="sm"
      title="One price for all"
      description={countOf(photos.length, 'photo')}
      action="Set price"
      busyLabel="Saving..."
      onClose={close}
    >
      <Field label="Size">
        <Select
          value={size}
          onChange={({ currentTarget }) => setSize(currentTarget.value === 'web' ? 'web' : 'original')}
        >
          <option value="original">Original</option>
          <option value="web">Web size</option>
        </Select>
      </Field>
      {size === 'web' ? (
        <WebPriceField
          {...form.field('webPence')}
          hint={`Sold of photos larger than ${limits.rendition.displayPx} px, where it costs less than the Original. Empty sells the Original alone.`}
        />
      ) : (
        <PriceField
          {...form.field('pricePence')}
          hint={
            photoPriceOf(form.values.pricePence) === 0 && form.values.pricePence !== '' && 'These photos will be free.'
          }
        />
      )}
    </FormDialog>
  )
}

const TitlesOfMany = ({ photos, ...dialog }: Many) => {
  const { update } = useManyPhotos()
  const { each, close } = useWorkOf(dialog)
  // As they were chosen: those that are left at first keep their numbers.
  const [all, setAll] = useState(() => photos.map(({ id }) => id))
  // The rest of a gallery may still be on its way: what is chosen of it is numbered after them.
  const numbered = new Set(all)
  const added = photos.map(({ id }) => id).filter((id) => !numbered.has(id))
  if (added.length > 0) setAll([...all, ...added])
  const titleOf = (pattern: string, photo: OwnPhoto) =>
    titleBy(pattern, photo, { place: all.indexOf(photo.id), of: all.length })
  const form = useForm({
    initial: { title: '' },
    schema: photosApi.endpoints.update.body,
    bodyOf: ({ title }) => ({ version: 0, title }),
    send: async ({ title = '' }) => {
      if (await each(photos, 'renamed', (photo) => update(photo, { title: titleOf(title, photo) }))) close()
    },
    onRefusal: () => undefined,
  })
  const [first] = photos
  return (
    <FormDialog
      form={form}
      size="sm"
      title="Titles by a pattern"
      description={countOf(photos.length, 'photo')}
      action="Set titles"
      busyLabel="Saving..."
      onClose={close}
    >
      <TextField
        {...form.field('title')}
        label="Title"
        required
        maxLength={limits.gallery.titleLength}
        placeholder="Maite & Jon {n}"
        hint="{n} is the number, {file} the file’s name."
      />
      {first && form.values.title.trim() !== '' && (
        <Text textStyle="small" color="ink.muted">
          The first becomes “{titleOf(form.values.title, first)}”.
        </Text>
      )}
    </FormDialog>
  )
}

const partsOf = <T,>(things: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(things.length / size) }, (_, part) => things.slice(part * size, (part + 1) * size))

const SetOfMany = ({ photos, gallery, ...dialog }: Many) => {
  const formId = useId()
  const { putInSet } = useManyPhotos()
  const { tell, isStopped, close } = useWorkOf(dialog)
  const [chosen, setChosen] = useState('')
  const [busy, setBusy] = useState(false)
  const set = gallery.sets.find(({ id }) => id === chosen)
  const move = async () => {
    setBusy(true)
    let moved = 0
    const parts = partsOf(photos, limits.gallery.movedAtOnce)
    const put = async (part: readonly OwnPhoto[]) => {
      const ids = part.map(({ id }) => id)
      moved += (await putInSet(gallery.id, ids, set?.id ?? null)).items.length
    }
    const { done, why } = await changeMany(parts, put, isStopped)
    const what = set ? `moved to ${set.name}` : 'in no set'
    const isDone = await tell(photos, { what, done: done.flat(), count: moved, why })
    setBusy(false)
    if (isDone) close()
  }
  return (
    <Dialog
      open
      size="sm"
      title="Move to set"
      description={countOf(photos.length, 'photo')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={formId} variant="accent" busy={busy} busyLabel="Moving...">
            Move
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void move()
        }}
      >
        <Field label="Set">
          <Select value={chosen} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
            <option value="">No set</option>
            {gallery.sets.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      </Form>
    </Dialog>
  )
}

const DeleteMany = ({ photos, ...dialog }: Many) => {
  const { remove } = useManyPhotos()
  const { each, close } = useWorkOf(dialog)
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    const isDone = await each(photos, 'deleted', remove)
    setBusy(false)
    if (isDone) close()
  }
  return (
    <Confirm
      open
      title={`Delete ${countOf(photos.length, 'photo')}?`}
      action={`Delete ${countOf(photos.length, 'photo')}`}
      busy={busy}
      onClose={close}
      onConfirm={() => void confirm()}
    >
      They leave the gallery at once. Whoever bought them keeps them.
    </Confirm>
  )
}

const dialogs = { price: PriceOfMany, titles: TitlesOfMany, set: SetOfMany, remove: DeleteMany } as const

type ChosenPhotosProps = {
  photos: readonly OwnPhoto[]
  gallery: OwnGallery
  /** How many there are to choose from, as far as they are loaded. */
  of: number
  isMore: boolean
  /** More of them are being loaded. */
  isLoading: boolean
  /** Without trial or subscription they are deleted, and nothing else. */
  isLocked: boolean
  onAll: () => void
  onNone: () => void
  onDone: Done
}

/** What can be done with the photos that were ticked. */
export const ChosenPhotos = ({
  photos,
  gallery,
  of,
  isMore,
  isLoading,
  isLocked,
  onAll,
  onNone,
  onDone,
}: ChosenPhotosProps) => {
  const [asked, setAsked] = useState<keyof typeof dialogs>()
  const [isFeaturing, setIsFeaturing] = useState(false)
  const { update } = useManyPhotos()
  const { each } = useWork(onDone)
  const ready = photos.filter(({ state }) => state === 'ready')
  const isFeatured = ready.length > 0 && ready.every((photo) => photo.isFeatured)
  const feature = async () => {
    setIsFeaturing(true)
    await each(ready, isFeatured ? 'featured no more' : 'featured', (photo) =>
      update(photo, { isFeatured: !isFeatured }),
    )
    setIsFeaturing(false)
  }
  const Asked = asked && dialogs[asked]
  return (
    <Dock aria-label="Chosen photos">
      <Row justifyContent="space-between" rowGap="2">
        <Row gap="2">
          <Text textStyle="small" role="status">
            {countOf(photos.length, 'photo')} chosen
          </Text>
          {(isMore || photos.length < of) && (
            <Button size="sm" variant="quiet" busy={isLoading} busyLabel="Loading..." onClick={onAll}>
              Choose all {!isMore && of}
            </Button>
          )}
          <Button size="sm" variant="quiet" onClick={onNone}>
            Clear
          </Button>
        </Row>
        <Row gap="2">
          {!isLocked && (
            <>
              <Button size="sm" onClick={() => setAsked('price')}>
                <PoundSterling aria-hidden />
                Price
              </Button>
              <Button size="sm" onClick={() => setAsked('titles')}>
                <Type aria-hidden />
                Titles
              </Button>
              {gallery.sets.length > 0 && (
                <Button size="sm" onClick={() => setAsked('set')}>
                  <Layers aria-hidden />
                  Move to set
                </Button>
              )}
              {ready.length > 0 && (
                <Button size="sm" busy={isFeaturing} onClick={() => void feature()}>
                  <Star aria-hidden />
                  {isFeatured ? 'Stop featuring' : 'Feature'}
                </Button>
              )}
            </>
          )}
          <Button size="sm" onClick={() => setAsked('remove')}>
            <Trash2 aria-hidden />
            Delete
          </Button>
        </Row>
      </Row>
      {Asked && <Asked photos={photos} gallery={gallery} onClose={() => setAsked(undefined)} onDone={onDone} />}
    </Dock>
  )
}
