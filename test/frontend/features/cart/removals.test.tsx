import { act, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearByHand, removeByHand, takeWholeByHand } from '#frontend/features/cart/removals.ts'
import { useCart } from '#frontend/shared/cart/cart.tsx'
import { wholeItem } from '#frontend/shared/cart/cart-items.ts'
import { clearToasts, toast } from '#frontend/ui/toast.tsx'
import { limits } from '#schema/limits.ts'
import { pence } from '#schema/money.ts'
import { aCartItem, CartProviders } from '#test/support/frontend/a-cart.tsx'
import { orderId } from '#test/support/frontend/builders.ts'
import '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const setup = (count: number) => {
  const { result: cart } = renderHook(() => useCart(), { wrapper: CartProviders })
  act(() => {
    for (let n = 1; n <= count; n += 1) cart.current.add(aCartItem(n))
  })
  return {
    cart,
    ids: () => cart.current.items.map(({ photoId }) => photoId),
    remove: (...ns: number[]) => act(() => removeByHand(cart.current, new Set(ns.map((n) => `pho_${String(n)}`)))),
    clear: () => act(() => clearByHand(cart.current)),
  }
}
const said = async (title = 'Removed from cart') => (await toastOf(title)).description
const press = (name: 'Undo' | 'Dismiss') => act(() => screen.getByRole('button', { name }).click())

beforeEach(() => localStorage.clear())
afterEach(() => act(clearToasts))

test('a removed photo is gone from storage too, and a toast says so', async () => {
  const { remove } = setup(1)

  remove(1)

  expect(localStorage.getItem(limits.cart.storageKey)).toBe('[]')
  expect(await toastOf('Removed from cart')).toEqual({
    kind: 'info',
    description: 'Photo 1 has been removed from your cart.',
  })
})

test('Undo puts back what was removed alone: other sizes that were chosen and photos that were bought since stay so', async () => {
  const { cart, remove } = setup(3)
  remove(1)
  act(() => {
    cart.current.resize('pho_2', 'web', pence(499))
    cart.current.takeBought(new Map([['pho_3', 'original']]), new Map())
  })
  await said()

  press('Undo')

  expect(cart.current.items).toMatchObject([
    { photoId: 'pho_1', pricePence: 1499 },
    { photoId: 'pho_2', size: 'web', pricePence: 499 },
  ])
})

test('removals while the message of one stands are had back together, with what was added in between', async () => {
  const { cart, ids, remove, clear } = setup(3)
  remove(2)
  // Without a message of its own, as another tab adds it.
  act(() => void cart.current.update((items) => [...items, aCartItem(4)]))
  remove(4, 1)
  expect(await said()).toBe('3 photos have been removed from your cart.')
  clear()
  expect(await said('Cart cleared')).toBe('4 photos have been removed from your cart.')

  press('Undo')

  expect(ids()).toEqual(['pho_1', 'pho_2', 'pho_3', 'pho_4'])
})

test('what another tab brought back is counted no more, and stays as it is there', async () => {
  const { cart, remove } = setup(3)
  remove(1)
  act(() => void cart.current.update((items) => [...items, aCartItem(1, { size: 'web', pricePence: pence(499) })]))
  remove(2)
  expect(await said()).toBe('Photo 2 has been removed from your cart.')

  press('Undo')

  expect(cart.current.items).toMatchObject([
    { photoId: 'pho_1', size: 'web' },
    { photoId: 'pho_2' },
    { photoId: 'pho_3' },
  ])
})

test.each(['Undo', 'Dismiss'] as const)('after %s a removal is told alone', async (name) => {
  const { ids, remove } = setup(4)
  remove(1)
  await said()
  press(name)
  const before = ids()
  remove(2)
  expect(await said()).toBe('Photo 2 has been removed from your cart.')

  press('Undo')

  expect(ids()).toEqual(before)
})

test('removals that wait until an error has been read are had back together, too', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { ids, remove } = setup(3)
  act(() => toast({ title: 'Already in cart' }))
  remove(1)
  remove(3)
  await act(() => vi.advanceTimersByTimeAsync(800))
  expect(await said()).toBe('2 photos have been removed from your cart.')

  press('Undo')

  expect(ids()).toEqual(['pho_1', 'pho_2', 'pho_3'])
  vi.useRealTimers()
})

test('a photo that is not in the cart is removed without a word', () => {
  const { ids, remove } = setup(1)
  remove(7)
  expect(ids()).toEqual(['pho_1'])
  expect(screen.queryByText('Removed from cart')).toBeNull()
})

