import { ArrowLeft, Check, Images, ShoppingCart } from 'lucide-react'
import { Navigate } from 'react-router'
import { cartItemOf, GallerySkeleton, priceOf, ReportLink } from '#frontend/features/galleries/public.ts'
import { useParamsOf } from '#frontend/shared/address/use-params-of.ts'
import { ApiError, codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { useCartActions, useInCart } from '#frontend/shared/cart/cart.tsx'
import { countOf } from '#frontend/shared/format/counts.ts'
import { useHead } from '#frontend/shared/head/use-head.ts'
import { NotFoundPage } from '#frontend/shared/not-found/not-found-page.tsx'
import { Button, ButtonLink } from '#frontend/ui/button.tsx'
import { JustifiedGrid } from '#frontend/ui/justified-grid.tsx'
import { Column, Flex, Heading, Hidden, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { BarePage } from '#frontend/ui/page.tsx'
import { Photo, shapeOf } from '#frontend/ui/photo.tsx'
import { Refusal } from '#frontend/ui/refusal.tsx'
import { EmptyState } from '#frontend/ui/surface.tsx'
import { Watermark } from '#frontend/ui/watermark.tsx'
import type { PhotoView } from '#schema/api/views.ts'
import { GalleryId } from '#schema/ids.ts'
import { pageHeads } from '#schema/page-heads.ts'
import { paths, reservedSegments } from '#schema/paths.ts'
import { usePortfolioGallery } from './queries.ts'

const reserved: ReadonlySet<string> = new Set(reservedSegments)
/** How many of the first photos are in view before anything is scrolled. */
const inFirstView = 6

/** A gallery that asks for a password does so at its own address. */
const lockOf = (error: unknown): GalleryId | undefined =>
  error instanceof ApiError && error.code === 'gallery_locked'
    ? GalleryId.safeParse(error.details.galleryId).data
    : undefined

const AddButton = ({ photo, onAdd }: { photo: PhotoView; onAdd: () => void }) => {
  const isInCart = useInCart(photo.id)
  return (
    // Not `disabled`: whoever pressed it would lose their place on the page.
    <Button size="sm" {...(isInCart ? { 'aria-disabled': true, 'data-disabled': '' } : { onClick: onAdd })}>
      {isInCart && <Check aria-hidden />}
      {isInCart ? 'In cart' : 'Add to Cart'}
      <Hidden>: {photo.title}</Hidden>
    </Button>
  )
}

const PortfolioGallery = ({ subdomain, slug }: { subdomain: string; slug: string }) => {
  const { data, error, refetch } = usePortfolioGallery(subdomain, slug)
  const { add } = useCartActions()
  const head = data && pageHeads.portfolioGallery(data.gallery)
  useHead(head)
  const locked = lockOf(error)
  if (locked) return <Navigate to={paths.gallery({ galleryId: locked })} replace />
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
  const { gallery, photos, watermark } = data
  return (
    <BarePage title={head?.title}>
      <Column paddingTop={{ base: '8', md: '12' }} paddingBottom={{ base: '14', md: '20' }}>
        <Row justifyContent="space-between" marginBottom="8">
          <ButtonLink to={paths.portfolio({ subdomain })} variant="quiet" size="sm" marginInlineStart="-3">
            <ArrowLeft aria-hidden />
            {gallery.photographerName}
          </ButtonLink>
          <ButtonLink to={paths.cart()} size="sm">
            <ShoppingCart aria-hidden />
            View Cart
          </ButtonLink>
        </Row>
        <Stack gap="3" maxWidth="text" marginBottom="10">
          <Heading as="h1" look="title">
            {gallery.title}
          </Heading>
          {gallery.description && <Text whiteSpace="pre-line">{gallery.description}</Text>}
          <Text textStyle="small" color="ink.muted">
            {countOf(gallery.photoCount, 'photo')}
          </Text>
        </Stack>
        {photos.items.length === 0 ? (
          <EmptyState title="No photos yet" icon={<Images size={40} />}>
            The photographer has not put any photos into this gallery so far.
          </EmptyState>
        ) : (
          <JustifiedGrid
            rows="high"
            label="Photos"
            items={photos.items}
            keyOf={(photo) => photo.id}
            ratioOf={(photo) => shapeOf(photo.picture)}
          >
            {(photo, index) => (
              <Stack as="article" gap="1">
                <Photo
                  picture={photo.picture}
                  alt={photo.title}
                  ratio={shapeOf(photo.picture)}
                  eager={index < inFirstView}
                >
                  <Watermark text={watermark} />
                </Photo>
                <Flex justifyContent="space-between" alignItems="center" gap="2" flexWrap="wrap">
                  <Text fontSize="sm" truncate flex="1 1 5rem" minWidth="0">
                    {photo.title}
                    <Text as="span" display="block" color="ink.muted">
                      {priceOf(photo.pricePence)}
                    </Text>
                  </Text>
                  {photo.pricePence > 0 && <AddButton photo={photo} onAdd={() => add(cartItemOf(photo, gallery))} />}
                </Flex>
              </Stack>
            )}
          </JustifiedGrid>
        )}
        {(photos.nextCursor !== undefined || photos.items.length > 0) && (
          <Row justifyContent="center" marginTop="12">
            <ButtonLink to={paths.gallery({ galleryId: gallery.id })} variant="accent">
              {photos.nextCursor === undefined
                ? 'Open in Gallery View'
                : `See All ${countOf(gallery.photoCount, 'Photo')}`}
            </ButtonLink>
          </Row>
        )}
        <ReportLink reported={{ galleryId: gallery.id, photoId: null, title: gallery.title }} />
      </Column>
    </BarePage>
  )
}

export const PortfolioGalleryPage = () => {
  const { subdomain, slug } = useParamsOf(paths.portfolioGallery)
  return reserved.has(subdomain.toLowerCase()) ? (
    <NotFoundPage />
  ) : (
    <PortfolioGallery subdomain={subdomain} slug={slug} />
  )
}
