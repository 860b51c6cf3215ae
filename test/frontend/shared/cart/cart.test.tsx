import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useCart } from '#frontend/shared/cart/cart.tsx'
import type { CartItem } from '#frontend/shared/cart/cart-items.ts'
import { clearToasts } from '#frontend/ui/toast.tsx'
import { OrderId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { pence } from '#schema/money.ts'
import { aCartItem, CartProviders } from '#test/support/frontend/a-cart.tsx'
import { fillStorage } from '#test/support/frontend/full-storage.ts'
import '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const setup = () => renderHook(() => useCart(), { wrapper: CartProviders }).result
const without = (id: string) => (items: readonly CartItem[]) => items.filter(({ photoId }) => photoId !== id)
const stored = () => JSON.parse(localStorage.getItem('shopping_cart') ?? 'null')

beforeEach(() => localStorage.clear())
afterEach(clearToasts)

test('an added photo is kept in local storage in the shape of the specification, and a toast says so', async () => {
  const cart = setup()

  act(() => cart.current.add(aCartItem(1)))

  expect(cart.current.totalItems).toBe(1)
  expect(stored()).toEqual([
    {
      id: 'cart-pho_1',
      photo_id: 'pho_1',
      title: 'Photo 1',
      price: 14.99,
      gallery_id: 'gal_1',
      gallery_title: 'Race day',
      photographer_name: 'Ada',
      image_url: '/media/1.jpg',
    },
  ])
  expect(await toastOf('Added to cart')).toEqual({
    kind: 'success',
    description: 'Photo 1 has been added to your cart.',
  })
})

test('the same photo cannot be added twice, even within one render', async () => {
  const cart = setup()

  act(() => {
    cart.current.add(aCartItem(1))
    cart.current.add(aCartItem(1))
  })

  expect(cart.current.totalItems).toBe(1)
  expect(await toastOf('Already in cart')).toEqual({
    kind: 'destructive',
    description: 'This photo is already in your cart.',
  })
})

test('prices that are together more than one order holds are still summed', () => {
  const cart = setup()

  act(() => {
    cart.current.add({ ...aCartItem(1), pricePence: pence(6_000_000) })
    cart.current.add({ ...aCartItem(2), pricePence: pence(6_000_000) })
  })

  expect(cart.current.totalPence).toBe(12_000_000)
})

test('adding several adds those that are not in yet', () => {
  const cart = setup()
  act(() => cart.current.add(aCartItem(1)))

  act(() => expect(cart.current.addAll([aCartItem(1), aCartItem(2), aCartItem(3)])).toBe(2))

  expect(cart.current.items.map((item) => item.photoId)).toEqual(['pho_1', 'pho_2', 'pho_3'])
})

test('adding what is in already says so, of one as of several', async () => {
  const cart = setup()
  act(() => expect(cart.current.addAll([aCartItem(1), aCartItem(2)])).toBe(2))

  act(() => expect(cart.current.addAll([aCartItem(1)])).toBe(0))
  expect(await toastOf('Already in cart')).toMatchObject({ description: 'This photo is already in your cart.' })
  act(() => expect(cart.current.addAll([aCartItem(1), aCartItem(2)])).toBe(0))

  await waitFor(() => expect(document.body.textContent).toContain('These photos are already in your cart.'))
})

test('the total is the sum of the prices in pence', () => {
  const cart = setup()

  act(() => expect(cart.current.addAll([aCartItem(1), aCartItem(2), aCartItem(3, { pricePence: pence(1) })])).toBe(3))

  expect(cart.current.totalPence).toBe(2999)
})

test('a cart is restored on load, from the earlier form with three fields as well', () => {
  localStorage.setItem(limits.cart.storageKey, JSON.stringify([{ photo_id: 'pho_9', title: 'Old', price: 15 }]))

  expect(setup().current.items).toMatchObject([{ photoId: 'pho_9', title: 'Old', pricePence: 1500 }])
})

test.each(['{not json', '{"a":1}', '[{"photo_id":1}]'])(
  'a cart that cannot be read (%s) is logged and empty',
  (text) => {
    const warning = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    localStorage.setItem(limits.cart.storageKey, text)

    expect(setup().current.items).toEqual([])
    expect(warning).toHaveBeenCalledWith('cart_restore_failed', expect.anything())
  },
)

test('what another tab does to the cart shows here', () => {
  const cart = setup()
  localStorage.setItem('shopping_cart', JSON.stringify([{ photo_id: 'pho_7', title: 'From there', price: 3 }]))

  act(() => {
    dispatchEvent(new StorageEvent('storage', { key: limits.cart.storageKey }))
  })

  expect(cart.current.has('pho_7')).toBe(true)
})

test('new prices of the server are taken over', () => {
  const cart = setup()
  act(() => cart.current.add(aCartItem(1)))

  act(() => cart.current.reprice(new Map([['pho_1', pence(2000)]])))

  expect(cart.current.totalPence).toBe(2000)
})

test('using the cart outside its provider throws', () => {
  expect(() => renderHook(() => useCart())).toThrow('useCart must be used within a CartProvider')
})

test('a cart of before, which knew no sizes, holds Originals, and so does one that was tampered with', () => {
  const old = { photo_id: 'pho_1', title: 'Photo 1', price: 15 }
  localStorage.setItem(
    limits.cart.storageKey,
    JSON.stringify([old, { ...old, photo_id: 'pho_2', size: 'poster', upgrade_of: 'x' }]),
  )
  expect(setup().current.items).toMatchObject([
    { photoId: 'pho_1', size: 'original' },
    { photoId: 'pho_2', size: 'original' },
  ])
})

test('the other size of a photo takes its place, and is kept', async () => {
  const cart = setup()
  act(() => cart.current.add(aCartItem(1)))
  act(() => cart.current.add(aCartItem(1, { size: 'web', pricePence: pence(600) })))
  expect(await toastOf('Changed in cart')).toMatchObject({ description: 'Photo 1 is in your cart as Web size now.' })
  expect(stored()).toMatchObject([{ photo_id: 'pho_1', price: 6, size: 'web' }])
  act(() => cart.current.resize('pho_1', 'original', pence(1499)))
  expect(cart.current).toMatchObject({ totalItems: 1, totalPence: 1499, items: [{ size: 'original' }] })
  expect(setup().current.items).toMatchObject([{ photoId: 'pho_1', size: 'original' }])
})

test('an upgrade takes the place of what of its photo is in the cart, and is never resized', () => {
  const cart = setup()
  const upgradeOf = { orderId: OrderId.parse(`ord_${'0'.repeat(32)}`), line: 2 }
  act(() => cart.current.add(aCartItem(1)))
  act(() => cart.current.addUpgrade(aCartItem(1, { pricePence: pence(900), upgradeOf })))
  act(() => cart.current.resize('pho_1', 'web', pence(600)))
  act(() => cart.current.add(aCartItem(1, { size: 'web', pricePence: pence(600) })))
  expect(stored()).toMatchObject([{ price: 9, upgrade_of: { orderId: upgradeOf.orderId, line: 2 } }])
  expect(setup().current.items).toMatchObject([{ upgradeOf, pricePence: 900 }])
})

test('what was ordered is taken out as it was ordered: a photo of another size was chosen since', () => {
  const cart = setup()
  act(() => cart.current.add(aCartItem(1, { size: 'web' })))
  act(() => cart.current.add(aCartItem(2)))
  act(() => cart.current.takeOrdered([aCartItem(1), aCartItem(2)]))
  expect(cart.current.items).toMatchObject([{ photoId: 'pho_1', size: 'web' }])
})

test('a page that the browser brings back as it was left knows what was bought meanwhile', () => {
  const cart = setup()
  act(() => cart.current.add(aCartItem(1)))
  localStorage.setItem('shopping_cart', '[]')

  act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))

  expect(cart.current.items).toEqual([])
})

