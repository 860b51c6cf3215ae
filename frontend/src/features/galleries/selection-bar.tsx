import { ShoppingCart } from 'lucide-react'
import { memo } from 'react'
import type { CartItem } from '#frontend/shared/cart/cart-items.ts'
import { countOf } from '#frontend/shared/format/counts.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Dock } from '#frontend/ui/dock.tsx'
import { Row, Text } from '#frontend/ui/layout.tsx'
import { formatPounds, sumPence } from '#schema/money.ts'
import { type PriceStep, percentAt } from '#schema/offers.ts'

type SelectionBarProps = {
  /** Those that are ticked. */
  photos: readonly CartItem[]
  steps: readonly PriceStep[]
  onClear: () => void
  onBuy: () => void
}

const lessText = (percent: number) => (percent > 0 ? ` less ${String(percent)}%` : '')

/** Adds several photos to the cart at once. Shown at the bottom of the window while photos are being selected. */
export const SelectionBar = memo(({ photos, steps, onClear, onBuy }: SelectionBarProps) => (
  <Dock aria-label="Selection">
    <Row justifyContent="space-between" rowGap="2" columnGap="3">
      <Text textStyle="small" role="status" flex="1 1 7.5rem">
        {photos.length === 0
          ? 'Tick photos to buy several at once'
          : `${countOf(photos.length, 'photo')} selected, ${formatPounds(sumPence(photos.map((photo) => photo.pricePence)))}${lessText(percentAt(steps, photos.length))}`}
      </Text>
      <Row flexWrap="nowrap" gap="1" marginInlineStart="auto">
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
))
