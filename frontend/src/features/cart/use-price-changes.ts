import { useEffect, useRef, useState } from 'react'
import { useCart } from '#frontend/shared/cart/cart.tsx'
import { sizeOf } from '#frontend/shared/cart/cart-items.ts'
import type { CartLine } from '#schema/api/orders.ts'
import type { Pence } from '#schema/money.ts'
import type { PhotoSize } from '#schema/web-size.ts'
import type { useQuote } from './queries.ts'

type PriceChange = { photoId: string; title: string; from: Pence; to: Pence; isWebGone: boolean }

type Said = { readonly pricePence: Pence; readonly size: PhotoSize; readonly isUpgrade: boolean }

/**
 * Takes the prices of each answer over once, where they differ, and remembers what changed until the buyer has read it. What
 * another tab makes of another answer stays until the next one: two tabs would undo each other's without end.
 */
export const usePriceChanges = ({
  data,
  dataUpdatedAt,
  isPlaceholderData,
  isFetchedAfterMount,
}: ReturnType<typeof useQuote>) => {
  const { items, reprice, resize } = useCart()
  // What another choice of sizes cost says nothing of this one, and an answer of before it says nothing of today.
  const quote = isPlaceholderData || !isFetchedAfterMount ? undefined : data
  const [changes, setChanges] = useState<readonly PriceChange[]>([])
  /** What the last answer said of each here, which is what the buyer has read: the cart itself may say what another tab was answered. */
  const said = useRef<ReadonlyMap<string, Said>>(new Map())
  // biome-ignore lint/correctness/useExhaustiveDependencies: `items` are those that the answer is for, each set with one of its own.
  useEffect(() => {
    if (!quote) return
    const lines = new Map<string, CartLine>([...quote.lines, ...quote.inside].map((line) => [line.photoId, line]))
    const wholes = new Map<string, Pence>(quote.wholes.map((whole) => [whole.galleryId, whole.pricePence]))
    const answered = items.flatMap((item) => {
      const { photoId, title, pricePence, isWhole } = item
      const line = lines.get(photoId)
      const isWebGone = line !== undefined && line.size !== sizeOf(item)
      const to = isWhole ? wholes.get(photoId) : line?.pricePence
      const read = said.current.get(photoId)
      const isSameOffer = read?.size === sizeOf(item) && read.isUpgrade === (item.upgradeOf !== undefined)
      const from = isSameOffer ? read.pricePence : pricePence
      return to === undefined ? [] : [{ photoId, title, from, to, isWebGone, isNoted: pricePence === to }]
    })
    said.current = new Map([
      ...[...lines].map(([id, { pricePence, size, isUpgrade }]) => [id, { pricePence, size, isUpgrade }] as const),
      ...[...wholes].map(([id, pricePence]) => [id, { pricePence, size: 'original', isUpgrade: false }] as const),
    ])
    const found = answered.filter(({ from, to, isWebGone }) => from !== to || isWebGone)
    if (found.length > 0)
      setChanges((known) => [
        ...known.filter((each) => !found.some((other) => other.photoId === each.photoId)),
        ...found,
      ])
    for (const { photoId, to, isWebGone } of found) if (isWebGone) resize(photoId, 'original', to)
    const unnoted = answered.filter(({ isNoted }) => !isNoted)
    if (unnoted.length > 0) reprice(new Map(unnoted.map(({ photoId, to }) => [photoId, to])))
  }, [quote, dataUpdatedAt, reprice, resize])
  return [changes, () => setChanges([])] as const
}
