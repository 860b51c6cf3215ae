import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useTyped } from '#frontend/shared/address/use-address.ts'
import { FailedRest } from '#frontend/shared/api/failed-rest.tsx'
import { useCartActions } from '#frontend/shared/cart/cart.tsx'
import { lazyPart, usePrepared } from '#frontend/shared/lazy/lazy-part.tsx'
import { Box, Stack } from '#frontend/ui/layout.tsx'
import { dismissToast, toast } from '#frontend/ui/toast.tsx'
import { useStable } from '#frontend/ui/use-stable.ts'
import type { PhotoView } from '#schema/api/views.ts'
import { paths } from '#schema/paths.ts'
import type { PhotoSize } from '#schema/web-size.ts'
import { cartItemOf } from './cart-item-of.ts'
import { photosAnchor } from './gallery-cover.tsx'
import { PhotosSkeleton } from './gallery-skeleton.tsx'
import { Pager } from './pager.tsx'
import { PhotoGrid } from './photo-grid.tsx'
import { PhotoTile } from './photo-tile.tsx'
import { WallBar } from './photo-wall-bar.tsx'
import type { WallGallery } from './queries.ts'
import { Report, ReportLink } from './report-link.tsx'
import { useSelection } from './selection.ts'
import { SetTabs } from './set-tabs.tsx'
import { StepsLine } from './steps-line.tsx'
import { TileArea } from './tile-area.tsx'
import { isDrawnNear } from './use-drawn.ts'
import { useHearts } from './use-favourites.ts'
import { useOwnsGallery } from './use-gallery-counts.ts'
import { useLaidOutAhead } from './use-laid-out-ahead.ts'
import type { PagedPhotos } from './use-paged-photos.ts'
import { type View, viewOf } from './view-switch.tsx'
import { handFocus } from './wall-focus.ts'
import { Unsure, WallNumbers } from './wall-numbers.tsx'
import { PassingNotice, ProtectionNotice, useProtection } from './wall-protection.tsx'
import { EmptyWall, FailedWall } from './wall-without-photos.tsx'
import { WholeLine } from './whole-line.tsx'

/** Not needed before a photo is touched. */
const Viewer = lazyPart(
  () => import('./viewer.tsx'),
  (m) => m.Viewer,
)

/** Not needed before a photo is ticked. */
const SelectionBar = lazyPart(
  () => import('./selection-bar.tsx'),
  (m) => m.SelectionBar,
)

const noneSelected = 'No photos selected'

/** How many of the first photos are in view before anything is scrolled. */
const inFirstView = 6

/**
 * Leads to the first photo of a page that was asked for, in a list; a grid goes to its photos by itself. Who came back
 * among them is left there.
 */
