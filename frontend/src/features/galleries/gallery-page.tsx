import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useParamsOf } from '#frontend/shared/address/use-params-of.ts'
import { codeOf } from '#frontend/shared/api/api-error.ts'
import { endpointKey } from '#frontend/shared/api/endpoint-query.ts'
import { keepGrant } from '#frontend/shared/api/grants.ts'
import { lazyPart } from '#frontend/shared/lazy/lazy-part.tsx'
import { useSession } from '#frontend/shared/session/session.tsx'
import { dismissErrors } from '#frontend/ui/toast.tsx'
import { galleries } from '#schema/api/galleries.ts'
import { paths } from '#schema/paths.ts'
import { GalleryError, isUnknownGallery } from './gallery-error.tsx'
import { GallerySkeleton } from './gallery-skeleton.tsx'
import { OpenGallery } from './open-gallery.tsx'
import { useGallery, useOwnerGrant } from './queries.ts'

/** Its form is more than most visitors need. */
const LockedGallery = lazyPart(
  () => import('./locked-gallery.tsx'),
  (m) => m.LockedGallery,
)

/** Keeps a grant and reads the gallery with it; `isBegun` once there is one. */
const useOpening = (galleryId: string) => {
  const queries = useQueryClient()
  const [isBegun, setIsBegun] = useState(false)
  const open = async (grant: { grant: string; expiresAt: string }) => {
    keepGrant(galleryId, grant)
    setIsBegun(true)
    dismissErrors()
    const { get, listPhotos, likeState } = galleries.endpoints
    await Promise.all(
      [get, listPhotos, likeState].map((each) => queries.invalidateQueries({ queryKey: endpointKey(each) })),
    )
  }
  return { open, isBegun }
}

/**
 * A signed-in visitor may be the owner, who sees galleries that are locked, expired or private to others. Only the
 * server knows, so it is asked once.
 */
const useOwnership = (galleryId: string, isClosed: boolean, open: ReturnType<typeof useOpening>['open']) => {
  const { user, loading } = useSession()
  const { mutate, isIdle, isPending } = useOwnerGrant()
  const mayOwn = isClosed && user !== undefined && isIdle
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when somebody signed in meets a closed door.
  useEffect(() => {
    if (mayOwn) mutate({ params: { galleryId } }, { onSuccess: (grant) => void open(grant) })
  }, [mayOwn, galleryId])
  return { isAsking: isClosed && (loading || mayOwn || isPending) }
}

const Gallery = ({ galleryId }: { galleryId: string }) => {
  const { data: page, error, isPending, fetchStatus, refetch } = useGallery(galleryId)
  const { open, isBegun } = useOpening(galleryId)
  const isLocked = page?.state === 'locked'
  const isAbsent = error !== null && codeOf(error) === 'gallery_not_found'
  const { isAsking } = useOwnership(galleryId, isAbsent || isLocked, open)

  if (isPending || (isAbsent && isAsking)) return <GallerySkeleton />
  // A gallery that was deleted while it is looked at is gone, whatever is still in memory.
  if (error && (!page || isUnknownGallery(codeOf(error))))
    return <GalleryError error={error} onRetry={() => void refetch()} />
  if (!page) return <GallerySkeleton />
  if (page.state === 'locked')
    return (
      <Suspense fallback={<GallerySkeleton />}>
        <LockedGallery
          galleryId={galleryId}
          needs={page.needs}
          onUnlocked={open}
          // Also while a lost connection is waited for.
          isOpening={isBegun && fetchStatus !== 'idle'}
          failure={isBegun && error ? { error, onRetry: () => void refetch() } : undefined}
        />
      </Suspense>
    )
  return <OpenGallery gallery={page.gallery} />
}

export const GalleryPage = () => {
  const { galleryId } = useParamsOf(paths.gallery)
  return <Gallery key={galleryId} galleryId={galleryId} />
}
