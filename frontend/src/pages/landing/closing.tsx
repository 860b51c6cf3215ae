import { chakra } from '@chakra-ui/react'
import { StartSelling } from '#frontend/shared/session/start-selling.tsx'
import { Column, Flex, Heading, Stack, Text } from '#frontend/ui/layout.tsx'
import { feeOf, formatPounds, pence, takePence } from '#schema/money.ts'
import ridgeAvif from './prints/aitzgorri-ridge-720.avif'
import ridgeJpeg from './prints/aitzgorri-ridge-720.jpg'
import sunsetAvif from './prints/mountain-sunset-720.avif'
import sunsetJpeg from './prints/mountain-sunset-720.jpg'
import drumAvif from './prints/wine-and-drum-360.avif'
import drumJpeg from './prints/wine-and-drum-360.jpg'

// Dark in both modes, like the viewer: photographs glow on it.
const Stage = chakra('section', {
  base: { background: 'stage', color: 'stage.ink', paddingBlock: { base: '16', md: '24' } },
})
/** One row of prints of equal height: each column is as wide as its print's shape. */
const PrintRow = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: '1.5fr 0.667fr 1.5fr',
    gap: { base: '2', md: '4' },
    '& img': { display: 'block', width: 'full', height: 'full', objectFit: 'cover' },
  },
})

type PrintProps = { avif: string; jpeg: string; alt: string; width: number; height: number }
const Print = ({ avif, jpeg, alt, width, height }: PrintProps) => (
  <picture>
    <source type="image/avif" srcSet={avif} />
    <img src={jpeg} alt={alt} width={width} height={height} loading="lazy" decoding="async" />
  </picture>
)

const price = pence(2_500)

/** The last word: what one photograph earns, and where to begin. */
export const Closing = () => (
  <Stage aria-labelledby="closing">
    <Column>
      <PrintRow>
        <Print avif={sunsetAvif} jpeg={sunsetJpeg} width={720} height={480} alt="Last sun over a range of mountains" />
        <Print avif={drumAvif} jpeg={drumJpeg} width={360} height={540} alt="A drum beside a glass of wine" />
        <Print avif={ridgeAvif} jpeg={ridgeJpeg} width={720} height={480} alt="A beech wood below a ridge in October" />
      </PrintRow>
      <Flex
        marginTop={{ base: '10', md: '12' }}
        gap="8"
        flexDirection={{ base: 'column', md: 'row' }}
        alignItems={{ base: 'stretch', md: 'flex-end' }}
        justifyContent="space-between"
      >
        <Stack gap="3" maxWidth="text">
          <Heading id="closing" as="h2" look="title">
            The next sale is on your memory card
          </Heading>
          <Text textStyle="lead" color="stage.muted">
            Sell one photograph for {formatPounds(price)}, and {formatPounds(takePence(price, feeOf(price)))} of it is
            yours.
          </Text>
        </Stack>
        <StartSelling variant="accent" size="lg">
          Start Selling Photos
        </StartSelling>
      </Flex>
    </Column>
  </Stage>
)
