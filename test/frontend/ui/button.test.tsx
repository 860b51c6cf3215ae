import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Button } from '#frontend/ui/button.tsx'
import { Form, Input } from '#frontend/ui/field.tsx'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const Sheet = ({ onSend }: { onSend: () => void }) => {
  const [busy, setBusy] = useState(false)
  const send = () => {
    onSend()
    setBusy(true)
  }
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Input aria-label="Title" />
      <Button type="submit" busy={busy} busyLabel="Saving...">
        Save
      </Button>
      <Button busy={busy} onClick={send}>
        Other
      </Button>
    </Form>
  )
}
const setup = () => {
  const onSend = vi.fn()
  renderPage(<Sheet onSend={onSend} />)
  return { onSend, user: userEvent.setup() }
}

test('a button that is busy keeps the focus, and says that it cannot be pressed', async () => {
  const { user } = setup()

  await user.click(screen.getByRole('button', { name: 'Save' }))

  const button = screen.getByRole('button', { name: 'Saving...' })
  expect(document.activeElement).toBe(button)
  expect(button).toHaveProperty('disabled', false)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(button.getAttribute('aria-busy')).toBe('true')
})

test('a button that is busy ignores presses, and its form the Enter key', async () => {
  const { onSend, user } = setup()
  await user.click(screen.getByRole('button', { name: 'Save' }))

  await user.click(screen.getByRole('button', { name: 'Saving...' }))
  await user.click(screen.getByRole('button', { name: 'Other' }))
  await user.type(screen.getByLabelText('Title'), 'A title{Enter}')

  expect(onSend).toHaveBeenCalledOnce()
})

test('a button that is disabled stays so while it is busy', () => {
  renderPage(
    <Button busy disabled>
      Save
    </Button>,
  )

  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
})
