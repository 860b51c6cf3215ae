import { useCallback, useEffect, useMemo, useState } from 'react'
import * as z from 'zod'
import { type CartItem, fromStored, StoredItem, toStored } from '#frontend/shared/cart/cart-items.ts'
import { countOf } from '#frontend/shared/format/counts.ts'
import { keptList } from '#frontend/shared/ticks/kept-list.ts'
import { toast } from '#frontend/ui/toast.tsx'

/**
 * The number of galleries whose selection is stored; the oldest is dropped, since nothing else clears a browser's
 * storage.
 */
const most = 10
const selections = keptList({
  storage: () => localStorage,
  key: 'gallery_selections',
  item: z.object({ galleryId: z.string(), items: z.array(StoredItem) }),
})
const keep = (galleryId: string, items: readonly CartItem[]) => {
  const others = selections.read().filter((each) => each.galleryId !== galleryId)
  const own = items.length > 0 ? [{ galleryId, items: items.map(toStored) }] : []
  selections.keep([...own, ...others].slice(0, most))
}

const read = (galleryId: string): readonly CartItem[] =>
  selections
    .read()
    .find((each) => each.galleryId === galleryId)
    ?.items.map(fromStored) ?? []

/** The photos that are ticked in one gallery. Kept in the browser: leaving the page or loading it anew loses none. */
export const useSelection = (galleryId: string) => {
  const [items, setItems] = useState<readonly CartItem[]>([])
  // After the page's HTML, which is the same for everybody, has been taken over.
  useEffect(() => setItems(read(galleryId)), [galleryId])
  const ids: ReadonlySet<string> = useMemo(() => new Set(items.map(({ photoId }) => photoId)), [items])
  const become = useCallback(
    (next: readonly CartItem[]) => {
      setItems(next)
      keep(galleryId, next)
    },
    [galleryId],
  )
  return {
    items,
    /** By id. */
    chosen: ids,
    set: (item: CartItem, isChosen: boolean) => {
      const others = items.filter(({ photoId }) => photoId !== item.photoId)
      become(isChosen ? [...others, item] : others)
    },
    clear: () => become([]),
    /** The same with a toast, which brings them back beside those that are ticked by then. */
    clearByHand: () => {
      become([])
      const act = () => {
        const since = read(galleryId)
        const back = items.filter(({ photoId }) => !since.some((item) => item.photoId === photoId))
        become([...back, ...since])
      }
      const description = `${countOf(items.length, 'photo is', 'photos are')} not ticked any more.`
      toast({ kind: 'info', title: 'Selection cleared', description, action: { label: 'Undo', act } })
    },
  }
}
