import { useId, useRef, useState } from 'react'
import { countOf } from '#frontend/shared/format/counts.ts'
import { PriceField, TextField, WebPriceField } from '#frontend/shared/forms/fields.tsx'
import { FormDialog } from '#frontend/shared/forms/form-dialog.tsx'
import { withDraft } from '#frontend/shared/forms/form-draft.ts'
import { webPriceOf } from '#frontend/shared/forms/price.ts'
import { useForm } from '#frontend/shared/forms/use-form.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Confirm } from '#frontend/ui/confirm.tsx'
import { Dialog } from '#frontend/ui/dialog.tsx'
import { Field, Form, Select } from '#frontend/ui/field.tsx'
import { Text } from '#frontend/ui/layout.tsx'
import type { OwnGallery } from '#schema/api/galleries.ts'
import { type OwnPhoto, photos as photosApi } from '#schema/api/photos.ts'
import { limits } from '#schema/limits.ts'
import type { PhotoSize } from '#schema/web-size.ts'
import { changeMany, partsOf } from './change-many.ts'
import { useManyPhotos } from './many-photos.ts'
import { dropPhotoDraft } from './photo-draft.ts'
import { photoPriceOf } from './photo-price.ts'
import { checkTitles, titleBy } from './photo-titles.ts'
import { type Done, SomeAreLeft, useWorkOf } from './work-on-many.ts'

type Many = {
  photos: readonly OwnPhoto[]
  gallery: OwnGallery
  onClose: () => void
  onDone: Done
  onDoneLate: Done
}

const noPrices = { pricePence: '', webPence: '' }

/** What is done to the prices of many photos; `none` stops the sale of their Web size. */
type Pricing = PhotoSize | 'none'
const pricings = { original: 'Original', web: 'Web size', none: 'No Web size any more' } as const
const pricingOf = (value: string): Pricing => (value === 'web' || value === 'none' ? value : 'original')

/**
 * An empty price of one photo makes it free, or sells its Original alone; many to which that was done by a slip would have
 * lost the prices they had.
 */
const PriceOfAll = photosApi.endpoints.update.body.refine(
  ({ pricePence, webPence }) => pricePence !== undefined || webPence !== undefined,
  {
    path: ['pricePence'],
    message: 'Please enter a price; 0 makes them free.',
  },
)
const WebPriceOfAll = photosApi.endpoints.update.body.refine(({ webPence }) => webPence !== undefined, {
  path: ['webPence'],
  message: `Please enter a price, or choose “${pricings.none}”.`,
})
const typedPriceOf = (text: string) => (text.trim() === '' ? undefined : photoPriceOf(text))

