import { chakra } from '@chakra-ui/react'
import { Pencil } from 'lucide-react'
import { memo } from 'react'
import { useIsBought } from '#frontend/shared/orders/bought-photos.ts'
import { ButtonLink } from '#frontend/ui/button.tsx'
import { justifiedSizes } from '#frontend/ui/justified-grid.tsx'
import { Box, Flex, Hidden, Span, Text } from '#frontend/ui/layout.tsx'
import { Photo, shapeOf } from '#frontend/ui/photo.tsx'
import { Watermark } from '#frontend/ui/watermark.tsx'
import type { PhotoView } from '#schema/api/views.ts'
import type { PhotoLayout } from '#schema/entities/gallery-look.ts'
import { formatPounds } from '#schema/money.ts'
import { addresses } from '#schema/paths.ts'
import type { PhotoSize } from '#schema/web-size.ts'
import { HeartButton } from './heart-button.tsx'
import { AddButton, AddInASize } from './photo-tile-buttons.tsx'

const Opener = chakra('button', {
  base: { display: 'block', width: 'full', cursor: 'zoom-in', _focusVisible: { outlineOffset: '3px' } },
})
const PickLabel = chakra('label', {
  base: {
    position: 'absolute',
    top: '0',
    insetInlineStart: '0',
    padding: '2.5',
    cursor: 'pointer',
    zIndex: '1',
    // The photo alone, until somebody points at it, comes to its box with Tab, or has begun to tick.
    opacity: 0,
    transition: 'opacity',
    'ul:has(:checked) &, [data-selecting] &': { opacity: 1 },
    // A finger leaves its hover on what it touched last: only what can really point shows a box by pointing.
    '@media (hover: hover)': { 'article:hover &': { opacity: 1 } },
    '&:focus-within': { opacity: 1 },
    // Where nothing can point, a finger on the corner of a photo means the photo, until somebody wants to choose.
    '@media (hover: none)': {
      pointerEvents: 'none',
      'ul:has(:checked) &, [data-selecting] &': { pointerEvents: 'auto' },
    },
  },
})
const PickBox = chakra('input', {
  base: {
    appearance: 'none',
    display: 'block',
    width: '6',
    height: '6',
    borderRadius: 'control',
    borderWidth: '2px',
    borderColor: 'stage.ink',
    background: 'scrim',
    cursor: 'pointer',
    boxShadow: '0 0 0 1px var(--ds-colors-stage)',
    _checked: {
      background: 'accent',
      borderColor: 'stage',
      _after: {
        content: '"✓"',
        display: 'block',
        textAlign: 'center',
        lineHeight: '1.2rem',
        color: 'accent.ink',
        fontWeight: 'semibold',
      },
    },
  },
})

/** Always there, unlike the box: a finger has nothing to point with. */
const HeartCorner = chakra('div', {
  base: { position: 'absolute', top: '0', insetInlineEnd: '0', zIndex: '1', padding: '1' },
})

export type TileProps = {
  photo: PhotoView
  watermark: string | null
  view: 'grid' | 'list'
  layout: PhotoLayout
  /** "Add to Cart" in words. */
  withWords: boolean
  /** Looked at by its own photographer, who changes it instead of buying it. */
  isOwn: boolean
  isSelected: boolean
  eager: boolean
  // Each must stay the same function over renders: a tile is drawn anew only when something of its own changes.
  onOpen: (photo: PhotoView) => void
  /** Without it there is no box to tick. */
  onSelect?: (photo: PhotoView, selected: boolean) => void
  onAdd: (photo: PhotoView, size: PhotoSize) => void
}

/** A price that is nothing is called that. */
export const priceOf = (pricePence: number) => (pricePence === 0 ? 'Free' : formatPounds(pricePence))

/** One line: all prices of a photo stand where its size is chosen, and on a phone there is no room for "From". */
const TilePrice = ({ photo, isTwoSizes }: { photo: PhotoView; isTwoSizes: boolean }) => (
  <Span whiteSpace="nowrap">
    {isTwoSizes && <Span display={{ base: 'none', sm: 'inline' }}>From </Span>}
    {isTwoSizes ? formatPounds(photo.webPence ?? photo.pricePence) : priceOf(photo.pricePence)}
  </Span>
)

