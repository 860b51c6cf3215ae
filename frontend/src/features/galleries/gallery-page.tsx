import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { paths, useParamsOf } from '#frontend/app/paths.ts'
import { codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { endpointKey } from '#frontend/shared/api/endpoint-query.ts'
import { keepGrant } from '#frontend/shared/api/grants.ts'
import { useSession } from '#frontend/shared/session/session.tsx'
import { Refusal } from '#frontend/ui/refusal.tsx'
import { galleries } from '#schema/api/galleries.ts'
import type { ErrorCode } from '#schema/errors.ts'
import { GallerySkeleton } from './gallery-skeleton.tsx'
import { LockedGallery } from './locked-gallery.tsx'
import { OpenGallery } from './open-gallery.tsx'
import { useGallery, useOwnerGrant } from './queries.ts'

const unknownGallery: ReadonlySet<ErrorCode> = new Set(['gallery_not_found', 'not_found', 'invalid_request'])

/** What a visitor reads for an error of this page. */
export const gallerySentence = (error: unknown) =>
  unknownGallery.has(codeOf(error)) ? 'Gallery not found' : sentenceOf(error)

/** Keeps a grant and shows the gallery with it. */
const useOpening = (galleryId: string) => {
  const queries = useQueryClient()
  return async (grant: { grant: string; expiresAt: string }) => {
    keepGrant(galleryId, grant)
    const { get, listPhotos, likeState } = galleries.endpoints
    await Promise.all(
      [get, listPhotos, likeState].map((each) => queries.invalidateQueries({ queryKey: endpointKey(each) })),
    )
  }
}

export const GalleryPage = () => {
  const { galleryId } = useParamsOf(paths.gallery)
  const { user } = useSession()
  const { data: page, error, isPending, refetch } = useGallery(galleryId)
  const open = useOpening(galleryId)
  const { mutate: askAsOwner, isIdle } = useOwnerGrant()
  const isLocked = page?.state === 'locked'

  // Whoever is signed in may be the owner, who needs no code; the server knows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when a signed-in visitor meets the lock.
  useEffect(() => {
    if (isLocked && user && isIdle) askAsOwner({ params: { galleryId } }, { onSuccess: (grant) => void open(grant) })
  }, [isLocked, user, isIdle, galleryId])

  if (isPending) return <GallerySkeleton />
  if (error && !page) {
    const isUnknown = unknownGallery.has(codeOf(error))
    return (
      <Refusal
        title="Gallery Error"
        message={gallerySentence(error)}
        error={error}
        onRetry={isUnknown ? undefined : () => void refetch()}
        back={{ to: paths.browse(), label: 'Browse Galleries' }}
      />
    )
  }
  if (!page) return <GallerySkeleton />
  if (page.state === 'locked')
    return <LockedGallery key={galleryId} galleryId={galleryId} needs={page.needs} onUnlocked={open} />
  return <OpenGallery key={galleryId} gallery={page.gallery} />
}
