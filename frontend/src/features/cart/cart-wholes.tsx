import { X } from 'lucide-react'
import { countOf } from '#frontend/shared/format/counts.ts'
import { useBoughtWhole } from '#frontend/shared/orders/bought-photos.ts'
import { IconButton, TextLink } from '#frontend/ui/button.tsx'
import { FittedPhoto } from '#frontend/ui/fitted-photo.tsx'
import { Box, Flex, Hidden, List, Text } from '#frontend/ui/layout.tsx'
import { Card } from '#frontend/ui/surface.tsx'
import type { CartWhole } from '#schema/api/orders.ts'
import { formatCount } from '#schema/counts.ts'
import { limits } from '#schema/limits.ts'
import { formatPounds } from '#schema/money.ts'
import { paths } from '#schema/paths.ts'

/** "These 12 photos cost as much as the whole gallery: you get all 140." */
const switched = ({ photoIds, photoCount }: CartWhole): string =>
  `${photoIds.length === 1 ? 'This photo costs' : `These ${String(photoIds.length)} photos cost`} as much as the whole gallery: you get all ${String(photoCount)}.`

type OnRemove = (id: string, pressed: HTMLElement) => void

const Whole = ({ whole, onRemove }: { whole: CartWhole; onRemove: OnRemove }) => {
  const { galleryId, galleryTitle, photographerName, photoCount, pricePence, netPence, picture, isSwitched } = whole
  const isBought = useBoughtWhole(galleryId) !== ''
  return (
    <Card as="li">
      <Flex gap="4" alignItems="flex-start">
        <Box flex="0 0 auto" width={{ base: '5.5rem', sm: '8rem' }}>
          <FittedPhoto picture={picture} alt="" room={1} sizes="8rem" />
        </Box>
        <Box minWidth="0" flex="1">
          <Text fontFamily="heading" fontSize="lg" lineHeight="snug">
            Whole gallery: <TextLink to={paths.gallery({ galleryId })}>{galleryTitle}</TextLink>
          </Text>
          <Text textStyle="small" color="ink.muted">
            <bdi>{photographerName}</bdi>, {countOf(photoCount, 'photo')}
          </Text>
          {isBought && (
            <Text textStyle="small" color="accent.text">
              You bought this gallery before
            </Text>
          )}
          <Text textStyle="small" marginTop="1" role={isSwitched ? 'status' : undefined}>
            {isSwitched
              ? switched(whole)
              : `All photos, and those added within ${String(limits.gallery.wholeGrowsDays)} days, up to ${formatCount(limits.gallery.wholePhotos)} in all, but for those that their photographer keeps out.`}
          </Text>
          <Text marginTop="2">
            {netPence < pricePence && (
              <>
                <Hidden>instead of</Hidden>{' '}
                <Text as="s" color="ink.muted">
                  {formatPounds(pricePence)}
                </Text>{' '}
              </>
            )}
            {formatPounds(netPence)}
          </Text>
        </Box>
        {!isSwitched && (
          <IconButton
            label={`Remove the whole gallery ${galleryTitle}`}
            data-remove
            onClick={({ currentTarget }) => onRemove(galleryId, currentTarget)}
          >
            <X aria-hidden />
          </IconButton>
        )}
      </Flex>
    </Card>
  )
}

/** Galleries that are bought as a whole, those that the cart switched to by itself among them. */
export const CartWholes = ({ wholes, onRemove }: { wholes: readonly CartWhole[]; onRemove: OnRemove }) =>
  wholes.length > 0 && (
    <List aria-label="Whole galleries in your cart" display="grid" gap="4" marginBottom="8">
      {wholes.map((whole) => (
        <Whole key={whole.galleryId} whole={whole} onRemove={onRemove} />
      ))}
    </List>
  )
