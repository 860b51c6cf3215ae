import { codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { Confirm } from '#frontend/ui/confirm.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import type { FavouritesListView } from '#schema/api/favourites-lists.ts'
import { useRemoveFavouritesList } from './queries.ts'

type Props = { list: FavouritesListView; onDeleted?: () => void; onClose: () => void }

export const DeleteFavouritesList = ({ list, onDeleted, onClose }: Props) => {
  const remove = useRemoveFavouritesList()
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
          {
            onSuccess: () => {
              toast({ kind: 'success', title: 'Favourites deleted', description: `Of ${list.name}` })
              done()
            },
            onError: (error) =>
              codeOf(error) === 'favourites_list_not_found'
                ? done()
                : toast({ title: 'The favourites were not deleted', description: sentenceOf(error) }),
          },
        )
      }
    >
      Name, address and note are gone with them. The photos stay, and so does a proof session that you made of them.
    </Confirm>
  )
}
