import { ArrowLeft, ArrowRight, Clock } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { useSavedMeanwhile } from '#frontend/shared/galleries/own-galleries.ts'
import { photoOrderNames } from '#frontend/shared/galleries/photo-order-names.ts'
import { Button, IconButton } from '#frontend/ui/button.tsx'
import { Field, Select } from '#frontend/ui/field.tsx'
import { Box, Row } from '#frontend/ui/layout.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { galleries, type OwnGallery } from '#schema/api/galleries.ts'
import { type OwnPhoto, photos as photosApi } from '#schema/api/photos.ts'
import { PhotoOrder } from '#schema/entities/photo-order.ts'
import type { PhotoId } from '#schema/ids.ts'
import { useMovePhoto, useShownMove } from './queries.ts'

/** The order of a gallery's photos, chosen where they are looked at. */
export const OrderField = ({ gallery, onClocks }: { gallery: OwnGallery; onClocks: () => void }) => {
  const savedMeanwhile = useSavedMeanwhile()
  const update = useEndpoint(galleries.endpoints.update, {
    refreshes: [
      galleries.endpoints.mine,
      galleries.endpoints.getMine,
      galleries.endpoints.listPhotos,
      photosApi.endpoints.listMine,
    ],
    onError: (error) => {
      toast({ title: 'Order not changed', description: sentenceOf(error) })
      // Has the gallery read again where that is why: the next choice is of the one that is there now.
      savedMeanwhile(error)
    },
  })
  const choose = (text: string) => {
    const photoOrder = PhotoOrder.options.find((each) => each === text)
    if (photoOrder === undefined || update.isPending) return
    update.mutate({ params: { galleryId: gallery.id }, body: { version: gallery.version, photoOrder } })
  }
  const shown = update.isPending ? (update.variables.body.photoOrder ?? gallery.photoOrder) : gallery.photoOrder
  return (
    <Box maxWidth="form" marginBottom="6">
      <Field
        label="Order of photos"
        hint={shown === 'hand' && 'Drag a photo, or use its arrows. New photos come last until you put them somewhere.'}
      >
        <Select
          value={shown}
          aria-busy={update.isPending}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          {PhotoOrder.options.map((each) => (
            <option key={each} value={each}>
              {photoOrderNames[each]}
            </option>
          ))}
        </Select>
      </Field>
      {shown === 'captured' && (
        <Row marginTop="3">
          <Button size="sm" onClick={onClocks}>
            <Clock aria-hidden />
            Camera clocks
          </Button>
        </Row>
      )}
    </Box>
  )
}

/** What a tile is given so that its photo can be put elsewhere. */
export type Place = {
  readonly earlier: (() => void) | undefined
  readonly later: (() => void) | undefined
  /** Where a dragged photo would come to stand, while it is over this one. */
  readonly isTarget: boolean
  readonly drag: {
    draggable: true
    onDragStart: (event: DragEvent) => void
    onDragEnd: () => void
    onDragOver: (event: DragEvent) => void
    onDrop: (event: DragEvent) => void
  }
}

/**
 * Puts photos by hand. `undefined` for a photo that has no place among those on sale.
 * @param photos As they are shown.
 */
export const useArranging = (gallery: OwnGallery, photos: readonly OwnPhoto[]) => {
  const [held, setHeld] = useState<PhotoId>()
  const [over, setOver] = useState<PhotoId>()
  const move = useMovePhoto(gallery.id)
  const show = useShownMove(gallery.id)
  const shown = photos.filter(({ state }) => state === 'ready')

  const put = (id: PhotoId, after: PhotoId | null) => {
    show({ id, after })
    move.mutate(
      { id, after },
      { onError: (error) => toast({ title: 'Photo not moved', description: sentenceOf(error) }) },
    )
  }
  const drop = (id: PhotoId, target: PhotoId) => {
    const [from, to] = [id, target].map((each) => shown.findIndex((photo) => photo.id === each))
    if (from === undefined || to === undefined || from < 0 || from === to) return
    // Where the photo was dropped it stands: what was there makes room towards where it came from.
    put(id, from < to ? target : (shown[to - 1]?.id ?? null))
  }

  return (photo: OwnPhoto): Place | undefined => {
    const at = shown.indexOf(photo)
    if (at < 0) return undefined
    const next = shown[at + 1]
    return {
      earlier: at === 0 ? undefined : () => put(photo.id, shown[at - 2]?.id ?? null),
      later: next && (() => put(photo.id, next.id)),
      isTarget: over === photo.id && held !== photo.id,
      drag: {
        draggable: true,
        onDragStart: (event) => {
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', photo.title)
          setHeld(photo.id)
        },
        onDragEnd: () => {
          setHeld(undefined)
          setOver(undefined)
        },
        onDragOver: (event) => {
          if (held === undefined) return
          event.preventDefault()
          if (over !== photo.id) setOver(photo.id)
        },
        onDrop: (event) => {
          event.preventDefault()
          if (held !== undefined) drop(held, photo.id)
        },
      },
    }
  }
}

const moves = [
  { to: 'earlier', Icon: ArrowLeft },
  { to: 'later', Icon: ArrowRight },
] as const

type MoveButtonsProps = { photo: OwnPhoto; place: Place }

/**
 * Moves a photo as dragging does, for keyboards and touch screens. At either end of the list the buttons stay, so that
 * the focus is not lost.
 */
export const MoveButtons = ({ photo, place }: MoveButtonsProps) => (
  <>
    {moves.map(({ to, Icon }) => (
      <IconButton
        key={to}
        size="sm"
        label={`Move ${photo.title} ${to}`}
        aria-disabled={place[to] === undefined}
        onClick={place[to]}
      >
        <Icon aria-hidden />
      </IconButton>
    ))}
  </>
)
