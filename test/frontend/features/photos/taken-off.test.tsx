import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { sayNews, tellTakenOff } from '#frontend/features/photos/taken-off.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('news waits until nothing can be taken back any more, and the latest is said alone', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  renderPage(<p>A page</p>)
  const said: string[] = []
  const list = {}
  sayNews(list, () => said.push('at once'))
  act(() => tellTakenOff('a.jpg', { of: list, count: 1, bringBack: () => undefined }))
  sayNews(list, () => said.push('failed'))
  sayNews(list, () => said.push('complete'))
  await act(() => vi.advanceTimersByTimeAsync(11_000))
  expect(await toastOf('a.jpg taken off the list')).toBeTruthy()
  expect(said).toEqual(['at once'])
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(said).toEqual(['at once', 'complete'])
})

test('what was taken off the list of another comes back to nobody else', async () => {
  renderPage(<p>A page</p>)
  const [ada, ben] = [vi.fn(), vi.fn()]
  act(() => tellTakenOff('a.jpg', { of: ada, count: 1, bringBack: ada }))
  act(() => tellTakenOff('b.jpg', { of: ben, count: 1, bringBack: ben }))
  await toastOf('b.jpg taken off the list')
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect([ada.mock.calls.length, ben.mock.calls.length]).toEqual([0, 1])
})