test('a tab that slept shows what lies in the cart when somebody looks at it', () => {
  const cart = setup()
  act(() => cart.current.add(aCartItem(1)))
  localStorage.setItem('shopping_cart', '[]')

  act(() => void document.dispatchEvent(new Event('visibilitychange')))

  expect(cart.current.items).toEqual([])
})

test('what a tab adds that has heard of nothing joins what another one added meanwhile, and removes nothing of it', () => {
  const cart = setup()
  act(() => cart.current.add(aCartItem(1)))
  const [own] = stored()
  const theirs = { ...own, id: 'cart-pho_2', photo_id: 'pho_2', title: 'Photo 2' }
  localStorage.setItem('shopping_cart', JSON.stringify([own, theirs]))

  act(() => cart.current.add(aCartItem(3)))
  expect(stored().map(({ photo_id }: { photo_id: string }) => photo_id)).toEqual(['pho_1', 'pho_2', 'pho_3'])

  localStorage.setItem('shopping_cart', JSON.stringify([theirs]))
  act(() => void cart.current.update(without('pho_2')))
  expect(stored()).toEqual([])
})

test('where the browser keeps no more, what lies in the cart is not forgotten for what it kept before', () => {
  const cart = setup()
  act(() => cart.current.add(aCartItem(1)))
  fillStorage()
  act(() => cart.current.add(aCartItem(2)))
  act(() => cart.current.add(aCartItem(3)))
  expect(cart.current.items.map(({ photoId }) => photoId)).toEqual(['pho_1', 'pho_2', 'pho_3'])
})