const useListTop = (jump: PagedPhotos['jump'], isList: boolean) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that is asked for.
  useEffect(() => {
    const top = document.getElementById(photosAnchor)
    if (!jump || !isList || !top) return
    if (!jump.isBack || top.getBoundingClientRect().top >= 0) top.scrollIntoView({ behavior: 'instant' })
  }, [jump])
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
  usePrepared(SelectionBar)
  const isNoticeShown = useProtection()
  const cart = useCartActions()
  const navigate = useNavigate()
  const { photos, q, number, time, doubtful, change, read, error, refetch, viewer } = paged
  const sure = useMemo(() => (doubtful > 0 ? photos?.slice(0, -doubtful) : photos), [photos, doubtful])
  const unsure = doubtful > 0 ? photos?.slice(-doubtful) : undefined
  const view = viewOf(read('view'))
  useListTop(paged.jump, view === 'list' && number === '')
  const [text, setText] = useTyped(q, (typed) =>
    change({ q: typed.trim(), page: undefined, photo: undefined }, { replace: true }),
  )
  const selection = useSelection(gallery.id)
  const [isChoosing, setIsChoosing] = useState(false)
  const [reported, setReported] = useState<PhotoView>()
  const isOwn = useOwnsGallery(gallery.id)
  const { hearts, toggle } = useHearts(gallery.id)
  const openPhoto = viewer.photos[viewer.index]

  const select = useStable((photo: PhotoView, isChosen: boolean) => {
    if (isChosen) dismissToast(noneSelected)
    selection.set(cartItemOf(photo, gallery), isChosen)
  })
  const open = useStable((photo: PhotoView) => viewer.open(photo.id))
  const add = useStable((photo: PhotoView, size: PhotoSize) => cart.add(cartItemOf(photo, gallery, size)))
  const buyThese = (these: readonly PhotoView[]) => {
    cart.addAll(these.map((photo) => cartItemOf(photo, gallery)))
    void navigate(paths.cart())
  }
  const buy = () => {
    if (selection.items.length === 0) {
      toast({ title: noneSelected, description: 'Please select photos to purchase' })
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
  const clear = useStable(() => {
    const box = '[data-part=box]'
    // Those that are ticked may be too far away to be drawn.
    handFocus(document.querySelector<HTMLElement>(`${box}:checked`) ?? document.querySelector<HTMLElement>(box))
    selection.clearByHand()
  })
  const showAll = () => {
    handFocus(document.querySelector<HTMLElement>(`#${photosAnchor} input`))
    setText('')
  }
  const buyChosen = useStable(buy)
  const wholeGallery = useMemo(() => ({ galleryId: gallery.id, photoId: null, title: gallery.title }), [gallery])

  const { watermark, clientCanDownload } = gallery
  const { count } = viewer
  const { photoLayout } = gallery.look
  // Below a cover nothing is in view at first.
  const isAtTop = gallery.cover === null || gallery.look.coverStyle === 'plain'
  const { chosen } = selection
  // Who ticked as a visitor may be known as the photographer since.
  const isSelecting = !isOwn && (isChoosing || selection.items.length > 0)
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
        canDownload={clientCanDownload}
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
      clientCanDownload,
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

  const box = useRef<HTMLDivElement>(null)
  const [first] = photos ?? []
  useLaidOutAhead(box, view === 'grid' && first ? `${paged.set} ${q} ${number} ${first.id}` : undefined)
  const notice = isNoticeShown && <ProtectionNotice />

  return (
    <>
      <StepsLine steps={gallery.priceSteps} />
      <WholeLine gallery={gallery} isOwn={isOwn} />
      {gallery.hasNumbers && <WallNumbers paged={paged} gallery={gallery} isOwn={isOwn} sure={sure} onBuy={buyThese} />}
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

      {/* No higher than the photos: the pager sticks to the foot of the window as long as this box is there. */}
      <Box ref={box}>
        {error && !photos ? (
          <FailedWall error={error} number={number} onRetry={() => void refetch()} />
        ) : !photos ? (
          <PhotosSkeleton />
        ) : photos.length === 0 && !paged.isFetching() ? (
          <EmptyWall paged={paged} onShowAll={showAll} />
        ) : (
          <TileArea data-selecting={isSelecting || undefined}>
            {(sure ?? photos).length === 0 ? null : view === 'grid' ? (
              <PhotoGrid
                photos={sure ?? photos}
                look={gallery.look}
                withWords={withWords}
                isBelowCover={!isAtTop}
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
              <Unsure number={number}>
                {unsure.map((photo, index) => (
                  <li key={photo.id}>{tile(photo, inFirstView + index)}</li>
                ))}
              </Unsure>
            )}
          </TileArea>
        )}
        {photos && <FailedRest pages={paged.pages} count={photos.length} />}
        {/* Also while the next page is on its way: the focus is on its way there. */}
        {paged.knownPages > 0 && (
          <Pager
            place={paged.place}
            pageCount={paged.pageCount}
            known={paged.knownPages}
            isMore={paged.hasNextPage}
            isLifted={isSelecting}
            onGo={goTo}
          />
        )}
      </Box>
      {isSelecting && photos && photos.length > 0 && (
        <Suspense>
          <SelectionBar gallery={gallery} photos={selection.items} loaded={photos} onClear={clear} onBuy={buyChosen} />
        </Suspense>
      )}
      <ReportLink reported={wholeGallery} />

      {viewer.isSeeking && <PassingNotice role="status">Looking for the photo...</PassingNotice>}
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
