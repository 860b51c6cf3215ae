import { ImagePlus, TicketPercent, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { ManagePhotos } from '#frontend/features/photos/public.ts'
import { LockedFeature, useTrial } from '#frontend/features/subscriptions/public.ts'
import { useAddress } from '#frontend/shared/address/use-address.ts'
import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { countOf } from '#frontend/shared/format/counts.ts'
import { useOwnGalleries, useOwnGallery, useRemoveGallery } from '#frontend/shared/galleries/own-galleries.ts'
import { lazyPart, usePrepared } from '#frontend/shared/lazy/lazy-part.tsx'
import { Button, ButtonLink } from '#frontend/ui/button.tsx'
import { Confirm } from '#frontend/ui/confirm.tsx'
import { Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { EmptyState } from '#frontend/ui/surface.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import type { OwnGallery } from '#schema/api/galleries.ts'
import { paths } from '#schema/paths.ts'
import { CardColumns, OwnGalleryCard, OwnGalleryCardSkeleton } from './own-gallery-card.tsx'

const GallerySettingsDialog = lazyPart(
  () => import('./gallery-settings-dialog.tsx'),
  (m) => m.GallerySettingsDialog,
)
const TakeDownDialog = lazyPart(
  () => import('./take-down-dialog.tsx'),
  (m) => m.TakeDownDialog,
)

const DeletedGalleries = lazyPart(
  () => import('./deleted-galleries-dialog.tsx'),
  (m) => m.DeletedGalleries,
)

const DeleteGallery = ({ gallery, onClose }: { gallery: OwnGallery; onClose: () => void }) => {
  const remove = useRemoveGallery()
  return (
    <Confirm
      open
      title={`Delete ${gallery.title}?`}
      action="Delete gallery"
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { params: { galleryId: gallery.id } },
          {
            onSuccess: () => {
              toast({
                kind: 'success',
                title: 'Gallery deleted',
                description: `${gallery.title} can be restored for 30 days, under Deleted Galleries.`,
              })
              onClose()
            },
            onError: (error) => toast({ title: 'Error deleting gallery', description: sentenceOf(error) }),
          },
        )
      }
    >
      <Stack gap="3">
        <Text>
          The gallery and its {countOf(gallery.photoCount, 'photo')} leave the site at once. You can have them back for
          30 days; then they are gone for good.
        </Text>
        <Text color="ink.muted">What buyers have paid for stays theirs to download.</Text>
      </Stack>
    </Confirm>
  )
}

/** Shows the settings of the gallery that the address names (`settings`), from wherever on the dashboard. */
export const useSettingsDialog = () => {
  const { read, change } = useAddress()
  const trial = useTrial()
  const gallery = useOwnGallery(read('settings'))
  const close = () => change({ settings: undefined }, { replace: true })
  const Dialog = trial.isExpired ? TakeDownDialog : GallerySettingsDialog
  usePrepared(Dialog)
  return {
    open: (galleryId: string) => change({ settings: galleryId }),
    dialog: gallery && !trial.loading && (
      <Suspense>
        <Dialog key={gallery.id} gallery={gallery} onClose={close} />
      </Suspense>
    ),
  }
}

const DeletedButton = () => {
  const { read, change } = useAddress()
  usePrepared(DeletedGalleries)
  return (
    <>
      <Button variant="quiet" size="sm" onClick={() => change({ deleted: 'show' })}>
        <Trash2 aria-hidden />
        Deleted Galleries
      </Button>
      {read('deleted') !== '' && (
        <Suspense>
          <DeletedGalleries onClose={() => change({ deleted: undefined }, { replace: true })} />
        </Suspense>
      )}
    </>
  )
}

type Opens = (galleryId: string) => void
type GalleriesTabProps = { onCreate: () => void; onSettings: Opens; onShare: Opens }

export const GalleriesTab = ({ onCreate, onSettings, onShare }: GalleriesTabProps) => {
  const { data: galleries, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useOwnGalleries()
  const trial = useTrial()
  const { read, change } = useAddress()
  const [doomed, setDoomed] = useState<OwnGallery>()
  const opened = useOwnGallery(read('gallery'))

  if (error && !galleries) {
    return (
      <EmptyState title="Error loading galleries" action={<Button onClick={() => void refetch()}>Try again</Button>}>
        {sentenceOf(error)}
      </EmptyState>
    )
  }
  if (opened)
    return <ManagePhotos gallery={opened} isLocked={trial.isExpired} onBack={() => change({ gallery: undefined })} />
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
      <DeletedButton />
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
      <CardColumns aria-label="Your galleries" aria-busy={!galleries}>
        {galleries
          ? galleries.map((gallery) => (
              <li key={gallery.id}>
                <OwnGalleryCard
                  gallery={gallery}
                  isLocked={trial.isExpired}
                  onSettings={() => onSettings(gallery.id)}
                  onShare={() => onShare(gallery.id)}
                  onPhotos={() => change({ gallery: gallery.id })}
                  onDelete={() => setDoomed(gallery)}
                />
              </li>
            ))
          : ['first', 'second', 'third', 'fourth'].map((place) => (
              <li key={place}>
                <OwnGalleryCardSkeleton />
              </li>
            ))}
      </CardColumns>
      {hasNextPage && (
        <Row justifyContent="center" marginTop="8">
          <Button busy={isFetchingNextPage} busyLabel="Loading..." onClick={() => void fetchNextPage()}>
            Load More Galleries
          </Button>
        </Row>
      )}
      {doomed && <DeleteGallery gallery={doomed} onClose={() => setDoomed(undefined)} />}
    </>
  )
}
