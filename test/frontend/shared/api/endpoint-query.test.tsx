import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { api } from '#schema/api/all.ts'
import { sentenceFor } from '#schema/errors.ts'
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

test('what waited for another change while the device slept is not sent either', async () => {
  const told = vi.fn()
  const { requests } = mockEndpoint(resubscribe, lost)
  let change: (token: string) => void = () => {}
  const Page = () => {
    const { mutate } = useEndpoint(resubscribe, {
      isRepeatable: true,
      inOrder: 'mails',
      onError: (_, { params }) => told(params.token),
    })
    change = (token) => mutate({ params: { token } })
    return null
  }
  renderPage(<Page />)
  act(() => {
    change('first')
    change('second')
  })
  await act(() => vi.advanceTimersByTimeAsync(500))
  vi.setSystemTime(Date.now() + 2 * hourMs)
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(requests.map(({ params }) => params.token)).toEqual(['first'])
  expect(told.mock.calls).toEqual([['first'], ['second']])
})

test('what is sent no more says why it was refused, and at once', async () => {
  const told = vi.fn()
  mockEndpoint(resubscribe, { refuse: 'internal' })
  let change: () => void = () => {}
  const Page = () => {
    const { mutate } = useEndpoint(resubscribe, { isRepeatable: true, onError: (error) => told(error.message) })
    change = () => mutate({ params: { token: 'token' } })
    return null
  }
  renderPage(<Page />)
  act(() => change())
  await act(() => vi.advanceTimersByTimeAsync(500))
  vi.setSystemTime(Date.now() + 2 * hourMs)
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(told.mock.calls).toEqual([[sentenceFor('internal')]])
})
