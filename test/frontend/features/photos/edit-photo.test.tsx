import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useNavigate } from 'react-router-dom'
import { expect, test } from 'vitest'
import { ManagePhotos } from '#frontend/features/photos/manage-photos.tsx'
import { endpointKey } from '#frontend/shared/api/endpoint-query.ts'
import { api } from '#schema/api/all.ts'
import type { OwnPhoto } from '#schema/api/photos.ts'
import { photoId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { ada, anOwnPhoto } from '#test/support/frontend/own-builders.ts'
import { anOwnGallery } from '#test/support/frontend/own-gallery.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const { endpoints } = api.photos
type Found = OwnPhoto | { refuse: 'photo_not_found' }

const BackButton = () => {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      Back of the browser
    </button>
  )
}

/** The first of two photos is described in its dialog, and not saved yet. */
const describeFirst = async () => {
  mockEndpoint(endpoints.listMine, { items: [anOwnPhoto(1), anOwnPhoto(2)] })
  renderPage(
    <>
      <ManagePhotos gallery={anOwnGallery(1)} isLocked={false} onBack={() => undefined} />
      <BackButton />
    </>,
    { user: ada },
  )
  const user = userEvent.setup()
  const title = () => screen.getByLabelText<HTMLInputElement>('Title').value
  const edit = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: `Edit ${name}` }))
    return within(await screen.findByRole('dialog', { name: 'Edit photo' }))
  }
  const dialog = await edit('Photo 1')
  await user.type(dialog.getByLabelText('Description'), 'At dusk')
  const save = () => user.click(dialog.getByRole('button', { name: 'Save' }))
  const press = async (name: string) => user.click(screen.getByRole('button', { name }))
  return { user, save, press, title, edit }
}

test.each([
  ['It was changed in another tab meanwhile.', anOwnPhoto(1, { title: 'Dusk', version: 3 })],
  ['It was deleted meanwhile.', { refuse: 'photo_not_found' } as const],
])('a refusal that is looked into while its photo is left names it: %s', async (why, found) => {
  const { save, press, title } = await describeFirst()
  const later = Promise.withResolvers<Found>()
  mockEndpoint(endpoints.update, { refuse: 'changed_meanwhile' })
  const { requests } = mockEndpoint(endpoints.getMine, () => later.promise)
  await save()
  await waitFor(() => expect(requests).toHaveLength(1))
  await press('Next')
  await waitFor(() => expect(title()).toBe('Photo 2'))

  later.resolve(found)

  expect(await toastOf('“Photo 1” not saved')).toMatchObject({ kind: 'destructive', description: why })
  if ('refuse' in found) return expect(screen.queryByRole('button', { name: 'Go back to it' })).toBeNull()
  await press('Go back to it')
  await waitFor(() => expect(title()).toBe('Dusk'))
  expect(screen.getByLabelText<HTMLInputElement>('Description').value).toBe('At dusk')
})

test.each(['Next', 'Close'])(
  'the way back to a photo, after %s, leaves no other editor in the history',
  async (way) => {
    const { save, press, title, edit } = await describeFirst()
    const answer = Promise.withResolvers<{ refuse: 'too_many_requests' }>()
    const { requests } = mockEndpoint(endpoints.update, () => answer.promise)
    await save()
    await waitFor(() => expect(requests).toHaveLength(1))
    await press(way)
    if (way === 'Close') {
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await edit('Photo 2')
    }
    await waitFor(() => expect(title()).toBe('Photo 2'))
    answer.resolve({ refuse: 'too_many_requests' })
    await toastOf('“Photo 1” not saved')
    await press('Go back to it')
    await waitFor(() => expect(title()).toBe('Photo 1'))

    await press('Close')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press('Back of the browser')

    expect(screen.getByTestId('address').textContent).toBe('/')
    expect(screen.queryByRole('dialog')).toBeNull()
  },
)

