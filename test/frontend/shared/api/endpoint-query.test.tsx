import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { api } from '#schema/api/all.ts'
import { mockEndpoint, type Refusing } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const { resubscribe } = api.visitors.endpoints

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const lost: Refusing = { refuse: 'unavailable' }

/** Presses, with a device that sleeps for so long between the first try, which is lost, and the next. */
const press = async (isRepeatable: true | 'whenever', sleptMs: number) => {
  const told = vi.fn()
  let tries = 0
  mockEndpoint(resubscribe, () => {
    tries += 1
    if (tries === 1) return lost
    return undefined
  })
  let change: () => void = () => {}
  const Page = () => {
    const { mutate } = useEndpoint(resubscribe, {
      isRepeatable,
      onError: () => told('failed'),
      onSuccess: () => told('done'),
    })
    change = () => mutate({ params: { token: 'token' } })
    return null
  }
  renderPage(<Page />)
  const go = async () => {
    act(() => change())
    await act(() => vi.advanceTimersByTimeAsync(500))
    vi.setSystemTime(Date.now() + sleptMs)
    await act(() => vi.advanceTimersByTimeAsync(10_000))
  }
  await go()
  return { told, tries: () => tries, again: go }
}

const hourMs = 60 * 60_000

test('what had no answer is sent again', async () => {
  const { told, tries } = await press(true, 0)
  expect([tries(), told.mock.calls]).toEqual([2, [['done']]])
})

test('and not by a device that has slept since: another one may have said something else', async () => {
  const { told, tries, again } = await press(true, 2 * hourMs)
  expect([tries(), told.mock.calls]).toEqual([1, [['failed']]])
  // A press is another matter.
  await again()
  expect([tries(), told.mock.calls]).toEqual([2, [['failed'], ['done']]])
})

test('what is meant whenever it arrives is sent by then, too', async () => {
  const { told, tries } = await press('whenever', 2 * hourMs)
  expect([tries(), told.mock.calls]).toEqual([2, [['done']]])
})