describe('a whole gallery in place of its photos', () => {
  const whole = wholeItem({
    galleryId: 'gal_1',
    galleryTitle: 'Race day',
    photographerName: 'Ada',
    wholePence: pence(4_500),
  })
  const dinner = wholeItem({
    galleryId: 'gal_2',
    galleryTitle: 'Dinner',
    photographerName: 'Ada',
    wholePence: pence(900),
  })
  const taking = (count: number) => {
    const parts = setup(count)
    act(() => {
      parts.cart.current.add(aCartItem(8, { galleryId: 'gal_2' }))
      parts.cart.current.add(aCartItem(9, { upgradeOf: { orderId: orderId(1), line: 1 } }))
    })
    return { ...parts, take: () => act(() => takeWholeByHand(parts.cart.current, whole, 140)) }
  }

  test('leaves other galleries and upgrades, and Undo brings the photos back where they were', async () => {
    const { cart, ids, take } = taking(3)
    take()
    expect(ids()).toEqual(['pho_8', 'pho_9', 'gal_1'])
    expect(cart.current.items.at(-1)).toEqual(whole)
    expect(await toastOf('Whole gallery in cart')).toEqual({
      kind: 'success',
      description: 'All 140 photos of Race day are in your cart, in place of 3 photos.',
    })

    press('Undo')

    expect(ids()).toEqual(['pho_1', 'pho_2', 'pho_3', 'pho_8', 'pho_9'])
  })

  test('does not come where another tab took its photos out meanwhile', () => {
    const { cart, ids, take } = taking(2)
    act(() => void cart.current.update((items) => items.filter(({ upgradeOf }) => upgradeOf)))
    take()
    expect(ids()).toEqual(['pho_9'])
    expect(screen.queryByText('Whole gallery in cart')).toBeNull()
  })

  test('names what was removed before it, which Undo brings back, too', async () => {
    const { ids, remove, take } = taking(3)
    remove(1)
    remove(8)
    take()
    expect(await said('Whole gallery in cart')).toBe(
      'All 140 photos of Race day are in your cart, in place of 2 photos. Undo also brings back 2 photos removed before.',
    )

    press('Undo')

    expect(ids()).toEqual(['pho_1', 'pho_2', 'pho_3', 'pho_8', 'pho_9'])
  })

  test('comes back with what was removed by hand before it and with it, and without the photos whose place it took', async () => {
    const { cart, ids, remove, take } = taking(3)
    remove(1)
    take()
    await said('Whole gallery in cart')
    act(() => removeByHand(cart.current, new Set(['pho_8', 'gal_1'])))
    expect(await said()).toBe('1 whole gallery and 2 photos have been removed from your cart.')

    press('Undo')

    expect(ids()).toEqual(['pho_1', 'pho_8', 'pho_9', 'gal_1'])
  })

  test('that had been removed, and is taken again, is undone as any other', async () => {
    const { cart, ids, take } = taking(2)
    act(() => void cart.current.update((items) => [...items, whole]))
    act(() => removeByHand(cart.current, new Set(['gal_1'])))
    take()
    expect(await said('Whole gallery in cart')).toBe(
      'All 140 photos of Race day are in your cart, in place of 2 photos.',
    )

    press('Undo')

    expect(ids()).toEqual(['pho_1', 'pho_2', 'pho_8', 'pho_9'])
  })

  test('stays when what was removed after it is had back', async () => {
    const { ids, remove, take } = taking(2)
    take()
    await said('Whole gallery in cart')
    remove(8)
    expect(await said()).toBe('Photo 8 has been removed from your cart.')

    press('Undo')

    expect(ids()).toEqual(['pho_8', 'pho_9', 'gal_1'])
  })

  test('stays when another one, which took the place of others after it, is undone', async () => {
    const { cart, ids, take } = taking(2)
    take()
    await said('Whole gallery in cart')
    act(() => takeWholeByHand(cart.current, dinner, 20))
    expect(await said('Whole gallery in cart')).toBe('All 20 photos of Dinner are in your cart, in place of 1 photo.')

    press('Undo')

    expect(new Set(ids())).toEqual(new Set(['pho_8', 'pho_9', 'gal_1']))
  })

  test('comes back, and no photo of it, where the cart is cleared a moment later', async () => {
    const { ids, clear, take } = taking(2)
    take()
    await said('Whole gallery in cart')
    const before = ids()
    clear()
    expect(await said('Cart cleared')).toBe('1 whole gallery and 2 photos have been removed from your cart.')

    press('Undo')

    expect(ids()).toEqual(before)
  })

  test('is named, and had back, where it is removed by itself a moment later', async () => {
    const { cart, ids, take } = taking(2)
    take()
    await said('Whole gallery in cart')
    act(() => removeByHand(cart.current, new Set(['gal_1'])))
    expect(await said()).toBe('Whole gallery: Race day has been removed from your cart.')

    press('Undo')

    expect(ids()).toEqual(['pho_8', 'pho_9', 'gal_1'])
  })

  test('leaves another one where it is', async () => {
    const { cart, ids, take } = taking(2)
    take()
    await said('Whole gallery in cart')
    act(() => takeWholeByHand(cart.current, dinner, 20))
    act(() => removeByHand(cart.current, new Set(['gal_1'])))
    expect(await said()).toBe('Whole gallery: Race day has been removed from your cart.')

    press('Undo')

    expect(new Set(ids())).toEqual(new Set(['pho_9', 'gal_1', 'gal_2']))
  })

  test('is had back with what of other galleries was removed before it', async () => {
    const { cart, ids, remove, take } = taking(2)
    remove(8)
    take()
    await said('Whole gallery in cart')
    act(() => removeByHand(cart.current, new Set(['gal_1'])))
    expect(await said()).toBe('1 whole gallery and 1 photo have been removed from your cart.')

    press('Undo')

    expect(ids()).toEqual(['pho_8', 'pho_9', 'gal_1'])
  })
})
