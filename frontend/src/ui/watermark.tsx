import { chakra } from '@chakra-ui/react'

const Layer = chakra('span', {
  base: {
    position: 'absolute',
    inset: '-20%',
    display: 'flex',
    flexWrap: 'wrap',
    alignContent: 'space-around',
    justifyContent: 'space-around',
    gap: '8',
    transform: 'rotate(-24deg)',
    color: 'watermark',
    textShadow: '0 1px 2px var(--ds-colors-watermark-shadow)',
    fontWeight: 'semibold',
    fontSize: 'lg',
    pointerEvents: 'none',
    userSelect: 'none',
    overflow: 'hidden',
  },
})

const copies = Array.from({ length: 12 }, (_, index) => index)

/** The gallery's text laid over a photo; the same text is burned into the picture itself. */
export const Watermark = ({ text }: { text: string | null }) =>
  text ? (
    <Layer aria-hidden>
      {copies.map((copy) => (
        <span key={copy}>{text}</span>
      ))}
    </Layer>
  ) : null
