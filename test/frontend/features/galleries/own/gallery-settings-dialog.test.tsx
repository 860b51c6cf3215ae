import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { settingLabels } from '#frontend/features/galleries/own/gallery-settings.ts'
import { GallerySettingsDialog } from '#frontend/features/galleries/own/gallery-settings-dialog.tsx'
import { authSession } from '#frontend/shared/session/auth-session.ts'
import { api } from '#schema/api/all.ts'
import type { OwnGallery } from '#schema/api/galleries.ts'
import { pence } from '#schema/money.ts'
import { aPicture } from '#test/support/frontend/builders.ts'
import { halfTyped } from '#test/support/frontend/half-typed.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { anOwnGallery } from '#test/support/frontend/own-gallery.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const { update, mine } = api.galleries.endpoints

beforeEach(() => {
  vi.spyOn(authSession, 'accessToken').mockResolvedValue('token')
})

const open = (gallery: OwnGallery) => {
  const onClose = vi.fn()
  renderPage(<GallerySettingsDialog gallery={gallery} onClose={onClose} />)
  return { user: userEvent.setup(), onClose, title: () => screen.getByLabelText(/^Title/) }
}
const save = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Save Settings' }))

test('the settings stand in the four groups of the specification, and the look and races in two of their own', () => {
  open(anOwnGallery(1))

  const groups = screen.getAllByRole('group').map((group) => within(group).queryByText(/./, { selector: 'legend' }))
  expect(groups.flatMap((legend) => legend?.textContent ?? [])).toEqual([
    'Basic information',
    'Security and access',
    'Look',
    'Client permissions',
    'Races',
    'Watermark',
  ])
})

test('a price for the whole gallery says at 2,000 photos what it means, and with more that it is not offered', () => {
  open(anOwnGallery(1, { photoCount: 2_000 }))
  expect(screen.getByText(/^One price for all photos on sale, .* within 30 days .* up to 2,000 in all/)).toBeTruthy()
  cleanup()
  open(anOwnGallery(1, { photoCount: 2_001 }))
  expect(screen.getByText(/^Offered while at most 2,000 photos are on sale; now there are 2,001\./)).toBeTruthy()
})

test('of a gallery that was taken down the settings say so, why, and where to ask', () => {
  open(anOwnGallery(1))
  expect(screen.queryByText(/took it down/)).toBeNull()
  cleanup()
  open(anOwnGallery(1, { takedown: { at: '2030-01-02T10:00:00.000Z', reason: 'Not your photos.' } }))
  expect(screen.getByText(/Darkslide took it down: Not your photos\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Write to us' }).getAttribute('href')).toBe('/contact')
})

test('every setting has a field, called as it is in a sentence', () => {
  open(anOwnGallery(1, { isPublic: false, watermarkEnabled: true, cover: aPicture() }))

  // Of the gallery it is said that it is public or private now; its switch stands for the first.
  const labels = settingLabels.map((label) => (label === 'The gallery' ? 'Public gallery' : label))
  expect(labels.filter((label) => screen.queryAllByLabelText(new RegExp(`^${label}`)).length === 0)).toEqual([])
  expect(labels).toContain('Watermark Text')
})

test('what another tab saved is named, what was typed here stays, and the next save replaces only that', async () => {
  const gallery = anOwnGallery(1, { title: 'Low Tide' })
  const current = { ...gallery, version: 4, title: 'Ebb', pricePence: pence(2000), hasPassword: true }
  mockEndpoint(mine, { items: [current] })
  const { requests } = mockEndpoint(update, ({ body }) =>
    JSON.stringify(body).includes('"version":4')
      ? { ...current, version: 5 }
      : { refuse: 'changed_meanwhile', details: { current } },
  )
  const { user, onClose, title } = open(gallery)

  await user.clear(title())
  await user.type(title(), 'Spring Tide')
  await save(user)

  expect(await screen.findByText('Title is now “Ebb”. Yours stands below and replaces it.')).toBeTruthy()
  expect(screen.getByText('Price per photo is now £20.00.')).toBeTruthy()
  expect(screen.getByText('A password is set now.')).toBeTruthy()
  expect(title()).toHaveProperty('value', 'Spring Tide')
  expect(screen.getByLabelText(/^Price/)).toHaveProperty('value', '20.00')
  expect(onClose).not.toHaveBeenCalled()

  await save(user)

  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(requests.at(-1)?.body).toMatchObject({ version: 4, title: 'Spring Tide', pricePence: 2000 })
  expect(requests.at(-1)?.body).not.toHaveProperty('password')
})

test('a focal point is sent only where it was moved: another cover begins with another one behind an open form', async () => {
  const gallery = anOwnGallery(1, { cover: aPicture(), coverFocus: { x: 0.25, y: 1 } })
  const { requests } = mockEndpoint(update, { ...gallery, version: 1 })
  const { user, onClose, title } = open(gallery)
  await user.type(title(), ' again')
  await save(user)
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(requests[0]?.body).not.toHaveProperty('coverFocus')

  screen.getByRole('button', { name: /^Focal point/ }).focus()
  await user.keyboard('{ArrowRight}')
  await save(user)
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2))
  expect(requests[1]?.body).toHaveProperty('coverFocus.y', 1)
})

