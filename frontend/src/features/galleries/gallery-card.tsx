import { chakra } from '@chakra-ui/react'
import { LockKeyhole } from 'lucide-react'
import { Box, Flex, Heading, Hidden, Row, Span, Stack, Text } from '#frontend/ui/layout.tsx'
import { Link } from '#frontend/ui/link.tsx'
import { Photo } from '#frontend/ui/photo.tsx'
import { Skeleton } from '#frontend/ui/surface.tsx'
import type { GalleryCard as GalleryCardView } from '#schema/api/views.ts'
import { formatPounds } from '#schema/money.ts'
import { paths } from '#schema/paths.ts'
import { GalleryCounts } from './gallery-counts.tsx'

export const CardGrid = chakra('ul', {
  base: {
    listStyle: 'none',
    display: 'grid',
    gap: { base: '10', md: '8' },
    gridTemplateColumns: { base: '1fr', sm: 'repeat(2, 1fr)', lg: 'repeat(3, 1fr)' },
  },
  variants: {
    view: { grid: {}, list: { gridTemplateColumns: '1fr !important', gap: '6' } },
    /** A row of three would be left with a hole. */
    few: {
      one: { gridTemplateColumns: 'minmax(0, 30rem) !important', justifyContent: 'center' },
      two: {
        gridTemplateColumns: { base: '1fr', sm: 'repeat(2, minmax(0, 30rem))', lg: 'repeat(2, minmax(0, 30rem))' },
        justifyContent: 'center',
      },
    },
  },
})

const Whole = chakra('article', {
  base: { position: 'relative', display: 'flex', flexDirection: 'column', gap: '4', height: 'full' },
  variants: {
    view: {
      grid: {},
      list: { flexDirection: 'row', gap: { base: '4', sm: '6' }, alignItems: { base: 'start', sm: 'center' } },
    },
  },
})
const Title = chakra(Link, {
  base: {
    // The whole card is the link, while screen readers hear the title only.
    _before: { content: '""', position: 'absolute', inset: '0', zIndex: '1' },
    _hover: { textDecoration: 'underline', textDecorationThickness: '1px', textUnderlineOffset: '0.15em' },
  },
})
/** How wide a cover is drawn in each arrangement of the grid above: the column without margins and gaps, parted. */
const coverSizes = {
  grid: '(min-width: 78rem) 23.3rem, (min-width: 62rem) calc((100vw - 8rem) / 3), (min-width: 48rem) calc((100vw - 6rem) / 2), (min-width: 30rem) calc((100vw - 4.5rem) / 2), calc(100vw - 2rem)',
  list: '(min-width: 30rem) 14rem, 7rem',
}
const coverWidth = { grid: 'full', list: { base: '7rem', sm: '14rem' } }
/** Title, name, two lines of description, counts: kept free while a card loads, so that nothing below it moves. */
const textHeight = '9.5rem'

type GalleryCardProps = {
  gallery: GalleryCardView
  /** Where the card leads; by default the gallery's own page. */
  to?: string
  view?: 'grid' | 'list'
  /** Where it stands among its page's cards, from 0; without it the picture is loaded when it comes near. */
  place?: number
  showPhotographer?: boolean
  /** The place of the title in the page's outline. */
  level?: 'h2' | 'h3'
  children?: React.ReactNode
}

/** Which windows show a card of the first row in each place of a grid, beside those before it. */
const firstRow = [true, '(min-width: 30rem)', '(min-width: 62rem)'] as const

/** A phone shows the first of a grid, which would share the line with the others; in a list their pictures are small. */
const eagerAt = (place: number, view: 'grid' | 'list') => (view === 'list' ? place < firstRow.length : firstRow[place])

const askedBy = ({ asksOnlyEmail }: Pick<GalleryCardView, 'asksOnlyEmail'>) =>
  asksOnlyEmail ? 'your email address' : 'a password'

export const GalleryCard = ({
  gallery,
  to,
  view = 'grid',
  place = firstRow.length,
  showPhotographer = true,
  level = 'h2',
  children,
}: GalleryCardProps) => (
  <Whole view={view}>
    <Box width={coverWidth[view]} flexShrink={0}>
      <Photo
        picture={gallery.cover}
        alt=""
        ratio={3 / 2}
        eager={eagerAt(place, view) ?? false}
        sizes={coverSizes[view]}
        {...(gallery.coverFocus && { focus: gallery.coverFocus })}
        {...(view === 'grid' && { pieceIn: 'all' })}
      />
    </Box>
    <Stack gap="1.5" flex="1" minHeight={view === 'grid' ? textHeight : undefined}>
      <Flex
        justifyContent="space-between"
        alignItems="baseline"
        columnGap="4"
        // Beside its picture a phone has room for one of the two.
        flexWrap={view === 'list' ? { base: 'wrap', sm: 'nowrap' } : undefined}
      >
        <Heading as={level} look="heading">
          <Title to={to ?? paths.gallery({ galleryId: gallery.id })}>{gallery.title}</Title>
          {gallery.isProtected && (
            <Span color="ink.muted" marginInlineStart="2" title={`Asks for ${askedBy(gallery)}`}>
              <Box as="span" display="inline-block" verticalAlign="-0.1em">
                <LockKeyhole size={16} aria-hidden />
              </Box>
              <Hidden>, asks for {askedBy(gallery)}</Hidden>
            </Span>
          )}
        </Heading>
        {gallery.pricePence !== null && (
          <Text whiteSpace="nowrap" fontSize="sm">
            {gallery.pricePence === 0 ? 'Free' : `from ${formatPounds(gallery.pricePence)}`}
          </Text>
        )}
      </Flex>
      {showPhotographer && (
        <Text textStyle="small" color="ink.muted">
          {gallery.photographerName}
        </Text>
      )}
      {gallery.description && (
        <Text textStyle="small" color="ink.muted" lineClamp="2" hideBelow={view === 'list' ? 'sm' : undefined}>
          {gallery.description}
        </Text>
      )}
      <Box marginTop="1">
        {gallery.isProtected ? (
          <Text textStyle="fine">Opens with {askedBy(gallery)}</Text>
        ) : (
          <GalleryCounts gallery={gallery} />
        )}
      </Box>
      {children && (
        <Row position="relative" zIndex="2" marginTop="3">
          {children}
        </Row>
      )}
    </Stack>
  </Whole>
)

/** The shape of a card on its way. */
export const GalleryCardSkeleton = ({ view = 'grid' }: { view?: 'grid' | 'list' }) => (
  <Whole view={view} aria-hidden>
    <Box width={coverWidth[view]} flexShrink={0}>
      <Skeleton aspectRatio="3 / 2" />
    </Box>
    <Stack gap="2.5" flex="1" minHeight={view === 'grid' ? textHeight : undefined}>
      <Skeleton height="7" width="70%" />
      <Skeleton height="4" width="40%" />
      <Skeleton height="4" width="55%" />
    </Stack>
  </Whole>
)
