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

const gone = { isTakenOut: true, picture: null, isForSale: false }
const words = 'Your photographer took this photo out.'
const setup = async (
  photos: readonly ProofPhoto[],
  { at = '/proof/secret', ...given }: Parameters<typeof reviewServer>[1] & { at?: string } = {},
) => {
  const server = reviewServer(photos, given)
  renderPage(
    <Routes>
      <Route path="/proof/:token" element={<ProofPage />} />
    </Routes>,
    { at },
  )
  await screen.findByRole('group', { name: 'Show' })
  return { server, user: userEvent.setup() }
}
const opener = (n: number) => screen.getByRole('button', { name: `Open Photo ${String(n)}` })
const cardOf = (n: number) => opener(n).closest('li')
const within1 = (n: number) => within(cardOf(n) ?? document.body)

test('a photo that was taken out says so on its card, asks for nothing, and is not left', async () => {
  const { server, user } = await setup([aProofPhoto(1, gone), aProofPhoto(2), aProofPhoto(3, { picture: null })])
  await waitFor(() => expect(within1(1).getByText(words)).toBeDefined())
  expect(within1(1).queryByRole('button', { name: /^(Approve|Maybe|Reject)/ })).toBeNull()
  expect(within1(1).queryByRole('checkbox')).toBeNull()
  expect(within1(1).queryByRole('textbox')).toBeNull()
  expect(within1(1).queryByText('Pending')).toBeNull()
  // One that is being drawn anew is asked for as before.
  expect(within1(3).queryByText(words)).toBeNull()
  expect(within1(3).getByRole('button', { name: 'Approve Photo 3' })).toBeDefined()

  expect(screen.getByTestId('count-pending').textContent).toBe('2')
  expect(screen.getByText('0 of 2 reviewed')).toBeDefined()
  expect(screen.getByRole('button', { name: 'All (3)' })).toBeDefined()
  expect(within1(2).getByText(/2 of 3/)).toBeDefined()
  screen.getByRole('button', { name: 'Open Photo 1' }).focus()
  fireEvent.keyDown(screen.getByRole('button', { name: 'Open Photo 1' }), { key: '1' })
  await user.click(screen.getByRole('button', { name: 'Pending (2)' }))
  expect(screen.queryByRole('button', { name: 'Open Photo 1' })).toBeNull()
  expect(server.sent()).toEqual([])
})

test('in the viewer it says so too, and no key decides on it', async () => {
  const { server } = await setup([aProofPhoto(1, gone), aProofPhoto(2), aProofPhoto(3)], {
    at: `/proof/secret?photo=${photoId(1)}`,
  })
  const viewer = within(await screen.findByRole('dialog', { name: 'Photo viewer: Photo 1' }))
  expect(viewer.getByText(words)).toBeDefined()
  expect(viewer.getByText(/1 of 3/).textContent).toContain('2 left')
  expect(viewer.queryByRole('button', { name: /^Approve/ })).toBeNull()
  fireEvent.keyDown(window, { key: '1' })
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowRight' })
  await screen.findByRole('dialog', { name: 'Photo viewer: Photo 2' })
  fireEvent.keyDown(window, { key: '2' })

  await waitFor(() => expect(server.sent()).toEqual([[[photoId(2)], 'maybe']]))
})

test('the last decision on a photo that is there ends the review, and lets the others go', async () => {
  const { server, user } = await setup([aProofPhoto(1, gone), aProofPhoto(2, { status: 'maybe' }), aProofPhoto(3)])
  await user.click(await screen.findByRole('button', { name: 'Approve Photo 3' }))
  await user.click(await screen.findByRole('button', { name: 'Finish' }))

  expect(await screen.findByText('This review is finished')).toBeDefined()
  expect(server.sent()).toEqual([
    [[photoId(1)], 'rejected'],
    [[photoId(3)], 'approved'],
  ])
})