test('the first photo is named as the cover to come only where there is none; a cover that is not shown is said to be so', () => {
  const first = /^The first photo that you upload/
  const hidden = 'The cover is not shown at the moment. Its focal point can be set once it is.'
  open(anOwnGallery(1, { photoCount: 0, cover: null }))
  expect(screen.getByText(first)).toBeTruthy()
  cleanup()
  // Being drawn anew, with another mark, or taken down.
  open(anOwnGallery(1, { photoCount: 2, cover: null }))
  expect(screen.queryByText(first)).toBeNull()
  expect(screen.getByText(hidden)).toBeTruthy()
  cleanup()
  open(anOwnGallery(1, { photoCount: 2, cover: aPicture() }))
  expect(screen.queryByText(hidden)).toBeNull()
})

test('settings need a title: without one they are not sent', async () => {
  const { requests } = mockEndpoint(update, anOwnGallery(1))
  const { user, title } = open(anOwnGallery(1))

  await user.clear(title())
  await save(user)

  expect(await screen.findByText('Please fill in the gallery title.')).toBeTruthy()
  expect(requests).toEqual([])
})

test('numbers are switched on for a subscriber, and refused in words, with the form as it was', async () => {
  const gallery = anOwnGallery(1)
  mockEndpoint(mine, { items: [gallery] })
  const message = 'Numbers are read for subscribers. Please subscribe to switch this on.'
  let isSubscribed = false
  const { requests } = mockEndpoint(update, () =>
    !isSubscribed
      ? { refuse: 'invalid_request', fields: [{ path: 'numbers', message }] }
      : { ...gallery, numbers: true },
  )
  const { user, onClose } = open(gallery)
  const numbers = screen.getByRole<HTMLInputElement>('switch', { name: /^Find photos by number/ })
  expect(numbers.checked).toBe(false)

  await user.click(numbers)
  await save(user)

  expect(await screen.findByText(message)).toBeTruthy()
  expect(numbers.checked).toBe(true)
  expect(onClose).not.toHaveBeenCalled()

  isSubscribed = true
  await save(user)

  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(requests.map(({ body }) => body)).toEqual([
    expect.objectContaining({ numbers: true }),
    expect.objectContaining({ numbers: true }),
  ])
})

test('who switches numbers on in another order reads that visitors have no times, and sets the order beside it', async () => {
  const gallery = anOwnGallery(1)
  mockEndpoint(mine, { items: [gallery] })
  const { requests } = mockEndpoint(update, { ...gallery, numbers: true, photoOrder: 'captured' })
  const { user } = open(gallery)
  const none = /^In this gallery’s order, “Featured first, then newest”, visitors cannot look by time\./
  expect(screen.queryByText(none)).toBeNull()
  await user.click(screen.getByRole('switch', { name: /^Find photos by number/ }))
  expect(screen.getByText(none)).toBeTruthy()
  screen.getByRole('button', { name: 'Order them as they were taken' }).focus()
  await user.keyboard('{Enter}')

  expect(screen.queryByText(none)).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('switch', { name: /^Find photos by number/ }))
  expect(screen.getByLabelText<HTMLSelectElement>('Order of photos').value).toBe('captured')
  await save(user)
  await waitFor(() =>
    expect(requests.map(({ body }) => body)).toEqual([
      expect.objectContaining({ numbers: true, photoOrder: 'captured' }),
    ]),
  )
})

