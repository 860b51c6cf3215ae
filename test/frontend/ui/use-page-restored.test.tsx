import { act, render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { usePageRestored } from '#frontend/ui/use-page-restored.ts'

const setup = () => {
  vi.useFakeTimers()
  const restored = vi.fn()
  const Page = () => {
    usePageRestored(restored)
    return null
  }
  return { restored, ...render(<Page />) }
}
const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a page that comes back from another site is told so at once', () => {
  const { restored } = setup()
  dispatchEvent(new Event('pageshow'))
  expect(restored).toHaveBeenCalledOnce()
})

test('a page that was to be left and whose reader stayed is told so after a while', async () => {
  const { restored } = setup()
  dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await after(3_000)
  expect(restored).not.toHaveBeenCalled()
  await after(4_000)
  expect(restored).toHaveBeenCalledOnce()
})

test('what is not shown any more is told nothing', async () => {
  const { restored, unmount } = setup()
  dispatchEvent(new Event('beforeunload', { cancelable: true }))
  unmount()
  await after(10_000)
  expect(restored).not.toHaveBeenCalled()
})
