import { onlineManager } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { CartPage } from '#frontend/features/cart/cart-page.tsx'
import { keepGrant } from '#frontend/shared/api/grants.ts'
import { grantsKey } from '#frontend/shared/api/grants-key.ts'
import { readCart, writeCart } from '#frontend/shared/cart/cart-items.ts'
import { forgetReminder } from '#frontend/shared/cart/checkout-draft.ts'
import { checkoutDraftKey } from '#frontend/shared/forms/draft-owner.ts'
import { toast } from '#frontend/ui/toast.tsx'
import { api } from '#schema/api/all.ts'
import type { ResponseOf } from '#schema/api/endpoint.ts'
import type { CartNear, CartOffer, CartWhole } from '#schema/api/orders.ts'
import { deliveryConsent } from '#schema/consent.ts'
import type { BrandPaint } from '#schema/entities/brand.ts'
import { errors } from '#schema/errors.ts'
import type { PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { pence } from '#schema/money.ts'
import type { PriceStep } from '#schema/offers.ts'
import { priceCart } from '#schema/pricing.ts'
import { aBrandPaint, pageStyles } from '#test/support/frontend/brand.ts'
import { aPicture, galleryId, orderId, photoId } from '#test/support/frontend/builders.ts'
import { mockEndpoint, type SentRequest } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const { quote, checkout } = api.orders.endpoints
type Market = {
  brand?: BrandPaint | null
  pricePence?: number
  gone?: number[]
  /** Of those that are gone. */
  free?: number[]
  locked?: number[]
  steps?: PriceStep[]
  offers?: CartOffer[]
  near?: CartNear[]
  minimumPence?: number
  /** Every photo is sold as Web size too. */
  webPence?: number
  /** What an Original costs whoever has bought the Web size. */
  upgradePence?: number
  wholes?: CartWhole[]
  /** Every photo is kept from who bought its whole gallery before. */
  exceptedSince?: string
}

type AskedItem = { photoId: string; size: 'original' | 'web'; upgradeOf?: object }
type AskedCart = { photoIds: string[]; items: AskedItem[]; discountCode?: string; grants: string[] }
const asked = (body: unknown): AskedCart => {
  const cart: AskedCart = JSON.parse(JSON.stringify(body))
  return { ...cart, photoIds: cart.items.map(({ photoId }) => photoId) }
}

/** Answers a quote as the server would, for photos that cost the same. */
const quoting =
  ({
    pricePence = 1500,
    webPence,
    upgradePence = pricePence,
    gone = [],
    free = [],
    locked = [],
    steps = [],
    offers = [],
    near = [],
    minimumPence = 30,
    brand = null,
    wholes = [],
    exceptedSince,
  }: Market = {}) =>
  ({ body }: SentRequest) => {
    const { photoIds, items, discountCode } = asked(body)
    const sizes =
      webPence === undefined
        ? null
        : {
            original: { pricePence: pence(pricePence), width: 6000, height: 4000 },
            web: { pricePence: pence(webPence), width: 2048, height: 1365 },
          }
    const sold = (id: string) => {
      const item = items.find(({ photoId }) => photoId === id)
      const isUpgrade = item?.upgradeOf !== undefined
      const isWeb = webPence !== undefined && item?.size === 'web'
      const original = isUpgrade ? upgradePence : pricePence
      return { size: isWeb ? 'web' : 'original', pricePence: pence(isWeb ? webPence : original), isUpgrade } as const
    }
    if (discountCode !== undefined && discountCode !== 'LAUNCH') return { refuse: 'invalid_discount_code' as const }
    const missing = [...gone, ...locked].map(photoId)
    const lines = photoIds
      .filter((id) => !missing.some((each) => each === id))
      .map((id) => ({
        photoId: photoId(photoIds.indexOf(id) + 1),
        title: `Photo ${String(photoIds.indexOf(id) + 1)}`,
        galleryTitle: 'Race day',
        photographerName: 'Ada',
        ...sold(id),
        sizes,
        picture: aPicture(),
        ...(exceptedSince !== undefined && { exceptedSince }),
      }))
    const discountPercent = discountCode ? 100 : 0
    const priced = priceCart(
      lines.map(({ pricePence }) => ({ pricePence, galleryId: galleryId(1), photographerId: 'ada' })),
      new Map([[galleryId(1), { steps }]]),
      discountCode === undefined
        ? undefined
        : {
            off: { kind: 'percent', percent: discountPercent },
            photographerId: null,
            galleryId: null,
            minimumPence: pence(0),
          },
    )
    const isInside = ({ photoId }: { photoId: PhotoId }) => wholes.some(({ photoIds }) => photoIds.includes(photoId))
    const shown = lines.map((line, index) => ({ ...line, netPence: priced.lines[index]?.netPence ?? line.pricePence }))
    return {
      lines: shown.filter((line) => !isInside(line)),
      inside: shown.filter(isInside),
      offers,
      near,
      unavailable: gone.map(photoId),
      free: free.map(photoId),
      locked: locked.map(photoId),
      wholes,
      unavailableGalleries: [],
      lockedGalleries: [],
      summary: { ...priced, discountPence: priced.codePence, discountPercent },
      minimumPence: pence(minimumPence),
      brand,
    }
  }

const setup = (count: number, market?: Market, reviewed: readonly number[] = []) => {
  const items = Array.from({ length: count }, (_, index) => ({
    photo_id: photoId(index + 1),
    title: `Photo ${String(index + 1)}`,
    price: 15,
    gallery_id: galleryId(1),
    gallery_title: 'Race day',
    photographer_name: 'Ada',
    ...(reviewed.includes(index + 1) && { from_review: true }),
  }))
  localStorage.setItem(limits.cart.storageKey, JSON.stringify(items))
  const quotes = mockEndpoint(quote, quoting(market))
  renderPage(<CartPage />, { at: '/cart' })
  return { quotes, leave: vi.spyOn(location, 'assign').mockImplementation(() => undefined) }
}

const fillIn = async (name: string, email: string) => {
  if (name) await userEvent.type(screen.getByLabelText(/Full name/), name)
  if (email) await userEvent.type(screen.getByLabelText(/^Email/), email)
  await userEvent.click(screen.getByRole('checkbox', { name: deliveryConsent.text }))
}
const pay = async (label = 'Proceed to Payment') => {
  await userEvent.click(await screen.findByRole('button', { name: label }))
}
const isBlocked = () =>
  screen.getByRole('button', { name: 'Proceed to Payment' }).getAttribute('aria-disabled') === 'true'
const line = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent

test('an empty cart leads to the galleries', () => {
  renderPage(<CartPage />, { at: '/cart' })

  expect(screen.getByRole('link', { name: 'Browse Galleries' }).getAttribute('href')).toBe('/browse')
})

test('the five lines of the summary are the server’s', async () => {
  setup(3)

  await screen.findByText('£4.50')
  expect(line('Subtotal')).toBe('£45.00')
  expect(line('Discount')).toBe('£0.00')
  expect(line('Platform fee (10%), included')).toBe('£4.50')
  expect(line('Photographer earnings, included')).toBe('£40.50')
  expect(line('Total')).toBe('£45.00')
})

const green = '--ds-colors-accent:light-dark(#1f5f3f,'

test('a cart is drawn in the look that the server names, from the first picture on when it is opened again', async () => {
  setup(2, { brand: aBrandPaint() })
  await waitFor(() => expect(pageStyles()).toContain(green))
  expect(screen.getByText('Photographs by Ada')).toBeTruthy()
  cleanup()
  expect(pageStyles()).not.toContain(green)

  mockEndpoint(quote, 'pending')
  renderPage(<CartPage />, { at: '/cart' })
  expect(pageStyles()).toContain(green)
})

test('a cart of several photographers, and an empty one, have the look of the site', async () => {
  setup(2, { brand: aBrandPaint() })
  await waitFor(() => expect(pageStyles()).toContain(green))
  await userEvent.click(screen.getByRole('button', { name: 'Clear Cart' }))
  expect(pageStyles()).not.toContain(green)
  cleanup()

  setup(2)
  expect(pageStyles()).toContain(green)
  await screen.findByText('£3.00')
  expect(pageStyles()).not.toContain(green)
  cleanup()
  setup(2)
  expect(pageStyles()).not.toContain(green)
  await screen.findByText('£3.00')
})

test('the payment is secured by a card payment provider, and the page says so', async () => {
  setup(1)

  expect(screen.getByText(/^Payment is secured by Stripe, a card payment provider\./)).toBeTruthy()
  await screen.findByRole('button', { name: 'Proceed to Payment' })
})

test('each photo shows what it is and can be removed; the cart can be cleared', async () => {
  setup(2)
  const list = within(screen.getByRole('list', { name: 'Photos in your cart' }))
  expect(list.getAllByRole('link', { name: 'Race day' })[0]?.getAttribute('href')).toBe(`/gallery/${galleryId(1)}`)
  expect(list.getAllByText('Ada')).toHaveLength(2)
  expect(list.getByText('Photo 2')).toBeTruthy()
  // Beside the photo on a wide screen, below its title on a phone.
  expect(list.getAllByText('£15.00')).toHaveLength(4)
  await waitFor(() => expect(list.getAllByRole('presentation').length).toBeGreaterThanOrEqual(2))

  await userEvent.click(screen.getByRole('button', { name: /Remove Photo 1/ }))
  expect(list.getAllByRole('listitem')).toHaveLength(1)
  expect(screen.getByText('Photo 1 has been removed from your cart.')).toBeTruthy()

  await userEvent.click(screen.getByRole('button', { name: 'Clear Cart' }))
  expect(screen.getByText('Your cart is empty')).toBeTruthy()
})

const titles = () => screen.getAllByText(/^Photo \d$/).map((title) => title.textContent)
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

test('a cleared cart and a removed photo can be had back, where they were', async () => {
  setup(3)

  await userEvent.click(screen.getByRole('button', { name: /Remove Photo 2/ }))
  expect(titles()).toEqual(['Photo 1', 'Photo 3'])
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(titles()).toEqual(['Photo 1', 'Photo 2', 'Photo 3'])

  await userEvent.click(screen.getByRole('button', { name: 'Clear Cart' }))
  expect(screen.getByText('Your cart is empty')).toBeTruthy()
  expect(await toastOf('Cart cleared')).toMatchObject({ kind: 'info' })
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))

  expect(titles()).toEqual(['Photo 1', 'Photo 2', 'Photo 3'])
  expect(JSON.parse(localStorage.getItem('shopping_cart') ?? '[]')).toHaveLength(3)
})

