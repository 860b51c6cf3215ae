import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { ActivityPage } from '#frontend/features/galleries/own/activity-page.tsx'
import { activityFile, sentenceFor, whenFor } from '#frontend/features/galleries/own/activity-words.ts'
import { authSession } from '#frontend/shared/session/auth-session.ts'
import { type ActivityEntry, galleries } from '#schema/api/galleries.ts'
import { paths } from '#schema/paths.ts'
import { galleryId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { anOwnGallery } from '#test/support/frontend/own-gallery.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const { activity, getMine } = galleries.endpoints
const entry = (kind: ActivityEntry['kind'], count: number, at = '2030-01-01T10:00:00.000Z'): ActivityEntry => ({
  ...{ kind, count, at },
})

beforeEach(() => {
  vi.spyOn(authSession, 'accessToken').mockResolvedValue('token')
})
const open = () => {
  mockEndpoint(getMine, anOwnGallery(1, { title: 'Race day' }))
  renderPage(
    <Routes>
      <Route path={paths.activity.pattern} element={<ActivityPage />} />
    </Routes>,
    { at: paths.activity({ galleryId: galleryId(1) }) },
  )
  return userEvent.setup()
}

test('what visitors did is told in words, and more on demand', async () => {
  const asked = mockEndpoint(activity, ({ query }) =>
    query.cursor === undefined
      ? { items: [entry('bought', 3), entry('carted', 1), entry('opened', 1)], nextCursor: 'more' }
      : { items: [entry('favourited', 2), entry('downloaded', 5), entry('unlisted', 0)] },
  )
  const user = open()
  expect(await screen.findByText('A visitor bought 3 photos')).toBeTruthy()
  expect(screen.getByText('A visitor had 1 photo in a cart')).toBeTruthy()
  expect(screen.getByText('The gallery was opened once')).toBeTruthy()
  expect(await screen.findByText('Race day')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show Earlier' }))
  expect(await screen.findByText('5 photos were downloaded')).toBeTruthy()
  expect(screen.getByText('A visitor marked favourites: 2 photos by then')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show Earlier' })).toBeNull()
  expect(asked.requests.map(({ query }) => query.cursor)).toEqual([undefined, 'more'])
})

test('a gallery without activity says what will stand here', async () => {
  mockEndpoint(activity, { items: [] })
  open()
  expect(await screen.findByText('Nothing happened yet')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save as CSV' })).toBeNull()
})

test('activity that cannot be loaded is asked for again', async () => {
  const failing = mockEndpoint(activity, { refuse: 'gallery_not_found' })
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(failing.requests.length).toBeGreaterThan(1))
})

test('when it was is said in words of the last day, and by the clock before', () => {
  const now = Date.parse('2030-01-02T10:00:00.000Z')
  const when = (at: string) => whenFor(entry('bought', 1, at), now)
  expect(when('2030-01-02T09:59:40.000Z')).toBe('just now')
  expect(when('2030-01-02T10:00:40.000Z')).toBe('just now')
  expect(when('2030-01-02T09:59:00.000Z')).toBe('1 minute ago')
  expect(when('2030-01-02T07:59:00.000Z')).toBe('2 hours ago')
  expect(when('2030-01-01T09:00:00.000Z')).toContain('2030')
  expect(whenFor(entry('opened', 1, '2030-01-02T09:00:00.000Z'), now)).toMatch(/ to \d\d:00$/)
})

test('a whole gallery is told as one, not as its photos', () => {
  const whole = (kind: 'carted' | 'bought') => ({ ...entry(kind, 1_800), whole: true as const })
  expect(sentenceFor(whole('carted'))).toBe('A visitor had the whole gallery in a cart')
  expect(sentenceFor(whole('bought'))).toBe('A visitor bought the whole gallery')
  expect(activityFile([whole('bought')])).toContain('Bought (whole gallery),1800')
})

test('the file has a line for everything', () => {
  expect(sentenceFor(entry('downloaded', 1))).toBe('1 photo was downloaded')
  expect(
    activityFile([entry('opened', 12), entry('unlisted', 0)])
      .split('\r\n')
      .slice(1, 3),
  ).toEqual(['2030-01-01T10:00:00.000Z,Opened,12', '2030-01-01T10:00:00.000Z,More than is listed,'])
})
