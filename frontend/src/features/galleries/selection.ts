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

type Shown = { items: readonly CartItem[]; become: (next: readonly CartItem[]) => void }
/** The ticks of the galleries that are open, by id: an Undo outlives the page that it was offered on. */
const shown = new Map<string, Shown>()

const without = (items: readonly CartItem[], others: readonly CartItem[]) =>
  items.filter(({ photoId }) => !others.some((other) => other.photoId === photoId))

/** Ticks these again, beside those that are ticked by now, here or in another tab. */
const tickAgain = (galleryId: string, items: readonly CartItem[]) => {
  const open = shown.get(galleryId)
  const here = open?.items ?? []
  const since = [...here, ...without(read(galleryId), here)]
  const next = [...without(items, since), ...since]
  if (open) open.become(next)
  else keep(galleryId, next)
}

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
  useEffect(() => {
    const own = { items, become }
    shown.set(galleryId, own)
    return () => {
      if (shown.get(galleryId) === own) shown.delete(galleryId)
    }
  }, [galleryId, items, become])
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
      const act = () => tickAgain(galleryId, items)
      const description = `${countOf(items.length, 'photo is', 'photos are')} not ticked any more.`
      toast({ kind: 'info', title: 'Selection cleared', description, action: { label: 'Undo', act } })
    },
  }
}
