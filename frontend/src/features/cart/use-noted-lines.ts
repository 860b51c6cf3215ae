import { useEffect } from 'react'
import { useCartActions } from '#frontend/shared/cart/cart.tsx'
import type { CartItem } from '#frontend/shared/cart/cart-items.ts'
import type { useQuote } from './queries.ts'

/**
 * Notes what the server says of photos beside their prices: which are sold as Web size too, so that their lines are as high
 * from the start when the cart is opened again, and since when one is kept from earlier buyers of its whole gallery, which
 * an item of an earlier release or of a mail does not know. Once for each answer, since another tab may have another one.
 */
export const useNotedLines = ({ data, dataUpdatedAt, isPlaceholderData }: ReturnType<typeof useQuote>): void => {
  const { update } = useCartActions()
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that is the same as the one before is noted, too.
  useEffect(() => {
    if (!data || isPlaceholderData) return
    const lines = new Map<string, (typeof data.lines)[number]>(
      [...data.lines, ...data.inside].map((line) => [line.photoId, line]),
    )
    const noted = (item: CartItem): CartItem => {
      const line = lines.get(item.photoId)
      if (!line) return item
      const [hasWeb, { exceptedSince }] = [!line.isUpgrade && Boolean(line.sizes?.web), line]
      const isNoted = (item.hasWeb ?? false) === hasWeb && item.exceptedSince === exceptedSince
      return isNoted ? item : { ...item, hasWeb, exceptedSince }
    }
    update((all) => {
      const next = all.map(noted)
      return next.some((item, place) => item !== all[place]) ? next : all
    })
  }, [data, dataUpdatedAt, isPlaceholderData, update])
}
