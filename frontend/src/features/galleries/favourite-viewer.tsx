import { type ReactNode, useState } from 'react'
import type { useOpened } from '#frontend/shared/address/use-opened.ts'
import { Lightbox } from '#frontend/ui/lightbox.tsx'
import { Watermark } from '#frontend/ui/watermark.tsx'
import type { PhotoView } from '#schema/api/views.ts'
import { addresses } from '#schema/paths.ts'
import { HeartButton } from './heart-button.tsx'
import type { WallGallery } from './queries.ts'
import { Report } from './report-link.tsx'
import { ShareButton } from './share-button.tsx'
import { ViewerActions } from './viewer-actions.tsx'

type FavouriteViewerProps = {
  gallery: WallGallery
  photos: readonly PhotoView[]
  index: number
  /** These are all of them. */
  isWhole: boolean
  opened: ReturnType<typeof useOpened>
  /** What is shown over the photo. */
  children: ReactNode
}

/** The open photo of a list of favourites, and the way through the list. */
export const FavouriteViewer = ({ gallery, photos, index, isWhole, opened, children }: FavouriteViewerProps) => {
  const [reported, setReported] = useState<PhotoView>()
  const photo = photos[index]
  if (!photo) return null
  if (reported)
    return (
      <Report
        reported={{ galleryId: gallery.id, photoId: reported.id, title: reported.title }}
        onClose={() => {
          setReported(undefined)
          opened.close()
        }}
      />
    )
  return (
    <Lightbox
      photos={photos}
      index={index}
      count={isWhole ? photos.length : undefined}
      onMove={(to) => {
        const next = photos[to]
        if (next) opened.move(next.id)
      }}
      onClose={opened.close}
      overlay={<Watermark text={gallery.watermark} />}
      hasShow
      tools={
        <>
          <HeartButton photo={photo} />
          {/* Of the gallery: this list is this browser's own. */}
          <ShareButton title={`${photo.title}, ${gallery.title}`} path={addresses.photo(gallery.id, photo.id)} />
        </>
      }
      actions={<ViewerActions photo={photo} gallery={gallery} onReport={() => setReported(photo)} />}
    >
      {children}
    </Lightbox>
  )
}
