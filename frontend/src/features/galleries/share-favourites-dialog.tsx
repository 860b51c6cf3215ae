import { Link2Off, Share2 } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { shareLink } from '#frontend/shared/links/share-link.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Confirm } from '#frontend/ui/confirm.tsx'
import { Dialog } from '#frontend/ui/dialog.tsx'
import { Field, Input } from '#frontend/ui/field.tsx'
import { Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { Skeleton } from '#frontend/ui/surface.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { addresses } from '#schema/paths.ts'
import { type OpenGalleryView, useFavouritesLink, useShareFavourites } from './queries.ts'

/** What else a friend needs who has the link. */
const neededBeside = ({ isPublic, isProtected, asksOnlyEmail, asksEmail }: OpenGalleryView): string | undefined => {
  if (isPublic && asksOnlyEmail) return 'This gallery asks everybody for an email address: them as well, as you.'
  if (isProtected && !asksOnlyEmail)
    return isPublic
      ? `This gallery asks everybody for its code or password${asksEmail ? ' and an email address' : ''}: them as well, as you.`
      : `This gallery is private: they need its code or password as well${asksEmail ? ', and leave an email address' : ''}, as you did.`
  return isPublic ? undefined : 'This gallery is private: the link alone does not open it.'
}

type DialogProps = { gallery: OpenGalleryView; onClose: () => void }

/** Makes the link to this browser's favourites, hands it on, or takes it back. */
export const ShareFavouritesDialog = ({ gallery, onClose }: DialogProps) => {
  const { data, error, refetch } = useFavouritesLink(gallery.id)
  const share = useShareFavourites()
  const [isStopping, setIsStopping] = useState(false)
  const needed = neededBeside(gallery)
  const become = (isShared: boolean) =>
    share.mutate(
      { params: { galleryId: gallery.id }, headers: {}, body: { isShared } },
      {
        onSuccess: () => {
          setIsStopping(false)
          if (!isShared)
            toast({ kind: 'success', title: 'Not shared any more', description: 'The link opens nothing now.' })
        },
        onError: (thrown) =>
          toast({
            title: isShared ? 'No link was made' : 'The link still works',
            description: sentenceOf(thrown),
          }),
      },
    )
  const path = data?.sharedAs ? addresses.sharedFavourites(gallery.id, data.sharedAs) : undefined
  if (isStopping)
    return (
      <Confirm
        open
        title="Stop sharing your favourites?"
        action="Stop sharing"
        cancel="Keep sharing"
        busy={share.isPending}
        onConfirm={() => become(false)}
        onClose={() => setIsStopping(false)}
      >
        The link opens nothing from then on, for everybody who has it. A new one would be another link.
      </Confirm>
    )
  return (
    <Dialog
      open
      size="sm"
      title="Share your favourites"
      description="Whoever has the link sees these photos, as your list is whenever they look, and nothing of you."
      onClose={onClose}
    >
      <Stack gap="4">
        {needed && (
          <Text textStyle="small" color="ink.muted">
            {needed}
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
              <Button variant="quiet" onClick={() => setIsStopping(true)}>
                <Link2Off aria-hidden />
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
