import { useEffect, useMemo, useState } from 'react'
import * as z from 'zod'
import { type CartItem, fromStored, StoredItem, toStored } from '#frontend/shared/cart/cart-items.ts'
import { countOf } from '#frontend/shared/format/counts.ts'
import { followStorage } from '#frontend/shared/ticks/follow-storage.ts'
import { keptList } from '#frontend/shared/ticks/kept-list.ts'
import { toast } from '#frontend/ui/toast.tsx'

/**
 * The number of galleries whose selection is stored; the oldest is dropped, since nothing else clears a browser's
 * storage.
 */
const most = 10
const key = 'gallery_selections'
const selections = keptList({
  storage: () => localStorage,
  key,
  item: z.object({ galleryId: z.string(), items: z.array(StoredItem) }),
})

type Items = readonly CartItem[]
/** What the browser refused to keep, by gallery. It is newer than what the browser has, and lasts as long as the page. */
const unkept = new Map<string, Items>()

const itemsIn = (all: ReturnType<typeof selections.read>, galleryId: string): Items =>
  unkept.get(galleryId) ?? all.find((each) => each.galleryId === galleryId)?.items.map(fromStored) ?? []
const read = (galleryId: string) => itemsIn(selections.read(), galleryId)

/** Told of what is ticked in a gallery now. */
const listeners = new Set<(galleryId: string, items: Items) => void>()
/**
 * Changes what is ticked by now, here or in another tab. An Undo does so at any later time, whether or not the gallery is
 * open.
 */
const change = (galleryId: string, step: (items: Items) => Items) => {
  const all = selections.read()
  const items = step(itemsIn(all, galleryId))
  const others = all.filter((each) => each.galleryId !== galleryId)
  const own = items.length > 0 ? [{ galleryId, items: items.map(toStored) }] : []
  if (selections.keep([...own, ...others].slice(0, most))) unkept.delete(galleryId)
  else unkept.set(galleryId, items)
  for (const listener of listeners) listener(galleryId, items)
}

const without = (items: Items, others: Items) =>
  items.filter(({ photoId }) => !others.some((other) => other.photoId === photoId))
const areSame = (some: Items, others: Items) =>
  some.length === others.length && some.every(({ photoId }, index) => photoId === others[index]?.photoId)

/**
 * The photos that are ticked in one gallery. Kept in the browser: leaving the page or loading it anew loses none, and all
 * tabs have the same.
 */
export const useSelection = (galleryId: string) => {
  const [items, setItems] = useState<Items>([])
  // After the page's HTML, which is the same for everybody, has been taken over.
  useEffect(() => {
    const show = (next: Items) => setItems((now) => (areSame(now, next) ? now : next))
    show(read(galleryId))
    const listener = (changed: string, next: Items) => {
      if (changed === galleryId) show(next)
    }
    listeners.add(listener)
    const unfollow = followStorage(key, () => show(read(galleryId)))
    return () => {
      listeners.delete(listener)
      unfollow()
    }
  }, [galleryId])
  const ids: ReadonlySet<string> = useMemo(() => new Set(items.map(({ photoId }) => photoId)), [items])
  const clear = () => change(galleryId, (now) => without(now, items))
  return {
    items,
    /** By id. */
    chosen: ids,
    set: (item: CartItem, isChosen: boolean) =>
      change(galleryId, (now) => [...without(now, [item]), ...(isChosen ? [item] : [])]),
    /** Those that are seen here to be ticked. */
    clear,
    /** The same with a toast, which brings them back beside those that are ticked by then. */
    clearByHand: () => {
      clear()
      const act = () => change(galleryId, (now) => [...without(items, now), ...now])
      const description = `${countOf(items.length, 'photo is', 'photos are')} not ticked any more.`
      toast({ kind: 'info', title: 'Selection cleared', description, action: { label: 'Undo', act } })
    },
  }
}
