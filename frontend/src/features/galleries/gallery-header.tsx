import { chakra } from '@chakra-ui/react'
import { Heart, Pencil } from 'lucide-react'
import { memo } from 'react'
import { Button, ButtonLink } from '#frontend/ui/button.tsx'
import { Flex, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { addresses } from '#schema/paths.ts'
import { ClosingNote } from './closing-note.tsx'
import { FavouritesLink } from './favourites-link.tsx'
import { GalleryCounts } from './gallery-counts.tsx'
import { priceOf } from './photo-tile.tsx'
import type { OpenGalleryView } from './queries.ts'
import { useCounts, useLike, useOwnsGallery } from './use-gallery-counts.ts'

const HeartIcon = chakra(Heart, { variants: { liked: { true: { fill: 'accent', color: 'accent.text' } } } })

type LikeOrEditProps = { gallery: Pick<OpenGalleryView, 'id' | 'likeCount'> }

const LikeButton = ({ gallery }: LikeOrEditProps) => {
  const { likeCount } = useCounts(gallery)
  const { liked, isKnown, toggle } = useLike(gallery.id, likeCount)
  return (
    // Without the look of a disabled one, which would be seen for a moment with each visit.
    <Button aria-pressed={liked} aria-disabled={isKnown ? undefined : true} onClick={isKnown ? toggle : undefined}>
      <HeartIcon liked={liked} aria-hidden />
      {liked ? 'Liked' : 'Like'}
    </Button>
  )
}

/** Visitors like a gallery; its photographer, whose likes are not counted, is led to its photos and settings. */
export const LikeOrEdit = ({ gallery }: LikeOrEditProps) =>
  useOwnsGallery(gallery.id) ? (
    <ButtonLink to={addresses.ownPhotos(gallery.id)}>
      <Pencil aria-hidden />
      Edit gallery
    </ButtonLink>
  ) : (
    <LikeButton gallery={gallery} />
  )

/** Drawn anew for each visit that is counted; nothing else is. */
const CountsNow = ({ gallery }: { gallery: OpenGalleryView }) => (
  <GalleryCounts gallery={{ photoCount: gallery.photoCount, ...useCounts(gallery) }} />
)

/** What is said of a gallery between its cover and its photos. */
export const GalleryHeader = memo(({ gallery }: { gallery: OpenGalleryView }) => (
  <Flex flexWrap="wrap" gap="6" justifyContent="space-between" alignItems="flex-end">
    <Stack gap="3" maxWidth="text" flex="1 1 20rem">
      {gallery.description && <Text whiteSpace="pre-line">{gallery.description}</Text>}
      <CountsNow gallery={gallery} />
      <ClosingNote gallery={gallery} />
    </Stack>
    <Row gap="5" alignItems="center">
      {gallery.pricePence !== null && (
        <div>
          <Text textStyle="fine">Starting from</Text>
          <Text fontFamily="heading" fontSize="2xl" lineHeight="tight">
            {priceOf(gallery.pricePence)}
          </Text>
        </div>
      )}
      <Row gap="2">
        <FavouritesLink galleryId={gallery.id} />
        <LikeOrEdit gallery={gallery} />
      </Row>
    </Row>
  </Flex>
))
