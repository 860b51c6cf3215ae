import type { ReactNode } from 'react'
import { Providers } from '#frontend/app/providers.tsx'
import type { CartItem } from '#frontend/shared/cart/cart-items.ts'
import { ToastRegion } from '#frontend/ui/toast.tsx'
import { pence } from '#schema/money.ts'

/** A photo of £14.99 as it lies in a cart. */
export const aCartItem = (n: number, override: Partial<CartItem> = {}): CartItem => ({
  photoId: `pho_${String(n)}`,
  title: `Photo ${String(n)}`,
  pricePence: pence(1499),
  galleryId: 'gal_1',
  galleryTitle: 'Race day',
  photographerName: 'Ada',
  imageUrl: '/media/1.jpg',
  ...override,
})

/** What a hook of the cart stands in, with the messages that it says. */
export const CartProviders = ({ children }: { children: ReactNode }) => (
  <Providers>
    {children}
    <ToastRegion />
  </Providers>
)
