import { useShareDialog } from '#frontend/features/galleries/public.ts'
import { UploadForm, type UploadQueue, uploadQueueOf } from '#frontend/features/photos/public.ts'
import { SubscriptionGate } from '#frontend/features/subscriptions/public.ts'
import { useAddress } from '#frontend/shared/address/use-address.ts'
import { useOwnGallery } from '#frontend/shared/galleries/own-galleries.ts'
import { useSession } from '#frontend/shared/session/session.tsx'

/** The page over a given queue; `UploadPage` supplies the live one. */
export const UploadScreen = ({ queue }: { queue: UploadQueue }) => {
  const { read } = useAddress()
  const share = useShareDialog(useOwnGallery(read('share')))
  return (
    <>
      <UploadForm queue={queue} onShare={share.open} />
      {share.dialog}
    </>
  )
}

export const UploadPage = () => {
  const { user } = useSession()
  return <SubscriptionGate>{user && <UploadScreen queue={uploadQueueOf(user.userId)} />}</SubscriptionGate>
}
