import type { ReactNode } from 'react'
import { createSearchParams, useLocation } from 'react-router-dom'
import { Lightbox } from '#frontend/ui/lightbox.tsx'
import { Watermark } from '#frontend/ui/watermark.tsx'
import type { PhotoView } from '#schema/api/views.ts'
import { HeartButton } from './heart-button.tsx'
import type { WallGallery } from './queries.ts'
import { ShareButton } from './share-button.tsx'
import type { PagedPhotos } from './use-paged-photos.ts'
import { ViewerActions } from './viewer-actions.tsx'

type ViewerProps = {
  gallery: WallGallery
  photo: PhotoView
  paged: PagedPhotos
  onReport: () => void
  children: ReactNode
}

/** The open photo of a gallery, and the way from it through all the others. */
export const Viewer = ({
  gallery,
  photo,
  paged: { viewer, hasNextPage, isError },
  onReport,
  children,
}: ViewerProps) => {
  const { pathname } = useLocation()
  return (
    <Lightbox
      photos={viewer.photos}
      index={viewer.index}
      count={viewer.count}
      hasMore={hasNextPage && !isError}
      onMove={(index) => {
        const next = viewer.photos[index]
        if (next) viewer.move(next.id)
      }}
      onClose={viewer.close}
      overlay={<Watermark text={gallery.watermark} />}
      hasShow
      tools={
        <>
          <HeartButton photo={photo} />
          <ShareButton
            title={`${photo.title}, ${gallery.title}`}
            path={`${pathname}?${createSearchParams({ photo: photo.id }).toString()}`}
          />
        </>
      }
      actions={<ViewerActions photo={photo} gallery={gallery} onReport={onReport} />}
    >
      {children}
    </Lightbox>
  )
}
