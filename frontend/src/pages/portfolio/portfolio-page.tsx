import { ExternalLink, Images } from 'lucide-react'
import { CardGrid, GalleryCard, GalleryCardSkeleton } from '#frontend/features/galleries/public.ts'
import { useHost } from '#frontend/shared/address/own-address.tsx'
import { useAddress } from '#frontend/shared/address/use-address.ts'
import { useParamsOf } from '#frontend/shared/address/use-params-of.ts'
import { codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { useLoadFailure } from '#frontend/shared/api/use-load-failure.ts'
import { useHead } from '#frontend/shared/head/use-head.ts'
import { Brand } from '#frontend/ui/brand.tsx'
import { BrandLogo } from '#frontend/ui/brand-logo.tsx'
import { ButtonLink, TextAnchor } from '#frontend/ui/button.tsx'
import { Box, Column, Heading, Hidden, Row, Rule, Span, Stack, Text } from '#frontend/ui/layout.tsx'
import { BarePage, LoadingHeading } from '#frontend/ui/page.tsx'
import { Refusal } from '#frontend/ui/refusal.tsx'
import { Badge, EmptyState, Skeleton } from '#frontend/ui/surface.tsx'
import { GalleryId } from '#schema/ids.ts'
import { pageHeads } from '#schema/page-heads.ts'
import { canBePageName } from '#schema/page-names.ts'
import { addresses, paths } from '#schema/paths.ts'
import { NobodysPage } from './nobodys-page.tsx'
import { usePortfolio } from './queries.ts'

const awaited = [1, 2, 3]

const fewOf = (count: number | undefined) => {
  if (count === 1) return { few: 'one' } as const
  return count === 2 || count === 4 ? ({ few: 'two' } as const) : {}
}

/** Only a web address becomes a link. */
const webAddress = (text: string | null): URL | undefined => {
  const url = text === null ? null : URL.parse(text)
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url : undefined
}

const Portfolio = ({ subdomain }: { subdomain: string }) => {
  const before = GalleryId.safeParse(useAddress().read('before')).data
  const { data: portfolio, error, isPending, refetch } = usePortfolio(subdomain, before)
  const isUnknown = ['photographer_not_found', 'not_found', 'invalid_request'].includes(codeOf(error))
  useLoadFailure(portfolio || isUnknown ? null : error, 'Error fetching galleries')
  const host = useHost()
  useHead(portfolio && pageHeads.portfolio(portfolio, before))
  if (error && !portfolio) {
    return (
      <Refusal
        title={isUnknown ? 'Photographer not found' : 'Failed to load content'}
        message={isUnknown ? `Nobody shows photographs under the name “${subdomain}”.` : sentenceOf(error)}
        onRetry={isUnknown ? undefined : () => void refetch()}
        back={{ to: paths.browse(), label: 'Browse Galleries' }}
      />
    )
  }
  const website = webAddress(portfolio?.websiteUrl ?? null)
  return (
    <BarePage title={portfolio?.displayName} loading={isPending}>
      <Brand paint={portfolio?.brand ?? null} />
      <Column
        key={portfolio ? 'shown' : 'awaited'}
        minHeight="100dvh"
        paddingTop={{ base: '12', md: '20' }}
        paddingBottom={{ base: '14', md: '20' }}
      >
        <Stack gap="4" alignItems="center" textAlign="center">
          {portfolio ? (
            <>
              {portfolio.brand?.logo && <BrandLogo logo={portfolio.brand.logo} name={portfolio.displayName} />}
              <Heading as="h1" look="display">
                {portfolio.displayName}
              </Heading>
              <Text textStyle="lead">Professional Photography Portfolio</Text>
              <Row justifyContent="center">
                <Badge minWidth="0" whiteSpace="normal" overflowWrap="anywhere">
                  {host}/{portfolio.subdomain}
                </Badge>
                {website && (
                  <TextAnchor
                    href={website.href}
                    target="_blank"
                    rel="noopener noreferrer nofollow"
                    display="inline-flex"
                    alignItems="center"
                    gap="1.5"
                    minWidth="0"
                    fontSize="sm"
                  >
                    <Span minWidth="0" overflowWrap="anywhere">
                      {website.host}
                    </Span>
                    <ExternalLink size={14} aria-hidden />
                    <Hidden>(opens in a new tab)</Hidden>
                  </TextAnchor>
                )}
              </Row>
              {portfolio.bio && (
                <Text maxWidth="text" whiteSpace="pre-line">
                  {portfolio.bio}
                </Text>
              )}
            </>
          ) : (
            <>
              <LoadingHeading>Loading portfolio</LoadingHeading>
              <Skeleton height="16" width="min(24rem, 80%)" />
              <Skeleton height="6" width="16rem" />
              <Skeleton height="6" width="12rem" />
            </>
          )}
        </Stack>
        <Rule marginBlock={{ base: '10', md: '14' }} />
        {portfolio?.galleries.length === 0 && before === undefined ? (
          <EmptyState
            title="No galleries available yet"
            icon={<Images size={40} />}
            action={<ButtonLink to={paths.browse()}>Browse Galleries</ButtonLink>}
          >
            {portfolio.displayName} has not opened a gallery to the public so far.
          </EmptyState>
        ) : (
          <CardGrid aria-label="Galleries" {...fewOf(portfolio?.galleries.length)}>
            {portfolio
              ? portfolio.galleries.map((gallery, index) => (
                  <li key={gallery.id}>
                    <GalleryCard
                      gallery={gallery}
                      to={paths.portfolioGallery({ subdomain: portfolio.subdomain, slug: gallery.slug })}
                      showPhotographer={false}
                      place={index}
                    />
                  </li>
                ))
              : awaited.map((place) => (
                  <li key={place}>
                    <GalleryCardSkeleton />
                  </li>
                ))}
          </CardGrid>
        )}
        {portfolio && (before !== undefined || portfolio.nextBefore !== undefined) && (
          // A link of its own on each page: one that stayed would keep the focus of whoever pressed it.
          <Row key={before} as="nav" aria-label="Further galleries" justifyContent="center" marginTop="12">
            {before !== undefined && (
              <ButtonLink to={paths.portfolio({ subdomain: portfolio.subdomain })}>Newest Galleries</ButtonLink>
            )}
            {portfolio.nextBefore !== undefined && (
              <ButtonLink to={addresses.portfolioBefore(portfolio.subdomain, portfolio.nextBefore)} variant="accent">
                Older Galleries
              </ButtonLink>
            )}
          </Row>
        )}
        {portfolio && (
          <Box as="footer" marginTop="16" textAlign="center">
            <Text textStyle="fine">Photographs © {portfolio.displayName}. Sold through Darkslide.</Text>
          </Box>
        )}
      </Column>
    </BarePage>
  )
}

export const PortfolioPage = () => {
  const { subdomain } = useParamsOf(paths.portfolio)
  return canBePageName(subdomain) ? <Portfolio subdomain={subdomain} /> : <NobodysPage />
}
