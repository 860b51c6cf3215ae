import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { useFocusNeighbour } from '#frontend/ui/use-focus-neighbour.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const Row = () => {
  const keepsFocus = useFocusNeighbour()
  const [isSent, setIsSent] = useState(false)
  return (
    <div {...keepsFocus}>
      {!isSent && <input aria-label="Title" onChange={({ target }) => setIsSent(target.value === 'ab')} />}
      {!isSent && (
        <button type="button" onClick={() => setIsSent(true)}>
          Try again
        </button>
      )}
      <button type="button" data-part="remove">
        Remove
      </button>
      <button type="button">Upload</button>
    </div>
  )
}

test('a field that goes while it is typed into hands the focus to no button that the next letter would press', async () => {
  renderPage(<Row />)
  const user = userEvent.setup()
  await user.click(screen.getByLabelText('Title'))
  await user.keyboard('ab')
  expect(screen.queryByLabelText('Title')).toBeNull()
  expect(document.activeElement).toBe(document.body)
})

test('a button that goes hands it to a neighbour, but not to one that removes', async () => {
  renderPage(<Row />)
  screen.getByRole('button', { name: 'Try again' }).focus()
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Upload' }))
})
