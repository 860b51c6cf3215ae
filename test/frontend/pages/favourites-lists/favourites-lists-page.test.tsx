import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { FavouritesListsPage } from '#frontend/pages/favourites-lists/favourites-lists-page.tsx'
import { authSession } from '#frontend/shared/session/auth-session.ts'
import { api } from '#schema/api/all.ts'
import { FavouritesListView } from '#schema/api/favourites-lists.ts'
import { addresses, paths } from '#schema/paths.ts'
import { aPhoto, aPicture, galleryId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { ada, anExpiredProfile, anOwnProfile, anOwnSession } from '#test/support/frontend/own-builders.ts'
import { anOwnGallery } from '#test/support/frontend/own-gallery.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { shapesShown } from '#test/support/frontend/shapes-shown.ts'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const galleries = api.galleries.endpoints
const hostile = '<img src=x onerror=alert(1)> https://watches.example'

const aList = (n: number, override: Partial<FavouritesListView> = {}) => ({
  ...FavouritesListView.parse({
    id: `fvl_${String(n).padStart(26, '0')}`,
    galleryId: galleryId(1),
    galleryTitle: 'Race day',
    name: `Guest ${n}`,
    email: `guest${n}@example.com`,
    note: '',
    count: 2,
    sentAt: '2030-01-01T10:00:00.000Z',
    isRead: true,
    ...override,
  }),
  pictures: [],
})

beforeEach(() => {
  vi.spyOn(authSession, 'accessToken').mockResolvedValue('token')
})

const setup = (at: string, me = anOwnProfile()) => {
  mockEndpoint(api.profiles.endpoints.me, me)
  mockEndpoint(galleries.mine, { items: [anOwnGallery(1, { title: 'Race day' })] })
  renderPage(<FavouritesListsPage />, { at, user: ada })
  return userEvent.setup()
}
const address = () => screen.getByTestId('address').textContent

const opened = (list = aList(1, { isRead: false }), me = anOwnProfile()) => {
  mockEndpoint(galleries.favouritesLists, { items: [list] })
  mockEndpoint(galleries.favouritesList, { list, photos: { items: [aPhoto(2), aPhoto(1)] } })
  const read = mockEndpoint(galleries.readFavouritesList, ({ body }) =>
    FavouritesListView.parse({ ...list, isRead: JSON.stringify(body) === '{"isRead":true}' }),
  )
  const user = setup(addresses.favouritesList(list.galleryId, list.id), me)
  return { user, read }
}

test('the first photos of a list keep their shapes', async () => {
  const pictures = [
    aPicture({ width: 1_500, height: 2_000 }),
    aPicture({ thumbnailUrl: '/wide.jpg', width: 3_000, height: 2_000 }),
  ]
  mockEndpoint(galleries.favouritesLists, { items: [{ ...aList(1), pictures }] })
  setup(paths.favouritesLists())
  await screen.findByRole('article', { name: 'Favourites of Guest 1' })
  expect(shapesShown()).toEqual([0.75, 1.5])
})

test('lists are shown with who sent them, what they wrote and which are new, a page at a time', async () => {
  const lists = mockEndpoint(galleries.favouritesLists, ({ query }) =>
    query.cursor
      ? { items: [aList(3)] }
      : { items: [aList(1, { isRead: false, note: hostile }), aList(2)], nextCursor: 'c' },
  )
  const user = setup(paths.favouritesLists())
  const card = within(await screen.findByRole('article', { name: 'Favourites of Guest 1' }))
  expect(card.getByText('New')).toBeDefined()
  expect(card.getByText('2 photos of Race day')).toBeDefined()
  expect(card.getByText(`“${hostile}”`)).toBeDefined()
  expect(card.queryByRole('img')).toBeNull()
  expect(within(screen.getByRole('article', { name: 'Favourites of Guest 2' })).queryByText('New')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  expect(await screen.findByRole('article', { name: 'Favourites of Guest 3' })).toBeDefined()
  expect(lists.requests.map(({ query }) => query)).toEqual([{}, { cursor: 'c' }])
})

test('of one gallery only its lists are asked for; none is said', async () => {
  const lists = mockEndpoint(galleries.favouritesLists, { items: [] })
  setup(addresses.favouritesOfGallery(galleryId(1)))
  expect(await screen.findByText('No favourites yet')).toBeDefined()
  expect(await screen.findByText('Of “Race day”')).toBeDefined()
  expect(lists.requests[0]?.query).toEqual({ galleryId: galleryId(1) })
})

test('a list that is opened is read, once, and can be marked as unread', async () => {
  const { user, read } = opened()
  expect(await screen.findByRole('heading', { name: 'Guest 1' })).toBeDefined()
  await waitFor(() => expect(read.requests).toMatchObject([{ body: { isRead: true } }]))
  await user.click(screen.getByRole('button', { name: 'Mark as unread' }))
  await waitFor(() => expect(address()).toBe(paths.favouritesLists()))
  expect(read.requests.map(({ body }) => body)).toEqual([{ isRead: true }, { isRead: false }])
})

test('what was written is text, and the address can be answered and nothing else', async () => {
  opened(aList(1, { note: hostile, name: hostile, email: 'a?bcc=b@example.com' }))
  expect(await screen.findAllByText(hostile)).toHaveLength(2)
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links.filter((href) => !href?.startsWith('/'))).toEqual(['mailto:a%3Fbcc%3Db%40example.com'])
})

test('file names are copied in the order of the list; photos that left are counted', async () => {
  const { user } = opened(aList(1, { count: 3 }))
  mockEndpoint(galleries.exportFavouritesList, {
    photos: [2, 1].map((n) => ({ photoId: aPhoto(n).id, fileName: `IMG_${n}.CR2`, title: `Photo ${n}` })),
  })
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  expect(await screen.findByText('1 photo left the gallery since.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Copy file names' }))
  expect(await toastOf('Copied!')).toMatchObject({ description: '2 file names of the favourites.' })
  expect(write).toHaveBeenCalledWith('IMG_2.CR2\nIMG_1.CR2')
})

