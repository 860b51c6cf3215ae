import { Images, TicketPercent } from 'lucide-react'
import { useWithoutBoughtWholes } from '#frontend/shared/orders/bought-photos.ts'
import { Button, TextLink } from '#frontend/ui/button.tsx'
import { Box, Flex, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import type { CartNear, CartOffer } from '#schema/api/orders.ts'
import { formatCount } from '#schema/counts.ts'
import { formatPounds } from '#schema/money.ts'
import { paths } from '#schema/paths.ts'

const Offer = ({ offer: { galleryId, galleryTitle, percent, savedPence, next } }: { offer: CartOffer }) => (
  <Flex gap="3" alignItems="flex-start">
    <Box flexShrink={0} color="accent.text" paddingTop="0.5" aria-hidden>
      <TicketPercent size={18} />
    </Box>
    <div>
      {percent > 0 && (
        <Text>
          <bdi>{galleryTitle}</bdi>: {percent}% off, you save {formatPounds(savedPence)}.
        </Text>
      )}
      {next && (
        <Text>
          <TextLink to={paths.gallery({ galleryId })}>Add {next.more} more</TextLink>{' '}
          {percent === 0 && (
            <>
              from <bdi>{galleryTitle}</bdi>{' '}
            </>
          )}
          and save {formatPounds(next.morePence)}
          {percent > 0 && ' more'}{' '}
          <Text as="span" color="ink.muted">
            ({next.percent}% off, at {formatPounds(next.eachPence)} a photo)
          </Text>
        </Text>
      )}
    </div>
  </Flex>
)

type OnTake = (near: CartNear, pressed: HTMLElement) => void
type NearProps = { near: CartNear; isStale: boolean; onTake: OnTake }

const Near = ({ near, isStale, onTake }: NearProps) => {
  const { galleryTitle, photoCount, morePence } = near
  const all = formatCount(photoCount)
  return (
    <Flex gap="3" alignItems="flex-start">
      <Box flexShrink={0} color="accent.text" paddingTop="0.5" aria-hidden>
        <Images size={18} />
      </Box>
      <Row columnGap="4" rowGap="2" flex="1">
        <Text>
          {morePence === 0 ? 'For the same price' : `For ${formatPounds(morePence)} more`} you get all {all} photos of{' '}
          <bdi>{galleryTitle}</bdi>.
        </Text>
        <Button
          size="sm"
          // What it costs more is asked for anew.
          ended={isStale}
          onClick={({ currentTarget }) => onTake(near, currentTarget)}
        >
          Get All {all}
        </Button>
      </Row>
    </Flex>
  )
}

type CartOffersProps = {
  offers: readonly CartOffer[]
  /** Galleries that cost little more as a whole. */
  near: readonly CartNear[]
  /** They are of the cart before, and new ones on their way. */
  isStale: boolean
  onTake: OnTake
}

/** What galleries take off the cart, how much more a few more photos would save, and how little more all of them cost. */
export const CartOffers = ({ offers, near, isStale, onTake }: CartOffersProps) => {
  const told = offers.filter(({ percent, next }) => percent > 0 || next !== null)
  const wholes = useWithoutBoughtWholes(near)
  if (told.length + wholes.length === 0) return null
  return (
    <Stack as="section" aria-label="Cheaper together" gap="3" marginTop="8" aria-live="polite">
      {told.map((offer) => (
        <Offer key={offer.galleryId} offer={offer} />
      ))}
      {wholes.map((each) => (
        <Near key={each.galleryId} near={each} isStale={isStale} onTake={onTake} />
      ))}
    </Stack>
  )
}
