import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ManagePhotos } from '#frontend/features/photos/manage-photos.tsx'
import { api } from '#schema/api/all.ts'
import type { OwnPhoto } from '#schema/api/photos.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { ada, anOwnPhoto } from '#test/support/frontend/own-builders.ts'
import { anOwnGallery } from '#test/support/frontend/own-gallery.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const { endpoints } = api.photos

/** Two photos are chosen, and a dialog of the bar can be opened again and again. */
const choose = async (photos = [anOwnPhoto(1), anOwnPhoto(2)]) => {
  mockEndpoint(endpoints.listMine, { items: photos })
  renderPage(<ManagePhotos gallery={anOwnGallery(1)} isLocked={false} onBack={() => undefined} />, { user: ada })
  const user = userEvent.setup()
  for (const n of [1, 2]) await user.click(await screen.findByRole('checkbox', { name: `Choose Photo ${n}` }))
  const openDialog = async (button: string) => {
    await user.click(await screen.findByRole('button', { name: button }))
    return within(await screen.findByRole('dialog'))
  }
  const closeByKey = async () => {
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  return { user, openDialog, closeByKey }
}
const sizeField = () => screen.getByLabelText<HTMLSelectElement>('Size')

test('one price for all opens for the size that a price was typed for last', async () => {
  const { user, openDialog, closeByKey } = await choose()
  const { requests } = mockEndpoint(endpoints.update, anOwnPhoto(1))
  const dialog = await openDialog('Price')
  await user.type(dialog.getByLabelText(/^Price/), '20')
  await user.selectOptions(sizeField(), 'Web size')
  await user.type(dialog.getByLabelText(/^Web size/), '5')
  await closeByKey()

  const again = await openDialog('Price')
  await user.click(again.getByRole('button', { name: 'Set price' }))

  await waitFor(() => expect(requests).toHaveLength(2))
  expect(requests[0]?.body).toEqual({ version: 2, webPence: 500 })
})

test('a price that is left empty is asked for, and makes no photo free; 0 does', async () => {
  const { user, openDialog } = await choose()
  const { requests } = mockEndpoint(endpoints.update, anOwnPhoto(1))
  const dialog = await openDialog('Price')
  expect(dialog.queryByText('These photos will be free.')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Set price' }))

  expect(await dialog.findByText('Please enter a price; 0 makes them free.')).toBeDefined()
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText(/^Price/)))
  expect(requests).toEqual([])

  await user.type(dialog.getByLabelText(/^Price/), '0')
  expect(dialog.getByText('These photos will be free.')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Set price' }))
  await toastOf('2 photos have the new price')
  expect(requests.map(({ body }) => body)).toEqual(Array(2).fill({ version: 2, pricePence: 0 }))
})

test('one price for all starts over with the Original', async () => {
  const { user, openDialog, closeByKey } = await choose()
  const dialog = await openDialog('Price')
  await user.selectOptions(sizeField(), 'Web size')
  await user.type(dialog.getByLabelText(/^Web size/), '5')
  await closeByKey()

  const again = await openDialog('Price')
  expect(sizeField().value).toBe('web')
  await user.click(again.getByRole('button', { name: 'Start over' }))

  expect(sizeField().value).toBe('original')
  expect(again.getByLabelText<HTMLInputElement>(/^Price/).value).toBe('')
})

test('an empty pattern is asked for, and takes no title away', async () => {
  const { user, openDialog } = await choose()
  const { requests } = mockEndpoint(endpoints.update, anOwnPhoto(1))
  const dialog = await openDialog('Titles')
  await user.click(dialog.getByRole('button', { name: 'Set titles' }))
  expect(await dialog.findByText('Please enter a title.')).toBeDefined()
  expect(requests).toEqual([])
})

test('a pattern that makes titles longer than they may be says how many, and renames no photo', async () => {
  const { user, openDialog } = await choose([
    anOwnPhoto(1, { fileName: `${'long '.repeat(23)}name.jpg` }),
    anOwnPhoto(2, { fileName: 'IMG_2.jpg' }),
  ])
  const { requests } = mockEndpoint(endpoints.update, anOwnPhoto(1))
  const dialog = await openDialog('Titles')
  const title = () => dialog.getByLabelText<HTMLInputElement>(/^Title/)
  await user.type(title(), 'Speeches {{file}')
  await user.click(dialog.getByRole('button', { name: 'Set titles' }))

  expect(
    await dialog.findByText('1 title would be longer than 120 characters. Please shorten the pattern.'),
  ).toBeDefined()
  await waitFor(() => expect(document.activeElement).toBe(title()))
  expect(title().value).toBe('Speeches {file}')
  expect(requests).toEqual([])

  await user.clear(title())
  await user.type(title(), '{{file}')
  await user.click(dialog.getByRole('button', { name: 'Set titles' }))
  await toastOf('2 photos renamed')
  expect(requests).toHaveLength(2)
})

test.each([
  ['Titles', 'Set titles', '2 photos renamed'],
  ['Feature', '', '2 photos featured'],
])(
  '%s that end behind a dialog which was opened since leave it what was typed, and its photos',
  async (work, action, said) => {
    const { user, openDialog, closeByKey } = await choose()
    const answer = Promise.withResolvers<OwnPhoto>()
    const { requests } = mockEndpoint(endpoints.update, () => answer.promise)
    if (action === '') await user.click(await screen.findByRole('button', { name: work }))
    else {
      const dialog = await openDialog(work)
      await user.type(dialog.getByLabelText(/^Title/), 'The race')
      await user.click(dialog.getByRole('button', { name: action }))
    }
    await waitFor(() => expect(requests).toHaveLength(2))
    if (action !== '') await closeByKey()
    const again = await openDialog('Titles')
    const title = () => again.getByLabelText<HTMLInputElement>(/^Title/)
    await user.clear(title())
    await user.type(title(), 'Speeches {{n}')

    answer.resolve(anOwnPhoto(1))

    await toastOf(said)
    await act(async () => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(screen.queryByRole('dialog', { name: 'Titles by a pattern' })).not.toBeNull()
    expect(title().value).toBe('Speeches {n}')
    await closeByKey()
    const later = await openDialog('Titles')
    expect(later.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Speeches {n}')
    const second = mockEndpoint(endpoints.update, anOwnPhoto(1))
    await user.click(later.getByRole('button', { name: 'Set titles' }))
    await toastOf('2 photos renamed')
    expect(second.requests.map(({ body }) => body)).toMatchObject([{ title: 'Speeches 1' }, { title: 'Speeches 2' }])
    // Now they are done with.
    await waitFor(() => expect(screen.queryByText('2 photos chosen')).toBeNull())
  },
)
