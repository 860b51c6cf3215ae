import { chakra } from '@chakra-ui/react'
import { ImageOff, SearchX, ShieldCheck } from 'lucide-react'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useTyped } from '#frontend/shared/address/use-address.ts'
import { codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { useCartActions } from '#frontend/shared/cart/cart.tsx'
import { useHydrated } from '#frontend/shared/hydration/use-hydrated.ts'
import { lazyPart, usePrepared } from '#frontend/shared/lazy/lazy-part.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Box, Heading, Stack, Text } from '#frontend/ui/layout.tsx'
import { EmptyState } from '#frontend/ui/surface.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { useStable } from '#frontend/ui/use-stable.ts'
import type { PhotoView } from '#schema/api/views.ts'
import { paths } from '#schema/paths.ts'
import type { PhotoSize } from '#schema/web-size.ts'
import { cartItemOf } from './cart-item-of.ts'
import { PhotosSkeleton } from './gallery-skeleton.tsx'
import { Pager } from './pager.tsx'
import { PhotoGrid } from './photo-grid.tsx'
import { PhotoTile } from './photo-tile.tsx'
import { wordsOf } from './photo-times.ts'
import { WallBar } from './photo-wall-bar.tsx'
import type { WallGallery } from './queries.ts'
import { Report, ReportLink } from './report-link.tsx'
import { useSelection } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { SetTabs } from './set-tabs.tsx'
import { StepsLine } from './steps-line.tsx'
import { TileArea } from './tile-area.tsx'
import { isDrawnNear } from './use-drawn.ts'
import { useHearts } from './use-favourites.ts'
import { useOwnsGallery } from './use-gallery-counts.ts'
import type { PagedPhotos } from './use-paged-photos.ts'
import { useProtection } from './use-protection.ts'
import { type View, viewOf } from './view-switch.tsx'
import { WholeLine } from './whole-line.tsx'

/** Not needed before a photo is touched. */
const Viewer = lazyPart(
  () => import('./viewer.tsx'),
  (m) => m.Viewer,
)

/** Only where numbers are read. */
const NumberSearch = lazyPart(
  () => import('./number-search.tsx'),
  (m) => m.NumberSearch,
)

const Notice = chakra('div', {
  base: {
    position: 'fixed',
    top: '20',
    insetInline: '4',
    marginInline: 'auto',
    maxWidth: 'form',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    padding: '3',
    background: 'stage',
    color: 'stage.ink',
    borderRadius: 'control',
    boxShadow: 'lifted',
    zIndex: 'toast',
  },
})

const Tiles = chakra('ul', {
  base: {
    listStyle: 'none',
    display: 'grid',
    gap: '4',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(10rem, 45%), 1fr))',
  },
})

/** How many of the first photos are in view before anything is scrolled. */
const inFirstView = 6

/** As high as what comes, with a slider for times and without. */
const numbersHeight = { base: '11.75rem', sm: '12.25rem' }
const withTimesHeight = { base: '22.3125rem', sm: '17.5rem' }

type NumbersProps = {
  gallery: WallGallery
  paged: PagedPhotos
  isOwn: boolean
  /** Photos that surely show the number. */
  sure: readonly PhotoView[] | undefined
  onBuy: (photos: readonly PhotoView[]) => void
}
/** The search by number, which the page's HTML leaves room for. */
const Numbers = ({ gallery, paged, isOwn, sure, onBuy }: NumbersProps) => {
  const isHydrated = useHydrated()
  const room = <Box height={gallery.hasTimes ? withTimesHeight : numbersHeight} marginTop="8" background="sunken" />
  if (!isHydrated) return room
  return (
    <Suspense fallback={room}>
      <NumberSearch
        galleryId={gallery.id}
        number={paged.number}
        time={gallery.hasTimes ? paged.read('time') : undefined}
        found={sure}
        isMore={paged.hasNextPage}
        isFailing={paged.isError}
        steps={gallery.priceSteps}
        isOwn={isOwn}
        onSeek={(number) =>
          paged.change({ number: number || undefined, q: undefined, set: undefined, page: undefined, photo: undefined })
        }
        onSeekTime={(time) =>
          paged.change({ time: time || undefined, q: undefined, page: undefined, photo: undefined }, { replace: true })
        }
        onClear={() => paged.change({ number: undefined, time: undefined, page: undefined, photo: undefined })}
        onBuy={onBuy}
      />
    </Suspense>
  )
}

