import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CartPage } from '#frontend/features/cart/cart-page.tsx'
import { CartReminder } from '#frontend/features/cart/cart-reminder.tsx'
import { WithdrawnReminders } from '#frontend/features/cart/withdrawn-reminders.tsx'
import { keepGrant } from '#frontend/shared/api/grants.ts'
import { type CartItem, readCart, writeCart } from '#frontend/shared/cart/cart-items.ts'
import { forgetReminder, useCheckoutDraft } from '#frontend/shared/cart/checkout-draft.ts'
import { checkoutDraftKey } from '#frontend/shared/forms/draft-owner.ts'
import { api } from '#schema/api/all.ts'
import { cartConsent } from '#schema/consent.ts'
import { pence } from '#schema/money.ts'
import { addresses } from '#schema/paths.ts'
import { galleryId, orderId, photoId } from '#test/support/frontend/builders.ts'
import { type Answer, mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const { keepCart, keptCart } = api.visitors.endpoints
const photo = (n: number): CartItem => ({
  photoId: photoId(n),
  title: `Photo ${n}`,
  pricePence: pence(1_500),
  galleryId: galleryId(1),
  galleryTitle: 'Race day',
  photographerName: 'Ada',
  imageUrl: '',
})
const whole: CartItem = { ...photo(1), photoId: galleryId(2), galleryId: galleryId(2), isWhole: true }
const upgrade: CartItem = { ...photo(2), upgradeOf: { orderId: orderId(1), line: 1 } }
const two = [photo(1), photo(2)]
const three = [...two, photo(3)]
const ada = { name: 'Ada', email: 'ada@example.com', discountCode: '' }
const box = () => screen.findByRole('checkbox', { name: cartConsent.text })

beforeEach(() => {
  sessionStorage.clear()
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})
/** The time that a typed address or a changed cart is left alone before it is asked for, and some more. */
const pass = () => act(() => vi.advanceTimersByTimeAsync(600))

const Reminder = (props: Pick<Parameters<typeof CartReminder>[0], 'email' | 'items'>) => {
  const [{ reminder, withdrawn }, change] = useCheckoutDraft()
  return (
    <>
      <CartReminder {...props} reminder={reminder} onChange={change} />
      <WithdrawnReminders withdrawn={withdrawn} isQuiet={false} onChange={change} />
    </>
  )
}

/** The page of a cart whose first photo somebody has asked to be reminded of, once it has asked for all that is in it. */
const openWithReminder = async (items: readonly CartItem[]) => {
  mockEndpoint(api.orders.endpoints.quote, { refuse: 'internal' })
  const kept = mockEndpoint(keepCart, undefined)
  writeCart(items)
  const reminder = { email: ada.email, photoIds: [photoId(1)], asked: 'as it was' }
  sessionStorage.setItem(checkoutDraftKey, JSON.stringify({ ...ada, reminder }))
  renderPage(<CartPage />)
  await waitFor(() => expect(kept.requests).toHaveLength(1))
  return kept
}

describe('a reminder of the cart', () => {
  test('stays asked for when one comes back to the cart, and can be taken back then', async () => {
    const kept = mockEndpoint(keepCart, undefined)
    const user = userEvent.setup()
    const first = renderPage(<Reminder email="ada@example.com" items={[photo(1)]} />)
    await user.click(await box())
    await waitFor(() => expect(kept.requests).toHaveLength(1))
    first.unmount()

    renderPage(<Reminder email="ada@example.org" items={[photo(1), photo(2)]} />)
    expect(await box()).toMatchObject({ checked: true })
    await waitFor(() => expect(kept.requests).toHaveLength(3))
    expect(kept.requests.slice(1).map(({ body }) => body)).toMatchObject([
      { email: 'ada@example.org', items: [{ photoId: photoId(1) }, { photoId: photoId(2) }] },
      { email: 'ada@example.com', consent: null },
    ])
    await user.click(await box())
    await waitFor(() => expect(kept.requests.at(-1)?.body).toMatchObject({ email: 'ada@example.org', consent: null }))
  })

  test('is not agreed to anew by looking at the same cart again, but by another size', async () => {
    const kept = mockEndpoint(keepCart, undefined)
    const cart = [photo(1), upgrade]
    const first = renderPage(<Reminder email="ada@example.com" items={cart} />)
    await userEvent.click(await box())
    await waitFor(() => expect(kept.requests).toHaveLength(1))
    first.unmount()
    const second = renderPage(<Reminder email="ada@example.com" items={[...cart]} />)
    expect(await box()).toMatchObject({ checked: true })
    await pass()
    expect(kept.requests).toHaveLength(1)
    second.unmount()
    renderPage(<Reminder email="ada@example.com" items={[{ ...photo(1), size: 'web' }, upgrade]} />)
    await waitFor(() => expect(kept.requests).toHaveLength(2))
    expect(kept.requests[1]?.body).toMatchObject({ items: [{ photoId: photoId(1), size: 'web' }] })
  })

  test('that was refused is asked for again when one comes back', async () => {
    const kept = mockEndpoint(keepCart, { refuse: 'cart_too_large' })
    const first = renderPage(<Reminder email="ada@example.com" items={[photo(1)]} />)
    await userEvent.click(await box())
    await waitFor(async () => expect((await box()).getAttribute('aria-invalid')).toBe('true'))
    first.unmount()
    renderPage(<Reminder email="ada@example.com" items={[photo(1)]} />)
    await waitFor(() => expect(kept.requests).toHaveLength(2))
  })

  test('that was on its way when the cart was left is asked for again', async () => {
    const kept = mockEndpoint(keepCart, () => new Promise<never>(() => undefined))
    const first = renderPage(<Reminder email="ada@example.com" items={[photo(1)]} />)
    await userEvent.click(await box())
    await waitFor(() => expect(kept.requests).toHaveLength(1))
    first.unmount()
    renderPage(<Reminder email="ada@example.com" items={[photo(1)]} />)
    await waitFor(() => expect(kept.requests).toHaveLength(2))
  })

  test('that is as it was before, while another one was on its way, is asked for once more', async () => {
    const answers: (() => void)[] = []
    const kept = mockEndpoint(
      keepCart,
      () => new Promise<undefined>((resolve) => answers.push(() => resolve(undefined))),
    )
    const Cart = () => {
      const [items, setItems] = useState(three)
      return (
        <>
          <Reminder email="ada@example.com" items={items} />
          <button type="button" onClick={() => setItems(two)}>
            Take one out
          </button>
          <button type="button" onClick={() => setItems(three)}>
            Undo
          </button>
        </>
      )
    }
    renderPage(<Cart />)
    await userEvent.click(await box())
    await waitFor(() => expect(answers).toHaveLength(1))
    await userEvent.click(screen.getByRole('button', { name: 'Take one out' }))
    await pass()
    answers[0]?.()
    await waitFor(() => expect(answers).toHaveLength(2))
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await pass()
    answers[1]?.()
    await waitFor(() => expect(kept.requests).toHaveLength(3))
    expect(kept.requests[2]?.body).toMatchObject({ items: [{}, {}, {}] })
  })

  test('is completed with what was locked when it was asked for', async () => {
    const kept = mockEndpoint(keepCart, undefined)
    const cart = [photo(1)]
    const first = renderPage(<Reminder email="ada@example.com" items={cart} />)
    await userEvent.click(await box())
    await waitFor(() => expect(kept.requests).toHaveLength(1))
    await pass()
    first.unmount()
    keepGrant(galleryId(1), { grant: 'a grant', expiresAt: new Date(Date.now() + 3_600_000).toISOString() })
    renderPage(<Reminder email="ada@example.com" items={cart} />)
    await waitFor(() => expect(kept.requests).toHaveLength(2))
  })

  test('that was taken back is not ticked again when one comes back to the cart', async () => {
    const kept = mockEndpoint(keepCart, undefined)
    const user = userEvent.setup()
    const first = renderPage(<Reminder email="ada@example.com" items={[photo(1)]} />)
    await user.click(await box())
    await waitFor(() => expect(kept.requests).toHaveLength(1))
    await user.click(await box())
    await waitFor(() => expect(kept.requests).toHaveLength(2))
    first.unmount()

    renderPage(<Reminder email="ada@example.com" items={[photo(1)]} />)
    expect(await box()).toMatchObject({ checked: false })
  })

  test('is taken back by a phone that slept meanwhile', async () => {
    const withdrawn = [{ email: 'ada@example.com', of: [] }]
    const answers: Answer<typeof keepCart>[] = [{ refuse: 'unavailable' }]
    const kept = mockEndpoint(keepCart, () => answers.shift())
    renderPage(<WithdrawnReminders withdrawn={withdrawn} isQuiet onChange={() => undefined} />)
    await act(() => vi.advanceTimersByTimeAsync(500))
    expect(kept.requests).toHaveLength(1)
    vi.setSystemTime(Date.now() + 3 * 60 * 60_000)
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(kept.requests.map(({ body }) => body)).toEqual(Array(2).fill({ email: 'ada@example.com', consent: null }))
  })

  test('is taken back with the next visit of the cart where the server could not be told', async () => {
    const kept = mockEndpoint(keepCart, undefined)
    const user = userEvent.setup()
    const first = renderPage(<Reminder email="ada@example.com" items={[photo(1)]} />)
    await user.click(await box())
    await waitFor(() => expect(kept.requests).toHaveLength(1))
    mockEndpoint(keepCart, { refuse: 'session_needed' })
    await user.click(await box())
    expect(await toastOf('Your reminder is not taken back yet')).toMatchObject({ kind: 'destructive' })
    first.unmount()

    const told = mockEndpoint(keepCart, undefined)
    const second = renderPage(<Reminder email="ada@example.com" items={[photo(1)]} />)
    await waitFor(() => expect(told.requests).toMatchObject([{ body: { email: 'ada@example.com', consent: null } }]))
    await waitFor(() => expect(sessionStorage.getItem(checkoutDraftKey)).toContain('"withdrawn":[]'))
    second.unmount()
    renderPage(<Reminder email="ada@example.com" items={[photo(1)]} />)
    await box()
    expect(told.requests).toHaveLength(1)
  })

  test.each([
    ['with the cart that is emptied', [photo(1)]],
    ['with the last photo but one whose Web size was bought', [photo(1), { ...upgrade, photoId: photoId(3) }]],
  ])('is taken back %s', async (_name, items) => {
    const kept = await openWithReminder(items)

    await userEvent.setup().click(await screen.findByRole('button', { name: /^Remove Photo 1\b/ }))
    await waitFor(() => expect(kept.requests.at(-1)?.body).toMatchObject({ email: ada.email, consent: null }))
  })

  test('is taken back with the cart that is emptied, and no later one of another tab', async () => {
    const kept = await openWithReminder(two)
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Clear Cart' }))
    const of = { items: [{ photoId: photoId(1) }, { photoId: photoId(2) }], galleryIds: [] }
    await waitFor(() => expect(kept.requests.at(-1)?.body).toEqual({ email: ada.email, consent: null, ...of }))
  })

  test('is taken back where another tab has put other photos into the cart', async () => {
    mockEndpoint(api.orders.endpoints.quote, { refuse: 'internal' })
    const kept = mockEndpoint(keepCart, undefined)
    writeCart([photo(2)])
    const reminder = { email: ada.email, photoIds: [photoId(1), galleryId(2)], asked: 'as it was' }
    sessionStorage.setItem(checkoutDraftKey, JSON.stringify({ ...ada, reminder }))
    renderPage(<CartPage />)

    // That tab may have asked for those: the server takes back what was wished for here.
    const of = { items: [{ photoId: photoId(1) }], galleryIds: [galleryId(2)] }
    await waitFor(() =>
      expect(kept.requests.map(({ body }) => body)).toEqual([{ email: ada.email, consent: null, ...of }]),
    )
    expect(await box()).toMatchObject({ checked: false })
  })

  test('is asked for anew by who brings the cart back', async () => {
    const kept = await openWithReminder([photo(1)])
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Clear Cart' }))
    await waitFor(() => expect(kept.requests.at(-1)?.body).toMatchObject({ consent: null }))
    const count = kept.requests.length

    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await box()).toMatchObject({ checked: false })
    await pass()
    expect(kept.requests).toHaveLength(count)
  })

  test('of a cart that was bought meanwhile is not asked for by a page that the browser kept', async () => {
    const kept = await openWithReminder([photo(1)])
    forgetReminder(ada.email)
    writeCart([photo(1), photo(2)])
    act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
    await waitFor(async () => expect(await box()).toMatchObject({ checked: false }))
    await pass()
    expect(kept.requests).toHaveLength(1)
  })

  test('for another address than the order’s is taken back after the purchase', () => {
    const reminder = { email: 'aad@example.com', photoIds: [photoId(1)], asked: 'as it was' }
    const draft = { name: 'Ada', email: 'ada@example.com', discountCode: '', typedCode: '', reminder, withdrawn: [] }
    sessionStorage.setItem(checkoutDraftKey, JSON.stringify(draft))
    forgetReminder(draft.email)
    expect(JSON.parse(sessionStorage.getItem(checkoutDraftKey) ?? '')).toMatchObject({
      reminder: null,
      withdrawn: [{ email: 'aad@example.com', of: [] }],
    })
  })

  test('of a photo that was bought as Web size is not ticked for its Original', async () => {
    const reminder = { email: 'ada@example.com', photoIds: [upgrade.photoId], asked: '' }
    sessionStorage.setItem(checkoutDraftKey, JSON.stringify({ name: '', email: '', discountCode: '', reminder }))
    renderPage(<Reminder email="ada@example.com" items={[upgrade, photo(3)]} />)
    expect(await box()).toMatchObject({ checked: false })
  })

  test('of one cart is not ticked for the next', async () => {
    const kept = mockEndpoint(keepCart, undefined)
    const first = renderPage(<Reminder email="ada@example.com" items={[photo(1)]} />)
    await userEvent.setup().click(await box())
    await waitFor(() => expect(kept.requests).toHaveLength(1))
    first.unmount()
    renderPage(<Reminder email="ada@example.com" items={[photo(2)]} />)
    expect(await box()).toMatchObject({ checked: false })
  })

  test('is asked for by a box that nobody ticks for them, with what is bought of it', async () => {
    const kept = mockEndpoint(keepCart, undefined)
    renderPage(<Reminder email="ada@example.com" items={[photo(1), upgrade, whole]} />)
    const user = userEvent.setup()
    expect(await box()).toMatchObject({ checked: false })
    await user.click(await box())
    await waitFor(() => expect(kept.requests).toHaveLength(1))
    expect(kept.requests[0]?.body).toEqual({
      email: 'ada@example.com',
      consent: cartConsent.version,
      items: [{ photoId: photoId(1), size: 'original' }],
      galleryIds: [galleryId(2)],
      grants: [],
    })
    await user.click(await box())
    await waitFor(() => expect(kept.requests).toHaveLength(2))
    expect(kept.requests[1]?.body).toMatchObject({ email: 'ada@example.com', consent: null })
  })

  test('is not asked for before there is an address', async () => {
    const kept = mockEndpoint(keepCart, undefined)
    renderPage(<Reminder email="ada@" items={[photo(1)]} />)
    const user = userEvent.setup()
    await user.click(await box())
    await user.click(await box())
    expect(kept.requests).toEqual([])
  })

  test('that was refused says why', async () => {
    mockEndpoint(keepCart, { refuse: 'cart_too_large' })
    renderPage(<Reminder email="ada@example.com" items={[photo(1)]} />)
    await userEvent.setup().click(await box())
    await waitFor(async () => expect((await box()).getAttribute('aria-invalid')).toBe('true'))
  })
})

