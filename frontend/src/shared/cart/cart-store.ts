import { followStorage } from '#frontend/shared/ticks/follow-storage.ts'
import { toast } from '#frontend/ui/toast.tsx'
import { limits } from '#schema/limits.ts'
import type { Pence } from '#schema/money.ts'
import type { PhotoSize } from '#schema/web-size.ts'
import { type CartItem, cartText, hasPhoto, mergeCarts, parseCart, sizeOf, writeCart } from './cart-items.ts'

/** As they are called beside their prices. */
export const sizeNames = { original: 'Original', web: 'Web size' } as const

/** Always the same, so that what hangs on an empty cart is not drawn anew for another one. */
const none: readonly CartItem[] = []

/** What lies in the cart, kept in the browser and agreed on across its tabs. */
export const createCartStore = () => {
  const listeners = new Set<() => void>()
  const orNone = (items: readonly CartItem[]) => (items.length === 0 ? none : items)
  /** What the browser kept when it was last looked at. Where it keeps no more, what lies here is newer than that. */
  let kept = cartText()
  let items = orNone(parseCart(kept))
  const show = (next: readonly CartItem[]) => {
    items = orNone(next)
    for (const listener of listeners) listener()
  }
  let isKept = true
  const become = (next: readonly CartItem[]) => {
    isKept = writeCart(next)
    kept = cartText()
    show(next)
  }
  /** Takes over what another tab did: one that slept, or that the browser froze, has not heard of it. */
  const look = () => {
    const text = cartText()
    if (text === kept) return
    const [before, theirs] = [kept, parseCart(text)]
    kept = text
    if (isKept) show(theirs)
    // The other tab could not know of what lies here alone.
    else become(mergeCarts(parseCart(before), { ours: items, theirs }))
  }
  /** What is done to the cart is done to the one that all tabs have. */
  const shared =
    <A extends unknown[], R>(act: (...given: A) => R) =>
    (...given: A): R => {
      look()
      return act(...given)
    }
  const has = (photoId: string) => hasPhoto(items, photoId)
  const find = (photoId: string) => items.find((item) => item.photoId === photoId)
  const replace = (item: CartItem) => become(items.map((each) => (each.photoId === item.photoId ? item : each)))

  return {
    items: () => items,
    /** What the HTML shows that is the same for everybody. */
    serverItems: () => none,
    has,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Follows what other tabs do, until the answered function is called. */
    follow: () => followStorage(limits.cart.storageKey, look),

    /** What of a photo, or a gallery, lies in it. */
    find,
    /** Which size of a photo is in it. */
    sizeIn: (photoId: string): PhotoSize | undefined => {
      const known = find(photoId)
      return known && sizeOf(known)
    },
    /** Chooses the other size of a photo that is in it, at the price that the server named for that. */
    resize: shared((photoId: string, size: PhotoSize, pricePence: Pence) => {
      const known = find(photoId)
      if (known && known.upgradeOf === undefined) replace({ ...known, size, pricePence })
    }),
    /** Puts the upgrade of a bought Web size in, in place of what of the photo is in it already. */
    addUpgrade: shared((item: CartItem) => {
      if (has(item.photoId)) replace(item)
      else become([...items, item])
      toast({ kind: 'success', title: 'Added to cart', description: `The Original of ${item.title} is in your cart.` })
    }),

    /** Adds one photo and says so; its other size takes its place, and one that is in already is refused with a toast. */
    add: shared((item: CartItem) => {
      const known = find(item.photoId)
      if (known && known.upgradeOf === undefined && sizeOf(known) !== sizeOf(item)) {
        replace({ ...known, size: sizeOf(item), pricePence: item.pricePence })
        const now = `${item.title} is in your cart as ${sizeNames[sizeOf(item)]} now.`
        toast({ kind: 'success', title: 'Changed in cart', description: now })
        return
      }
      if (known) {
        toast({ title: 'Already in cart', description: 'This photo is already in your cart.' })
        return
      }
      become([...items, item])
      toast({ kind: 'success', title: 'Added to cart', description: `${item.title} has been added to your cart.` })
    }),
    /** Adds those that are not in yet, with one toast for all; answers how many. */
    addAll: shared((added: readonly CartItem[]): number => {
      const fresh = added.filter((item) => !has(item.photoId))
      const [only, ...others] = fresh
      if (!only) {
        const which = added.length === 1 ? 'This photo is' : 'These photos are'
        toast({ title: 'Already in cart', description: `${which} already in your cart.` })
        return 0
      }
      become([...items, ...fresh])
      const what = others.length === 0 ? `${only.title} has` : `${String(fresh.length)} photos have`
      toast({ kind: 'success', title: 'Added to cart', description: `${what} been added to your cart.` })
      return fresh.length
    }),
    /** Makes of what lies in it something else, without a word, and answers what lay there; the same list is not written. */
    update: shared((next: (items: readonly CartItem[]) => readonly CartItem[]): readonly CartItem[] => {
      const before = items
      const after = next(before)
      if (after !== before) become(after)
      return before
    }),
    /** Takes the server's prices over after 'price_changed'. */
    reprice: shared((prices: ReadonlyMap<string, Pence>) =>
      become(items.map((item) => ({ ...item, pricePence: prices.get(item.photoId) ?? item.pricePence }))),
    ),
    /**
     * Takes out without a word what was bought; of a whole gallery its photos, too, which may lie in the cart one by one.
     * Answers whether it was bought here: the cart had some of it, or is empty.
     * @param wholes When each of them was paid.
     */
    takeBought: shared((photos: ReadonlyMap<string, PhotoSize>, wholes: ReadonlyMap<string, string>): boolean => {
      const isBought = (item: CartItem) => {
        const as = photos.get(item.photoId)
        // Of a photo that was bought as Web size, the Original was chosen since.
        if (as === 'original' || as === sizeOf(item)) return true
        if (wholes.has(item.photoId)) return true
        const paidAt = item.upgradeOf === undefined ? (wholes.get(item.galleryId) ?? '') : ''
        return (item.exceptedSince ?? '') < paidAt
      }
      const left = items.filter((item) => !isBought(item))
      const isOwn = left.length < items.length || items.length === 0
      become(left)
      return isOwn
    }),
    /** Takes out without a word what was ordered, as it was ordered: of another size, it was chosen since. */
    takeOrdered: shared((ordered: readonly CartItem[]) =>
      become(
        items.filter((item) => !ordered.some((each) => each.photoId === item.photoId && sizeOf(each) === sizeOf(item))),
      ),
    ),
  }
}
export type CartStore = ReturnType<typeof createCartStore>
