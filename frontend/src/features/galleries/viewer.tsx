import { type ReactNode, useEffect } from 'react'
import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { Lightbox } from '#frontend/ui/lightbox.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { Watermark } from '#frontend/ui/watermark.tsx'
import type { PhotoView } from '#schema/api/views.ts'
import { addresses } from '#schema/paths.ts'
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
export const Viewer = ({ gallery, photo, paged, onReport, children }: ViewerProps) => {
  const { viewer, hasNextPage, error, pages } = paged
  // The wall says it where nobody sees it now.
  const failure = hasNextPage && viewer.index === viewer.photos.length - 1 ? error : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once for each failure.
  useEffect(() => {
    if (!failure) return
    const action = { label: 'Try again', act: () => void pages.fetchNextPage() }
    toast({ title: 'Error loading photos', description: sentenceOf(failure), action })
  }, [failure])
  return (
    <Lightbox
      photos={viewer.photos}
      index={viewer.index}
      count={hasNextPage ? viewer.count : viewer.photos.length}
      hasMore={hasNextPage && (!error || paged.isFetching())}
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
          {/* Not by a photographer's name: that address ends when the gallery becomes private, this one asks for the code. */}
          <ShareButton title={`${photo.title}, ${gallery.title}`} path={addresses.photo(gallery.id, photo.id)} />
        </>
      }
      actions={<ViewerActions photo={photo} gallery={gallery} onReport={onReport} />}
    >
      {children}
    </Lightbox>
  )
}
