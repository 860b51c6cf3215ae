import { Share2 } from 'lucide-react'
import { Button, TextLink } from '#frontend/ui/button.tsx'
import { Row, Span } from '#frontend/ui/layout.tsx'
import type { GalleryId } from '#schema/ids.ts'
import { paths } from '#schema/paths.ts'
import type { UploadItem } from './upload-item.ts'

type FinishedGalleriesProps = {
  items: readonly UploadItem[]
  chosen: GalleryId | undefined
  /** Of the way to share, where there is one: another press may be the next. */
  variant: 'outline' | 'accent'
  onShare: (galleryId: GalleryId) => void
}
/**
 * Ways on to the galleries that photos have gone into. Each says which one it is unless that is the chosen one alone: what is shared is a link with its
 * access code, and another one may be chosen for the next photos.
 */
export const FinishedGalleries = ({ items, chosen, variant, onShare }: FinishedGalleriesProps) => {
  const finished = new Map<GalleryId, string>()
  for (const { status, galleryId, galleryTitle } of items)
    if (status === 'success' && galleryId)
      finished.set(galleryId, galleryTitle ? `“${galleryTitle}”` : 'the other gallery')
  const isPlain = finished.size === 1 && chosen !== undefined && finished.has(chosen)
  return (
    // Of an evening's galleries the foot of the window has room for a few.
    <Row maxHeight="40" overflowY="auto" padding="1">
      {[...finished].map(([galleryId, title]) => {
        const name = isPlain ? 'gallery' : title
        return (
          <Row key={galleryId}>
            <TextLink to={paths.gallery({ galleryId })} lineClamp="1">
              View {name}
            </TextLink>
            <Button
              variant={finished.size === 1 ? variant : 'outline'}
              flexShrink="1"
              onClick={() => onShare(galleryId)}
            >
              <Share2 aria-hidden />
              <Span lineClamp="1">Share {name}</Span>
            </Button>
          </Row>
        )
      })}
    </Row>
  )
}
