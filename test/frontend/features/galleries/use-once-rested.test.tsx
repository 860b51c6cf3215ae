import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useOnceRested } from '#frontend/features/galleries/use-once-rested.ts'

beforeEach(() => void vi.useFakeTimers())

const setup = () => {
  const done = vi.fn<(place: number) => void>()
  const { result, unmount } = renderHook(() => useOnceRested(done))
  return { done, ask: result.current.ask, drop: result.current.drop, unmount }
}

test('what is asked for again and again is done once it rests, as asked for last', () => {
  const { done, ask } = setup()
  for (let place = 1; place <= 20; place++) {
    ask(place)
    act(() => void vi.advanceTimersByTime(16))
  }
  expect(done).not.toHaveBeenCalled()
  act(() => void vi.runAllTimers())
  expect(done.mock.calls).toEqual([[20]])
})

test('a scroll that asks with every frame sets no timer for each of them', () => {
  const { ask } = setup()
  const set = vi.spyOn(globalThis, 'setTimeout')
  for (let place = 1; place <= 30; place++) {
    ask(place)
    act(() => void vi.advanceTimersByTime(16))
  }
  expect(set).toHaveBeenCalledTimes(1)
})

test('a press may lead away: it is done before', () => {
  const { done, ask } = setup()
  const order: string[] = []
  done.mockImplementation(() => void order.push('done'))
  const press = () => order.push('pressed')
  document.body.addEventListener('click', press)
  ask(3)
  document.body.click()
  act(() => void vi.runAllTimers())
  document.body.removeEventListener('click', press)
  expect(order).toEqual(['done', 'pressed'])
})

test('whoever has left is not called back', () => {
  const { done, ask, unmount } = setup()
  ask(3)
  unmount()
  vi.runAllTimers()
  document.body.click()
  expect(done).not.toHaveBeenCalled()
})