test('photos are saved one after the other without closing the dialog, each going on where one types', async () => {
  const { user, press, title } = await describeFirst()
  const answer = Promise.withResolvers<{ refuse: 'too_many_requests' }>()
  const { requests } = mockEndpoint(endpoints.update, () => answer.promise)
  await press('Save and Next')
  await waitFor(() => expect(title()).toBe('Photo 2'))
  expect(requests).toMatchObject([{ body: { description: 'At dusk' } }])
  expect(document.activeElement).toBe(screen.getByLabelText('Title'))
  // The last leads nowhere.
  expect(screen.queryByRole('button', { name: 'Save and Next' })).toBeNull()
  await user.keyboard('!')
  expect(title()).toBe('Photo 2!')

  answer.resolve({ refuse: 'too_many_requests' })
  await toastOf('“Photo 1” not saved')
  await press('Go back to it')
  await waitFor(() => expect(title()).toBe('Photo 1'))
  expect(screen.getByLabelText<HTMLInputElement>('Description').value).toBe('At dusk')
})

test('what cannot be saved is not left by it', async () => {
  const { user, press, title } = await describeFirst()
  const { requests } = mockEndpoint(endpoints.update, { refuse: 'internal' })
  await user.type(screen.getByLabelText(/^Price/), '9x')
  await press('Save and Next')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Price/)))
  expect([title(), requests.length]).toEqual(['Photo 1', 0])
})

test('whoever goes on without saving is told, and led back', async () => {
  const { press, title } = await describeFirst()
  await press('Next')
  await waitFor(() => expect(title()).toBe('Photo 2'))
  expect(await toastOf('“Photo 1” is not saved yet')).toMatchObject({ kind: 'info' })
  await press('Previous')
  await waitFor(() => expect(title()).toBe('Photo 1'))
  expect(screen.getByLabelText<HTMLInputElement>('Description').value).toBe('At dusk')
})

