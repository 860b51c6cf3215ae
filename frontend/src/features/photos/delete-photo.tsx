import { complain } from '#frontend/shared/api/complain.ts'
import { Confirm } from '#frontend/ui/confirm.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import type { OwnPhoto } from '#schema/api/photos.ts'
import { dropPhotoDraft } from './photo-draft.ts'
import { useRemovePhoto } from './queries.ts'

type DeletePhotoProps = { photo: OwnPhoto; onClose: () => void; onDeleted: () => void }

/** Asks before one photo is deleted. */
export const DeletePhoto = ({ photo, onClose, onDeleted }: DeletePhotoProps) => {
  const remove = useRemovePhoto(photo.galleryId, {
    onSuccess: () => {
      dropPhotoDraft(photo.id)
      toast({ kind: 'success', title: 'Photo deleted', description: photo.title })
      onDeleted()
      onClose()
    },
    onError: complain('Photo not deleted'),
  })
  return (
    <Confirm
      open
      title={`Delete ${photo.title}?`}
      action="Delete photo"
      busy={remove.isPending}
      isHeld={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate({ params: { photoId: photo.id } })}
    >
      It leaves the gallery at once. Whoever bought it keeps it.
    </Confirm>
  )
}
