import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ManagePhotos } from '#frontend/features/photos/manage-photos.tsx'
import { clearToasts } from '#frontend/ui/toast.tsx'
import { api } from '#schema/api/all.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { ada, anOwnPhoto } from '#test/support/frontend/own-builders.ts'
import { anOwnGallery } from '#test/support/frontend/own-gallery.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const { endpoints } = api.photos
type Refusal = { refuse: 'internal' }

const photosOf = (count: number) => Array.from({ length: count }, (_, n) => anOwnPhoto(n + 1))
const show = (user = ada) => {
  renderPage(<ManagePhotos gallery={anOwnGallery(1)} isLocked={false} onBack={() => undefined} />, { user })
  return userEvent.setup()
}
type User = ReturnType<typeof show>
const title = () => screen.getByLabelText<HTMLInputElement>('Title').value
const press = (user: User, name: string) => user.click(screen.getByRole('button', { name }))
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const edit = async (user: User, n: number) => {
  await user.click(await screen.findByRole('button', { name: `Edit Photo ${n}` }))
  await screen.findByRole('dialog', { name: 'Edit photo' })
}

/** Each of the first so many photos is typed on and left by "Save and Next"; the refusals are on their way. */
const leaveUnsaved = async (count: number) => {
  mockEndpoint(endpoints.listMine, { items: photosOf(count + 1) })
  const answers = photosOf(count).map(() => Promise.withResolvers<Refusal>())
  let asked = 0
  mockEndpoint(endpoints.update, () => answers[asked++]?.promise ?? 'pending')
  const user = show()
  await edit(user, 1)
  for (const { title: name } of photosOf(count)) {
    await waitFor(() => expect(title()).toBe(name))
    await user.type(screen.getByLabelText('Title'), '!')
    await press(user, 'Save and Next')
  }
  await waitFor(() => expect(title()).toBe(`Photo ${count + 1}`))
  const refuse = () => {
    for (const { resolve } of answers) resolve({ refuse: 'internal' })
  }
  return { user, refuse }
}

/** A photo is typed on, saved, and left before that is refused. */
const leaveRefused = async (user: User, n: number) => {
  await edit(user, n)
  await user.type(screen.getByLabelText('Title'), '?')
  const answer = Promise.withResolvers<Refusal>()
  const { requests } = mockEndpoint(endpoints.update, () => answer.promise)
  await press(user, 'Save')
  await waitFor(() => expect(requests).toHaveLength(1))
  await press(user, 'Close')
  await isClosed()
  answer.resolve({ refuse: 'internal' })
}

test('of several photos that could not be saved one message tells, and leads back to the first', async () => {
  const { user, refuse } = await leaveUnsaved(2)
  refuse()
  expect(await toastOf('2 photos not saved')).toMatchObject({
    description: expect.stringContaining('“Photo 1”, “Photo 2”'),
  })
  await press(user, 'Go back to it')
  await waitFor(() => expect(title()).toBe('Photo 1!'))
})

test('those that are left are told again as the editor of another is closed, until there is none', async () => {
  const { user, refuse } = await leaveUnsaved(3)
  refuse()
  await toastOf('3 photos not saved')
  await press(user, 'Go back to it')
  await waitFor(() => expect(title()).toBe('Photo 1!'))
  mockEndpoint(endpoints.update, anOwnPhoto(1, { title: 'Photo 1!', version: 3 }))
  await press(user, 'Save')

  expect(await toastOf('2 photos are not saved yet')).toEqual({
    kind: 'info',
    description: 'What you typed is kept until you save it: “Photo 2”, “Photo 3”',
  })
  await isClosed()
  await press(user, 'Go back to it')
  await waitFor(() => expect(title()).toBe('Photo 2!'))
  await press(user, 'Cancel')
  expect(await toastOf('“Photo 3” is not saved yet')).toMatchObject({ kind: 'info' })
  await isClosed()
  await press(user, 'Go back to it')
  await waitFor(() => expect(title()).toBe('Photo 3!'))
  clearToasts()
  await press(user, 'Cancel')
  await isClosed()
  expect(screen.queryByText(/not saved/)).toBeNull()
})

test.each(['one', 'several'])('a photo that is deleted is unsaved no more, as %s', async (way) => {
  const { user, refuse } = await leaveUnsaved(2)
  refuse()
  await toastOf('2 photos not saved')
  await press(user, 'Close')
  await isClosed()
  mockEndpoint(endpoints.remove, undefined)
  mockEndpoint(endpoints.listMine, { items: photosOf(3).slice(1) })
  if (way === 'one') {
    await press(user, 'Delete Photo 1')
    await user.click(await screen.findByRole('button', { name: 'Delete photo' }))
  } else {
    await user.click(screen.getByRole('checkbox', { name: 'Choose Photo 1' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await user.click(await screen.findByRole('button', { name: 'Delete 1 photo' }))
  }
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Edit Photo 1' })).toBeNull())
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await edit(user, 3)
  await press(user, 'Close')
  expect(await toastOf('“Photo 2” is not saved yet')).toBeDefined()
})

test('who signs in next is told of nobody else’s photos', async () => {
  const { refuse } = await leaveUnsaved(1)
  refuse()
  await toastOf('“Photo 1” not saved')
  cleanup()
  clearToasts()
  const user = show({ ...ada, userId: '00000000-0000-4000-8000-000000000002' })
  await leaveRefused(user, 2)
  expect(await toastOf('“Photo 2” not saved')).toBeDefined()
})

test('a photo that was open again when its refusal came, and was cancelled then, is unsaved no more', async () => {
  const { user, refuse } = await leaveUnsaved(1)
  await press(user, 'Previous')
  await waitFor(() => expect(title()).toBe('Photo 1!'))
  refuse()
  await toastOf('“Photo 1” not saved')
  clearToasts()
  await press(user, 'Cancel')
  await isClosed()
  expect(screen.queryByText(/not saved/)).toBeNull()
  await leaveRefused(user, 2)
  expect(await toastOf('“Photo 2” not saved')).toBeDefined()
})
