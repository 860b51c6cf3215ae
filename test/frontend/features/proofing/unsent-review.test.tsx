import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ProofPage } from '#frontend/features/proofing/proof-page.tsx'
import { unsentDecisions } from '#frontend/features/proofing/unsent-decisions.ts'
import { useReview } from '#frontend/features/proofing/use-review.ts'
import { clearToasts } from '#frontend/ui/toast.tsx'
import { type ProofPhoto, proofing } from '#schema/api/proofing.ts'
import { photoId } from '#test/support/frontend/builders.ts'
import { mockEndpoint, type Refusing } from '#test/support/frontend/mock-endpoint.ts'
import { aClientSession, aProofPhoto } from '#test/support/frontend/own-builders.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { reviewServer } from '#test/support/frontend/review-server.ts'
import { isOnNextPage, toastOf } from '#test/support/frontend/toast-of.ts'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

const page = (
  <>
    <Routes>
      <Route path="/proof/:token" element={<ProofPage />} />
      <Route path="*" element={null} />
    </Routes>
    <Link to="/cart">Away</Link>
    <Link to="/proof/secret">Back</Link>
  </>
)
const open = () => renderPage(page, { at: '/proof/secret' })
const setup = async (photos: readonly ProofPhoto[], given?: Parameters<typeof reviewServer>[1]) => {
  const server = reviewServer(photos, given)
  open()
  await screen.findByText('Review Progress')
  return { server, user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }) }
}
const button = (name: string) => screen.getByRole('button', { name })

test('in a full choice the one that was taken back makes room first, also when it is sent again', async () => {
  const photos = [aProofPhoto(1, { status: 'approved' }), aProofPhoto(2), aProofPhoto(3)]
  const { server, user } = await setup(photos, { selectionTarget: 1 })
  server.meets(() => 'pending')
  await user.click(button('Reject Photo 1'))
  await user.click(button('Approve Photo 2'))
  cleanup()

  server.meets(undefined)
  open()

  await waitFor(() => expect(server.counts()).toMatchObject({ approved: 1, rejected: 1 }))
  expect(server.sent()).toEqual([
    [[photoId(1)], 'rejected'],
    [[photoId(2)], 'approved'],
  ])
})

const count = (status: string) => screen.getByTestId(`count-${status}`).textContent
const say = (name: 'online' | 'offline') => act(() => void dispatchEvent(new Event(name)))
const after = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000))
const hourMs = 60 * 60_000
/** The device sleeps: no timer ends, and the time goes on. */
const sleep = (hours: number) => void vi.setSystemTime(Date.now() + hours * hourMs)
const three = [aProofPhoto(1), aProofPhoto(2), aProofPhoto(3)]

test('decisions of a long tunnel stay as made, say that they wait, and go out when the connection is back', async () => {
  const { server, user } = await setup(three)
  server.loseConnection()
  await user.click(button('Approve Photo 1'))
  await user.click(button('Reject Photo 2'))
  await after(300)

  expect([count('approved'), count('rejected')]).toEqual(['1', '1'])
  expect(screen.getByText('2 decisions will be sent when the connection is back')).toBeDefined()
  expect(server.counts()).toMatchObject({ pending: 3 })

  server.meets(undefined)
  await say('online')

  await waitFor(() => expect(server.counts()).toMatchObject({ pending: 1, approved: 1, rejected: 1 }))
  expect(server.sent()).toEqual([
    [[photoId(1)], 'approved'],
    [[photoId(2)], 'rejected'],
  ])
  await screen.findByText('2 of 3 reviewed')
  expect({ ...localStorage }).toEqual({})
})

test('who waits for a connection is told once in plain words, and never that a decision failed', async () => {
  const { server, user } = await setup(three)
  server.loseConnection()
  await user.click(button('Approve Photo 1'))

  expect(await toastOf('Your choice is kept')).toEqual({
    kind: 'info',
    description:
      'Darkslide cannot be reached at the moment. What you decided is sent when the connection is back, or when you open your review again within a day.',
  })
  expect(await isOnNextPage('Your choice is kept')).toBe(true)
  clearToasts()
  await after(300)
  expect(document.querySelectorAll('section[aria-label="Notifications"] > [role]')).toHaveLength(0)
})

