import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { PDFDocument } from 'pdf-lib'
import { afterEach, expect, test, vi } from 'vitest'
import { cardAsPdf, cardAsPng } from '#frontend/features/galleries/qr-card.ts'
import { ShareGallery } from '#frontend/features/galleries/share-gallery.tsx'
import { api } from '#schema/api/all.ts'
import type { OwnGallery } from '#schema/api/galleries.ts'
import { galleryId } from '#test/support/frontend/builders.ts'
import { fakeCanvas } from '#test/support/frontend/fake-canvas.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { ada, anExpiredProfile, anOwnProfile } from '#test/support/frontend/own-builders.ts'
import { anOwnGallery } from '#test/support/frontend/own-gallery.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

afterEach(() => vi.restoreAllMocks())

const show = (gallery: Partial<OwnGallery> = {}, me = anOwnProfile()) => {
  const copied: string[] = []
  mockEndpoint(api.profiles.endpoints.me, me)
  renderPage(<ShareGallery gallery={anOwnGallery(1, gallery)} onClose={() => undefined} />, {
    at: '/dashboard',
    user: ada,
  })
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
  return copied
}
const link = `${location.origin}/gallery/${galleryId(1)}`
const locked = { isPublic: false, accessCode: 'MAITEJON', title: 'Maite & Jon' }

test('the link alone, and the link with its code in ready words, are copied', async () => {
  const user = userEvent.setup()
  const copied = show(locked)
  await user.click(screen.getByRole('button', { name: 'Copy link' }))
  await user.click(screen.getByRole('button', { name: 'Copy message' }))
  expect(copied).toEqual([link, `Your photos are ready: Maite & Jon\n${link}\nAccess code: MAITEJON`])
})

test('the ready words of a gallery without a code are copied as they stand', async () => {
  const user = userEvent.setup()
  const copied = show({ title: 'Maite & Jon' })
  await user.click(screen.getByRole('button', { name: 'Copy message' }))
  expect(copied).toEqual([`Your photos are ready: Maite & Jon\n${link}`])
})

const settingsOf1 = `/dashboard?tab=galleries&settings=${galleryId(1)}`
const handsNothingOn = () => {
  for (const name of ['Copy link', 'Copy message', 'Send to client', 'QR card (PDF)'])
    expect(screen.queryByRole('button', { name })).toBeNull()
}

