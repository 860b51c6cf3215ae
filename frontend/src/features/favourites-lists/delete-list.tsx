import { codeOf } from '#frontend/shared/api/api-error.ts'
import { complain } from '#frontend/shared/api/complain.ts'
import { Confirm } from '#frontend/ui/confirm.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import type { FavouritesListView } from '#schema/api/favourites-lists.ts'
import { useRemoveFavouritesList } from './queries.ts'

type Props = { list: FavouritesListView; onDeleted?: () => void; onClose: () => void }

const isGone = (error: unknown) => codeOf(error) === 'favourites_list_not_found'

export const DeleteFavouritesList = ({ list, onDeleted, onClose }: Props) => {
  const remove = useRemoveFavouritesList({
    onSuccess: () => toast({ kind: 'success', title: 'Favourites deleted', description: `Of ${list.name}` }),
    onError: (error) => {
      if (!isGone(error)) complain('The favourites were not deleted')(error)
    },
  })
  const done = () => {
    onClose()
    onDeleted?.()
  }
  return (
    <Confirm
      open
      title={`Delete the favourites of ${list.name}?`}
      action="Delete favourites"
      busy={remove.isPending}
      isHeld={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { params: { galleryId: list.galleryId, favouritesListId: list.id } },
          { onSuccess: done, onError: (error) => isGone(error) && done() },
        )
      }
    >
      Name, address and note are gone with them. The photos stay, and so does a proof session that you made of them.
    </Confirm>
  )
}