describe('the link of the mail about a cart', () => {
  const item = {
    galleryId: galleryId(1),
    galleryTitle: 'Race day',
    photographerName: 'Ada',
    pricePence: pence(1_500),
    photoId: photoId(1),
    size: 'web' as const,
    title: 'Photo 1',
  }
  const { galleryTitle, photographerName } = item

  test('puts it back beside what is there', async () => {
    writeCart([photo(3)])
    mockEndpoint(api.orders.endpoints.quote, { refuse: 'unavailable' })
    const opened = mockEndpoint(keptCart, {
      items: [item],
      galleries: [{ galleryId: galleryId(2), galleryTitle, photographerName, pricePence: pence(5_000) }],
    })
    renderPage(<CartPage />, { at: addresses.keptCart('a.b') })
    await waitFor(() => expect(readCart()).toHaveLength(3))
    expect(readCart()).toMatchObject([
      { photoId: photoId(3) },
      { photoId: photoId(1), size: 'web', galleryId: galleryId(1), pricePence: 1_500 },
      { photoId: galleryId(2), isWhole: true, title: 'Race day', pricePence: 5_000 },
    ])
    expect(opened.requests).toMatchObject([{ params: { token: 'a.b' } }])
  })

  test('that is over, or of which nothing is for sale, says so', async () => {
    mockEndpoint(keptCart, { refuse: 'link_over' })
    renderPage(<CartPage />, { at: addresses.keptCart('a.b') })
    expect((await screen.findByRole('alert')).textContent).toContain('it is over')
  })

  test('of which nothing is for sale any more says that', async () => {
    mockEndpoint(keptCart, { items: [], galleries: [] })
    renderPage(<CartPage />, { at: addresses.keptCart('a.b') })
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing of that cart is for sale')
    expect(readCart()).toEqual([])
  })
})
