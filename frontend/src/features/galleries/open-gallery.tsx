import { type ReactNode, useMemo } from 'react'
import { codeOf } from '#frontend/shared/api/api-error.ts'
import { useHead } from '#frontend/shared/head/use-head.ts'
import { Brand } from '#frontend/ui/brand.tsx'
import { Column } from '#frontend/ui/layout.tsx'
import { BarePage } from '#frontend/ui/page.tsx'
import { still } from '#frontend/ui/still.tsx'
import { pageHeads } from '#schema/page-heads.ts'
import { GalleryCover } from './gallery-cover.tsx'
import { GalleryError, isUnknownGallery } from './gallery-error.tsx'
import { GalleryHeader } from './gallery-header.tsx'
import { PhotoWall } from './photo-wall.tsx'
import type { OpenGalleryView } from './queries.ts'
import { useCountedVisit, useWithoutCounts } from './use-gallery-counts.ts'
import { usePagedPhotos } from './use-paged-photos.ts'
import { usePhotoFailures } from './use-photo-failures.ts'

/** All around the photos, which is not drawn anew for each page of them that comes. */
const Frame = still(({ gallery, children }: { gallery: OpenGalleryView; children?: ReactNode }) => (
  <BarePage title={gallery.title}>
    <Brand paint={gallery.brand} />
    <GalleryCover gallery={gallery} look={gallery.look} logo={gallery.brand?.logo} />
    <Column paddingTop={{ base: '8', md: '12' }} paddingBottom={{ base: '10', md: '16' }}>
      <GalleryHeader gallery={gallery} />
      {children}
    </Column>
  </BarePage>
))

export const OpenGallery = ({ gallery: told }: { gallery: OpenGalleryView }) => {
  const gallery = useWithoutCounts(told)
  useCountedVisit(gallery.id)
  useHead(useMemo(() => pageHeads.gallery(gallery), [gallery]))
  const paged = usePagedPhotos(gallery)
  const { error, refetch } = paged
  usePhotoFailures(paged)

  // What was typed may be no number; the gallery is there all the same.
  const isNoNumber = paged.number !== '' && codeOf(error) === 'invalid_request'
  if (error && !isNoNumber && isUnknownGallery(codeOf(error)))
    return <GalleryError error={error} onRetry={() => void refetch()} />
  return (
    <Frame gallery={gallery}>
      <PhotoWall gallery={gallery} paged={paged} />
    </Frame>
  )
}
