import { chakra } from '@chakra-ui/react'
import { Check, ChevronDown } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import {
  CardGrid,
  GalleryCard,
  GalleryCardSkeleton,
  useFeaturedGalleries,
} from '#frontend/features/galleries/public.ts'
import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { useLoadFailure } from '#frontend/shared/api/use-load-failure.ts'
import { useHead } from '#frontend/shared/head/use-head.ts'
import { StartSelling } from '#frontend/shared/session/start-selling.tsx'
import { Button, ButtonLink, TextLink } from '#frontend/ui/button.tsx'
import { Box, Column, Flex, Grid, Heading, Hidden, List, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { BarePage } from '#frontend/ui/page.tsx'
import { Badge, Card, EmptyState } from '#frontend/ui/surface.tsx'
import { limits } from '#schema/limits.ts'
import { formatPounds } from '#schema/money.ts'
import { pageHeads } from '#schema/page-heads.ts'
import { landingSections, paths } from '#schema/paths.ts'
import { Closing } from './closing.tsx'
import { features, pricingQuestions, questions } from './copy.ts'
import { Hero, PrintCredits } from './hero.tsx'

const OnboardingDialog = lazy(async () => ({ default: (await import('./onboarding-dialog.tsx')).OnboardingDialog }))

const Section = chakra('section', {
  base: { paddingBlock: { base: '16', md: '24' }, borderTopWidth: '1px', borderColor: 'line' },
  variants: { shade: { sunken: { background: 'sunken' } } },
})

const SectionTitle = ({ title, children }: { title: string; children?: ReactNode }) => (
  <Stack gap="3" marginBottom={{ base: '10', md: '12' }} maxWidth="text">
    <Heading as="h2" look="title">
      {title}
    </Heading>
    {children && <Text textStyle="lead">{children}</Text>}
  </Stack>
)

const awaited = [1, 2, 3]

const Featured = () => {
  const { data, error, isPending, refetch } = useFeaturedGalleries()
  useLoadFailure(data ? null : error, 'Error loading galleries')
  if (error && !data) {
    return (
      <EmptyState title="Error loading galleries" action={<Button onClick={() => void refetch()}>Try again</Button>}>
        {sentenceOf(error)}
      </EmptyState>
    )
  }
  if (data?.items.length === 0) {
    return (
      <EmptyState title="The walls are still bare" action={<StartSelling variant="accent">Start Selling</StartSelling>}>
        Nobody has opened a public gallery yet. Hang the first one.
      </EmptyState>
    )
  }
  return (
    <CardGrid aria-label="Featured galleries" aria-busy={isPending}>
      {isPending
        ? awaited.map((place) => (
            <li key={place}>
              <GalleryCardSkeleton />
            </li>
          ))
        : data.items.slice(0, limits.gallery.featured).map((gallery) => {
            const to = paths.gallery({ galleryId: gallery.id })
            return (
              <li key={gallery.id}>
                <GalleryCard gallery={gallery} level="h3">
                  <ButtonLink to={to} size="sm">
                    View Gallery
                    <Hidden>: {gallery.title}</Hidden>
                  </ButtonLink>
                  <ButtonLink to={to} size="sm" variant="quiet">
                    Browse
                    <Hidden>: {gallery.title}</Hidden>
                  </ButtonLink>
                </GalleryCard>
              </li>
            )
          })}
    </CardGrid>
  )
}

const Features = () => (
  <Grid
    as="ul"
    listStyle="none"
    columnGap="10"
    rowGap={{ base: '8', md: '12' }}
    gridTemplateColumns={{ base: '1fr', sm: 'repeat(2, 1fr)', lg: 'repeat(3, 1fr)' }}
  >
    {features.map(({ icon: Icon, title, text }) => (
      <Stack as="li" key={title} gap="2">
        <Box color="accent.text" marginBottom="1">
          <Icon size={26} strokeWidth={1.5} aria-hidden />
        </Box>
        <Heading as="h3" look="heading">
          {title}
        </Heading>
        <Text color="ink.muted">{text}</Text>
      </Stack>
    ))}
  </Grid>
)

const Included = ({ children }: { children: ReactNode }) => (
  <Flex as="li" gap="2.5" alignItems="flex-start">
    <Box color="success" paddingTop="1" flexShrink={0}>
      <Check size={17} aria-hidden />
    </Box>
    <span>{children}</span>
  </Flex>
)

const Pricing = () => (
  <Grid gap={{ base: '6', lg: '8' }} gridTemplateColumns={{ base: '1fr', md: '1fr 1fr', lg: 'repeat(3, 1fr)' }}>
    <Card borderColor="accent.text" display="flex" flexDirection="column">
      <Stack gap="5" flex="1">
        <Row justifyContent="space-between">
          <Heading as="h3" look="heading">
            Launch Special
          </Heading>
          <Badge tone="accent">Open now</Badge>
        </Row>
        <Text>
          <Box as="span" fontFamily="heading" fontSize="3xl">
            £0
          </Box>{' '}
          <Box as="span" color="ink.muted">
            for your first {limits.trial.months} months
          </Box>
        </Text>
        <List display="flex" flexDirection="column" gap="2.5" flex="1">
          <Included>Unlimited galleries and photos</Included>
          <Included>Uploads of up to 50MB per photo</Included>
          <Included>Watermarks, access codes, client proofing</Included>
          <Included>You keep 90% of each sale; we take 10%</Included>
          <Included>Weekly payouts, after a 48-hour hold</Included>
        </List>
        <StartSelling variant="accent">Start Selling Photos</StartSelling>
      </Stack>
    </Card>
    <Card display="flex" flexDirection="column" background="transparent">
      <Stack gap="5" flex="1">
        <Heading as="h3" look="heading">
          Standard Plan
        </Heading>
        <Text>
          <Box as="span" fontFamily="heading" fontSize="3xl">
            {formatPounds(limits.trial.subscriptionPence)}
          </Box>{' '}
          <Box as="span" color="ink.muted">
            per month
          </Box>
        </Text>
        <List display="flex" flexDirection="column" gap="2.5" flex="1">
          <Included>Everything of the launch special</Included>
          <Included>The same 10%, card costs included</Included>
          <Included>Cancel at any time; your galleries go on selling</Included>
        </List>
        <Button disabled>Available After Launch Period</Button>
      </Stack>
    </Card>
    <Grid
      as="dl"
      gap="6"
      alignContent="space-between"
      gridColumn={{ base: 'auto', md: '1 / -1', lg: 'auto' }}
      gridTemplateColumns={{ base: '1fr', md: 'repeat(3, 1fr)', lg: '1fr' }}
      paddingTop={{ base: '6', lg: '7' }}
    >
      {pricingQuestions.map(({ question, answer }) => (
        <div key={question}>
          <Text as="dt" fontFamily="heading" fontSize="lg" marginBottom="1.5">
            {question}
          </Text>
          <Text as="dd" color="ink.muted">
            {answer}
          </Text>
        </div>
      ))}
    </Grid>
  </Grid>
)

const Disclosure = chakra('details', {
  base: {
    borderBottomWidth: '1px',
    borderColor: 'line',
    _first: { borderTopWidth: '1px' },
    '&[open] svg': { transform: 'rotate(180deg)' },
  },
})
const Summary = chakra('summary', {
  base: {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    gap: '4',
    minHeight: '14',
    paddingBlock: '3',
    cursor: 'pointer',
    fontWeight: 'medium',
    listStyle: 'none',
    '&::-webkit-details-marker': { display: 'none' },
    '& svg': { flexShrink: 0, transition: 'transform 150ms' },
  },
})

/** Native disclosures of one name: the browser keeps at most one open. */
const Questions = () => (
  <Box>
    {questions.map(({ question, answer }) => (
      <Disclosure key={question} name="faq">
        <Summary>
          {question}
          <ChevronDown size={18} aria-hidden />
        </Summary>
        <Text color="ink.muted" paddingBottom="5" maxWidth="text">
          {answer}
        </Text>
      </Disclosure>
    ))}
  </Box>
)

export const LandingPage = () => {
  const [isDemoOpen, setIsDemoOpen] = useState(false)
  useHead(pageHeads.home)
  return (
    <BarePage title={undefined}>
      <Hero onWatchDemo={() => setIsDemoOpen(true)} />
      <Section>
        <Column>
          <SectionTitle title="Featured Photo Galleries">
            The newest that photographers have opened to everyone.
          </SectionTitle>
          <Featured />
          <Row marginTop="12">
            <ButtonLink to={paths.browse()}>Browse All Galleries</ButtonLink>
          </Row>
        </Column>
      </Section>
      <Section id={landingSections.features} shade="sunken">
        <Column>
          <SectionTitle title="What you get">Everything between the memory card and the bank account.</SectionTitle>
          <Features />
        </Column>
      </Section>
      <Section id={landingSections.pricing}>
        <Column>
          <SectionTitle title="Pricing">Start without paying. Earn from the first sale.</SectionTitle>
          <Pricing />
        </Column>
      </Section>
      <Section id={landingSections.faq} shade="sunken">
        <Column>
          <Grid gap={{ base: '6', lg: '16' }} gridTemplateColumns={{ base: '1fr', lg: '1fr 2fr' }} alignItems="start">
            <Stack gap="3">
              <Heading as="h2" look="title">
                Questions
              </Heading>
              <Text color="ink.muted">
                Something else? <TextLink to={paths.contact()}>Contact support</TextLink>, a person answers.
              </Text>
            </Stack>
            <Questions />
          </Grid>
          <Box marginTop="16">
            <PrintCredits />
          </Box>
        </Column>
      </Section>
      <Closing />
      {isDemoOpen && (
        <Suspense fallback={null}>
          <OnboardingDialog onClose={() => setIsDemoOpen(false)} />
        </Suspense>
      )}
    </BarePage>
  )
}
