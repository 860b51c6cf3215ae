import { chakra } from '@chakra-ui/react'
import { ArrowLeft, ImagePlus, Layers, Upload } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useOpened } from '#frontend/shared/address/use-opened.ts'
import { codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { complain } from '#frontend/shared/api/complain.ts'
import { LoadMore } from '#frontend/shared/api/load-more.tsx'
import { useLoadFailure } from '#frontend/shared/api/use-load-failure.ts'
import { useNextPage } from '#frontend/shared/api/use-next-page.ts'
import { useUnderWay } from '#frontend/shared/galleries/under-way.ts'
import { lazyPart, usePrepared } from '#frontend/shared/lazy/lazy-part.tsx'
import { useTicks } from '#frontend/shared/ticks/use-ticks.ts'
import { beginInView } from '#frontend/ui/begin-in-view.ts'
import { Button, ButtonLink } from '#frontend/ui/button.tsx'
import { Box, Heading, Hidden, Row, Text } from '#frontend/ui/layout.tsx'
import { EmptyState } from '#frontend/ui/surface.tsx'
import { useFocusAfterRemoval } from '#frontend/ui/use-focus-after-removal.ts'
import { useStable } from '#frontend/ui/use-stable.ts'
import type { OwnGallery } from '#schema/api/galleries.ts'
import type { OwnPhoto } from '#schema/api/photos.ts'
import { formatCount } from '#schema/counts.ts'
import { limits } from '#schema/limits.ts'
import { addresses } from '#schema/paths.ts'
import { OrderField, ordering, useArranging } from './arrange-photos.tsx'
import { DeletePhoto } from './delete-photo.tsx'
import { OwnPhotoTile, OwnTileSkeleton } from './own-photo-tile.tsx'
import { useLinkedPhoto, useWatchedPhotos } from './queries.ts'
import { useFocusAfterChoice } from './use-focus-after-choice.ts'

const EditPhoto = lazyPart(
  () => import('./edit-photo-dialog.tsx'),
  (m) => m.EditPhoto,
)

const ChosenPhotos = lazyPart(
  () => import('./chosen-photos.tsx'),
  (m) => m.ChosenPhotos,
)

const CameraClocksDialog = lazyPart(
  () => import('./camera-clocks.tsx'),
  (m) => m.CameraClocksDialog,
)

const SetsDialog = lazyPart(
  () => import('./sets-dialog.tsx'),
  (m) => m.SetsDialog,
)

const Tiles = chakra('ul', {
  base: {
    listStyle: 'none',
    display: 'grid',
    gap: '5',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(15rem, 100%), 1fr))',
  },
})

/**
 * So many photos are shown until more are asked for: whoever chooses all of ten thousand has them read, and would wait long
 * for their tiles.
 */
const drawnAtFirst = 300
const drawnMore = 100

/** So many photos before the last one that is loaded the next page is asked for, while one after the other is edited. */
const editedAhead = 5

const { wholePhotos, wholeSaidFrom } = limits.gallery

/** Up to how many photos a gallery is sold whole, once there are nearly so many. */
const WholeRoom = ({ gallery: { wholePence, photoCount } }: Pick<ManagePhotosProps, 'gallery'>) =>
  wholePence !== null &&
  photoCount >= wholeSaidFrom && (
    <Text textStyle="small" color="ink.muted" marginBottom="5">
      {formatCount(photoCount)} of the {formatCount(wholePhotos)} photos that a whole gallery can have.{' '}
      {photoCount > wholePhotos
        ? 'It is not sold whole any more; its photos are sold one by one.'
        : 'With more, it is no longer sold whole, and who bought it gets no further photos.'}
    </Text>
  )

type ManagePhotosProps = {
  gallery: OwnGallery
  /** Without trial or subscription photos are deleted, and nothing else. */
  isLocked: boolean
  onBack: () => void
  /** What else can be done with the gallery, beside its sets. */
  tools?: ReactNode
}