const written = (ids: readonly string[]) =>
  JSON.stringify(ids.map((id) => ({ photo_id: id, title: 'From there', price: 3 })))
const heard = () => act(() => void dispatchEvent(new StorageEvent('storage', { key: limits.cart.storageKey })))

/** Of two photos that were kept, one was removed here and a third added, which the browser has not kept. */
const setupUnkept = () => {
  const cart = setup()
  act(() => cart.current.add(aCartItem(1)))
  act(() => cart.current.add(aCartItem(2)))
  const kept = localStorage
  const empty = fillStorage()
  act(() => cart.current.add(aCartItem(3)))
  act(() => void cart.current.update(without('pho_1')))
  return { kept, empty, ids: () => cart.current.items.map(({ photoId }) => photoId), cart }
}

test('what the browser could not keep joins what another tab writes, and what it could not remove stays removed', () => {
  const { kept, ids, cart } = setupUnkept()

  kept.setItem('shopping_cart', written(['pho_1', 'pho_2', 'pho_7']))
  heard()
  expect(ids()).toEqual(['pho_2', 'pho_7', 'pho_3'])

  // The other tab takes one out that both had.
  kept.setItem('shopping_cart', written(['pho_1', 'pho_7']))
  heard()
  expect(ids()).toEqual(['pho_7', 'pho_3'])
  act(() => cart.current.add(aCartItem(4)))
  expect(ids()).toEqual(['pho_7', 'pho_3', 'pho_4'])
})

test('of what another size was chosen that the browser could not keep, that size stays', () => {
  const cart = setup()
  act(() => cart.current.add(aCartItem(1)))
  const kept = localStorage
  fillStorage()
  act(() => cart.current.resize('pho_1', 'web', pence(600)))

  kept.setItem('shopping_cart', written(['pho_1', 'pho_7']))
  heard()
  expect(cart.current.items).toMatchObject([{ photoId: 'pho_1', size: 'web', pricePence: 600 }, { photoId: 'pho_7' }])
})

test('where the browser keeps things again, the other tabs get what was added meanwhile', () => {
  const { kept, empty, ids } = setupUnkept()
  empty()
  kept.setItem('shopping_cart', written(['pho_1', 'pho_2', 'pho_7']))
  heard()
  expect(stored().map(({ photo_id }: { photo_id: string }) => photo_id)).toEqual(['pho_2', 'pho_7', 'pho_3'])

  // From then on both are the same again.
  kept.setItem('shopping_cart', written(['pho_2']))
  heard()
  expect(ids()).toEqual(['pho_2'])
})
