import { Link2Off, Share2 } from 'lucide-react'
import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Dialog } from '#frontend/ui/dialog.tsx'
import { Field, Input } from '#frontend/ui/field.tsx'
import { Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { Skeleton } from '#frontend/ui/surface.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { addresses } from '#schema/paths.ts'
import { type OpenGalleryView, useFavouritesLink, useShareFavourites } from './queries.ts'
import { shareLink } from './share-link.ts'

type DialogProps = { gallery: OpenGalleryView; onClose: () => void }

/** Makes the link to this browser's favourites, hands it on, or takes it back. */
export const ShareFavouritesDialog = ({ gallery, onClose }: DialogProps) => {
  const { data, error, refetch } = useFavouritesLink(gallery.id)
  const share = useShareFavourites()
  const become = (isShared: boolean) =>
    share.mutate(
      { params: { galleryId: gallery.id }, headers: {}, body: { isShared } },
      {
        onSuccess: () =>
          !isShared &&
          toast({ kind: 'success', title: 'Not shared any more', description: 'The link opens nothing now.' }),
        onError: (thrown) =>
          toast({
            title: isShared ? 'No link was made' : 'The link still works',
            description: sentenceOf(thrown),
          }),
      },
    )
  const path = data?.sharedAs ? addresses.sharedFavourites(gallery.id, data.sharedAs) : undefined
  return (
    <Dialog
      open
      size="sm"
      title="Share your favourites"
      description="Whoever has the link sees these photos, as your list is whenever they look, and nothing of you."
      onClose={onClose}
    >
      <Stack gap="4">
        {(!gallery.isPublic || gallery.isProtected) && (
          <Text textStyle="small" color="ink.muted">
            This gallery is private: they need its code as well, as you did.
          </Text>
        )}
        {error && !data ? (
          <>
            <Text>{sentenceOf(error)}</Text>
            <Button onClick={() => void refetch()}>Try again</Button>
          </>
        ) : !data ? (
          <Skeleton height="11" />
        ) : path === undefined ? (
          <Button variant="accent" busy={share.isPending} onClick={() => become(true)}>
            Make a link
          </Button>
        ) : (
          <>
            <Field label="Link to your favourites">
              <Input
                readOnly
                value={new URL(path, location.origin).href}
                fontFamily="mono"
                fontSize="sm"
                onFocus={(event) => event.currentTarget.select()}
              />
            </Field>
            <Row justifyContent="space-between" gap="2">
              <Button variant="quiet" busy={share.isPending} onClick={() => become(false)}>
                {!share.isPending && <Link2Off aria-hidden />}
                Stop sharing
              </Button>
              <Button
                variant="accent"
                onClick={() =>
                  void shareLink({ title: `Favourites, ${gallery.title}`, path, opens: 'It opens your favourites.' })
                }
              >
                <Share2 aria-hidden />
                Share link
              </Button>
            </Row>
          </>
        )}
      </Stack>
    </Dialog>
  )
}
