import { FavouritesListsLink } from '#frontend/features/favourites-lists/public.ts'
import { OwnSessions } from '#frontend/features/proofing/public.ts'
import { LockedFeature } from '#frontend/features/subscriptions/public.ts'
import { useAddress } from '#frontend/shared/address/use-address.ts'
import { Row } from '#frontend/ui/layout.tsx'

export const ProofingTab = () => {
  const isOpened = useAddress().read('session') !== ''
  return (
    <>
      {!isOpened && (
        <Row justifyContent="flex-end" marginBottom="4">
          <FavouritesListsLink />
        </Row>
      )}
      <OwnSessions locked={<LockedFeature feature="Client Proofing" />} />
    </>
  )
}