const PriceOfMany = ({ photos, gallery, ...dialog }: Many) => {
  const { update } = useManyPhotos(gallery.id)
  const { each, close } = useWorkOf({ ...dialog, galleryId: gallery.id })
  const draftKey = `price of photos in ${gallery.id}`
  // Not kept by itself: what a draft has a price for tells it. Nor may it change while a price is typed.
  const [pricing, setPricing] = useState<Pricing>(() => {
    const { pricePence, webPence } = withDraft(draftKey, noPrices) ?? noPrices
    return webPence !== '' && pricePence === '' ? 'web' : 'original'
  })
  const form = useForm({
    initial: noPrices,
    schema: pricing === 'web' ? WebPriceOfAll : PriceOfAll,
    // The size that is not chosen keeps its prices.
    bodyOf: ({ pricePence, webPence }) => ({
      version: 0,
      ...(pricing === 'original' && { pricePence: typedPriceOf(pricePence) }),
      ...(pricing === 'web' && { webPence: webPriceOf(webPence) ?? undefined }),
      ...(pricing === 'none' && { webPence: null }),
    }),
    send: async ({ pricePence, webPence }) => {
      const changes = webPence === undefined ? { pricePence } : { webPence }
      const what = webPence === null ? 'sold as Original alone' : 'have the new price'
      if (!(await each(photos, what, (photo) => update(photo, changes)))) throw new SomeAreLeft()
      close()
    },
    onRefusal: () => undefined,
    draft: { key: draftKey },
  })
  /** A price that was typed for the other size is given up: the draft tells by its price which size it is for. */
  const startFor = (next: Pricing) => {
    form.discard()
    setPricing(next)
  }
  return (
    <FormDialog
      form={{ ...form, discard: () => startFor('original') }}
      size="sm"
      title="One price for all"
      description={countOf(photos.length, 'photo')}
      action={pricing === 'none' ? 'Stop selling' : 'Set price'}
      busyLabel="Saving..."
      onClose={close}
    >
      <Field label="Size">
        <Select value={pricing} onChange={({ currentTarget }) => startFor(pricingOf(currentTarget.value))}>
          {Object.entries(pricings).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      {pricing === 'original' && (
        <PriceField
          {...form.field('pricePence')}
          hint={typedPriceOf(form.values.pricePence) === 0 && 'These photos will be free.'}
        />
      )}
      {pricing === 'web' && (
        <WebPriceField
          {...form.field('webPence')}
          placeholder=""
          hint={`Sold of photos larger than ${limits.rendition.displayPx} px, where it costs less than the Original.`}
        />
      )}
      {pricing === 'none' && <Text role="status">{stopSentence(photos)}</Text>}
    </FormDialog>
  )
}

const stopSentence = (photos: readonly OwnPhoto[]): string => {
  const priced = photos.filter(({ webPence }) => webPence !== null).length
  return priced === 0
    ? 'None of these photos has a price of the Web size.'
    : `The Web size of ${countOf(priced, 'photo')} will no longer be sold. The Original keeps its price.`
}

const TitlesOfMany = ({ photos, gallery, ...dialog }: Many) => {
  const { update } = useManyPhotos(gallery.id)
  const { each, close } = useWorkOf({ ...dialog, galleryId: gallery.id })
  // As they were chosen: those that are left at first keep their numbers.
  const [all, setAll] = useState(() => photos.map(({ id }) => id))
  // The rest of a gallery may still be on its way: what is chosen of it is numbered after them.
  const numbered = new Set(all)
  const added = photos.map(({ id }) => id).filter((id) => !numbered.has(id))
  if (added.length > 0) setAll([...all, ...added])
  /** Kept with the pattern of which some titles were left: those have their numbers, also when this is opened again. */
  const orderIn = ({ title, order }: { title: string; order: string }): readonly string[] => {
    const [pattern, ids = ''] = order.split('\n')
    const kept = new Set<string>(pattern === title ? ids.split(' ') : [])
    return photos.some(({ id }) => kept.has(id)) ? [...kept, ...all.filter((id) => !kept.has(id))] : all
  }
  const titleOf = (pattern: string, photo: OwnPhoto, order: readonly string[]) =>
    titleBy(pattern, photo, { place: order.indexOf(photo.id), of: order.length })
  const form = useForm({
    initial: { title: '', order: '' },
    schema: photosApi.endpoints.update.body,
    bodyOf: ({ title }) => ({ version: 0, title }),
    send: async ({ title = '' }) => {
      const order = orderIn(form.values)
      checkTitles(title, photos, order.length)
      form.set('order', `${form.values.title}\n${order.join(' ')}`)
      const rename = (photo: OwnPhoto) => update(photo, { title: titleOf(title, photo, order) })
      if (!(await each(photos, 'renamed', rename))) throw new SomeAreLeft()
      close()
    },
    onRefusal: () => undefined,
    draft: { key: `titles of photos in ${gallery.id}` },
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
          The first becomes “{titleOf(form.values.title, first, orderIn(form.values))}”.
        </Text>
      )}
    </FormDialog>
  )
}

/** What stands in the list for being in no set, beside the ids of sets. */
const noSet = 'none'

const SetOfMany = ({ photos, gallery, ...dialog }: Many) => {
  const formId = useId()
  const { putInSet } = useManyPhotos(gallery.id)
  const { tell, isStopped, close } = useWorkOf({ ...dialog, galleryId: gallery.id })
  const [chosen, setChosen] = useState('')
  const [busy, setBusy] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLSelectElement>(null)
  const set = gallery.sets.find(({ id }) => id === chosen)
  const move = async () => {
    // A set that was deleted meanwhile is none that was chosen.
    if (!set && chosen !== noSet) {
      setMissing(true)
      field.current?.focus()
      return
    }
    setBusy(true)
    const parts = partsOf(photos, limits.gallery.movedAtOnce)
    const put = (part: readonly OwnPhoto[]) =>
      putInSet(
        part.map(({ id }) => id),
        set?.id ?? null,
      )
    const { done, answers, refused, why } = await changeMany(parts, put, isStopped)
    const isDone = await tell(photos, {
      what: set ? `moved to ${set.name}` : 'in no set',
      done: done.flat(),
      answers,
      refused: refused.flat(),
      count: answers.flatMap(({ saved }) => saved).length,
      why,
    })
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
        <Field label="Set" error={isMissing && 'Please choose a set, or “No set”.'}>
          <Select
            ref={field}
            value={chosen}
            onChange={({ currentTarget }) => {
              setChosen(currentTarget.value)
              setMissing(false)
            }}
          >
            <option value="">Choose a set</option>
            {gallery.sets.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            <option value={noSet}>No set</option>
          </Select>
        </Field>
      </Form>
    </Dialog>
  )
}

const DeleteMany = ({ photos, gallery, ...dialog }: Many) => {
  const { remove } = useManyPhotos(gallery.id)
  // Photos that are gone are chosen for nothing else.
  const { each, close } = useWorkOf({ ...dialog, galleryId: gallery.id, onDoneLate: dialog.onDone })
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    const isDone = await each(photos, 'deleted', async (photo) => {
      const answered = await remove(photo)
      dropPhotoDraft(photo.id)
      return answered
    })
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

/** What asks how chosen photos are to be changed, by what is changed of them. */
export const chosenDialogs = { price: PriceOfMany, titles: TitlesOfMany, set: SetOfMany, remove: DeleteMany } as const
