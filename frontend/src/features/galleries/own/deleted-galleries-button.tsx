import { Trash2 } from 'lucide-react'
import { Suspense } from 'react'
import { useAddress } from '#frontend/shared/address/use-address.ts'
import { lazyPart, usePrepared } from '#frontend/shared/lazy/lazy-part.tsx'
import { Button } from '#frontend/ui/button.tsx'

const DeletedGalleries = lazyPart(
  () => import('./deleted-galleries-dialog.tsx'),
  (m) => m.DeletedGalleries,
)

export const DeletedGalleriesButton = () => {
  const { read, change } = useAddress()
  usePrepared(DeletedGalleries)
  return (
    <>
      <Button variant="quiet" size="sm" onClick={() => change({ deleted: 'show' })}>
        <Trash2 aria-hidden />
        Deleted Galleries
      </Button>
      {read('deleted') !== '' && (
        <Suspense>
          <DeletedGalleries onClose={() => change({ deleted: undefined }, { replace: true })} />
        </Suspense>
      )}
    </>
  )
}
