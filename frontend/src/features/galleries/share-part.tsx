import { Suspense } from 'react'
import { useAddress } from '#frontend/shared/address/use-address.ts'
import { lazyPart } from '#frontend/shared/lazy/lazy-part.tsx'
import type { OwnGallery } from '#schema/api/galleries.ts'

const ShareGallery = lazyPart(
  () => import('./share-gallery.tsx'),
  (m) => m.ShareGallery,
)

/** Shows how to hand on a gallery. @param gallery The one that the address names (`share`). */
export const useShareDialog = (gallery: OwnGallery | undefined) => {
  const { change } = useAddress()
  return {
    open: (galleryId: string) => change({ share: galleryId }),
    dialog: gallery && (
      <Suspense>
        <ShareGallery
          key={gallery.id}
          gallery={gallery}
          onClose={() => change({ share: undefined }, { replace: true })}
        />
      </Suspense>
    ),
  }
}
