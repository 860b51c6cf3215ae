import { ShoppingCart } from 'lucide-react'
import { memo } from 'react'
import type { CartItem } from '#frontend/shared/cart/cart-items.ts'
import { countOf } from '#frontend/shared/format/counts.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Dock } from '#frontend/ui/dock.tsx'
import { Row, Text } from '#frontend/ui/layout.tsx'
import type { PhotoView } from '#schema/api/views.ts'
import { formatCount } from '#schema/counts.ts'
import { formatPounds } from '#schema/money.ts'
import { useBuyWhole } from './buy-whole.ts'
import type { WallGallery } from './queries.ts'
import { type Together, useTogether } from './together.ts'
import { nearText, sameText } from './whole-words.ts'

type SelectionBarProps = {
  gallery: WallGallery
  /** Those that are ticked. */
  photos: readonly CartItem[]
  /** What the page knows of the gallery's photos. */
  loaded: readonly PhotoView[]
  onClear: () => void
  onBuy: () => void
}

const priceText = ({ listPence, percent, upgradePence }: Together): string => {
  if (percent === 0 || listPence === 0) return formatPounds(listPence + upgradePence)
  const less = `${formatPounds(listPence)} less ${String(percent)}%`
  return upgradePence > 0 ? `${less} and ${formatPounds(upgradePence)} for what you upgrade` : less
}

const selectedText = (count: number, together: Together, photoCount: number): string => {
  if (count === 0) return 'Tick photos to buy several at once'
  const { hasOthers, whole } = together
  const selected = `${countOf(count, 'photo')} selected`
  if (whole.kind === 'inCart') return `${selected}: in the whole gallery, which is in your cart`
  if (whole.kind === 'same') return `${selected}. ${sameText(whole, { count, hasOthers, photoCount })}`
  const price = `${selected}, ${priceText(together)}`
  return whole.kind === 'near' ? `${price}. ${nearText(whole.morePence, photoCount)}` : price
}

/** Adds several photos to the cart at once. Shown at the bottom of the window while photos are being selected. */
export const SelectionBar = memo(({ gallery, photos, loaded, onClear, onBuy }: SelectionBarProps) => {
  const together = useTogether(gallery, photos, loaded)
  const buyWhole = useBuyWhole(gallery)
  return (
    <Dock aria-label="Selection">
      <Row justifyContent="space-between" rowGap="2" columnGap="3">
        <Text textStyle="small" role="status" flex="1 1 7.5rem">
          {selectedText(photos.length, together, gallery.photoCount)}
        </Text>
        <Row gap="1" marginInlineStart="auto" justifyContent="flex-end">
          {together.whole.kind === 'near' && (
            <Button size="sm" onClick={buyWhole}>
              Get All {formatCount(gallery.photoCount)}
            </Button>
          )}
          {photos.length > 0 && (
            <Button variant="quiet" size="sm" onClick={onClear}>
              Clear
            </Button>
          )}
          <Button variant={photos.length > 0 ? 'accent' : 'outline'} size="sm" onClick={onBuy}>
            <ShoppingCart aria-hidden />
            Purchase Selected
          </Button>
        </Row>
      </Row>
    </Dock>
  )
})
