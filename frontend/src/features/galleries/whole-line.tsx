import { Images } from 'lucide-react'
import { memo } from 'react'
import { useInCart } from '#frontend/shared/cart/cart.tsx'
import { countOf } from '#frontend/shared/format/counts.ts'
import { formatDay } from '#frontend/shared/format/dates.ts'
import { useBoughtWhole } from '#frontend/shared/orders/bought-photos.ts'
import { Button, ButtonLink } from '#frontend/ui/button.tsx'
import { Box, Row, Span, Text } from '#frontend/ui/layout.tsx'
import { formatCount } from '#schema/counts.ts'
import { limits } from '#schema/limits.ts'
import { formatPounds } from '#schema/money.ts'
import { paths } from '#schema/paths.ts'
import { useBuyWhole } from './buy-whole.ts'
import type { WallGallery } from './queries.ts'

const most = formatCount(limits.gallery.wholePhotos)

type WholeLineProps = { gallery: WallGallery; isOwn: boolean }

/** What all photos of a gallery cost together, before anything is chosen, and the way to buy them. */
export const WholeLine = memo(({ gallery, isOwn }: WholeLineProps) => {
  const { id, photoCount, wholePence } = gallery
  const buy = useBuyWhole(gallery)
  const isInCart = useInCart(id)
  const boughtUntil = useBoughtWhole(id)
  if (wholePence === null) return null
  return (
    <Row gap="4" marginTop="6" justifyContent="space-between">
      <Row gap="2" flexWrap="nowrap" alignItems="flex-start" flex="1 1 16rem">
        <Box flexShrink={0} color="accent.text" paddingTop="0.5" aria-hidden>
          <Images size={18} />
        </Box>
        <Text>
          The whole gallery: {countOf(photoCount, 'photo')} for {formatPounds(wholePence)}
          {boughtUntil ? (
            <>
              . <Span color="success">Bought</Span> with all photos until {formatDay(boughtUntil)}, up to {most}, but
              for those that its photographer keeps out: the link in your receipt opens them.
            </>
          ) : (
            `, and what is added within ${String(limits.gallery.wholeGrowsDays)} days, up to ${most} in all, but for what its photographer keeps out.`
          )}
        </Text>
      </Row>
      {!isOwn &&
        (isInCart ? (
          <ButtonLink to={paths.cart()}>In Your Cart</ButtonLink>
        ) : (
          <Button variant={boughtUntil ? 'quiet' : 'outline'} onClick={buy}>
            Buy the Whole Gallery
          </Button>
        ))}
    </Row>
  )
})
