import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes, useNavigate } from 'react-router-dom'
import { expect, test } from 'vitest'
import { useAddress } from '#frontend/shared/address/use-address.ts'
import { useOpened } from '#frontend/shared/address/use-opened.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

/** What closes the thing that was open when it was asked for: an answer that comes late has this. */
let closeLater = () => {}
const Page = () => {
  const { shown, open, move, close } = useOpened('edit')
  const below = useOpened('gallery')
  const { change } = useAddress()
  const navigate = useNavigate()
  const steps = {
    'To list': () => void navigate('/list'),
    'To another page': () => void navigate('/another'),
    Open: () => open('one'),
    Next: () => move('two'),
    Save: () => {
      closeLater = close
    },
    Close: close,
    'Open gallery': () => below.open('g'),
    'Lose what was opened': () => change({ edit: undefined }, { replace: true }),
    'Close gallery': below.close,
    Back: () => void navigate(-1),
  }
  return (
    <>
      <p>Open: {shown || 'nothing'}</p>
      {Object.entries(steps).map(([name, step]) => (
        <button type="button" key={name} onClick={step}>
          {name}
        </button>
      ))}
    </>
  )
}
const address = () => screen.getByTestId('address').textContent
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('what is opened and closed again leaves no step behind', async () => {
  renderPage(<Page />, { at: '/first' })
  await press('To list')
  for (const _ of [1, 2, 3]) {
    await press('Open')
    expect(address()).toBe('/list?edit=one')
    await press('Close')
    expect(address()).toBe('/list')
  }
  await press('Back')
  expect(address()).toBe('/first')
})

test('what was opened by a link is closed without leaving its page', async () => {
  renderPage(<Page />, { at: '/list?edit=one' })
  await press('Close')
  expect(address()).toBe('/list')
})

test.each([
  ['what was opened since', ['Next'], '/list?edit=two'],
  ['another page', ['Close', 'To list'], '/list'],
])('an answer that comes late closes nothing of %s', async (_what, steps, at) => {
  renderPage(<Page />, { at: '/first' })
  await press('To list')
  await press('Open')
  await press('Save')
  for (const step of steps) await press(step)
  act(() => closeLater())
  expect(address()).toBe(at)
})

test('what lies below something that is gone by itself is closed at the first press', async () => {
  renderPage(<Page />, { at: '/list' })
  for (const step of ['Open gallery', 'Open', 'Lose what was opened', 'Close gallery']) await press(step)
  expect(address()).toBe('/list')
})

test('an answer that comes after the page was left leads nobody back to it', async () => {
  renderPage(
    <Routes>
      <Route path="/list" element={<Page />} />
      <Route path="*" element={null} />
    </Routes>,
    { at: '/list' },
  )
  await press('Open')
  await press('Save')
  await press('To another page')
  act(() => closeLater())
  expect(address()).toBe('/another')
})
