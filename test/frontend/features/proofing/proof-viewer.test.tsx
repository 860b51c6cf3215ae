import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { ProofPage } from '#frontend/features/proofing/proof-page.tsx'
import { type ProofPhoto, proofing } from '#schema/api/proofing.ts'
import { photoId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { aClientSession, aProofPhoto } from '#test/support/frontend/own-builders.ts'
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

describe('in a list of one status', () => {
  const maybe = { status: 'maybe' } as const
  const five = [
    aProofPhoto(1, maybe),
    aProofPhoto(2, { status: 'approved' }),
    aProofPhoto(3, maybe),
    aProofPhoto(4, { status: 'approved' }),
    aProofPhoto(5, maybe),
  ]
  const openedAt = async (n: number, photos: readonly ProofPhoto[] = five) => {
    const server = reviewServer(photos)
    renderPage(page, { at: `/proof/secret?show=maybe&photo=${photoId(n)}` })
    return { server, user: userEvent.setup(), viewer: within(await viewerAt(n)) }
  }

  test('the viewer goes on to the next photo of this list, and what is decided stays in it', async () => {
    const { server, user, viewer } = await openedAt(1)
    expect(viewer.getByText(/^1 of 3/)).toBeDefined()
    fireEvent.keyDown(window, { key: '1' })

    expect(within(await viewerAt(3)).getByText(/^2 of 3/)).toBeDefined()
    fireEvent.keyDown(window, { key: '3' })
    await viewerAt(5)
    await waitFor(() =>
      expect(server.sent()).toEqual([
        [[photoId(1)], 'approved'],
        [[photoId(3)], 'rejected'],
      ]),
    )
    await user.click(screen.getByRole('button', { name: 'Previous photo' }))
    await user.click(screen.getByRole('button', { name: 'Previous photo' }))
    expect(within(await viewerAt(1)).getByText(/^1 of 3/)).toBeDefined()
    expect(server.photo(2)).toMatchObject({ status: 'approved' })
  })

  test('a link to a photo of another status shows it at its place, and goes on in the list', async () => {
    const { viewer } = await openedAt(2)
    expect(viewer.getByText(/^2 of 4/)).toBeDefined()
    fireEvent.keyDown(window, { key: '3' })
    await viewerAt(3)
  })

  test('a reload at a photo that was just decided finds it', async () => {
    await openedAt(5)
    fireEvent.keyDown(window, { key: '1' })
    await waitFor(() => expect(screen.getByTestId('count-approved').textContent).toBe('3'))
    await viewerAt(5)
    cleanup()
    renderPage(page, { at: `/proof/secret?show=maybe&photo=${photoId(5)}` })
    expect(within(await viewerAt(5)).getByText(/^3 of 3/)).toBeDefined()
  })

  test('closed at a photo that left the list, the focus is on the one that stands there now', async () => {
    const server = reviewServer(five)
    renderPage(page, { at: '/proof/secret?show=maybe' })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Open Photo 3' }))
    await viewerAt(3)
    fireEvent.keyDown(window, { key: '1' })
    await user.click(within(await viewerAt(5)).getByRole('button', { name: 'Previous photo' }))
    await user.click(within(await viewerAt(3)).getByRole('button', { name: 'Close' }))

    await waitFor(() => expect(queryViewer()).toBeNull())
    expect(server.photo(3)).toMatchObject({ status: 'approved' })
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open Photo 5' })))
    // Opened anew, it shows what the list shows now.
    await user.click(screen.getByRole('button', { name: 'Open Photo 5' }))
    expect(within(await viewerAt(5)).getByText(/^2 of 2/)).toBeDefined()
  })

  test('photos that are still on their way are counted, waited for and passed over by their status', async () => {
    const rest = Promise.withResolvers<void>()
    const counts = { pending: 0, approved: 2, rejected: 0, maybe: 3 }
    mockEndpoint(proofing.endpoints.get, async ({ query }) => {
      if (query.cursor) await rest.promise
      const items = query.cursor ? five.slice(1) : five.slice(0, 1)
      return {
        session: aClientSession({ counts }),
        photos: { items, ...(!query.cursor && { nextCursor: 'more' }) },
      }
    })
    mockEndpoint(proofing.endpoints.decide, 'pending')
    renderPage(page, { at: `/proof/secret?show=maybe&photo=${photoId(1)}` })
    expect(within(await viewerAt(1)).getByText(/^1 of 3/)).toBeDefined()
    fireEvent.keyDown(window, { key: '3' })
    rest.resolve()

    expect(within(await viewerAt(3)).getByText(/^2 of 3/)).toBeDefined()
  })
})
