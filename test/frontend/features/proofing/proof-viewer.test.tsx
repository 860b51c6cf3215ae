import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { ProofPage } from '#frontend/features/proofing/proof-page.tsx'
import type { ProofPhoto } from '#schema/api/proofing.ts'
import { photoId } from '#test/support/frontend/builders.ts'
import { aProofPhoto } from '#test/support/frontend/own-builders.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { reviewServer } from '#test/support/frontend/review-server.ts'

const page = (
  <Routes>
    <Route path="/proof/:token" element={<ProofPage />} />
  </Routes>
)
/** A review with the viewer opened at a photo. */
const setup = async (photos: readonly ProofPhoto[], at: number, given?: Parameters<typeof reviewServer>[1]) => {
  const server = reviewServer(photos, given)
  renderPage(page, { at: '/proof/secret' })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: `Open Photo ${String(at)}` }))
  return { server, user, viewer: within(await viewerAt(at)) }
}
const viewerAt = (n: number) => screen.findByRole('dialog', { name: `Photo viewer: Photo ${String(n)}` })
const queryViewer = () => screen.queryByRole('dialog', { name: /^Photo viewer/ })
const address = () => screen.getByTestId('address').textContent
const chosenOne = [aProofPhoto(1, { status: 'approved' }), aProofPhoto(2), aProofPhoto(3)]
const question = 'Finish your review?'

test('who has chosen enough finishes in the viewer, is asked there, and then sees that it is finished', async () => {
  const { server, user, viewer } = await setup(chosenOne, 2, { selectionTarget: 1 })
  await user.click(viewer.getByRole('button', { name: 'Finish with this one' }))

  expect(await screen.findByText(question)).toBeDefined()
  expect(screen.getByText(/^2 photos stay unchosen/)).toBeDefined()
  expect(queryViewer()).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Finish' }))

  expect(queryViewer()).toBeNull()
  expect(await screen.findByText('This review is finished')).toBeDefined()
  expect(server.counts()).toMatchObject({ approved: 1, rejected: 2 })
  expect(address()).toBe('/proof/secret')
  // The viewer opens again for who only wants to look.
  await user.click(screen.getByRole('button', { name: 'Open Photo 2' }))
  expect(within(await viewerAt(2)).queryByRole('button', { name: /^Finish/ })).toBeNull()
})

test('in the viewer the end is offered from the first decision on', async () => {
  const { user, viewer } = await setup([aProofPhoto(1), aProofPhoto(2), aProofPhoto(3)], 1)
  expect(viewer.queryByRole('button', { name: /^Finish/ })).toBeNull()
  await user.click(viewer.getByRole('button', { name: 'Approve Photo 1' }))

  expect(await viewer.findByRole('button', { name: 'Finish review' })).toBeDefined()
})

test('whoever does not finish yet is in the viewer where they were, and no key decided anything meanwhile', async () => {
  const { server, user, viewer } = await setup(chosenOne, 3)
  await user.click(viewer.getByRole('button', { name: 'Finish review' }))
  await screen.findByText(question)
  const behind = screen.getByRole('button', { name: 'Open Photo 2', hidden: true })
  for (const key of ['1', '2', '3']) {
    fireEvent.keyDown(window, { key })
    fireEvent.keyDown(behind, { key })
  }
  await user.click(screen.getByRole('button', { name: 'Not yet' }))

  await viewerAt(3)
  expect(screen.queryByText(question)).toBeNull()
  expect(server.sent()).toEqual([])
  fireEvent.keyDown(window, { key: '2' })
  await waitFor(() => expect(server.sent()).toEqual([[[photoId(3)], 'maybe']]))
})

test('a decision that ends the review leads out of the viewer as well', async () => {
  const { user, viewer } = await setup([aProofPhoto(1, { status: 'approved' }), aProofPhoto(2)], 2)
  await user.click(viewer.getByRole('button', { name: 'Maybe Photo 2' }))
  await user.click(await screen.findByRole('button', { name: 'Finish' }))

  expect(queryViewer()).toBeNull()
  expect(await screen.findByText('This review is finished')).toBeDefined()
  expect(address()).toBe('/proof/secret')
})

test('what was reopened is not finished in the viewer, where nothing would ask', async () => {
  const photos = [aProofPhoto(1, { status: 'approved' }), aProofPhoto(2, { status: 'maybe' })]
  const { user, viewer } = await setup(photos, 1)
  expect(viewer.queryByRole('button', { name: /^Finish/ })).toBeNull()
  await user.click(viewer.getByRole('button', { name: 'Close' }))

  expect(await screen.findByRole('button', { name: 'Finish review' })).toBeDefined()
})

test('who came by a link to a photo that is gone opens others after finishing as before', async () => {
  reviewServer(chosenOne, { selectionTarget: 1 })
  renderPage(page, { at: `/proof/secret?photo=${photoId(9)}` })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Open Photo 2' }))
  await user.click(within(await viewerAt(2)).getByRole('button', { name: 'Finish with this one' }))
  await user.click(await screen.findByRole('button', { name: 'Finish' }))
  expect(await screen.findByText('This review is finished')).toBeDefined()
  await waitFor(() => expect(address()).toBe(`/proof/secret?photo=${photoId(9)}`))

  await user.click(screen.getByRole('button', { name: 'Open Photo 3' }))
  expect(await viewerAt(3)).toBeDefined()
})
