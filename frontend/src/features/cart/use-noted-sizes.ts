import { useEffect } from 'react'
import { useCartActions } from '#frontend/shared/cart/cart.tsx'
import type { CartItem } from '#frontend/shared/cart/cart-items.ts'
import type { useQuote } from './queries.ts'

/**
 * Notes which photos are sold as Web size too: when the cart is opened again, their lines are as high from the start. Once
 * for each answer, since another tab may have another one.
 */
export const useNotedSizes = ({ data, dataUpdatedAt, isPlaceholderData }: ReturnType<typeof useQuote>): void => {
  const { update } = useCartActions()
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that is the same as the one before is noted, too.
  useEffect(() => {
    if (!data || isPlaceholderData) return
    const hasWeb = new Map<string, boolean>(
      [...data.lines, ...data.inside].map((line) => [line.photoId, !line.isUpgrade && Boolean(line.sizes?.web)]),
    )
    const isOther = ({ photoId, hasWeb: known = false }: CartItem) => (hasWeb.get(photoId) ?? known) !== known
    update((all) =>
      all.some(isOther) ? all.map((item) => (isOther(item) ? { ...item, hasWeb: !item.hasWeb } : item)) : all,
    )
  }, [data, dataUpdatedAt, isPlaceholderData, update])
}
