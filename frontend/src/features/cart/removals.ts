import { type CartItem, hasPhoto, isInWhole } from '#frontend/shared/cart/cart-items.ts'
import type { CartStore } from '#frontend/shared/cart/cart-store.ts'
import { countOf } from '#frontend/shared/format/counts.ts'
import { isOffered, type Toast, type ToastAction, toast } from '#frontend/ui/toast.tsx'
import { countedItems } from './counted-items.ts'

/** What can be had back, and what the cart was with it. */
type Removal = { gone: readonly CartItem[]; before: readonly CartItem[] }

/** A cart with these back where they were. All others stay as they are by then: of another size, or bought. */
const withBack = (items: readonly CartItem[], { gone, before }: Removal): readonly CartItem[] => {
  const known = new Map([...gone, ...items].map((item) => [item.photoId, item]))
  return [
    ...before.flatMap(({ photoId }) => known.get(photoId) ?? []),
    ...items.filter(({ photoId }) => !hasPhoto(before, photoId)),
  ]
}

/** The last message, and what the next, which takes its place, brings back, too: not what a whole gallery took the place of. */
let last: { removal: Removal; action: ToastAction } | undefined

type Cart = Pick<CartStore, 'update'>
type Said = Pick<Toast, 'kind' | 'title'> & {
  /** @param taken What was taken out just now. @param earlier What can be had back with it. */
  describe: (taken: readonly CartItem[], earlier: readonly CartItem[]) => string
}
type Change = { isTaken: (item: CartItem) => boolean; put?: CartItem }
const nothing: Removal = { gone: [], before: [] }
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
  // Another tab may have brought some of it back meanwhile, or this very press does.
  const earlier = stands.gone.filter(({ photoId }) => !hasPhoto(there, photoId) && photoId !== put?.photoId)
  const gone = [...earlier, ...taken]
  const before = withBack(there, stands)
  const fresh = put && !hasPhoto(there, put.photoId) ? put.photoId : undefined
  const undone = (items: readonly CartItem[]) =>
    withBack(
      items.filter(({ photoId }) => photoId !== fresh),
      { gone, before },
    )
  const action = { label: 'Undo', act: () => void cart.update(undone) }
  last = { removal: { gone: put ? earlier : gone, before }, action }
  toast({ ...said, description: describe(taken, earlier), action })
}

const removedText =
  (nameOf: (item: CartItem) => string): Said['describe'] =>
  (taken, earlier) => {
    const gone = [...earlier, ...taken]
    const [only, ...others] = gone
    return only && others.length === 0
      ? `${nameOf(only)} has been removed from your cart.`
      : `${countedItems(gone)} have been removed from your cart.`
  }

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

/**
 * Takes a whole gallery in place of the photos of it that lie in the cart, and says so; Undo brings these back. Once
 * something else is taken out, the whole stays: no message says then that Undo would take it out.
 */
export const takeWholeByHand = (cart: Cart, whole: CartItem, photoCount: number) =>
  takeOut(
    cart,
    { isTaken: (item) => isInWhole(item, whole.galleryId), put: whole },
    {
      kind: 'success',
      title: 'Whole gallery in cart',
      describe: (taken, earlier) => {
        const swapped = `All ${countOf(photoCount, 'photo')} of ${whole.galleryTitle} are in your cart, in place of ${countedItems(taken)}.`
        return earlier.length === 0
          ? swapped
          : `${swapped} Undo also brings back ${countedItems(earlier)} removed before.`
      },
    },
  )
