import { Suspense } from 'react'
import { useAddress } from '#frontend/shared/address/use-address.ts'
import { useOwnGallery } from '#frontend/shared/galleries/own-galleries.ts'
import { lazyPart, usePrepared } from '#frontend/shared/lazy/lazy-part.tsx'
import { useTrial } from '#frontend/shared/subscriptions/use-trial.ts'

const GallerySettingsDialog = lazyPart(
  () => import('./gallery-settings-dialog.tsx'),
  (m) => m.GallerySettingsDialog,
)
const TakeDownDialog = lazyPart(
  () => import('./take-down-dialog.tsx'),
  (m) => m.TakeDownDialog,
)

/** Shows the settings of the gallery that the address names (`settings`), from wherever on a page. */
export const useSettingsDialog = () => {
  const { read, change } = useAddress()
  const trial = useTrial()
  const gallery = useOwnGallery(read('settings'))
  const close = () => change({ settings: undefined }, { replace: true })
  const Dialog = trial.isExpired ? TakeDownDialog : GallerySettingsDialog
  usePrepared(Dialog)
  return {
    open: (galleryId: string) => change({ settings: galleryId }),
    dialog: gallery && !trial.loading && (
      <Suspense>
        <Dialog key={gallery.id} gallery={gallery} onClose={close} />
      </Suspense>
    ),
  }
}