test('left for longer than any try, the review is sent when it is opened again', async () => {
  const { server, user } = await setup(three)
  server.loseConnection()
  await user.click(button('Approve Photo 1'))
  await after(300)
  cleanup()

  server.meets(undefined)
  open()

  await waitFor(() => expect(server.photo(1)).toMatchObject({ status: 'approved' }))
})

test('what was kept until the deadline had passed is counted, and sent when the review is reopened', async () => {
  const { server, user } = await setup(three)
  server.loseConnection()
  await user.click(button('Approve Photo 1'))
  await user.click(button('Reject Photo 2'))
  await after(300)
  cleanup()
  // One of them had arrived, and only its answer was lost.
  server.elsewhere(2, { status: 'rejected' })
  server.passDeadline()
  server.meets(undefined)

  open()
  expect(await screen.findByText('1 decision did not arrive in time')).toBeDefined()
  expect([count('approved'), count('rejected')]).toEqual(['0', '1'])
  await say('offline')
  await say('online')
  expect(screen.getByText('1 decision did not arrive in time')).toBeDefined()
  cleanup()

  server.passDeadline(false)
  open()
  await waitFor(() => expect(server.photo(1)).toMatchObject({ status: 'approved' }))
  expect(screen.queryByText(/did not arrive in time/)).toBeNull()
})

test('what waits for a connection while the deadline passes is kept as well', async () => {
  const { server, user } = await setup(three)
  server.loseConnection()
  await user.click(button('Approve Photo 1'))
  await user.click(button('Reject Photo 2'))
  await after(60)
  server.passDeadline()
  server.meets(undefined)
  await say('online')

  expect(await screen.findByText('2 decisions did not arrive in time')).toBeDefined()
  expect(await toastOf('Failed to update photo status.')).toMatchObject({ kind: 'destructive' })
  expect(server.sent()).toEqual([])
})

test('what the server tells of meanwhile does not hide what is still to be sent', async () => {
  const { server, user } = await setup(three)
  server.loseConnection()
  await user.click(button('Approve Photo 1'))
  await after(120)
  server.elsewhere(2, { clientFeedback: 'From the other phone' })
  await say('offline')
  await say('online')

  await waitFor(() => expect(screen.getByDisplayValue('From the other phone')).toBeDefined())
  expect([count('approved'), count('pending')]).toEqual(['1', '2'])
})

test('a server that asks for patience gets it, and no decision is lost', async () => {
  const { server, user } = await setup(three)
  const refused = vi.fn(() => ({ refuse: 'too_many_requests' as const, details: { retryAfterSeconds: 40 } }))
  server.meets(refused)
  await user.click(button('Approve Photo 1'))
  await waitFor(() => expect(refused).toHaveBeenCalledTimes(1))
  await after(38)
  expect(refused).toHaveBeenCalledTimes(1)

  server.meets(undefined)
  await after(3)
  await waitFor(() => expect(server.photo(1)).toMatchObject({ status: 'approved' }))
})

test('a server whose wait is over already is not asked without a pause', async () => {
  const { server, user } = await setup(three)
  const refused = vi.fn(() => ({ refuse: 'too_many_requests' as const, details: { retryAfterSeconds: 0 } }))
  server.meets(refused)
  await user.click(button('Approve Photo 1'))
  await after(60)

  expect(refused.mock.calls.length).toBeLessThan(10)
})

test('of decisions that go together those that still fit are taken', async () => {
  const { server, user } = await setup([...three, aProofPhoto(4)], { selectionTarget: 2 })
  server.loseConnection()
  await user.click(button('Reject Photo 3'))
  await user.click(button('Approve Photo 1'))
  await user.click(button('Approve Photo 2'))
  server.elsewhere(4, { status: 'approved' })
  server.meets(undefined)
  await say('online')

  expect((await toastOf('Failed to update photo status.')).description).toContain('chosen')
  expect([1, 2, 3].map((n) => server.photo(n)?.status)).toEqual(['approved', 'pending', 'rejected'])
  await waitFor(() => expect(count('pending')).toBe('1'))
})

test('sending goes on while another page is open, and coming back sends nothing twice', async () => {
  const { server, user } = await setup(three)
  server.loseConnection()
  await user.click(button('Approve Photo 1'))
  await user.click(screen.getByRole('link', { name: 'Away' }))
  await user.click(screen.getByRole('link', { name: 'Back' }))
  expect(await screen.findByText('1 decision will be sent when the connection is back')).toBeDefined()
  await user.click(screen.getByRole('link', { name: 'Away' }))

  server.meets(undefined)
  await say('online')

  await waitFor(() => expect(server.photo(1)).toMatchObject({ status: 'approved' }))
  await after(60)
  expect(server.sent()).toHaveLength(1)
})