/** Said beside the price: buying once more is nobody's wish, and nothing forbids it. */
const BoughtMark = ({ photoId }: { photoId: string }) =>
  useIsBought(photoId) ? <Span color="success"> · Bought</Span> : null

const EditLink = ({ photo, view, withWords }: Pick<TileProps, 'photo' | 'view' | 'withWords'>) => (
  <ButtonLink
    to={addresses.ownPhotos(photo.galleryId, photo.id)}
    size="sm"
    variant={view === 'grid' && !withWords ? 'quiet' : 'outline'}
    aria-label={`Edit ${photo.title}`}
  >
    <Pencil aria-hidden />
    {(withWords || view === 'list') && 'Edit'}
  </ButtonLink>
)

/** How wide a photo of a shape is drawn in each layout. */
const sizesIn: Record<PhotoLayout, (shape: number) => string> = {
  rows: justifiedSizes,
  columns: () => '(min-width: 78rem) 18rem, (min-width: 62rem) 24vw, (min-width: 30rem) 31vw, 46vw',
  single: () => '(min-width: 62rem) 56rem, calc(100vw - 2rem)',
}

/** One photo of a gallery: the print, its title and price, select and add to cart. */
export const PhotoTile = memo((props: TileProps) => {
  const { photo, watermark, view, layout, withWords, isOwn, isSelected, eager, onOpen, onSelect, onAdd } = props
  const isList = view === 'list'
  const isTwoSizes = photo.webPence !== null && photo.pricePence > 0 && !isOwn
  /** What buys it stands below what it is called, not beside it. */
  const isBelow = withWords && !isList
  return (
    <Flex
      as="article"
      flexDirection={isList ? 'row' : 'column'}
      alignItems={isList ? 'center' : 'stretch'}
      gap={isList ? '5' : '1'}
      minWidth="0"
    >
      <Box position="relative" width={isList ? { base: '7rem', sm: '11rem' } : 'full'} flexShrink={0}>
        <Opener type="button" onClick={() => onOpen(photo)}>
          <Photo
            picture={photo.picture}
            alt={`Open ${photo.title}`}
            ratio={isList ? 3 / 2 : shapeOf(photo.picture)}
            eager={eager}
            use={!isList && layout === 'single' ? 'full' : 'grid'}
            sizes={isList ? '(min-width: 30rem) 11rem, 7rem' : sizesIn[layout](shapeOf(photo.picture))}
          >
            <Watermark text={watermark} />
          </Photo>
        </Opener>
        {onSelect && photo.pricePence > 0 && (
          <PickLabel>
            <PickBox
              type="checkbox"
              checked={isSelected}
              onChange={(event) => onSelect(photo, event.currentTarget.checked)}
            />
            <Hidden>Select {photo.title}</Hidden>
          </PickLabel>
        )}
        <HeartCorner>
          <HeartButton photo={photo} />
        </HeartCorner>
      </Box>
      <Flex
        // The sheet of the sizes stands on it.
        position={isTwoSizes && !isList ? 'relative' : undefined}
        flex={isBelow ? undefined : '1'}
        flexDirection={isBelow ? 'column' : 'row'}
        alignItems={isBelow ? 'flex-start' : 'center'}
        justifyContent="space-between"
        gap="2"
        minWidth="0"
      >
        <Box minWidth="0" maxWidth="full" flex={isBelow ? undefined : '1'}>
          <Text fontSize="sm" truncate>
            {photo.title}
          </Text>
          <Text fontSize="sm" color="ink.muted">
            {!(isTwoSizes && isList) && <TilePrice photo={photo} isTwoSizes={isTwoSizes} />}
            <BoughtMark photoId={photo.id} />
          </Text>
          {isList && photo.description && (
            <Text textStyle="small" color="ink.muted" lineClamp="2">
              {photo.description}
            </Text>
          )}
        </Box>
        {isOwn ? (
          <EditLink photo={photo} view={view} withWords={withWords} />
        ) : isTwoSizes ? (
          <AddInASize photo={photo} view={view} withWords={withWords} onAdd={onAdd} />
        ) : (
          photo.pricePence > 0 && <AddButton photo={photo} view={view} withWords={withWords} onAdd={onAdd} />
        )}
      </Flex>
    </Flex>
  )
})
