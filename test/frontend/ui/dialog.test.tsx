import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Dialog } from '#frontend/ui/dialog.tsx'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const TwoInTurn = () => {
  const [shown, setShown] = useState<'first' | 'second'>()
  const close = () => setShown(undefined)
  return (
    <>
      <button type="button" onClick={() => setShown('first')}>
        Open
      </button>
      {shown === 'first' && (
        <Dialog key="first" open title="First" onClose={close}>
          <button type="button" onClick={() => setShown('second')}>
            Go on
          </button>
        </Dialog>
      )}
      {shown === 'second' && (
        <Dialog key="second" open title="Second" onClose={close}>
          <input aria-label="Name" />
        </Dialog>
      )}
    </>
  )
}

test('a dialog in the place of another stays open and has the focus, however late the first one gives it back', async () => {
  const user = userEvent.setup()
  renderPage(<TwoInTurn />)
  const opener = screen.getByRole('button', { name: 'Open' })
  await user.click(opener)
  await user.click(await screen.findByRole('button', { name: 'Go on' }))
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await waitFor(() => expect(document.activeElement).toBe(name))
  // The machine of a dialog listens two frames after its focus was taken.
  for (let frame = 0; frame < 4; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))

  opener.focus()

  for (let frame = 0; frame < 4; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(screen.getByRole('dialog', { name: 'Second' })).toBeTruthy()
  expect(document.activeElement).toBe(name)
})
