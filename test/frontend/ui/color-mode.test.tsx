import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { setUsualScheme, useColorMode } from '#frontend/ui/color-mode.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const Switch = () => {
  const { isDark, toggle } = useColorMode()
  return (
    <button type="button" onClick={toggle}>
      {isDark ? 'dark' : 'light'}
    </button>
  )
}
const root = () => document.documentElement.dataset.colorMode

test('the choice is kept, and choosing what the system prefers forgets it', async () => {
  renderPage(<Switch />)

  await userEvent.click(screen.getByRole('button', { name: 'light' }))
  expect([localStorage.getItem('color_mode'), root()]).toEqual(['dark', 'dark'])

  await userEvent.click(screen.getByRole('button', { name: 'dark' }))
  expect([localStorage.getItem('color_mode'), root()]).toEqual([null, undefined])
})

test('where the page is dark by its photographer’s choice, light is a choice that is kept, and dark forgets it', async () => {
  const leave = setUsualScheme('dark')
  renderPage(<Switch />)

  await userEvent.click(screen.getByRole('button', { name: 'dark' }))
  expect([localStorage.getItem('color_mode'), root()]).toEqual(['light', 'light'])

  await userEvent.click(screen.getByRole('button', { name: 'light' }))
  expect([localStorage.getItem('color_mode'), root()]).toEqual([null, undefined])
  act(leave)
  expect(screen.getByRole('button').textContent).toBe('light')
})

test('a choice made in another tab is followed', () => {
  renderPage(<Switch />)

  act(() => {
    localStorage.setItem('color_mode', 'dark')
    dispatchEvent(new StorageEvent('storage', { key: 'color_mode', newValue: 'dark' }))
  })

  expect(screen.getByRole('button').textContent).toBe('dark')
  expect(root()).toBe('dark')
})
