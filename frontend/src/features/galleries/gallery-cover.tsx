import { chakra } from '@chakra-ui/react'
import { ArrowDown } from 'lucide-react'
import { memo } from 'react'
import { formatMonth } from '#frontend/shared/format/dates.ts'
import { BrandLogo } from '#frontend/ui/brand-logo.tsx'
import { Button, TextLink } from '#frontend/ui/button.tsx'
import { Box, Column, Heading, Text } from '#frontend/ui/layout.tsx'
import { type MediaQuery, Photo } from '#frontend/ui/photo.tsx'
import { clearOf } from '#frontend/ui/safe-area.ts'
import type { GalleryCard } from '#schema/api/views.ts'
import type { ShownLogo } from '#schema/entities/brand.ts'
import type { GalleryLook } from '#schema/entities/gallery-look.ts'
import { paths } from '#schema/paths.ts'
import { uprightPhone } from '#schema/served-pages.ts'

/** Where the photographs begin. */
export const photosAnchor = 'photos'

const Words = chakra('div', {
  base: { display: 'flex', flexDirection: 'column', gap: '4', alignItems: 'flex-start', minWidth: '0' },
  variants: {
    place: {
      /** Over the foot of the picture, which is darkened there in both modes. */
      over: { color: 'stage.ink', '& a': { color: 'inherit' } },
      beside: { justifyContent: 'center' },
      below: { alignItems: 'center', textAlign: 'center' },
    },
  },
})

type CoverProps = {
  gallery: GalleryCard
  look: GalleryLook
  /** Above the picture. */
  logo?: ShownLogo | null | undefined
  /** Below the photographer's own page a link back stands already. */
  isNameLinked?: boolean | undefined
}
type WordsProps = Omit<CoverProps, 'look' | 'logo'> & { place: 'over' | 'beside' | 'below' }
const CoverWords = ({ gallery, place, isNameLinked = true }: WordsProps) => (
  <Words place={place}>
    <Heading as="h1" look="display" textWrap="balance">
      {gallery.title}
    </Heading>
    <Text fontSize="sm" color={place === 'over' ? 'inherit' : 'ink.muted'}>
      by{' '}
      {isNameLinked && gallery.photographerSubdomain ? (
        <TextLink to={paths.portfolio({ subdomain: gallery.photographerSubdomain })}>
          {gallery.photographerName}
        </TextLink>
      ) : (
        gallery.photographerName
      )}
      {` · ${formatMonth(gallery.createdAt)}`}
    </Text>
    <Button
      variant={place === 'over' ? 'chosenOnStage' : 'chosen'}
      marginTop="2"
      onClick={() => document.getElementById(photosAnchor)?.scrollIntoView()}
    >
      View photos
      <ArrowDown aria-hidden />
    </Button>
  </Words>
)

const Scrim = chakra('div', {
  base: {
    position: 'absolute',
    insetInline: '0',
    bottom: '0',
    paddingTop: { base: '32', md: '40' },
    paddingBottom: { base: '8', md: '12' },
    backgroundImage: 'linear-gradient(to top, rgb(12 11 10 / 0.82), rgb(12 11 10 / 0.5) 45%, transparent)',
  },
})

/** The cover's picture, which fills the box that it stands in; `sizes` as an `img` has it. */
type PictureProps = Pick<CoverProps, 'gallery' | 'look'> & { sizes: string; pieceIn?: MediaQuery }
const Picture = ({ gallery, look, sizes, pieceIn }: PictureProps) => (
  <Photo
    picture={gallery.cover}
    alt=""
    use="full"
    sizes={sizes}
    eager
    ratio="fill"
    focus={look.coverFocus}
    {...(pieceIn !== undefined && { pieceIn })}
  />
)

/** A picture over the whole page leaves room for the bar above it, and for a logo. */
const fullHeight = {
  plain: { base: 'min(calc(100svh - 9rem), 44rem)', md: 'calc(100svh - 7rem)' },
  belowLogo: { base: 'min(calc(100svh - 14rem), 44rem)', md: 'calc(100svh - 13rem)' },
} as const

/**
 * Phones held upright, on which that room is nearly as upright as a cover's tall piece (`limits.coverPieces`): at most a
 * tenth of their height is cut off, about as much as a screen of another phone would.
 */
const uprightIn = {
  plain: uprightPhone,
  belowLogo: '(max-width: 30rem) and (max-aspect-ratio: 13/25)',
} as const

const Full = ({ gallery, look, logo, isNameLinked }: CoverProps) => (
  <Box as="header" position="relative" height={fullHeight[logo ? 'belowLogo' : 'plain']}>
    <Picture gallery={gallery} look={look} sizes="100vw" pieceIn={uprightIn[logo ? 'belowLogo' : 'plain']} />
    <Scrim>
      <Column>
        <CoverWords gallery={gallery} isNameLinked={isNameLinked} place="over" />
      </Column>
    </Scrim>
  </Box>
)

const Halves = chakra('header', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 3fr)' },
    '& > :first-of-type': { order: { lg: 1 } },
  },
})

const Half = ({ gallery, look, isNameLinked }: CoverProps) => (
  <Halves>
    <Box height={{ base: '58svh', lg: 'calc(100svh - 7rem)' }}>
      <Picture gallery={gallery} look={look} sizes="(min-width: 62rem) 60vw, 100vw" />
    </Box>
    <Box
      alignSelf="center"
      paddingTop={{ base: '8', lg: '12' }}
      paddingBottom={{ base: '4', md: '8', lg: '12' }}
      paddingLeft={{ base: clearOf('left', '1rem'), md: clearOf('left', '2rem'), lg: clearOf('left', '3rem') }}
      paddingRight={{ base: clearOf('right', '1rem'), md: clearOf('right', '2rem'), lg: clearOf('right', '3rem') }}
    >
      <CoverWords gallery={gallery} isNameLinked={isNameLinked} place="beside" />
    </Box>
  </Halves>
)

const Framed = ({ gallery, look, isNameLinked }: CoverProps) => (
  <Column as="header" paddingTop={{ base: '4', md: '10' }}>
    <Box
      background="surface"
      borderWidth="1px"
      borderColor="line"
      boxShadow="lifted"
      padding={{ base: '3', md: '6' }}
      marginBottom={{ base: '8', md: '12' }}
    >
      <Box height={{ base: '52svh', md: '62svh' }}>
        <Picture gallery={gallery} look={look} sizes="(min-width: 78rem) 71rem, 94vw" />
      </Box>
    </Box>
    <CoverWords gallery={gallery} isNameLinked={isNameLinked} place="below" />
  </Column>
)

const Plain = ({ gallery, isNameLinked }: CoverProps) => (
  <Column as="header" paddingTop={{ base: '10', md: '14' }}>
    <Box maxWidth="text">
      <CoverWords gallery={gallery} isNameLinked={isNameLinked} place="beside" />
    </Box>
  </Column>
)

const covers = { full: Full, half: Half, framed: Framed, plain: Plain } as const

/** How a gallery's page begins; without a picture to show, with words alone. */
export const GalleryCover = memo((props: CoverProps) => {
  const { gallery, look, logo } = props
  const Cover = gallery.cover === null ? Plain : covers[look.coverStyle]
  return (
    <>
      {logo && (
        <Column paddingTop={{ base: '4', md: '5' }} paddingBottom={{ base: '4', md: '5' }}>
          <BrandLogo
            logo={logo}
            name={gallery.photographerName}
            {...(Cover === Framed && { margin: 'auto' as const })}
          />
        </Column>
      )}
      <Cover {...props} />
    </>
  )
})
