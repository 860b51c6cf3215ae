import { chakra } from '@chakra-ui/react'
import { Check, Play } from 'lucide-react'
import { StartSelling } from '#frontend/shared/session/start-selling.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Box, Column, Flex, Grid, Heading, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import smallAvif from './prints/dandelion-seeding-720.avif'
import smallJpeg from './prints/dandelion-seeding-720.jpg'
import largeAvif from './prints/dandelion-seeding-1280.avif'
import largeJpeg from './prints/dandelion-seeding-1280.jpg'
import figAvif from './prints/fig-in-red-bowl-480.avif'
import figJpeg from './prints/fig-in-red-bowl-480.jpg'
import dogsAvif from './prints/two-spaniels-480.avif'
import dogsJpeg from './prints/two-spaniels-480.jpg'

const Print = chakra('figure', {
  base: {
    position: 'relative',
    background: 'surface',
    borderWidth: '1px',
    borderColor: 'print.border',
    padding: { base: '1.5', md: '2.5' },
    boxShadow: 'lifted',
    '& img': { display: 'block', width: 'full', height: 'auto' },
  },
})
const Tag = chakra('figcaption', {
  base: {
    display: 'flex',
    justifyContent: 'space-between',
    columnGap: '3',
    flexWrap: 'wrap',
    paddingTop: { base: '1.5', md: '2.5' },
    fontSize: 'xs',
    color: 'ink.muted',
    whiteSpace: 'nowrap',
    '& b': { color: 'ink', fontWeight: 'medium' },
  },
})

const mainSizes = '(min-width: 62rem) 40rem, 94vw'

/** Three prints from the demo market, as they would hang to dry. */
const Prints = () => (
  <Box position="relative" paddingBottom={{ base: '24', sm: '32', lg: '28' }}>
    <Print>
      <picture>
        <source type="image/avif" srcSet={`${smallAvif} 720w, ${largeAvif} 1280w`} sizes={mainSizes} />
        <img
          src={smallJpeg}
          srcSet={`${smallJpeg} 720w, ${largeJpeg} 1280w`}
          sizes={mainSizes}
          width={1280}
          height={720}
          fetchPriority="high"
          alt="A dandelion clock against the low sun"
        />
      </picture>
      <Tag justifyContent="flex-start" hideBelow="sm">
        <span>Dandelion, seeding</span>
        <b>£15.00</b>
      </Tag>
    </Print>
    <Box position="absolute" bottom={{ base: '0', md: '2' }} insetInlineEnd="0" width="38%">
      <Print>
        <picture>
          <source type="image/avif" srcSet={figAvif} />
          <img src={figJpeg} width={480} height={325} decoding="async" alt="Half a fig in a red bowl" />
        </picture>
        <Tag>
          <span>Fig</span>
          <b>£24.00</b>
        </Tag>
      </Print>
    </Box>
    <Box
      position="absolute"
      bottom={{ base: '-6', md: '-8' }}
      insetInlineStart={{ base: '30%', sm: '34%' }}
      width={{ base: '24%', lg: '26%' }}
    >
      <Print>
        <picture>
          <source type="image/avif" srcSet={dogsAvif} />
          <img src={dogsJpeg} width={480} height={721} decoding="async" alt="Two spaniels looking out of a window" />
        </picture>
        <Tag hideBelow="sm">
          <span>Neighbours</span>
          <b>£12.00</b>
        </Tag>
      </Print>
    </Box>
  </Box>
)

const Assurance = ({ children }: { children: string }) => (
  <Flex as="li" alignItems="center" gap="2">
    <Box color="accent.text" flexShrink={0}>
      <Check size={18} aria-hidden />
    </Box>
    {children}
  </Flex>
)

export const Hero = ({ onWatchDemo }: { onWatchDemo: () => void }) => (
  <Column paddingTop={{ base: '12', md: '20' }} paddingBottom={{ base: '20', md: '32' }}>
    <Grid gridTemplateColumns={{ base: '1fr', lg: '1fr 1fr' }} gap="12" alignItems="center">
      <Stack gap="6">
        {/* As large as there is room for its first two words, on a phone of 320 px too; two lines beside the prints. */}
        <Heading
          as="h1"
          look="display"
          fontSize={{ base: 'min(var(--ds-font-sizes-4xl), 11.25vw)', lg: 'clamp(3.25rem, 5.5vw, 4.25rem)' }}
        >
          Your photographs, sold one by one
        </Heading>
        <Text textStyle="lead" maxWidth="34rem">
          Put them in a gallery, set a price, share the link. People pay by card and download the original at once. You
          keep 90% of every sale.
        </Text>
        <Row gap="4" flexDirection={{ base: 'column', sm: 'row' }} alignItems="stretch">
          <StartSelling variant="accent" size="lg">
            Start Selling Photos
          </StartSelling>
          <Button size="lg" onClick={onWatchDemo}>
            <Play aria-hidden />
            Watch Demo
          </Button>
        </Row>
        <Flex as="ul" listStyle="none" flexDirection="column" gap="1.5" textStyle="small" color="ink.muted">
          <Assurance>Two months free</Assurance>
          <Assurance>Set up in about 5 minutes</Assurance>
          <Assurance>Paid out weekly</Assurance>
        </Flex>
      </Stack>
      <Prints />
    </Grid>
  </Column>
)

/** Who took the pictures of this page. */
export const PrintCredits = () => (
  <Text textStyle="fine">
    Photographs on this page: Dandelion by Clemens Engelhardt (CC0 1.0), Fig by Trevor “Freespace” (CC BY 4.0),
    Neighbours, the last sun and the ridge by Aitzol Berasategi (CC BY 4.0), Drum by Jakub Mede (CC BY 4.0), all
    resized.
  </Text>
)