test('an empty code, expiry or limit is sent as none, and a password only when one was typed', async () => {
  const gallery = anOwnGallery(1, { isPublic: false, accessCode: 'ABCD1234', downloadLimit: 3 })
  mockEndpoint(mine, { items: [gallery] })
  const { requests } = mockEndpoint(update, gallery)
  const { user } = open(gallery)

  await user.clear(screen.getByLabelText(/^Access Code/))
  const limit = screen.getByLabelText<HTMLInputElement>(/^Download Limit/)
  expect([limit.type, limit.min, limit.placeholder]).toEqual(['number', '0', 'Unlimited'])
  expect(screen.getByLabelText<HTMLInputElement>(/^Expiry Date/).type).toBe('date')
  await user.clear(limit)
  await user.type(screen.getByLabelText('Password'), 'low water')
  await save(user)

  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.body).toMatchObject({ downloadLimit: null, expiresAt: null, password: 'low water' })
  expect(requests[0]?.body).toHaveProperty('accessCode', '')
})

test('a gallery that becomes public keeps asking for its code, says so, and can be opened to everybody', async () => {
  const gallery = anOwnGallery(1, { isPublic: false, accessCode: 'HARBOUR' })
  mockEndpoint(mine, { items: [gallery] })
  const { requests } = mockEndpoint(update, gallery)
  const { user, onClose } = open(gallery)

  await user.click(screen.getByLabelText(/^Public gallery/))
  expect(screen.getByText(/Only who has the code below sees its photos/)).toBeTruthy()
  await user.clear(screen.getByLabelText(/^Access Code/))
  expect(screen.getByText('Anyone can find it and buy from it.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText(/^Access Code/))
  await save(user)

  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(requests[0]?.body).toMatchObject({ isPublic: true, accessCode: '' })
})

test('a public gallery with a password does not say that anyone can buy from it', async () => {
  const { user } = open(anOwnGallery(1, { hasPassword: true }))
  expect(screen.getByText(/Only who has the password sees its photos/)).toBeTruthy()
  await user.click(screen.getByLabelText(/^Remove the password/))
  expect(screen.getByText('Anyone can find it and buy from it.')).toBeTruthy()
})

test('a public gallery with a code and a password says that both are asked for', async () => {
  const { user } = open(anOwnGallery(1, { hasPassword: true, accessCode: 'HARBOUR' }))
  expect(screen.getByText(/Only who has both the code below and the password sees its photos/)).toBeTruthy()
  await user.clear(screen.getByLabelText(/^Access Code/))
  expect(screen.getByText(/Only who has the password sees its photos/)).toBeTruthy()
})

test('settings that are refused after their dialog was closed name their gallery', async () => {
  const answer = Promise.withResolvers<{ refuse: 'too_many_requests' }>()
  const { requests } = mockEndpoint(update, () => answer.promise)
  const gallery = anOwnGallery(1, { title: 'Low Tide' })
  let leave = () => {}
  const Leavable = () => {
    const [isOpen, setIsOpen] = useState(true)
    leave = () => setIsOpen(false)
    return isOpen && <GallerySettingsDialog gallery={gallery} onClose={vi.fn()} />
  }
  renderPage(<Leavable />)
  const user = userEvent.setup()
  await user.type(screen.getByLabelText(/^Title/), ' again')
  await save(user)
  await waitFor(() => expect(requests).toHaveLength(1))
  act(() => leave())
  answer.resolve({ refuse: 'too_many_requests' })
  expect(await toastOf('“Low Tide” not updated')).toMatchObject({ kind: 'destructive' })
})

test('an emptied price stays as it is, and a mistyped one is refused at its field', async () => {
  const gallery = anOwnGallery(1, { pricePence: pence(4000) })
  mockEndpoint(mine, { items: [gallery] })
  const { requests } = mockEndpoint(update, gallery)
  const { user, onClose } = open(gallery)
  const price = screen.getByLabelText(/^Price/)

  await user.clear(price)
  await user.type(price, '7.505')
  await save(user)
  expect(await screen.findByText('Please enter a price from £0 to £100,000, for example 14.99.')).toBeTruthy()
  expect(requests).toEqual([])

  await user.clear(price)
  await save(user)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(requests[0]?.body).not.toHaveProperty('pricePence')
})

test('an expiry that was not touched keeps its minute: another one would end every grant', async () => {
  const expiresAt = '2031-06-01T12:34:56.000Z'
  const gallery = anOwnGallery(1, { expiresAt })
  mockEndpoint(mine, { items: [gallery] })
  const { requests } = mockEndpoint(update, gallery)
  const { user, title } = open(gallery)

  await user.type(title(), ' again')
  await save(user)

  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.body).toMatchObject({ expiresAt })
})

describe('an expiry that is past when it is typed', () => {
  /** Half past midnight in Kolkata, where in UTC it is still the day before. */
  const holdTime = () => {
    const zone = process.env.TZ
    process.env.TZ = 'Asia/Kolkata'
    vi.useFakeTimers({ now: new Date('2031-05-01T19:00:00.000Z'), toFake: ['Date'] })
    onTestFinished(() => {
      vi.useRealTimers()
      if (zone === undefined) delete process.env.TZ
      else process.env.TZ = zone
    })
  }
  const expiry = () => screen.getByLabelText<HTMLInputElement>(/^Expiry Date/)
  const hint = () => document.getElementById(expiry().getAttribute('aria-describedby') ?? '')?.textContent
  const type = (day: string) => fireEvent.change(expiry(), { target: { value: day } })
  const closes = 'This closes the gallery at once.'

  test('is said to close the gallery at once, by the day where its photographer is, and is saved', async () => {
    holdTime()
    const gallery = anOwnGallery(1)
    mockEndpoint(mine, { items: [gallery] })
    const { requests } = mockEndpoint(update, gallery)
    const { user } = open(gallery)
    const usual = hint()
    expect(usual).toMatch(/^Open until the end of this day/)
    type('2031-05-02')
    expect(hint()).toBe(usual)
    type('2031-05-01')
    expect(hint()).toBe(closes)
    type('')
    expect(hint()).toBe(usual)
    type('2030-05-02')
    expect(hint()).toBe(closes)

    await save(user)

    await waitFor(() => expect(requests).toHaveLength(1))
    expect(requests[0]?.body).toMatchObject({ expiresAt: '2030-05-02T18:29:59.999Z' })
  })

  test('leaves a gallery closed that was over before, which is said', () => {
    holdTime()
    open(anOwnGallery(1, { expiresAt: '2031-04-30T18:29:59.999Z' }))
    expect(hint()).toBe('This leaves the gallery closed.')
    type('2030-06-01')
    expect(hint()).toBe('This leaves the gallery closed.')
    type('2031-06-01')
    expect(hint()).toMatch(/^Open until the end of this day/)
  })
})

test('a half-typed expiry is refused, and not saved as none', async () => {
  const { requests } = mockEndpoint(update, anOwnGallery(1))
  const { user } = open(anOwnGallery(1))
  const expiry = screen.getByLabelText<HTMLInputElement>(/^Expiry Date/)
  expect(expiry.max).toBe('9999-12-31')
  halfTyped(expiry)

  await save(user)

  expect(await screen.findByText('Please complete this date.')).toBeTruthy()
  expect(requests).toEqual([])
})

test('a gallery that is public again is saved whatever was typed into the fields that went', async () => {
  const gallery = anOwnGallery(1, { clientEmail: 'hannah@example.com' })
  mockEndpoint(mine, { items: [gallery] })
  const { requests } = mockEndpoint(update, gallery)
  const { user, onClose } = open(gallery)

  await user.click(screen.getByRole('switch', { name: /Public gallery/ }))
  await user.type(screen.getByLabelText('Client Email'), ' and nobody')
  await user.click(screen.getByRole('switch', { name: /Public gallery/ }))
  await save(user)

  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(requests[0]?.body).toMatchObject({ isPublic: true, clientEmail: 'hannah@example.com' })
})

test('a group is no wider than the dialog, whatever stands in it', () => {
  open(anOwnGallery(1))

  const [group] = screen.getAllByRole('group').filter(({ tagName }) => tagName === 'FIELDSET')
  const styles = [...document.querySelectorAll('style')].map((style) => style.textContent).join('\n')
  // A fieldset's own width is its longest word's.
  expect(styles).toMatch(new RegExp(`\\.${group?.className}\\{[^}]*min-width:`))
})

test('the form says in which letters a watermark is drawn, as what is drawn shows', async () => {
  const { user } = open(anOwnGallery(7))

  await user.click(screen.getByRole('switch', { name: /^Show a watermark/ }))

  const field = screen.getByLabelText('Watermark Text')
  const said = field
    .getAttribute('aria-describedby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent)
  expect(said?.join(' ')).toContain(
    'In Latin, Greek, Cyrillic, Hebrew, Arabic, Japanese, Hindi or Thai letters, and emoji. Others show as boxes.',
  )
})

describe('what several photos cost together', () => {
  const fill = async (user: ReturnType<typeof userEvent.setup>, row: number, from: string, percent: string) => {
    await user.click(screen.getByRole('button', { name: 'Add a Step' }))
    await user.type(screen.getAllByLabelText('From photos')[row] ?? document.body, from)
    await user.type(screen.getAllByLabelText('Percent off')[row] ?? document.body, percent)
  }
  const preview = () =>
    within(screen.getByRole('region', { name: 'What buyers pay' }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map((cell) => cell.textContent))

  test.each([
    [40, [['Whole gallery'], ['all 40 photos', '£60.00', '£54.00']]],
    [2_001, []],
  ])('of a gallery of %i photos with a price for the whole: %j', async (photoCount, whole) => {
    const gallery = anOwnGallery(1, { photoCount })
    mockEndpoint(mine, { items: [gallery] })
    const { user } = open(gallery)
    await user.type(screen.getByLabelText(/^Whole gallery/), '60')
    const rows = preview()
    const from = rows.findIndex(([of]) => of === 'Whole gallery')
    expect(from === -1 ? [] : rows.slice(from)).toEqual(whole)
  })

  test('is typed in steps, shown for buyers of 1, 3, 5 and all photos, and sent', async () => {
    const gallery = anOwnGallery(1, { photoCount: 40 })
    mockEndpoint(mine, { items: [gallery] })
    const { requests } = mockEndpoint(update, gallery)
    const { user, onClose } = open(gallery)

    await fill(user, 0, '3', '10')
    await fill(user, 1, '5', '20')
    expect(preview()).toEqual([
      ['1 photo', '£15.00', '£13.50'],
      ['3 photos 10% off', '£40.50', '£36.45'],
      ['5 photos 20% off', '£60.00', '£54.00'],
      ['all 40 photos 20% off', '£480.00', '£432.00'],
    ])
    await user.clear(screen.getByLabelText(/^Price/))
    await user.type(screen.getByLabelText(/^Price/), '10')
    expect(preview()[1]).toEqual(['3 photos 10% off', '£27.00', '£24.30'])
    await save(user)

    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(requests[0]?.body).toMatchObject({
      priceSteps: [
        { from: 3, percent: 10 },
        { from: 5, percent: 20 },
      ],
    })
  })

  test('are five at most; the button that adds the last keeps the focus', async () => {
    mockEndpoint(mine, { items: [anOwnGallery(1)] })
    const { user } = open(anOwnGallery(1))
    const add = screen.getByRole('button', { name: 'Add a Step' })
    while (add.getAttribute('aria-disabled') !== 'true') await user.click(add)
    expect(screen.getAllByLabelText('From photos')).toHaveLength(5)
    await user.click(add)
    expect(screen.getAllByLabelText('From photos')).toHaveLength(5)
    expect(screen.getByRole('button', { name: 'Add a Step' })).toBe(add)
  })

  test('can be taken away, and a row that nobody filled in is none', async () => {
    const gallery = anOwnGallery(1, { priceSteps: [{ from: 3, percent: 10 }] })
    mockEndpoint(mine, { items: [gallery] })
    const { requests } = mockEndpoint(update, gallery)
    const { user } = open(gallery)

    await user.click(screen.getByRole('button', { name: 'Remove step 1' }))
    await user.click(screen.getByRole('button', { name: 'Add a Step' }))
    await save(user)

    await waitFor(() => expect(requests).toHaveLength(1))
    expect(requests[0]?.body).toMatchObject({ priceSteps: [] })
  })

  test('is refused at its field, and where steps fall as a whole', async () => {
    const { requests } = mockEndpoint(update, anOwnGallery(1))
    const { user } = open(anOwnGallery(1))

    await fill(user, 0, '1', '95')
    await save(user)
    expect(await screen.findByText('Please enter a whole number from 2 to 500.')).toBeTruthy()
    expect(screen.getByText('Please enter a whole number from 1 to 90.')).toBeTruthy()

    await user.clear(screen.getByLabelText('From photos'))
    await user.type(screen.getByLabelText('From photos'), '3')
    await user.clear(screen.getByLabelText('Percent off'))
    await user.type(screen.getByLabelText('Percent off'), '20')
    await fill(user, 1, '5', '10')
    await save(user)
    // The toast says it too, a moment later.
    const steps = within(screen.getByRole('group', { name: 'Cheaper together' }))
    expect((await steps.findByRole('alert')).textContent).toBe(
      'Each step begins at more photos and takes more off than the one before.',
    )
    expect(requests).toEqual([])
  })

  test('is shown without steps, and for the Web size where that is sold', async () => {
    const { user } = open(anOwnGallery(1, { photoCount: 5 }))
    const originals = [
      ['1 photo', '£15.00', '£13.50'],
      ['3 photos', '£45.00', '£40.50'],
      ['all 5 photos', '£75.00', '£67.50'],
    ]
    expect(preview()).toEqual(originals)

    await user.type(screen.getByLabelText(/^Web size/), '6')
    expect(preview()).toEqual([
      ['Original'],
      ...originals,
      ['Web size'],
      ['1 photo', '£6.00', '£5.40'],
      ['3 photos', '£18.00', '£16.20'],
      ['all 5 photos', '£30.00', '£27.00'],
    ])
    expect(screen.getByText(/^At £15.00 a photo, £6.00 as Web size;/)).toBeTruthy()

    // What is not cheaper than the Original is not sold.
    await user.type(screen.getByLabelText(/^Web size/), '0')
    expect(preview()).toEqual(originals)
  })

  test('leaves out of the prices what is not complete, and free photos have none', async () => {
    const { user } = open(anOwnGallery(1, { photoCount: 3 }))
    await fill(user, 0, '3', '10')
    await user.clear(screen.getByLabelText('Percent off'))
    expect(preview()[1]).toEqual(['all 3 photos', '£45.00', '£40.50'])
    expect(screen.getByText('The steps are left out until they are complete.')).toBeTruthy()

    await user.clear(screen.getByLabelText(/^Price per photo/))
    await user.type(screen.getByLabelText(/^Price per photo/), '1,5,0')
    expect(screen.queryByRole('region', { name: 'What buyers pay' })).toBeNull()
    await user.clear(screen.getByLabelText(/^Price per photo/))
    await user.type(screen.getByLabelText(/^Price per photo/), '0')
    expect(screen.queryByRole('region', { name: 'What buyers pay' })).toBeNull()
  })

  test('is said to be too much where one more photo would cost less', async () => {
    const { user } = open(anOwnGallery(1, { photoCount: 40 }))
    await fill(user, 0, '3', '50')
    expect(screen.getByText(/3 photos would cost less than 2/)).toBeTruthy()
  })
})

describe('one price for all photos', () => {
  const { priceAll, getMine } = api.galleries.endpoints
  const ask = async (user: ReturnType<typeof userEvent.setup>, price: string) => {
    await user.clear(screen.getByLabelText(/^Price per photo/))
    await user.type(screen.getByLabelText(/^Price per photo/), price)
    await user.click(screen.getByRole('button', { name: 'Apply to all photos' }))
  }
  const agree = async (user: ReturnType<typeof userEvent.setup>, question: string) => {
    const dialog = await screen.findByRole('alertdialog', { name: question })
    await user.click(within(dialog).getByRole('button', { name: 'Apply to all photos' }))
  }

  test('is asked about, done by the server, and what else was typed stays and is saved after it', async () => {
    const gallery = anOwnGallery(1, { title: 'Low Tide' })
    const after = { ...gallery, version: 2, pricePence: pence(1200), pricedSoFar: 2 }
    const { requests } = mockEndpoint(priceAll, after)
    const saved = mockEndpoint(update, { ...after, version: 3 })
    const { user, onClose, title } = open(gallery)
    await user.clear(title())
    await user.type(title(), 'Spring Tide')
    await ask(user, '12')
    expect(requests).toEqual([])
    await agree(user, 'Should all photos cost £12.00?')

    expect(await screen.findByText('All photos cost £12.00 now.')).toBeTruthy()
    expect(requests.map(({ body }) => body)).toEqual([{ version: 1, pricePence: 1200 }])
    expect(title()).toHaveProperty('value', 'Spring Tide')
    await save(user)
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(saved.requests.at(-1)?.body).toMatchObject({ version: 2, title: 'Spring Tide', pricePence: 1200 })
  })

  test('of the Web size is asked about in its own words, and the Original keeps its price', async () => {
    const gallery = anOwnGallery(1)
    const { requests } = mockEndpoint(priceAll, ({ body }) => {
      const webPence = JSON.stringify(body).includes('null') ? null : pence(600)
      return { ...gallery, version: gallery.version + 1, webPence }
    })
    const { user } = open(gallery)
    const apply = () => user.click(screen.getByRole('button', { name: /^Apply to all photos.*Web size/ }))
    await user.type(screen.getByLabelText(/^Web size/), '6')
    await apply()
    await agree(user, 'Should all photos cost £6.00 as Web size?')
    expect(await screen.findByText('All photos cost £6.00 as Web size now.')).toBeTruthy()
    await user.clear(screen.getByLabelText(/^Web size/))
    await apply()
    await agree(user, 'Should all photos be sold as Original alone?')
    expect(await screen.findByText('All photos are sold as Original alone now.')).toBeTruthy()
    expect(requests.map(({ body }) => body)).toMatchObject([{ webPence: 600 }, { webPence: null }])
    expect(JSON.stringify(requests.map(({ body }) => body))).not.toContain('pricePence')
  })

  test('of the Web size that is none is refused at its field, and one that is not cheaper is explained', async () => {
    const { requests } = mockEndpoint(update, anOwnGallery(1))
    const { user } = open(anOwnGallery(1))
    await user.type(screen.getByLabelText(/^Web size/), '15')
    expect(screen.getByText('It is only sold where it costs less than the Original.')).toBeTruthy()
    await user.clear(screen.getByLabelText(/^Web size/))
    await user.type(screen.getByLabelText(/^Web size/), '0')
    await save(user)
    expect(await screen.findByText(/Please enter a price from £0.01/)).toBeTruthy()
    expect(requests).toEqual([])
  })

  test('says how far it is until the server is done', async () => {
    const gallery = anOwnGallery(1)
    const running = { ...gallery, version: 2, pricePence: pence(0), priceForAll: pence(0), pricedSoFar: 1200 }
    mockEndpoint(priceAll, running)
    let isOver = false
    mockEndpoint(getMine, () => (isOver ? { ...running, priceForAll: null, pricedSoFar: 6000 } : running))
    const { user } = open(gallery)
    await ask(user, '0')
    await agree(user, 'Should all photos be free?')
    expect(
      await screen.findByText('1,200 photos changed so far; all will be free. You need not wait here.'),
    ).toBeTruthy()
    isOver = true
    expect(await screen.findByText('All photos are free now.')).toBeTruthy()
  })

  test('what is no price is said, and not asked of the server', async () => {
    const { requests } = mockEndpoint(priceAll, anOwnGallery(1))
    const { user } = open(anOwnGallery(1))
    await ask(user, '1,5,0')
    expect(await screen.findByText(/Please enter a price/)).toBeTruthy()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(requests).toEqual([])
  })

  test('a gallery that was saved elsewhere is brought together first', async () => {
    const gallery = anOwnGallery(1, { title: 'Low Tide' })
    const current = { ...gallery, version: 4, title: 'Ebb' }
    mockEndpoint(mine, { items: [current] })
    mockEndpoint(priceAll, { refuse: 'changed_meanwhile', details: { current } })
    const { user, title } = open(gallery)
    await ask(user, '12')
    await agree(user, 'Should all photos cost £12.00?')
    expect(await screen.findByText('Title is now “Ebb”.')).toBeTruthy()
    expect(title()).toHaveProperty('value', 'Ebb')
    expect(screen.queryByText(/^All photos/)).toBeNull()
    expect(screen.getByLabelText(/^Price per photo/)).toHaveProperty('value', '12')
  })
})