type PhotoWallProps = {
  gallery: WallGallery
  paged: PagedPhotos
  /** Tiles say "Add to Cart" in words. */
  withWords?: boolean
}

/** The photos of a gallery: search, grid or list, pages, several at once into the cart, and the viewer over all. */
export const PhotoWall = ({ gallery, paged, withWords = false }: PhotoWallProps) => {
  usePrepared(Viewer)
  const isNoticeShown = useProtection()
  const cart = useCartActions()
  const navigate = useNavigate()
  const { photos, q, number, time, doubtful, change, read, error, refetch, viewer } = paged
  const sure = useMemo(() => (doubtful > 0 ? photos?.slice(0, -doubtful) : photos), [photos, doubtful])
  const unsure = doubtful > 0 ? photos?.slice(-doubtful) : undefined
  const view = viewOf(read('view'))
  const [text, setText] = useTyped(q, (typed) =>
    change({ q: typed.trim(), page: undefined, photo: undefined }, { replace: true }),
  )
  const selection = useSelection(gallery.id)
  const [isChoosing, setIsChoosing] = useState(false)
  const [reported, setReported] = useState<PhotoView>()
  const isOwn = useOwnsGallery(gallery.id)
  const { hearts, toggle } = useHearts(gallery.id)
  const openPhoto = viewer.photos[viewer.index]

  const select = useStable((photo: PhotoView, isChosen: boolean) => selection.set(cartItemOf(photo, gallery), isChosen))
  const open = useStable((photo: PhotoView) => viewer.open(photo.id))
  const add = useStable((photo: PhotoView, size: PhotoSize) => cart.add(cartItemOf(photo, gallery, size)))
  const buyThese = (these: readonly PhotoView[]) => {
    cart.addAll(these.map((photo) => cartItemOf(photo, gallery)))
    void navigate(paths.cart())
  }
  const buy = () => {
    if (selection.items.length === 0) {
      toast({ title: 'No photos selected', description: 'Please select photos to purchase' })
      return
    }
    cart.addAll(selection.items)
    selection.clear()
    void navigate(paths.cart())
  }
  const showView = useStable((next: View) => change({ view: next === 'grid' ? undefined : next }))
  const showSet = useStable(paged.showSet)
  const goTo = useStable(paged.goTo)
  const more = useStable(paged.more)
  const clear = useStable(selection.clear)
  const buyChosen = useStable(buy)
  const wholeGallery = useMemo(() => ({ galleryId: gallery.id, photoId: null, title: gallery.title }), [gallery])

  const { watermark } = gallery
  const { count } = viewer
  const { photoLayout } = gallery.look
  // Below a cover nothing is in view at first.
  const isAtTop = gallery.cover === null || gallery.look.coverStyle === 'plain'
  const { chosen } = selection
  const isSelecting = isChoosing || selection.items.length > 0
  // The same as long as no tile is another: a wall is drawn anew for what has changed.
  const tile = useCallback(
    (photo: PhotoView, index: number, isBare = false) => (
      <PhotoTile
        photo={photo}
        watermark={watermark}
        view={view}
        layout={photoLayout}
        withWords={withWords}
        isOwn={isOwn}
        isSelected={chosen.has(photo.id)}
        isFavourite={hearts.has(photo.id)}
        eager={index < inFirstView && isAtTop}
        isNear={isDrawnNear(index, count)}
        isBare={isBare && !isSelecting}
        onOpen={open}
        {...(!isOwn && { onSelect: select })}
        onAdd={add}
        onHeart={toggle}
      />
    ),
    [
      watermark,
      view,
      photoLayout,
      withWords,
      isOwn,
      chosen,
      isSelecting,
      hearts,
      isAtTop,
      count,
      open,
      select,
      add,
      toggle,
    ],
  )

  const notice = isNoticeShown && (
    <Notice role="alert">
      <ShieldCheck size={18} aria-hidden />
      Screenshots and downloads are protected
    </Notice>
  )

  return (
    <>
      <StepsLine steps={gallery.priceSteps} />
      <WholeLine gallery={gallery} isOwn={isOwn} />
      {gallery.hasNumbers && <Numbers paged={paged} gallery={gallery} isOwn={isOwn} sure={sure} onBuy={buyThese} />}
      {number === '' && <SetTabs sets={gallery.sets} shown={paged.set} onShow={showSet} />}
      <WallBar
        isSearchable={number === '' && !time}
        text={text}
        onText={setText}
        isOwn={isOwn}
        isChoosing={isChoosing}
        onChoosing={setIsChoosing}
        view={view}
        onView={showView}
      />

      {error && !photos && number !== '' && codeOf(error) === 'invalid_request' ? (
        <EmptyState title={`“${number}” is no number`} icon={<SearchX size={40} />}>
          Type it as it stands on the shirt or plate: up to six digits and letters, a digit among them.
        </EmptyState>
      ) : error && !photos ? (
        <EmptyState
          title="Error loading photos"
          icon={<ImageOff size={40} />}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {codeOf(error) === 'gallery_locked'
            ? 'This gallery has been locked meanwhile. Load the page again.'
            : sentenceOf(error)}
        </EmptyState>
      ) : !photos ? (
        <PhotosSkeleton />
      ) : photos.length === 0 && !paged.isFetching() ? (
        q ? (
          <EmptyState
            title="No photos match"
            icon={<SearchX size={40} />}
            action={<Button onClick={() => setText('')}>Show all photos</Button>}
          >
            Nothing in this {paged.set ? 'set' : 'gallery'} is called “{q}”.
          </EmptyState>
        ) : time && !number ? (
          <EmptyState title={`No photos from ${wordsOf(time)}`} icon={<SearchX size={40} />}>
            Nobody photographed at that time, or the camera’s clock was wrong. Look a little earlier or later.
          </EmptyState>
        ) : number ? (
          <EmptyState title={`No photos of ${number}`} icon={<SearchX size={40} />}>
            Numbers that are covered, turned away or out of focus cannot be read. Show all photos and look around the
            time you were there.
          </EmptyState>
        ) : paged.set ? (
          <EmptyState title="No photos in this set yet" icon={<ImageOff size={40} />}>
            The other sets of this gallery may have some.
          </EmptyState>
        ) : (
          <EmptyState title="No photos yet" icon={<ImageOff size={40} />}>
            The photographer has not put any photos into this gallery so far.
          </EmptyState>
        )
      ) : (
        <>
          <TileArea data-selecting={isSelecting || undefined}>
            {(sure ?? photos).length === 0 ? null : view === 'grid' ? (
              <PhotoGrid
                photos={sure ?? photos}
                look={gallery.look}
                withWords={withWords}
                total={paged.total}
                onLook={paged.lookAt}
                onStep={paged.holdAddress}
                onEnd={more}
                jump={paged.jump}
              >
                {tile}
              </PhotoGrid>
            ) : (
              <Stack as="ul" listStyle="none" aria-label="Photos">
                {(number ? (sure ?? photos) : (paged.listed ?? photos)).map((photo, index) => (
                  <li key={photo.id}>{tile(photo, index)}</li>
                ))}
              </Stack>
            )}
            {unsure && (
              <Box as="section" aria-labelledby="perhaps" marginTop="10">
                <Heading id="perhaps" as="h2" look="heading" marginBottom="2">
                  Perhaps {number}
                </Heading>
                <Text color="ink.muted" marginBottom="5">
                  Their number was hard to read, and may be yours.
                </Text>
                <Tiles>
                  {unsure.map((photo, index) => (
                    <li key={photo.id}>{tile(photo, inFirstView + index)}</li>
                  ))}
                </Tiles>
              </Box>
            )}
            <Pager
              place={paged.place}
              pageCount={paged.pageCount}
              known={paged.knownPages}
              isMore={paged.hasNextPage}
              isLifted={isSelecting}
              onGo={goTo}
            />
          </TileArea>
          {photos.length > 0 && (
            <SelectionBar
              photos={selection.items}
              isChoosing={isChoosing}
              steps={gallery.priceSteps}
              onClear={clear}
              onBuy={buyChosen}
            />
          )}
        </>
      )}
      <ReportLink reported={wholeGallery} />

      {viewer.isSeeking && <Notice role="status">Looking for the photo...</Notice>}
      {openPhoto && (
        <Suspense>
          <Viewer
            gallery={gallery}
            photo={openPhoto}
            paged={paged}
            onReport={() => {
              viewer.close()
              setReported(openPhoto)
            }}
          >
            {notice}
          </Viewer>
        </Suspense>
      )}
      {!openPhoto && notice}
      {reported && (
        <Report
          reported={{ galleryId: gallery.id, photoId: reported.id, title: reported.title }}
          onClose={() => setReported(undefined)}
        />
      )}
    </>
  )
}
