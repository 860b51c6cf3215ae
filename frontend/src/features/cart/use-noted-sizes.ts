import { useEffect } from 'react'
import { useCart } from '#frontend/shared/cart/cart.tsx'
import type { CartItem } from '#frontend/shared/cart/cart-items.ts'
import type { useQuote } from './queries.ts'

/** Notes which photos are sold as Web size too: when the cart is opened again, their lines are as high from the start. */
export const useNotedSizes = ({ data, isPlaceholderData }: ReturnType<typeof useQuote>): void => {
  const { items, update } = useCart()
  useEffect(() => {
    if (!data || isPlaceholderData) return
    const hasWeb = new Map<string, boolean>(
      [...data.lines, ...data.inside].map((line) => [line.photoId, !line.isUpgrade && Boolean(line.sizes?.web)]),
    )
    const isOther = ({ photoId, hasWeb: known = false }: CartItem) => (hasWeb.get(photoId) ?? known) !== known
    if (items.some(isOther))
      update((all) => all.map((item) => (isOther(item) ? { ...item, hasWeb: !item.hasWeb } : item)))
  }, [data, isPlaceholderData, items, update])
}
