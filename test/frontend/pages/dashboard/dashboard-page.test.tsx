import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { DashboardPage } from '#frontend/pages/dashboard/dashboard-page.tsx'
import { clearToasts } from '#frontend/ui/toast.tsx'
import { api } from '#schema/api/all.ts'
import type { OwnGallery } from '#schema/api/galleries.ts'
import { BalanceView } from '#schema/api/payouts.ts'
import { addresses, paths } from '#schema/paths.ts'
import { galleryId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { aBalance, ada, anExpiredProfile, anOwnPhoto, anOwnProfile } from '#test/support/frontend/own-builders.ts'
import { anOwnGallery } from '#test/support/frontend/own-gallery.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

type Given = { galleries?: OwnGallery[]; at?: string; me?: ReturnType<typeof anOwnProfile> }
const setup = ({ galleries = [], at = '/dashboard', me = anOwnProfile() }: Given = {}) => {
  mockEndpoint(api.profiles.endpoints.me, me)
  mockEndpoint(api.payouts.endpoints.balance, BalanceView.parse(aBalance()))
  mockEndpoint(api.galleries.endpoints.mine, { items: galleries })
  renderPage(<DashboardPage />, { at, user: ada })
  return userEvent.setup()
}
const openCreate = async (user: ReturnType<typeof userEvent.setup>) => {
  await screen.findByText('Total Galleries')
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create Gallery' }).disabled).toBe(false),
  )
  await user.click(screen.getByRole('button', { name: 'Create Gallery' }))
  return within(await screen.findByRole('dialog'))
}

test('the counters count all galleries, and only the newest of them are loaded', async () => {
  mockEndpoint(api.profiles.endpoints.me, anOwnProfile())
  mockEndpoint(api.payouts.endpoints.balance, BalanceView.parse(aBalance()))
  const first = [1, 2, 3].map((n) => anOwnGallery(n, { photoCount: 10 }))
  const mine = mockEndpoint(api.galleries.endpoints.mine, { items: first, nextCursor: 'next' })
  const totals = { galleries: 40_000, photos: 25, publicGalleries: 3, protectedGalleries: 2 }
  mockEndpoint(api.galleries.endpoints.totals, totals)
  renderPage(<DashboardPage />, { at: '/dashboard', user: ada })

  const counter = async (label: string) => (await screen.findByText(label)).parentElement?.textContent
  await screen.findByText('25')
  expect(await counter('Total Galleries')).toBe('Total Galleries40,000')
  expect(await counter('Total Photos')).toBe('Total Photos25')
  expect(await counter('Public Galleries')).toBe('Public Galleries3')
  expect(await counter('Protected Galleries')).toBe('Protected Galleries2')
  expect(screen.getAllByRole('button', { name: /^Settings of/ }).map((button) => button.textContent)).toEqual([
    'Settings of Gallery 1',
    'Settings of Gallery 2',
    'Settings of Gallery 3',
  ])
  expect(mine.requests).toHaveLength(1)
})

test('the counters of who has one page of galleries are counted from it', async () => {
  const galleries = [
    anOwnGallery(1, { photoCount: 10 }),
    anOwnGallery(2, { photoCount: 10 }),
    anOwnGallery(3, { isPublic: false, accessCode: 'ABCD1234', photoCount: 0 }),
    anOwnGallery(4, { isPublic: false, hasPassword: true, photoCount: 5 }),
  ]
  setup({ galleries })
  const counter = async (label: string) => (await screen.findByText(label)).parentElement?.textContent
  await screen.findByText('25')
  expect(await counter('Total Galleries')).toBe('Total Galleries4')
  expect(await counter('Public Galleries')).toBe('Public Galleries2')
  expect(await counter('Protected Galleries')).toBe('Protected Galleries2')
})

