import { Row } from '#frontend/ui/layout.tsx'
import { Badge } from '#frontend/ui/surface.tsx'
import type { OwnGallery } from '#schema/api/galleries.ts'

export const GalleryBadges = ({ gallery }: { gallery: OwnGallery }) => (
  <Row gap="1.5">
    {gallery.takedown ? (
      <Badge tone="danger">Taken down</Badge>
    ) : (
      <Badge tone={gallery.isPublic ? 'success' : 'neutral'}>{gallery.isPublic ? 'Public' : 'Private'}</Badge>
    )}
    {gallery.accessCode !== null && <Badge>Access code</Badge>}
    {gallery.hasPassword && <Badge tone="accent">Password</Badge>}
    {gallery.expiresAt !== null && (
      <Badge tone="accent">{Date.parse(gallery.expiresAt) <= Date.now() ? 'Expired' : 'Expires'}</Badge>
    )}
    {gallery.downloadLimit !== null && <Badge tone="accent">Limited</Badge>}
  </Row>
)