test('what is removed while the message of a removal stands comes back with it, where it was', async () => {
  setup(4)

  await press(/Remove Photo 2/)
  await press(/Remove Photo 3/)
  expect(titles()).toEqual(['Photo 1', 'Photo 4'])
  expect((await toastOf('Removed from cart')).description).toBe('2 photos have been removed from your cart.')
  await press('Undo')
  expect(titles()).toEqual(['Photo 1', 'Photo 2', 'Photo 3', 'Photo 4'])

  await press(/Remove Photo 1/)
  await press('Clear Cart')
  expect((await toastOf('Cart cleared')).description).toBe('4 photos have been removed from your cart.')
  await press('Undo')
  expect(titles()).toEqual(['Photo 1', 'Photo 2', 'Photo 3', 'Photo 4'])
})

test('photos that are removed because they are not for sale can be had back', async () => {
  setup(4, { gone: [1, 3] })

  await press('Remove Them')
  expect(titles()).toEqual(['Photo 2', 'Photo 4'])
  expect((await toastOf('Removed from cart')).description).toBe('2 photos have been removed from your cart.')
  await press('Undo')

  expect(titles()).toEqual(['Photo 1', 'Photo 2', 'Photo 3', 'Photo 4'])
})

test('what is removed hands the focus on: to the next Remove, to how many are left, to the empty cart', async () => {
  setup(3)
  const remove = (n: number) => screen.getByRole('button', { name: `Remove Photo ${String(n)}` })
  await screen.findByText('£4.50')

  await userEvent.click(remove(2))
  expect(document.activeElement).toBe(remove(3))
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByText('1 photo'))
  await userEvent.click(remove(1))
  expect(document.activeElement).toBe(screen.getByText('Your cart is empty'))

  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Clear Cart' }))
  expect(document.activeElement).toBe(screen.getByText('Your cart is empty'))
})

test('photos that are removed because they are not for sale leave the focus on how many are left', async () => {
  setup(2, { gone: [2] })
  await userEvent.click(await screen.findByRole('button', { name: 'Remove It' }))
  expect(document.activeElement).toBe(screen.getByText('1 photo'))
})

test('each of the two fields says what is missing in it', async () => {
  setup(1)

  await pay()

  expect(await screen.findByText('Please fill in your name.')).toBeTruthy()
  expect(screen.getByText('Please fill in your email address.')).toBeTruthy()
})

test.each([
  ['', '', 'Missing information', 'Please fill in your name and email address.'],
  ['   ', 'ada@example.com', 'Missing information', 'Please fill in your name and email address.'],
  ['Ada', '', 'Missing information', 'Please fill in your name and email address.'],
  ['Ada', 'ada@', 'Invalid email', 'Please enter a valid email address, for example ada@example.com.'],
])('the name “%s” with the email “%s” is refused: %s', async (name, email, title, sentence) => {
  setup(1)
  const { requests } = mockEndpoint(checkout, { refuse: 'internal' })

  await fillIn(name, email)
  await pay()

  expect(await toastOf(title)).toEqual({ kind: 'destructive', description: sentence })
  expect(requests).toEqual([])
  expect(screen.getByLabelText(/Full name/)).toHaveProperty('value', name)
  expect(document.activeElement?.getAttribute('name')).toBe(name.trim() === '' ? 'name' : 'email')
})

test('a name and an email that were refused are not marked any more once they are typed anew', async () => {
  setup(1)
  await pay()
  const name = screen.getByLabelText(/Full name/)
  const email = screen.getByLabelText(/^Email/)
  expect([name, email].map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', 'true'])

  await userEvent.type(name, 'A')
  expect([name, email].map((field) => field.getAttribute('aria-invalid'))).toEqual([null, 'true'])
  await userEvent.type(email, 'a')
  expect(email.getAttribute('aria-invalid')).toBeNull()
})

test('paying sends what the buyer saw and leads to the payment page', async () => {
  const { leave } = setup(2)
  const { requests } = mockEndpoint(checkout, { kind: 'pay', url: 'https://pay.example/cs_1', orderId: orderId(1) })
  await screen.findAllByText('£30.00', { selector: 'dd' })

  await fillIn('Ada', 'Ada@Example.com')
  await pay()

  await waitFor(() => expect(leave).toHaveBeenCalledWith('https://pay.example/cs_1'))
  expect(requests[0]?.body).toEqual({
    items: [1, 2].map((n) => ({ photoId: photoId(n), size: 'original', pricePence: 1500 })),
    galleries: [],
    consent: deliveryConsent.version,
    customer: { name: 'Ada', email: 'Ada@Example.com' },
    seenTotalPence: 3000,
    grants: [],
  })
  expect(requests[0]?.headers['idempotency-key']).toMatch(/^[\w-]{16,64}$/)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Opening the payment page...' }))
})

test('back from the payment page the button pays once more', async () => {
  const { leave } = setup(2)
  mockEndpoint(checkout, { kind: 'pay', url: 'https://pay.example/cs_1', orderId: orderId(1) })
  await screen.findAllByText('£30.00', { selector: 'dd' })
  await fillIn('Ada', 'ada@example.com')
  await pay()
  await waitFor(() => expect(leave).toHaveBeenCalledTimes(1))

  // The page as the browser kept it.
  fireEvent(window, new Event('pageshow'))

  await userEvent.click(screen.getByRole('button', { name: 'Proceed to Payment' }))
  await waitFor(() => expect(leave).toHaveBeenCalledTimes(2))
})

/** The answer to a checkout comes when the test says so. */
const setupSlowly = async (answer: ResponseOf<typeof checkout>) => {
  const { leave } = setup(2)
  let come = () => {}
  const answered = new Promise<ResponseOf<typeof checkout>>((resolve) => {
    come = () => resolve(answer)
  })
  const { requests } = mockEndpoint(checkout, () => answered)
  await screen.findAllByText('£30.00', { selector: 'dd' })
  await fillIn('Ada', 'ada@example.com')
  await pay()
  await waitFor(() => expect(requests).toHaveLength(1))
  return { leave, come: () => act(async () => come()) }
}
const payAt = { kind: 'pay', url: 'https://pay.example/cs_1', orderId: orderId(1) } as const

test('whoever leaves the cart while the order is prepared is not led to the payment page', async () => {
  const { leave, come } = await setupSlowly(payAt)
  cleanup()
  await come()
  expect(leave).not.toHaveBeenCalled()
  // Nor told of a cart that is not looked at any more.
  renderPage(<p>Another page</p>)
  expect(screen.queryByText('Your cart has changed')).toBeNull()
})

test('what is taken out of the cart while the order is prepared is not paid for', async () => {
  const { leave, come } = await setupSlowly(payAt)
  await userEvent.click(screen.getAllByRole('button', { name: /^Remove/ })[0] ?? document.body)
  await come()
  expect(await screen.findByText('Your cart has changed')).toBeTruthy()
  expect(leave).not.toHaveBeenCalled()
  await pay()
})

test('a free order that is ready after the cart was left says where it is, and is taken out of the cart', async () => {
  const { come } = await setupSlowly({ kind: 'free', orderId: orderId(1) })
  expect(readCart()).toHaveLength(2)
  cleanup()
  await come()
  renderPage(<p>Another page</p>)
  expect(await screen.findByText('Your order is ready')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'See the order' })).toBeTruthy()
  expect(readCart()).toEqual([])
})

