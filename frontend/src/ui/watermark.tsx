import { chakra } from '@chakra-ui/react'

const Layer = chakra('span', {
  base: {
    position: 'absolute',
    inset: '-25%',
    display: 'grid',
    gridTemplateColumns: 'repeat(3, 1fr)',
    gridAutoRows: '1fr',
    placeItems: 'center',
    whiteSpace: 'nowrap',
    transform: 'rotate(-24deg)',
    color: 'watermark',
    textShadow: '0 1px 2px var(--ds-colors-watermark-shadow)',
    fontWeight: 'semibold',
    fontSize: { base: 'sm', md: 'lg' },
    pointerEvents: 'none',
    userSelect: 'none',
    overflow: 'hidden',
  },
})

const copies = Array.from({ length: 12 }, (_, index) => index)

/** The gallery's text over a placeholder. A picture carries the text itself, and never a second pattern over it. */
export const Watermark = ({ text }: { text: string | null }) =>
  text ? (
    <Layer aria-hidden>
      {copies.map((copy) => (
        <span key={copy}>{text}</span>
      ))}
    </Layer>
  ) : null
