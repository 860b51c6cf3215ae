import { Suspense, useState } from 'react'
import { FavouritesLists, OneFavouritesList } from '#frontend/features/favourites-lists/public.ts'
import { CreateSessionDialog } from '#frontend/features/proofing/public.ts'
import { useAddress } from '#frontend/shared/address/use-address.ts'
import { useOwnGallery } from '#frontend/shared/galleries/own-galleries.ts'
import { usePrepared } from '#frontend/shared/lazy/lazy-part.tsx'
import { useTrial } from '#frontend/shared/subscriptions/use-trial.ts'
import { ButtonLink } from '#frontend/ui/button.tsx'
import { Page } from '#frontend/ui/page.tsx'
import type { FavouritesListView } from '#schema/api/favourites-lists.ts'
import { FavouritesListId, GalleryId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { addresses, paths } from '#schema/paths.ts'

const startOf = ({ id, galleryId, name, email, count }: FavouritesListView) => ({
  favouritesListId: id,
  galleryId,
  clientEmail: email,
  title: `Favourites of ${name}`.slice(0, limits.gallery.titleLength),
  count,
})

/** What visitors chose and sent to this photographer: lists of all galleries or of one, and one of them opened. */
export const FavouritesListsPage = () => {
  const { read, change } = useAddress()
  const trial = useTrial()
  const [reviewed, setReviewed] = useState<FavouritesListView>()
  usePrepared(CreateSessionDialog)
  const { data: galleryId } = GalleryId.safeParse(read('gallery'))
  const { data: favouritesListId } = FavouritesListId.safeParse(read('list'))
  const gallery = useOwnGallery(galleryId ?? '')
  const at = galleryId && favouritesListId && { galleryId, favouritesListId }
  return (
    <Page
      title="Favourites Lists"
      lead={gallery && !at ? `Of “${gallery.title}”` : 'What visitors chose and sent to you.'}
      actions={
        <>
          {galleryId && !at && (
            <ButtonLink to={paths.favouritesLists()} variant="quiet" paddingInline={{ base: '0', md: '5' }}>
              All galleries
            </ButtonLink>
          )}
          <ButtonLink to={addresses.dashboardTab('proofing')} variant="quiet" paddingInline={{ base: '0', md: '5' }}>
            Client Proofing
          </ButtonLink>
        </>
      }
    >
      {at ? (
        <OneFavouritesList
          key={at.favouritesListId}
          at={at}
          onBack={() => change({ gallery: undefined, list: undefined })}
          onMakeSession={trial.isExpired || trial.loading ? undefined : setReviewed}
        />
      ) : (
        <FavouritesLists key={galleryId} galleryId={galleryId} />
      )}
      {reviewed && (
        <Suspense>
          <CreateSessionDialog start={startOf(reviewed)} onClose={() => setReviewed(undefined)} />
        </Suspense>
      )}
    </Page>
  )
}