test('a photo that was saved a moment ago is saved again without a question', async () => {
  mockEndpoint(endpoints.listMine, { items: [anOwnPhoto(1), anOwnPhoto(2)] })
  renderPage(<ManagePhotos gallery={anOwnGallery(1)} isLocked={false} onBack={() => undefined} />, { user: ada })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Edit Photo 1' }))
  await user.type(await screen.findByLabelText('Title'), '!')
  const first = Promise.withResolvers<OwnPhoto>()
  const { requests } = mockEndpoint(endpoints.update, ({ body }) =>
    JSON.stringify(body).includes('!!') ? anOwnPhoto(1, { title: 'Photo 1!!', version: 4 }) : first.promise,
  )
  await user.click(screen.getByRole('button', { name: 'Save and Next' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Photo 2'))
  await user.click(screen.getByRole('button', { name: 'Previous' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Photo 1!'))
  // The list is asked for anew and does not answer.
  mockEndpoint(endpoints.listMine, 'pending')
  first.resolve(anOwnPhoto(1, { title: 'Photo 1!', version: 3 }))
  await waitFor(() => expect(screen.queryByText(/What you typed before/)).toBeNull())
  await user.type(screen.getByLabelText('Title'), '!')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(requests[1]).toMatchObject({ body: { version: 3, title: 'Photo 1!!' } })
})

test('where the next page did not come, Next ends, and it is said with a way to try again', async () => {
  mockEndpoint(endpoints.listMine, ({ query }) =>
    query.cursor ? { refuse: 'too_many_requests' } : { items: [anOwnPhoto(1), anOwnPhoto(2)], nextCursor: 'second' },
  )
  renderPage(<ManagePhotos gallery={anOwnGallery(1)} isLocked={false} onBack={() => undefined} />, {
    user: ada,
    at: `/dashboard?edit=${photoId(2)}`,
  })
  const user = userEvent.setup()
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit photo' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('The next photo could not be loaded.')
  const next = dialog.getByRole('button', { name: 'Next' })
  expect(next.getAttribute('aria-disabled')).toBe('true')
  await user.type(dialog.getByLabelText('Description'), 'At dusk')
  await user.click(next)
  expect(screen.queryByText(/is not saved yet/)).toBeNull()

  mockEndpoint(endpoints.listMine, { items: [anOwnPhoto(3)] })
  await user.click(dialog.getByRole('button', { name: 'Try again' }))

  await waitFor(() => expect(next.getAttribute('aria-disabled')).toBeNull())
  expect(dialog.queryByRole('alert')).toBeNull()
  expect(document.activeElement).toBe(next)
  await user.click(next)
  await waitFor(() => expect(dialog.getByLabelText('Title')).toHaveProperty('value', 'Photo 3'))
})

test('what is typed on while an earlier save of it is on its way is no other tab’s change', async () => {
  const { user, press, title } = await describeFirst()
  const first = Promise.withResolvers<OwnPhoto>()
  const { requests } = mockEndpoint(endpoints.update, ({ body }) =>
    JSON.stringify(body).includes('At dusk, late')
      ? anOwnPhoto(1, { description: 'At dusk, late', version: 4 })
      : first.promise,
  )
  await press('Save and Next')
  await waitFor(() => expect(title()).toBe('Photo 2'))
  await press('Previous')
  await waitFor(() => expect(title()).toBe('Photo 1'))
  await user.type(screen.getByLabelText('Description'), ', late')
  // What the server made of a field that was not typed on since.
  const saved = anOwnPhoto(1, { title: 'Photo I', description: 'At dusk', version: 3 })
  mockEndpoint(endpoints.listMine, 'pending')
  first.resolve(saved)
  await waitFor(() => expect(title()).toBe('Photo I'))

  await press('Save')

  await waitFor(() => expect(requests).toHaveLength(2))
  expect(requests[1]).toMatchObject({ body: { version: 3, title: 'Photo I', description: 'At dusk, late' } })
})

test('a photo that leaves the loaded pages by its new title stays in its dialog, with what was typed', async () => {
  let queries: QueryClient | undefined
  const Client = () => {
    queries = useQueryClient()
    return null
  }
  mockEndpoint(endpoints.listMine, { items: [anOwnPhoto(1), anOwnPhoto(2)], nextCursor: 'more' })
  renderPage(
    <>
      <ManagePhotos gallery={anOwnGallery(1)} isLocked={false} onBack={() => undefined} />
      <Client />
    </>,
    { user: ada },
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Edit Photo 1' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit photo' })
  const description = within(dialog).getByLabelText('Description')
  await user.type(description, 'At dusk')
  mockEndpoint(endpoints.listMine, { items: [anOwnPhoto(2), anOwnPhoto(3)], nextCursor: 'more' })
  const found = Promise.withResolvers<OwnPhoto>()
  const { requests } = mockEndpoint(endpoints.getMine, () => found.promise)

  await act(() => queries?.invalidateQueries({ queryKey: endpointKey(endpoints.listMine) }))

  await waitFor(() => expect(requests).toHaveLength(1))
  expect(description.isConnected).toBe(true)
  found.resolve(anOwnPhoto(1))
  await waitFor(() => expect(within(dialog).queryByText(/of 2/)).toBeNull())
  expect(description).toHaveProperty('value', 'At dusk')
  expect(description.isConnected).toBe(true)
})

test.each([1, 2])('a save is done with its answer, and waits for no list of %d pages', async (pages) => {
  mockEndpoint(endpoints.listMine, ({ query }) =>
    query.cursor
      ? { items: [anOwnPhoto(3)] }
      : { items: [anOwnPhoto(1), anOwnPhoto(2)], ...(pages === 2 && { nextCursor: 'more' }) },
  )
  renderPage(<ManagePhotos gallery={anOwnGallery(1)} isLocked={false} onBack={() => undefined} />, { user: ada })
  const user = userEvent.setup()
  if (pages === 2) {
    await user.click(await screen.findByRole('button', { name: 'Load more' }))
    await screen.findByText('Photo 3')
  }
  await user.click(await screen.findByRole('button', { name: 'Edit Photo 1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit photo' }))
  await user.type(dialog.getByLabelText('Description'), 'At dusk')
  mockEndpoint(endpoints.update, anOwnPhoto(1, { description: 'At dusk', version: 2 }))
  const list = mockEndpoint(endpoints.listMine, 'pending')

  await user.click(dialog.getByRole('button', { name: 'Save' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(list.requests).toHaveLength(pages === 1 ? 1 : 0))
})
