import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ProofPage } from '#frontend/features/proofing/proof-page.tsx'
import { unsentDecisions } from '#frontend/features/proofing/unsent-decisions.ts'
import { clearToasts } from '#frontend/ui/toast.tsx'
import { api } from '#schema/api/all.ts'
import type { ResponseOf } from '#schema/api/endpoint.ts'
import type { ClientProofSession, ProofPhoto } from '#schema/api/proofing.ts'
import { PhotoId } from '#schema/ids.ts'
import { aBrandPaint, pageStyles } from '#test/support/frontend/brand.ts'
import { galleryId, photoId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { aClientSession, aProofPhoto } from '#test/support/frontend/own-builders.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const { endpoints } = api.proofing
const page = (
  <Routes>
    <Route path="/proof/:token" element={<ProofPage />} />
    <Route path="*" element={null} />
  </Routes>
)
type Given = { session?: Partial<ClientProofSession>; photos?: ProofPhoto[] }
const setup = ({ session = {}, photos = [aProofPhoto(1), aProofPhoto(2)] }: Given = {}) => {
  mockEndpoint(endpoints.get, { session: aClientSession(session), photos: { items: photos } })
  renderPage(page, { at: '/proof/secret' })
  return userEvent.setup()
}
const three: Given = {
  session: { counts: { pending: 3, approved: 0, rejected: 0, maybe: 0 } },
  photos: [aProofPhoto(1), aProofPhoto(2), aProofPhoto(3)],
}
const answering = (status: 'approved' | 'rejected' | 'maybe', n = 1, clientFeedback = '') => ({
  status: 'in_review' as const,
  counts: { pending: 1, approved: 0, rejected: 0, maybe: 0, [status]: 1 },
  photos: [{ photoId: photoId(n), status, clientFeedback, updatedAt: '2030-01-01T10:00:00.000Z' }],
})
const count = (status: string) => screen.getByTestId(`count-${status}`).textContent

test('the header, the counts and the photos are shown', async () => {
  setup({ session: { deadlineAt: '2030-02-01T10:00:00.000Z' } })

  expect(await screen.findByRole('heading', { level: 1, name: 'Choose two' })).toBeDefined()
  for (const text of ['For the album.', 'In Progress', 'Review Progress']) expect(screen.getByText(text)).toBeDefined()
  expect(screen.getByText('Race day').parentElement?.textContent).toBe('Race day, by Ada')
  expect(screen.getByText(/^Open until 1 Feb 2030/)).toBeDefined()
  expect(['approved', 'maybe', 'rejected', 'pending'].map(count)).toEqual(['0', '0', '0', '2'])
  for (const label of ['Approve', 'Maybe', 'Reject'])
    expect(screen.getByRole('button', { name: `${label} Photo 1` })).toBeDefined()
})

test('a review has the colours and the logo of its photographer', async () => {
  setup({ session: { brand: aBrandPaint() } })
  expect(await screen.findByRole('img', { name: 'Ada' })).toBeDefined()
  expect(pageStyles()).toContain('--ds-colors-accent:light-dark(#1f5f3f,')
})

test('approving is shown at once and sent with the feedback', async () => {
  const user = setup()
  const decide = mockEndpoint(endpoints.decide, answering('approved', 1, 'Lovely light'))

  await user.type(await screen.findByLabelText('Feedback on Photo 1'), 'Lovely light')
  await user.click(screen.getByRole('button', { name: 'Approve Photo 1' }))

  await waitFor(() => expect(count('approved')).toBe('1'))
  expect(decide.requests.map((request) => [request.params.photoId, request.body])).toEqual([
    [photoId(1), { status: 'approved', feedback: 'Lovely light' }],
  ])
})

test('a refused decision is taken back, and the text that was typed stays', async () => {
  const user = setup()
  mockEndpoint(endpoints.decide, { refuse: 'internal' })

  await user.type(await screen.findByLabelText('Feedback on Photo 1'), 'Lovely')
  await user.click(screen.getByRole('button', { name: 'Approve Photo 1' }))

  expect(await toastOf('Failed to update photo status.')).toMatchObject({ kind: 'destructive' })
  await waitFor(() => expect(count('pending')).toBe('2'))
  expect(screen.getByLabelText<HTMLTextAreaElement>('Feedback on Photo 1').value).toBe('Lovely')
})

test('what was on its way when the page was left is sent when it is opened again', async () => {
  const user = setup(three)
  mockEndpoint(endpoints.decide, 'pending')
  await user.type(await screen.findByLabelText('Feedback on Photo 1'), 'Lovely')
  await user.click(screen.getByRole('button', { name: 'Approve Photo 1' }))
  await user.click(screen.getByRole('button', { name: 'Approve Photo 2' }))
  await waitFor(() => expect(count('approved')).toBe('2'))
  cleanup()

  const decide = mockEndpoint(endpoints.decide, ({ params }) => {
    const [photo] = answering('approved').photos
    const mine = {
      photoId: PhotoId.parse(params.photoId),
      clientFeedback: params.photoId === photoId(1) ? 'Lovely' : '',
    }
    return { ...answering('approved'), photos: photo ? [{ ...photo, ...mine }] : [] }
  })
  setup(three)

  await waitFor(() =>
    expect(decide.requests.map((request) => [request.params.photoId, request.body])).toEqual([
      [photoId(1), { status: 'approved', feedback: 'Lovely' }],
      [photoId(2), { status: 'approved' }],
    ]),
  )
  await waitFor(() => expect({ ...localStorage }).not.toHaveProperty('unsent_decisions secret'))
  expect(screen.getByLabelText<HTMLTextAreaElement>('Feedback on Photo 1').value).toBe('Lovely')
})

test('a decision that was refused is not sent again, and neither is one of two days ago', async () => {
  const user = setup()
  mockEndpoint(endpoints.decide, { refuse: 'internal' })
  await user.click(await screen.findByRole('button', { name: 'Approve Photo 1' }))
  await toastOf('Failed to update photo status.')
  await waitFor(() => expect(unsentDecisions('secret').asked()).toEqual([]))

  unsentDecisions('secret', () => Date.now() - 2 * 86_400_000).keep({
    photoIds: [photoId(1)],
    decision: { status: 'maybe' },
  })

  expect(unsentDecisions('secret').asked()).toEqual([])
})

test('the counts do not step back while more decisions are on their way', async () => {
  const user = setup(three)
  const first = Promise.withResolvers<ReturnType<typeof answering>>()
  const decide = mockEndpoint(endpoints.decide, ({ params }) =>
    params.photoId === photoId(1) ? first.promise : 'pending',
  )
  await user.click(await screen.findByRole('button', { name: 'Approve Photo 1' }))
  await user.click(screen.getByRole('button', { name: 'Approve Photo 2' }))
  expect(count('approved')).toBe('2')

  first.resolve(answering('approved'))

  await waitFor(() => expect(decide.requests).toHaveLength(2))
  expect(count('approved')).toBe('2')
})

test('keys 1, 2 and 3 decide the photo in focus, but not while typing', async () => {
  setup()
  const decide = mockEndpoint(endpoints.decide, answering('maybe'))
  const opener = await screen.findByRole('button', { name: 'Open Photo 1' })

  fireEvent.keyDown(screen.getByLabelText('Feedback on Photo 1'), { key: '1' })
  expect(decide.requests).toEqual([])
  fireEvent.keyDown(opener, { key: '2' })

  await waitFor(() => expect(decide.requests.map((request) => request.body)).toEqual([{ status: 'maybe' }]))
})

test('the decision that ends the review asks first', async () => {
  const user = setup({
    session: { counts: { pending: 1, approved: 1, rejected: 0, maybe: 0 } },
    photos: [aProofPhoto(1, { status: 'approved' }), aProofPhoto(2)],
  })
  const decide = mockEndpoint(endpoints.decide, { ...answering('rejected', 2), status: 'completed' })

  await user.click(await screen.findByRole('button', { name: 'Reject Photo 2' }))
  expect(decide.requests).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Finish' }))

  expect(await screen.findByText('This review is finished')).toBeDefined()
  expect(screen.getByText('Completed')).toBeDefined()
})

test('after the last decision another mind is still taken, and the review stays finished', async () => {
  const counts = { pending: 0, approved: 2, rejected: 0, maybe: 0 }
  const user = setup({
    session: { status: 'completed', counts, deadlineAt: '2030-02-01T10:00:00.000Z' },
    photos: [aProofPhoto(1, { status: 'approved' }), aProofPhoto(2, { status: 'approved' })],
  })
  const decide = mockEndpoint(endpoints.decide, {
    ...answering('rejected', 2),
    status: 'completed',
    counts: { pending: 0, approved: 1, rejected: 1, maybe: 0 },
  })

  expect(await screen.findByText(/^Thank you.*You can change it until 1 Feb 2030/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Reject Photo 2' }))

  await waitFor(() => expect(decide.requests).toMatchObject([{ body: { status: 'rejected' } }]))
  expect(count('rejected')).toBe('1')
  expect(screen.getByText('This review is finished')).toBeDefined()
  // Nothing is asked twice, and nothing is left to be finished.
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Finish review' })).toBeNull()
})

test('a decision that comes after the deadline is told so, and the review is asked for anew', async () => {
  const user = setup()
  mockEndpoint(endpoints.decide, { refuse: 'proof_session_closed' })

  await user.click(await screen.findByRole('button', { name: 'Approve Photo 1' }))

  expect(await toastOf('Failed to update photo status.')).toEqual({
    kind: 'destructive',
    description: 'The deadline of this review has passed. Ask your photographer for more time.',
  })
})

test('in the viewer too, where the question comes before the photo', async () => {
  const user = setup({
    session: { counts: { pending: 1, approved: 0, rejected: 0, maybe: 0 } },
    photos: [aProofPhoto(1)],
  })
  const decide = mockEndpoint(endpoints.decide, { ...answering('approved'), status: 'completed' })

  await user.click(await screen.findByRole('button', { name: 'Open Photo 1' }))
  await screen.findByRole('dialog', { name: 'Photo viewer: Photo 1' })
  fireEvent.keyDown(window, { key: '1' })

  expect(await screen.findByText('Finish your review?')).toBeDefined()
  expect(screen.queryByRole('dialog', { name: 'Photo viewer: Photo 1' })).toBeNull()
  expect(decide.requests).toEqual([])
})

test('in the viewer a key that is held, or meant for the browser, decides nothing', async () => {
  const user = setup(three)
  const decide = mockEndpoint(endpoints.decide, answering('approved'))
  await user.click(await screen.findByRole('button', { name: 'Open Photo 1' }))
  await screen.findByRole('dialog', { name: 'Photo viewer: Photo 1' })

  for (const how of [{ repeat: true }, { metaKey: true }, { ctrlKey: true }, { altKey: true }])
    fireEvent.keyDown(window, { key: '1', ...how })
  expect(screen.getByRole('dialog', { name: 'Photo viewer: Photo 1' })).toBeDefined()
  expect(decide.requests).toEqual([])

  fireEvent.keyDown(window, { key: '1' })
  expect(await screen.findByRole('dialog', { name: 'Photo viewer: Photo 2' })).toBeDefined()
  await waitFor(() => expect(decide.requests).toHaveLength(1))
})

test('in the viewer a tap goes on to the next photo, the second tap of two does not, and what is left is said', async () => {
  const user = setup(three)
  mockEndpoint(endpoints.decide, 'pending')
  let nowMs = 10_000
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  onTestFinished(() => void vi.restoreAllMocks())
  await user.click(await screen.findByRole('button', { name: 'Open Photo 1' }))
  const viewer = within(await screen.findByRole('dialog', { name: 'Photo viewer: Photo 1' }))
  const live = viewer.getByText(/1 of 3/)
  expect(live.getAttribute('aria-live')).toBe('polite')
  expect(live.textContent).toBe('Photo 1, 1 of 3 · 3 left')

  fireEvent.click(viewer.getByRole('button', { name: 'Approve Photo 1' }))
  expect(live.textContent).toBe('Photo 2, 2 of 3 · 2 left')
  nowMs += 120
  fireEvent.click(viewer.getByRole('button', { name: 'Approve Photo 2' }))
  expect(live.textContent).toBe('Photo 2, 2 of 3 · 2 left')
  nowMs += 400
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowRight' })
  fireEvent.click(viewer.getByRole('button', { name: 'Maybe Photo 3' }))
  expect(live.textContent).toBe('Photo 3, 3 of 3 · 1 left')
})

test('in the viewer one too many stays with its photo', async () => {
  const user = setup({
    session: { selectionTarget: 1, counts: { pending: 2, approved: 1, rejected: 0, maybe: 0 } },
    photos: [aProofPhoto(1, { status: 'approved' }), aProofPhoto(2), aProofPhoto(3)],
  })
  await user.click(await screen.findByRole('button', { name: 'Open Photo 2' }))
  await screen.findByRole('dialog', { name: 'Photo viewer: Photo 2' })

  fireEvent.keyDown(window, { key: '1' })

  expect(await screen.findByText('One too many')).toBeDefined()
  expect(screen.getByRole('dialog', { name: 'Photo viewer: Photo 2' })).toBeDefined()
})

test('in the viewer a decision at the last photo that is there goes on to the next one when it comes', async () => {
  const session = aClientSession({ counts: { pending: 3, approved: 0, rejected: 0, maybe: 0 } })
  let answer = (_second: ResponseOf<typeof endpoints.get>): void => undefined
  const second = new Promise<ResponseOf<typeof endpoints.get>>((resolve) => {
    answer = resolve
  })
  const first = { session, photos: { items: [aProofPhoto(1), aProofPhoto(2)], nextCursor: 'two' } }
  mockEndpoint(endpoints.get, ({ query }) => (query.cursor ? second : first))
  mockEndpoint(endpoints.decide, 'pending')
  renderPage(page, { at: `/proof/secret?photo=${photoId(2)}` })
  await screen.findByRole('dialog', { name: 'Photo viewer: Photo 2' })
  fireEvent.keyDown(window, { key: '1' })

  answer({ session, photos: { items: [aProofPhoto(3)] } })

  expect(await screen.findByRole('dialog', { name: 'Photo viewer: Photo 3' })).toBeDefined()
})

test('no more is approved than was asked for', async () => {
  const user = setup({
    session: { selectionTarget: 1, counts: { pending: 1, approved: 1, rejected: 0, maybe: 0 } },
    photos: [aProofPhoto(1, { status: 'approved' }), aProofPhoto(2)],
  })
  const decide = mockEndpoint(endpoints.decide, answering('approved'))

  await user.click(await screen.findByRole('button', { name: 'Approve Photo 2' }))

  expect(await screen.findByText('One too many')).toBeDefined()
  expect(decide.requests).toEqual([])
})

test('several that would be too many are said with how many there is room for', async () => {
  const user = setup({ ...three, session: { ...three.session, selectionTarget: 2 } })
  const decide = mockEndpoint(endpoints.decideMany, 'pending')
  await user.click(await screen.findByRole('checkbox', { name: 'Select Photo 1' }))
  await user.click(screen.getByRole('button', { name: 'Select all shown' }))

  await user.click(screen.getByRole('button', { name: 'Approve selected' }))

  expect(await toastOf('One too many')).toEqual({ kind: 'info', description: 'You can choose 2 more.' })
  expect(decide.requests).toEqual([])
})

test('while photos are on their way the whole count is known, and a choice cannot be finished without them', async () => {
  const session = aClientSession({ selectionTarget: 1, counts: { pending: 2, approved: 1, rejected: 0, maybe: 0 } })
  const first = {
    session,
    photos: { items: [aProofPhoto(1, { status: 'approved' }), aProofPhoto(2)], nextCursor: 'two' },
  }
  let answer = (_second: ResponseOf<typeof endpoints.get>): void => undefined
  const second = new Promise<ResponseOf<typeof endpoints.get>>((resolve) => {
    answer = resolve
  })
  mockEndpoint(endpoints.get, ({ query }) => (query.cursor ? second : first))
  renderPage(page, { at: `/proof/secret?photo=${photoId(2)}` })
  const viewer = within(await screen.findByRole('dialog'))
  expect(viewer.getByText(/2 of 3/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Finish with this one', hidden: true })).toBeNull()
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowRight' })

  answer({ session, photos: { items: [aProofPhoto(3)] } })

  expect(await screen.findByRole('dialog', { name: 'Photo viewer: Photo 3' })).toBeDefined()
  expect(await viewer.findByRole('button', { name: 'Finish with this one' })).toBeDefined()
})

test('what is left is said at the foot of the page after each choice, and the last one is no error', async () => {
  const user = setup({
    session: { selectionTarget: 2, counts: { pending: 2, approved: 1, rejected: 0, maybe: 0 } },
    photos: [aProofPhoto(1, { status: 'approved' }), aProofPhoto(2), aProofPhoto(3)],
  })
  mockEndpoint(endpoints.decide, 'pending')
  const bar = within(await screen.findByRole('region', { name: 'Progress' }))
  expect(bar.getByText('1 of 2 chosen, 1 to go')).toBeDefined()

  await user.click(await screen.findByRole('button', { name: 'Approve Photo 2' }))

  expect(await toastOf('All 2 chosen')).toMatchObject({ kind: 'success' })
  expect(bar.getByText('2 of 2 chosen')).toBeDefined()
  expect(bar.getByRole('button', { name: 'Finish with these 2' })).toBeDefined()
})

test('while photos are ticked, what is left and the end stay at the foot of the page', async () => {
  const user = setup({
    session: { selectionTarget: 2, counts: { pending: 1, approved: 1, rejected: 0, maybe: 0 } },
    photos: [aProofPhoto(1, { status: 'approved' }), aProofPhoto(2)],
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Select Photo 2' }))

  const bar = within(screen.getByRole('region', { name: 'Progress' }))
  expect(bar.getByText('1 of 2 chosen, 1 to go')).toBeDefined()
  expect(within(bar.getByRole('group', { name: 'Selection' })).getByText('1 photo selected')).toBeDefined()
  await user.click(bar.getByRole('button', { name: 'Finish review' }))
  expect(await screen.findByRole('alertdialog')).toBeDefined()
})

test('what was left over in a choice of so many is not chosen, and nowhere rejected', async () => {
  setup({
    session: { selectionTarget: 1, counts: { pending: 0, approved: 1, rejected: 1, maybe: 0 } },
    photos: [aProofPhoto(1, { status: 'approved' }), aProofPhoto(2, { status: 'rejected' })],
  })

  expect((await screen.findAllByText(/^Not chosen/)).length).toBeGreaterThan(1)
  expect(screen.queryByText(/^Rejected/)).toBeNull()
})

test('a decision that took the place of another one is taken back from its toast', async () => {
  const user = setup({
    session: { counts: { pending: 1, approved: 1, rejected: 0, maybe: 0 } },
    photos: [aProofPhoto(1, { status: 'approved' }), aProofPhoto(2)],
  })
  const decide = mockEndpoint(endpoints.decide, 'pending')
  await user.click(await screen.findByRole('button', { name: 'Reject Photo 1' }))
  expect(await toastOf('Now rejected')).toMatchObject({ kind: 'info' })

  await user.click(screen.getByRole('button', { name: 'Undo' }))

  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Approve Photo 1' }).getAttribute('aria-pressed')).toBe('true'),
  )
  expect(decide.requests.length).toBeLessThanOrEqual(1)
})

test('what the question before the end may take back is not said to be done before its answer', async () => {
  const user = setup({
    session: { selectionTarget: 1, counts: { pending: 1, approved: 0, rejected: 0, maybe: 1 } },
    photos: [aProofPhoto(1, { status: 'maybe' }), aProofPhoto(2)],
  })
  mockEndpoint(endpoints.decide, 'pending')
  mockEndpoint(endpoints.decideMany, 'pending')
  await user.click(await screen.findByRole('button', { name: 'Approve Photo 2' }))
  await screen.findByText('Finish your review?')
  expect(screen.queryByText('All 1 chosen')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Not yet' }))
  expect(count('maybe')).toBe('1')

  await user.click(await screen.findByRole('checkbox', { name: 'Select Photo 1' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select Photo 2' }))
  await user.click(screen.getByRole('button', { name: 'Reject selected' }))
  await screen.findByText('Finish your review?')
  expect(screen.queryByText('Now not chosen')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Finish' }))

  expect(await toastOf('Now not chosen')).toEqual({ kind: 'info', description: 'Photo 1' })
  expect(count('rejected')).toBe('2')
})

test('several photos are decided at once', async () => {
  const user = setup({
    photos: [aProofPhoto(1), aProofPhoto(2), aProofPhoto(3)],
    session: { counts: { pending: 3, approved: 0, rejected: 0, maybe: 0 } },
  })
  const decide = mockEndpoint(endpoints.decideMany, answering('maybe'))

  await user.click(await screen.findByRole('checkbox', { name: 'Select Photo 1' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select Photo 2' }))
  await user.click(screen.getByRole('button', { name: 'Maybe selected' }))

  await waitFor(() =>
    expect(decide.requests.map((request) => request.body)).toEqual([
      { photoIds: [photoId(1), photoId(2)], status: 'maybe' },
    ]),
  )
})

describe('ticks of photos', () => {
  const ticked = () =>
    screen
      .getAllByRole<HTMLInputElement>('checkbox', { name: /^Select / })
      .filter((box) => box.checked)
      .map((box) => box.getAttribute('aria-label') ?? '')
  const tick = async (user: ReturnType<typeof setup>, ...numbers: number[]) => {
    for (const n of numbers) await user.click(await screen.findByRole('checkbox', { name: `Select Photo ${n}` }))
  }
  const reload = (given: Given = three) => {
    cleanup()
    return setup(given)
  }

  test('outlive a reload in their own review, without those of photos that are gone', async () => {
    await tick(setup(three), 1, 2)
    reload({ ...three, photos: [aProofPhoto(2), aProofPhoto(3)] })
    expect(await screen.findByText('1 photo selected')).toBeDefined()
    cleanup()
    renderPage(page, { at: '/proof/another' })
    await screen.findByRole('checkbox', { name: 'Select Photo 2' })
    expect(ticked()).toEqual([])
    reload()
    await screen.findByText('1 photo selected')
    expect(ticked()).toEqual(['Select Photo 2'])
  })

  test('are kept without the token of the link', async () => {
    mockEndpoint(endpoints.get, { session: aClientSession(), photos: { items: [aProofPhoto(1)] } })
    const token = 'abcdefghijklmnopqrstuvwxyz'
    renderPage(page, { at: `/proof/${token}` })
    await tick(userEvent.setup(), 1)
    const kept = JSON.stringify({ ...sessionStorage })
    expect(kept).toContain(photoId(1))
    expect(kept).not.toContain(token)
  })

  test('go with the decision on them, and stay where it was not taken', async () => {
    const user = setup({ ...three, session: { ...three.session, selectionTarget: 1 } })
    mockEndpoint(endpoints.decideMany, answering('maybe'))
    await tick(user, 1, 2)
    await user.click(screen.getByRole('button', { name: 'Approve selected' }))
    await toastOf('One too many')
    expect(ticked()).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Maybe selected' }))
    await waitFor(() => expect(ticked()).toEqual([]))
    reload()
    await screen.findByRole('checkbox', { name: 'Select Photo 1' })
    expect(ticked()).toEqual([])
  })

  test('wait for the answer to the question that ends a review', async () => {
    const user = setup(three)
    mockEndpoint(endpoints.decideMany, { ...answering('rejected'), status: 'completed' })
    await tick(user, 1, 2, 3)
    await user.click(screen.getByRole('button', { name: 'Reject selected' }))
    await user.click(await screen.findByRole('button', { name: 'Not yet' }))
    expect(ticked()).toHaveLength(3)
    await user.click(screen.getByRole('button', { name: 'Reject selected' }))
    await user.click(await screen.findByRole('button', { name: 'Finish' }))
    await waitFor(() => expect(ticked()).toEqual([]))
  })
})

test('where feedback is not allowed there is no field for it', async () => {
  setup({ session: { canComment: false } })

  await screen.findByRole('button', { name: 'Approve Photo 1' })
  expect(screen.queryByLabelText(/^Feedback/)).toBeNull()
})

test('past the deadline the choice is seen and not changed', async () => {
  setup({ session: { status: 'expired', isReadOnly: true, deadlineAt: '2020-01-01T10:00:00.000Z' } })

  expect(await screen.findByText('The deadline has passed')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Approve Photo/ })).toBeNull()
})

test('approved photos go into the cart with the grant of their gallery', async () => {
  const user = setup({ photos: [aProofPhoto(1, { status: 'approved' }), aProofPhoto(2, { status: 'rejected' })] })

  await user.click(await screen.findByRole('button', { name: 'Buy my approved photos' }))

  expect(screen.getByTestId('address').textContent).toBe('/cart')
  const cart = JSON.parse(localStorage.getItem('shopping_cart') ?? '[]')
  expect(cart.map((item: { photo_id: string }) => item.photo_id)).toEqual([photoId(1)])
  expect(localStorage.getItem('gallery_grants')).toContain('"grant":"grant"')
  expect(cart).toMatchObject([{ from_review: true }])
})

test('approved photos that this browser has bought are left out of the others', async () => {
  localStorage.setItem('bought_photos', JSON.stringify([photoId(1)]))
  const user = setup({ photos: [aProofPhoto(1, { status: 'approved' }), aProofPhoto(2, { status: 'approved' })] })

  await user.click(await screen.findByRole('button', { name: 'Buy my other approved photos' }))

  const cart = JSON.parse(localStorage.getItem('shopping_cart') ?? '[]')
  expect(cart.map((item: { photo_id: string }) => item.photo_id)).toEqual([photoId(2)])
})

test('an approved photo that is kept from earlier buyers of the whole gallery is bought as one that was not', async () => {
  const [until, paidAt, later] = ['2100-01-01T00:00:00.000Z', '2099-12-02T00:00:00.000Z', '2099-12-03T00:00:00.000Z']
  localStorage.setItem('bought_photos', JSON.stringify([`${galleryId(1)}@${until}@${paidAt}`]))
  const kept = aProofPhoto(2, { status: 'approved', exceptedSince: later })
  const user = setup({ photos: [aProofPhoto(1, { status: 'approved' }), kept] })

  await user.click(await screen.findByRole('button', { name: 'Buy my other approved photos' }))

  const cart = JSON.parse(localStorage.getItem('shopping_cart') ?? '[]')
  expect(cart).toMatchObject([{ photo_id: photoId(2), excepted_since: later }])
})

test('an approved photo that was kept from earlier buyers until their whole gallery grew no more is none of theirs', async () => {
  const [until, paidAt, later] = ['2030-01-31T00:00:00.000Z', '2030-01-01T00:00:00.000Z', '2030-02-01T00:00:00.000Z']
  localStorage.setItem('bought_photos', JSON.stringify([`${galleryId(1)}@${until}@${paidAt}`]))
  const decided = { status: 'approved', updatedAt: '2030-01-02T00:00:00.000Z' } as const
  // The third was there when they bought all.
  const theirs = { ...decided, sharedAt: later, createdAt: '2029-12-31T00:00:00.000Z' }
  const other = { ...decided, sharedAt: later, createdAt: '2030-01-02T00:00:00.000Z' }
  const user = setup({ photos: [aProofPhoto(1, decided), aProofPhoto(2, other), aProofPhoto(3, theirs)] })

  await user.click(await screen.findByRole('button', { name: 'Buy my other approved photos' }))

  const cart = JSON.parse(localStorage.getItem('shopping_cart') ?? '[]')
  expect(cart.map((item: { photo_id: string }) => item.photo_id)).toEqual([photoId(2)])
})

test('approved photos that are bought can be bought once more, since a mark may be somebody else’s, or of what went back', async () => {
  localStorage.setItem('bought_photos', JSON.stringify([photoId(1)]))
  const user = setup({ photos: [aProofPhoto(1, { status: 'approved' })] })

  await user.click(await screen.findByRole('button', { name: 'Buy them once more' }))

  const cart = JSON.parse(localStorage.getItem('shopping_cart') ?? '[]')
  expect(cart.map((item: { photo_id: string }) => item.photo_id)).toEqual([photoId(1)])
})

test.each([
  ['one by one', [photoId(1), `${photoId(2)}@web`]],
  ['with their gallery, before they were approved', [`${galleryId(1)}@2100-01-01T00:00:00.000Z`]],
])('where all approved photos are bought that is said in place of the button: %s', async (_name, notes) => {
  localStorage.setItem('bought_photos', JSON.stringify(notes))
  setup({ photos: [aProofPhoto(1, { status: 'approved' }), aProofPhoto(2, { status: 'approved' })] })

  expect(await screen.findByText('You bought all approved photos that are on sale.')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Buy my/ })).toBeNull()
})

const approved: Given = { photos: [aProofPhoto(1, { status: 'approved' })] }
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const keptGrants = () => JSON.parse(localStorage.getItem('gallery_grants') ?? '{}')
const buy = async (user: ReturnType<typeof setup>) =>
  user.click(await screen.findByRole('button', { name: 'Buy my approved photos' }))

test('the grant is kept for as long as the server says', async () => {
  const galleryGrantExpiresAt = inMinutes(300)
  await buy(setup({ ...approved, session: { galleryGrantExpiresAt } }))

  expect(keptGrants()).toEqual({ [galleryId(1)]: { grant: 'grant', expiresAt: galleryGrantExpiresAt } })
})

test.each([
  ['over', -30],
  ['almost over', 30],
])(
  'a page that has been open until its grant is %s asks for another one before it fills the cart',
  async (_, minutes) => {
    const user = setup({ ...approved, session: { galleryGrantExpiresAt: inMinutes(minutes) } })
    await screen.findByRole('button', { name: 'Buy my approved photos' })
    const fresh = { galleryGrant: 'fresh', galleryGrantExpiresAt: inMinutes(720) }
    mockEndpoint(endpoints.get, { session: aClientSession(fresh), photos: { items: [] } })

    await buy(user)

    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/cart'))
    expect(keptGrants()).toEqual({ [galleryId(1)]: { grant: 'fresh', expiresAt: fresh.galleryGrantExpiresAt } })
    expect(JSON.parse(localStorage.getItem('shopping_cart') ?? '[]')).toHaveLength(1)
  },
)

test('where no other grant is to be had nothing goes into the cart, and the page says why', async () => {
  const user = setup({ ...approved, session: { galleryGrantExpiresAt: inMinutes(-30) } })
  await screen.findByRole('button', { name: 'Buy my approved photos' })
  mockEndpoint(endpoints.get, { refuse: 'unavailable' })

  await buy(user)

  expect(await toastOf('The photos were not put into your cart')).toMatchObject({
    description: 'This is not available right now. Please try again in a moment.',
  })
  expect(screen.getByTestId('address').textContent).toBe('/proof/secret')
  expect(localStorage.getItem('shopping_cart')).toBeNull()
})

test('who opens the review again only to open the gallery goes on to the cart without a word', async () => {
  const user = setup(approved)
  await buy(user)
  cleanup()
  clearToasts()

  await buy(setup(approved))

  expect(screen.getByTestId('address').textContent).toBe('/cart')
  expect(screen.queryByText('Already in cart')).toBeNull()
})

test('filters show one status', async () => {
  const user = setup({ photos: [aProofPhoto(1, { status: 'approved' }), aProofPhoto(2)] })

  await user.click(await screen.findByRole('button', { name: /^Approved/ }))

  const list = within(screen.getByRole('list', { name: 'Photos' }))
  expect(list.getAllByRole('button', { name: /^Open/ }).map((button) => button.getAttribute('aria-label'))).toEqual([
    'Open Photo 1',
  ])
})

test('a session without photos says so', async () => {
  setup({ photos: [], session: { counts: { pending: 0, approved: 0, rejected: 0, maybe: 0 } } })

  expect(await screen.findByText('No photos to review')).toBeDefined()
})

test('a filter says that nothing is there only when all photos are known', async () => {
  const first = { session: aClientSession(), photos: { items: [aProofPhoto(1)], nextCursor: 'two' } }
  let answer = (_second: ResponseOf<typeof endpoints.get>): void => undefined
  const second = new Promise<ResponseOf<typeof endpoints.get>>((resolve) => {
    answer = resolve
  })
  mockEndpoint(endpoints.get, ({ query }) => (query.cursor ? second : first))
  renderPage(page, { at: '/proof/secret?show=approved' })
  await screen.findByRole('heading', { level: 1, name: 'Choose two' })
  expect(screen.queryByText('Nothing here')).toBeNull()

  answer({ session: aClientSession(), photos: { items: [aProofPhoto(2, { status: 'approved' })] } })

  expect(await screen.findByLabelText('Feedback on Photo 2')).toBeDefined()
})

test('photos of a review that were refused are asked for again, and a part of the choice is not bought as all of it', async () => {
  const session = aClientSession({ counts: { pending: 2, approved: 1, rejected: 0, maybe: 0 } })
  let isRefusing = true
  mockEndpoint(endpoints.get, ({ query }) => {
    if (query.cursor)
      return isRefusing ? { refuse: 'too_many_requests' } : { session, photos: { items: [aProofPhoto(3)] } }
    const items = [aProofPhoto(1, { status: 'approved' }), aProofPhoto(2)]
    return { session, photos: { items, nextCursor: 'two' } }
  })
  renderPage(page, { at: `/proof/secret?photo=${photoId(2)}` })
  const viewer = within(await screen.findByRole('dialog'))
  const again = await screen.findByRole('button', { name: 'Try again', hidden: true })
  expect(screen.getByText('The photos could not be loaded. Please try again.').getAttribute('role')).toBe('alert')
  expect(viewer.getByText(/2 of 3/)).toBeDefined()
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowRight' })
  expect(viewer.queryByRole('button', { name: 'Next photo', busy: true })).toBeNull()
  const buy = () => screen.getByRole('button', { name: 'Buy my approved photos', hidden: true })
  expect(buy().getAttribute('aria-disabled')).toBe('true')

  isRefusing = false
  fireEvent.click(again)

  await waitFor(() => expect(buy().getAttribute('aria-disabled')).toBeNull())
  expect(screen.getByLabelText('Feedback on Photo 3')).toBeDefined()
  expect(screen.queryByText('The photos could not be loaded. Please try again.')).toBeNull()
})

test('a wrong link finds no session', async () => {
  mockEndpoint(endpoints.get, { refuse: 'proof_session_not_found' })
  renderPage(page, { at: '/proof/wrong' })

  expect(await screen.findByRole('heading', { name: 'Session Not Found' })).toBeDefined()
  expect(screen.getByText('Session not found or invalid token')).toBeDefined()
})

test('a link that has to wait says how long and why, not that there is none', async () => {
  const why = 'That link was wrong too many times.'
  mockEndpoint(endpoints.get, { refuse: 'too_many_requests', details: { retryAfterSeconds: 600, why } })
  renderPage(page, { at: '/proof/secret' })

  expect((await screen.findAllByText(`${why} Please try again in 10 minutes.`)).length).toBeGreaterThan(0)
  expect(screen.queryByText('Session Not Found')).toBeNull()
})

test('a session that cannot be loaded says so and is tried again', async () => {
  mockEndpoint(endpoints.get, { refuse: 'too_many_requests' })
  renderPage(page, { at: '/proof/secret' })
  const sentence = 'Failed to load proof session. Please check the link.'
  expect(await toastOf('Error')).toEqual({ kind: 'destructive', description: sentence })
  expect(screen.getAllByText(sentence)).toHaveLength(2)

  mockEndpoint(endpoints.get, { session: aClientSession(), photos: { items: [aProofPhoto(1)] } })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByText('Review Progress')).toBeDefined()
})

test('once as many are approved as were asked for, one click lets the others go and ends the review', async () => {
  const user = setup({
    session: { selectionTarget: 1, counts: { pending: 2, approved: 1, rejected: 0, maybe: 0 } },
    photos: [aProofPhoto(1, { status: 'approved' }), aProofPhoto(2), aProofPhoto(3)],
  })
  const decide = mockEndpoint(endpoints.decideMany, {
    status: 'completed',
    counts: { pending: 0, approved: 1, rejected: 2, maybe: 0 },
    photos: [2, 3].map((n) => ({
      photoId: photoId(n),
      status: 'rejected' as const,
      clientFeedback: '',
      updatedAt: '2030-01-01T10:00:00.000Z',
    })),
  })

  await user.click(await screen.findByRole('button', { name: 'Finish with this one' }))
  expect(screen.getByText(/2 photos stay unchosen/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Finish' }))

  await waitFor(() => expect(count('rejected')).toBe('2'))
  expect(decide.requests.map(({ body }) => body)).toMatchObject([
    { photoIds: [photoId(2), photoId(3)], status: 'rejected' },
  ])
})

test('while nothing is decided nothing offers to end the review', async () => {
  setup({ session: { selectionTarget: 2, counts: { pending: 2, approved: 0, rejected: 0, maybe: 0 } } })

  expect(await screen.findByRole('button', { name: 'Approve Photo 1' })).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Finish/ })).toBeNull()
})

test('a review is finished by who has chosen enough, whatever is left: it says what becomes of the others', async () => {
  const user = setup({
    session: { counts: { pending: 2, approved: 1, rejected: 0, maybe: 0 } },
    photos: [aProofPhoto(1, { status: 'approved' }), aProofPhoto(2), aProofPhoto(3)],
  })
  const decide = mockEndpoint(endpoints.decideMany, 'pending')
  await user.click(await screen.findByRole('button', { name: 'Finish review' }))
  expect(screen.getByText(/^2 photos will be rejected\. Nothing is left/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Finish' }))

  await waitFor(() => expect(count('rejected')).toBe('2'))
  // What another device decided meanwhile is not known here, and stays.
  expect(decide.requests.map(({ body }) => body)).toEqual([
    { photoIds: [photoId(2), photoId(3)], status: 'rejected', onlyPending: true },
  ])
})

test('a choice of so many is finished with fewer, and says how many are missing', async () => {
  const user = setup({
    session: { selectionTarget: 2, counts: { pending: 1, approved: 1, rejected: 0, maybe: 0 } },
    photos: [aProofPhoto(1, { status: 'approved' }), aProofPhoto(2)],
  })
  await user.click(await screen.findByRole('button', { name: 'Finish review' }))

  expect(screen.getByText(/^You have chosen 1 of 2\. 1 photo stays unchosen\./)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Not yet' }))
  expect(count('pending')).toBe('1')
})
