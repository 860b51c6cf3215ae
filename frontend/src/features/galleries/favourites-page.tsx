import { Heart, Send, Share2, ShoppingCart } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useAddress } from '#frontend/shared/address/use-address.ts'
import { useOpened } from '#frontend/shared/address/use-opened.ts'
import { useParamsOf } from '#frontend/shared/address/use-params-of.ts'
import { codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { FailedRest } from '#frontend/shared/api/failed-rest.tsx'
import { useNextPage } from '#frontend/shared/api/use-next-page.ts'
import { useCartActions } from '#frontend/shared/cart/cart.tsx'
import { countOf } from '#frontend/shared/format/counts.ts'
import { lazyPart, usePrepared } from '#frontend/shared/lazy/lazy-part.tsx'
import { useNotBought } from '#frontend/shared/orders/bought-photos.ts'
import { Brand } from '#frontend/ui/brand.tsx'
import { BrandLogo } from '#frontend/ui/brand-logo.tsx'
import { Button, ButtonLink } from '#frontend/ui/button.tsx'
import { JustifiedGrid } from '#frontend/ui/justified-grid.tsx'
import { Box, Text } from '#frontend/ui/layout.tsx'
import { Page } from '#frontend/ui/page.tsx'
import { shapeOf } from '#frontend/ui/photo.tsx'
import { EmptyState } from '#frontend/ui/surface.tsx'
import { useStable } from '#frontend/ui/use-stable.ts'
import type { PhotoView } from '#schema/api/views.ts'
import type { PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { paths } from '#schema/paths.ts'
import type { PhotoSize } from '#schema/web-size.ts'
import { cartItemOf } from './cart-item-of.ts'
import { GalleryError, isUnknownGallery } from './gallery-error.tsx'
import { LikeOrEdit } from './gallery-header.tsx'
import { GallerySkeleton } from './gallery-skeleton.tsx'
import { PhotoTile } from './photo-tile.tsx'
import { type OpenGalleryView, useFavouritePhotos, useGallery, useSharedFavourites } from './queries.ts'
import { TileArea } from './tile-area.tsx'
import { useFavouriteIds, useHearts } from './use-favourites.ts'
import { useOwnsGallery } from './use-gallery-counts.ts'
import { useSecondLook } from './use-second-look.ts'
import { ProtectionNotice, useProtection } from './wall-protection.tsx'

/** Not needed before a photo is touched. */
const FavouriteViewer = lazyPart(
  () => import('./favourite-viewer.tsx'),
  (m) => m.FavouriteViewer,
)

/** Not needed before it is pressed for. */
const ShareFavouritesDialog = lazyPart(
  () => import('./share-favourites-dialog.tsx'),
  (m) => m.ShareFavouritesDialog,
)

/** Not needed before it is pressed for. */
const SendFavouritesDialog = lazyPart(
  () => import('./send-favourites-dialog.tsx'),
  (m) => m.SendFavouritesDialog,
)

/** Not needed where the gallery is open. */
const LockedFavourites = lazyPart(
  () => import('./locked-favourites.tsx'),
  (m) => m.LockedFavourites,
)

/** How many of the first photos are in view before anything is scrolled. */
const inFirstView = 6

type ShownProps = { gallery: OpenGalleryView; photos: readonly PhotoView[]; isWhole: boolean; notice: ReactNode }

/** The list. What loses its heart here stays until one leaves, so that a slip of the finger can be taken back. */
const Shown = ({ gallery, photos, isWhole, notice }: ShownProps) => {
  const cart = useCartActions()
  const isOwn = useOwnsGallery(gallery.id)
  const { hearts, toggle } = useHearts(gallery.id)
  const opened = useOpened('photo')
  const openIndex = photos.findIndex(({ id }) => id === opened.shown)
  const open = useStable((photo: PhotoView) => opened.open(photo.id))
  const add = useStable((photo: PhotoView, size: PhotoSize) => cart.add(cartItemOf(photo, gallery, size)))
  return (
    <>
      <TileArea>
        <JustifiedGrid
          label="Favourites"
          items={photos}
          keyOf={({ id }) => id}
          ratioOf={({ picture }) => shapeOf(picture)}
        >
          {(photo, index) => (
            <PhotoTile
              photo={photo}
              watermark={gallery.watermark}
              view="grid"
              layout="rows"
              withWords={false}
              isOwn={isOwn}
              canDownload={gallery.clientCanDownload}
              isSelected={false}
              isFavourite={hearts.has(photo.id)}
              eager={index < inFirstView}
              onOpen={open}
              onAdd={add}
              onHeart={toggle}
            />
          )}
        </JustifiedGrid>
      </TileArea>
      {openIndex >= 0 && (
        <Suspense>
          <FavouriteViewer gallery={gallery} photos={photos} index={openIndex} isWhole={isWhole} opened={opened}>
            {notice}
          </FavouriteViewer>
        </Suspense>
      )}
      {openIndex < 0 && notice}
    </>
  )
}

/** The list is a photographer's page as its gallery is. */
const BrandOf = ({ gallery: { brand, photographerName } }: { gallery: OpenGalleryView }) => (
  <>
    <Brand paint={brand} />
    {brand?.logo && (
      <Box marginBottom="6">
        <BrandLogo logo={brand.logo} name={photographerName} />
      </Box>
    )}
  </>
)

const leadOf = (count: number, gallery: OpenGalleryView): string =>
  count === 0 ? `Of “${gallery.title}”` : `${countOf(count, 'photo')} of “${gallery.title}”`

const othersOf = (left: number, all: number): string => {
  if (left === all) return 'all'
  return `the other ${left === 1 ? 'one' : String(left)}`
}

type ListProps = {
  title: string
  gallery: OpenGalleryView
  query: ReturnType<typeof useFavouritePhotos>
  /** Those that are bought; all of them where it is not said. */
  isChosen?: (photo: PhotoView) => boolean
  /** Beside the other buttons, once all of the list is there. */
  actionsOf?: (chosen: readonly PhotoView[]) => ReactNode
  empty: ReactNode
}

/** A list of favourites, which holds a few pages at most: all of it is loaded, and bought at once. */
const FavouriteList = ({ title, gallery, query, isChosen = () => true, actionsOf, empty }: ListProps) => {
  const notice = useProtection() && <ProtectionNotice />
  const isOwn = useOwnsGallery(gallery.id)
  const navigate = useNavigate()
  const cart = useCartActions()
  useNextPage(query, true)
  const { data, isPending, error, fetchStatus, hasNextPage } = query
  const photos = data?.pages.flatMap(({ items }) => items) ?? []
  const chosen = photos.filter(isChosen)
  const forSale = chosen.filter(({ pricePence }) => pricePence > 0)
  const left = useNotBought(forSale)
  const buy = () => {
    cart.addAll(left.map((photo) => cartItemOf(photo, gallery)))
    void navigate(paths.cart())
  }
  return (
    <Page
      title={title}
      above={<BrandOf gallery={gallery} />}
      lead={leadOf(chosen.length, gallery)}
      loading={isPending}
      actions={
        <>
          <ButtonLink
            to={paths.gallery({ galleryId: gallery.id })}
            variant="quiet"
            width={{ base: 'full', md: 'auto' }}
            justifyContent={{ base: 'flex-start', md: 'center' }}
            paddingInline={{ base: '0', md: '5' }}
          >
            Back to the gallery
          </ButtonLink>
          <LikeOrEdit gallery={gallery} />
          {chosen.length > 0 && !hasNextPage && actionsOf?.(chosen)}
          {left.length > 0 && !isOwn && (
            <Button variant="accent" disabled={hasNextPage} onClick={buy}>
              <ShoppingCart aria-hidden />
              Add {othersOf(left.length, forSale.length)} to Cart
            </Button>
          )}
          {forSale.length > 0 && left.length === 0 && !hasNextPage && !isOwn && (
            <Text>You bought all that are on sale.</Text>
          )}
        </>
      }
    >
      {photos.length > 0 ? (
        <Shown gallery={gallery} photos={photos} isWhole={!hasNextPage} notice={notice} />
      ) : (
        // A refusal stays while it is tried again: the pressed button keeps the focus.
        (error !== null || fetchStatus === 'idle') && !isPending && !hasNextPage && empty
      )}
      <FailedRest pages={query} count={photos.length} />
    </Page>
  )
}

const lookAtPhotos = (galleryId: string) => (
  <ButtonLink to={paths.gallery({ galleryId })}>Look at the photos</ButtonLink>
)

const OwnFavourites = ({ gallery }: { gallery: OpenGalleryView }) => {
  usePrepared(ShareFavouritesDialog)
  usePrepared(SendFavouritesDialog)
  const [isSharing, setIsSharing] = useState(false)
  const [sent, setSent] = useState<readonly PhotoId[]>()
  const isOwn = useOwnsGallery(gallery.id)
  const query = useFavouritePhotos(gallery.id)
  const { data: ids, refetch: readHearts } = useFavouriteIds(gallery.id)
  const { data, error, errorUpdatedAt, refetch, fetchStatus, isFetching, hasNextPage } = query
  const isEmpty = data?.pages.every(({ items }) => items.length === 0) === true && !hasNextPage
  const isOdd = isEmpty && !error && fetchStatus === 'idle' && ids !== undefined && ids.length > 0
  const isRead = useSecondLook(isOdd, () => Promise.all([refetch(), readHearts()]))
  if (error && !data) return <GalleryError error={error} onRetry={() => void refetch()} />
  return (
    <>
      <FavouriteList
        title="My favourites"
        gallery={gallery}
        query={query}
        isChosen={({ id }) => ids?.includes(id) ?? true}
        actionsOf={(chosen) => (
          <>
            <Button onClick={() => setIsSharing(true)}>
              <Share2 aria-hidden />
              Share
            </Button>
            {!isOwn && (
              <Button onClick={() => setSent(chosen.map(({ id }) => id))}>
                <Send aria-hidden />
                Send to the photographer
              </Button>
            )}
          </>
        )}
        empty={
          error || isOdd ? (
            (error || isRead) && (
              <EmptyState
                title="Your favourites cannot be shown now"
                icon={<Heart size={40} />}
                action={
                  error ? (
                    <Button busy={isFetching} onClick={() => void refetch()}>
                      Try again
                    </Button>
                  ) : (
                    lookAtPhotos(gallery.id)
                  )
                }
              >
                {error ? (
                  // A new element for each refusal: the same words are read out again.
                  <span key={errorUpdatedAt} role="alert">
                    {sentenceOf(error)}
                  </span>
                ) : (
                  'They may have left this gallery. Other photos can have your heart.'
                )}
              </EmptyState>
            )
          ) : (
            <EmptyState title="No favourites yet" icon={<Heart size={40} />} action={lookAtPhotos(gallery.id)}>
              Press the heart on a photo and you find it here again: up to {limits.favourites.photos} of a gallery, kept
              with this browser, without an account.
            </EmptyState>
          )
        }
      />
      {isSharing && (
        <Suspense>
          <ShareFavouritesDialog gallery={gallery} onClose={() => setIsSharing(false)} />
        </Suspense>
      )}
      {sent && (
        <Suspense>
          <SendFavouritesDialog gallery={gallery} photoIds={sent} onClose={() => setSent(undefined)} />
        </Suspense>
      )}
    </>
  )
}

const SharedFavourites = ({ gallery, favouritesId }: { gallery: OpenGalleryView; favouritesId: string }) => {
  const query = useSharedFavourites(gallery.id, favouritesId)
  const { data, error, refetch } = query
  if (error && !data) {
    const isOver = ['not_found', 'invalid_request'].includes(codeOf(error))
    return (
      <Page title="Favourites" above={<BrandOf gallery={gallery} />} lead={leadOf(0, gallery)}>
        <EmptyState
          title={isOver ? 'These favourites are not shared' : 'Error loading photos'}
          icon={<Heart size={40} />}
          action={isOver ? lookAtPhotos(gallery.id) : <Button onClick={() => void refetch()}>Try again</Button>}
        >
          {isOver ? 'Whoever sent you the link has taken it back. The gallery is still here.' : sentenceOf(error)}
        </EmptyState>
      </Page>
    )
  }
  return (
    <FavouriteList
      title="Shared favourites"
      gallery={gallery}
      query={query}
      empty={
        <EmptyState title="No favourites at the moment" icon={<Heart size={40} />} action={lookAtPhotos(gallery.id)}>
          The list is empty now. It changes whenever its owner presses a heart.
        </EmptyState>
      }
    />
  )
}

const Favourites = ({ galleryId }: { galleryId: string }) => {
  const favouritesId = useAddress().read('list')
  const { data: page, error, refetch } = useGallery(galleryId)
  if (error && (!page || isUnknownGallery(codeOf(error))))
    return <GalleryError error={error} onRetry={() => void refetch()} />
  if (!page) return <GallerySkeleton />
  if (page.state === 'open')
    return favouritesId ? (
      <SharedFavourites gallery={page.gallery} favouritesId={favouritesId} />
    ) : (
      <OwnFavourites gallery={page.gallery} />
    )
  return (
    <Suspense fallback={<GallerySkeleton />}>
      <LockedFavourites galleryId={galleryId} needs={page.needs} isShared={favouritesId !== ''} />
    </Suspense>
  )
}

export const FavouritesPage = () => {
  const { galleryId } = useParamsOf(paths.favourites)
  return <Favourites key={galleryId} galleryId={galleryId} />
}
