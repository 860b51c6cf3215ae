import { Eye, ImagePlus, Settings, Share2, TicketPercent } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import {
  CardColumns,
  DeletedGalleriesButton,
  DeleteGallery,
  OwnGalleryCard,
  OwnGalleryCardSkeleton,
} from '#frontend/features/galleries/public.ts'
import { ManagePhotos } from '#frontend/features/photos/public.ts'
import { LockedFeature } from '#frontend/features/subscriptions/public.ts'
import { GalleryVisitors } from '#frontend/features/visitors/public.ts'
import { useOpened } from '#frontend/shared/address/use-opened.ts'
import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { LoadMore } from '#frontend/shared/api/load-more.tsx'
import { useReadPages } from '#frontend/shared/api/read-pages.ts'
import { useOwnGallery, useOwnGalleryPages } from '#frontend/shared/galleries/own-galleries.ts'
import { usePrepared } from '#frontend/shared/lazy/lazy-part.tsx'
import { useTrial } from '#frontend/shared/subscriptions/use-trial.ts'
import { Button, ButtonLink } from '#frontend/ui/button.tsx'
import { Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { EmptyState } from '#frontend/ui/surface.tsx'
import { useFocusAfterRemoval } from '#frontend/ui/use-focus-after-removal.ts'
import type { OwnGallery } from '#schema/api/galleries.ts'
import { paths } from '#schema/paths.ts'

const skeletons = ['first', 'second', 'third', 'fourth'].map((place) => (
  <li key={place}>
    <OwnGalleryCardSkeleton />
  </li>
))

type Opens = (galleryId: string) => void
type GalleriesTabProps = { onCreate: () => void; onSettings: Opens; onShare: Opens }

export const GalleriesTab = ({ onCreate, onSettings, onShare }: GalleriesTabProps) => {
  const query = useReadPages(useOwnGalleryPages())
  const { data, error, refetch } = query
  const galleries = data?.pages.flatMap(({ items }) => items)
  const trial = useTrial()
  const [doomed, setDoomed] = useState<OwnGallery>()
  const cards = useRef<HTMLUListElement>(null)
  useFocusAfterRemoval({ list: cards, ids: galleries?.map(({ id }) => id) ?? [], doomed: doomed?.id })
  const managing = useOpened('gallery')
  const opened = useOwnGallery(managing.shown)
  const visitors = useOpened('visitors')
  const visited = useOwnGallery(visitors.shown)
  usePrepared(ManagePhotos)

  if (error && !galleries) {
    return (
      <EmptyState title="Error loading galleries" action={<Button onClick={() => void refetch()}>Try again</Button>}>
        {sentenceOf(error)}
      </EmptyState>
    )
  }
  if (opened) {
    return (
      <Suspense fallback={<CardColumns aria-busy>{skeletons}</CardColumns>}>
        <ManagePhotos
          key={opened.id}
          gallery={opened}
          isLocked={trial.isExpired}
          onBack={managing.close}
          tools={
            <>
              <Button size="sm" onClick={() => onSettings(opened.id)}>
                <Settings aria-hidden />
                Settings
              </Button>
              <ButtonLink size="sm" to={paths.gallery({ galleryId: opened.id })}>
                <Eye aria-hidden />
                View
              </ButtonLink>
              <Button size="sm" onClick={() => onShare(opened.id)}>
                <Share2 aria-hidden />
                Share
              </Button>
            </>
          }
        />
      </Suspense>
    )
  }
  const locked = trial.isExpired && (
    <Stack gap="5" marginBottom="6">
      <LockedFeature feature="Gallery Management" />
      {galleries !== undefined && galleries.length > 0 && (
        <Text color="ink.muted">What you made can be taken down at any time.</Text>
      )}
    </Stack>
  )
  const tools = (
    <Row justifyContent="flex-end" marginBottom="4">
      <ButtonLink to={paths.codes()} variant="quiet" size="sm">
        <TicketPercent aria-hidden />
        Discount Codes
      </ButtonLink>
      <DeletedGalleriesButton />
    </Row>
  )
  if (galleries?.length === 0) {
    return (
      <>
        {locked}
        {tools}
        {!locked && (
          <EmptyState
            title="No galleries yet"
            icon={<ImagePlus size={40} />}
            action={
              <Button variant="accent" onClick={onCreate}>
                Create your first gallery
              </Button>
            }
          >
            A gallery has a title, a price per photo and an address of its own. Photos come next.
          </EmptyState>
        )}
      </>
    )
  }
  return (
    <>
      {locked}
      {tools}
      <CardColumns ref={cards} aria-label="Your galleries" aria-busy={!galleries}>
        {galleries
          ? galleries.map((gallery) => (
              <li key={gallery.id}>
                <OwnGalleryCard
                  gallery={gallery}
                  isLocked={trial.isExpired}
                  onSettings={() => onSettings(gallery.id)}
                  onShare={() => onShare(gallery.id)}
                  onVisitors={() => visitors.open(gallery.id)}
                  onPhotos={() => managing.open(gallery.id)}
                  onDelete={() => setDoomed(gallery)}
                />
              </li>
            ))
          : skeletons}
      </CardColumns>
      <LoadMore pages={query} count={galleries?.length ?? 0} one="gallery" many="galleries" marginTop="8">
        Load More Galleries
      </LoadMore>
      {visited && (
        <Suspense>
          <GalleryVisitors gallery={visited} onClose={visitors.close} />
        </Suspense>
      )}
      {doomed && (
        <DeleteGallery
          gallery={doomed}
          onClose={() => setDoomed((asked) => (asked?.id === doomed.id ? undefined : asked))}
        />
      )}
    </>
  )
}
