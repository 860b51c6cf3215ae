import {
  createContext,
  type ReactNode,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { sumPence } from '#schema/money.ts'
import type { PhotoSize } from '#schema/web-size.ts'
import type { CartItem } from './cart-items.ts'
import { type CartStore, createCartStore } from './cart-store.ts'

const CartContext = createContext<CartStore | undefined>(undefined)

export const CartProvider = ({ children }: { children: ReactNode }) => {
  const [store] = useState(createCartStore)
  useEffect(() => store.follow(), [store])
  return <CartContext value={store}>{children}</CartContext>
}

/** What can be done with the cart: `add`, `addAll`, `remove` … Does not follow what lies in it. */
export const useCartActions = (): CartStore => {
  const store = useContext(CartContext)
  if (!store) throw new Error('useCart must be used within a CartProvider')
  return store
}

/**
 * Whether one photo lies in the cart. Where many photos ask, only those draw anew to which it happens, and a frame after
 * the count in the bar, which answers the touch.
 */
export const useInCart = (photoId: string): boolean => {
  const { subscribe, has } = useCartActions()
  const isIn = useSyncExternalStore(
    subscribe,
    () => has(photoId),
    () => false,
  )
  return useDeferredValue(isIn)
}

/** What of a photo lies in the cart, for the places where its size is chosen. */
export const useSizeInCart = (photoId: string): PhotoSize | undefined => {
  const { subscribe, sizeIn } = useCartActions()
  return useSyncExternalStore(
    subscribe,
    () => sizeIn(photoId),
    () => undefined,
  )
}

/** A photo as it lies in the cart, with its size and price. */
export const useItemInCart = (photoId: string): CartItem | undefined => {
  const { subscribe, find } = useCartActions()
  return useSyncExternalStore(
    subscribe,
    () => find(photoId),
    () => undefined,
  )
}

/** The cart: `items`, `totalItems`, `totalPence`, and what can be done with it. */
export const useCart = () => {
  const store = useCartActions()
  const items = useSyncExternalStore(store.subscribe, store.items, store.serverItems)
  return useMemo(
    () => ({
      ...store,
      items,
      totalItems: items.length,
      totalPence: sumPence(items.map((item) => item.pricePence)),
    }),
    [items, store],
  )
}