test('galleries are managed a page at a time, and the settings of one further down open all the same', async () => {
  const user = setup({ at: `/dashboard?tab=galleries&settings=${anOwnGallery(9).id}` })
  mockEndpoint(api.galleries.endpoints.mine, ({ query }) =>
    query.cursor ? { items: [anOwnGallery(2)] } : { items: [anOwnGallery(1)], nextCursor: 'next' },
  )
  mockEndpoint(api.galleries.endpoints.totals, { galleries: 3, photos: 3, publicGalleries: 3, protectedGalleries: 0 })
  mockEndpoint(api.galleries.endpoints.getMine, anOwnGallery(9, { title: 'Far away' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByDisplayValue('Far away')).toBeTruthy()
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Load More Galleries' }))
  expect(await screen.findByText('Gallery 2')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Load More Galleries' })).toBeNull()
  expect(document.activeElement?.textContent).toBe('2 galleries shown')
})

test('how far own galleries were read is in the address: who comes back finds them, and another tab begins anew', async () => {
  const user = setup({ at: '/dashboard?tab=galleries&page=2' })
  mockEndpoint(api.galleries.endpoints.mine, ({ query }) => {
    const page = Number(query.cursor ?? 1)
    return { items: [anOwnGallery(page)], ...(page < 4 && { nextCursor: String(page + 1) }) }
  })
  mockEndpoint(api.galleries.endpoints.totals, { galleries: 4, photos: 4, publicGalleries: 4, protectedGalleries: 0 })
  const address = () => screen.getByTestId('address').textContent
  await screen.findByText('Gallery 2')
  await user.click(await screen.findByRole('button', { name: 'Load More Galleries' }))
  await screen.findByText('Gallery 3')
  expect(address()).toBe('/dashboard?tab=galleries&page=3')
  expect(screen.queryByText('Gallery 4')).toBeNull()
  await user.click(screen.getByRole('tab', { name: 'Settings' }))
  await waitFor(() => expect(address()).toBe('/dashboard?tab=settings'))
})

test('a gallery without a title is refused beside the field and by a toast, and is not sent', async () => {
  const user = setup()
  const create = mockEndpoint(api.galleries.endpoints.create, anOwnGallery(1))
  const dialog = await openCreate(user)

  await user.click(dialog.getByRole('button', { name: 'Create Gallery' }))

  const missing = 'Please fill in the gallery title.'
  expect(await toastOf('Error')).toEqual({ kind: 'destructive', description: missing })
  expect(dialog.getByText(missing, { selector: 'form *' })).toBeDefined()
  expect(create.requests).toEqual([])
})

test('a public gallery is sent with the default price when the price is empty, and success is said', async () => {
  const user = setup()
  const create = mockEndpoint(api.galleries.endpoints.create, anOwnGallery(1))
  const dialog = await openCreate(user)

  await user.type(dialog.getByLabelText(/^Title/), 'Race day')
  const price = dialog.getByLabelText<HTMLInputElement>(/^Price/)
  // As text, since a field for numbers drops the comma of "7,50".
  expect([price.type, price.inputMode, price.value]).toEqual(['text', 'decimal', '15'])
  await user.clear(price)
  await user.click(dialog.getByRole('button', { name: 'Create Gallery' }))

  expect(await toastOf('Success')).toEqual({ kind: 'success', description: 'Gallery created successfully!' })
  expect(create.requests.map((request) => request.body)).toEqual([
    { title: 'Race day', description: '', pricePence: 1500, isPublic: true, clientEmail: null, accessCode: null },
  ])
})

test('the first gallery leads on to its upload; a further one leaves its photographer where they are', async () => {
  for (const [galleries, next] of [
    [[], `/upload?gallery=${galleryId(7)}`],
    [[anOwnGallery(1)], '/dashboard'],
  ] as const) {
    const user = setup({ galleries: [...galleries] })
    mockEndpoint(api.galleries.endpoints.create, anOwnGallery(7))
    const dialog = await openCreate(user)
    await user.type(dialog.getByLabelText(/^Title/), 'Race day')
    await user.click(dialog.getByRole('button', { name: 'Create Gallery' }))
    await toastOf('Success')
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe(next))
    cleanup()
    clearToasts()
  }
})

test('a gallery that is made after its dialog was closed leads nobody to it', async () => {
  const user = setup()
  const answer = Promise.withResolvers<OwnGallery>()
  const create = mockEndpoint(api.galleries.endpoints.create, () => answer.promise)
  const dialog = await openCreate(user)
  await user.type(dialog.getByLabelText(/^Title/), 'Race day')
  await user.click(dialog.getByRole('button', { name: 'Create Gallery' }))
  await waitFor(() => expect(create.requests).toHaveLength(1))
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  answer.resolve(anOwnGallery(7))

  await toastOf('Success')
  await act(async () => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(screen.getByTestId('address').textContent).toBe('/dashboard')
})

test.each([
  ['7,50', 750],
  ['0', 0],
  ['whatever', 1_500],
])('a gallery whose price is typed as %j costs %d pence', async (typed, pricePence) => {
  const user = setup()
  const create = mockEndpoint(api.galleries.endpoints.create, anOwnGallery(1))
  const dialog = await openCreate(user)

  await user.type(dialog.getByLabelText(/^Title/), 'Race day')
  await user.clear(dialog.getByLabelText(/^Price/))
  await user.type(dialog.getByLabelText(/^Price/), typed)
  await user.click(dialog.getByRole('button', { name: 'Create Gallery' }))

  await waitFor(() => expect(create.requests).toHaveLength(1))
  expect(create.requests[0]?.body).toMatchObject({ pricePence })
})

test.each(['14.999', '1,000', '-1', '100000.01'])('a gallery price of %j is refused at its field', async (typed) => {
  const user = setup()
  const create = mockEndpoint(api.galleries.endpoints.create, anOwnGallery(1))
  const dialog = await openCreate(user)

  await user.type(dialog.getByLabelText(/^Title/), 'Race day')
  await user.clear(dialog.getByLabelText(/^Price/))
  await user.type(dialog.getByLabelText(/^Price/), typed)
  await user.click(dialog.getByRole('button', { name: 'Create Gallery' }))

  expect(await dialog.findByText('Please enter a price from £0 to £100,000, for example 14.99.')).toBeDefined()
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText(/^Price/)))
  expect(create.requests).toEqual([])
})

test('client email and access code appear for a private gallery only; a generated code has 8 characters', async () => {
  const user = setup()
  const create = mockEndpoint(api.galleries.endpoints.create, anOwnGallery(1))
  const dialog = await openCreate(user)
  expect(dialog.queryByLabelText('Client Email')).toBeNull()

  await user.type(dialog.getByLabelText(/^Title/), 'Race day')
  await user.click(dialog.getByRole('switch', { name: /Public gallery/ }))
  await user.click(dialog.getByRole('button', { name: 'Generate' }))
  const code = dialog.getByLabelText<HTMLInputElement>('Access Code').value
  await user.click(dialog.getByRole('button', { name: 'Create Gallery' }))

  expect(code).toMatch(/^[A-Z0-9]{8}$/)
  await waitFor(() => expect(create.requests).toHaveLength(1))
  expect(create.requests[0]?.body).toMatchObject({ isPublic: false, clientEmail: '', accessCode: code })
})

test('a gallery is handed on from its card', async () => {
  const user = setup({ at: '/dashboard?tab=galleries', galleries: [anOwnGallery(1)] })
  mockEndpoint(api.galleries.endpoints.getMine, anOwnGallery(1))

  await user.click(within(await screen.findByRole('article')).getByRole('button', { name: 'Share' }))

  const share = within(await screen.findByRole('dialog', { name: 'Share gallery' }))
  expect(share.getByRole('button', { name: 'Copy link' })).toBeTruthy()
})

test('a private gallery that was made is handed on next, by its address', async () => {
  const user = setup()
  const made = anOwnGallery(7, { isPublic: false, accessCode: 'ABCD1234' })
  mockEndpoint(api.galleries.endpoints.create, made)
  mockEndpoint(api.galleries.endpoints.getMine, made)
  const dialog = await openCreate(user)
  await user.type(dialog.getByLabelText(/^Title/), 'Race day')
  await user.click(dialog.getByRole('switch', { name: /Public gallery/ }))
  await user.click(dialog.getByRole('button', { name: 'Create Gallery' }))
  const share = within(await screen.findByRole('dialog', { name: 'Share gallery' }))
  expect(share.getByText(/Access code: ABCD1234/)).toBeTruthy()
  expect(screen.getByTestId('address').textContent).toContain(`share=${made.id}`)
})

test('a private gallery that was made without a code leads on to its settings', async () => {
  const user = setup()
  const made = anOwnGallery(7, { isPublic: false, photoCount: 0 })
  mockEndpoint(api.galleries.endpoints.create, made)
  mockEndpoint(api.galleries.endpoints.getMine, made)
  const dialog = await openCreate(user)
  await user.type(dialog.getByLabelText(/^Title/), 'Race day')
  await user.click(dialog.getByRole('switch', { name: /Public gallery/ }))
  await user.click(dialog.getByRole('button', { name: 'Create Gallery' }))
  const share = within(await screen.findByRole('dialog', { name: 'Share gallery' }))
  await user.click(share.getByRole('link', { name: 'Open settings' }))
  const settings = within(await screen.findByRole('dialog', { name: 'Gallery Settings' }))
  expect(await settings.findByLabelText('Access Code')).toBeTruthy()
  expect(screen.queryByRole('dialog', { name: 'Share gallery' })).toBeNull()
})

test('a refused gallery keeps what was typed and says why', async () => {
  const user = setup()
  mockEndpoint(api.galleries.endpoints.create, { refuse: 'unavailable' })
  const dialog = await openCreate(user)

  await user.type(dialog.getByLabelText(/^Title/), 'Race day')
  await user.click(dialog.getByRole('button', { name: 'Create Gallery' }))

  expect(await toastOf('Error creating gallery')).toEqual({
    kind: 'destructive',
    description: 'This is not available right now. Please try again in a moment.',
  })
  expect(dialog.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Race day')
})

test('a form cannot be sent twice', async () => {
  const user = setup()
  const create = mockEndpoint(api.galleries.endpoints.create, 'pending')
  const dialog = await openCreate(user)
  await user.type(dialog.getByLabelText(/^Title/), 'Race day')

  await user.dblClick(dialog.getByRole('button', { name: 'Create Gallery' }))
  await user.type(dialog.getByLabelText(/^Title/), '{Enter}')

  expect(create.requests).toHaveLength(1)
})

test('with an expired trial no gallery can be created, and management is locked behind an upgrade', async () => {
  const user = setup({ me: anExpiredProfile(), galleries: [anOwnGallery(1)] })
  await screen.findByText('Total Galleries')
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create Gallery' }).disabled).toBe(false),
  )

  await user.click(screen.getByRole('button', { name: 'Create Gallery' }))
  expect(await toastOf('Trial Expired')).toEqual({
    kind: 'destructive',
    description: 'Please subscribe to create new galleries.',
  })
  expect(screen.queryByRole('dialog')).toBeNull()

  await user.click(screen.getByRole('tab', { name: 'Gallery Management' }))
  const upgrade = await screen.findByRole('button', { name: 'Upgrade Now' })
  expect(screen.queryByRole('link', { name: 'Upload Photos' })).toBeNull()
  // The one thing that matters now is the only one that looks like it.
  expect(screen.getAllByRole('button').filter((each) => each.className === upgrade.className)).toEqual([upgrade])
})

test('with an expired trial a gallery is deleted, and its photos too', async () => {
  const user = setup({ at: '/dashboard?tab=galleries', me: anExpiredProfile(), galleries: [anOwnGallery(1)] })
  const remove = mockEndpoint(api.galleries.endpoints.remove, undefined)
  const removePhoto = mockEndpoint(api.photos.endpoints.remove, undefined)
  mockEndpoint(api.photos.endpoints.listMine, { items: [anOwnPhoto(1)] })

  await user.click(await screen.findByRole('button', { name: 'Delete Gallery 1' }))
  await user.click(await screen.findByRole('button', { name: 'Delete gallery' }))
  await waitFor(() => expect(remove.requests).toHaveLength(1))

  await user.click(await screen.findByRole('button', { name: 'Photos' }))
  await user.click(await screen.findByRole('button', { name: 'Delete Photo 1' }))
  for (const name of ['Edit Photo 1', 'Feature Photo 1', 'Make cover'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Delete photo' }))
  await waitFor(() => expect(removePhoto.requests).toHaveLength(1))
})

test('from its photos a gallery is looked at, shared and set as from its card', async () => {
  const user = setup({ at: `/dashboard?tab=galleries&gallery=${galleryId(1)}`, galleries: [anOwnGallery(1)] })
  mockEndpoint(api.photos.endpoints.listMine, { items: [anOwnPhoto(1)] })
  await screen.findByRole('button', { name: 'Edit Photo 1' })

  expect(screen.getByRole('link', { name: 'View' }).getAttribute('href')).toBe(`/gallery/${galleryId(1)}`)
  await user.click(screen.getByRole('button', { name: 'Settings' }))
  const settings = within(await screen.findByRole('dialog', { name: 'Gallery Settings' }))
  await user.click(settings.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Share' }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('with an expired trial a gallery is made private and given an earlier end, and nothing else', async () => {
  const expiresAt = '2031-05-01T23:59:59.999Z'
  const user = setup({ me: anExpiredProfile(), galleries: [anOwnGallery(1, { version: 4, expiresAt })] })
  const update = mockEndpoint(api.galleries.endpoints.update, anOwnGallery(1, { version: 5, isPublic: false }))

  await user.click(await screen.findByRole('button', { name: 'Settings of Gallery 1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Take Down' }))
  // What stands in the other dialogs would say that this one, too, needs a subscription.
  expect(dialog.getByText(/^Your trial has expired\. Taking down is always possible/)).toBeDefined()
  expect(dialog.queryByLabelText(/^Title/)).toBeNull()
  expect(dialog.getByRole('link', { name: 'Upgrade Now' }).getAttribute('href')).toBe('/dashboard?tab=settings')
  await user.click(dialog.getByRole('switch', { name: /^Private/ }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))

  expect(await toastOf('Gallery updated')).toMatchObject({ kind: 'success' })
  expect(update.requests[0]?.body).toEqual({ version: 4, isPublic: false })
})

test('with an expired trial an end that is past when it is typed is said to close the gallery at once', async () => {
  const user = setup({ me: anExpiredProfile(), galleries: [anOwnGallery(1)] })
  await user.click(await screen.findByRole('button', { name: 'Settings of Gallery 1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Take Down' }))
  expect(dialog.queryByText('This closes the gallery at once.')).toBeNull()
  await user.type(dialog.getByLabelText(/^Expiry Date/), '2020-05-01')
  expect(dialog.getByText('This closes the gallery at once.')).toBeDefined()
})

test('with an expired trial what is left of the settings says that the operator took the gallery down', async () => {
  const takedown = { at: '2030-01-02T10:00:00.000Z', reason: 'Not your photos.' }
  const user = setup({ me: anExpiredProfile(), galleries: [anOwnGallery(1, { takedown })] })
  await user.click(await screen.findByRole('button', { name: 'Settings of Gallery 1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Take Down' }))
  expect(dialog.getByText(/Darkslide took it down: Not your photos\./)).toBeTruthy()
})

test('what the server refuses for an expired trial is said in plain words', async () => {
  const user = setup({ me: anExpiredProfile(), galleries: [anOwnGallery(1)] })
  mockEndpoint(api.galleries.endpoints.update, { refuse: 'trial_expired' })

  await user.click(await screen.findByRole('button', { name: 'Settings of Gallery 1' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save' }))

  expect(await toastOf('Error updating gallery')).toEqual({
    kind: 'destructive',
    description: 'Without a subscription the end can only be made earlier.',
  })
})

test('a trial that ends while a gallery is being made is told by the server', async () => {
  const user = setup()
  mockEndpoint(api.galleries.endpoints.create, { refuse: 'trial_expired' })
  const dialog = await openCreate(user)

  await user.type(dialog.getByLabelText(/^Title/), 'Race day')
  await user.click(dialog.getByRole('button', { name: 'Create Gallery' }))

  expect(await toastOf('Trial Expired')).toEqual({
    kind: 'destructive',
    description: 'Please subscribe to create new galleries.',
  })
})

test('the settings of a card open in a dialog, and are saved with a word of success', async () => {
  const user = setup({ at: '/dashboard?tab=galleries', galleries: [anOwnGallery(1)] })
  mockEndpoint(api.galleries.endpoints.update, anOwnGallery(1, { version: 2 }))

  await user.click(within(await screen.findByRole('article')).getByRole('button', { name: 'Settings' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Gallery Settings' }))
  await user.click(dialog.getByRole('button', { name: 'Save Settings' }))

  expect(await toastOf('Gallery updated')).toEqual({
    kind: 'success',
    description: 'Your gallery settings have been saved successfully.',
  })
})

test('settings that are refused say why', async () => {
  const user = setup({ galleries: [anOwnGallery(1)] })
  mockEndpoint(api.galleries.endpoints.update, { refuse: 'too_many_requests' })

  await user.click(await screen.findByRole('button', { name: 'Settings of Gallery 1' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Save Settings' }))

  expect(await toastOf('Error updating gallery')).toEqual({
    kind: 'destructive',
    description: 'Too many tries. Please wait a little and try again.',
  })
})

test('five tabs, of which Settings holds the page name and what the account is', async () => {
  setup({ at: '/dashboard?tab=settings' })

  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Overview',
    'Balance',
    'Gallery Management',
    'Client Proofing',
    'Settings',
  ])
  expect(await screen.findByLabelText('Gallery page name')).toBeDefined()
  expect(await screen.findByRole('switch', { name: /Photographer account/ })).toBeDefined()
})

test('another tab is opened without what the last one had opened, and without its filter', async () => {
  const user = setup({ at: '/dashboard?tab=settings&session=prf_1&show=approved&edit=pho_1' })

  await user.click(screen.getByRole('tab', { name: 'Balance' }))

  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/dashboard?tab=balance'))
})

test('a gallery that is over is called so, and one that was taken down is not called public', async () => {
  setup({
    at: '/dashboard?tab=galleries',
    galleries: [
      anOwnGallery(1, {
        expiresAt: '2020-01-01T10:00:00.000Z',
        takedown: { at: '2019-12-01T10:00:00.000Z', reason: 'A complaint.' },
      }),
    ],
  })

  const card = within(await screen.findByRole('article'))

  for (const badge of ['Taken down', 'Expired']) expect(card.getByText(badge)).toBeDefined()
  for (const badge of ['Public', 'Expires']) expect(card.queryByText(badge)).toBeNull()
})

test('a card shows the badges Password, Expires and Limited, and leads to view and upload', async () => {
  setup({
    at: '/dashboard?tab=galleries',
    galleries: [
      anOwnGallery(1, {
        description: 'Two winters on the saltings.',
        hasPassword: true,
        expiresAt: '2031-01-01T10:00:00.000Z',
        downloadLimit: 5,
        photoCount: 12,
      }),
    ],
  })

  const card = within(await screen.findByRole('article'))

  for (const badge of ['Public', 'Password', 'Expires', 'Limited']) expect(card.getByText(badge)).toBeDefined()
  expect(card.getByRole('heading', { name: 'Gallery 1' })).toBeDefined()
  expect(card.getByText('Two winters on the saltings.')).toBeDefined()
  expect(card.getByText('12 photos')).toBeDefined()
  expect(card.getByText('£15.00 per photo')).toBeDefined()
  expect(card.getByRole('link', { name: 'View' }).getAttribute('href')).toBe(`/gallery/${galleryId(1)}`)
  expect(card.getByRole('link', { name: 'Upload Photos' }).getAttribute('href')).toBe(`/upload?gallery=${galleryId(1)}`)
})

test('what a gallery’s visitors left and did is under More of its card', async () => {
  const user = setup({ at: '/dashboard?tab=galleries', galleries: [anOwnGallery(1)] })
  await user.click(await screen.findByRole('button', { name: 'More of Gallery 1' }))
  const menu = within(await screen.findByRole('menu', { name: 'More of Gallery 1' }))
  const [favourites, visitors, activity] = menu.getAllByRole('menuitem')
  expect(favourites?.getAttribute('href')).toBe(addresses.favouritesOfGallery(galleryId(1)))
  expect(activity?.getAttribute('href')).toBe(paths.activity({ galleryId: galleryId(1) }))
  if (visitors) await user.click(visitors)
  await waitFor(() => expect(screen.getByTestId('address').textContent).toContain(`visitors=${galleryId(1)}`))
})

test.each([
  ['2031-01-01T22:00:00.000Z', 'Open until the end of 1 January 2031'],
  ['2020-01-01T22:00:00.000Z', 'Closed since the end of 1 January 2020'],
])('a card with the expiry %s says “%s”', async (expiresAt, words) => {
  setup({ at: '/dashboard?tab=galleries', galleries: [anOwnGallery(1, { expiresAt })] })

  expect(await screen.findByText(words)).toBeDefined()
})

const openSettings = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByRole('button', { name: 'Settings of Gallery 1' }))
  return within(await screen.findByRole('dialog'))
}

test('a typed password is sent, and one that is too long is refused beside its field', async () => {
  const user = setup({ galleries: [anOwnGallery(1)] })
  const update = mockEndpoint(api.galleries.endpoints.update, { refuse: 'password_too_long' })
  const dialog = await openSettings(user)

  await user.type(dialog.getByLabelText('Password'), 'x')
  await user.click(dialog.getByRole('button', { name: 'Save Settings' }))

  expect(await dialog.findByText('A gallery password can be at most 72 bytes long.')).toBeDefined()
  expect(update.requests[0]?.body).toMatchObject({ password: 'x' })
})

test('an account that is to be deleted sees why, the way to its settings and its money, and nothing that is refused', async () => {
  mockEndpoint(api.profiles.endpoints.me, anOwnProfile())
  mockEndpoint(api.payouts.endpoints.balance, BalanceView.parse(aBalance()))
  mockEndpoint(api.payouts.endpoints.sales, { items: [] })
  mockEndpoint(api.galleries.endpoints.mine, { refuse: 'account_closing' })
  renderPage(<DashboardPage />, { at: '/dashboard?tab=galleries', user: ada })

  expect(await screen.findByRole('heading', { name: 'Your account is being deleted' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open settings' }).getAttribute('href')).toBe('/settings')
  expect(await screen.findByRole('button', { name: /Request Payout/ })).toBeTruthy()
  expect(screen.queryByRole('tab')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Create Gallery' })).toBeNull()
  expect(screen.queryByText('Error loading galleries')).toBeNull()
})

test('galleries that cannot be loaded say so and can be asked for again', async () => {
  mockEndpoint(api.profiles.endpoints.me, anOwnProfile())
  mockEndpoint(api.payouts.endpoints.balance, BalanceView.parse(aBalance()))
  mockEndpoint(api.galleries.endpoints.mine, { refuse: 'too_many_requests' })
  renderPage(<DashboardPage />, { at: '/dashboard?tab=galleries', user: ada })
  expect(await toastOf('Error loading galleries')).toMatchObject({ kind: 'destructive' })

  mockEndpoint(api.galleries.endpoints.mine, { items: [anOwnGallery(1)] })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByText('Gallery 1')).toBeDefined()
})

test('deleting a gallery asks first', async () => {
  const user = setup({ at: '/dashboard?tab=galleries', galleries: [anOwnGallery(1)] })
  const remove = mockEndpoint(api.galleries.endpoints.remove, undefined)

  await user.click(await screen.findByRole('button', { name: 'Delete Gallery 1' }))
  expect(remove.requests).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Delete gallery' }))

  await waitFor(() => expect(remove.requests).toHaveLength(1))
})

test('the checklist ticks what is done', async () => {
  setup({ me: anOwnProfile({ subdomain: 'ada' }), galleries: [anOwnGallery(1, { photoCount: 0 })] })

  expect(await screen.findByText('3 of 4 done')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Upload photos' })).toBeDefined()
})

test('a deleted gallery can be had back: how long, and with one press', async () => {
  const deletedAt = new Date().toISOString()
  const goneAt = new Date(Date.now() + 12.5 * 86_400_000).toISOString()
  const gone = { id: galleryId(7), title: 'Lake', photoCount: 3, deletedAt, goneAt }
  const user = setup({ at: '/dashboard?tab=galleries', galleries: [anOwnGallery(1)] })
  mockEndpoint(api.galleries.endpoints.deleted, { items: [gone] })
  const restore = mockEndpoint(api.galleries.endpoints.restore, anOwnGallery(7))

  await user.click(await screen.findByRole('button', { name: 'Deleted Galleries' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('3 photos. Gone for good in 12 days.')).toBeDefined()
  mockEndpoint(api.galleries.endpoints.deleted, { items: [] })
  await user.click(dialog.getByRole('button', { name: 'Restore Lake' }))

  await waitFor(() => expect(restore.requests).toHaveLength(1))
  expect(restore.requests[0]?.params.galleryId).toBe(galleryId(7))
  expect(await toastOf('Gallery restored')).toMatchObject({ kind: 'success' })
  expect(await dialog.findByText('There are none.')).toBeDefined()
})

test('galleries that are restored by key leave the focus on the next one, and the last on what is said then', async () => {
  const at = new Date().toISOString()
  const gone = ['Lake', 'Moor', 'Dune'].map((title, n) => ({
    id: galleryId(7 + n),
    title,
    photoCount: 1,
    deletedAt: at,
    goneAt: at,
  }))
  const user = setup({ at: '/dashboard?tab=galleries' })
  mockEndpoint(api.galleries.endpoints.deleted, () => ({
    items: gone.filter(({ id }) => restore.requests.every(({ params }) => params.galleryId !== id)),
  }))
  const restore = mockEndpoint(api.galleries.endpoints.restore, anOwnGallery(7))
  await user.click(await screen.findByRole('button', { name: 'Deleted Galleries' }))
  const button = (title: string) => screen.findByRole('button', { name: `Restore ${title}` })
  const second = await button('Moor')
  second.focus()

  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore Moor' })).toBeNull())
  expect(document.activeElement).toBe(await button('Dune'))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore Dune' })).toBeNull())
  expect(document.activeElement).toBe(await button('Lake'))
  await user.keyboard('{Enter}')
  const none = await screen.findByText('There are none.')
  expect(document.activeElement).toBe(none)
})

test('a gallery that cannot be had back any more says so', async () => {
  const at = new Date().toISOString()
  const user = setup({ at: '/dashboard?tab=galleries' })
  mockEndpoint(api.galleries.endpoints.deleted, {
    items: [{ id: galleryId(7), title: 'Lake', photoCount: 1, deletedAt: at, goneAt: at }],
  })
  mockEndpoint(api.galleries.endpoints.restore, { refuse: 'gallery_not_found' })

  await user.click(await screen.findByRole('button', { name: 'Deleted Galleries' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('1 photo. Gone for good today.')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Restore Lake' }))
  expect(await toastOf('Gallery not restored')).toMatchObject({ kind: 'destructive' })
})
