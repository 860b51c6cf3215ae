import { useCallback, useEffect, useMemo, useState } from 'react'
import * as z from 'zod'
import { type CartItem, fromStored, StoredItem, toStored } from '#frontend/shared/cart/cart-items.ts'
import { errorName, logWarning } from '#frontend/shared/log/log.ts'

const storageKey = 'gallery_selections'
/**
 * The number of galleries whose selection is stored; the oldest is dropped, since nothing else clears a browser's
 * storage.
 */
const most = 10
const Kept = z.array(z.object({ galleryId: z.string(), items: z.array(StoredItem) }))

const readAll = (): z.infer<typeof Kept> => {
  try {
    return Kept.catch([]).parse(JSON.parse(localStorage.getItem(storageKey) ?? '[]'))
  } catch {
    return []
  }
}
const keep = (galleryId: string, items: readonly CartItem[]) => {
  const others = readAll().filter((each) => each.galleryId !== galleryId)
  const own = items.length > 0 ? [{ galleryId, items: items.map(toStored) }] : []
  try {
    localStorage.setItem(storageKey, JSON.stringify([...own, ...others].slice(0, most)))
  } catch (thrown) {
    logWarning('selection_not_kept', { error: errorName(thrown) })
  }
}

/** The photos that are ticked in one gallery. Kept in the browser: leaving the page or loading it anew loses none. */
export const useSelection = (galleryId: string) => {
  const [items, setItems] = useState<readonly CartItem[]>([])
  // After the page's HTML, which is the same for everybody, has been taken over.
  useEffect(() => {
    setItems(
      readAll()
        .find((each) => each.galleryId === galleryId)
        ?.items.map(fromStored) ?? [],
    )
  }, [galleryId])
  const ids = useMemo(() => new Set(items.map(({ photoId }) => photoId)), [items])
  const become = useCallback(
    (next: readonly CartItem[]) => {
      setItems(next)
      keep(galleryId, next)
    },
    [galleryId],
  )
  return {
    items,
    has: (photoId: string) => ids.has(photoId),
    set: (item: CartItem, isChosen: boolean) => {
      const others = items.filter(({ photoId }) => photoId !== item.photoId)
      become(isChosen ? [...others, item] : others)
    },
    clear: () => become([]),
  }
}
