import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { toast } from '#frontend/ui/toast.tsx'
import { limits } from '#schema/limits.ts'
import { addPence, type Pence } from '#schema/money.ts'
import { type CartItem, hasPhoto, parseCart, readCart, writeCart } from './cart-items.ts'

export type Cart = {
  items: readonly CartItem[]
  totalItems: number
  totalPence: Pence
  has: (photoId: string) => boolean
  /** Adds one photo and says so; a photo that is in already is refused with a toast. */
  add: (item: CartItem) => void
  /** Adds those that are not in yet, with one toast for all; answers how many. */
  addAll: (items: readonly CartItem[]) => number
  remove: (photoId: string) => void
  /** Removes several without a word, when the page has said it already. */
  removeAll: (photoIds: ReadonlySet<string>) => void
  /** Takes the server's prices over after 'price_changed'. */
  reprice: (prices: ReadonlyMap<string, Pence>) => void
  clear: () => void
}

const CartContext = createContext<Cart | undefined>(undefined)

export const CartProvider = ({ children }: { children: ReactNode }) => {
  const [items, setItems] = useState<readonly CartItem[]>(readCart)
  // Two clicks within one render must see each other, so decisions are made on the latest list, not the rendered one.
  const latest = useRef(items)

  const become = useCallback((next: readonly CartItem[]) => {
    latest.current = next
    writeCart(next)
    setItems(next)
  }, [])

  useEffect(() => {
    // Another tab wrote the cart, or emptied the storage (key null).
    const onStorage = (event: StorageEvent) => {
      if (event.key !== limits.cart.storageKey && event.key !== null) return
      latest.current = parseCart(event.newValue)
      setItems(latest.current)
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [])

  const actions = useMemo(
    () => ({
      add: (item: CartItem) => {
        if (hasPhoto(latest.current, item.photoId)) {
          toast({ title: 'Already in cart', description: 'This photo is already in your cart.' })
          return
        }
        become([...latest.current, item])
        toast({ kind: 'success', title: 'Added to cart', description: `${item.title} has been added to your cart.` })
      },
      addAll: (added: readonly CartItem[]) => {
        const fresh = added.filter((item) => !hasPhoto(latest.current, item.photoId))
        const [only, ...others] = fresh
        if (!only) {
          toast({ title: 'Already in cart', description: 'These photos are already in your cart.' })
          return 0
        }
        become([...latest.current, ...fresh])
        const what = others.length === 0 ? `${only.title} has` : `${String(fresh.length)} photos have`
        toast({ kind: 'success', title: 'Added to cart', description: `${what} been added to your cart.` })
        return fresh.length
      },
      remove: (photoId: string) => {
        const gone = latest.current.find((item) => item.photoId === photoId)
        if (!gone) return
        become(latest.current.filter((item) => item.photoId !== photoId))
        toast({
          kind: 'info',
          title: 'Removed from cart',
          description: `${gone.title} has been removed from your cart.`,
        })
      },
      removeAll: (photoIds: ReadonlySet<string>) =>
        become(latest.current.filter((item) => !photoIds.has(item.photoId))),
      reprice: (prices: ReadonlyMap<string, Pence>) =>
        become(latest.current.map((item) => ({ ...item, pricePence: prices.get(item.photoId) ?? item.pricePence }))),
      clear: () => become([]),
    }),
    [become],
  )

  const cart = useMemo(
    () => ({
      items,
      totalItems: items.length,
      totalPence: addPence(items.map((item) => item.pricePence)),
      has: (photoId: string) => hasPhoto(items, photoId),
      ...actions,
    }),
    [items, actions],
  )
  return <CartContext value={cart}>{children}</CartContext>
}

export const useCart = (): Cart => {
  const cart = useContext(CartContext)
  if (!cart) throw new Error('useCart must be used within a CartProvider')
  return cart
}
