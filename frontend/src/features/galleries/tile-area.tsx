import { chakra } from '@chakra-ui/react'
import type { ComponentProps } from 'react'
import { buttonLook } from '#frontend/ui/button.tsx'
import { still } from '#frontend/ui/still.tsx'
import { heartLook } from './heart-button.tsx'

/** Tiles, and what lies on their photos. */
const Prints = chakra('div', {
  base: {
    '& [data-tile]': { display: 'flex', flexDirection: 'column', alignItems: 'stretch', gap: '1', minWidth: '0' },
    '& [data-tile=list]': { flexDirection: 'row', alignItems: 'center', gap: '5' },
    // A browser computes, lays out and paints what is outside of the window when it comes near. Its room is held: the
    // print has its shape, and the foot two lines, or those and a button.
    // One that is there only while it is near would be laid out twice in the frame in which it comes.
    '& [data-tile=grid]:not([data-near]) > :is([data-part=print], [data-part=foot])': {
      contentVisibility: 'auto',
      containIntrinsicBlockSize: `auto ${2 * 0.9375 * 1.55}rem`,
      // It would cut off the ring around what has the focus.
      '&:focus-within, &[data-asking]': { contentVisibility: 'visible' },
    },
    '& [data-tile=grid]:not([data-near]) > [data-below]': {
      containIntrinsicBlockSize: `auto ${2 * 0.9375 * 1.55 + 0.5 + 2.25}rem`,
    },

    // What it was as high as before the window was turned must not hold it, where a browser remembers that.
    '& [data-part=print]': { position: 'relative', width: 'full', minHeight: '0', flexShrink: 0 },
    // The titles stand below each other, whatever the shapes; and the two buttons on a print need a width of their own.
    '& [data-tile=list] > [data-part=print]': {
      '--room': { base: '7rem', sm: '11rem' },
      '--width': 'max(5.5rem, var(--room) * var(--share))',
      width: 'var(--width)',
      marginInlineEnd: 'calc(var(--room) - var(--width))',
    },
    // The sheet of the sizes lies over all of it, with what stands in its corners.
    '& [data-asking] > :is([data-part=pick], [data-part=heart-corner])': { visibility: 'hidden' },
    '& [data-part=opener]': {
      display: 'block',
      width: 'full',
      cursor: 'zoom-in',
      _focusVisible: { outlineOffset: '3px' },
    },

    '& [data-part=pick]': {
      position: 'absolute',
      top: '0',
      insetInlineStart: '0',
      padding: '2.5',
      cursor: 'pointer',
      zIndex: '1',
      // The photo alone, until somebody points at it, comes to its box with Tab, or has begun to tick.
      opacity: 0,
      transition: 'opacity',
      '&:focus-within': { opacity: 1 },
    },
    // A finger leaves its hover on what it touched last: only what can really point shows a box by pointing.
    '@media (hover: hover)': { '& [data-tile]:hover [data-part=pick]': { opacity: 1 } },
    // Where nothing can point, a finger on the corner of a photo means the photo, until somebody wants to choose.
    '@media (hover: none)': { '& [data-part=pick]': { pointerEvents: 'none' } },
    '&[data-selecting] [data-part=pick]': { opacity: 1, pointerEvents: 'auto' },
    '& [data-part=box]': {
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

    // Always there, unlike the box: a finger has nothing to point with.
    '& [data-part=heart-corner]': {
      position: 'absolute',
      top: '0',
      insetInlineEnd: '0',
      zIndex: '1',
      padding: '1',
    },
    '& [data-part=heart]': heartLook,
  },
})

/** What stands below the photos. */
const Feet = chakra('div', {
  base: {
    // Not there for any layout.
    display: 'contents',
    '& [data-part=foot]': {
      display: 'flex',
      flex: '1',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '2',
      minWidth: '0',
    },
    // What buys it stands below what it is called, not beside it.
    '& [data-part=foot][data-below]': { flex: 'initial', flexDirection: 'column', alignItems: 'flex-start' },
    '& [data-part=words]': { flex: '1', minWidth: '0', maxWidth: 'full', fontSize: 'sm', containerType: 'inline-size' },
    '& [data-below] > [data-part=words]': { flex: 'initial', width: 'full' },
    // On a phone two buttons go below the words instead of taking their room.
    '& [data-tile=list] > [data-part=foot]': { flexWrap: { base: 'wrap', sm: 'nowrap' } },
    '& [data-tile=list] [data-part=words]': { flexBasis: '6rem' },
    '& [data-part=title]': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& [data-part=price]': { color: 'ink.muted', '& > span:first-of-type': { whiteSpace: 'nowrap' } },
    // Not where it would push the price out.
    '& [data-part=from]': { display: 'none', '@container (min-width: 5.5rem)': { display: 'inline' } },
    '& [data-part=bought]': { color: 'success' },

    '& [data-part=buy]': {
      ...buttonLook.base,
      ...buttonLook.variants.size.sm,
      ...buttonLook.variants.variant.outline,
      paddingInline: '2',
    },
    '& [data-tile=list] [data-part=buy]': { paddingInline: { base: '2', sm: '3' } },
    '& [data-part=buy][data-quiet]': { ...buttonLook.variants.variant.quiet, borderColor: 'transparent' },
    '& [data-part=buy-words]': { display: { base: 'none', sm: 'inline' } },
  },
})

/**
 * The looks of photo tiles, for all tiles that stand in it. A tile is of plain elements that say what part they are:
 * each with a style of its own would take a slow phone twice as long, and a wall that is scrolled draws hundreds.
 * Two elements carry them, so that a slow phone answers touches between the two: all of them take it 60 ms.
 * `data-selecting` shows the boxes of all tiles. What a tile looks like must never hang on another (`:has()`,
 * `:last-child`): whenever one came or went, a browser would compute the styles of all of them.
 */
export const TileArea = still(({ children, ...rest }: ComponentProps<typeof Prints>) => (
  <Prints {...rest}>
    <Feet>{children}</Feet>
  </Prints>
))
