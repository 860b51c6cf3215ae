import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ManagePhotos } from '#frontend/features/photos/manage-photos.tsx'
import { api } from '#schema/api/all.ts'
import type { OwnPhoto } from '#schema/api/photos.ts'
import { type PhotoId, SetId } from '#schema/ids.ts'
import { pence } from '#schema/money.ts'
import { photoId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { ada, anOwnPhoto } from '#test/support/frontend/own-builders.ts'
import { anOwnGallery } from '#test/support/frontend/own-gallery.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const { endpoints } = api.photos
const party = { id: SetId.parse(`set_${'1'.padStart(26, '0')}`), name: 'Party' }

/**
 * A gallery at a server that refuses what was sent of an older version, and whose list stays as it was at first: the index
 * lags behind the photos.
 * @param pages Of how many photos each.
 */
const setup = async (...pages: readonly number[]) => {
  const count = pages.reduce((sum, each) => sum + each, 0)
  const listed = Array.from({ length: count }, (_, n) => anOwnPhoto(n + 1))
  const photos = new Map<string, OwnPhoto>(listed.map((photo) => [photo.id, photo]))
  const change = (id: string, changes: object): OwnPhoto | undefined => {
    const photo = photos.get(id)
    if (!photo) return undefined
    const saved = { ...photo, ...changes, version: photo.version + 1 }
    photos.set(id, saved)
    return saved
  }
  const found = (ids: readonly string[]) => ids.flatMap((id) => photos.get(id) ?? [])

  const list = mockEndpoint(endpoints.listMine, ({ query: { cursor = '0' } }) => {
    const page = Number(cursor)
    const from = pages.slice(0, page).reduce((sum, each) => sum + each, 0)
    const isLast = page === pages.length - 1
    return { items: listed.slice(from, from + (pages[page] ?? 0)), ...(!isLast && { nextCursor: String(page + 1) }) }
  })
  const update = mockEndpoint(endpoints.update, ({ params: { photoId: id = '' }, body }) => {
    const { version, ...changes } = endpoints.update.body.parse(body)
    if (!photos.has(id)) return { refuse: 'photo_not_found' }
    return (photos.get(id)?.version === version && change(id, changes)) || { refuse: 'changed_meanwhile' }
  })
  mockEndpoint(endpoints.putInSet, ({ body }) => {
    const { photoIds, setId } = endpoints.putInSet.body.parse(body)
    return { items: photoIds.flatMap((id) => change(id, { setId }) ?? []) }
  })
  mockEndpoint(endpoints.remove, ({ params: { photoId: id = '' } }) =>
    photos.delete(id) ? undefined : { refuse: 'photo_not_found' },
  )
  const find = mockEndpoint(endpoints.findMine, ({ body }) => ({
    items: found(endpoints.findMine.body.parse(body).photoIds),
  }))

  renderPage(<ManagePhotos gallery={anOwnGallery(1, { sets: [party] })} isLocked={false} onBack={() => undefined} />, {
    user: ada,
  })
  const user = userEvent.setup()
  await screen.findByRole('checkbox', { name: 'Choose Photo 1' })
  for (let page = 1; page < pages.length; page += 1) {
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    const last = pages.slice(0, page + 1).reduce((sum, each) => sum + each, 0)
    await screen.findByRole('checkbox', { name: `Choose Photo ${String(last)}` })
  }
  const choose = async (...titles: readonly string[]) => {
    for (const title of titles) await user.click(screen.getByRole('checkbox', { name: `Choose ${title}` }))
  }
  const openDialog = async (button: string) => {
    await user.click(await screen.findByRole('button', { name: button }))
    return within(await screen.findByRole('dialog'))
  }
  return {
    user,
    list,
    update,
    find,
    choose,
    change,
    /** Deletes a photo elsewhere. */
    deleteElsewhere: (id: PhotoId) => photos.delete(id),
    rename: async (pattern: string) => {
      const dialog = await openDialog('Titles')
      await user.type(dialog.getByLabelText(/^Title/), pattern)
      await user.click(dialog.getByRole('button', { name: 'Set titles' }))
      return dialog
    },
    price: async (price: string) => {
      const dialog = await openDialog('Price')
      await user.type(dialog.getByLabelText(/^Price/), price)
      await user.click(dialog.getByRole('button', { name: 'Set price' }))
    },
    moveToParty: async () => {
      const dialog = await openDialog('Move to set')
      await user.selectOptions(dialog.getByLabelText('Set'), 'Party')
      await user.click(dialog.getByRole('button', { name: 'Move' }))
    },
    remove: async (count: string) => {
      await user.click(await screen.findByRole('button', { name: 'Delete' }))
      await user.click(await screen.findByRole('button', { name: `Delete ${count}` }))
    },
  }
}
const titles = () =>
  screen
    .queryAllByRole('checkbox', { name: /^Choose /, hidden: true })
    .map((box) => box.getAttribute('aria-label')?.replace('Choose ', ''))
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const holdTime = () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
}

test('many photos that were moved are renamed next, though their list lags behind', async () => {
  const { choose, moveToParty, rename } = await setup(3)
  await choose('Photo 1', 'Photo 2', 'Photo 3')
  await moveToParty()
  await toastOf('3 photos moved to Party')
  expect(screen.getAllByText('Party', { selector: 'li *' })).toHaveLength(3)

  await choose('Photo 1', 'Photo 2', 'Photo 3')
  await rename('The race')

  await toastOf('3 photos renamed')
  expect(titles()).toEqual(['The race 1', 'The race 2', 'The race 3'])
})