test('a lost answer is asked for again under the same key, so that one order comes of it', async () => {
  setup(1)
  const { requests } = mockEndpoint(checkout, { refuse: 'unavailable' })
  await fillIn('Ada', 'ada@example.com')

  await pay()
  expect(await screen.findByText('Checkout failed')).toBeTruthy()
  await pay()

  await waitFor(() => expect(requests).toHaveLength(2))
  expect(requests[1]?.headers['idempotency-key']).toBe(requests[0]?.headers['idempotency-key'])
})

test('an attempt that is over is begun anew without a word, under a new key', async () => {
  const { leave } = setup(1)
  let asked = 0
  const { requests } = mockEndpoint(checkout, () => {
    asked += 1
    return asked === 1
      ? { refuse: 'checkout_expired' as const }
      : { kind: 'pay' as const, url: 'https://pay.example/c/pay/cs_2', orderId: orderId(2) }
  })
  await fillIn('Ada', 'ada@example.com')

  await pay()

  await waitFor(() => expect(leave).toHaveBeenCalledWith('https://pay.example/c/pay/cs_2'))
  expect(requests).toHaveLength(2)
  expect(requests[1]?.headers['idempotency-key']).not.toBe(requests[0]?.headers['idempotency-key'])
  expect(screen.queryByText('Checkout failed')).toBeNull()
})

test('a total that no card can pay says so before one tries', async () => {
  setup(1, { pricePence: 29 })

  expect(await screen.findByText('Card payments start at 30p. Please add another photo.')).toBeTruthy()
})

test('where an order starts at more, the cart says so before one tries', async () => {
  setup(1, { pricePence: 150, minimumPence: 200 })

  expect(await screen.findByText('An order starts at £2.00. Please add another photo.')).toBeTruthy()
})

test('a discount code is applied, shown and can be removed', async () => {
  setup(2)
  await userEvent.type(screen.getByLabelText('Discount code'), 'LAUNCH')
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))

  expect(await screen.findByRole('button', { name: 'Complete Free Order' })).toBeTruthy()
  expect(line('Discount (100%)')).toBe('−£30.00')
  expect(line('Total')).toBe('£0.00')

  // The field and its button are gone, and the focus is on what stands there instead; and the other way round.
  const remove = screen.getByRole('button', { name: 'Remove discount code' })
  expect(document.activeElement).toBe(remove)
  await userEvent.click(remove)
  expect(document.activeElement).toBe(screen.getByLabelText('Discount code'))
  await screen.findByRole('button', { name: 'Proceed to Payment' })
  expect(line('Total')).toBe('£30.00')
})

test('any other code is refused and kept for correction', async () => {
  setup(1)

  await userEvent.type(screen.getByLabelText('Discount code'), 'FREE')
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))

  expect(await toastOf('Invalid discount code')).toEqual({
    kind: 'destructive',
    description: 'Please check your discount code and try again.',
  })
  expect(screen.getByLabelText('Discount code')).toHaveProperty('value', 'FREE')
})

test('a code that was typed and not applied counts when the buyer pays', async () => {
  setup(1)
  const { requests } = mockEndpoint(checkout, { kind: 'free', orderId: orderId(7) })
  await fillIn('Ada', 'ada@example.com')
  await userEvent.type(screen.getByLabelText('Discount code'), ' LAUNCH ')

  await pay()

  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.body).toMatchObject({ discountCode: 'LAUNCH' })
})

test('a code that is being tried when the buyer pays is not tried a second time', async () => {
  setup(1)
  await screen.findAllByText('£15.00', { selector: 'dd' })
  let answer: () => void = () => undefined
  const { requests: trials } = mockEndpoint(quote, async (request: SentRequest) => {
    if (asked(request.body).discountCode !== undefined) await new Promise<void>((resolve) => (answer = resolve))
    return quoting()(request)
  })
  const { requests: orders } = mockEndpoint(checkout, { kind: 'free', orderId: orderId(7) })
  await fillIn('Ada', 'ada@example.com')
  await userEvent.type(screen.getByLabelText('Discount code'), 'LAUNCH')

  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(trials).toHaveLength(1))
  await pay()
  await screen.findByRole('button', { name: 'Preparing your order...' })
  expect(trials).toHaveLength(1)

  answer()
  await waitFor(() => expect(orders).toHaveLength(1))
  expect(orders[0]?.body).toMatchObject({ discountCode: 'LAUNCH' })
})

test('a code that is refused when the buyer pays stops the payment, and can be corrected', async () => {
  setup(1)
  const { requests } = mockEndpoint(checkout, { kind: 'free', orderId: orderId(7) })
  await fillIn('Ada', 'ada@example.com')
  const field = screen.getByLabelText('Discount code')
  await userEvent.type(field, 'LUNCH')

  await pay()

  expect(await toastOf('Invalid discount code')).toEqual({
    kind: 'destructive',
    description: 'Please check your discount code and try again.',
  })
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(requests).toEqual([])

  await userEvent.clear(field)
  expect(field.getAttribute('aria-invalid')).toBeNull()
  await userEvent.type(field, 'LAUNCH')
  await pay()
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.body).toMatchObject({ discountCode: 'LAUNCH' })
})

const applyCode = async () => {
  await userEvent.type(screen.getByLabelText('Discount code'), 'LAUNCH')
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await screen.findByRole('button', { name: 'Complete Free Order' })
}

test('a code that was applied and is refused at the payment is back in its field with the reason, and nothing is paid without it', async () => {
  setup(1)
  const { requests } = mockEndpoint(checkout, { refuse: 'code_for_another' })
  await applyCode()
  await fillIn('Ada', 'ada@example.com')

  await pay('Complete Free Order')

  const field = await screen.findByLabelText('Discount code')
  expect(field).toHaveProperty('value', 'LAUNCH')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText(errors.code_for_another[1], { selector: '[id*=error]' })).toBeTruthy()
  expect(document.activeElement).toBe(field)
  expect(await toastOf('Discount code not used')).toMatchObject({ description: errors.code_for_another[1] })
  expect(requests.map(({ body }) => asked(body).discountCode)).toEqual(['LAUNCH'])
})

/** The code was applied, and refused at the payment for the address that is typed. */
const setupForAnother = async () => {
  setup(1)
  const { requests } = mockEndpoint(checkout, { refuse: 'code_for_another' })
  await applyCode()
  await fillIn('Ada', 'ada@example.com')
  await pay('Complete Free Order')
  const reason = await screen.findByText(errors.code_for_another[1], { selector: '[id*=error]' })
  await waitFor(() => expect(screen.getByTestId('cart-total').textContent).toBe('£15.00'))
  return { requests, reason, field: screen.getByLabelText('Discount code') }
}

test('a code for another address is not accepted again for the same one, by Apply neither', async () => {
  const { requests, field } = await setupForAnother()

  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await pay()

  expect(screen.getByLabelText('Discount code')).toHaveProperty('value', 'LAUNCH')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field)
  expect(requests).toHaveLength(1)
})

test('a code for another address pays with that address at the next press', async () => {
  const { requests, field } = await setupForAnother()

  await userEvent.type(screen.getByLabelText(/^Email/), '.uk')
  expect(field.getAttribute('aria-invalid')).toBeNull()
  await pay()

  await waitFor(() => expect(requests).toHaveLength(2))
  expect(requests[1]?.body).toMatchObject({ discountCode: 'LAUNCH', customer: { email: 'ada@example.com.uk' } })
})