test('a gallery that is nobody’s says what it needs, and leads to its settings', () => {
  show({ isPublic: false })
  expect(screen.getByText(/Nobody but you can open this gallery/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open settings' }).getAttribute('href')).toBe(settingsOf1)
  handsNothingOn()
})

test('a gallery that has expired is not handed on: it says since when, and leads to its settings', () => {
  show({ ...locked, expiresAt: '2031-05-01T22:59:59.999Z' })
  expect(screen.getByRole('button', { name: 'Copy link' })).toBeTruthy()
  cleanup()
  show({ ...locked, expiresAt: '2020-05-01T22:59:59.999Z' })
  expect(screen.getByText(/Visitors cannot open this gallery: it closed at the end of 1 May 2020/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open settings' }).getAttribute('href')).toBe(settingsOf1)
  handsNothingOn()
})

test.each([
  ['is nobody’s', { isPublic: false }],
  ['has expired', { expiresAt: '2020-05-01T22:59:59.999Z' }],
])(
  'with an expired trial a gallery that %s leads to the subscription, as its settings could only take it down',
  async (_, gallery) => {
    show(gallery, anExpiredProfile())
    const way = await screen.findByRole('link', { name: 'Upgrade Now' })
    expect(way.getAttribute('href')).toBe('/dashboard?tab=settings')
    expect(screen.getByText(/^Your trial has expired\. Please subscribe/)).toBeTruthy()
    expect(screen.queryByText(/in its settings first/)).toBeNull()
    expect(screen.queryByRole('link', { name: 'Open settings' })).toBeNull()
  },
)

test('with an expired trial the link is copied, and in the place of the mail stands what it needs', async () => {
  show(locked, anExpiredProfile())
  const way = await screen.findByRole('link', { name: 'Upgrade Now' })
  expect(way.getAttribute('href')).toBe('/dashboard?tab=settings')
  expect(screen.queryByRole('button', { name: 'Send to client' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Copy link' })).toBeTruthy()
})

test('a gallery that was taken down is not handed on: it says why, and where to ask', () => {
  // Its settings would not help, whatever else keeps visitors out.
  show({ isPublic: false, takedown: { at: '2030-01-02T10:00:00.000Z', reason: 'Not your photos.' } })
  expect(screen.getByText(/Darkslide took it down: Not your photos\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Write to us' }).getAttribute('href')).toBe('/contact')
  expect(screen.queryByRole('link', { name: 'Open settings' })).toBeNull()
  handsNothingOn()
})

test('of a gallery without photos no words say that they are ready, and the way to upload some is offered', async () => {
  const user = userEvent.setup()
  mockEndpoint(api.galleries.endpoints.getMine, anOwnGallery(1, { photoCount: 0 }))
  const copied = show({ ...locked, photoCount: 0 })
  expect(screen.getByText('No photos are for sale here yet')).toBeTruthy()
  expect(screen.queryByText(/ready: /)).toBeNull()
  expect(screen.getByRole('link', { name: 'Upload Photos' }).getAttribute('href')).toBe(
    `/upload?gallery=${galleryId(1)}`,
  )
  await user.click(screen.getByRole('button', { name: 'Copy message' }))
  expect(copied).toEqual([`Your photos will be here: Maite & Jon\n${link}\nAccess code: MAITEJON`])
})

test('once a photo that was just uploaded is for sale, the words say so by themselves', async () => {
  const answer = Promise.withResolvers<OwnGallery>()
  mockEndpoint(api.galleries.endpoints.getMine, () => answer.promise)
  show({ ...locked, photoCount: 0 })
  expect(screen.getByText(/^Your photos will be here: Maite & Jon/)).toBeTruthy()
  answer.resolve(anOwnGallery(1, { photoCount: 1 }))
  expect(await screen.findByText(/^Your photos are ready: Maite & Jon/)).toBeTruthy()
  expect(screen.queryByText('No photos are for sale here yet')).toBeNull()
})

test('an answer that did not come does not end the asking whether there are photos', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const getMine = mockEndpoint(api.galleries.endpoints.getMine, { refuse: 'internal' })
  show({ ...locked, photoCount: 0 })
  await vi.waitFor(() => expect(getMine.requests.length).toBeGreaterThan(0), { timeout: 20_000 })
  mockEndpoint(api.galleries.endpoints.getMine, anOwnGallery(1, { photoCount: 1 }))
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(await screen.findByText(/^Your photos are ready: Maite & Jon/)).toBeTruthy()
  vi.useRealTimers()
})

test('a gallery that is found by numbers has a card for each of them', () => {
  show()
  expect(screen.queryByLabelText('Start list')).toBeNull()
  cleanup()
  show({ numbers: true })
  expect(screen.getByLabelText('Start list')).toBeDefined()
})

test('the client’s address stands there already, and the mail is sent by the server', async () => {
  const user = userEvent.setup()
  const { requests } = mockEndpoint(api.galleries.endpoints.sendToClient, undefined)
  show({ ...locked, clientEmail: 'maite@example.com' })
  await user.click(screen.getByRole('button', { name: 'Send to client' }))
  expect(await toastOf('Sent')).toMatchObject({ description: 'The link is on its way to maite@example.com.' })
  await waitFor(() => expect(requests[0]?.body).toEqual({ email: 'maite@example.com' }))
})

test('a mail whose answer was lost is sent again as the same attempt, from a new dialog too; an answered one is not', async () => {
  const user = userEvent.setup()
  const refused = mockEndpoint(api.galleries.endpoints.sendToClient, { refuse: 'unavailable' })
  show({ ...locked, clientEmail: 'jon@example.com' })
  const press = () => user.click(screen.getByRole('button', { name: 'Send to client' }))
  await press()
  expect(await toastOf('Not sent')).toBeDefined()
  cleanup()
  const { requests } = mockEndpoint(api.galleries.endpoints.sendToClient, undefined)
  show({ ...locked, clientEmail: 'jon@example.com' })
  await press()
  await waitFor(() => expect(requests).toHaveLength(1))
  await screen.findByRole('button', { name: 'Send to client' })
  await press()
  await waitFor(() => expect(requests).toHaveLength(2))
  const keys = [...refused.requests, ...requests].map(({ headers }) => headers['idempotency-key'])
  expect(keys.slice(0, -1).every((key) => key !== undefined && key === keys[0])).toBe(true)
  expect(keys.at(-1)).not.toBe(keys[0])
})

test('the card bears title, code and site; a title that is too long ends in two lines', async () => {
  const drawn = fakeCanvas()
  await cardAsPng({ title: 'Maite & Jon', link, accessCode: 'MAITEJON' })
  expect(drawn.texts).toEqual([
    'Maite & Jon',
    'Scan to see the photos',
    'Access code',
    'MAITEJON',
    `Darkslide · ${location.host}`,
  ])
  // A code of this length has 29 rows and more, of which about half are dark.
  expect(drawn.squares).toBeGreaterThan(300)
  drawn.texts.length = 0
  await cardAsPng({ title: 'A long day '.repeat(12), link, accessCode: null })
  expect(drawn.texts).toHaveLength(4)
  expect(drawn.texts[1]).toMatch(/…$/)
})

test('as a PDF it is one page of A6', async () => {
  fakeCanvas()
  const pdf = await cardAsPdf({ title: 'Maite & Jon', link, accessCode: null })
  const document = await PDFDocument.load(await pdf.arrayBuffer())
  expect(document.getPageCount()).toBe(1)
  expect(document.getPage(0).getSize()).toEqual({ width: 297.6, height: 419.5 })
})
