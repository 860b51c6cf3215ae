import { chakra } from '@chakra-ui/react'
import { X } from 'lucide-react'
import { useMemo } from 'react'
import { type CartItem, sizeOf } from '#frontend/shared/cart/cart-items.ts'
import { useBought } from '#frontend/shared/orders/bought-photos.ts'
import { IconButton, TextLink } from '#frontend/ui/button.tsx'
import { FittedPhoto } from '#frontend/ui/fitted-photo.tsx'
import { Box, Hidden, List, Text } from '#frontend/ui/layout.tsx'
import { useListSteps } from '#frontend/ui/list-steps.tsx'
import { Badge, SkeletonOf } from '#frontend/ui/surface.tsx'
import type { CartLine } from '#schema/api/orders.ts'
import { formatPounds, type Pence, pence } from '#schema/money.ts'
import { paths } from '#schema/paths.ts'
import type { PhotoSize } from '#schema/web-size.ts'
import { SizeChoice } from './size-choice.tsx'

const Line = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '5.5rem minmax(0, 1fr) auto', sm: '8rem minmax(0, 1fr) auto auto' },
    columnGap: { base: '4', sm: '6' },
    alignItems: 'center',
    paddingBlock: '5',
    borderBottomWidth: '1px',
    borderColor: 'line',
    _first: { borderTopWidth: '1px' },
  },
})

/** What a photo costs here; where that is less than alone, beside it. */
const LinePrice = ({ pricePence, netPence = pricePence }: { pricePence: number; netPence?: number | undefined }) =>
  netPence < pricePence ? (
    <>
      <Hidden>instead of</Hidden>{' '}
      <Text as="s" color="ink.muted">
        {formatPounds(pricePence)}
      </Text>{' '}
      {formatPounds(netPence)}
    </>
  ) : (
    formatPounds(pricePence)
  )

/** Whoever means to buy it once more may. */
const BoughtBefore = ({ item, line }: { item: CartItem; line: CartLine | undefined }) => {
  const { photoId, galleryId, size, upgradeOf } = item
  const { exceptedSince } = line ?? item
  // When any other was uploaded is not known in a cart: before now.
  const createdAt = exceptedSince ?? new Date().toISOString()
  const bought = useBought({ id: photoId, galleryId, createdAt, isExcepted: exceptedSince !== undefined })
  if (!bought || upgradeOf) return null
  return (
    <Text textStyle="small" color="accent.text">
      {bought === 'web' && size !== 'web'
        ? 'Web size bought before: the link in your receipt offers the Original for the difference'
        : 'You bought this photo before'}
    </Text>
  )
}

const noSize = { pricePence: pence(1_000), width: 6_000, height: 4_000 }

/** As much room as the choice of sizes takes, until the server has said what each costs: nothing below it moves then. */
const SizeChoiceRoom = ({ item }: { item: CartItem }) => (
  <SkeletonOf loading>
    <SizeChoice
      title={item.title}
      sizes={{ original: { ...noSize, pricePence: item.pricePence }, web: noSize }}
      size={sizeOf(item)}
      onChoose={() => undefined}
    />
  </SkeletonOf>
)

const none: ReadonlySet<string> = new Set()
const inside = 'In the whole gallery'

type CartLinesProps = {
  items: readonly CartItem[]
  /** The server's side of the same photos, once it has answered. */
  lines: readonly CartLine[]
  unavailable: ReadonlySet<string>
  /** Of the unavailable ones, those that cost nothing by now. */
  free?: ReadonlySet<string>
  /** Their gallery has to be opened again first. */
  locked: ReadonlySet<string>
  /** They are in a gallery that is bought as a whole. */
  inWhole?: ReadonlySet<string>
  /** The server's side is on its way. */
  isAwaited: boolean
  onRemove: (photoId: string, pressed: HTMLElement) => void
  onResize: (photoId: string, size: PhotoSize, pricePence: Pence) => void
}

export const CartLines = ({
  items,
  lines,
  unavailable,
  free = none,
  locked,
  inWhole = none,
  isAwaited,
  onRemove,
  onResize,
}: CartLinesProps) => {
  const { shown, more } = useListSteps(items, 'photos')
  const lineOf = useMemo(() => new Map<string, CartLine>(lines.map((line) => [line.photoId, line])), [lines])
  return (
    <>
      <List aria-label="Photos in your cart">
        {shown.map((item) => {
          const line = lineOf.get(item.photoId)
          const galleryTitle = line?.galleryTitle ?? item.galleryTitle
          const isGone = unavailable.has(item.photoId)
          // Until the server has answered for another size, it says what the one before costs.
          const isSameOffer = line?.size === sizeOf(item) && line.isUpgrade === (item.upgradeOf !== undefined)
          const answered = !isGone && isSameOffer ? line : undefined
          // Both of one answer: another tab may have noted another price.
          const price = { pricePence: answered?.pricePence ?? item.pricePence, netPence: answered?.netPence }
          const isInside = inWhole.has(item.photoId)
          return (
            <Line key={item.photoId}>
              <Box opacity={isGone ? 0.45 : 1}>
                <FittedPhoto picture={line?.picture ?? null} alt="" room={1} sizes="8rem" />
              </Box>
              <Box minWidth="0">
                <Text fontFamily="heading" fontSize="lg" lineHeight="snug">
                  {line?.title ?? item.title}
                </Text>
                {galleryTitle && (
                  <Text textStyle="small" color="ink.muted">
                    {item.galleryId ? (
                      <TextLink to={paths.gallery({ galleryId: item.galleryId })}>{galleryTitle}</TextLink>
                    ) : (
                      galleryTitle
                    )}
                  </Text>
                )}
                <Text textStyle="small" color="ink.muted">
                  {line?.photographerName ?? item.photographerName}
                </Text>
                {line?.isUpgrade && (
                  <Text textStyle="small" color="ink.muted">
                    The Original, for the Web size that you have bought
                  </Text>
                )}
                {!isGone && <BoughtBefore item={item} line={line} />}
                {isAwaited && !line && item.hasWeb && !isGone && !locked.has(item.photoId) && (
                  <SizeChoiceRoom item={item} />
                )}
                {line?.sizes?.web && !line.isUpgrade && !isGone && (
                  <SizeChoice
                    title={line.title}
                    sizes={{ original: line.sizes.original, web: line.sizes.web }}
                    size={sizeOf(item)}
                    onChoose={(size, { pricePence }) => onResize(item.photoId, size, pricePence)}
                  />
                )}
                {locked.has(item.photoId) && (
                  <Badge tone="accent" marginTop="1">
                    Gallery closed
                  </Badge>
                )}
                {isGone ? (
                  <Badge tone={free.has(item.photoId) ? 'accent' : 'danger'} marginTop="1">
                    {free.has(item.photoId) ? 'Free now' : 'No longer for sale'}
                  </Badge>
                ) : (
                  <Text hideFrom="sm" marginTop="1">
                    {isInside ? inside : <LinePrice {...price} />}
                  </Text>
                )}
              </Box>
              <Text
                hideBelow="sm"
                textDecoration={isGone ? 'line-through' : undefined}
                color={isGone ? 'ink.muted' : undefined}
              >
                {isInside ? inside : <LinePrice {...price} />}
              </Text>
              <IconButton
                label={`Remove ${item.title}`}
                data-remove
                onClick={({ currentTarget }) => onRemove(item.photoId, currentTarget)}
              >
                <X aria-hidden />
              </IconButton>
            </Line>
          )
        })}
      </List>
      {more}
    </>
  )
}
