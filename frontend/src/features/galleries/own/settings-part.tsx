import { Suspense } from 'react'
import { useOpened } from '#frontend/shared/address/use-opened.ts'
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
  const { shown, open, close } = useOpened('settings')
  const trial = useTrial()
  const gallery = useOwnGallery(shown)
  const Dialog = trial.isExpired ? TakeDownDialog : GallerySettingsDialog
  usePrepared(Dialog)
  return {
    open,
    dialog: gallery && !trial.loading && (
      <Suspense>
        <Dialog key={gallery.id} gallery={gallery} onClose={close} />
      </Suspense>
    ),
  }
}
