import type { CartItem } from '#frontend/shared/cart/cart-items.ts'
import { Alert } from '#frontend/ui/alert.tsx'
import { ButtonLink } from '#frontend/ui/button.tsx'
import { Row, Text } from '#frontend/ui/layout.tsx'
import { limits } from '#schema/limits.ts'
import { paths } from '#schema/paths.ts'

const openHours = limits.gallery.grantLifeSeconds / 3_600

/** Photos that are bought once their private gallery has been opened again: a cart outlives a grant. */
export const LockedItems = ({ items }: { items: readonly CartItem[] }) => {
  // A client knows the review's link, and seldom what the gallery itself asks for.
  const hasReviewed = items.some(({ isFromReview }) => isFromReview)
  const galleries = new Map(
    items
      .filter(({ isFromReview, galleryId }) => !isFromReview && galleryId)
      .map(({ galleryId, galleryTitle }) => [galleryId, galleryTitle || 'the gallery']),
  )
  return (
    <Alert
      tone="accent"
      title={
        items.length === 1 ? 'One photo waits for its private gallery' : 'Some photos wait for their private gallery'
      }
    >
      <Text>{items.map((item) => item.title).join(', ')}</Text>
      <Text>
        A private gallery stays open for {openHours} hours. Your cart keeps its photos until you open it again.
      </Text>
      {hasReviewed && <Text>Open the link of your review again, and choose “Buy my approved photos” there.</Text>}
      {galleries.size > 0 && (
        <Row gap="2" marginTop="3">
          {[...galleries].map(([galleryId, title]) => (
            <ButtonLink key={galleryId} to={paths.gallery({ galleryId })} size="sm">
              Open {title}
            </ButtonLink>
          ))}
        </Row>
      )}
    </Alert>
  )
}
