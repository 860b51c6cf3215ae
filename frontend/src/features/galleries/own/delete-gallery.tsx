import { complain } from '#frontend/shared/api/complain.ts'
import { countOf } from '#frontend/shared/format/counts.ts'
import { useRemoveGallery } from '#frontend/shared/galleries/own-galleries.ts'
import { Confirm } from '#frontend/ui/confirm.tsx'
import { Stack, Text } from '#frontend/ui/layout.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import type { OwnGallery } from '#schema/api/galleries.ts'

export const DeleteGallery = ({ gallery, onClose }: { gallery: OwnGallery; onClose: () => void }) => {
  const remove = useRemoveGallery({
    onSuccess: () => {
      toast({
        kind: 'success',
        title: 'Gallery deleted',
        description: `${gallery.title} can be restored for 30 days, under Deleted Galleries.`,
      })
      onClose()
    },
    onError: complain('Error deleting gallery'),
  })
  return (
    <Confirm
      open
      title={`Delete ${gallery.title}?`}
      action="Delete gallery"
      busy={remove.isPending}
      isHeld={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate({ params: { galleryId: gallery.id } })}
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