test('a code that an address has used up is asked for anew with another one, by Apply as well', async () => {
  setup(1)
  const { requests } = mockEndpoint(checkout, { refuse: 'code_used_up' })
  await applyCode()
  await fillIn('Ada', 'ada@example.com')
  await pay('Complete Free Order')
  await screen.findByText(errors.code_used_up[1], { selector: '[id*=error]' })

  await userEvent.type(screen.getByLabelText(/^Email/), '.uk')
  expect(screen.queryByText(errors.code_used_up[1], { selector: '[id*=error]' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await screen.findByRole('button', { name: 'Remove discount code' })
  await pay('Complete Free Order')

  await waitFor(() => expect(requests).toHaveLength(2))
  expect(requests[1]?.body).toMatchObject({ discountCode: 'LAUNCH', customer: { email: 'ada@example.com.uk' } })
})

test('a code for another address is not accepted again for the same one in capitals', async () => {
  const { requests, field } = await setupForAnother()
  const email = screen.getByLabelText(/^Email/)

  await userEvent.clear(email)
  await userEvent.type(email, 'Ada@Example.COM')
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await pay()

  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByRole('button', { name: 'Remove discount code' })).toBeNull()
  expect(requests).toHaveLength(1)
})

test('a code for another address is taken out by its button, and the total without it is paid', async () => {
  const { requests, field } = await setupForAnother()

  await userEvent.click(screen.getByRole('button', { name: 'Go on Without the Code' }))
  expect(field).toHaveProperty('value', '')
  expect(document.activeElement).toBe(field)
  await pay()

  await waitFor(() => expect(requests).toHaveLength(2))
  expect(requests[1]?.body).toMatchObject({ seenTotalPence: 1500 })
  expect(asked(requests[1]?.body).discountCode).toBeUndefined()
})

/** The code was applied to two photos; for the one that is left it is refused, and what that costs is not known yet. */
const setupShortOfCode = async () => {
  setup(2)
  await applyCode()
  await fillIn('Ada', 'ada@example.com')
  mockEndpoint(quote, ({ body }) => (asked(body).discountCode === undefined ? 'pending' : { refuse: 'code_minimum' }))
  const { requests } = mockEndpoint(checkout, { refuse: 'price_changed' })
  await userEvent.click(screen.getByRole('button', { name: 'Remove Photo 2' }))
  const field = await screen.findByLabelText('Discount code')
  return { field, requests }
}

test('a refused code that is accepted later is not called refused where it is taken out and typed again', async () => {
  const { field } = await setupShortOfCode()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  mockEndpoint(quote, quoting())

  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove discount code' }))
  await userEvent.type(await screen.findByLabelText('Discount code'), 'LAUNCH')

  expect(screen.getByLabelText('Discount code').getAttribute('aria-invalid')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Go on Without the Code' })).toBeNull()
})

test.each(['code_for_another', 'code_used_up'] as const)(
  'a code refused with %s for an address is not accepted again for the same one, which a trial does not know',
  async (reason) => {
    setup(1)
    const { requests } = mockEndpoint(checkout, { refuse: reason })
    await applyCode()
    await fillIn('Ada', 'ada@example.com')
    await pay('Complete Free Order')
    await screen.findByText(errors[reason][1], { selector: '[id*=error]' })

    await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
    await pay()

    expect(screen.getByLabelText('Discount code')).toHaveProperty('value', 'LAUNCH')
    expect(screen.queryByRole('button', { name: 'Remove discount code' })).toBeNull()
    expect(requests).toHaveLength(1)
  },
)

test('a code that was applied and no longer holds for the cart is back in its field with the reason, and stops the payment', async () => {
  const { field, requests } = await setupShortOfCode()
  expect(field).toHaveProperty('value', 'LAUNCH')
  expect(screen.getByText(errors.code_minimum[1], { selector: '[id*=error]' })).toBeTruthy()

  await pay('Complete Free Order')

  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(requests).toEqual([])
})

test('who takes the refused code out and pays at once is charged no more than the total on the screen', async () => {
  const { field, requests } = await setupShortOfCode()
  await userEvent.clear(field)
  expect(field.getAttribute('aria-invalid')).toBeNull()
  expect(screen.getByTestId('cart-total').textContent).toBe('£0.00')

  await pay('Complete Free Order')

  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.body).toMatchObject({ seenTotalPence: 0 })
})

test('who applies a code and pays before the new total is there is charged that, which is no more than what stood there', async () => {
  setup(2)
  await fillIn('Ada', 'ada@example.com')
  const later = Promise.withResolvers<void>()
  let asks = 0
  mockEndpoint(quote, async (request) => {
    // The first one tries the code.
    if (asked(request.body).discountCode !== undefined && ++asks > 1) await later.promise
    return quoting()(request)
  })
  const { requests } = mockEndpoint(checkout, { kind: 'free', orderId: orderId(1) })
  await userEvent.type(screen.getByLabelText('Discount code'), 'LAUNCH')
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(asks).toBe(2))

  await pay('Proceed to Payment')
  later.resolve()

  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.body).toMatchObject({ discountCode: 'LAUNCH', seenTotalPence: 0 })
})

test('where no total is shown yet, a press on pay shows it, and the next one pays it', async () => {
  setup(1)
  const answered = Promise.withResolvers<void>()
  mockEndpoint(quote, async (request) => {
    await answered.promise
    return quoting()(request)
  })
  const { requests } = mockEndpoint(checkout, { kind: 'pay', url: 'https://pay.example/cs_1', orderId: orderId(1) })
  cleanup()
  renderPage(<CartPage />, { at: '/cart' })
  await fillIn('Ada', 'ada@example.com')

  await pay()
  answered.resolve()

  expect(await toastOf('Please look at the total')).toEqual({
    kind: 'info',
    description: 'It is £15.00. Nothing is ordered yet: press the button again to pay that.',
  })
  expect(screen.getByTestId('cart-total').textContent).toBe('£15.00')
  expect(requests).toEqual([])
  await pay()
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.body).toMatchObject({ seenTotalPence: 1500 })
})

test('nothing is paid while the total cannot be had, and the page says so', async () => {
  setup(1)
  mockEndpoint(quote, { refuse: 'cart_too_large' })
  const { requests } = mockEndpoint(checkout, { kind: 'pay', url: 'https://pay.example/cs_1', orderId: orderId(1) })
  cleanup()
  renderPage(<CartPage />, { at: '/cart' })
  await fillIn('Ada', 'ada@example.com')

  await pay()

  expect(await toastOf('Checkout failed')).toMatchObject({
    description: 'The total could not be worked out, so nothing is ordered. Please try again in a moment.',
  })
  expect(requests).toEqual([])
})

test('a code that was typed and not applied is paid at what its trial said, where that is no more than was shown', async () => {
  setup(1)
  const { requests } = mockEndpoint(checkout, { kind: 'free', orderId: orderId(7) })
  await screen.findAllByText('£15.00', { selector: 'dd' })
  await fillIn('Ada', 'ada@example.com')
  await userEvent.type(screen.getByLabelText('Discount code'), 'LAUNCH')

  await pay()

  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.body).toMatchObject({ discountCode: 'LAUNCH', seenTotalPence: 0 })
})

test('a code that was typed and not applied is still there after coming back to the page', async () => {
  setup(1)
  await userEvent.type(screen.getByLabelText('Discount code'), 'LAUN')

  cleanup()
  renderPage(<CartPage />, { at: '/cart' })

  expect(screen.getByLabelText('Discount code')).toHaveProperty('value', 'LAUN')
})

test('a free order needs no payment and goes on to the order', async () => {
  setup(1)
  mockEndpoint(checkout, { kind: 'free', orderId: orderId(7) })
  await userEvent.type(screen.getByLabelText('Discount code'), 'LAUNCH')
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await fillIn('Ada', 'ada@example.com')

  await pay('Complete Free Order')

  await waitFor(() =>
    expect(screen.getByTestId('address').textContent).toBe(`/purchase-success?free_order=true&order_id=${orderId(7)}`),
  )
})

test('new prices are named in view, shown in the list, and sent from then on', async () => {
  const scrolled = vi.fn()
  Element.prototype.scrollIntoView = scrolled
  setup(1, { pricePence: 2000 })
  const { requests } = mockEndpoint(checkout, { refuse: 'price_changed' })

  const notice = await screen.findByText(': £15.00 before, £20.00 now')
  expect(notice.innerHTML).toMatch(/^<bdi>Photo 1<\/bdi>/)
  expect(scrolled).toHaveBeenCalledOnce()
  expect(scrolled.mock.contexts[0]).toSatisfy((element: Element) => element.contains(notice))
  await fillIn('Ada', 'ada@example.com')
  await pay()

  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.body).toMatchObject({ items: [{ pricePence: 2000 }] })
  await userEvent.click(screen.getByRole('button', { name: 'Got It' }))
  expect(screen.queryByText('Some prices have changed')).toBeNull()
})

test('where the Web size is for sale it is chosen in the cart, by its price and pixels, and no price is said to have changed', async () => {
  const { quotes } = setup(2, { webPence: 600 })
  const choice = within(await screen.findByRole('group', { name: 'Size of Photo 1' }))
  expect(choice.getByText('6000 × 4000 px')).toBeTruthy()
  expect(choice.getByText(/prints of any size/)).toBeTruthy()
  await userEvent.click(choice.getByText(/Web size £6.00/))
  expect(await screen.findByText(/prints up to postcard size/)).toBeTruthy()
  await waitFor(() => expect(screen.getByTestId('cart-total').textContent).toBe('£21.00'))
  expect(asked(quotes.requests.at(-1)?.body).items).toMatchObject([{ size: 'web' }, { size: 'original' }])
  expect(JSON.parse(localStorage.getItem(limits.cart.storageKey) ?? '')).toMatchObject([{ price: 6 }, { price: 15 }])
  expect(screen.queryByText('Some prices have changed')).toBeNull()
})

