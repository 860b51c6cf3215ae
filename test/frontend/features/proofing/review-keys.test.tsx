import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { ProofPage } from '#frontend/features/proofing/proof-page.tsx'
import type { ProofPhoto } from '#schema/api/proofing.ts'
import { photoId } from '#test/support/frontend/builders.ts'
import { aProofPhoto } from '#test/support/frontend/own-builders.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { reviewServer } from '#test/support/frontend/review-server.ts'

const setup = async (photos: readonly ProofPhoto[] = [aProofPhoto(1), aProofPhoto(2), aProofPhoto(3)]) => {
  const server = reviewServer(photos)
  renderPage(
    <Routes>
      <Route path="/proof/:token" element={<ProofPage />} />
    </Routes>,
    { at: '/proof/secret' },
  )
  await screen.findByRole('button', { name: 'Open Photo 1' })
  return server
}
const opener = (n: number) => screen.getByRole('button', { name: `Open Photo ${String(n)}` })
/** @returns whether the page left the key to the browser. */
const press = (key: string, given: { on?: Element; ctrlKey?: boolean; shiftKey?: boolean } = {}) => {
  const { on = document.activeElement ?? document.body, ...modifiers } = given
  return fireEvent.keyDown(on, { key, ...modifiers })
}

test('an arrow leads to the first photo while no card has the focus, and the keys work from there', async () => {
  const server = await setup()
  expect(document.activeElement).toBe(document.body)
  expect(press('ArrowRight')).toBe(false)
  expect(document.activeElement).toBe(opener(1))
  press('ArrowRight')
  expect(document.activeElement).toBe(opener(2))
  // With Shift, where a keyboard has its digits there.
  press('2', { shiftKey: true })

  await waitFor(() => expect(server.sent()).toEqual([[[photoId(2)], 'maybe']]))
})

test('a button that was clicked and got no focus, as in Safari, is where an arrow goes on', async () => {
  const server = await setup()
  fireEvent.click(screen.getByRole('button', { name: 'Approve Photo 2' }))
  expect(document.activeElement).toBe(document.body)
  // No card is seen to be meant.
  press('3')
  await waitFor(() => expect(server.sent()).toEqual([[[photoId(2)], 'approved']]))
  press('ArrowLeft')

  expect(document.activeElement).toBe(opener(2))
  press('ArrowRight')
  expect(document.activeElement).toBe(opener(3))
  act(() => opener(3).blur())
  press('ArrowRight')
  expect(document.activeElement).toBe(opener(3))
  expect(server.sent()).toHaveLength(1)
})

test('keys that are not the review’s are left alone', async () => {
  const server = await setup()
  // The page is scrolled.
  expect(press('ArrowDown')).toBe(true)
  expect(press('ArrowRight', { ctrlKey: true })).toBe(true)
  expect(press('ArrowRight', { shiftKey: true })).toBe(true)
  expect(press('ArrowRight', { on: screen.getByLabelText('Feedback on Photo 1') })).toBe(true)
  const menu = document.createElement('button')
  menu.setAttribute('aria-haspopup', 'menu')
  document.body.append(menu)
  expect(press('ArrowRight', { on: menu })).toBe(true)
  const handled = (event: Event) => event.preventDefault()
  document.addEventListener('keydown', handled)
  press('ArrowRight')
  document.removeEventListener('keydown', handled)
  menu.remove()
  expect(document.activeElement).toBe(document.body)

  act(() => opener(3).focus())
  expect(press('ArrowDown')).toBe(true)
  const dialog = document.createElement('div')
  dialog.setAttribute('role', 'dialog')
  dialog.dataset.state = 'open'
  document.body.append(dialog)
  press('1')
  press('ArrowLeft')
  dialog.remove()
  expect(document.activeElement).toBe(opener(3))
  expect(screen.getByTestId('count-approved').textContent).toBe('0')
  expect(server.sent()).toEqual([])
})