test('what was done to many is shown, and what is refused shows how it is elsewhere and is done by the next press', async () => {
  const { user, choose, change, rename, find } = await setup(3)
  change(photoId(2), { pricePence: pence(9_900) })
  await choose('Photo 1', 'Photo 2', 'Photo 3')

  const dialog = await rename('The race')

  await toastOf('2 photos renamed, 1 not')
  expect(titles()).toEqual(['The race 1', 'Photo 2', 'The race 3'])
  expect(screen.getByText(/^£99\.00/)).toBeDefined()
  expect(find.requests.map(({ body }) => body)).toEqual([{ photoIds: [photoId(2)] }])
  await user.click(await dialog.findByRole('button', { name: 'Set titles' }))
  await toastOf('1 photo renamed')
  expect(titles()).toEqual(['The race 1', 'The race 2', 'The race 3'])
})

test('what was done to many of a long list is told and shown without reading any of it again', async () => {
  holdTime()
  const { user, choose, list } = await setup(1, 1, 1, 1, 1, 1)
  await choose('Photo 6')
  const reads = list.requests.length
  mockEndpoint(endpoints.listMine, 'pending')

  await user.click(await screen.findByRole('button', { name: 'Feature' }))

  await toastOf('1 photo featured')
  expect(screen.getByRole('button', { name: 'Stop featuring Photo 6' })).toBeDefined()
  await wait(60_000)
  expect(list.requests).toHaveLength(reads)
})

test('a short list is read again behind what was done to many, once its index has had time to follow', async () => {
  holdTime()
  const { choose, price, list } = await setup(3)
  await choose('Photo 1', 'Photo 2')
  await price('20')
  await toastOf('2 photos have the new price')
  expect(list.requests).toHaveLength(1)
  await wait(60_000)
  expect(list.requests).toHaveLength(2)
  // It has not followed yet.
  expect(screen.getAllByText(/^£20\.00/)).toHaveLength(2)
})

test('many deleted photos stay away from a list that lags behind', async () => {
  holdTime()
  const { choose, remove, list } = await setup(3)
  await choose('Photo 1', 'Photo 2')
  await remove('2 photos')
  await toastOf('2 photos deleted')
  expect(titles()).toEqual(['Photo 3'])
  await wait(60_000)
  expect(list.requests).toHaveLength(2)
  expect(titles()).toEqual(['Photo 3'])
})

test('one deleted photo stays away from a list that lags behind', async () => {
  const { user, list } = await setup(2)
  await user.click(screen.getByRole('button', { name: 'Delete Photo 1' }))
  await user.click(await screen.findByRole('button', { name: 'Delete photo' }))
  await toastOf('Photo deleted')
  await waitFor(() => expect(list.requests).toHaveLength(2))
  await act(async () => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(titles()).toEqual(['Photo 2'])
})

test('of many, a photo that is gone already is deleted', async () => {
  const { choose, remove, deleteElsewhere } = await setup(3)
  deleteElsewhere(photoId(2))
  await choose('Photo 1', 'Photo 2')
  await remove('2 photos')
  await toastOf('2 photos deleted')
  expect(titles()).toEqual(['Photo 3'])
})

test('of many that are moved, a photo that is gone leaves the list', async () => {
  const { choose, moveToParty, deleteElsewhere } = await setup(3)
  deleteElsewhere(photoId(2))
  await choose('Photo 1', 'Photo 2')
  await moveToParty()
  await toastOf('1 photo moved to Party')
  expect(titles()).toEqual(['Photo 1', 'Photo 3'])
})

test('what was done to many before that was cancelled is shown', async () => {
  const { user, choose, update, rename, change } = await setup(6)
  const answers = Promise.withResolvers<undefined>()
  const slow = mockEndpoint(endpoints.update, async ({ params: { photoId: id = '' }, body }) => {
    await answers.promise
    return change(id, endpoints.update.body.omit({ version: true }).parse(body)) ?? { refuse: 'photo_not_found' }
  })
  await choose('Photo 1')
  await user.click(await screen.findByRole('button', { name: 'Choose all 6' }))
  const dialog = await rename('The race')
  await waitFor(() => expect(slow.requests).toHaveLength(4))
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))

  answers.resolve(undefined)

  expect(await toastOf('4 photos renamed, 2 not')).toMatchObject({ kind: 'info' })
  expect(titles()).toEqual([...[1, 2, 3, 4].map((n) => `The race ${n}`), 'Photo 5', 'Photo 6'])
  expect(update.requests).toEqual([])
})

test('a photo that is edited while many are worked on stays as it was edited', async () => {
  const { user, choose, change } = await setup(2)
  const answer = Promise.withResolvers<undefined>()
  const featured = mockEndpoint(endpoints.update, async ({ params: { photoId: id = '' } }) => {
    const saved = change(id, { isFeatured: true })
    if (id === photoId(2)) await answer.promise
    return saved ?? { refuse: 'photo_not_found' }
  })
  await choose('Photo 1', 'Photo 2')
  await user.click(await screen.findByRole('button', { name: 'Feature' }))
  await waitFor(() => expect(featured.requests).toHaveLength(2))
  mockEndpoint(endpoints.update, () => change(photoId(1), { title: 'Dusk' }) ?? { refuse: 'photo_not_found' })
  await user.click(screen.getByRole('button', { name: 'Feature Photo 1' }))
  await screen.findByText('Dusk')

  answer.resolve(undefined)

  await toastOf('2 photos featured')
  expect(screen.getByRole('button', { name: 'Stop featuring Photo 2' })).toBeDefined()
  expect(titles()).toEqual(['Dusk', 'Photo 2'])
})
