import { Trash2 } from 'lucide-react'
import { Suspense } from 'react'
import { useOpened } from '#frontend/shared/address/use-opened.ts'
import { lazyPart, usePrepared } from '#frontend/shared/lazy/lazy-part.tsx'
import { Button } from '#frontend/ui/button.tsx'

const DeletedGalleries = lazyPart(
  () => import('./deleted-galleries-dialog.tsx'),
  (m) => m.DeletedGalleries,
)

export const DeletedGalleriesButton = () => {
  const { shown, open, close } = useOpened('deleted')
  usePrepared(DeletedGalleries)
  return (
    <>
      <Button variant="quiet" size="sm" onClick={() => open('show')}>
        <Trash2 aria-hidden />
        Deleted Galleries
      </Button>
      {shown !== '' && (
        <Suspense>
          <DeletedGalleries onClose={close} />
        </Suspense>
      )}
    </>
  )
}
