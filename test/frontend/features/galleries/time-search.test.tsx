import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { GalleryPage } from '#frontend/features/galleries/gallery-page.tsx'
import { api } from '#schema/api/all.ts'
import { SetId } from '#schema/ids.ts'
import { paths } from '#schema/paths.ts'
import { anOpenGallery, aPhoto, galleryId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const { get, listPhotos, photoHours, recordView, likeState } = api.galleries.endpoints

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined
})

const start = { id: SetId.parse(`set_${'0'.repeat(25)}1`), name: 'Start' }

const setup = ({
  search = '',
  hours = ['2026-05-10T09', '2026-05-10T11'],
  isMore = false,
  hasTimes = true,
  hasUnread = false,
} = {}) => {
  mockEndpoint(get, anOpenGallery({ hasNumbers: true, hasTimes, sets: [start] }))
  mockEndpoint(photoHours, { hours, isMore })
  const unread = hasUnread && ({ hasUnread: true } as const)
  const list = mockEndpoint(listPhotos, ({ query: { from, number, set } }) => {
    if (from === '2026-05-10T11:50' || set !== undefined) return { items: [] }
    if (number === '215') return { items: [], ...unread }
    if (number === '216') return { items: [aPhoto(2)], ...unread }
    return {
      items:
        from === undefined ? [aPhoto(9, { title: 'Everybody' })] : [aPhoto(1, { title: `At ${from} ${number ?? ''}` })],
    }
  })
  mockEndpoint(recordView, { viewCount: 1 })
  mockEndpoint(likeState, { userLiked: false, likeCount: 1, favourites: [], isOwn: false })
  renderPage(
    <Routes>
      <Route path={paths.gallery.pattern} element={<GalleryPage />} />
    </Routes>,
    { at: `/gallery/${galleryId(1)}${search}` },
  )
  return { list, user: userEvent.setup() }
}
const address = () => screen.getByTestId('address').textContent
const slider = () => screen.findByRole('slider', { name: 'When were you there?' })
/** What a thumb does; browsers move sliders in steps of their own. */
const moveTo = async (minutes: number) => fireEvent.change(await slider(), { target: { value: String(minutes) } })

test('a slider goes over the hours in which photos were taken; moved, it shows those of about that time', async () => {
  const { list } = setup()
  const range = await slider()
  expect([range.getAttribute('max'), range.getAttribute('aria-valuetext')]).toEqual(['720', 'Any time'])
  await moveTo(620)
  expect(range.getAttribute('aria-valuetext')).toBe('Around 10:20, 10:05 to 10:35')
  expect(await screen.findByText('Photos from 10:05 to 10:35')).toBeDefined()
  expect(screen.queryByText('Everybody')).toBeNull()
  expect(list.requests.at(-1)?.query).toEqual({ from: '2026-05-10T10:05', to: '2026-05-10T10:35' })
  expect(address()).toContain('time=2026-05-10.1020-15')
})

test('how exactly it is meant is chosen; all photos come back with one press', async () => {
  const { list, user } = setup({ search: '?time=2026-05-10.1020-15' })
  await slider()
  await user.selectOptions(screen.getByLabelText('Give or take'), '1 hour')
  expect(await screen.findByText('Photos from 09:20 to 11:20')).toBeDefined()
  expect(list.requests.at(-1)?.query).toEqual({ from: '2026-05-10T09:20', to: '2026-05-10T11:20' })
  await user.click(screen.getByRole('button', { name: 'Show all photos' }))
  expect((await screen.findAllByText('Everybody')).length).toBeGreaterThan(0)
  expect(address()).not.toContain('time')
})

test('a number and a time go together, by a link too', async () => {
  const { list } = setup({ search: '?number=214&time=2026-05-10.1020-5' })
  expect(await screen.findByText('1 photo with 214 from 10:15 to 10:25')).toBeDefined()
  expect(list.requests.at(-1)?.query).toEqual({ number: '214', from: '2026-05-10T10:15', to: '2026-05-10T10:25' })
})

test.each([
  ['not all photos were read', true, /yet\. .* Please look again later, or look through all photos of that time\.$/],
  ['all were', false, /cannot be read\. Look through all photos of that time\.$/],
])('a number that is not found at a time gives way to all photos of it, where %s', async (_when, hasUnread, said) => {
  const { list, user } = setup({ search: '?number=215', hasUnread })
  expect(await screen.findByText(/^No photo surely shows 215/)).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Show all photos from/ })).toBeNull()
  await moveTo(620)
  const status = await screen.findByText(/^No photo from 10:05 to 10:35 surely shows 215/)
  expect(status.textContent).toMatch(said)
  screen.getByRole('button', { name: 'Show all photos' })
  await user.click(screen.getByRole('button', { name: 'Show all photos from 10:05 to 10:35' }))
  expect(await screen.findByText('Photos from 10:05 to 10:35')).toBeDefined()
  expect(list.requests.at(-1)?.query).toEqual({ from: '2026-05-10T10:05', to: '2026-05-10T10:35' })
  expect(address()).toBe(`/gallery/${galleryId(1)}?time=2026-05-10.1020-15`)
  expect(screen.getByLabelText<HTMLInputElement>('Your number').value).toBe('')
})