test.each([true, false])(
  'the price of another size is not mixed with sums of the one before (online: %s)',
  async (isOnline) => {
    setup(1, { webPence: 500 })
    await userEvent.click(await screen.findByText(/Web size £5.00/))
    await waitFor(() => expect(screen.getByTestId('cart-total').textContent).toBe('£5.00'))
    cleanup()
    mockEndpoint(quote, (request) =>
      asked(request.body).items[0]?.size === 'web' ? quoting({ webPence: 500 })(request) : 'pending',
    )
    renderPage(<CartPage />, { at: '/cart' })
    await screen.findByText(/Web size £5.00/)
    onlineManager.setOnline(isOnline)
    onTestFinished(() => onlineManager.setOnline(true))
    await userEvent.click(screen.getByText(/Original £15.00/))

    await waitFor(() => expect(screen.getByLabelText('Summary').getAttribute('aria-busy')).toBe('true'))
    const row = within(screen.getByRole('list', { name: 'Photos in your cart' })).getByRole('listitem')
    expect(row.textContent).not.toContain('instead of')
  },
)

test('a Web size that is no longer for sale becomes the Original, and the cart says so', async () => {
  const { quotes } = setup(1, { webPence: 600 })
  await userEvent.click(await screen.findByText(/Web size £6.00/))
  await waitFor(() => expect(screen.getByTestId('cart-total').textContent).toBe('£6.00'))
  cleanup()
  mockEndpoint(quote, quoting())
  renderPage(<CartPage />, { at: '/cart' })
  expect(await screen.findByText(/£6.00 before, £15.00 now. Its Web size is no longer for sale/)).toBeTruthy()
  await waitFor(() => expect(screen.getByTestId('cart-total').textContent).toBe('£15.00'))
  expect(screen.queryByRole('radio')).toBeNull()
  expect(quotes.requests.length).toBeGreaterThan(1)
})

test('photos that are no longer for sale are named, keep the buyer from paying, and can be removed', async () => {
  setup(2, { gone: [2] })

  expect(await screen.findByText('One photo is no longer for sale')).toBeTruthy()
  expect(isBlocked()).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Remove It' }))

  expect(within(screen.getByRole('list', { name: 'Photos in your cart' })).getAllByRole('listitem')).toHaveLength(1)
})

test('a photo that is free now is no lost sale: the cart leads to where it is downloaded', async () => {
  setup(3, { gone: [1, 2], free: [2] })

  expect(await screen.findByText('One photo is free now')).toBeTruthy()
  const there = `/gallery/${galleryId(1)}?photo=${photoId(2)}`
  expect(screen.getByRole('link', { name: 'Photo 2' }).getAttribute('href')).toBe(there)
  expect(screen.getByText('One photo is no longer for sale')).toBeTruthy()
  expect(
    [screen.getAllByText('Free now'), screen.getAllByText('No longer for sale')].map(({ length }) => length),
  ).toEqual([1, 1])
  expect(isBlocked()).toBe(true)

  const removals = screen.getAllByRole('button', { name: 'Remove It' })
  expect(removals).toHaveLength(2)
  for (const removal of removals) await userEvent.click(removal)
  expect(readCart().map(({ title }) => title)).toEqual(['Photo 3'])
  expect(isBlocked()).toBe(false)
})

test('a cart of which nothing can be bought offers no free order', async () => {
  setup(1, { gone: [1], free: [1] })
  await screen.findByText('One photo is free now')
  expect(screen.queryByRole('button', { name: 'Complete Free Order' })).toBeNull()
  expect(isBlocked()).toBe(true)
})

test('a photo whose private gallery closed meanwhile is no lost sale: its gallery is to be opened again', async () => {
  setup(2, { locked: [2] })

  expect(await screen.findByText('One photo waits for its private gallery')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open Race day' }).getAttribute('href')).toBe(`/gallery/${galleryId(1)}`)
  expect(screen.getByText('Gallery closed')).toBeTruthy()
  expect(screen.queryByText(/no longer for sale/i)).toBeNull()
  expect(screen.queryByRole('button', { name: /^Remove (It|Them)$/ })).toBeNull()
  expect(isBlocked()).toBe(true)

  await userEvent.click(screen.getByRole('button', { name: /Remove Photo 2/ }))
  expect(screen.queryByText('One photo waits for its private gallery')).toBeNull()
  expect(isBlocked()).toBe(false)
})

test('who came from a review is told to open its link again, since its gallery asks for what they do not know', async () => {
  setup(2, { locked: [1, 2] }, [1, 2])

  expect(await screen.findByText('Some photos wait for their private gallery')).toBeTruthy()
  expect(
    screen.getByText('Open the link of your review again, and choose “Buy my approved photos” there.'),
  ).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^Open / })).toBeNull()
})

test('the cart shows grants that are over as well, and one that another tab is given opens it at once', async () => {
  keepGrant(galleryId(1), { grant: 'over', expiresAt: new Date(Date.now() - 86_400_000).toISOString() })
  const { quotes } = setup(1, { locked: [1] })
  await screen.findByText('Gallery closed')
  mockEndpoint(quote, quoting())

  keepGrant(galleryId(1), { grant: 'fresh', expiresAt: '2999-01-01T00:00:00.000Z' })
  act(() => void dispatchEvent(new StorageEvent('storage', { key: grantsKey })))

  await waitFor(() => expect(screen.queryByText('Gallery closed')).toBeNull())
  expect(quotes.requests.map(({ body }) => asked(body).grants)).toEqual([['over']])
})

test('a gallery that closes between the quote and the payment is said, and the cart asks anew', async () => {
  const { quotes } = setup(1)
  mockEndpoint(checkout, { refuse: 'items_locked' })
  await fillIn('Ada', 'ada@example.com')
  await pay()

  expect(await toastOf('Checkout failed')).toEqual({
    kind: 'destructive',
    description: 'A private gallery in your cart has closed. Open it, or your review, again to go on.',
  })
  await waitFor(() => expect(quotes.requests).toHaveLength(2))
})

test.each<['items_unavailable' | 'items_locked', Market, string]>([
  ['items_unavailable', { gone: [2] }, 'One photo is no longer for sale'],
  ['items_locked', { locked: [2] }, 'One photo waits for its private gallery'],
])(
  'a refusal with %s leaves the focus on the button, says the reason below it and shows it in view',
  async (refuse, market, notice) => {
    const scrolled = vi.fn()
    Element.prototype.scrollIntoView = scrolled
    setup(2)
    const { requests } = mockEndpoint(checkout, { refuse })
    await fillIn('Ada', 'ada@example.com')
    mockEndpoint(quote, quoting(market))

    await pay()

    const reason = await screen.findByText(notice)
    const button = screen.getByRole('button', { name: 'Proceed to Payment' })
    // A browser takes the focus from a button that is `disabled`.
    expect(button).toHaveProperty('disabled', false)
    expect(isBlocked()).toBe(true)
    expect(document.activeElement).toBe(button)
    expect(scrolled.mock.contexts.at(-1)).toSatisfy((element: Element) => element.contains(reason))
    const below = document.getElementById(button.getAttribute('aria-describedby') ?? '')
    expect(below?.textContent).toBe('Some photos above cannot be bought now.')
    // Neither by the button nor from a field is it sent once more.
    await pay()
    await userEvent.type(screen.getByLabelText(/Full name/), '{Enter}')
    expect(requests).toHaveLength(1)

    await userEvent.click(screen.getByRole('button', { name: 'See Why' }))
    expect(document.activeElement?.contains(reason)).toBe(true)
    expect(document.activeElement).not.toBe(document.body)
  },
)

test('more than 500 photos must be bought in two carts', () => {
  setup(501)

  expect(screen.getByText('A cart holds at most 500 photos')).toBeTruthy()
  expect(screen.getByText('Please remove 1 photo and buy it next.')).toBeTruthy()
  expect(isBlocked()).toBe(true)
})

const aWhole = (override: Partial<CartWhole> = {}): CartWhole => ({
  galleryId: galleryId(1),
  galleryTitle: 'Race day',
  photographerName: 'Ada',
  photoCount: 140,
  pricePence: pence(4_500),
  netPence: pence(4_500),
  picture: aPicture(),
  photoIds: [],
  isSwitched: false,
  ...override,
})

test('photos that cost as much as their gallery become the whole of it, and the cart says so', async () => {
  setup(3, { wholes: [aWhole({ isSwitched: true, photoIds: [1, 2, 3].map(photoId) })] })

  expect(await screen.findByText('These 3 photos cost as much as the whole gallery: you get all 140.')).toBeTruthy()
  expect(screen.getAllByText('In the whole gallery').length).toBeGreaterThanOrEqual(3)
  expect(screen.queryByRole('button', { name: /Remove the whole gallery/ })).toBeNull()
})