test('where nothing but what was taken out is left, the review is not spoken of as over, and leads to its end', async () => {
  const { server, user } = await setup([
    aProofPhoto(1, gone),
    aProofPhoto(2, { ...gone, status: 'maybe' }),
    aProofPhoto(3, { status: 'approved' }),
  ])
  const standing = within(await screen.findByRole('region', { name: 'Progress' })).getByRole('status')
  expect(standing.textContent).toBe('Nothing left: press Finish')
  const finish = screen.getByRole('button', { name: 'Finish review' })
  // A decision that was made stays, and cannot be changed.
  expect(within1(2).getByText('Maybe')).toBeDefined()
  expect(within1(2).getByText(words)).toBeDefined()
  expect(within1(2).queryByRole('button', { name: /Photo 2$/ })).toBe(opener(2))
  await user.click(opener(3))
  expect(within(await screen.findByRole('dialog')).getByText(/Nothing left: press Finish/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(finish)
  expect((await screen.findByRole('alertdialog')).textContent).not.toContain('rejected')
  await user.click(screen.getByRole('button', { name: 'Finish' }))

  expect(await screen.findByText('This review is finished')).toBeDefined()
  expect(standing.textContent).toBe('All reviewed')
  expect(server.status()).toBe('completed')
  expect(server.counts()).toEqual({ pending: 0, approved: 1, rejected: 1, maybe: 1 })
})

test('a review of which every photo was taken out is finished as well', async () => {
  const { server, user } = await setup([aProofPhoto(1, gone), aProofPhoto(2, gone)], { status: 'pending' })
  expect(await screen.findByText('Nothing left: press Finish')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Finish review' }))
  await user.click(await screen.findByRole('button', { name: 'Finish' }))

  expect(await screen.findByText('This review is finished')).toBeDefined()
  expect(server.counts()).toMatchObject({ pending: 0, rejected: 2 })
})

test('where nothing is left of a choice that is not full, that is said as well', async () => {
  await setup([aProofPhoto(1, gone), aProofPhoto(2, { status: 'approved' })], { selectionTarget: 2 })
  expect(await screen.findByText('1 of 2 chosen. Nothing left: press Finish')).toBeDefined()
})

test('a chosen photo that was taken out is taken back, so that another one has its place', async () => {
  const { server, user } = await setup(
    [aProofPhoto(1, { ...gone, status: 'approved' }), aProofPhoto(2, { status: 'approved' }), aProofPhoto(3)],
    { selectionTarget: 2 },
  )
  expect(within1(1).getByText(words)).toBeDefined()
  expect(within1(1).queryByRole('checkbox')).toBeNull()
  expect(within1(1).queryByRole('button', { name: /^(Approve|Maybe|Reject)/ })).toBeNull()
  await user.click(within1(1).getByRole('button', { name: 'Take back Photo 1' }))

  // Nothing more is asked of it, and the keys are where they were.
  expect(within1(1).queryByRole('button', { name: 'Take back Photo 1' })).toBeNull()
  expect(document.activeElement).toBe(opener(1))
  await user.click(screen.getByRole('button', { name: 'Approve Photo 3' }))
  await user.click(await screen.findByRole('button', { name: 'Finish' }))
  await waitFor(() =>
    expect(server.sent()).toEqual([
      [[photoId(1)], 'rejected'],
      [[photoId(3)], 'approved'],
    ]),
  )
  expect(server.counts()).toMatchObject({ approved: 2, rejected: 1 })
})

test('a key takes back what was taken out where it has the focus, and says nothing else of it', async () => {
  const { server } = await setup([aProofPhoto(1, { ...gone, status: 'approved' }), aProofPhoto(2)])
  opener(1).focus()
  for (const key of ['1', '2', '3', '1']) fireEvent.keyDown(opener(1), { key })

  await waitFor(() => expect(server.sent()).toEqual([[[photoId(1)], 'rejected']]))
})

test('in the viewer a chosen photo that was taken out is taken back as well', async () => {
  const { server, user } = await setup(
    [aProofPhoto(1, { ...gone, status: 'approved' }), aProofPhoto(2, { ...gone, status: 'approved' }), aProofPhoto(3)],
    { at: `/proof/secret?photo=${photoId(1)}` },
  )
  const first = within(await screen.findByRole('dialog', { name: 'Photo viewer: Photo 1' }))
  expect(first.getByText(words)).toBeDefined()
  expect(first.queryByRole('button', { name: /^(Approve|Maybe|Reject)/ })).toBeNull()
  await user.click(first.getByRole('button', { name: 'Take back Photo 1' }))
  await screen.findByRole('dialog', { name: 'Photo viewer: Photo 2' })
  for (const key of ['1', '2']) fireEvent.keyDown(window, { key })
  fireEvent.keyDown(window, { key: '3' })
  await screen.findByRole('dialog', { name: 'Photo viewer: Photo 3' })

  await waitFor(() =>
    expect(server.sent()).toEqual([
      [[photoId(1)], 'rejected'],
      [[photoId(2)], 'rejected'],
    ]),
  )
})
