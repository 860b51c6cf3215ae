import { chakra, defineStyle } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** The styles of such a list and of its items, for whoever draws them otherwise at other times. */
export const rowsOfPhotos = defineStyle({
  listStyle: 'none',
  display: 'flex',
  flexWrap: 'wrap',
  // Fills the last row, so that its photos keep the height of the others.
  _after: { content: '""', flexGrow: 1_000 },
})
export const rowsVariants = {
  rows: {
    low: defineStyle({ '--row': { base: '6.75rem', sm: '12rem', lg: '15rem' } }),
    high: defineStyle({ '--row': { base: '12rem', sm: '14rem', lg: '15rem' } }),
  },
  spacing: {
    small: defineStyle({ gap: { base: '2', md: '3' } }),
    wide: defineStyle({ gap: { base: '4', md: '7' } }),
  },
}
/** In rem. Below a photo a price of three figures stands beside a button. */
export const leastWidth = 6.5
// Rows break by widths that are this at least, and are then filled in proportion to the photos' shapes
// (https://www.w3.org/TR/css-flexbox-1/#line-break, by the hypothetical size; #resolve-flexible-lengths, by the base size).
export const photoInRow = defineStyle({ minWidth: `min(${leastWidth}rem, 100%)`, maxWidth: 'full' })
/** A photo's share of its row; `ratio` is width over height. */
export const shareOfRow = (ratio: number) => ({
  flexGrow: ratio,
  flexBasis: `calc(var(--row) * ${ratio.toFixed(4)})`,
})

const Rows = chakra('ul', { base: rowsOfPhotos, variants: rowsVariants })
const Cell = chakra('li', { base: photoInRow })

/** What a row gives its photos beyond their share, as a rule; at most it is twice. */
const growth = 1.2

/** How wide a photo of a shape is drawn in rows that are low, for its `sizes`. */
export const justifiedSizes = (ratio: number): string => {
  const width = (rem: number) =>
    `min(${(Math.max(rem * ratio, leastWidth) * growth).toFixed(1)}rem, calc(100vw - 2rem))`
  return `(min-width: 62rem) ${width(15)}, (min-width: 30rem) ${width(12)}, ${width(6.75)}`
}

type JustifiedGridProps<T> = {
  /** `high` where something with words stands under each photo. */
  rows?: 'low' | 'high'
  spacing?: 'small' | 'wide'
  label: string
  items: readonly T[]
  keyOf: (item: T) => string
  /** Width over height of an item, within 1:2 and 3:1. */
  ratioOf: (item: T) => number
  children: (item: T, index: number) => ReactNode
}

/**
 * Photos in rows of equal height that fill the width, each in its own shape. Done by the style sheet alone: a photo
 * grows in proportion to its shape, so the space is right before any script or picture has arrived.
 */
export const JustifiedGrid = <T,>({
  rows = 'low',
  spacing = 'small',
  label,
  items,
  keyOf,
  ratioOf,
  children,
}: JustifiedGridProps<T>) => (
  <Rows rows={rows} spacing={spacing} aria-label={label}>
    {items.map((item, index) => (
      <Cell key={keyOf(item)} style={shareOfRow(ratioOf(item))}>
        {children(item, index)}
      </Cell>
    ))}
  </Rows>
)