describe('what this browser has bought before', () => {
  const inCart = (override: object = {}) =>
    localStorage.setItem(
      limits.cart.storageKey,
      JSON.stringify(
        [1, 2, 3].map((n) => ({
          ...{ photo_id: photoId(n), title: `Photo ${String(n)}`, price: 15, gallery_id: galleryId(1) },
          ...override,
        })),
      ),
    )
  const shown = async (bought: string[], market: Market = {}) => {
    localStorage.setItem('bought_photos', JSON.stringify(bought))
    mockEndpoint(quote, quoting(market))
    renderPage(<CartPage />, { at: '/cart' })
    await screen.findByRole('button', { name: 'Proceed to Payment' })
    return marks()
  }
  const marks = () => {
    const lines = within(screen.getByRole('list', { name: 'Photos in your cart' })).getAllByRole('listitem')
    return lines.map((each) => /(You bought|Web size bought).*(before|difference)/.exec(each.textContent ?? '')?.[0])
  }
  const before = 'You bought this photo before'

  test('is said beside it, and can be bought once more', async () => {
    inCart()
    const offered = 'Web size bought before: the link in your receipt offers the Original for the difference'
    expect(await shown([photoId(1), `${photoId(2)}@web`])).toEqual([before, offered, undefined])
    expect(isBlocked()).toBe(false)
  })

  test('a Web size once more as well', async () => {
    inCart({ size: 'web', price: 6 })
    expect(await shown([photoId(1), `${photoId(2)}@web`], { webPence: 600 })).toEqual([before, before, undefined])
  })

  test('a Web size whose Original is bought for the difference is not bought once more', async () => {
    inCart({ upgrade_of: { orderId: orderId(1), line: 1 } })
    expect(await shown([`${photoId(1)}@web`])).toEqual([undefined, undefined, undefined])
  })

  test.each([
    ['as long as the gallery grows', '2100-01-01T00:00:00.000Z', before],
    ['afterwards it is not known of a single photo', '2020-01-01T00:00:00.000Z', undefined],
  ])('a whole gallery: %s', async (_name, until, said) => {
    inCart()
    expect(await shown([`${galleryId(1)}@${until}`])).toEqual([said, said, said])
  })

  describe('a whole gallery, and photos of it that are kept from earlier buyers', () => {
    const note = `${galleryId(1)}@2100-01-01T00:00:00.000Z@2099-12-02T00:00:00.000Z`

    test.each([
      ['that were there when it was bought', '2099-12-01T23:59:59.999Z', before],
      ['that came later', '2099-12-02T00:00:00.000Z', undefined],
    ])('%s, as the page of the gallery said', async (_name, since, said) => {
      inCart({ excepted_since: since })
      expect(await shown([note], { exceptedSince: since })).toEqual([said, said, said])
    })

    test('that came later, by the word of the server', async () => {
      inCart()
      await shown([note], { exceptedSince: '2099-12-02T00:00:00.000Z' })
      await waitFor(() => expect(marks()).toEqual([undefined, undefined, undefined]))
    })

    test.each([
      ['is noted with what is in the cart', {}, '2099-12-02T00:00:00.000Z'],
      ['is forgotten once it is lifted', { excepted_since: '2099-12-02T00:00:00.000Z' }, undefined],
    ])('of which the exception %s', async (_name, kept, since) => {
      inCart(kept)
      await shown([note], since === undefined ? {} : { exceptedSince: since })
      await waitFor(() => expect(readCart().map(({ exceptedSince }) => exceptedSince)).toEqual([since, since, since]))
    })

    test('of which the exception was lifted since', async () => {
      inCart({ excepted_since: '2099-12-02T00:00:00.000Z' })
      await shown([note])
      await waitFor(() => expect(marks()).toEqual([before, before, before]))
    })
  })

  test('a whole gallery that is bought as a whole again', async () => {
    inCart()
    await shown([`${galleryId(1)}@2020-01-01T00:00:00.000Z`], { wholes: [aWhole({ isSwitched: true })] })
    expect(await screen.findByText('You bought this gallery before')).toBeTruthy()
  })
})

test('the line of a photo with a Web size is as high before its prices as after: it is remembered from the answer before', async () => {
  setup(1, { webPence: 600 })
  await screen.findByRole('group', { name: 'Size of Photo 1' })
  await waitFor(() => expect(readCart()).toMatchObject([{ hasWeb: true }]))
  const shown = screen.getByRole('group', { name: 'Size of Photo 1' }).textContent
  cleanup()

  mockEndpoint(quote, 'pending')
  renderPage(<CartPage />, { at: '/cart' })
  const room = document.querySelector('[aria-label="Size of Photo 1"]')
  expect(room?.textContent?.replace(/[\d.]+/g, '')).toBe(shown?.replace(/[\d.]+/g, ''))
  expect(screen.queryByRole('group', { name: 'Size of Photo 1' })).toBeNull()
  cleanup()

  mockEndpoint(quote, quoting())
  renderPage(<CartPage />, { at: '/cart' })
  await screen.findByText('£1.50')
  await waitFor(() => expect(readCart()).toMatchObject([{ hasWeb: false }]))
})

test('of a photo that is not sold now no room is kept for its sizes, nor of any while the prices are refused', async () => {
  const room = () => document.querySelector('[aria-label="Size of Photo 1"]')
  const withRoom = (answer: Parameters<typeof mockEndpoint<typeof quote>>[1]) => {
    const item = { photo_id: photoId(1), title: 'Photo 1', price: 15, gallery_id: galleryId(1), has_web: true }
    localStorage.setItem(limits.cart.storageKey, JSON.stringify([item]))
    mockEndpoint(quote, answer)
    renderPage(<CartPage />, { at: '/cart' })
    expect(room()).not.toBeNull()
  }
  withRoom(quoting({ locked: [1] }))
  await screen.findByText('Gallery closed')
  expect(room()).toBeNull()
  cleanup()

  withRoom({ refuse: 'cart_too_many_photographers' })
  await screen.findByText(/^A cart holds photos of at most/)
  expect(room()).toBeNull()
})

/** @returns the cart as another tab keeps it then. */
const keepElsewhere = (change: object): string => {
  const kept = JSON.parse(localStorage.getItem(limits.cart.storageKey) ?? '[]')
  const theirs = JSON.stringify(kept.map((item: object) => ({ ...item, ...change })))
  localStorage.setItem(limits.cart.storageKey, theirs)
  act(() => void dispatchEvent(new StorageEvent('storage', { key: limits.cart.storageKey })))
  return theirs
}

test('an answer is noted once: what another tab makes of another one stays until the next', async () => {
  const { quotes } = setup(1, { webPence: 600 })
  await screen.findByText('£1.50')
  await waitFor(() => expect(readCart()).toMatchObject([{ hasWeb: true }]))
  const theirs = keepElsewhere({ price: 12, has_web: false })
  expect(localStorage.getItem(limits.cart.storageKey)).toBe(theirs)
  expect(screen.queryByText('Some prices have changed')).toBeNull()

  mockEndpoint(checkout, { refuse: 'price_changed' })
  await fillIn('Ada', 'ada@example.com')
  await pay()
  await waitFor(() => expect(readCart()).toMatchObject([{ pricePence: 1_500, hasWeb: true }]))
  expect(quotes.requests).toHaveLength(2)
  // It cost as much here all the time.
  expect(screen.queryByText(/before, £15.00 now/)).toBeNull()
})

test.each([
  ['more', 20, '£20.00'],
  ['less', 12, '£12.00'],
])('a price that another tab noted first: %s', async (_, price, now) => {
  setup(1)
  await screen.findByText('£1.50')
  keepElsewhere({ price })
  // The line and the sum are of one answer.
  expect(screen.getAllByText('£15.00').length).toBeGreaterThan(1)
  expect(screen.queryByText(now)).toBeNull()

  mockEndpoint(quote, quoting({ pricePence: pence(price * 100) }))
  mockEndpoint(checkout, { refuse: 'price_changed' })
  await fillIn('Ada', 'ada@example.com')
  await pay()
  expect(await screen.findByText(new RegExp(`: £15.00 before, ${now} now`))).toBeTruthy()
})

