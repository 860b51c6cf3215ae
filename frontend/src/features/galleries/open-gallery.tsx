import { chakra } from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import {
  Check,
  ChevronLeft,
  ChevronRight,
  Download,
  Heart,
  ImageOff,
  SearchX,
  ShieldCheck,
  ShoppingCart,
} from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#frontend/app/paths.ts'
import { useAddress, useTyped } from '#frontend/shared/address/use-address.ts'
import { codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { endpointKey } from '#frontend/shared/api/endpoint-query.ts'
import { grantOf } from '#frontend/shared/api/grants.ts'
import { useCart } from '#frontend/shared/cart/cart.tsx'
import { startDownload } from '#frontend/shared/download/start-download.ts'
import { countOf } from '#frontend/shared/format/counts.ts'
import { Button, TextLink } from '#frontend/ui/button.tsx'
import { Field, Input } from '#frontend/ui/field.tsx'
import { JustifiedGrid } from '#frontend/ui/justified-grid.tsx'
import { Column, Flex, Heading, Hidden, Row, Span, Stack, Text } from '#frontend/ui/layout.tsx'
import { Lightbox } from '#frontend/ui/lightbox.tsx'
import { BarePage } from '#frontend/ui/page.tsx'
import { shapeOf } from '#frontend/ui/photo.tsx'
import { EmptyState } from '#frontend/ui/surface.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { Watermark } from '#frontend/ui/watermark.tsx'
import { type GalleryPage, galleries } from '#schema/api/galleries.ts'
import type { PhotoView } from '#schema/api/views.ts'
import { limits } from '#schema/limits.ts'
import { addPence, formatPounds } from '#schema/money.ts'
import { cartItemOf } from './cart-item-of.ts'
import { GalleryCounts } from './gallery-card.tsx'
import { GalleryError, isUnknownGallery } from './gallery-error.tsx'
import { PhotosSkeleton } from './gallery-skeleton.tsx'
import { PhotoTile, priceOf } from './photo-tile.tsx'
import { useDownloadFree, useGalleryPhotos } from './queries.ts'
import { useCountedVisit, useLike } from './use-gallery-counts.ts'
import { useProtection } from './use-protection.ts'
import { ViewSwitch, viewOf } from './view-switch.tsx'

type Gallery = Extract<GalleryPage, { state: 'open' }>['gallery']

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
const SelectionDock = chakra('section', {
  base: {
    position: 'sticky',
    bottom: '0',
    marginTop: '8',
    background: 'surface',
    borderTopWidth: '1px',
    borderColor: 'line.strong',
    paddingBlock: '3',
    zIndex: 'docked',
  },
})
const HeartIcon = chakra(Heart, { variants: { liked: { true: { fill: 'accent', color: 'accent.text' } } } })

const LikeButton = ({ gallery }: { gallery: Gallery }) => {
  const { liked, toggle } = useLike(gallery.id, gallery.likeCount)
  return (
    <Button aria-pressed={liked} onClick={toggle}>
      <HeartIcon liked={liked} aria-hidden />
      {liked ? 'Liked' : 'Like'}
    </Button>
  )
}

const Header = ({ gallery }: { gallery: Gallery }) => (
  <Flex flexWrap="wrap" gap="6" justifyContent="space-between" alignItems="flex-end">
    <Stack gap="3" maxWidth="text" flex="1 1 20rem">
      <Heading as="h1" look="title">
        {gallery.title}
      </Heading>
      <Text color="ink.muted">
        by{' '}
        {gallery.photographerSubdomain ? (
          <TextLink to={paths.portfolio({ subdomain: gallery.photographerSubdomain })}>
            {gallery.photographerName}
          </TextLink>
        ) : (
          gallery.photographerName
        )}
      </Text>
      {gallery.description && <Text whiteSpace="pre-line">{gallery.description}</Text>}
      <GalleryCounts gallery={gallery} />
    </Stack>
    <Row gap="5" alignItems="center">
      <div>
        <Text textStyle="fine">Starting from</Text>
        <Text fontFamily="heading" fontSize="2xl" lineHeight="tight">
          {priceOf(gallery.pricePence)}
        </Text>
      </div>
      <LikeButton gallery={gallery} />
    </Row>
  </Flex>
)

/** The photos of the page that the address names; pages before it are fetched first, since each names the next. */
const usePagedPhotos = (gallery: Gallery) => {
  const { read, change } = useAddress()
  const q = read('q')
  const page = Math.max(1, Math.trunc(Number(read('page')) || 1))
  const query = useGalleryPhotos(gallery.id, q, true)
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, isError } = query
  const loaded = data?.pages.length ?? 0
  const mustFetch = loaded > 0 && page > loaded && hasNextPage && !isFetchingNextPage && !isError
  useEffect(() => {
    if (mustFetch) void fetchNextPage()
  }, [mustFetch, fetchNextPage])

  const last = hasNextPage ? undefined : Math.max(1, loaded)
  const shown = last === undefined ? page : Math.min(page, last)
  const count = q ? undefined : Math.max(1, Math.ceil(gallery.photoCount / limits.gallery.photosPerPage))
  return {
    ...query,
    q,
    page: shown,
    pageCount: last ?? count,
    hasNext: shown < loaded || hasNextPage,
    photos: data?.pages[shown - 1]?.items,
    change,
    read,
    goTo: (next: number) => {
      change({ page: next > 1 ? String(next) : undefined, photo: undefined })
      window.scrollTo({ top: 0 })
    },
  }
}

