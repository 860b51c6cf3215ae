import { type CartItem, hasPhoto } from '#frontend/shared/cart/cart-items.ts'
import type { CartStore } from '#frontend/shared/cart/cart-store.ts'
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

/** What the message of the last removal brings back; the next message takes its place. */
let last: { removal: Removal; action: ToastAction } | undefined

type Cart = Pick<CartStore, 'update'>
type Said = Pick<Toast, 'kind' | 'title'> & { nameOf: (item: CartItem) => string }
const takeOut = (cart: Cart, isTaken: (item: CartItem) => boolean, { nameOf, ...said }: Said) => {
  const there = cart.update((items) => items.filter((item) => !isTaken(item)))
  const taken = there.filter(isTaken)
  if (taken.length === 0) return
  // What was removed a moment ago could not be had back any more, if this message had its own alone.
  const earlier = last && isOffered(last.action) ? last.removal : { gone: [], before: [] }
  // Another tab may have brought some of it back meanwhile.
  const gone = [...earlier.gone.filter(({ photoId }) => !hasPhoto(there, photoId)), ...taken]
  const removal = { gone, before: withBack(there, earlier) }
  const action = { label: 'Undo', act: () => void cart.update((items) => withBack(items, removal)) }
  last = { removal, action }
  const [only, ...others] = gone
  const description =
    only && others.length === 0
      ? `${nameOf(only)} has been removed from your cart.`
      : `${countedItems(gone)} have been removed from your cart.`
  toast({ ...said, description, action })
}

/** Takes these out by hand and says so; until it is said no more they can be had back. */
export const removeByHand = (cart: Cart, photoIds: ReadonlySet<string>) =>
  takeOut(cart, (item) => photoIds.has(item.photoId), {
    kind: 'info',
    title: 'Removed from cart',
    nameOf: (item) => item.title,
  })

/** The same with all that lies in it. */
export const clearByHand = (cart: Cart) =>
  takeOut(cart, () => true, {
    kind: 'info',
    title: 'Cart cleared',
    nameOf: ({ isWhole }) => (isWhole ? 'One whole gallery' : 'One photo'),
  })