test.each([
  ['chosen', {}, { price: 9, upgrade_of: { orderId: orderId(1), line: 1 } }, '£9.00'],
  [
    'left again for the whole price',
    { price: 9, upgrade_of: { orderId: orderId(1), line: 1 } },
    { price: 15, upgrade_of: undefined },
    '£15.00',
  ],
])(
  'the Original of a Web size, %s in another tab, is another offer and no changed price',
  async (_, here, there, price) => {
    const item = { photo_id: photoId(1), title: 'Photo 1', price: 15, gallery_id: galleryId(1), ...here }
    localStorage.setItem(limits.cart.storageKey, JSON.stringify([item]))
    const answer = quoting({ upgradePence: 900 })
    mockEndpoint(quote, answer)
    renderPage(<CartPage />, { at: '/cart' })
    // So its answer calls it; the cart knew no title.
    await screen.findByText('Race day')
    const shown = () => within(screen.getByRole('list', { name: 'Photos in your cart' })).getAllByText(/^£/)

    let answerNow = () => {}
    const held = new Promise<void>((resolve) => {
      answerNow = resolve
    })
    const { requests } = mockEndpoint(quote, async (request) => {
      await held
      return answer(request)
    })
    keepElsewhere(there)
    await waitFor(() => expect(requests).toHaveLength(1))
    // What the other offer costs is not said of this one, while its answer is on its way.
    expect(shown().map(({ textContent }) => textContent)).toEqual([price, price])
    answerNow()
    const upgrade = /^The Original, for the Web size/
    await waitFor(() => expect(screen.queryAllByText(upgrade)).toHaveLength('upgrade_of' in here ? 0 : 1))
    expect(shown().map(({ textContent }) => textContent)).toEqual([price, price])
    expect(screen.queryByText('Some prices have changed')).toBeNull()
  },
)
test('a price that rose while a photo was out of the cart stays so when it is had back', async () => {
  setup(2)
  await screen.findByText('£3.00')
  const { requests } = mockEndpoint(quote, quoting({ pricePence: 2_000 }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove Photo 2' }))
  await screen.findByText(/: £15.00 before, £20.00 now/)

  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))

  // An answer of before is none to this cart.
  expect(screen.queryByText(/: £20.00 before/)).toBeNull()
  await waitFor(() => expect(screen.getByTestId('cart-total').textContent).toBe('£40.00'))
  expect(requests).toHaveLength(2)
  expect(screen.getAllByText(/: £15.00 before, £20.00 now/)).toHaveLength(2)
  expect(readCart()).toMatchObject([{ pricePence: 2_000 }, { pricePence: 2_000 }])
})

test('an answer of before a purchase is none to the page that the browser kept as it was', async () => {
  const reminder = { email: 'ada@example.com', photoIds: [photoId(1)], asked: '' }
  const draft = { name: 'Ada', email: reminder.email, discountCode: '', reminder }
  sessionStorage.setItem(checkoutDraftKey, JSON.stringify(draft))
  mockEndpoint(api.visitors.endpoints.keepCart, undefined)
  setup(1)
  await screen.findByText('£1.50')
  // Meanwhile another tab was answered anew.
  forgetReminder(reminder.email)
  const [item] = readCart()
  writeCart(item ? [{ ...item, pricePence: pence(2_000) }] : [])

  act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))

  expect(screen.queryByText('Some prices have changed')).toBeNull()
  expect(readCart()).toMatchObject([{ pricePence: 2_000 }])
})

describe('a gallery that costs little more as a whole', () => {
  const aNear = (change: Partial<CartNear> = {}): CartNear => ({
    galleryId: galleryId(1),
    galleryTitle: 'Race day',
    photographerName: 'Ada',
    photoCount: 140,
    wholePence: pence(5_100),
    morePence: pence(600),
    ...change,
  })
  const told = 'For £6.00 more you get all 140 photos of Race day.'

  test('is said, and taken with one press in place of its photos; Undo brings them back', async () => {
    const { quotes } = setup(3, { near: [aNear()] })
    const section = await screen.findByRole('region', { name: 'Cheaper together' })
    expect(section.textContent).toContain(told)
    mockEndpoint(quote, quoting({ wholes: [aWhole({ pricePence: pence(5_100), netPence: pence(5_100) })] }))
    await userEvent.click(screen.getByRole('button', { name: 'Get All 140' }))

    expect(readCart()).toMatchObject([{ photoId: galleryId(1), isWhole: true, pricePence: 5_100 }])
    expect(screen.queryByText(told)).toBeNull()
    expect(quotes.requests).toHaveLength(1)
    expect(await toastOf('Whole gallery in cart')).toMatchObject({ kind: 'success' })
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(readCart().map(({ photoId: id }) => id)).toEqual([1, 2, 3].map(photoId))
  })

  test('for no more says so', async () => {
    setup(3, { near: [aNear({ morePence: pence(0) })] })
    const section = await screen.findByRole('region', { name: 'Cheaper together' })
    expect(section.textContent).toContain('For the same price you get all 140 photos of Race day.')
  })

  test('is not said to who has bought the whole of it', async () => {
    localStorage.setItem('bought_photos', JSON.stringify([`${galleryId(1)}@2030-01-31T00:00:00.000Z`]))
    setup(3, { near: [aNear()] })
    await screen.findByText('£4.50')
    expect(screen.queryByRole('button', { name: 'Get All 140' })).toBeNull()
    localStorage.removeItem('bought_photos')
  })

  test('is not known to an answer of the last release, which is read all the same', async () => {
    const answer = quote.response.parse({
      ...{ lines: [], wholes: [], offers: [], unavailable: [], locked: [] },
      ...{ unavailableGalleries: [], lockedGalleries: [] },
      summary: {
        ...{ subtotalPence: 0, offerPence: 0, discountPence: 0, discountPercent: 0 },
        ...{ feePence: 0, earningsPence: 0, totalPence: 0 },
      },
    })
    expect(answer.near).toEqual([])
  })
})

test('photos in a whole gallery keep their pictures, and a price of theirs that changed is taken over', async () => {
  localStorage.setItem(
    limits.cart.storageKey,
    JSON.stringify([1, 2].map((n) => ({ photo_id: photoId(n), title: `Photo ${n}`, price: n === 1 ? 12 : 15 }))),
  )
  const wholes = [aWhole({ isSwitched: true, photoIds: [1, 2].map(photoId) })]
  mockEndpoint(quote, quoting({ wholes }))
  renderPage(<CartPage />, { at: '/cart' })

  expect(await screen.findByText(/: £12.00 before, £15.00 now/)).toBeTruthy()
  expect(screen.queryByText(/Photo 2: /)).toBeNull()
  expect(screen.getByRole('list', { name: 'Photos in your cart' }).querySelectorAll('img')).toHaveLength(2)
  expect(JSON.parse(localStorage.getItem(limits.cart.storageKey) ?? '')).toMatchObject([{ price: 15 }, { price: 15 }])
})