const Pager = ({
  page,
  pageCount,
  hasNext,
  onGo,
}: {
  page: number
  pageCount: number | undefined
  hasNext: boolean
  onGo: (page: number) => void
}) =>
  page === 1 && !hasNext ? null : (
    <Row as="nav" aria-label="Pages" justifyContent="center" marginTop="10">
      <Button disabled={page === 1} onClick={() => onGo(page - 1)}>
        <ChevronLeft aria-hidden />
        Previous
      </Button>
      <Text textStyle="small" paddingInline="3" aria-current="page">
        Page {page}
        {pageCount !== undefined && ` of ${String(pageCount)}`}
      </Text>
      <Button disabled={!hasNext} onClick={() => onGo(page + 1)}>
        Next
        <ChevronRight aria-hidden />
      </Button>
    </Row>
  )

const ViewerActions = ({ photo, gallery, onClose }: { photo: PhotoView; gallery: Gallery; onClose: () => void }) => {
  const cart = useCart()
  const navigate = useNavigate()
  const download = useDownloadFree()
  if (photo.pricePence === 0) {
    const save = (size: 'original' | 'web') =>
      download.mutate(
        { params: { photoId: photo.id }, headers: { 'x-gallery-grant': grantOf(gallery.id) }, body: { size } },
        {
          onSuccess: startDownload,
          onError: (error) => toast({ title: 'Download failed', description: sentenceOf(error) }),
        },
      )
    return (
      <>
        <Span>Free</Span>
        {gallery.clientCanDownload && (
          <>
            <Button variant="accent" busy={download.isPending} onClick={() => save('original')}>
              <Download aria-hidden />
              Original
            </Button>
            <Button variant="stage" disabled={download.isPending} onClick={() => save('web')}>
              Web (2048 px)
            </Button>
          </>
        )}
      </>
    )
  }
  return (
    <>
      <Span fontSize="lg">{priceOf(photo.pricePence)}</Span>
      {cart.has(photo.id) ? (
        <Button
          variant="stage"
          onClick={() => {
            onClose()
            void navigate(paths.cart())
          }}
        >
          <Check aria-hidden />
          In cart: view cart
        </Button>
      ) : (
        <Button variant="accent" onClick={() => cart.add(cartItemOf(photo, gallery))}>
          <ShoppingCart aria-hidden />
          Add to Cart
        </Button>
      )}
    </>
  )
}

type Selection = { photos: readonly PhotoView[]; onClear: () => void; onBuy: () => void }

const SelectionBar = ({ photos, onClear, onBuy }: Selection) => (
  <SelectionDock aria-label="Selection">
    <Row justifyContent="space-between" flexWrap="nowrap">
      <Text textStyle="small" role="status" flex="1">
        {photos.length === 0
          ? 'Tick photos to buy several at once'
          : `${countOf(photos.length, 'photo')} selected, ${formatPounds(addPence(photos.map((photo) => photo.pricePence)))}`}
      </Text>
      <Row flexWrap="nowrap" gap="1">
        {photos.length > 0 && (
          <Button variant="quiet" size="sm" onClick={onClear}>
            Clear
          </Button>
        )}
        <Button variant={photos.length > 0 ? 'accent' : 'outline'} size="sm" onClick={onBuy}>
          <ShoppingCart aria-hidden />
          Purchase Selected
        </Button>
      </Row>
    </Row>
  </SelectionDock>
)

/** Asks anew what this page is when its photos are refused: the gallery was locked while it was looked at. */
const useLockWatch = (error: unknown) => {
  const queries = useQueryClient()
  const isLocked = error !== null && codeOf(error) === 'gallery_locked'
  useEffect(() => {
    if (isLocked) void queries.invalidateQueries({ queryKey: endpointKey(galleries.endpoints.get) })
  }, [isLocked, queries])
}

/** How many of the first photos are in view before anything is scrolled. */
const inFirstView = 6

