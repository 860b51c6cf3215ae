import { chakra } from '@chakra-ui/react'
import { Eye, Heart, Images } from 'lucide-react'
import { countOf } from '#frontend/shared/format/counts.ts'
import { Hidden, Row } from '#frontend/ui/layout.tsx'
import type { GalleryCard } from '#schema/api/views.ts'
import { formatCount } from '#schema/counts.ts'

/** A small grey remark, with an icon or without. */
export const Fact = chakra('span', {
  base: { display: 'inline-flex', alignItems: 'center', gap: '1.5', fontSize: 'sm', color: 'ink.muted' },
})

/** How often a gallery was seen and liked, and how many photos it holds. */
export const GalleryCounts = ({
  gallery,
}: {
  gallery: Pick<GalleryCard, 'photoCount' | 'viewCount' | 'likeCount'>
}) => (
  <Row columnGap="4" rowGap="1">
    <Fact>
      <Images size={16} aria-hidden />
      {countOf(gallery.photoCount, 'photo')}
    </Fact>
    <Fact>
      <Eye size={16} aria-hidden />
      {formatCount(gallery.viewCount)}
      <Hidden>views</Hidden>
    </Fact>
    <Fact>
      <Heart size={16} aria-hidden />
      {formatCount(gallery.likeCount)}
      <Hidden>likes</Hidden>
    </Fact>
  </Row>
)
