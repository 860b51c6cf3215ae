import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { ClosingNote } from '#frontend/features/galleries/closing-note.tsx'
import { useGallery } from '#frontend/features/galleries/queries.ts'
import { api } from '#schema/api/all.ts'
import { visitorConsent } from '#schema/consent.ts'
import { anOpenGallery, galleryId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

beforeAll(() => {
  process.env.TZ = 'Asia/Kolkata'
})

const { tellBeforeClosing } = api.visitors.endpoints
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const show = (expiresAt: string | null) => {
  mockEndpoint(api.galleries.endpoints.likeState, { userLiked: false, likeCount: 0, favourites: [], isOwn: false })
  renderPage(<ClosingNote gallery={{ id: galleryId(1), expiresAt }} />)
  return userEvent.setup()
}
const open = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(screen.getByRole('button', { name: 'Tell me before it closes' }))
  return within(await screen.findByRole('dialog'))
}

test('a gallery that closes while it is looked at is asked for then, and not before', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const get = mockEndpoint(api.galleries.endpoints.get, anOpenGallery())
  mockEndpoint(api.galleries.endpoints.likeState, { userLiked: false, likeCount: 0, favourites: [], isOwn: false })
  const expiresAt = inDays(1)
  const Gallery = () => {
    useGallery(galleryId(1))
    return <ClosingNote gallery={{ id: galleryId(1), expiresAt }} />
  }
  renderPage(<Gallery />)
  await act(() => vi.advanceTimersByTimeAsync(86_390_000))
  expect(get.requests).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(get.requests).toHaveLength(2)
  vi.useRealTimers()
})

/** A gallery of which the server says that it is open, and when it closes. */
const look = (expiresAt: string) => {
  const get = mockEndpoint(api.galleries.endpoints.get, anOpenGallery())
  mockEndpoint(api.galleries.endpoints.likeState, { userLiked: false, likeCount: 0, favourites: [], isOwn: false })
  const Gallery = () => {
    useGallery(galleryId(1))
    return <ClosingNote gallery={{ id: galleryId(1), expiresAt }} />
  }
  renderPage(<Gallery />)
  return get
}

test('a gallery that closed while the device slept is asked for when it is looked at again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const get = look(inDays(1))
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(get.requests).toHaveLength(1)
  // A sleeping device's clock goes on, and its timers do not.
  vi.setSystemTime(Date.now() + 2 * 86_400_000)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(get.requests).toHaveLength(2)
  vi.useRealTimers()
})

test('a gallery that is open still after its time is asked for again, and not for ever', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const get = look(inDays(0.001))
  await act(() => vi.advanceTimersByTimeAsync(100_000))
  expect(get.requests).toHaveLength(2)
  await act(() => vi.advanceTimersByTimeAsync(75_000))
  expect(get.requests).toHaveLength(3)
  await act(() => vi.advanceTimersByTimeAsync(3_600_000))
  expect(get.requests.length).toBeLessThanOrEqual(6)
  vi.useRealTimers()
})

test('who wants to be told leaves an address, agrees to no more than was ticked, and is sent to the mail', async () => {
  const ask = mockEndpoint(tellBeforeClosing, undefined)
  const user = show(inDays(30))
  const dialog = await open(user)
  await user.click(dialog.getByRole('button', { name: 'Tell me' }))
  expect(ask.requests).toEqual([])
  expect(dialog.getByLabelText(/^Your email address/).getAttribute('aria-invalid')).toBe('true')

  fireEvent.change(dialog.getByLabelText(/^Your email address/), { target: { value: ' maya@example.com ' } })
  await user.click(dialog.getByRole('button', { name: 'Tell me' }))
  await screen.findByText('Please look into your mail')
  expect(ask.requests).toMatchObject([
    { params: { galleryId: galleryId(1) }, body: { email: 'maya@example.com', consent: null } },
  ])
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a ticked box sends the version of its words', async () => {
  const ask = mockEndpoint(tellBeforeClosing, undefined)
  const user = show(inDays(30))
  const dialog = await open(user)
  fireEvent.change(dialog.getByLabelText(/^Your email address/), { target: { value: 'maya@example.com' } })
  await user.click(dialog.getByRole('checkbox'))
  await user.click(dialog.getByRole('button', { name: 'Tell me' }))
  await screen.findByText('Please look into your mail')
  expect(ask.requests).toMatchObject([{ body: { consent: visitorConsent.version } }])
})

test('what is refused is said, and what was typed stays', async () => {
  mockEndpoint(tellBeforeClosing, { refuse: 'too_many_requests' })
  const user = show(inDays(30))
  const dialog = await open(user)
  fireEvent.change(dialog.getByLabelText(/^Your email address/), { target: { value: 'maya@example.com' } })
  await user.click(dialog.getByRole('button', { name: 'Tell me' }))
  expect(await toastOf('Not noted')).toMatchObject({ kind: 'destructive' })
  expect(dialog.getByLabelText<HTMLInputElement>(/^Your email address/).value).toBe('maya@example.com')
})

test.each([
  ['tomorrow', inDays(0.5), true],
  ['never', null, false],
])('of a gallery that closes %s nobody can be told', (_when, expiresAt, isSaid) => {
  show(expiresAt)
  expect(screen.queryByRole('button', { name: 'Tell me before it closes' })).toBeNull()
  expect(screen.queryByText(/^Open until/) !== null).toBe(isSaid)
})

test('the end is said to the minute, in the zone of whoever reads it', () => {
  // The end of 20 November in London.
  show('2099-11-20T23:59:59.999Z')
  expect(screen.getByText('Open until 21 Nov 2099, 05:29')).toBeDefined()
})

test.each([
  [8, 'Two mails at most: seven days and one day before.', 'we tell you seven days and one day before'],
  [6, 'One mail at most: one day before.', 'we tell you one day before'],
])('%i days before the end only mails that can still come are promised', async (days, promise, confirmed) => {
  mockEndpoint(tellBeforeClosing, undefined)
  const user = show(inDays(days))
  const dialog = await open(user)
  expect(dialog.getByText(promise)).toBeDefined()
  fireEvent.change(dialog.getByLabelText(/^Your email address/), { target: { value: 'maya@example.com' } })
  await user.click(dialog.getByRole('button', { name: 'Tell me' }))
  await screen.findByText('Please look into your mail')
  expect(screen.getByRole('dialog').textContent).toContain(`${confirmed} this gallery closes`)
})

test('what was left claims no mail that may not come, of whatever address, and says the date to note', async () => {
  mockEndpoint(tellBeforeClosing, undefined)
  const user = show('2099-11-20T23:59:59.999Z')
  const dialog = await open(user)
  fireEvent.change(dialog.getByLabelText(/^Your email address/), { target: { value: 'maya@example.com' } })
  await user.click(dialog.getByRole('button', { name: 'Tell me' }))
  await screen.findByText('Please look into your mail')
  const said = screen.getByRole('dialog').textContent
  // The address may be unsubscribed, or its photographer stopped: no mail then, and the answer is the same.
  expect(said).not.toMatch(/We wrote to|nothing to do/)
  expect(said).toContain('If we may write to maya@example.com and it is not confirmed yet')
  expect(said).toContain('No mail in a few minutes? Then you confirmed before, or we may not write to you.')
  expect(said).toContain('Please note the date: the gallery is open until 21 Nov 2099, 05:29.')
})
