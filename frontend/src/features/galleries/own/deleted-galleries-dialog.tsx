import { useInfiniteQuery } from '@tanstack/react-query'
import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { complain } from '#frontend/shared/api/complain.ts'
import { endpointPages } from '#frontend/shared/api/endpoint-query.ts'
import { LoadMore } from '#frontend/shared/api/load-more.tsx'
import { countOf } from '#frontend/shared/format/counts.ts'
import { useRestoreGallery } from '#frontend/shared/galleries/own-galleries.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Dialog } from '#frontend/ui/dialog.tsx'
import { Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { Skeleton } from '#frontend/ui/surface.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { useFocusHandOver } from '#frontend/ui/use-focus-hand-over.ts'
import { useFocusNeighbour } from '#frontend/ui/use-focus-neighbour.ts'
import { type DeletedGallery, galleries } from '#schema/api/galleries.ts'

const dayMs = 86_400_000
/** "Gone for good in 12 days": begun days count, so that nobody comes a day too late. */
const timeLeft = (goneAt: string, now = Date.now()): string => {
  const days = Math.floor((new Date(goneAt).getTime() - now) / dayMs)
  return days < 1 ? 'Gone for good today' : `Gone for good in ${countOf(days, 'day')}`
}

type DeletedProps = { gallery: DeletedGallery; onPress: (button: HTMLElement) => void }

const Deleted = ({ gallery, onPress }: DeletedProps) => {
  const restore = useRestoreGallery({
    onSuccess: () =>
      toast({
        kind: 'success',
        title: 'Gallery restored',
        description: `${gallery.title} is where it was. Its pictures are being drawn.`,
      }),
    onError: complain('Gallery not restored'),
  })
  return (
    <Row as="li" justifyContent="space-between" rowGap="2" paddingBlock="3">
      <Stack gap="0.5" minWidth="0" flex="1 1 12rem">
        <Text fontWeight="medium" overflowWrap="anywhere">
          {gallery.title}
        </Text>
        <Text textStyle="small" color="ink.muted">
          {countOf(gallery.photoCount, 'photo')}. {timeLeft(gallery.goneAt)}.
        </Text>
      </Stack>
      <Button
        size="sm"
        aria-label={`Restore ${gallery.title}`}
        busy={restore.isPending}
        onClick={({ currentTarget }) => {
          onPress(currentTarget)
          restore.mutate({ params: { galleryId: gallery.id } })
        }}
      >
        Restore
      </Button>
    </Row>
  )
}

/** What was deleted and can be had back. */
export const DeletedGalleries = ({ onClose }: { onClose: () => void }) => {
  const query = useInfiniteQuery(
    endpointPages(galleries.endpoints.deleted, (cursor) => ({ query: { cursor } }), { staleFor: 'never' }),
  )
  const { data, error, refetch } = query
  const deleted = data?.pages.flatMap(({ items }) => items)
  // A row goes when its gallery is restored: the focus goes to the next one, or to what stands there after the last.
  const keepsFocus = useFocusNeighbour()
  const { noteFocus, takeOver } = useFocusHandOver()
  return (
    <Dialog
      open
      size="sm"
      title="Deleted galleries"
      description="You can restore a deleted gallery for 30 days, with its address, photos and likes."
      onClose={onClose}
    >
      {error && !deleted ? (
        <Stack gap="3">
          <Text>{sentenceOf(error)}</Text>
          <Button onClick={() => void refetch()}>Try again</Button>
        </Stack>
      ) : deleted?.length === 0 ? (
        <Text ref={takeOver} tabIndex={-1} color="ink.muted">
          There are none.
        </Text>
      ) : (
        <Stack as="ul" gap="0" listStyleType="none" aria-label="Deleted galleries" aria-busy={!deleted} {...keepsFocus}>
          {deleted ? (
            deleted.map((gallery) => <Deleted key={gallery.id} gallery={gallery} onPress={noteFocus} />)
          ) : (
            <Skeleton height="12" />
          )}
        </Stack>
      )}
      <LoadMore pages={query} count={deleted?.length ?? 0} one="gallery" many="galleries" />
    </Dialog>
  )
}
