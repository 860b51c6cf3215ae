import { type CartItem, hasPhoto, isInWhole } from '#frontend/shared/cart/cart-items.ts'
import type { CartStore } from '#frontend/shared/cart/cart-store.ts'
import { countOf } from '#frontend/shared/format/counts.ts'
import { isOffered, type Toast, type ToastAction, toast } from '#frontend/ui/toast.tsx'
import { countedItems } from './counted-items.ts'

/** What can be had back, what the cart was with it, and what was put in its place. */
type Removal = { gone: readonly CartItem[]; before: readonly CartItem[]; put: readonly CartItem[] }

/** A cart with these back where they were. All others stay as they are by then: of another size, or bought. */
const withBack = (items: readonly CartItem[], { gone, before, put }: Removal): readonly CartItem[] => {
  const kept = items.filter(({ photoId }) => !hasPhoto(put, photoId))
  const known = new Map([...gone, ...kept].map((item) => [item.photoId, item]))
  return [
    ...before.flatMap(({ photoId }) => known.get(photoId) ?? []),
    ...kept.filter(({ photoId }) => !hasPhoto(before, photoId)),
  ]
}

/** What the message of the last removal brings back; the next message takes its place. */
let last: { removal: Removal; action: ToastAction } | undefined

/** Where a whole goes that took the place of others, it is what is to be had back: all wholes stay as they are by then. */
const withoutWholes = ({ gone, before, put }: Removal): Removal => ({
  gone: gone.filter((item) => !put.some(({ galleryId }) => isInWhole(item, galleryId))),
  before,
  put: [],
})

type Cart = Pick<CartStore, 'update'>
type Said = Pick<Toast, 'kind' | 'title'> & {
  /** @param gone All that can be had back now; `taken`: what was taken out just now. */
  describe: (gone: readonly CartItem[], taken: readonly CartItem[]) => string
}
type Change = { isTaken: (item: CartItem) => boolean; put?: CartItem }
const nothing: Removal = { gone: [], before: [], put: [] }
const takeOut = (cart: Cart, { isTaken, put }: Change, { describe, ...said }: Said) => {
  const there = cart.update((items) => {
    const left = items.filter((item) => !isTaken(item))
    // Another tab may have taken all of them out: then nothing comes in their place.
    if (left.length === items.length) return items
    return put && !hasPhoto(left, put.photoId) ? [...left, put] : left
  })
  const taken = there.filter(isTaken)
  if (taken.length === 0) return
  // What was removed a moment ago could not be had back any more, if this message had its own alone.
  const stands = last && isOffered(last.action) ? last.removal : nothing
  const earlier = taken.every(({ photoId }) => hasPhoto(stands.put, photoId)) ? withoutWholes(stands) : stands
  const gone = [
    // Another tab may have brought some of it back meanwhile.
    ...earlier.gone.filter(({ photoId }) => !hasPhoto(there, photoId)),
    // What took the place of others goes when they are had back.
    ...taken.filter(({ photoId }) => !hasPhoto(earlier.put, photoId)),
  ]
  const fresh = put && !hasPhoto(there, put.photoId) ? [put] : []
  const removal = { gone, before: withBack(there, earlier), put: [...earlier.put, ...fresh] }
  const action = { label: 'Undo', act: () => void cart.update((items) => withBack(items, removal)) }
  last = { removal, action }
  toast({ ...said, description: describe(gone, taken), action })
}

const removedText =
  (nameOf: (item: CartItem) => string): Said['describe'] =>
  ([only, ...others]) =>
    only && others.length === 0
      ? `${nameOf(only)} has been removed from your cart.`
      : `${countedItems(only ? [only, ...others] : [])} have been removed from your cart.`

/** Takes these out by hand and says so; until it is said no more they can be had back. */
export const removeByHand = (cart: Cart, photoIds: ReadonlySet<string>) =>
  takeOut(
    cart,
    { isTaken: (item) => photoIds.has(item.photoId) },
    { kind: 'info', title: 'Removed from cart', describe: removedText(({ title }) => title) },
  )

/** The same with all that lies in it. */
export const clearByHand = (cart: Cart) =>
  takeOut(
    cart,
    { isTaken: () => true },
    {
      kind: 'info',
      title: 'Cart cleared',
      describe: removedText(({ isWhole }) => (isWhole ? 'One whole gallery' : 'One photo')),
    },
  )

/** Takes a whole gallery in place of the photos of it that lie in the cart, and says so; Undo brings these back. */
export const takeWholeByHand = (cart: Cart, whole: CartItem, photoCount: number) =>
  takeOut(
    cart,
    { isTaken: (item) => isInWhole(item, whole.galleryId), put: whole },
    {
      kind: 'success',
      title: 'Whole gallery in cart',
      describe: (_, taken) =>
        `All ${countOf(photoCount, 'photo')} of ${whole.galleryTitle} are in your cart, in place of ${countedItems(taken)}.`,
    },
  )
