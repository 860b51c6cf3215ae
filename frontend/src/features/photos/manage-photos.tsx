import { chakra } from '@chakra-ui/react'
import { ArrowLeft, ImagePlus, Layers, Pencil, Star, Trash2, Upload } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useAddress } from '#frontend/shared/address/use-address.ts'
import { codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { useLoadFailure } from '#frontend/shared/api/use-load-failure.ts'
import { useNextPage } from '#frontend/shared/api/use-next-page.ts'
import { countOf, formatBytes } from '#frontend/shared/format/counts.ts'
import { lazyPart, usePrepared } from '#frontend/shared/lazy/lazy-part.tsx'
import { useTicks } from '#frontend/shared/ticks/use-ticks.ts'
import { beginInView } from '#frontend/ui/begin-in-view.ts'
import { Button, ButtonLink, IconButton } from '#frontend/ui/button.tsx'
import { Box, Heading, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { Photo, ratioOf } from '#frontend/ui/photo.tsx'
import { Badge, EmptyState, Skeleton } from '#frontend/ui/surface.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import type { OwnGallery } from '#schema/api/galleries.ts'
import type { OwnPhoto } from '#schema/api/photos.ts'
import { formatCount } from '#schema/counts.ts'
import { limits } from '#schema/limits.ts'
import { formatPounds } from '#schema/money.ts'
import { addresses } from '#schema/paths.ts'
import { MoveButtons, OrderField, type Place, useArranging } from './arrange-photos.tsx'
import { DeletePhoto } from './delete-photo.tsx'
import { useLinkedPhoto, useOwnPhotos, useUpdatePhoto, useWatchedPhotos } from './queries.ts'

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
const tileSizes = '(min-width: 78rem) 18rem, (min-width: 62rem) 30vw, (min-width: 34rem) 46vw, calc(100vw - 2rem)'
const Tile = chakra('li', {
  base: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    background: 'surface',
    borderWidth: '1px',
    borderColor: 'line',
    '&[draggable=true]': { cursor: 'grab' },
    '&[data-target]': { outline: '3px solid var(--ds-colors-accent)', outlineOffset: '2px' },
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 22rem',
  },
})
const Pick = chakra('input', {
  base: {
    position: 'absolute',
    margin: '2.5',
    width: '6',
    height: '6',
    accentColor: 'accent',
    cursor: 'pointer',
  },
})
const frameRatio = 3 / 2
/** Where a picture that is shown whole begins in its frame: half of the room that it leaves free. */
const cornerOf = (picture: OwnPhoto['picture']) => {
  const share = ratioOf(picture) / frameRatio
  const half = (whole: number) => `${Math.max(0, 1 - whole) * 50}%`
  return { insetInlineStart: half(share), top: half(1 / share) }
}
const StarIcon = chakra(Star, { variants: { on: { true: { fill: 'accent', color: 'accent.text' } } } })

const states = {
  pending: { label: 'Being made ready', tone: 'neutral' },
  ready: { label: 'For sale', tone: 'success' },
  kept: { label: 'No preview', tone: 'accent' },
  failed: { label: 'Failed', tone: 'danger' },
  taken_down: { label: 'Taken down', tone: 'danger' },
  deleted: { label: 'Deleted', tone: 'neutral' },
} as const

const complain = (title: string) => (error: unknown) => toast({ title, description: sentenceOf(error) })

type TileProps = {
  photo: OwnPhoto
  /** The name of its set. */
  set: string | undefined
  /** Where photos are in order by hand. */
  place: Place | undefined
  isLocked: boolean
  isChosen: boolean
  onChoose: () => void
  onEdit: () => void
  onDelete: () => void
}

const PhotoTile = ({ photo, set, place, isLocked, isChosen, onChoose, onEdit, onDelete }: TileProps) => {
  const update = useUpdatePhoto()
  const { refetch } = useOwnPhotos(photo.galleryId)
  const change = (body: { isFeatured: boolean } | { isCover: true }) =>
    update.mutate(
      { params: { photoId: photo.id }, body: { version: photo.version, ...body } },
      {
        onError: (error) => {
          complain('Photo not saved')(error)
          if (codeOf(error) === 'changed_meanwhile') void refetch()
        },
      },
    )
  const state = states[photo.state]
  const canArrange = photo.state === 'ready' && !isLocked
  const saving = update.isPending ? update.variables.body : undefined
  return (
    <Tile {...place?.drag} data-target={place?.isTarget ? '' : undefined}>
      <Box position="relative">
        <Photo picture={photo.picture} alt={photo.title} ratio={frameRatio} fit="contain" sizes={tileSizes} />
        <Pick
          type="checkbox"
          aria-label={`Choose ${photo.title}`}
          checked={isChosen}
          onChange={onChoose}
          style={cornerOf(photo.picture)}
        />
      </Box>
      <Stack gap="3" padding="4" flex="1">
        <Stack gap="1">
          <Text fontWeight="medium">{photo.title}</Text>
          <Text textStyle="small" color="ink.muted">
            {photo.pricePence === 0 ? 'Free' : formatPounds(photo.pricePence)}, {formatBytes(photo.bytes)}
          </Text>
        </Stack>
        <Row gap="1.5">
          <Badge tone={state.tone}>{state.label}</Badge>
          {photo.isFeatured && <Badge tone="accent">Featured</Badge>}
          {photo.isCover && <Badge tone="accent">Cover</Badge>}
          {set !== undefined && <Badge tone="neutral">{set}</Badge>}
        </Row>
        {photo.reason && (
          <Text textStyle="small" color={state.tone === 'danger' ? 'danger' : 'ink.muted'}>
            {photo.reason}
          </Text>
        )}
        <Row gap="1" marginTop="auto">
          {!isLocked && (
            <IconButton size="sm" label={`Edit ${photo.title}`} onClick={onEdit}>
              <Pencil aria-hidden />
            </IconButton>
          )}
          {canArrange && (
            <IconButton
              size="sm"
              label={photo.isFeatured ? `Stop featuring ${photo.title}` : `Feature ${photo.title}`}
              aria-pressed={photo.isFeatured}
              busy={saving?.isFeatured !== undefined}
              disabled={saving?.isCover !== undefined}
              onClick={() => change({ isFeatured: !photo.isFeatured })}
            >
              <StarIcon on={photo.isFeatured} aria-hidden />
            </IconButton>
          )}
          {canArrange && !photo.isCover && (
            <Button
              size="sm"
              variant="quiet"
              busy={saving?.isCover !== undefined}
              disabled={saving?.isFeatured !== undefined}
              onClick={() => change({ isCover: true })}
            >
              Make cover
            </Button>
          )}
          {place && <MoveButtons photo={photo} place={place} />}
          <IconButton size="sm" label={`Delete ${photo.title}`} marginInlineStart="auto" onClick={onDelete}>
            <Trash2 aria-hidden />
          </IconButton>
        </Row>
      </Stack>
    </Tile>
  )
}

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
}

