import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DashboardPage } from '#frontend/pages/dashboard/dashboard-page.tsx'
import { api } from '#schema/api/all.ts'
import { BalanceView } from '#schema/api/payouts.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { aBalance, ada, anOwnProfile } from '#test/support/frontend/own-builders.ts'
import { anOwnGallery } from '#test/support/frontend/own-gallery.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const { endpoints } = api.galleries

/** The first of so many galleries is to be deleted, and that was confirmed by key; the answer is on its way. */
const deleteFirst = async (count: number) => {
  mockEndpoint(api.profiles.endpoints.me, anOwnProfile())
  mockEndpoint(api.payouts.endpoints.balance, BalanceView.parse(aBalance()))
  mockEndpoint(endpoints.mine, { items: Array.from({ length: count }, (_, n) => anOwnGallery(n + 1)) })
  const answer = Promise.withResolvers<undefined | { refuse: 'too_many_requests' | 'gallery_not_found' }>()
  const { requests } = mockEndpoint(endpoints.remove, () => answer.promise)
  renderPage(<DashboardPage />, { at: '/dashboard?tab=galleries', user: ada })
  const user = userEvent.setup()
  const button = await screen.findByRole('button', { name: 'Delete Gallery 1' })
  button.focus()
  await user.keyboard('{Enter}')
  const confirm = await screen.findByRole('button', { name: 'Delete gallery' })
  confirm.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(requests).toHaveLength(1))
  mockEndpoint(endpoints.mine, 'pending')
  return { user, answer }
}

test.each([
  ['Gallery deleted', 'success', undefined],
  ['Error deleting gallery', 'destructive', { refuse: 'too_many_requests' } as const],
])('whoever presses Escape while a gallery is deleted is still told: %s', async (title, kind, given) => {
  const { user, answer } = await deleteFirst(2)
  await user.keyboard('{Escape}')
  answer.resolve(given)
  expect(await toastOf(title)).toMatchObject({ kind })
})

test.each([
  [2, 'Delete Gallery 2'],
  [1, undefined],
])('of %i galleries the first is gone at once, and the focus is on what stands there now', async (count, name) => {
  const { answer } = await deleteFirst(count)
  answer.resolve(undefined)
  await toastOf('Gallery deleted')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.queryByRole('button', { name: 'Delete Gallery 1' })).toBeNull()
  const next = name === undefined ? screen.getByRole('heading', { level: 1 }) : screen.getByRole('button', { name })
  await waitFor(() => expect(document.activeElement).toBe(next))
})

test('on a dead line the question can be left after 10 seconds, and how it went is told when it is known', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const { user, answer } = await deleteFirst(2)
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Delete Gallery 2' }))
  answer.resolve(undefined)
  expect(await toastOf('Gallery deleted')).toMatchObject({ kind: 'success' })
  expect(screen.getByRole('alertdialog', { name: 'Delete Gallery 2?' })).toBeDefined()
})

test('a gallery whose deletion was not answered is gone by the second press', async () => {
  const { user, answer } = await deleteFirst(2)
  answer.reject(new TypeError('Failed to fetch'))
  expect(await toastOf('Error deleting gallery')).toMatchObject({ kind: 'destructive' })
  mockEndpoint(endpoints.remove, { refuse: 'gallery_not_found' })
  await user.click(await screen.findByRole('button', { name: 'Delete gallery' }))

  expect(await toastOf('Gallery deleted')).toMatchObject({ kind: 'success' })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete Gallery 1' })).toBeNull())
})