export const OpenGallery = ({ gallery }: { gallery: Gallery }) => {
  const isNoticeShown = useProtection()
  useCountedVisit(gallery.id)
  const cart = useCart()
  const navigate = useNavigate()
  const paged = usePagedPhotos(gallery)
  const { photos, q, change, read, error, isFetching, refetch } = paged
  useLockWatch(error)
  const view = viewOf(read('view'))
  const [text, setText] = useTyped(q, (typed) =>
    change({ q: typed.trim(), page: undefined, photo: undefined }, { replace: true }),
  )
  const [selected, setSelected] = useState<ReadonlyMap<string, PhotoView>>(new Map())
  const chosen = useMemo(() => [...selected.values()], [selected])
  const openIndex = photos?.findIndex((photo) => photo.id === read('photo')) ?? -1
  const openPhoto = photos?.[openIndex]

  const select = (photo: PhotoView, isChosen: boolean) => {
    const next = new Map(selected)
    if (isChosen) next.set(photo.id, photo)
    else next.delete(photo.id)
    setSelected(next)
  }
  const buy = () => {
    if (chosen.length === 0) {
      toast({ title: 'No photos selected', description: 'Please select photos to purchase' })
      return
    }
    cart.addAll(chosen.map((photo) => cartItemOf(photo, gallery)))
    void navigate(paths.cart())
  }
  const closeViewer = () => change({ photo: undefined }, { replace: true })

  const notice = isNoticeShown && (
    <Notice role="alert">
      <ShieldCheck size={18} aria-hidden />
      Screenshots and downloads are protected
    </Notice>
  )

  if (error && isUnknownGallery(codeOf(error))) return <GalleryError error={error} onRetry={() => void refetch()} />
  return (
    <BarePage title={gallery.title}>
      <Column paddingTop={{ base: '10', md: '14' }} paddingBottom={{ base: '10', md: '16' }}>
        <Header gallery={gallery} />
        <Row marginBlock="8" gap="4" alignItems="flex-end" justifyContent="space-between">
          <Flex flex="1 1 14rem" maxWidth="form">
            <Field label={<Hidden>Search in this gallery</Hidden>}>
              <Input
                type="search"
                placeholder="Search photos"
                value={text}
                maxLength={100}
                onChange={(event) => setText(event.currentTarget.value)}
              />
            </Field>
          </Flex>
          <ViewSwitch view={view} onChange={(next) => change({ view: next === 'grid' ? undefined : next })} />
        </Row>

        {error && !photos ? (
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
        ) : photos.length === 0 && !isFetching ? (
          q ? (
            <EmptyState
              title="No photos match"
              icon={<SearchX size={40} />}
              action={<Button onClick={() => setText('')}>Show all photos</Button>}
            >
              Nothing in this gallery is called “{q}”.
            </EmptyState>
          ) : (
            <EmptyState title="No photos yet" icon={<ImageOff size={40} />}>
              The photographer has not put any photos into this gallery so far.
            </EmptyState>
          )
        ) : (
          <>
            {view === 'grid' ? (
              <JustifiedGrid
                label="Photos"
                items={photos}
                keyOf={(photo) => photo.id}
                ratioOf={(photo) => shapeOf(photo.picture)}
              >
                {(photo, index) => (
                  <PhotoTile
                    photo={photo}
                    watermark={gallery.watermark}
                    view="grid"
                    isInCart={cart.has(photo.id)}
                    isSelected={selected.has(photo.id)}
                    eager={index < inFirstView}
                    onOpen={() => change({ photo: photo.id })}
                    onSelect={(isChosen) => select(photo, isChosen)}
                    onAdd={() => cart.add(cartItemOf(photo, gallery))}
                  />
                )}
              </JustifiedGrid>
            ) : (
              <Stack as="ul" listStyle="none" aria-label="Photos">
                {photos.map((photo, index) => (
                  <li key={photo.id}>
                    <PhotoTile
                      photo={photo}
                      watermark={gallery.watermark}
                      view="list"
                      isInCart={cart.has(photo.id)}
                      isSelected={selected.has(photo.id)}
                      eager={index < inFirstView}
                      onOpen={() => change({ photo: photo.id })}
                      onSelect={(isChosen) => select(photo, isChosen)}
                      onAdd={() => cart.add(cartItemOf(photo, gallery))}
                    />
                  </li>
                ))}
              </Stack>
            )}
            <Pager page={paged.page} pageCount={paged.pageCount} hasNext={paged.hasNext} onGo={paged.goTo} />
            {photos.length > 0 && <SelectionBar photos={chosen} onClear={() => setSelected(new Map())} onBuy={buy} />}
          </>
        )}
      </Column>

      {openPhoto && photos && (
        <Lightbox
          photos={photos}
          index={openIndex}
          onMove={(index) => change({ photo: photos[index]?.id }, { replace: true })}
          onClose={closeViewer}
          overlay={<Watermark text={gallery.watermark} />}
          actions={<ViewerActions photo={openPhoto} gallery={gallery} onClose={closeViewer} />}
        >
          {notice}
        </Lightbox>
      )}
      {!openPhoto && notice}
    </BarePage>
  )
}