test('a gallery that is sold as a whole no longer is named as such', async () => {
  localStorage.setItem(
    limits.cart.storageKey,
    JSON.stringify([
      { photo_id: galleryId(1), title: 'Whole gallery: Race day', price: 45, gallery_id: galleryId(1), whole: true },
    ]),
  )
  mockEndpoint(quote, (sent: SentRequest) => ({ ...quoting()(sent), unavailableGalleries: [galleryId(1)] }))
  renderPage(<CartPage />, { at: '/cart' })

  expect(await screen.findByText('This gallery is no longer sold as a whole')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Remove It' }))
  expect(await screen.findByText('Your cart is empty')).toBeTruthy()
})

test('a whole gallery is asked for by its id, bought at the price that was seen, and removed as one', async () => {
  localStorage.setItem(
    limits.cart.storageKey,
    JSON.stringify([
      { photo_id: galleryId(1), title: 'Whole gallery: Race day', price: 45, gallery_id: galleryId(1), whole: true },
    ]),
  )
  const quotes = mockEndpoint(quote, quoting({ wholes: [aWhole()] }))
  const opened = mockEndpoint(checkout, { kind: 'free', orderId: orderId(1) })
  renderPage(<CartPage />, { at: '/cart' })
  expect(
    await screen.findByText(
      'All photos, and those added within 30 days, up to 2,000 in all, but for those that their photographer keeps out.',
    ),
  ).toBeTruthy()
  expect(screen.getByText('1 whole gallery')).toBeTruthy()
  expect(quotes.requests[0]?.body).toMatchObject({ items: [], galleryIds: [galleryId(1)] })
  await fillIn('Ada', 'ada@example.com')
  await userEvent.click(screen.getByRole('button', { name: /Proceed to Payment|Complete Free Order/ }))
  await waitFor(() => expect(opened.requests).toHaveLength(1))
  expect(opened.requests[0]?.body).toMatchObject({
    items: [],
    galleries: [{ galleryId: galleryId(1), pricePence: 4_500 }],
  })
})

test('a whole gallery that is removed is gone at once and hands the focus on', async () => {
  localStorage.setItem(
    limits.cart.storageKey,
    JSON.stringify([
      { photo_id: galleryId(1), title: 'Whole gallery: Race day', price: 45, gallery_id: galleryId(1), whole: true },
      { photo_id: photoId(1), title: 'Photo 1', price: 15 },
    ]),
  )
  mockEndpoint(quote, quoting({ wholes: [aWhole()] }))
  renderPage(<CartPage />, { at: '/cart' })
  const remove = await screen.findByRole('button', { name: 'Remove the whole gallery Race day' })
  // The new prices are on their way.
  mockEndpoint(quote, 'pending')

  await userEvent.click(remove)

  expect(screen.queryByRole('list', { name: 'Whole galleries in your cart' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Photo 1' }))
})

test.each([
  { photos: [], sentence: 'One whole gallery has been removed from your cart.' },
  { photos: [1, 2], sentence: '1 whole gallery and 2 photos have been removed from your cart.' },
])('a cleared cart says the gallery that was in it: $sentence', async ({ photos, sentence }) => {
  localStorage.setItem(
    limits.cart.storageKey,
    JSON.stringify([
      { photo_id: galleryId(1), title: 'Whole gallery: Race day', price: 45, gallery_id: galleryId(1), whole: true },
      ...photos.map((n) => ({ photo_id: photoId(n), title: `Photo ${String(n)}`, price: 15 })),
    ]),
  )
  mockEndpoint(quote, quoting({ wholes: [aWhole()] }))
  renderPage(<CartPage />, { at: '/cart' })
  await userEvent.click(screen.getByRole('button', { name: 'Clear Cart' }))
  expect((await toastOf('Cart cleared')).description).toContain(sentence)
})

test('a long cart is drawn a step at a time', async () => {
  setup(130)
  const lines = () => screen.getByRole('list', { name: 'Photos in your cart' }).children

  expect(lines()).toHaveLength(60)
  expect(screen.getByText('60 of 130 photos')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show 60 more' }))
  expect(lines()).toHaveLength(120)
  await userEvent.click(screen.getByRole('button', { name: 'Show 10 more' }))
  expect(lines()).toHaveLength(130)
  expect(screen.queryByRole('button', { name: /^Show / })).toBeNull()
  // The button is gone, and the focus is on what stands there instead.
  expect(document.activeElement).toBe(screen.getByText('130 of 130 photos'))
  // Also said to whom the focus does not go there.
  expect(document.activeElement?.getAttribute('role')).toBe('status')
})

test('photos of more than 40 photographers must be bought in two carts', async () => {
  localStorage.setItem(limits.cart.storageKey, JSON.stringify([{ photo_id: 'pho_1', title: 'One', price: 15 }]))
  mockEndpoint(quote, { refuse: 'cart_too_many_photographers' })
  renderPage(<CartPage />, { at: '/cart' })

  expect(await screen.findByText('A cart holds photos of at most 40 photographers')).toBeTruthy()
  expect(screen.getByText('One')).toBeTruthy()
  await screen.findByRole('button', { name: 'Proceed to Payment' })
  expect(isBlocked()).toBe(true)
})

test('a refusal of the server is told in its own words', async () => {
  setup(1)
  mockEndpoint(checkout, { refuse: 'total_too_small' })
  await fillIn('Ada', 'ada@example.com')

  await pay()

  expect(await toastOf('Checkout failed')).toEqual({
    kind: 'destructive',
    description: 'Card payments start at 30p. Please add another photo.',
  })
})

test.each([
  ['internal', 'Checkout failed', 'Something went wrong during checkout.'],
  ['cart_empty', 'Cart is empty', 'Please add some photos to your cart before checkout.'],
] as const)('a checkout refused with %s says “%s”', async (refuse, title, description) => {
  setup(1)
  mockEndpoint(checkout, { refuse })
  await fillIn('Ada', 'ada@example.com')

  await pay()

  expect(await toastOf(title)).toEqual({ kind: 'destructive', description })
})

test('while too many buy the page says so and sends the same attempt again', async () => {
  const { leave } = setup(1)
  let tries = 0
  const url = 'https://checkout.test/cs_test_1'
  const details = { retryAfterSeconds: 0, why: 'Very many people are paying at this moment.' }
  const { requests } = mockEndpoint(checkout, () => {
    tries += 1
    return tries < 3 ? { refuse: 'unavailable' as const, details } : { kind: 'pay' as const, url, orderId: orderId(7) }
  })
  await fillIn('Ada', 'ada@example.com')

  await pay()

  expect(await screen.findByText(/^Very many people are buying at this moment\./)).toBeTruthy()
  await waitFor(() => expect(leave).toHaveBeenCalledWith(url))
  expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  expect(requests).toHaveLength(3)
  expect(screen.queryByText(/Very many people are buying/)).toBeNull()
})

test.each([
  ['a checkout', 'Checkout failed', 'You have gone to the checkout very often.'],
  ['a discount code', 'Error', 'There were too many wrong discount codes.'],
] as const)('%s that has to wait says how long and why', async (what, title, why) => {
  setup(1)
  const wait = { refuse: 'too_many_requests' as const, details: { retryAfterSeconds: 400, why } }
  await fillIn('Ada', 'ada@example.com')
  if (what === 'a checkout') mockEndpoint(checkout, wait)
  else {
    await userEvent.type(screen.getByLabelText('Discount code'), 'FREE')
    mockEndpoint(quote, wait)
  }

  await pay()

  expect(await toastOf(title)).toEqual({ kind: 'destructive', description: `${why} Please try again in 7 minutes.` })
})

test('what was typed is still there after coming back to the page', async () => {
  setup(1)
  await screen.findByLabelText(/Full name/)
  await fillIn('Ada', 'ada@example.com')

  cleanup()
  renderPage(<CartPage />, { at: '/cart' })

  expect(await screen.findByLabelText(/Full name/)).toHaveProperty('value', 'Ada')
  expect(screen.getByLabelText(/^Email/)).toHaveProperty('value', 'ada@example.com')
})

test('the box for delivery at once is not ticked by us; without it nothing is sent, and the box says why', async () => {
  setup(1)
  const sent = mockEndpoint(checkout, 'pending')
  await fillIn('Ada', 'ada@example.com')
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: deliveryConsent.text })
  await userEvent.click(box)

  await pay()

  expect(await screen.findByText(deliveryConsent.missing)).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(box))
  expect(sent.requests).toEqual([])

  await userEvent.click(box)
  expect(screen.queryByText(deliveryConsent.missing)).toBeNull()
  await pay()
  await waitFor(() => expect(sent.requests).toHaveLength(1))
  expect(sent.requests[0]?.body).toMatchObject({ consent: deliveryConsent.version })
})

test('coming back to the cart finds the box unticked', async () => {
  setup(1)
  await fillIn('Ada', 'ada@example.com')
  cleanup()
  setup(1)

  expect(screen.getByLabelText(/Full name/)).toHaveProperty('value', 'Ada')
  expect(screen.getByRole('checkbox', { name: deliveryConsent.text })).toHaveProperty('checked', false)
})

describe('a gallery whose photos are cheaper together', () => {
  const offer = { galleryId: galleryId(1), galleryTitle: 'Race day' }
  const next = { more: 2, percent: 30, eachPence: pence(1500), morePence: pence(1350) }

  test('says what is saved, what more would save, and takes it off the summary', async () => {
    setup(3, {
      steps: [{ from: 3, percent: 20 }],
      offers: [{ ...offer, percent: 20, savedPence: pence(900), next }],
    })
    // Apart, so that a name from right to left keeps its place before the number.
    const name = await screen.findByText('Race day', { selector: 'bdi' })
    expect(name.parentElement?.textContent).toBe('Race day: 20% off, you save £9.00.')
    const more = screen.getByRole('link', { name: 'Add 2 more' })
    expect(more.getAttribute('href')).toBe(`/gallery/${galleryId(1)}`)
    expect(more.closest('p')?.textContent).toBe('Add 2 more and save £13.50 more (30% off, at £15.00 a photo)')
    expect(screen.getByText('−£9.00')).toBeTruthy()
    expect(screen.getByTestId('cart-total').textContent).toBe('£36.00')
    // Each line says what it costs so, beside what it costs alone.
    expect(screen.getAllByText('£12.00')).not.toEqual([])
  })

  test('says the first step before it is reached, and nothing of offers where there are none', async () => {
    setup(1, {
      offers: [{ ...offer, percent: 0, savedPence: pence(0), next: { ...next, percent: 20, morePence: pence(900) } }],
    })
    const more = await screen.findByRole('link', { name: 'Add 2 more' })
    expect(more.closest('p')?.textContent).toBe('Add 2 more from Race day and save £9.00 (20% off, at £15.00 a photo)')
    expect(screen.queryByText(/you save/)).toBeNull()
  })
})

test('what was said of a photo that was put in leaves when the cart is there, and other messages stay', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  mockEndpoint(quote, quoting())
  toast({ kind: 'success', title: 'Added to cart', description: 'Photo 1 has been added to your cart.' })
  renderPage(<CartPage />)
  await screen.findByRole('heading', { level: 1, name: 'Shopping Cart' })
  // A message is drawn a little later than what is touched.
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(screen.queryByText('Added to cart')).toBeNull()
  vi.useRealTimers()
  cleanup()

  toast({ title: 'Checkout failed', description: 'Please try again.' })
  renderPage(<CartPage />)
  expect(await toastOf('Checkout failed')).toMatchObject({ kind: 'destructive' })
})

test('beside the photos the way to pay has no scrolling of its own, which would hide its button from who scrolls the page', async () => {
  setup(1)
  const side = (await screen.findByRole('form', { name: 'Checkout' })).parentElement?.parentElement
  const { position, maxHeight, overflowY } = getComputedStyle(side ?? document.body)
  expect([position, maxHeight, overflowY]).toEqual(['sticky', '', ''])
})
