import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ManagePhotos } from '#frontend/features/photos/manage-photos.tsx'
import { api } from '#schema/api/all.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { ada, anOwnPhoto } from '#test/support/frontend/own-builders.ts'
import { anOwnGallery } from '#test/support/frontend/own-gallery.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const { endpoints } = api.photos

/** The first of three photos is to be deleted, and that was confirmed. */
const deleteFirst = async () => {
  mockEndpoint(endpoints.listMine, { items: [1, 2, 3].map((n) => anOwnPhoto(n)) })
  renderPage(<ManagePhotos gallery={anOwnGallery(1)} isLocked={false} onBack={() => undefined} />, { user: ada })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Delete Photo 1' }))
  await user.click(await screen.findByRole('button', { name: 'Delete photo' }))
  return user
}

test('a deleted photo is gone at once, however long the list takes to be read again', async () => {
  const answer = Promise.withResolvers<undefined>()
  const { requests } = mockEndpoint(endpoints.remove, () => answer.promise)
  await deleteFirst()
  await waitFor(() => expect(requests).toHaveLength(1))
  mockEndpoint(endpoints.listMine, 'pending')

  answer.resolve(undefined)

  expect(await toastOf('Photo deleted')).toEqual({ kind: 'success', description: 'Photo 1' })
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.queryByText('Photo 1', { selector: 'li *' })).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Choose Photo 2' })))
})

test('a photo whose deletion was not answered is gone by the second press', async () => {
  const removals = mockEndpoint(endpoints.remove, () => {
    if (removals.requests.length === 1) throw new TypeError('Failed to fetch')
    return { refuse: 'photo_not_found' }
  })
  const user = await deleteFirst()
  expect(await toastOf('Photo not deleted')).toMatchObject({ kind: 'destructive' })
  mockEndpoint(endpoints.listMine, 'pending')
  await user.click(screen.getByRole('button', { name: 'Delete photo' }))

  expect(await toastOf('Photo deleted')).toEqual({ kind: 'success', description: 'Photo 1' })
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.queryByText('Photo 1', { selector: 'li *' })).toBeNull()
})

test('while a photo is deleted the question stays, and its ways out look closed', async () => {
  const answer = Promise.withResolvers<{ refuse: 'too_many_requests' }>()
  const { requests } = mockEndpoint(endpoints.remove, () => answer.promise)
  const user = await deleteFirst()
  await waitFor(() => expect(requests).toHaveLength(1))
  const ways = ['Cancel', 'Close'].map((name) => screen.getByRole('button', { name }))
  expect(ways.map((way) => way.getAttribute('aria-disabled'))).toEqual(['true', 'true'])
  for (const way of ways) await user.click(way)
  await user.keyboard('{Escape}')
  expect(screen.getByRole('alertdialog', { name: 'Delete Photo 1?' })).toBeDefined()

  answer.resolve({ refuse: 'too_many_requests' })

  expect(await toastOf('Photo not deleted')).toMatchObject({ kind: 'destructive' })
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('on a dead line the question can be left after 10 seconds, and what is ticked then stays', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const answer = Promise.withResolvers<undefined>()
  const { requests } = mockEndpoint(endpoints.remove, () => answer.promise)
  const user = await deleteFirst()
  await waitFor(() => expect(requests).toHaveLength(1))
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  await user.click(screen.getByRole('button', { name: 'Stop waiting' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await user.click(screen.getByRole('checkbox', { name: 'Choose Photo 2' }))
  answer.resolve(undefined)
  expect(await toastOf('Photo deleted')).toMatchObject({ kind: 'success' })
  expect(screen.getByRole('checkbox', { name: 'Choose Photo 2' })).toHaveProperty('checked', true)
})
