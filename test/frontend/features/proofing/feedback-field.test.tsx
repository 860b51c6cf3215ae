import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ProofPage } from '#frontend/features/proofing/proof-page.tsx'
import { agesMsOf, unsentDecisions } from '#frontend/features/proofing/unsent-decisions.ts'
import { photoId } from '#test/support/frontend/builders.ts'
import { aProofPhoto } from '#test/support/frontend/own-builders.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { reviewServer } from '#test/support/frontend/review-server.ts'
import { toastOf } from '#test/support/frontend/toast-of.ts'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

/** As the review at `/proof/secret` keeps what is typed on its first photo. */
const draftKey = `proof_draft secret ${photoId(1)}`
const page = (
  <Routes>
    <Route path="/proof/:token" element={<ProofPage />} />
  </Routes>
)
const setup = async (photos = [aProofPhoto(1, { status: 'approved' }), aProofPhoto(2)], at = '/proof/secret') => {
  const server = reviewServer(photos)
  renderPage(page, { at })
  await field()
  return { server, user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }) }
}
const field = () => screen.findByLabelText<HTMLTextAreaElement>('Feedback on Photo 1')
const pause = () => act(() => vi.advanceTimersByTimeAsync(2_000))

test('a text that is saved does not come back over a newer one from another device', async () => {
  const { server, user } = await setup()
  await user.type(await field(), 'Crop it')
  await pause()
  expect(server.photo(1)?.clientFeedback).toBe('Crop it')

  server.elsewhere(1, { clientFeedback: 'Do not crop it' })
  await user.click(screen.getByRole('button', { name: 'Maybe Photo 1' }))
  await waitFor(async () => expect((await field()).value).toBe('Do not crop it'))
  await pause()

  expect(server.photo(1)).toMatchObject({ status: 'maybe', clientFeedback: 'Do not crop it' })
  expect({ ...localStorage }).toEqual({})
})

test('a text whose pause ends while a question waits for its answer is saved after that', async () => {
  const { server, user } = await setup()
  await user.type(await field(), 'Crop it')
  await user.click(screen.getByRole('button', { name: 'Approve Photo 2' }))
  await screen.findByText('Finish your review?')
  await pause()
  await user.click(screen.getByRole('button', { name: 'Not yet' }))
  await pause()

  expect(server.photo(1)?.clientFeedback).toBe('Crop it')
  expect(server.sent()).toEqual([[[photoId(1)], 'approved', 'Crop it']])
  expect(screen.queryByText('Saving...')).toBeNull()
})

test('a text whose pause ends right after another decision is saved', async () => {
  const { server, user } = await setup(
    [aProofPhoto(1, { status: 'maybe' }), aProofPhoto(2, { status: 'maybe' }), aProofPhoto(3)],
    '/proof/secret?show=maybe',
  )
  // As if all of it came in one moment.
  vi.spyOn(performance, 'now').mockReturnValue(10_000)
  onTestFinished(() => void vi.restoreAllMocks())
  await user.type(await field(), 'Crop it')
  await user.click(screen.getByRole('button', { name: 'Reject Photo 2' }))
  await pause()

  expect(server.photo(1)).toMatchObject({ status: 'maybe', clientFeedback: 'Crop it' })
})

test('a space at the end of a saved text stays for the next word, and makes it no newer', async () => {
  const { server, user } = await setup()
  await user.type(await field(), 'Crop ')
  await pause()
  expect(server.photo(1)?.clientFeedback).toBe('Crop')
  expect((await field()).value).toBe('Crop ')
  expect(screen.queryByText('Saving...')).toBeNull()

  await user.type(await field(), 'it ')
  await pause()
  server.elsewhere(1, { clientFeedback: 'Do not crop it' })
  await user.click(screen.getByRole('button', { name: 'Maybe Photo 1' }))
  await waitFor(async () => expect((await field()).value).toBe('Do not crop it'))
  await pause()

  expect(server.sent().map(([, , feedback]) => feedback)).toEqual(['Crop', 'Crop it', undefined])
})

const hourMs = 60 * 60_000
/** A text that was typed three hours ago, and left; another device has written one since. */
const setupLeft = async () => {
  localStorage.setItem(draftKey, JSON.stringify({ text: 'Crop it', atMs: Date.now() - 3 * hourMs }))
  const server = reviewServer([aProofPhoto(1, { status: 'approved' }), aProofPhoto(2)])
  server.elsewhere(1, { clientFeedback: 'Do not crop it' })
  renderPage(page, { at: '/proof/secret' })
  expect((await field()).value).toBe('Crop it')
  await pause()
  expect(await toastOf('1 photo was decided on another device since')).toMatchObject({
    description: 'That decision stands. Your text was not sent.',
  })
  await screen.findByText('Not sent: on another device you wrote “Do not crop it” since.')
  return { server, user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }) }
}
const press = (name: string) => screen.findByRole('button', { name })

