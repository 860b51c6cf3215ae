import { chakra } from '@chakra-ui/react'
import { Eye, EyeOff, Images, Settings, Share2, Trash2, Upload } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { countOf } from '#frontend/shared/format/counts.ts'
import { formatDay } from '#frontend/shared/format/dates.ts'
import { lazyPart } from '#frontend/shared/lazy/lazy-part.tsx'
import { Button, ButtonLink, IconButton } from '#frontend/ui/button.tsx'
import { Flex, Grid, Heading, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { Photo } from '#frontend/ui/photo.tsx'
import { Card, Skeleton } from '#frontend/ui/surface.tsx'
import type { OwnGallery } from '#schema/api/galleries.ts'
import { formatCount } from '#schema/counts.ts'
import { formatPounds } from '#schema/money.ts'
import { addresses, paths } from '#schema/paths.ts'
import { Fact, GalleryCounts } from '../gallery-counts.tsx'
import { GalleryBadges } from './gallery-badges.tsx'
import { MoreButton } from './more-button.tsx'

export const CardColumns = chakra('ul', {
  base: {
    listStyle: 'none',
    display: 'grid',
    gap: '6',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(20rem, 100%), 1fr))',
  },
})

const coverSizes = '(min-width: 78rem) 24rem, (min-width: 46rem) 47vw, calc(100vw - 2rem)'

const Frame = ({ picture, children }: { picture: ReactNode; children: ReactNode }) => (
  <Card as="article" room="none" height="full" overflow="hidden" display="flex" flexDirection="column">
    {picture}
    <Stack flex="1" gap="3" padding="5" minWidth="0">
      {children}
    </Stack>
  </Card>
)

/** Loaded after the page: menus are 20 kB that the page itself does not need. */
const CardMenu = lazyPart(
  () => import('./card-menu.tsx'),
  (m) => m.CardMenu,
)

/** Pressed before the menu has come, it opens as soon as it has. */
const MoreOfGallery = ({ gallery, onVisitors }: Pick<OwnGalleryCardProps, 'gallery' | 'onVisitors'>) => {
  const [isPressed, setPressed] = useState(false)
  const waiting = (
    <MoreButton
      aria-label={`More of ${gallery.title}`}
      aria-haspopup="menu"
      aria-busy={isPressed}
      onClick={() => setPressed(true)}
    />
  )
  return (
    <Suspense fallback={waiting}>
      <CardMenu gallery={gallery} startsOpen={isPressed} onVisitors={onVisitors} />
    </Suspense>
  )
}

type OwnGalleryCardProps = {
  gallery: OwnGallery
  /** Without trial or subscription: it can be taken down, and nothing else. */
  isLocked: boolean
  onSettings: () => void
  onPhotos: () => void
  onShare: () => void
  onVisitors: () => void
  onDelete: () => void
}

export const OwnGalleryCard = ({
  gallery,
  isLocked,
  onSettings,
  onPhotos,
  onShare,
  onVisitors,
  onDelete,
}: OwnGalleryCardProps) => (
  <Frame picture={<Photo picture={gallery.cover} alt="" ratio={3 / 2} focus={gallery.coverFocus} sizes={coverSizes} />}>
    <Stack gap="1.5">
      <Flex justifyContent="space-between" alignItems="flex-start" gap="2">
        <Heading as="h2" look="heading" minWidth="0">
          {gallery.title}
        </Heading>
        <IconButton
          size="sm"
          label={`Delete ${gallery.title}`}
          color="ink.muted"
          marginInlineEnd="-2"
          marginTop="-0.5"
          onClick={onDelete}
        >
          <Trash2 aria-hidden />
        </IconButton>
      </Flex>
      {gallery.description && (
        <Text textStyle="small" color="ink.muted" lineClamp="2">
          {gallery.description}
        </Text>
      )}
    </Stack>
    <Row justifyContent="space-between" rowGap="2">
      <GalleryBadges gallery={gallery} />
      <Fact>{formatPounds(gallery.pricePence)} per photo</Fact>
    </Row>
    {gallery.takedown && (
      <Text textStyle="small" color="danger">
        Taken down by Darkslide and shown to nobody: {gallery.takedown.reason}
      </Text>
    )}
    <GalleryCounts gallery={gallery} />
    {gallery.expiresAt !== null && (
      <Text textStyle="fine">
        {Date.parse(gallery.expiresAt) <= Date.now() ? 'Closed since' : 'Open until'} the end of{' '}
        {formatDay(gallery.expiresAt)}
      </Text>
    )}
    {gallery.downloadLimit !== null && (
      <Text textStyle="fine">
        {formatCount(gallery.downloadCount)} of {countOf(gallery.downloadLimit, 'free download')} used
      </Text>
    )}
    <Grid
      marginTop="auto"
      paddingTop="2"
      gap="2"
      gridTemplateColumns="1fr 1fr"
      // By kind: a selector of anything within (`*`) weighs no more than a button's own style, which comes later.
      css={{ '& > :is(button, a)': { paddingInline: '2' } }}
    >
      <Button size="sm" onClick={onSettings}>
        {isLocked ? <EyeOff aria-hidden /> : <Settings aria-hidden />}
        {isLocked ? 'Take down' : 'Settings'}
      </Button>
      <ButtonLink size="sm" to={paths.gallery({ galleryId: gallery.id })}>
        <Eye aria-hidden />
        View
      </ButtonLink>
      <Button size="sm" onClick={onPhotos}>
        <Images aria-hidden />
        Photos
      </Button>
      {!isLocked && (
        <ButtonLink size="sm" to={addresses.uploadTo(gallery.id)}>
          <Upload aria-hidden />
          Upload Photos
        </ButtonLink>
      )}
      {!isLocked && (
        <Button size="sm" onClick={onShare}>
          <Share2 aria-hidden />
          Share
        </Button>
      )}
      <MoreOfGallery gallery={gallery} onVisitors={onVisitors} />
    </Grid>
  </Frame>
)

export const OwnGalleryCardSkeleton = () => (
  <Frame picture={<Skeleton aspectRatio="3 / 2" />}>
    <Skeleton height="7" width="60%" />
    <Skeleton height="6" width="35%" />
    <Skeleton height="5" width="70%" />
    <Skeleton height="9" width="90%" marginTop="auto" />
  </Frame>
)