test('so it does while not all photos that show it can be known; where they are, it stays', async () => {
  const { user } = setup({ search: '?number=216&time=2026-05-10.1020-15', hasUnread: true })
  expect((await screen.findByText(/^1 photo with 216 from/)).textContent).toMatch(
    /, or look through all photos of that/,
  )
  screen.getByRole('button', { name: 'Show all photos from 10:05 to 10:35' })
  await user.clear(screen.getByLabelText('Your number'))
  await user.type(screen.getByLabelText('Your number'), '7{Enter}')
  expect(await screen.findByText('1 photo with 7 from 10:05 to 10:35')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Show all photos from/ })).toBeNull()
})

test('a set without photos of a time leads to those of all sets', async () => {
  const { list, user } = setup({ search: `?set=${start.id}&time=2026-05-10.1020-15` })
  expect(await screen.findByRole('heading', { name: 'No photos in this set from 10:05 to 10:35' })).toBeDefined()
  expect(screen.queryByText(/Nobody photographed/)).toBeNull()
  const all = screen.getByRole('button', { name: 'Look in all sets' })
  all.focus()
  await user.keyboard('{Enter}')
  expect(await screen.findByText('At 2026-05-10T10:05')).toBeDefined()
  expect(list.requests.at(-1)?.query).toEqual({ from: '2026-05-10T10:05', to: '2026-05-10T10:35' })
  expect(address()).toBe(`/gallery/${galleryId(1)}?time=2026-05-10.1020-15`)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'All' }))
})

const day = () => screen.getByLabelText<HTMLSelectElement>('Day').selectedOptions[0]?.textContent

test('the slider opens on the busiest day, not on the one of a clock that was never set', async () => {
  setup({ hours: ['2015-01-01T00', '2026-05-10T09', '2026-05-10T10', '2026-05-11T09'] })
  await slider()
  expect(day()).toBe('10 May 2026')
})

test('what the slider does not reach is said, and a link to it shows its own day', async () => {
  setup({ search: '?time=2026-06-01.1020-15', hours: ['2026-05-10T09', '2026-05-11T09'], isMore: true })
  expect((await slider()).getAttribute('aria-valuetext')).toBe('Around 10:20, 10:05 to 10:35')
  expect(day()).toBe('1 June 2026')
  expect(screen.getByText(/^There are photos of later days too/)).toBeDefined()
})

test('of several days one is chosen', async () => {
  const { list, user } = setup({ hours: ['2026-05-09T18', '2026-05-10T09'] })
  await slider()
  expect(screen.queryByText(/^There are photos of later days/)).toBeNull()
  await user.selectOptions(screen.getByLabelText('Day'), '10 May 2026')
  expect((await slider()).getAttribute('min')).toBe('535')
  await moveTo(560)
  await waitFor(() => expect(list.requests.at(-1)?.query).toMatchObject({ from: '2026-05-10T09:05' }))
  await user.selectOptions(screen.getByLabelText('Day'), '9 May 2026')
  await waitFor(() => expect(list.requests.at(-1)?.query).toMatchObject({ from: '2026-05-09T17:45' }))
})

test('while any time is meant the slider stands before the first, and moved back there it means any again', async () => {
  setup()
  const range = await slider()
  expect([range.getAttribute('min'), range.getAttribute('value')]).toEqual(['535', '535'])
  await moveTo(540)
  expect(range.getAttribute('aria-valuetext')).toBe('Around 09:00, 08:45 to 09:15')
  expect(await screen.findByText('Photos from 08:45 to 09:15')).toBeDefined()
  await moveTo(535)
  expect(range.getAttribute('aria-valuetext')).toBe('Any time')
  expect((await screen.findAllByText('Everybody')).length).toBeGreaterThan(0)
  expect(address()).not.toContain('time')
})

test('how exactly it is meant is chosen before a time is, and does not choose one', async () => {
  const { user } = setup()
  const range = await slider()
  await user.selectOptions(screen.getByLabelText('Give or take'), '1 hour')
  expect(range.getAttribute('aria-valuetext')).toBe('Any time')
  await moveTo(620)
  expect(await screen.findByText('Photos from 09:20 to 11:20')).toBeDefined()
})

test('a time without photos says so', async () => {
  setup({ search: '?time=2026-05-10.1155-5' })
  expect(await screen.findByRole('heading', { name: 'No photos from 11:50 to 12:00' })).toBeDefined()
})

test('where nothing is known of times there is no slider, and a link to a time shows all photos', async () => {
  const { list } = setup({ search: '?time=2026-05-10.1020-15', hasTimes: false })
  expect((await screen.findAllByText('Everybody')).length).toBeGreaterThan(0)
  expect(screen.queryByRole('slider')).toBeNull()
  expect(list.requests.every(({ query }) => query.from === undefined)).toBe(true)
})

test('the end of the slider is the last time of the day, and no other than it says', async () => {
  setup({ hours: ['2026-05-10T09', '2026-05-10T23'] })
  const range = await slider()
  await moveTo(Number(range.getAttribute('max')))
  expect(range.getAttribute('aria-valuetext')).toBe('Around 23:55, 23:40 to 24:00')
  expect(await screen.findByText('Photos from 23:40 to 24:00')).toBeDefined()
})
