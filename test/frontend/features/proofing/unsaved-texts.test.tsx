import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { ProofPage } from '#frontend/features/proofing/proof-page.tsx'
import type { ProofPhoto } from '#schema/api/proofing.ts'
import { photoId } from '#test/support/frontend/builders.ts'
import { aProofPhoto } from '#test/support/frontend/own-builders.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { reviewServer } from '#test/support/frontend/review-server.ts'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const page = (
  <Routes>
    <Route path="/proof/:token" element={<ProofPage />} />
  </Routes>
)
const setup = async (photos: readonly ProofPhoto[], given?: Parameters<typeof reviewServer>[1]) => {
  const server = reviewServer(photos, given)
  renderPage(page, { at: '/proof/secret' })
  await screen.findByText('Review Progress')
  const user = userEvent.setup()
  const write = (n: number, text: string) => user.type(screen.getByLabelText(`Feedback on Photo ${String(n)}`), text)
  return { server, user, write, press: (name: string) => user.click(screen.getByRole('button', { name })) }
}
const pending = [aProofPhoto(1), aProofPhoto(2), aProofPhoto(3)]
const finished = () => screen.findByText('This review is finished')

test('a text on a photo that is let go arrives before the review is closed', async () => {
  const photos = [aProofPhoto(1, { status: 'approved' }), aProofPhoto(2), aProofPhoto(3)]
  const { server, write, press } = await setup(photos, { selectionTarget: 1 })
  await write(2, 'Eyes closed')
  await press('Finish with this one')
  await press('Finish')

  await finished()
  expect(server.photo(2)).toMatchObject({ status: 'rejected', clientFeedback: 'Eyes closed' })
  expect(server.sent()).toEqual([
    [[photoId(2)], 'rejected', 'Eyes closed'],
    [[photoId(3)], 'rejected'],
  ])
  expect({ ...localStorage }).toEqual({})
})

test('the decision that closes the review takes every text along, also of photos it does not name', async () => {
  const photos = [aProofPhoto(1, { status: 'approved' }), aProofPhoto(2, { status: 'maybe' }), aProofPhoto(3)]
  const { server, write, press } = await setup(photos)
  await write(1, 'For the album')
  await write(3, 'Too dark')
  await press('Reject Photo 3')
  await press('Finish')

  await finished()
  expect(server.sent()).toEqual([
    [[photoId(1)], 'approved', 'For the album'],
    [[photoId(3)], 'rejected', 'Too dark'],
  ])
})

test('several photos are decided at once, each with the text that was typed on it', async () => {
  const { server, user, write, press } = await setup([...pending, aProofPhoto(4)])
  await write(2, 'Crop the left')
  for (const n of [1, 2, 3]) await user.click(screen.getByRole('checkbox', { name: `Select Photo ${String(n)}` }))
  await press('Maybe selected')

  await waitFor(() => expect(server.counts()).toMatchObject({ maybe: 3 }))
  expect(server.sent()).toEqual([
    [[photoId(2)], 'maybe', 'Crop the left'],
    [[photoId(1), photoId(3)], 'maybe'],
  ])
})

test('a key decides with the text, on the card and in the viewer', async () => {
  const { server, write, press } = await setup(pending)
  await write(1, 'Lovely')
  await write(2, 'Blurred')
  fireEvent.keyDown(screen.getByRole('button', { name: 'Open Photo 1' }), { key: '1' })
  await press('Open Photo 2')
  await screen.findByRole('dialog', { name: 'Photo viewer: Photo 2' })
  fireEvent.keyDown(window, { key: '3' })

  await waitFor(() => expect(server.counts()).toMatchObject({ approved: 1, rejected: 1 }))
  expect(server.sent()).toEqual([
    [[photoId(1)], 'approved', 'Lovely'],
    [[photoId(2)], 'rejected', 'Blurred'],
  ])
})

test('a text that was left for hours goes before what closes the review, and takes no newer one back', async () => {
  localStorage.setItem(
    `proof_draft secret ${photoId(1)}`,
    JSON.stringify({ text: 'Crop it', atMs: Date.now() - 9_999_999 }),
  )
  const { server, press } = await setup([aProofPhoto(1, { status: 'approved' }), aProofPhoto(2)])
  server.elsewhere(1, { clientFeedback: 'Do not crop it' })
  await press('Reject Photo 2')
  await press('Finish')

  await finished()
  expect(server.sent()).toEqual([
    [[photoId(1)], 'approved', 'Crop it'],
    [[photoId(2)], 'rejected'],
  ])
  expect(server.photo(1)).toMatchObject({ clientFeedback: 'Do not crop it' })
})

test('a text on a photo that is not let go after all is not lost, and goes with the decision on it', async () => {
  const hourMs = 60 * 60_000
  const photos = [aProofPhoto(1, { status: 'approved' }), aProofPhoto(2), aProofPhoto(3)]
  const { server, write, press } = await setup(photos, { selectionTarget: 1 })
  server.loseConnection()
  await write(2, 'Eyes closed')
  await press('Finish with this one')
  await press('Finish')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hourMs })
  server.elsewhere(3, { status: 'maybe' })
  vi.setSystemTime(Date.now() + hourMs)
  server.meets(undefined)
  await act(() => void dispatchEvent(new Event('online')))

  expect(await toastOf('Your review is not finished yet')).toMatchObject({
    description: 'Another device went on with it. Still pending: 1 photo.',
  })
  expect(screen.queryByText(/^Not sent:/)).toBeNull()
  await press('Reject Photo 2')
  await press('Finish')
  await finished()
  expect(server.photo(2)).toMatchObject({ status: 'rejected', clientFeedback: 'Eyes closed' })
  vi.useRealTimers()
})

test('a reopened review is finished with the text that was typed last', async () => {
  const { server, write, press } = await setup([aProofPhoto(1, { status: 'approved' })])
  await write(1, 'As agreed')
  await press('Finish review')

  await finished()
  expect(server.photo(1)).toMatchObject({ clientFeedback: 'As agreed' })
})

test('where comments are not allowed any more, an old draft refuses no decision', async () => {
  localStorage.setItem(`proof_feedback ${photoId(1)}`, 'Typed last week')
  const { server, press } = await setup(pending, { canComment: false })
  await press('Approve Photo 1')

  await waitFor(() => expect(server.sent()).toEqual([[[photoId(1)], 'approved']]))
})

test('while the decision that ends the review waits for a connection, nothing is left to be finished, and its text is kept', async () => {
  const { server, write, press } = await setup([aProofPhoto(1)], { status: 'pending' })
  server.loseConnection()
  await write(1, 'Lovely')
  await press('Approve Photo 1')
  await press('Finish')

  expect(await screen.findByText('1 decision will be sent when the connection is back')).toBeDefined()
  expect(screen.getByDisplayValue('Lovely')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Finish review' })).toBeNull()

  server.meets(undefined)
  await act(() => void dispatchEvent(new Event('online')))
  await finished()
  expect(screen.getByDisplayValue('Lovely')).toBeDefined()
  expect(server.photo(1)).toMatchObject({ status: 'approved', clientFeedback: 'Lovely' })
})
