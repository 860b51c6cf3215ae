import { chakra } from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import { ImageOff, SearchX, ShieldCheck } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTyped } from '#frontend/shared/address/use-address.ts'
import { codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { endpointKey } from '#frontend/shared/api/endpoint-query.ts'
import { useLoadFailure } from '#frontend/shared/api/use-load-failure.ts'
import { useCartActions } from '#frontend/shared/cart/cart.tsx'
import { useHead } from '#frontend/shared/head/use-head.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Field, Input } from '#frontend/ui/field.tsx'
import { JustifiedGrid } from '#frontend/ui/justified-grid.tsx'
import { Column, Flex, Hidden, Row, Stack } from '#frontend/ui/layout.tsx'
import { Lightbox } from '#frontend/ui/lightbox.tsx'
import { BarePage } from '#frontend/ui/page.tsx'
import { shapeOf } from '#frontend/ui/photo.tsx'
import { EmptyState } from '#frontend/ui/surface.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { useStable } from '#frontend/ui/use-stable.ts'
import { Watermark } from '#frontend/ui/watermark.tsx'
import { galleries } from '#schema/api/galleries.ts'
import type { PhotoView } from '#schema/api/views.ts'
import { pageHeads } from '#schema/page-heads.ts'
import { paths } from '#schema/paths.ts'
import { cartItemOf } from './cart-item-of.ts'
import { GalleryError, isUnknownGallery } from './gallery-error.tsx'
import { GalleryHeader } from './gallery-header.tsx'
import { PhotosSkeleton } from './gallery-skeleton.tsx'
import { Pager } from './pager.tsx'
import { PhotoTile } from './photo-tile.tsx'
import type { OpenGalleryView } from './queries.ts'
import { Report, ReportLink } from './report-link.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useCountedVisit } from './use-gallery-counts.ts'
import { usePagedPhotos } from './use-paged-photos.ts'
import { useProtection } from './use-protection.ts'
import { ViewSwitch, viewOf } from './view-switch.tsx'
import { ViewerActions } from './viewer-actions.tsx'

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

export const OpenGallery = ({ gallery }: { gallery: OpenGalleryView }) => {
  const isNoticeShown = useProtection()
  useCountedVisit(gallery.id)
  useHead(pageHeads.gallery(gallery))
  const cart = useCartActions()
  const navigate = useNavigate()
  const paged = usePagedPhotos(gallery)
  const { photos, q, change, read, error, isFetching, refetch } = paged
  useLockWatch(error)
  // A gallery that is gone or locked by now becomes another page, which says so itself.
  const isClosed = error !== null && (isUnknownGallery(codeOf(error)) || codeOf(error) === 'gallery_locked')
  useLoadFailure(photos || isClosed ? null : error, 'Error loading photos')
  const view = viewOf(read('view'))
  const [text, setText] = useTyped(q, (typed) =>
    change({ q: typed.trim(), page: undefined, photo: undefined }, { replace: true }),
  )
  const [selected, setSelected] = useState<ReadonlyMap<string, PhotoView>>(new Map())
  const chosen = useMemo(() => [...selected.values()], [selected])
  const [reported, setReported] = useState<PhotoView>()
  const openIndex = photos?.findIndex((photo) => photo.id === read('photo')) ?? -1
  const openPhoto = photos?.[openIndex]

  const select = useStable((photo: PhotoView, isChosen: boolean) => {
    const next = new Map(selected)
    if (isChosen) next.set(photo.id, photo)
    else next.delete(photo.id)
    setSelected(next)
  })
  const open = useStable((photo: PhotoView) => change({ photo: photo.id }))
  const add = useStable((photo: PhotoView) => cart.add(cartItemOf(photo, gallery)))
  const buy = () => {
    if (chosen.length === 0) {
      toast({ title: 'No photos selected', description: 'Please select photos to purchase' })
      return
    }
    cart.addAll(chosen.map((photo) => cartItemOf(photo, gallery)))
    void navigate(paths.cart())
  }
  const tile = (photo: PhotoView, index: number) => (
    <PhotoTile
      photo={photo}
      watermark={gallery.watermark}
      view={view}
      isSelected={selected.has(photo.id)}
      eager={index < inFirstView}
      onOpen={open}
      onSelect={select}
      onAdd={add}
    />
  )
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
        <GalleryHeader gallery={gallery} />
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
                {tile}
              </JustifiedGrid>
            ) : (
              <Stack as="ul" listStyle="none" aria-label="Photos">
                {photos.map((photo, index) => (
                  <li key={photo.id}>{tile(photo, index)}</li>
                ))}
              </Stack>
            )}
            <Pager page={paged.page} pageCount={paged.pageCount} hasNext={paged.hasNext} onGo={paged.goTo} />
            {photos.length > 0 && <SelectionBar photos={chosen} onClear={() => setSelected(new Map())} onBuy={buy} />}
          </>
        )}
        <ReportLink reported={{ galleryId: gallery.id, photoId: null, title: gallery.title }} />
      </Column>

      {openPhoto && photos && (
        <Lightbox
          photos={photos}
          index={openIndex}
          onMove={(index) => change({ photo: photos[index]?.id }, { replace: true })}
          onClose={closeViewer}
          overlay={<Watermark text={gallery.watermark} />}
          actions={
            <ViewerActions
              photo={openPhoto}
              gallery={gallery}
              onReport={() => {
                closeViewer()
                setReported(openPhoto)
              }}
              onClose={closeViewer}
            />
          }
        >
          {notice}
        </Lightbox>
      )}
      {!openPhoto && notice}
      {reported && (
        <Report
          reported={{ galleryId: gallery.id, photoId: reported.id, title: reported.title }}
          onClose={() => setReported(undefined)}
        />
      )}
    </BarePage>
  )
}