test('a reopened review is finished only when everything that was decided in it has arrived', async () => {
  const { server, user } = await setup([aProofPhoto(1, { status: 'approved' }), aProofPhoto(2, { status: 'maybe' })])
  server.loseConnection()
  await user.click(button('Reject Photo 1'))
  await user.click(button('Finish review'))
  await after(50)
  server.meets(undefined)
  await say('online')

  const said = await screen.findByText('This review is finished')
  // What was pressed is gone: whoever uses keys, or hears the page, goes on here.
  await waitFor(() => expect(document.activeElement).not.toBe(document.body))
  expect(document.activeElement?.contains(said)).toBe(true)
  expect(server.sent()).toEqual([[[photoId(1)], 'rejected']])
  expect(server.counts()).toMatchObject({ rejected: 1, maybe: 1 })
})

test('a press on Finish that waited for hours finishes nothing, and is asked for again', async () => {
  const { server, user } = await setup([aProofPhoto(1, { status: 'approved' }), aProofPhoto(2, { status: 'maybe' })])
  server.loseConnection()
  await user.click(button('Reject Photo 1'))
  await user.click(button('Finish review'))
  sleep(2)
  server.meets(undefined)
  await say('online')

  expect(await toastOf('Your review is not finished yet')).toMatchObject({ kind: 'info' })
  expect(server.status()).toBe('in_review')
  expect(server.photo(1)).toMatchObject({ status: 'rejected' })
  await user.click(button('Finish review'))
  expect(await screen.findByText('This review is finished')).toBeDefined()
})

test('a reopened review in which a decision was refused is not finished over it', async () => {
  const { server, user } = await setup([aProofPhoto(1, { status: 'approved' }), aProofPhoto(2, { status: 'maybe' })])
  server.loseConnection()
  await user.click(button('Reject Photo 1'))
  await user.click(button('Finish review'))
  server.meets(vi.fn<() => Refusing | undefined>().mockReturnValueOnce({ refuse: 'internal' }))
  await say('online')

  await toastOf('Failed to update photo status.')
  await after(5)
  expect(server.status()).toBe('in_review')
})

test('a tab that slept for hours takes nothing back that was decided meanwhile on another device', async () => {
  const { server, user } = await setup([...three, aProofPhoto(4)])
  server.loseConnection()
  for (const n of [1, 2, 3]) await user.click(button(`Approve Photo ${String(n)}`))
  sleep(2)
  server.elsewhere(1, { status: 'rejected' })
  server.elsewhere(2, { status: 'maybe', clientFeedback: 'From the other phone' })
  sleep(1)
  server.meets(undefined)
  await say('online')

  expect(await toastOf('2 photos were decided on another device since')).toEqual({
    kind: 'info',
    description: 'Those decisions stand.',
  })
  expect([1, 2, 3].map((n) => server.photo(n)?.status)).toEqual(['rejected', 'maybe', 'approved'])
  const [ages] = server.ages()
  expect(ages?.map((age) => Math.round(age / hourMs))).toEqual([3, 3, 3])
  expect(['approved', 'rejected', 'maybe'].map(count)).toEqual(['1', '1', '1'])
  expect(await screen.findByDisplayValue('From the other phone')).toBeDefined()
  expect({ ...localStorage }).toEqual({})
})

test('a reopened review in which another device has decided since is not finished over it', async () => {
  const { server, user } = await setup([aProofPhoto(1, { status: 'approved' }), aProofPhoto(2, { status: 'maybe' })])
  server.loseConnection()
  await user.click(button('Reject Photo 1'))
  sleep(1)
  server.elsewhere(1, { status: 'maybe' })
  sleep(1)
  await user.click(button('Finish review'))
  server.meets(undefined)
  await say('online')

  expect(await toastOf('1 photo was decided on another device since')).toMatchObject({
    description: 'That decision stands.',
  })
  await after(5)
  expect(server.status()).toBe('in_review')
  expect(server.photo(1)).toMatchObject({ status: 'maybe' })
})