test('a text that was left for hours stays in its field and takes no newer one back, until its client sends it', async () => {
  const { server, user } = await setupLeft()
  await user.type(await field(), '!')
  await pause()
  await user.click(await press('Maybe Photo 1'))
  await waitFor(() => expect(server.photo(1)).toMatchObject({ status: 'maybe', clientFeedback: 'Do not crop it' }))
  cleanup()

  renderPage(page, { at: '/proof/secret' })
  await press('Send mine')
  await pause()
  expect(server.photo(1)?.clientFeedback).toBe('Do not crop it')
  expect((await field()).value).toBe('Crop it!')

  await user.click(await press('Send mine'))
  await waitFor(() => expect(server.photo(1)?.clientFeedback).toBe('Crop it!'))
  expect(server.sent().map(([, , feedback]) => feedback)).toEqual(['Crop it', undefined, 'Crop it!'])
  await waitFor(() => expect({ ...localStorage }).toEqual({}))
})

test('a text that was left for hours gives way to the newer one when its client removes it', async () => {
  const { server, user } = await setupLeft()
  await user.click(await press('Remove mine'))
  expect((await field()).value).toBe('Do not crop it')
  await pause()
  expect(server.sent()).toHaveLength(1)
  expect({ ...localStorage }).toEqual({})
})

test('a text that was left for hours is sent where nobody has decided since', async () => {
  localStorage.setItem(draftKey, JSON.stringify({ text: 'Crop it', atMs: Date.now() - 3 * hourMs }))
  const { server } = await setup()
  await pause()
  await waitFor(() => expect(server.photo(1)?.clientFeedback).toBe('Crop it'))
  expect(server.ages().map((ages) => ages?.map((age) => Math.floor(age / hourMs)))).toEqual([[3]])
})

test('a text that an earlier release kept is read once and kept anew, and nobody knows its age', async () => {
  localStorage.setItem(`proof_feedback ${photoId(1)}`, '{"text":"Crop it"}')
  const { server } = await setup()
  expect((await field()).value).toBe('{"text":"Crop it"}')
  await pause()
  await waitFor(() => expect(server.photo(1)?.clientFeedback).toBe('{"text":"Crop it"}'))
  expect(server.ages()).toEqual([undefined])
  await waitFor(() => expect({ ...localStorage }).toEqual({}))
})

test('a text on a photo of one review is none of another review of the same photo', async () => {
  const { user } = await setup()
  await user.type(await field(), 'Crop')
  cleanup()
  const server = reviewServer([aProofPhoto(1, { status: 'approved' }), aProofPhoto(2)])
  renderPage(page, { at: '/proof/other' })
  expect((await field()).value).toBe('')
  await pause()
  expect(server.sent()).toEqual([])
  cleanup()

  reviewServer([aProofPhoto(1), aProofPhoto(2)])
  renderPage(page, { at: '/proof/secret' })
  expect((await field()).value).toBe('Crop')
})

test('a text that waits for the line is not called unsent for as long as it is kept', async () => {
  const { server, user } = await setup()
  server.elsewhere(1, { clientFeedback: 'Do not crop it' })
  await user.click(screen.getByRole('button', { name: 'Maybe Photo 1' }))
  await waitFor(async () => expect((await field()).value).toBe('Do not crop it'))
  server.loseConnection()
  await user.clear(await field())
  await user.type(await field(), 'Crop it')
  await pause()
  vi.setSystemTime(Date.now() + 22 * hourMs)
  await user.click(screen.getByRole('checkbox', { name: 'Select Photo 1' }))
  await screen.findByText('Saving...')
  expect(screen.queryByText(/^Not sent/)).toBeNull()
  cleanup()

  renderPage(page, { at: '/proof/secret' })
  await screen.findByText('Saving...')
  await pause()
  expect(
    unsentDecisions('secret')
      .asked()
      .map((each) => agesMsOf(each, Date.now())?.map((age) => Math.floor(age / hourMs))),
  ).toEqual([[22]])
  cleanup()
  vi.setSystemTime(Date.now() + 2 * hourMs)
  renderPage(page, { at: '/proof/secret' })
  await screen.findByText('Not sent yet: “Do not crop it” stands.')
})

test.each(['left days ago', 'of an earlier release'])(
  'a text %s is not sent over another that stands',
  async (when) => {
    if (when === 'left days ago')
      localStorage.setItem(draftKey, JSON.stringify({ text: 'Crop it', atMs: Date.now() - 80 * hourMs }))
    else localStorage.setItem(`proof_feedback ${photoId(1)}`, 'Crop it')
    const server = reviewServer([
      aProofPhoto(1, { status: 'approved', clientFeedback: 'Do not crop it' }),
      aProofPhoto(2),
    ])
    renderPage(page, { at: '/proof/secret' })
    expect((await field()).value).toBe('Crop it')
    // Nobody knows which of the two is the younger one, nor where it was written.
    await screen.findByText('Not sent yet: “Do not crop it” stands.')
    await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).type(await field(), '!')
    await screen.findByText('Not sent yet: “Do not crop it” stands.')
    await pause()
    await act(async () => (await press('Finish review')).click())
    await pause()
    expect(server.sent()).toEqual([])
    expect(server.photo(1)?.clientFeedback).toBe('Do not crop it')
    expect((await field()).value).toBe('Crop it!')
  },
)

test('what is typed here is nothing that a tab of an earlier release would read as its text', async () => {
  const { user } = await setup()
  await user.type(await field(), 'Crop')
  expect(Object.keys(localStorage)).not.toContain(`proof_feedback ${photoId(1)}`)
})
