import { chakra } from '@chakra-ui/react'
import { Check, ShoppingCart } from 'lucide-react'
import { Button } from '#frontend/ui/button.tsx'
import { Box, Flex, Hidden, Text } from '#frontend/ui/layout.tsx'
import { Photo, shapeOf } from '#frontend/ui/photo.tsx'
import { Watermark } from '#frontend/ui/watermark.tsx'
import type { PhotoView } from '#schema/api/views.ts'
import { formatPounds } from '#schema/money.ts'

const Opener = chakra('button', {
  base: { display: 'block', width: 'full', cursor: 'zoom-in', _focusVisible: { outlineOffset: '3px' } },
})
const PickLabel = chakra('label', {
  base: { position: 'absolute', top: '0', insetInlineStart: '0', padding: '2.5', cursor: 'pointer', zIndex: '1' },
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

export type TileProps = {
  photo: PhotoView
  watermark: string | null
  view: 'grid' | 'list'
  isInCart: boolean
  isSelected: boolean
  eager: boolean
  onOpen: () => void
  onSelect: (selected: boolean) => void
  onAdd: () => void
}

/** A price that is nothing is called that. */
export const priceOf = (pricePence: number) => (pricePence === 0 ? 'Free' : formatPounds(pricePence))

const AddButton = ({ photo, isInCart, onAdd }: Pick<TileProps, 'photo' | 'isInCart' | 'onAdd'>) =>
  isInCart ? (
    <Text as="span" display="inline-flex" alignItems="center" gap="1" fontSize="sm" color="success" minHeight="9">
      <Check size={16} aria-hidden />
      In cart
    </Text>
  ) : (
    <Button size="sm" variant="quiet" paddingInline="2" onClick={onAdd}>
      <ShoppingCart aria-hidden />
      <Hidden>Add {photo.title} to cart</Hidden>
    </Button>
  )

/** One photo of a gallery: the print, its title and price, select and add to cart. */
export const PhotoTile = ({
  photo,
  watermark,
  view,
  isInCart,
  isSelected,
  eager,
  onOpen,
  onSelect,
  onAdd,
}: TileProps) => {
  const isList = view === 'list'
  return (
    <Flex
      as="article"
      flexDirection={isList ? 'row' : 'column'}
      alignItems={isList ? 'center' : 'stretch'}
      gap={isList ? '5' : '1'}
      minWidth="0"
    >
      <Box position="relative" width={isList ? { base: '7rem', sm: '11rem' } : 'full'} flexShrink={0}>
        <Opener type="button" onClick={onOpen}>
          <Photo
            picture={photo.picture}
            alt={`Open ${photo.title}`}
            ratio={isList ? 3 / 2 : shapeOf(photo.picture)}
            eager={eager}
          >
            <Watermark text={watermark} />
          </Photo>
        </Opener>
        {photo.pricePence > 0 && (
          <PickLabel>
            <PickBox type="checkbox" checked={isSelected} onChange={(event) => onSelect(event.currentTarget.checked)} />
            <Hidden>Select {photo.title}</Hidden>
          </PickLabel>
        )}
      </Box>
      <Flex flex="1" alignItems="center" justifyContent="space-between" gap="2" minWidth="0">
        <Box minWidth="0" flex="1">
          <Text fontSize="sm" truncate>
            {photo.title}
          </Text>
          <Text fontSize="sm" color="ink.muted">
            {priceOf(photo.pricePence)}
          </Text>
          {isList && photo.description && (
            <Text textStyle="small" color="ink.muted" lineClamp="2">
              {photo.description}
            </Text>
          )}
        </Box>
        {photo.pricePence > 0 && <AddButton photo={photo} isInCart={isInCart} onAdd={onAdd} />}
      </Flex>
    </Flex>
  )
}
