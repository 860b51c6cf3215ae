import { ArrowLeft, ShoppingCart } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import {
  FavouritesLink,
  GalleryCover,
  GallerySkeleton,
  LikeOrEdit,
  PhotoWall,
  useCountedVisit,
  usePagedPhotos,
  usePhotoFailures,
} from '#frontend/features/galleries/public.ts'
import { useParamsOf } from '#frontend/shared/address/use-params-of.ts'
import { ApiError, codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { countOf } from '#frontend/shared/format/counts.ts'
import { useHead } from '#frontend/shared/head/use-head.ts'
import { Brand } from '#frontend/ui/brand.tsx'
import { ButtonLink } from '#frontend/ui/button.tsx'
import { Column, Flex, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { BarePage } from '#frontend/ui/page.tsx'
import { Refusal } from '#frontend/ui/refusal.tsx'
import { still } from '#frontend/ui/still.tsx'
import type { ResponseOf } from '#schema/api/endpoint.ts'
import type { profiles } from '#schema/api/profiles.ts'
import { GalleryId } from '#schema/ids.ts'
import { pageHeads } from '#schema/page-heads.ts'
import { canBePageName } from '#schema/page-names.ts'
import { paths } from '#schema/paths.ts'
import { NobodysPage } from './nobodys-page.tsx'
import { usePortfolioGallery } from './queries.ts'

type PortfolioGalleryView = ResponseOf<typeof profiles.endpoints.portfolioGallery>

/** Which gallery it is that asks for a password or an address before it shows anything. */
const lockOf = (error: unknown): GalleryId | undefined =>
  error instanceof ApiError && error.code === 'gallery_locked'
    ? GalleryId.safeParse(error.details.galleryId).data
    : undefined

/** Where a gallery asks for it: at its own address, which then shows the photo, set, number or time that the link named. */
const ToLock = ({ galleryId }: { galleryId: GalleryId }) => {
  const { search } = useLocation()
  return <Navigate to={{ pathname: paths.gallery({ galleryId }), search }} replace />
}

type FrameProps = { answer: PortfolioGalleryView; subdomain: string; children?: ReactNode }
/** All around the photos, which is not drawn anew for each page of them that comes. */
const Frame = still(({ answer: { gallery, look, brand }, subdomain, children }: FrameProps) => (
  <BarePage title={pageHeads.portfolioGallery(gallery).title}>
    <Brand paint={brand} />
    <Column paddingTop={{ base: '3', md: '4' }} paddingBottom={{ base: '3', md: '4' }}>
      <Row justifyContent="space-between">
        <ButtonLink to={paths.portfolio({ subdomain })} variant="quiet" size="sm" marginInlineStart="-3">
          <ArrowLeft aria-hidden />
          {gallery.photographerName}
        </ButtonLink>
        <ButtonLink to={paths.cart()} size="sm">
          <ShoppingCart aria-hidden />
          View Cart
        </ButtonLink>
      </Row>
    </Column>
    <GalleryCover gallery={gallery} look={look} logo={brand?.logo} isNameLinked={false} />
    <Column paddingTop={{ base: '8', md: '12' }} paddingBottom={{ base: '14', md: '20' }}>
      <Flex flexWrap="wrap" gap="6" justifyContent="space-between" alignItems="flex-end">
        <Stack gap="3" maxWidth="text" flex="1 1 20rem">
          {gallery.description && <Text whiteSpace="pre-line">{gallery.description}</Text>}
          <Text textStyle="small" color="ink.muted">
            {countOf(gallery.photoCount, 'photo')}
          </Text>
        </Stack>
        <Row gap="2">
          <FavouritesLink galleryId={gallery.id} />
          <LikeOrEdit gallery={gallery} />
        </Row>
      </Flex>
      {children}
    </Column>
  </BarePage>
))

/** The gallery with its photos, as at its own address. */
const Shown = ({ answer, subdomain }: { answer: PortfolioGalleryView; subdomain: string }) => {
  const { gallery, photos, look, watermark, clientCanDownload, priceSteps, wholePence, sets, hasNumbers, hasTimes } =
    answer
  useHead(useMemo(() => pageHeads.portfolioGallery(gallery), [gallery]))
  useCountedVisit(gallery.id)
  const paged = usePagedPhotos({ ...gallery, sets, hasNumbers, hasTimes }, photos)
  usePhotoFailures(paged)
  const wallGallery = useMemo(
    () => ({ ...gallery, watermark, priceSteps, wholePence, clientCanDownload, look, sets, hasNumbers, hasTimes }),
    [gallery, watermark, priceSteps, wholePence, clientCanDownload, look, sets, hasNumbers, hasTimes],
  )
  return (
    <Frame answer={answer} subdomain={subdomain}>
      <PhotoWall gallery={wallGallery} paged={paged} withWords />
    </Frame>
  )
}

const PortfolioGallery = ({ subdomain, slug }: { subdomain: string; slug: string }) => {
  const { data, error, refetch } = usePortfolioGallery(subdomain, slug)
  const locked = lockOf(error)
  if (locked) return <ToLock galleryId={locked} />
  if (error && !data) {
    const code = codeOf(error)
    const isUnknown = ['gallery_not_found', 'photographer_not_found', 'not_found', 'invalid_request'].includes(code)
    return (
      <Refusal
        title={isUnknown ? 'Gallery Not Found' : 'Failed to load content'}
        message={isUnknown ? 'This photographer shows no gallery of that name.' : sentenceOf(error)}
        onRetry={isUnknown ? undefined : () => void refetch()}
        back={{ to: paths.portfolio({ subdomain }), label: 'Back to Portfolio' }}
      />
    )
  }
  if (!data) return <GallerySkeleton />
  return <Shown answer={data} subdomain={subdomain} />
}

export const PortfolioGalleryPage = () => {
  const { subdomain, slug } = useParamsOf(paths.portfolioGallery)
  return canBePageName(subdomain) ? <PortfolioGallery subdomain={subdomain} slug={slug} /> : <NobodysPage />
}
