import { chakra } from '@chakra-ui/react'
import { Globe, Images, LockKeyhole, Settings, SquareStack } from 'lucide-react'
import type { ReactNode } from 'react'
import { GalleryBadges } from '#frontend/features/galleries/public.ts'
import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { countOf } from '#frontend/shared/format/counts.ts'
import { useGalleryTotals, useOwnGalleries } from '#frontend/shared/galleries/own-galleries.ts'
import { Button, ButtonLink, IconButton } from '#frontend/ui/button.tsx'
import { Box, Flex, Grid, Heading, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { Link } from '#frontend/ui/link.tsx'
import { Photo } from '#frontend/ui/photo.tsx'
import { Card, EmptyState, Skeleton, SkeletonText } from '#frontend/ui/surface.tsx'
import { formatCount } from '#schema/counts.ts'
import { limits } from '#schema/limits.ts'
import { formatPounds } from '#schema/money.ts'
import { addresses, paths } from '#schema/paths.ts'
import { OnboardingChecklist } from './onboarding-checklist.tsx'

const RecentRow = chakra('li', {
  base: {
    display: 'flex',
    alignItems: { base: 'flex-start', md: 'center' },
    gap: '4',
    paddingBlock: '4',
    borderTopWidth: '1px',
    borderColor: 'line',
  },
})
const TitleLink = chakra(Link, { base: { _hover: { textDecoration: 'underline' } } })

const Counter = ({ label, value, icon }: { label: string; value: number | undefined; icon: ReactNode }) => (
  <Card as="div" room="narrow">
    <Flex justifyContent="space-between" alignItems="flex-start" gap="3" height="full">
      <Stack gap="1" height="full" justifyContent="space-between">
        <Text textStyle="small" color="ink.muted">
          {label}
        </Text>
        <Text fontFamily="heading" fontSize="2xl" lineHeight="tight">
          <SkeletonText loading={value === undefined} width="3ch">
            {formatCount(value ?? 0)}
          </SkeletonText>
        </Text>
      </Stack>
      <Box color="ink.muted" hideBelow="sm">
        {icon}
      </Box>
    </Flex>
  </Card>
)

type OverviewTabProps = { onCreate: () => void; onSettings: (galleryId: string) => void }

export const OverviewTab = ({ onCreate, onSettings }: OverviewTabProps) => {
  const { data: galleries, error, refetch } = useOwnGalleries()
  const totals = useGalleryTotals()
  if (error && !galleries) {
    return (
      <EmptyState title="Error loading galleries" action={<Button onClick={() => void refetch()}>Try again</Button>}>
        {sentenceOf(error)}
      </EmptyState>
    )
  }
  const recent = galleries?.slice(0, limits.gallery.recent)
  return (
    <Stack gap="10">
      <Grid gap="4" gridTemplateColumns={{ base: '1fr 1fr', lg: 'repeat(4, 1fr)' }}>
        <Counter label="Total Galleries" value={totals?.galleries} icon={<SquareStack size={20} aria-hidden />} />
        <Counter label="Total Photos" value={totals?.photos} icon={<Images size={20} aria-hidden />} />
        <Counter label="Public Galleries" value={totals?.publicGalleries} icon={<Globe size={20} aria-hidden />} />
        <Counter
          label="Protected Galleries"
          value={totals?.protectedGalleries}
          icon={<LockKeyhole size={20} aria-hidden />}
        />
      </Grid>

      {totals && <OnboardingChecklist galleryCount={totals.galleries} photoCount={totals.photos} />}

      <section aria-labelledby="recent-galleries">
        <Row justifyContent="space-between" marginBottom="4">
          <Heading id="recent-galleries" look="section">
            Recent Galleries
          </Heading>
          {galleries !== undefined && galleries.length > limits.gallery.recent && (
            <ButtonLink to={addresses.dashboardTab('galleries')} variant="quiet" size="sm">
              All galleries
            </ButtonLink>
          )}
        </Row>
        {recent?.length === 0 ? (
          <EmptyState title="No galleries yet" action={<Button onClick={onCreate}>Create your first gallery</Button>}>
            Everything you sell lives in a gallery.
          </EmptyState>
        ) : (
          <Box as="ul" listStyle="none" aria-busy={!recent}>
            {recent
              ? recent.map((gallery) => (
                  <RecentRow key={gallery.id}>
                    <Box width="20" flexShrink={0}>
                      <Photo picture={gallery.cover} alt="" ratio={3 / 2} focus={gallery.coverFocus} sizes="5rem" />
                    </Box>
                    <Stack gap="1.5" flex="1" minWidth="0">
                      <Heading as="h3" look="heading">
                        <TitleLink to={paths.gallery({ galleryId: gallery.id })}>{gallery.title}</TitleLink>
                      </Heading>
                      <Text textStyle="small" color="ink.muted">
                        {countOf(gallery.photoCount, 'photo')}, {formatPounds(gallery.pricePence)} per photo
                      </Text>
                      <Box hideFrom="md">
                        <GalleryBadges gallery={gallery} />
                      </Box>
                    </Stack>
                    <Box hideBelow="md">
                      <GalleryBadges gallery={gallery} />
                    </Box>
                    <IconButton label={`Settings of ${gallery.title}`} onClick={() => onSettings(gallery.id)}>
                      <Settings aria-hidden />
                    </IconButton>
                  </RecentRow>
                ))
              : ['first', 'second', 'third'].map((place) => (
                  <RecentRow key={place} aria-hidden>
                    <Skeleton width="20" aspectRatio="3 / 2" />
                    <Stack flex="1" gap="2">
                      <Skeleton height="6" width="40%" />
                      <Skeleton height="4" width="25%" />
                    </Stack>
                  </RecentRow>
                ))}
          </Box>
        )}
      </section>
    </Stack>
  )
}