test('its choice is saved for a spreadsheet and for Lightroom, in its order', async () => {
  const { user } = opened()
  mockEndpoint(galleries.exportFavouritesList, {
    photos: [2, 1].map((n) => ({ photoId: aPhoto(n).id, fileName: `IMG_${n}.CR2`, title: `Photo ${n}` })),
  })
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push(blob)
    return 'blob:file'
  })
  await user.click(await screen.findByRole('button', { name: 'CSV' }))
  await user.click(screen.getByRole('button', { name: 'XMP for Lightroom' }))
  await waitFor(() => expect(saved).toHaveLength(2))
  const [table = '', zip = ''] = await Promise.all(saved.map((blob) => blob.text()))
  const at = '2030-01-01T10:00:00.000Z'
  expect(table.split(/\r?\n/).slice(1, 3)).toEqual([
    `IMG_2.CR2,Photo 2,approved,,${at},`,
    `IMG_1.CR2,Photo 1,approved,,${at},`,
  ])
  expect(zip.indexOf('IMG_1.xmp')).toBeGreaterThan(zip.indexOf('IMG_2.xmp'))
  expect(zip.match(/xmp:Rating="5" xmp:Label="Green"/g)).toHaveLength(2)
})

test('file names that the browser does not let us copy are copied by another press', async () => {
  const { user } = opened()
  mockEndpoint(galleries.exportFavouritesList, {
    photos: [{ photoId: aPhoto(1).id, fileName: 'IMG_1.CR2', title: 'Photo 1' }],
  })
  // As in Safari: only within a press, and not after an answer.
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
  await user.click(await screen.findByRole('button', { name: 'Copy file names' }))
  expect(await toastOf('File names not copied')).toMatchObject({
    description: expect.stringContaining('Your browser did not allow it.'),
  })
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await user.click(screen.getByRole('button', { name: 'Copy now' }))
  expect(await toastOf('Copied!')).toMatchObject({ description: '1 file name of the favourites.' })
  expect(write).toHaveBeenLastCalledWith('IMG_1.CR2')
})

test('a proof session is made of it, with its client, title and photos', async () => {
  const { user } = opened(aList(1, { count: 3 }))
  const create = mockEndpoint(api.proofing.endpoints.create, {
    session: anOwnSession(),
    link: 'https://d.example/t',
    unsent: null,
  })
  await user.click(await screen.findByRole('button', { name: 'Make a proof session' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Proof Session' }))
  expect(dialog.queryByLabelText(/^Gallery/)).toBeNull()
  // One of three left the gallery since.
  expect(dialog.getByText(/^Your client reviews 2 photos by/)).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Create Session' }))
  expect(await screen.findByRole('dialog', { name: 'The session is open' })).toBeDefined()
  expect(create.requests).toMatchObject([
    {
      body: {
        galleryId: galleryId(1),
        favouritesListId: aList(1).id,
        title: 'Favourites of Guest 1',
        clientEmail: 'guest1@example.com',
      },
    },
  ])
})

test('without trial or subscription there is no proof session to be made', async () => {
  opened(aList(1), anExpiredProfile())
  expect(await screen.findByRole('button', { name: 'Delete' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Make a proof session' })).toBeNull()
})

test('a list is deleted after a question', async () => {
  const { user } = opened()
  const remove = mockEndpoint(galleries.removeFavouritesList, undefined)
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Delete favourites' }))
  await waitFor(() => expect(address()).toBe(paths.favouritesLists()))
  expect(remove.requests).toHaveLength(1)
})

test.each([
  ['deleted', undefined],
  ['gone already', { refuse: 'favourites_list_not_found' } as const],
])(
  'the question over a list that is %s ends at once, however long the lists take to be read again',
  async (_, answer) => {
    mockEndpoint(galleries.favouritesLists, { items: [aList(1)] })
    const user = setup(paths.favouritesLists())
    await user.click(await screen.findByRole('button', { name: 'Delete favourites of Guest 1' }))
    mockEndpoint(galleries.removeFavouritesList, answer)
    mockEndpoint(galleries.favouritesLists, 'pending')
    await user.click(await screen.findByRole('button', { name: 'Delete favourites' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  },
)

test('a list that was sent again or deleted says so', async () => {
  mockEndpoint(galleries.favouritesList, { refuse: 'favourites_list_not_found' })
  mockEndpoint(galleries.favouritesLists, { items: [] })
  const user = setup(addresses.favouritesList(galleryId(1), aList(1).id))
  expect(await screen.findByText('These favourites are gone')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'All favourites lists' }))
  expect(await screen.findByText('No favourites yet')).toBeDefined()
})
