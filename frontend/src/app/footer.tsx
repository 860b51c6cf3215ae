import { chakra } from '@chakra-ui/react'
import { useStartSelling } from '#frontend/shared/session/start-selling.tsx'
import { Box, Column, Flex, Row, Text } from '#frontend/ui/layout.tsx'
import { Link } from '#frontend/ui/link.tsx'
import { Mark } from '#frontend/ui/mark.tsx'
import { landingSections, paths } from '#schema/paths.ts'

const Foot = chakra('footer', { base: { borderTopWidth: '1px', borderColor: 'line', paddingBlock: '10' } })
const FootLink = chakra(Link, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '10',
    fontSize: 'sm',
    color: 'ink.muted',
    _hover: { color: 'ink', textDecoration: 'underline' },
  },
})

export const Footer = () => (
  <Foot>
    <Column>
      <Flex flexWrap="wrap" gap="6" justifyContent="space-between" alignItems="flex-start">
        <Box maxWidth="22rem">
          <Flex alignItems="center" gap="2" fontFamily="heading" fontSize="lg">
            <Mark />
            Darkslide
          </Flex>
          <Text textStyle="small" color="ink.muted" marginTop="2">
            Galleries that sell photographs one by one. Photographers keep 90% of every sale.
          </Text>
        </Box>
        <Row as="nav" aria-label="Footer" columnGap="6" rowGap="0">
          <FootLink to={paths.browse()}>Browse</FootLink>
          <FootLink to={`${paths.home()}#${landingSections.pricing}`}>Pricing</FootLink>
          <FootLink to={`${paths.home()}#${landingSections.faq}`}>FAQ</FootLink>
          <FootLink to={useStartSelling()}>Start Selling</FootLink>
          <FootLink to={paths.terms()}>Terms</FootLink>
          <FootLink to={paths.privacy()}>Privacy</FootLink>
          <FootLink to={paths.contact()}>Contact</FootLink>
        </Row>
      </Flex>
    </Column>
  </Foot>
)