test('what was let go hours ago stays where another device went on since, and its client is told', async () => {
  const { server, user } = await setup([aProofPhoto(1, { status: 'approved' }), ...three.slice(1)], {
    selectionTarget: 1,
  })
  server.loseConnection()
  await user.click(button('Finish with this one'))
  await user.click(button('Finish'))
  sleep(1)
  server.elsewhere(2, { status: 'maybe' })
  sleep(1)
  server.meets(undefined)
  await say('online')

  expect(await toastOf('Your review is not finished yet')).toEqual({
    kind: 'info',
    description: 'Another device went on with it. Still pending: 1 photo.',
  })
  expect(server.counts()).toMatchObject({ approved: 1, maybe: 1, pending: 1 })
  await waitFor(() => expect(count('pending')).toBe('1'))
})

test('of photos that are pending still and those that were decided elsewhere one toast tells', async () => {
  const { server, user } = await setup([aProofPhoto(1, { status: 'approved' }), ...three.slice(1)], {
    selectionTarget: 1,
  })
  server.loseConnection()
  await user.click(button('Reject Photo 1'))
  await user.click(button('Approve Photo 2'))
  await user.click(button('Finish with this one'))
  await user.click(button('Finish'))
  sleep(1)
  server.elsewhere(2, { status: 'maybe' })
  sleep(1)
  server.meets(undefined)
  await say('online')

  expect(await toastOf('Your review is not finished yet')).toEqual({
    kind: 'info',
    description:
      'Another device went on with it. Still pending: 1 photo. 1 photo was decided on another device since. That decision stands.',
  })
})

test('a tab that is looked at again shows what was decided meanwhile on another device', async () => {
  const { server } = await setup(three)
  sleep(1)
  server.elsewhere(1, { status: 'rejected' })
  await act(() => void dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(count('rejected')).toBe('1'))
})

test('what was left unsent goes out before all photos are read, and is asked about before the tab is closed', async () => {
  const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  unsentDecisions('secret', () => Date.now() - 2 * hourMs).keep({
    photoIds: [photoId(3)],
    decision: { status: 'approved' },
  })
  mockEndpoint(proofing.endpoints.get, ({ query }) =>
    query.cursor
      ? 'pending'
      : { session: aClientSession(), photos: { items: [aProofPhoto(1), aProofPhoto(2)], nextCursor: 'next' } },
  )
  const sent = vi.fn<(body: unknown) => 'pending'>(() => 'pending')
  mockEndpoint(proofing.endpoints.decide, ({ params, body }) => sent([params.photoId, body]))
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Approve Photo 1' }), {
    advanceTimers: vi.advanceTimersByTime,
  })

  expect(await screen.findByText('Saving 2 decisions...')).toBeDefined()
  expect(sent.mock.calls).toEqual([[[photoId(3), { status: 'approved', ageMs: expect.any(Number) }]]])
  expect(isAsked()).toBe(true)
  cleanup()
  expect(isAsked()).toBe(false)
})

const RejectAll = () => {
  const { photos = [], session, decide } = useReview('secret')
  const all = photos.map((photo) => photo.photoId)
  return (
    <button type="button" onClick={() => decide({ photoIds: all, decision: { status: 'rejected' } })}>
      {session?.counts.rejected} of {all.length} rejected
    </button>
  )
}

test('3,100 photos are let go at once, however few requests a minute takes', async () => {
  const many = Array.from({ length: 3_100 }, (_, n) => aProofPhoto(n + 1))
  const server = reviewServer(many)
  const perMinute = new Map<number, number>()
  server.meets(() => {
    const seconds = Math.floor(Date.now() / 1_000)
    const minute = Math.floor(seconds / 60)
    const tries = (perMinute.get(minute) ?? 0) + 1
    perMinute.set(minute, tries)
    if (tries <= 60) return undefined
    return { refuse: 'too_many_requests', details: { retryAfterSeconds: 60 - (seconds % 60) } }
  })
  vi.setSystemTime('2030-01-01T10:00:01.000Z')
  renderPage(<RejectAll />)
  await userEvent.click(await screen.findByText('0 of 3100 rejected'), { advanceTimers: vi.advanceTimersByTime })
  await screen.findByText('3100 of 3100 rejected')
  await waitFor(() => expect(server.sent()).toHaveLength(60))
  await after(60)

  await waitFor(() => expect(server.status()).toBe('completed'))
  expect(server.sent()).toHaveLength(62)
  expect([...perMinute.values()]).toEqual([61, 2])
})