/** The photos of one own gallery: edit, delete, feature, make one the cover; and why one failed. */
export const ManagePhotos = ({ gallery, isLocked, onBack }: ManagePhotosProps) => {
  const query = useWatchedPhotos(gallery.id)
  const { data: photos, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  useLoadFailure(photos ? null : error, 'Error loading photos')
  const { read, change } = useAddress()
  const linkedId = read('edit')
  const listedAt = photos?.findIndex(({ id }) => id === linkedId) ?? -1
  // Whoever came by a link to one photo need not wait for the list, nor for the page of it that has the photo.
  const linked = useLinkedPhoto(listedAt === -1 ? linkedId : undefined)
  const edited = photos?.[listedAt] ?? (linked?.galleryId === gallery.id ? linked : undefined)
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
  const upload = addresses.uploadTo(gallery.id)
  const isByHand = gallery.photoOrder === 'hand' && !isLocked
  const placeOf = useArranging(gallery, photos ?? [])
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
        <Heading id="manage-photos" look="section">
          {gallery.title}
        </Heading>
        {!isLocked && (
          <Row gap="2">
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
        <Tiles aria-label="Photos" aria-busy={!photos}>
          {photos
            ? photos.map((photo) => (
                <PhotoTile
                  key={photo.id}
                  photo={photo}
                  set={gallery.sets.find(({ id }) => id === photo.setId)?.name}
                  place={isByHand ? placeOf(photo) : undefined}
                  isLocked={isLocked}
                  isChosen={ticks.has(photo.id)}
                  onChoose={() => ticks.set(photo.id, !ticks.has(photo.id))}
                  onEdit={() => change({ edit: photo.id })}
                  onDelete={() => setDoomed(photo)}
                />
              ))
            : ['a', 'b', 'c', 'd', 'e', 'f'].map((place) => (
                <Tile key={place} aria-hidden>
                  <Skeleton aspectRatio="3 / 2" />
                  <Stack padding="4" gap="3">
                    <Skeleton height="5" width="70%" />
                    <Skeleton height="5" width="40%" />
                  </Stack>
                </Tile>
              ))}
        </Tiles>
      )}
      {hasNextPage && (
        <Row justifyContent="center" marginTop="6">
          <Button busy={isFetchingNextPage} busyLabel="Loading..." onClick={() => void fetchNextPage()}>
            Load more
          </Button>
          <Text textStyle="small" color="ink.muted">
            {countOf(photos?.length ?? 0, 'photo')} shown
          </Text>
        </Row>
      )}
      {chosen.length > 0 && (
        <Suspense>
          <ChosenPhotos
            photos={chosen}
            gallery={gallery}
            of={photos?.length ?? 0}
            isMore={hasNextPage}
            isLoading={isFetchingNextPage}
            isLocked={isLocked}
            onAll={() => void chooseAll()}
            onNone={ticks.clear}
          />
        </Suspense>
      )}
      {edited && !isLocked && (
        <Suspense>
          <EditPhoto
            photo={edited}
            place={listedAt === -1 ? undefined : { at: listedAt, of: photos?.length ?? 0 }}
            onMove={(step) => {
              const next = photos?.[listedAt + step]
              if (next) change({ edit: next.id }, { replace: true })
            }}
            onClose={() => change({ edit: undefined }, { replace: true })}
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
          onClose={() => setDoomed(undefined)}
          onDeleted={() => ticks.set(doomed.id, false)}
        />
      )}
    </section>
  )
}
