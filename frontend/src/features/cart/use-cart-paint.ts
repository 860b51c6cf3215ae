import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { CartItem } from '#frontend/shared/cart/cart-items.ts'
import type { BrandPaint } from '#schema/entities/brand.ts'
import { cartLookOf, keepCartLook } from './cart-look.ts'
import type { useQuote } from './queries.ts'

/** What a cart whose photos are all of one photographer is painted in; before the server has said so, as last known. */
export const useCartPaint = (
  items: readonly CartItem[],
  { data, isPlaceholderData }: ReturnType<typeof useQuote>,
): BrandPaint | null => {
  const queries = useQueryClient()
  const known = useMemo(() => cartLookOf(items, queries), [items, queries])
  useEffect(() => {
    // What was said of the cart before says nothing of the galleries of this one.
    if (data && !isPlaceholderData && items.length > 0) keepCartLook(items, data.brand)
  }, [items, data, isPlaceholderData])
  return data ? data.brand : known
}
