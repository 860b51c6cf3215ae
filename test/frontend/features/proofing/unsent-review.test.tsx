import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ProofPage } from '#frontend/features/proofing/proof-page.tsx'
import type { ProofPhoto } from '#schema/api/proofing.ts'
import { photoId } from '#test/support/frontend/builders.ts'
import { aProofPhoto } from '#test/support/frontend/own-builders.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { reviewServer } from '#test/support/frontend/review-server.ts'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

const page = (
  <Routes>
    <Route path="/proof/:token" element={<ProofPage />} />
  </Routes>
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
