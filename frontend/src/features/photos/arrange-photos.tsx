import { useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight, Clock } from 'lucide-react'
import { type DragEvent, useEffect, useMemo, useState } from 'react'
import { complain } from '#frontend/shared/api/complain.ts'
import { askAnew } from '#frontend/shared/api/drop-listed.ts'
import { useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { listLagMs, longListLagMs } from '#frontend/shared/galleries/list-lag.ts'
import { useSavedMeanwhile, useShowSaved } from '#frontend/shared/galleries/own-galleries.ts'
import { photoOrderNames } from '#frontend/shared/galleries/photo-order-names.ts'
import { Button, IconButton } from '#frontend/ui/button.tsx'
import { Field, Select } from '#frontend/ui/field.tsx'
import { Box, Row, Text } from '#frontend/ui/layout.tsx'
import { useStable } from '#frontend/ui/use-stable.ts'
import { galleries, type OwnGallery } from '#schema/api/galleries.ts'
import { type OwnPhoto, photos as photosApi } from '#schema/api/photos.ts'
import { formatCount } from '#schema/counts.ts'
import { PhotoOrder } from '#schema/entities/photo-order.ts'
import type { PhotoId } from '#schema/ids.ts'
import { useMovePhoto } from './move-photo.ts'
import { useReadFromFirst } from './queries.ts'

/** What shows the order of photos, beside the list of them. */
const showsBesideList = [galleries.endpoints.mine, galleries.endpoints.listPhotos, galleries.endpoints.photoHours]
const shows = [...showsBesideList, photosApi.endpoints.listMine]
/** Of thousands the server puts some into order after it has answered. */
export const ordering = {
  isRunning: ({ isOrdering }: OwnGallery) => isOrdering,
  shows,
  shownAfterMs: [listLagMs, longListLagMs],
}

/** The order of a gallery's photos, chosen where they are looked at. */
export const OrderField = ({ gallery, onClocks }: { gallery: OwnGallery; onClocks: () => void }) => {
  const queries = useQueryClient()
  const savedMeanwhile = useSavedMeanwhile()
  const showSaved = useShowSaved()
  const readFromFirst = useReadFromFirst(gallery.id)
  /** Chosen before the last choice was answered: sent with what that answer says. */
  const [next, setNext] = useState<PhotoOrder>()
  const update = useEndpoint(galleries.endpoints.update, {
    // Done with the answer: nobody who chooses again waits until all is read that shows the order.
    onSuccess: (saved) => {
      if (next !== undefined && next !== saved.photoOrder) send(next, saved.version)
      setNext(undefined)
      showSaved(saved)
      readFromFirst()
      void askAnew(queries, [galleries.endpoints.getMine, ...showsBesideList])
      if (!saved.isOrdering) setTimeout(() => void askAnew(queries, shows), listLagMs)
    },
    onError: (error) => {
      setNext(undefined)
      complain('Order not changed')(error)
      // Has the gallery read again where that is why: the next choice is of the one that is there now.
      savedMeanwhile(error)
    },
  })
  const send = (photoOrder: PhotoOrder, version: number) =>
    update.mutate({ params: { galleryId: gallery.id }, body: { version, photoOrder } })
  const choose = (text: string) => {
    const photoOrder = PhotoOrder.options.find((each) => each === text)
    if (photoOrder === undefined) return
    if (update.isPending) setNext(photoOrder)
    else send(photoOrder, gallery.version)
  }
  // Chosen behind an answer that was not drawn yet, as one that waits: it waits for nothing.
  useEffect(() => {
    if (next === undefined || update.isPending) return
    setNext(undefined)
    send(next, gallery.version)
  })
  const sent = update.isPending ? update.variables.body.photoOrder : undefined
  const shown = next ?? sent ?? gallery.photoOrder
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
      <Text textStyle="small" color="ink.muted" role="status">
        {gallery.isOrdering &&
          !update.isPending &&
          'The photos are being put into this order. With thousands it takes some minutes; you need not wait here.'}
      </Text>
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

/** Where a photo stands among those on sale: at an end it goes no further. */
export type Stands = 'alone' | 'first' | 'between' | 'last'
type Way = 'earlier' | 'later'

/** What photos are put elsewhere with; it stays the same while they are. */
export type Arranging = {
  readonly step: (photo: OwnPhoto, way: Way) => void
  readonly drag: (photo: OwnPhoto) => {
    draggable: true
    onDragStart: (event: DragEvent) => void
    onDragEnd: () => void
    onDragOver: (event: DragEvent) => void
    onDrop: (event: DragEvent) => void
  }
}

const standsAt = (place: number, count: number): Stands => {
  if (count === 1) return 'alone'
  if (place === 0) return 'first'
  return place === count - 1 ? 'last' : 'between'
}

/**
 * Puts photos by hand.
 * @param photos As they are shown.
 * @param isWhole Whether they are all that the gallery has.
 */
export const useArranging = (gallery: OwnGallery, photos: readonly OwnPhoto[], isWhole: boolean) => {
  const [said, setSaid] = useState('')
  const [held, setHeld] = useState<PhotoId>()
  const [over, setOver] = useState<PhotoId>()
  const put = useMovePhoto(gallery.id, complain('Photo not moved'))
  const shown = photos.filter(({ state }) => state === 'ready')
  const places = new Map(shown.map(({ id }, place) => [id, place]))

  const step = useStable(({ id, title }: OwnPhoto, way: Way) => {
    const at = places.get(id)
    if (at === undefined) return
    const to = way === 'earlier' ? at - 1 : at + 1
    const count = isWhole ? shown.length : Math.max(gallery.photoCount, shown.length)
    const placeOf = (place: number) => `${formatCount(place + 1)} of ${formatCount(count)}`
    if (!shown[to]) {
      const isMore = way === 'later' && !isWhole
      return setSaid(`${title} goes no further${isMore ? ' until more are loaded' : ''}, ${placeOf(at)}`)
    }
    put({ id, after: shown[way === 'earlier' ? at - 2 : to]?.id ?? null })
    setSaid(`${title}, ${placeOf(to)}`)
  })
  const drop = useStable((target: PhotoId) => {
    const from = held && places.get(held)
    const to = places.get(target)
    if (held === undefined || from === undefined || to === undefined || from === to) return
    // Where the photo was dropped it stands: what was there makes room towards where it came from.
    put({ id: held, after: from < to ? target : (shown[to - 1]?.id ?? null) })
  })
  const dragOver = useStable((event: DragEvent, target: PhotoId) => {
    if (held === undefined) return
    event.preventDefault()
    if (over !== target) setOver(target)
  })
  const arranging = useMemo(
    (): Arranging => ({
      step,
      drag: ({ id, title }) => ({
        draggable: true,
        onDragStart: (event) => {
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', title)
          setHeld(id)
        },
        onDragEnd: () => {
          setHeld(undefined)
          setOver(undefined)
        },
        onDragOver: (event) => dragOver(event, id),
        onDrop: (event) => {
          event.preventDefault()
          drop(id)
        },
      }),
    }),
    [step, drop, dragOver],
  )
  return {
    arranging,
    /** What a step has done, for whoever does not see it. */
    said,
    /** `undefined` for a photo that has no place among those on sale. */
    standsOf: ({ id }: OwnPhoto): Stands | undefined => {
      const place = places.get(id)
      return place === undefined ? undefined : standsAt(place, shown.length)
    },
    /** Where the photo that is dragged would come to stand. */
    target: over === held ? undefined : over,
  }
}

const moves = [
  { to: 'earlier', Icon: ArrowLeft, isEnd: (stands: Stands) => stands === 'first' || stands === 'alone' },
  { to: 'later', Icon: ArrowRight, isEnd: (stands: Stands) => stands === 'last' || stands === 'alone' },
] as const

type MoveButtonsProps = { photo: OwnPhoto; stands: Stands; arranging: Arranging }

/**
 * Moves a photo as dragging does, for keyboards and touch screens. At either end of the list the buttons stay, so that
 * the focus is not lost.
 */
export const MoveButtons = ({ photo, stands, arranging }: MoveButtonsProps) => (
  <>
    {moves.map(({ to, Icon, isEnd }) => (
      <IconButton
        key={to}
        size="sm"
        label={`Move ${photo.title} ${to}`}
        aria-disabled={isEnd(stands)}
        onClick={() => arranging.step(photo, to)}
      >
        <Icon aria-hidden />
      </IconButton>
    ))}
  </>
)
