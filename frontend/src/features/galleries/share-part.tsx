import { Suspense } from 'react'
import { useOpened } from '#frontend/shared/address/use-opened.ts'
import { lazyPart } from '#frontend/shared/lazy/lazy-part.tsx'
import type { OwnGallery } from '#schema/api/galleries.ts'

const ShareGallery = lazyPart(
  () => import('./share-gallery.tsx'),
  (m) => m.ShareGallery,
)

/** Shows how to hand on a gallery. @param gallery The one that the address names (`share`). */
export const useShareDialog = (gallery: OwnGallery | undefined) => {
  const { open, close } = useOpened('share')
  return {
    open,
    dialog: gallery && (
      <Suspense>
        <ShareGallery key={gallery.id} gallery={gallery} onClose={close} />
      </Suspense>
    ),
  }
}
