import { TicketPercent } from 'lucide-react'
import { TextLink } from '#frontend/ui/button.tsx'
import { Box, Flex, Stack, Text } from '#frontend/ui/layout.tsx'
import type { CartOffer } from '#schema/api/orders.ts'
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

/** What galleries take off the cart, and how much more a few more photos would save. */
export const CartOffers = ({ offers }: { offers: readonly CartOffer[] }) => {
  const told = offers.filter(({ percent, next }) => percent > 0 || next !== null)
  if (told.length === 0) return null
  return (
    <Stack as="section" aria-label="Cheaper together" gap="3" marginBottom="8" aria-live="polite">
      {told.map((offer) => (
        <Offer key={offer.galleryId} offer={offer} />
      ))}
    </Stack>
  )
}