/** The photos of one own gallery: edit, delete, feature, make one the cover; and why one failed. */
export const ManagePhotos = ({ gallery: opened, isLocked, onBack, tools }: ManagePhotosProps) => {
  const gallery = useUnderWay(opened, ordering)
  const query = useWatchedPhotos(gallery)
  const { data: photos, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  useLoadFailure(photos ? null : error, 'Error loading photos')
  const editing = useOpened('edit')
  const linkedId = editing.shown
  const listedAt = photos?.findIndex(({ id }) => id === linkedId) ?? -1
  // Whoever came by a link to one photo need not wait for the list, nor for the page of it that has the photo.
  const { linked, isLoading } = useLinkedPhoto(listedAt === -1 ? linkedId : undefined)
  const found = photos?.[listedAt] ?? (linked?.galleryId === gallery.id ? linked : undefined)
  // A new title may have put it on a page that is not loaded: its dialog stays while it is read.
  const [before, setBefore] = useState(found)
  if (found && found !== before) setBefore(found)
  const edited = found ?? (isLoading && before?.id === linkedId ? before : undefined)
  // Who edits one photo after the other comes to the end of what is loaded.
  const paged = { ...query, data: photos && { pages: photos } }
  useNextPage(paged, listedAt >= 0 && listedAt >= (photos?.length ?? 0) - editedAhead)
  const [isArranging, setIsArranging] = useState(false)
  const [isAtClocks, setIsAtClocks] = useState(false)
  const [doomed, setDoomed] = useState<OwnPhoto>()
  const ticks = useTicks(gallery.id, {
    loaded: photos?.map(({ id }) => id) ?? [],
    isWhole: photos !== undefined && !hasNextPage,
  })
  useNextPage(paged, ticks.isMissing)
  /** Of a large gallery the rest is read first. */
  const chooseAll = async () => {
    let all = photos
    for (let isMore = hasNextPage; isMore; ) {
      const next = await fetchNextPage()
      if (next.isError) return complain('Photos not chosen')(next.error)
      all = next.data
      isMore = next.hasNextPage
    }
    ticks.become(all?.map(({ id }) => id) ?? [])
  }
  const chosen = photos?.filter(({ id }) => ticks.has(id)) ?? []
  const { heading, tiles } = useFocusAfterChoice(photos ?? [], chosen)
  useFocusAfterRemoval({ list: tiles, ids: photos?.map(({ id }) => id) ?? [], doomed: doomed?.id })
  const upload = addresses.uploadTo(gallery.id)
  // Beside a photo that the new order has not reached none can be put.
  const isByHand = gallery.photoOrder === 'hand' && !gallery.isOrdering && !isLocked
  const { arranging, said, standsOf, target } = useArranging(gallery, photos ?? [], !hasNextPage)
  const choose = useStable(({ id }: OwnPhoto) => ticks.set(id, !ticks.has(id)))
  const edit = useStable(({ id }: OwnPhoto) => editing.open(id))
  const loaded = photos?.length ?? 0
  const [room, setRoom] = useState(drawnAtFirst)
  const drawn = Math.min(loaded, room)
  const isMoreToDraw = drawn < loaded
  const more = {
    ...query,
    hasNextPage: hasNextPage || isMoreToDraw,
    fetchNextPage: async () => {
      setRoom(Math.max(room, drawn + drawnMore))
      if (!isMoreToDraw) await fetchNextPage()
    },
  }
  // The gallery counts those that can be seen; there may be others.
  const count = hasNextPage ? Math.max(gallery.photoCount, loaded + 1) : loaded
  const hasNext = photos?.[listedAt + 1] !== undefined
  // What the list has moved on from stays refused: it is read again from its start.
  const askAgain = codeOf(error) === 'invalid_cursor' ? refetch : fetchNextPage
  const failed = error && hasNextPage && !hasNext ? { error, retry: () => void askAgain() } : undefined
  usePrepared(EditPhoto)
  return (
    <section ref={beginInView} aria-labelledby="manage-photos">
      <Box marginBottom="4">
        <Button size="sm" variant="quiet" marginInlineStart="-3" onClick={onBack}>
          <ArrowLeft aria-hidden />
          All galleries
        </Button>
      </Box>
      <Row justifyContent="space-between" marginBottom="6">
        <Heading ref={heading} id="manage-photos" look="section">
          {gallery.title}
        </Heading>
        {!isLocked && (
          <Row gap="2">
            {tools}
            <Button size="sm" onClick={() => setIsArranging(true)}>
              <Layers aria-hidden />
              Sets
            </Button>
            <ButtonLink to={upload} size="sm">
              <Upload aria-hidden />
              Upload Photos
            </ButtonLink>
          </Row>
        )}
      </Row>
      <WholeRoom gallery={gallery} />
      {!isLocked && photos !== undefined && photos.length > 1 && (
        <OrderField gallery={gallery} onClocks={() => setIsAtClocks(true)} />
      )}
      {error && !photos ? (
        <EmptyState title="Error loading photos" action={<Button onClick={() => void refetch()}>Try again</Button>}>
          {sentenceOf(error)}
        </EmptyState>
      ) : photos?.length === 0 ? (
        <EmptyState
          title="No photos yet"
          icon={<ImagePlus size={40} />}
          action={
            <ButtonLink to={upload} variant="accent">
              Upload Photos
            </ButtonLink>
          }
        >
          Drop as many as you like; each gets this gallery’s price unless you give it another.
        </EmptyState>
      ) : (
        <Tiles ref={tiles} aria-label="Photos" aria-busy={!photos}>
          {photos
            ? photos
                .slice(0, drawn)
                .map((photo) => (
                  <OwnPhotoTile
                    key={photo.id}
                    photo={photo}
                    set={gallery.sets.find(({ id }) => id === photo.setId)?.name}
                    stands={isByHand ? standsOf(photo) : undefined}
                    arranging={arranging}
                    isTarget={target === photo.id}
                    isLocked={isLocked}
                    isChosen={ticks.has(photo.id)}
                    onChoose={choose}
                    onEdit={edit}
                    onDelete={setDoomed}
                  />
                ))
            : ['a', 'b', 'c', 'd', 'e', 'f'].map((place) => <OwnTileSkeleton key={place} />)}
        </Tiles>
      )}
      {isByHand && <Hidden role="status">{said}</Hidden>}
      <LoadMore pages={more} count={drawn} one="photo" marginTop="6" />
      {chosen.length > 0 && (
        <Suspense>
          <ChosenPhotos
            photos={chosen}
            gallery={gallery}
            of={loaded}
            isMore={hasNextPage}
            isLoading={isFetchingNextPage}
            isLocked={isLocked}
            onAll={() => void chooseAll()}
            onNone={ticks.clear}
            onDone={ticks.drop}
          />
        </Suspense>
      )}
      {edited && !isLocked && (
        <Suspense>
          <EditPhoto
            photo={edited}
            place={listedAt === -1 ? undefined : { at: listedAt, of: count, hasNext, failed }}
            onMove={(step) => {
              const next = photos?.[listedAt + step]
              if (next) editing.move(next.id)
            }}
            onClose={editing.close}
          />
        </Suspense>
      )}
      {isAtClocks && (
        <Suspense>
          <CameraClocksDialog gallery={gallery} onClose={() => setIsAtClocks(false)} />
        </Suspense>
      )}
      {isArranging && (
        <Suspense>
          <SetsDialog
            gallery={gallery}
            photos={hasNextPage ? undefined : photos}
            onClose={() => setIsArranging(false)}
          />
        </Suspense>
      )}
      {doomed && (
        <DeletePhoto
          photo={doomed}
          onClose={() => setDoomed((asked) => (asked?.id === doomed.id ? undefined : asked))}
          onDeleted={() => ticks.drop([doomed.id])}
        />
      )}
    </section>
  )
}
