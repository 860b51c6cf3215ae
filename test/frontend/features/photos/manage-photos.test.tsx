import { onlineManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ManagePhotos } from '#frontend/features/photos/manage-photos.tsx'
import { endpointKey } from '#frontend/shared/api/endpoint-query.ts'
import { useOwnGallery } from '#frontend/shared/galleries/own-galleries.ts'
import { api } from '#schema/api/all.ts'
import type { ResponseOf } from '#schema/api/endpoint.ts'
import type { OwnPhoto } from '#schema/api/photos.ts'
import type { PhotoOrder } from '#schema/entities/photo-order.ts'
import { pence } from '#schema/money.ts'
import { galleryId, photoId } from '#test/support/frontend/builders.ts'
import { type Answer, mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { ada, anOwnPhoto } from '#test/support/frontend/own-builders.ts'
import { anOwnGallery } from '#test/support/frontend/own-gallery.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const { endpoints } = api.photos
const open = () => {
  renderPage(<ManagePhotos gallery={anOwnGallery(1)} isLocked={false} onBack={() => undefined} />, { user: ada })
  return userEvent.setup()
}

test('photos that cannot be loaded say so and can be asked for again', async () => {
  mockEndpoint(endpoints.listMine, { refuse: 'too_many_requests' })
  const user = open()
  expect(await toastOf('Error loading photos')).toMatchObject({ kind: 'destructive' })

  mockEndpoint(endpoints.listMine, { items: [anOwnPhoto(1)] })
  await user.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByText('Photo 1')).toBeDefined()
})

test('opened from far down in the list of galleries, it is read from its beginning', async () => {
  mockEndpoint(endpoints.listMine, { items: [anOwnPhoto(1)] })
  const shown: unknown[] = []
  let top = -200
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, top, 300, 900))
  Element.prototype.scrollIntoView = function (this: Element) {
    shown.push(this)
  }
  open()
  expect(shown).toEqual([await screen.findByRole('region', { name: anOwnGallery(1).title })])

  cleanup()
  top = 90
  open()
  await screen.findByText('Photo 1')
  expect(shown).toHaveLength(1)
})

test('opened in place of the list of galleries, its heading has the focus that was on what has gone', async () => {
  mockEndpoint(endpoints.listMine, { items: [anOwnPhoto(1)] })
  open()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: anOwnGallery(1).title }))
})

test('the owner sees every state of a photo, and why one failed or has no preview', async () => {
  mockEndpoint(endpoints.listMine, {
    items: [
      anOwnPhoto(1),
      anOwnPhoto(2, { state: 'failed', reason: 'This file is a PDF, not a photo.', picture: null }),
      anOwnPhoto(3, { state: 'kept', reason: 'There is no preview inside this file.', picture: null }),
      anOwnPhoto(4, { state: 'pending', picture: null }),
      anOwnPhoto(5, { state: 'taken_down', picture: null }),
    ],
  })
  open()

  const tiles = within(await screen.findByRole('list', { name: 'Photos' }))
  await tiles.findByText('For sale')
  for (const words of ['Failed', 'This file is a PDF, not a photo.', 'No preview', 'Being made ready', 'Taken down'])
    expect(tiles.getByText(words)).toBeDefined()
  // Only what can be sold can be featured.
  expect(tiles.getAllByRole('button', { name: /^Feature / })).toHaveLength(1)
})

/** How often the list is listened to: each photo's own ear would be told of all photos. */
const countedObservers = () => {
  let queries: QueryClient | undefined
  const Client = () => {
    queries = useQueryClient()
    return null
  }
  const queryKey = endpointKey(endpoints.listMine)
  return { Client, observers: () => queries?.getQueryCache().find({ queryKey, exact: false })?.getObserversCount() }
}

describe('of a gallery with more than a page of photos', () => {
  const pages: Readonly<Record<string, ResponseOf<typeof endpoints.listMine>>> = {
    first: { items: [1, 2].map((n) => anOwnPhoto(n)), nextCursor: 'second' },
    second: { items: [3, 4].map((n) => anOwnPhoto(n)), nextCursor: 'third' },
    third: { items: [anOwnPhoto(5)] },
  }
  const setup = (at?: string) => {
    const list = mockEndpoint(endpoints.listMine, ({ query }) => pages[query.cursor ?? 'first'] ?? { items: [] })
    renderPage(<ManagePhotos gallery={anOwnGallery(1)} isLocked={false} onBack={() => undefined} />, {
      user: ada,
      ...(at !== undefined && { at }),
    })
    return { list, user: userEvent.setup() }
  }
  const titles = () =>
    within(screen.getByRole('list', { name: 'Photos' }))
      .getAllByRole('checkbox')
      .map((box) => box.getAttribute('aria-label')?.replace('Choose Photo ', ''))

  test('one page is read, and more when they are wanted', async () => {
    const { list, user } = setup()
    expect(await screen.findByText('2 photos shown')).toBeDefined()
    expect(list.requests).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    await waitFor(() => expect(titles()).toEqual(['1', '2', '3', '4']))
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    await waitFor(() => expect(titles()).toEqual(['1', '2', '3', '4', '5']))
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })

  test('whoever chooses all has the rest read first', async () => {
    const { user } = setup()
    await user.click(await screen.findByRole('checkbox', { name: 'Choose Photo 1' }))
    await user.click(await screen.findByRole('button', { name: 'Choose all' }))
    expect(await screen.findByText('5 photos chosen')).toBeDefined()
  })

  test('of a large gallery all are chosen, and drawn as they are asked for', async () => {
    const items = Array.from({ length: 310 }, (_, n) => anOwnPhoto(n + 1))
    mockEndpoint(endpoints.listMine, { items })
    const { Client, observers } = countedObservers()
    renderPage(
      <>
        <ManagePhotos gallery={anOwnGallery(1)} isLocked={false} onBack={() => undefined} />
        <Client />
      </>,
      { user: ada },
    )
    // Not by role, which takes seconds among so many.
    expect(await screen.findByText('300 photos shown')).toBeDefined()
    fireEvent.click(screen.getByLabelText('Choose Photo 1'))
    fireEvent.click(await screen.findByText('Choose all 310'))
    expect(await screen.findByText('310 photos chosen')).toBeDefined()
    expect(screen.getAllByLabelText(/^Choose Photo/)).toHaveLength(300)
    expect(observers()).toBe(1)
    fireEvent.click(screen.getByText('Load more'))
    expect(screen.getAllByLabelText(/^Choose Photo/)).toHaveLength(310)
    expect(screen.queryByText('Load more')).toBeNull()
  })

  test('all are not chosen where the rest could not be read, and it is said', async () => {
    const { user } = setup()
    await user.click(await screen.findByRole('checkbox', { name: 'Choose Photo 1' }))
    mockEndpoint(endpoints.listMine, { refuse: 'invalid_cursor' })
    await user.click(await screen.findByRole('button', { name: 'Choose all' }))
    expect(await toastOf('Photos not chosen')).toMatchObject({ kind: 'destructive' })
    expect(screen.getByText('1 photo chosen')).toBeDefined()
  })

  /** The list, while something of it is being read until `answer` is called. */
  const whileRead = () => {
    const answer = Promise.withResolvers<ResponseOf<typeof endpoints.listMine>>()
    const list = mockEndpoint(endpoints.listMine, () => answer.promise)
    return { list, answer: answer.resolve }
  }
  const version = (update: { requests: { body: unknown }[] }) => update.requests.at(-1)?.body

  test('a star that was saved while the next page was read is still there, and the next press is of what was saved', async () => {
    const { user } = setup()
    await user.click(await screen.findByRole('button', { name: 'Load more' }))
    await screen.findByText('Photo 4')
    const star = screen.getByRole('button', { name: 'Feature Photo 1' })
    const { list, answer } = whileRead()
    mockEndpoint(endpoints.update, anOwnPhoto(1, { isFeatured: true, version: 3 }))
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    await waitFor(() => expect(list.requests).toHaveLength(1))
    await user.click(star)
    await screen.findByRole('button', { name: 'Stop featuring Photo 1' })

    answer({ items: [anOwnPhoto(5)] })
    await screen.findByText('Photo 5')

    const update = mockEndpoint(endpoints.update, anOwnPhoto(1, { version: 4 }))
    await user.click(screen.getByRole('button', { name: 'Stop featuring Photo 1' }))
    await waitFor(() => expect(version(update)).toEqual({ version: 3, isFeatured: false }))
    expect(list.requests.map(({ query }) => query.cursor)).toEqual(['third'])
  })

  test('a cover that was saved while the next page was read is the only one', async () => {
    mockEndpoint(endpoints.listMine, { items: [anOwnPhoto(1, { isCover: true }), anOwnPhoto(2)], nextCursor: 'second' })
    renderPage(<ManagePhotos gallery={anOwnGallery(1)} isLocked={false} onBack={() => undefined} />, { user: ada })
    const user = userEvent.setup()
    const makeCover = await screen.findByRole('button', { name: 'Make cover' })
    const { list, answer } = whileRead()
    mockEndpoint(endpoints.update, anOwnPhoto(2, { isCover: true, version: 3 }))
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    await waitFor(() => expect(list.requests).toHaveLength(1))
    await user.click(makeCover)
    const covers = () =>
      screen
        .getAllByRole('listitem')
        .filter((tile) => within(tile).queryByText('Cover'))
        .map((tile) => within(tile).getByRole('checkbox').getAttribute('aria-label'))
    await waitFor(() => expect(covers()).toEqual(['Choose Photo 2']))
    answer({ items: [anOwnPhoto(3)] })
    await screen.findByText('Photo 3')
    expect(covers()).toEqual(['Choose Photo 2'])
  })

  test('a photo that is gone stays away when the next page comes', async () => {
    const { user } = setup()
    const star = await screen.findByRole('button', { name: 'Feature Photo 1' })
    const { list, answer } = whileRead()
    mockEndpoint(endpoints.update, { refuse: 'changed_meanwhile' })
    mockEndpoint(endpoints.getMine, { refuse: 'photo_not_found' })
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    await waitFor(() => expect(list.requests).toHaveLength(1))
    await user.click(star)
    await waitFor(() => expect(titles()).toEqual(['2']))
    answer({ items: [anOwnPhoto(3)] })
    await waitFor(() => expect(titles()).toEqual(['2', '3']))
  })

  test('a cover that was saved while all pages were read again stays, and is the only one', async () => {
    const { user } = setup()
    await user.click(await screen.findByRole('button', { name: 'Load more' }))
    await screen.findByText('Photo 4')
    const { list, answer } = whileRead()
    mockEndpoint(endpoints.remove, undefined)
    await user.click(screen.getByRole('button', { name: 'Delete Photo 4' }))
    await user.click(await screen.findByRole('button', { name: 'Delete photo' }))
    await waitFor(() => expect(list.requests).toHaveLength(1))
    mockEndpoint(endpoints.update, anOwnPhoto(2, { isCover: true, version: 3 }))
    const tile = (n: number) =>
      within(screen.getByRole('checkbox', { name: `Choose Photo ${n}` }).closest('li') ?? document.body)
    await user.click(await waitFor(() => tile(2).getByRole('button', { name: 'Make cover' })))
    await tile(2).findByText('Cover')

    answer({ items: [anOwnPhoto(1, { isCover: true }), anOwnPhoto(2), anOwnPhoto(5)] })

    await screen.findByText('Photo 5')
    expect(tile(2).getByText('Cover')).toBeDefined()
    expect(tile(1).queryByText('Cover')).toBeNull()
  })

  test.each([
    [5, 'is read'],
    [6, 'is not read'],
  ] as const)('of %i pages %s again when one comes back to it or the line is back', async (count, what) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const list = mockEndpoint(endpoints.listMine, ({ query: { cursor = '1' } }) => ({
      items: [anOwnPhoto(Number(cursor))],
      ...(Number(cursor) < count && { nextCursor: String(Number(cursor) + 1) }),
    }))
    const Visits = () => {
      const [isHere, setIsHere] = useState(true)
      const gallery = anOwnGallery(1)
      return (
        <>
          <button type="button" onClick={() => setIsHere(!isHere)}>
            {isHere ? 'Away' : 'Back'}
          </button>
          {isHere && <ManagePhotos gallery={gallery} isLocked={false} onBack={() => undefined} />}
        </>
      )
    }
    renderPage(<Visits />, { user: ada })
    for (let n = 1; n < count; n += 1) {
      fireEvent.click(await screen.findByRole('button', { name: 'Load more' }))
      await screen.findByText(`Photo ${n + 1}`)
    }
    const reads = what === 'is read' ? count : 0
    await wait(60_000)
    fireEvent.click(screen.getByRole('button', { name: 'Away' }))
    fireEvent.click(screen.getByRole('button', { name: 'Back' }))
    await wait(1_000)
    expect(list.requests).toHaveLength(count + reads)

    await wait(60_000)
    act(() => onlineManager.setOnline(false))
    act(() => onlineManager.setOnline(true))
    await wait(1_000)
    expect(list.requests).toHaveLength(count + 2 * reads)
  })

  test('one photo after the other is edited over the end of a page', async () => {
    const { user } = setup(`/dashboard?edit=${photoId(2)}`)
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText('2 of 5')
    for (const title of ['Photo 3', 'Photo 4', 'Photo 5']) {
      await user.click(within(dialog).getByRole('button', { name: 'Next' }))
      await waitFor(() => expect(within(dialog).getByLabelText<HTMLInputElement>('Title').value).toBe(title))
    }
  })

  test('a photo is told its place among all of its gallery’s, not among those that were read', async () => {
    const items = Array.from({ length: 12 }, (_, n) => anOwnPhoto(n + 1))
    mockEndpoint(endpoints.listMine, ({ query }) => (query.cursor ? 'pending' : { items, nextCursor: 'more' }))
    const gallery = anOwnGallery(1, { photoCount: 5_000 })
    renderPage(<ManagePhotos gallery={gallery} isLocked={false} onBack={() => undefined} />, {
      at: `/dashboard?edit=${photoId(12)}`,
      user: ada,
    })
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit photo' }))
    expect(await dialog.findByText('12 of 5,000')).toBeDefined()
  })

  test('a link to a photo on no page that was loaded opens it', async () => {
    mockEndpoint(endpoints.getMine, anOwnPhoto(5))
    const { list } = setup(`/dashboard?edit=${photoId(5)}`)
    const dialog = within(await screen.findByRole('dialog'))
    expect((await dialog.findByLabelText<HTMLInputElement>('Title')).value).toBe('Photo 5')
    expect(await screen.findByText('2 photos shown')).toBeDefined()
    expect(list.requests).toHaveLength(1)
  })
})

describe('a link to one photo', () => {
  const openLinked = () =>
    renderPage(<ManagePhotos gallery={anOwnGallery(1)} isLocked={false} onBack={() => undefined} />, {
      at: `/dashboard?edit=${photoId(3)}`,
      user: ada,
    })

  test('opens it while the list is still being read, and its place is told once that is there', async () => {
    let answer = (_: ResponseOf<typeof endpoints.listMine>) => {}
    mockEndpoint(endpoints.listMine, () => new Promise((resolve) => (answer = resolve)))
    mockEndpoint(endpoints.getMine, anOwnPhoto(3))
    openLinked()
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit photo' }))
    expect(dialog.getByLabelText('Title')).toHaveProperty('value', 'Photo 3')
    await userEvent.type(dialog.getByLabelText('Description'), 'At dusk')
    answer({ items: [1, 2, 3, 4].map((n) => anOwnPhoto(n)) })
    expect(await dialog.findByText('3 of 4')).toBeDefined()
    expect(dialog.getByLabelText('Description')).toHaveProperty('value', 'At dusk')
  })

  test('opens none of another gallery', async () => {
    mockEndpoint(endpoints.listMine, 'pending')
    const { requests } = mockEndpoint(endpoints.getMine, anOwnPhoto(3, { galleryId: anOwnGallery(2).id }))
    openLinked()
    await waitFor(() => expect(requests).toHaveLength(1))
    await expect(screen.findByRole('dialog', {}, { timeout: 200 })).rejects.toThrow()
  })
})

test.each(['Feature Photo 1', 'Make cover'])('%s keeps the focus while it is saved', async (name) => {
  mockEndpoint(endpoints.listMine, { items: [anOwnPhoto(1)] })
  mockEndpoint(endpoints.update, 'pending')
  const user = open()
  const button = await screen.findByRole('button', { name })

  await user.click(button)

  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
  expect(document.activeElement).toBe(button)
})

test('what became the cover by a key has the focus on its badge, and it is said', async () => {
  mockEndpoint(endpoints.listMine, { items: [anOwnPhoto(1)] })
  mockEndpoint(endpoints.update, anOwnPhoto(1, { isCover: true, version: 3 }))
  const user = open()
  const button = await screen.findByRole('button', { name: 'Make cover' })
  mockEndpoint(endpoints.listMine, { items: [anOwnPhoto(1, { isCover: true, version: 3 })] })
  button.focus()

  await user.keyboard('{Enter}')

  expect(await toastOf('Cover chosen')).toEqual({ kind: 'success', description: 'Photo 1' })
  expect(document.activeElement?.textContent).toBe('Cover')
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Photo 1' }))
})

test('a star is not said to be a cover', async () => {
  mockEndpoint(endpoints.listMine, { items: [anOwnPhoto(1, { isCover: true })] })
  mockEndpoint(endpoints.update, anOwnPhoto(1, { isCover: true, isFeatured: true, version: 3 }))
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Feature Photo 1' }))
  await screen.findByRole('button', { name: 'Stop featuring Photo 1' })
  expect(screen.queryByText('Cover chosen')).toBeNull()
})

test('an edit sends title, description and prices; a price that is no number is free', async () => {
  mockEndpoint(endpoints.listMine, { items: [anOwnPhoto(1)] })
  const update = mockEndpoint(endpoints.update, anOwnPhoto(1))
  const user = open()

  await user.click(await screen.findByRole('button', { name: 'Edit Photo 1' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Description'), 'At dusk')
  await user.clear(dialog.getByLabelText(/^Price/))
  await user.click(dialog.getByRole('button', { name: 'Save' }))

  await waitFor(() => expect(update.requests).toHaveLength(1))
  expect(update.requests[0]?.params.photoId).toBe(photoId(1))
  const body = {
    ...{ version: 2, title: 'Photo 1', description: 'At dusk', pricePence: 0, webPence: null },
    isExcepted: false,
  }
  expect(update.requests[0]?.body).toEqual(body)
})

test('a photo’s Web size has a price of its own, where the photo is larger', async () => {
  mockEndpoint(endpoints.listMine, { items: [anOwnPhoto(1), anOwnPhoto(2, { hasSmallerSize: false })] })
  const update = mockEndpoint(endpoints.update, anOwnPhoto(1))
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Edit Photo 1' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/^Web size/), '6')
  expect(dialog.getByText(/2048 px at most. Empty sells the Original alone/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Next' }))
  expect(dialog.getByText(/no more than 2048 px, so that only the Original is sold/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Previous' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(update.requests).toHaveLength(1))
  expect(update.requests[0]?.body).toMatchObject({ pricePence: 1500, webPence: 600 })
})

test('an exception that a photo’s form sets says whom it comes too late for', async () => {
  mockEndpoint(endpoints.listMine, { items: [anOwnPhoto(1)] })
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Edit Photo 1' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('switch', { name: /^Keep out of whole galleries bought before/ })).toBeTruthy()
  expect(dialog.getByText(/unless they have it already: they get it within an hour of its being on sale/)).toBeTruthy()
})

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const pending = (n: number) => anOwnPhoto(n, { state: 'pending', picture: null })

test('while photos are made ready only they are asked about, and at the end what came meanwhile', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const lists = [
    { items: [pending(1), anOwnPhoto(2)], nextCursor: 'two' },
    { items: [anOwnPhoto(3)] },
    { items: [pending(4), anOwnPhoto(1), anOwnPhoto(2)], nextCursor: 'two' },
  ]
  const list = mockEndpoint(endpoints.listMine, () => lists.shift() ?? { items: [] })
  const find = mockEndpoint(endpoints.findMine, ({ body }) => ({
    items: JSON.stringify(body).includes(photoId(1)) ? [anOwnPhoto(1)] : [pending(4)],
  }))
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  await screen.findByText('Photo 3')

  await wait(5_000)

  expect(find.requests.map(({ body }) => body)).toEqual([{ photoIds: [photoId(1)] }])
  expect(list.requests.map(({ query }) => query.cursor)).toEqual([undefined, 'two', undefined])
  expect(screen.getAllByText('For sale')).toHaveLength(3)
  expect(screen.getByText('Photo 4')).toBeDefined()
  await wait(5_000)
  expect(find.requests.at(-1)?.body).toEqual({ photoIds: [photoId(4)] })
})

test('a photo that stays pending is asked about ever more rarely, and one that is deleted meanwhile goes', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const list = mockEndpoint(endpoints.listMine, { items: [pending(1), anOwnPhoto(2)] })
  const find = mockEndpoint(endpoints.findMine, { items: [pending(1)] })
  open()
  await screen.findByText('Photo 2')
  await wait(600_000)
  expect(find.requests.length).toBeGreaterThan(20)
  expect(find.requests.length).toBeLessThan(45)
  expect(list.requests).toHaveLength(1)

  mockEndpoint(endpoints.findMine, { items: [] })
  mockEndpoint(endpoints.listMine, { items: [anOwnPhoto(2)] })
  await wait(61_000)

  expect(screen.queryByText('Photo 1')).toBeNull()
  expect(screen.getByText('Photo 2')).toBeDefined()
})

test('an older answer does not take an edit back', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  mockEndpoint(endpoints.listMine, { items: [{ ...pending(1), title: 'Dusk', version: 3 }] })
  const find = mockEndpoint(endpoints.findMine, { items: [anOwnPhoto(1, { title: 'Before', version: 2 })] })
  open()
  await screen.findByText('Dusk')

  await wait(9_000)

  expect(find.requests.length).toBeGreaterThan(0)
  expect(screen.queryByText('Before')).toBeNull()
})

afterEach(() => {
  vi.useRealTimers()
})

test('a mistyped price is refused at its field: the photo does not become free', async () => {
  mockEndpoint(endpoints.listMine, { items: [anOwnPhoto(1)] })
  const update = mockEndpoint(endpoints.update, anOwnPhoto(1))
  const user = open()

  await user.click(await screen.findByRole('button', { name: 'Edit Photo 1' }))
  const dialog = within(await screen.findByRole('dialog'))
  const price = dialog.getByLabelText(/^Price/)
  await user.clear(price)
  expect(dialog.getByText('This photo is free.')).toBeDefined()
  await user.type(price, '14.999')
  expect(dialog.queryByText('This photo is free.')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Save' }))

  expect(await dialog.findByText('Please enter a price from £0 to £100,000, for example 14.99.')).toBeDefined()
  expect(update.requests).toEqual([])

  await user.clear(price)
  await user.type(price, '14,99')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(update.requests).toHaveLength(1))
  expect(update.requests[0]?.body).toMatchObject({ pricePence: 1_499 })
})

/** What is ticked, by title; also behind a dialog. */
const ticked = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox', { name: /^Choose /, hidden: true })
    .filter((box) => box.checked)
    .map((box) => box.getAttribute('aria-label')?.replace('Choose ', ''))

describe('many photos at once', () => {
  const three = [1, 2, 3].map((n) => anOwnPhoto(n, { fileName: `IMG_000${n}.jpg` }))
  const choose = async (user: ReturnType<typeof userEvent.setup>, ...names: string[]) => {
    for (const name of names) await user.click(await screen.findByRole('checkbox', { name: `Choose ${name}` }))
  }

  test('get one price, each by its own version; what is refused is said once', async () => {
    mockEndpoint(endpoints.listMine, { items: three })
    let asked = 0
    const { requests } = mockEndpoint(endpoints.update, () => {
      asked += 1
      return asked === 2 ? { refuse: 'changed_meanwhile' } : anOwnPhoto(1)
    })
    const user = open()
    await choose(user, 'Photo 1')
    await user.click(await screen.findByRole('button', { name: 'Choose all 3' }))
    await user.click(screen.getByRole('button', { name: 'Price' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'One price for all' }))
    await user.type(dialog.getByLabelText(/^Price/), '12.50')
    await user.click(dialog.getByRole('button', { name: 'Set price' }))
    expect(await toastOf('2 photos have the new price, 1 not')).toMatchObject({ kind: 'destructive' })
    expect(requests.map(({ params }) => params.photoId).toSorted()).toEqual([1, 2, 3].map(photoId))
    expect(
      requests.every(({ body }) => JSON.stringify(body) === JSON.stringify({ version: 2, pricePence: 1250 })),
    ).toBe(true)
  })

  test('get one price of the Web size, and their Original keeps its own', async () => {
    mockEndpoint(endpoints.listMine, { items: three })
    const { requests } = mockEndpoint(endpoints.update, anOwnPhoto(1))
    const user = open()
    await choose(user, 'Photo 1', 'Photo 3')
    await user.click(await screen.findByRole('button', { name: 'Price' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'One price for all' }))
    await user.selectOptions(dialog.getByLabelText('Size'), 'Web size')
    await user.type(dialog.getByLabelText(/^Web size/), '4.50')
    await user.click(dialog.getByRole('button', { name: 'Set price' }))
    await toastOf('2 photos have the new price')
    expect(requests.map(({ body }) => body)).toEqual([
      { version: 2, webPence: 450 },
      { version: 2, webPence: 450 },
    ])
  })

  test('keep their Web size where its price is left empty; that it is sold no more is a choice of its own', async () => {
    const mixed = [anOwnPhoto(1, { webPence: pence(500) }), anOwnPhoto(2), anOwnPhoto(3, { webPence: pence(700) })]
    mockEndpoint(endpoints.listMine, { items: mixed })
    const { requests } = mockEndpoint(endpoints.update, anOwnPhoto(1))
    const user = open()
    await choose(user, 'Photo 1')
    await user.click(await screen.findByRole('button', { name: 'Choose all 3' }))
    await user.click(screen.getByRole('button', { name: 'Price' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'One price for all' }))
    await user.selectOptions(dialog.getByLabelText('Size'), 'Web size')
    await user.click(dialog.getByRole('button', { name: 'Set price' }))
    expect(await dialog.findByText('Please enter a price, or choose “No Web size any more”.')).toBeTruthy()
    expect(requests).toEqual([])

    await user.selectOptions(dialog.getByLabelText('Size'), 'No Web size any more')
    expect(dialog.getByRole('status').textContent).toMatch(/^The Web size of 2 photos will no longer be sold\./)
    await user.click(dialog.getByRole('button', { name: 'Stop selling' }))
    await toastOf('3 photos sold as Original alone')
    expect(requests.map(({ body }) => body)).toEqual(mixed.map(() => ({ version: 2, webPence: null })))
  })

  test('are named by a pattern with their number', async () => {
    mockEndpoint(endpoints.listMine, { items: three })
    const { requests } = mockEndpoint(endpoints.update, anOwnPhoto(1))
    const user = open()
    await choose(user, 'Photo 1', 'Photo 3')
    await user.click(await screen.findByRole('button', { name: 'Titles' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Titles by a pattern' }))
    await user.type(dialog.getByLabelText(/^Title/), 'The race')
    expect(dialog.getByText('The first becomes “The race 1”.')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Set titles' }))
    await toastOf('2 photos renamed')
    expect(requests.map(({ body }) => body)).toEqual([
      { version: 2, title: 'The race 1' },
      { version: 2, title: 'The race 2' },
    ])
  })

  test('keep the price and the titles that were typed for them when the dialog is closed, until Cancel', async () => {
    mockEndpoint(endpoints.listMine, { items: three })
    const user = open()
    await choose(user, 'Photo 1', 'Photo 3')
    const reopen = async (button: string) => {
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await user.click(screen.getByRole('button', { name: button }))
      return within(await screen.findByRole('dialog'))
    }
    await user.click(await screen.findByRole('button', { name: 'Price' }))
    const price = within(await screen.findByRole('dialog'))
    await user.selectOptions(price.getByLabelText('Size'), 'Web size')
    await user.type(price.getByLabelText(/^Web size/), '4.50')
    const priceAgain = await reopen('Price')
    expect(priceAgain.getByLabelText<HTMLInputElement>(/^Web size/).value).toBe('4.50')
    // Emptied to type another one, it is still the Web size that gets it.
    await user.clear(priceAgain.getByLabelText(/^Web size/))
    expect(priceAgain.getByLabelText<HTMLSelectElement>('Size').value).toBe('web')
    // Opened without a price on "Web size", one press would sell none of them any more.
    expect((await reopen('Price')).getByLabelText<HTMLSelectElement>('Size').value).toBe('original')
    const titles = await reopen('Titles')
    await user.type(titles.getByLabelText(/^Title/), 'The race')
    const titlesAgain = await reopen('Titles')
    expect(titlesAgain.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('The race')
    expect(titlesAgain.getByText('What you typed before is still here.')).toBeDefined()
    await user.click(titlesAgain.getByRole('button', { name: 'Cancel' }))
    expect((await reopen('Titles')).getByLabelText<HTMLInputElement>(/^Title/).value).toBe('')
  })

  test('are featured, and deleted once that was confirmed', async () => {
    mockEndpoint(endpoints.listMine, { items: three })
    const update = mockEndpoint(endpoints.update, anOwnPhoto(1))
    const remove = mockEndpoint(endpoints.remove, undefined)
    const user = open()
    await choose(user, 'Photo 1', 'Photo 2')
    await user.click(await screen.findByRole('button', { name: 'Feature' }))
    await waitFor(() => expect(update.requests.map(({ body }) => body)).toHaveLength(2))
    expect(update.requests[0]?.body).toEqual({ version: 2, isFeatured: true })
    await toastOf('2 photos featured')
    await waitFor(() => expect(ticked()).toEqual([]))
    await choose(user, 'Photo 1', 'Photo 2')
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(remove.requests).toEqual([])
    await user.click(await screen.findByRole('button', { name: 'Delete 2 photos' }))
    await waitFor(() => expect(remove.requests.map(({ params }) => params.photoId)).toEqual([photoId(1), photoId(2)]))
  })
})

describe('ticks of photos', () => {
  const tick = async (user: ReturnType<typeof userEvent.setup>, ...numbers: number[]) => {
    for (const n of numbers) await user.click(await screen.findByRole('checkbox', { name: `Choose Photo ${n}` }))
  }
  const reload = () => {
    cleanup()
    return open()
  }

  test('outlive a reload, and are let go by Clear', async () => {
    mockEndpoint(endpoints.listMine, { items: [1, 2, 3].map((n) => anOwnPhoto(n)) })
    await tick(open(), 1, 3)
    const user = reload()
    expect(await screen.findByText('2 photos chosen')).toBeDefined()
    expect(ticked()).toEqual(['Photo 1', 'Photo 3'])
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    reload()
    await screen.findByText('Photo 1')
    expect(ticked()).toEqual([])
  })

  test('are another gallery’s not, nor another person’s', async () => {
    mockEndpoint(endpoints.listMine, { items: [anOwnPhoto(1)] })
    await tick(open(), 1)
    cleanup()
    renderPage(<ManagePhotos gallery={anOwnGallery(2)} isLocked={false} onBack={() => undefined} />, { user: ada })
    await screen.findByText('Photo 1')
    expect(ticked()).toEqual([])
    cleanup()
    const other = { ...ada, userId: '00000000-0000-4000-8000-000000000002' }
    renderPage(<p>Signed in</p>, { user: other })
    await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).not.toContain(photoId(1)))
  })

  test('on later pages have those read, and the ones of deleted photos are dropped', async () => {
    mockEndpoint(endpoints.listMine, { items: [1, 2, 3, 4].map((n) => anOwnPhoto(n)) })
    await tick(open(), 1, 2, 3)
    const list = mockEndpoint(endpoints.listMine, ({ query }) =>
      query.cursor ? { items: [anOwnPhoto(3)] } : { items: [anOwnPhoto(1), anOwnPhoto(4)], nextCursor: 'second' },
    )
    reload()
    expect(await screen.findByText('2 photos chosen')).toBeDefined()
    expect(list.requests).toHaveLength(2)
    expect(JSON.stringify({ ...sessionStorage })).not.toContain(photoId(2))
  })

  test('of a photo that is deleted the next one takes the focus, and it is said', async () => {
    mockEndpoint(endpoints.listMine, { items: [anOwnPhoto(1), anOwnPhoto(2)] })
    mockEndpoint(endpoints.remove, undefined)
    const user = open()
    const button = await screen.findByRole('button', { name: 'Delete Photo 1' })
    mockEndpoint(endpoints.listMine, { items: [anOwnPhoto(2)] })
    await user.click(button)
    await user.click(await screen.findByRole('button', { name: 'Delete photo' }))
    expect(await toastOf('Photo deleted')).toEqual({ kind: 'success', description: 'Photo 1' })
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Choose Photo 2' })))
  })

  test('of a photo that is deleted alone do not read the whole gallery', async () => {
    mockEndpoint(endpoints.listMine, { items: [anOwnPhoto(1), anOwnPhoto(2)], nextCursor: 'second' })
    const remove = mockEndpoint(endpoints.remove, undefined)
    const user = open()
    await tick(user, 1, 2)
    const list = mockEndpoint(endpoints.listMine, ({ query }) =>
      query.cursor ? { items: [anOwnPhoto(3)] } : { items: [anOwnPhoto(2)], nextCursor: 'second' },
    )
    await user.click(screen.getByRole('button', { name: 'Delete Photo 1' }))
    await user.click(await screen.findByRole('button', { name: 'Delete photo' }))
    expect(await screen.findByText('1 photo chosen')).toBeDefined()
    expect(remove.requests).toHaveLength(1)
    expect(list.requests.filter(({ query }) => query.cursor)).toEqual([])
  })

  test('stay where some were refused, in a dialog with what was typed, and go once it is done', async () => {
    mockEndpoint(endpoints.listMine, { items: [1, 2, 3].map((n) => anOwnPhoto(n)) })
    mockEndpoint(endpoints.update, ({ params }) =>
      params.photoId === photoId(2) ? { refuse: 'changed_meanwhile' } : anOwnPhoto(1),
    )
    const user = open()
    await tick(user, 1, 2, 3)
    await user.click(await screen.findByRole('button', { name: 'Titles' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Titles by a pattern' }))
    await user.type(dialog.getByLabelText(/^Title/), 'The race')
    await user.click(dialog.getByRole('button', { name: 'Set titles' }))
    await toastOf('2 photos renamed, 1 not')
    await waitFor(() => expect(ticked()).toEqual(['Photo 2']))
    expect(dialog.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('The race')
    const { requests } = mockEndpoint(endpoints.update, anOwnPhoto(1))
    await user.click(await dialog.findByRole('button', { name: 'Set titles' }))
    await toastOf('1 photo renamed')
    // Its number is the one that it had among the three.
    expect(requests.map(({ body }) => body)).toEqual([{ version: 2, title: 'The race 2' }])
    await waitFor(() => expect(ticked()).toEqual([]))
    expect(screen.queryByRole('dialog')).toBeNull()
    reload()
    await screen.findByText('Photo 1')
    expect(ticked()).toEqual([])
  })

  test('on a page that comes while titles are typed are numbered after those that were there', async () => {
    mockEndpoint(endpoints.listMine, { items: [1, 2, 3, 4].map((n) => anOwnPhoto(n)) })
    await tick(open(), 1, 2, 4)
    const later = Promise.withResolvers<ResponseOf<typeof endpoints.listMine>>()
    mockEndpoint(endpoints.listMine, ({ query }) =>
      query.cursor ? later.promise : { items: [anOwnPhoto(1), anOwnPhoto(2)], nextCursor: 'second' },
    )
    const { requests } = mockEndpoint(endpoints.update, anOwnPhoto(1))
    const user = reload()
    await user.click(await screen.findByRole('button', { name: 'Titles' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Titles by a pattern' }))
    await user.type(dialog.getByLabelText(/^Title/), 'The race')
    later.resolve({ items: [anOwnPhoto(3), anOwnPhoto(4)] })
    await dialog.findByText('3 photos')
    await user.click(dialog.getByRole('button', { name: 'Set titles' }))
    await toastOf('3 photos renamed')
    expect(requests.map(({ params, body }) => [params.photoId, body])).toEqual([
      [photoId(1), { version: 2, title: 'The race 1' }],
      [photoId(2), { version: 2, title: 'The race 2' }],
      [photoId(4), { version: 2, title: 'The race 3' }],
    ])
  })

  /** Two photos are named by “The race {n}”, of which the second is refused; the dialog is closed then. */
  const leaveSecond = async () => {
    mockEndpoint(endpoints.listMine, { items: [1, 2].map((n) => anOwnPhoto(n)) })
    mockEndpoint(endpoints.update, ({ params }) =>
      params.photoId === photoId(2) ? { refuse: 'changed_meanwhile' } : anOwnPhoto(1),
    )
    const user = open()
    await tick(user, 1, 2)
    const titles = async () => {
      await user.click(await screen.findByRole('button', { name: 'Titles' }))
      return within(await screen.findByRole('dialog', { name: 'Titles by a pattern' }))
    }
    const dialog = await titles()
    await user.type(dialog.getByLabelText(/^Title/), 'The race {{n}')
    await user.click(dialog.getByRole('button', { name: 'Set titles' }))
    await toastOf('1 photo renamed, 1 not')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    return { user, titles }
  }

  test('that stay where some were refused find what was typed again, and nothing once all is done', async () => {
    const { user, titles } = await leaveSecond()
    const again = await titles()
    expect(again.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('The race {n}')
    const { requests } = mockEndpoint(endpoints.update, anOwnPhoto(1))
    await user.click(again.getByRole('button', { name: 'Set titles' }))
    await toastOf('1 photo renamed')
    // Its number is its own, as if none had been refused.
    expect(requests.map(({ body }) => body)).toMatchObject([{ title: 'The race 2' }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await tick(user, 1)
    expect((await titles()).getByLabelText<HTMLInputElement>(/^Title/).value).toBe('')
  })

  test('that were left of one pattern are numbered from one by another', async () => {
    const { user, titles } = await leaveSecond()
    const again = await titles()
    const { requests } = mockEndpoint(endpoints.update, anOwnPhoto(2))
    await user.clear(again.getByLabelText(/^Title/))
    await user.type(again.getByLabelText(/^Title/), 'Speeches {{n}')
    await user.click(again.getByRole('button', { name: 'Set titles' }))
    await toastOf('1 photo renamed')
    expect(requests.map(({ body }) => body)).toMatchObject([{ title: 'Speeches 1' }])
  })

  test('leave the focus at the first of their photos when they are cleared, or done with', async () => {
    mockEndpoint(endpoints.listMine, { items: [1, 2, 3].map((n) => anOwnPhoto(n)) })
    mockEndpoint(endpoints.update, anOwnPhoto(2))
    const user = open()
    await tick(user, 2, 3)
    const press = async (name: string) => {
      const button = await screen.findByRole('button', { name })
      button.focus()
      await user.keyboard('{Enter}')
    }
    await press('Clear')
    const first = screen.getByRole('checkbox', { name: 'Choose Photo 2' })
    expect(document.activeElement).toBe(first)
    await tick(user, 2)
    await press('Choose all 3')
    // Not on Clear, which a second press would take all choices away with.
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Price' }))
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    // Who points stays where they look.
    expect(document.activeElement).toBe(document.body)
    await tick(user, 2, 3)
    await press('Choose all 3')
    await user.click(screen.getByRole('checkbox', { name: 'Choose Photo 1' }))
    await user.click(screen.getByRole('button', { name: 'Titles' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Titles by a pattern' }))
    await user.type(dialog.getByLabelText(/^Title/), 'The race{Enter}')
    await toastOf('2 photos renamed')
    await waitFor(() => expect(document.activeElement).toBe(first))
    await act(async () => new Promise((resolve) => setTimeout(resolve, 100)))
    expect(document.activeElement).toBe(first)
  })

  test('leave the focus on the gallery’s name when their photos are deleted', async () => {
    const list = mockEndpoint(endpoints.listMine, { items: [1, 2].map((n) => anOwnPhoto(n)) })
    mockEndpoint(endpoints.remove, undefined)
    const user = open()
    await tick(user, 1)
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const remove = await screen.findByRole('button', { name: 'Delete 1 photo' })
    mockEndpoint(endpoints.listMine, { items: [anOwnPhoto(2)] })
    remove.focus()
    await user.keyboard('{Enter}')
    await toastOf('1 photo deleted')
    expect(list.requests).toHaveLength(1)
    await waitFor(() => expect(document.activeElement?.textContent).toBe(anOwnGallery(1).title))
  })

  test('that are set while others are at work stay', async () => {
    mockEndpoint(endpoints.listMine, { items: [1, 2, 3].map((n) => anOwnPhoto(n)) })
    const answer = Promise.withResolvers<OwnPhoto>()
    mockEndpoint(endpoints.update, () => answer.promise)
    const user = open()
    await tick(user, 1, 2)
    await user.click(await screen.findByRole('button', { name: 'Feature' }))
    await tick(user, 3)
    answer.resolve(anOwnPhoto(1))
    await toastOf('2 photos featured')
    await waitFor(() => expect(ticked()).toEqual(['Photo 3']))
    reload()
    await screen.findByText('Photo 1')
    expect(ticked()).toEqual(['Photo 3'])
  })
})

test('many photos are deleted no further once that is cancelled, and how far it came is said', async () => {
  const six = [1, 2, 3, 4, 5, 6].map((n) => anOwnPhoto(n))
  mockEndpoint(endpoints.listMine, { items: six })
  const answer = Promise.withResolvers<undefined>()
  const remove = mockEndpoint(endpoints.remove, () => answer.promise)
  const user = open()
  await user.click(await screen.findByRole('checkbox', { name: 'Choose Photo 1' }))
  await user.click(await screen.findByRole('button', { name: 'Choose all 6' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'Delete 6 photos' }))
  // So many are asked for at once; they cannot be called back.
  await waitFor(() => expect(remove.requests).toHaveLength(4))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  // Another dialog is none of the late answer's business.
  await user.click(screen.getByRole('button', { name: 'Titles' }))
  await screen.findByRole('dialog', { name: 'Titles by a pattern' })

  mockEndpoint(endpoints.listMine, { items: six.slice(4) })
  answer.resolve(undefined)

  expect(await toastOf('4 photos deleted, 2 not')).toMatchObject({ kind: 'info' })
  expect(remove.requests).toHaveLength(4)
  await waitFor(() => expect(ticked()).toEqual(['Photo 5', 'Photo 6']))
  expect(screen.getByRole('dialog', { name: 'Titles by a pattern' })).toBeDefined()
})

test('the late answer to what was cancelled closes no dialog of other photos', async () => {
  mockEndpoint(endpoints.listMine, { items: [1, 2, 3].map((n) => anOwnPhoto(n)) })
  const answer = Promise.withResolvers<undefined>()
  const remove = mockEndpoint(endpoints.remove, () => answer.promise)
  const user = open()
  await user.click(await screen.findByRole('checkbox', { name: 'Choose Photo 1' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'Delete 1 photo' }))
  await waitFor(() => expect(remove.requests).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await user.click(screen.getByRole('checkbox', { name: 'Choose Photo 3' }))
  await user.click(screen.getByRole('button', { name: 'Titles' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Titles by a pattern' }))
  await user.type(dialog.getByLabelText(/^Title/), 'The race')

  mockEndpoint(endpoints.listMine, { items: [2, 3].map((n) => anOwnPhoto(n)) })
  answer.resolve(undefined)

  await toastOf('1 photo deleted')
  await waitFor(() => expect(ticked()).toEqual(['Photo 3']))
  await act(async () => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(dialog.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('The race')
  expect(screen.getByRole('dialog', { name: 'Titles by a pattern' })).toBeDefined()
})

test('the edit dialog shows the picture and goes to the next and the one before', async () => {
  mockEndpoint(endpoints.listMine, { items: [anOwnPhoto(1), anOwnPhoto(2)] })
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Edit Photo 1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit photo' }))
  expect(await dialog.findByRole('img', { name: 'Photo 1' })).toBeDefined()
  expect(dialog.getByText('1 of 2')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Photo 2'))
  const next = screen.getByRole('button', { name: 'Next' })
  expect(next.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(next)
  await user.click(screen.getByRole('button', { name: 'Previous' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Photo 1'))
})

test('the answer to a save closes the dialog of the photo that was saved, and not the next one', async () => {
  mockEndpoint(endpoints.listMine, { items: [anOwnPhoto(1), anOwnPhoto(2)] })
  const answer = Promise.withResolvers<OwnPhoto>()
  const { requests } = mockEndpoint(endpoints.update, () => answer.promise)
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Edit Photo 1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit photo' }))
  await user.type(dialog.getByLabelText('Description'), 'At dusk')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(requests).toHaveLength(1))
  await user.click(dialog.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>('Title').value).toBe('Photo 2'))
  await user.type(dialog.getByLabelText('Description'), 'At dawn')
  const list = mockEndpoint(endpoints.listMine, { items: [anOwnPhoto(1), anOwnPhoto(2)] })

  answer.resolve(anOwnPhoto(1))

  await waitFor(() => expect(list.requests).toHaveLength(1))
  await act(async () => new Promise((resolve) => setTimeout(resolve, 100)))
  expect(dialog.getByLabelText<HTMLInputElement>('Description').value).toBe('At dawn')
  expect(screen.getByTestId('address').textContent).toBe(`/?edit=${photoId(2)}`)

  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByTestId('address').textContent).toBe('/')
})

test.each([
  ['too_many_requests', 'Next'],
  ['changed_meanwhile', 'Close'],
] as const)(
  'a save that is refused (%s) after %s names its photo, and leads back to what was typed',
  async (refuse, way) => {
    mockEndpoint(endpoints.listMine, { items: [anOwnPhoto(1), anOwnPhoto(2)] })
    const answer = Promise.withResolvers<{ refuse: typeof refuse }>()
    const { requests } = mockEndpoint(endpoints.update, () => answer.promise)
    const user = open()
    await user.click(await screen.findByRole('button', { name: 'Edit Photo 1' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit photo' }))
    await user.type(dialog.getByLabelText('Description'), 'At dusk')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(requests).toHaveLength(1))
    await user.click(dialog.getByRole('button', { name: way }))
    if (way === 'Next')
      await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>('Title').value).toBe('Photo 2'))
    else await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    answer.resolve({ refuse })

    expect(await toastOf('“Photo 1” not saved')).toMatchObject({ kind: 'destructive' })
    await user.click(screen.getByRole('button', { name: 'Go back to it' }))
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Photo 1'))
    expect(screen.getByLabelText<HTMLInputElement>('Description').value).toBe('At dusk')
  },
)

test('a save that is refused after Cancel leads back to nothing', async () => {
  mockEndpoint(endpoints.listMine, { items: [anOwnPhoto(1)] })
  const answer = Promise.withResolvers<{ refuse: 'too_many_requests' }>()
  const { requests } = mockEndpoint(endpoints.update, () => answer.promise)
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Edit Photo 1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit photo' }))
  await user.type(dialog.getByLabelText('Description'), 'At dusk')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(requests).toHaveLength(1))
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  answer.resolve({ refuse: 'too_many_requests' })
  await toastOf('“Photo 1” not saved')
  expect(screen.queryByRole('button', { name: 'Go back to it' })).toBeNull()
})

describe('the order of a gallery’s photos', () => {
  const openOrdered = (photoOrder: PhotoOrder, isLocked = false) => {
    renderPage(
      <ManagePhotos gallery={anOwnGallery(1, { photoOrder })} isLocked={isLocked} onBack={() => undefined} />,
      { user: ada },
    )
    return userEvent.setup()
  }
  const three = [anOwnPhoto(1), anOwnPhoto(2), anOwnPhoto(3)]
  const titles = () =>
    screen.getAllByRole('checkbox', { name: /^Choose / }).map((each) => each.getAttribute('aria-label'))

  test('is chosen where they are looked at', async () => {
    const list = mockEndpoint(endpoints.listMine, { items: three })
    const update = mockEndpoint(api.galleries.endpoints.update, anOwnGallery(1, { photoOrder: 'captured' }))
    const user = openOrdered('featured')

    await user.selectOptions(await screen.findByLabelText('Order of photos'), 'As they were taken')

    await waitFor(() => expect(update.requests).toHaveLength(1))
    expect(update.requests[0]?.body).toEqual({ version: anOwnGallery(1).version, photoOrder: 'captured' })
    expect(screen.queryByRole('button', { name: 'Move Photo 1 later' })).toBeNull()
    await waitFor(() => expect(list.requests).toHaveLength(2))
    // Once more, since it lags behind the photos.
    await waitFor(() => expect(list.requests).toHaveLength(3))
  })

  test('that was refused because the gallery was changed meanwhile can be chosen again', async () => {
    const { mine, update } = api.galleries.endpoints
    mockEndpoint(mine, { items: [anOwnGallery(1)] })
    mockEndpoint(endpoints.listMine, { items: three })
    const current = anOwnGallery(1, { version: 2, title: 'Renamed' })
    mockEndpoint(update, { refuse: 'changed_meanwhile', details: { current } })
    const Opened = () => {
      const gallery = useOwnGallery(galleryId(1))
      return gallery && <ManagePhotos gallery={gallery} isLocked={false} onBack={() => undefined} />
    }
    renderPage(<Opened />, { user: ada })
    const user = userEvent.setup()
    const order = await screen.findByLabelText('Order of photos')
    mockEndpoint(mine, { items: [current] })

    await user.selectOptions(order, 'As they were taken')
    expect(await toastOf('Order not changed')).toMatchObject({ kind: 'destructive' })
    await screen.findByRole('heading', { name: 'Renamed' })
    await waitFor(() => expect(order).toHaveProperty('value', 'featured'))
    const again = mockEndpoint(update, anOwnGallery(1, { version: 3, photoOrder: 'captured' }))
    await user.selectOptions(order, 'As they were taken')

    await waitFor(() =>
      expect(again.requests.map(({ body }) => body)).toEqual([{ version: 2, photoOrder: 'captured' }]),
    )
  })

  test('is chosen again, and told to be under way, while the list is read from its first page', async () => {
    const { mine, getMine, update } = api.galleries.endpoints
    mockEndpoint(mine, { items: [anOwnGallery(1)] })
    const list = mockEndpoint(endpoints.listMine, ({ query }) =>
      query.cursor ? { items: [anOwnPhoto(3)] } : { items: three.slice(0, 2), nextCursor: 'second' },
    )
    const Opened = () => {
      const gallery = useOwnGallery(galleryId(1))
      return gallery && <ManagePhotos gallery={gallery} isLocked={false} onBack={() => undefined} />
    }
    renderPage(<Opened />, { user: ada })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Load more' }))
    await screen.findByText('Photo 3')
    const chosen = anOwnGallery(1, { version: 2, photoOrder: 'captured', isOrdering: true })
    mockEndpoint(update, chosen)
    mockEndpoint(getMine, chosen)
    mockEndpoint(mine, 'pending')
    const reads = mockEndpoint(endpoints.listMine, 'pending')
    const order = screen.getByLabelText('Order of photos')

    await user.selectOptions(order, 'As they were taken')

    expect(await screen.findByText(/^The photos are being put into this order/)).toBeDefined()
    expect(reads.requests.map(({ query }) => query.cursor)).toEqual([undefined])
    expect(titles()).toEqual(['Choose Photo 1', 'Choose Photo 2'])
    expect(list.requests).toHaveLength(2)
    const again = mockEndpoint(update, { ...chosen, version: 3, photoOrder: 'hand' })
    await user.selectOptions(order, 'By hand')
    await waitFor(() => expect(again.requests.map(({ body }) => body)).toEqual([{ version: 2, photoOrder: 'hand' }]))
    await waitFor(() => expect(order).toHaveProperty('value', 'hand'))
  })

  test('chosen again before the first choice was answered is shown at once, and sent after it', async () => {
    mockEndpoint(endpoints.listMine, { items: three })
    let answer: () => void = () => undefined
    const first = mockEndpoint(api.galleries.endpoints.update, async () => {
      await new Promise<void>((resolve) => (answer = resolve))
      return anOwnGallery(1, { version: 2, photoOrder: 'captured' })
    })
    const user = openOrdered('featured')
    const order = await screen.findByLabelText('Order of photos')
    await user.selectOptions(order, 'As they were taken')
    await waitFor(() => expect(first.requests).toHaveLength(1))

    await user.selectOptions(order, 'By hand')
    expect(order).toHaveProperty('value', 'hand')
    const second = mockEndpoint(api.galleries.endpoints.update, anOwnGallery(1, { version: 3, photoOrder: 'hand' }))
    answer()

    await waitFor(() => expect(second.requests.map(({ body }) => body)).toEqual([{ version: 2, photoOrder: 'hand' }]))
  })

  test('by hand each photo goes earlier and later, seen at once, with the focus on its button', async () => {
    mockEndpoint(endpoints.listMine, { items: three })
    const move = mockEndpoint(endpoints.move, undefined)
    const user = openOrdered('hand')

    await user.click(await screen.findByRole('button', { name: 'Move Photo 3 earlier' }))
    expect(titles()).toEqual(['Choose Photo 1', 'Choose Photo 3', 'Choose Photo 2'])
    await user.keyboard('{Enter}')
    expect(titles()).toEqual(['Choose Photo 3', 'Choose Photo 1', 'Choose Photo 2'])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Photo 3 earlier' }))
    await user.keyboard('{Enter}')

    await waitFor(() => expect(move.requests).toHaveLength(2))
    expect(move.requests).toMatchObject([
      { params: { photoId: photoId(3) }, body: { after: photoId(1) } },
      { params: { photoId: photoId(3) }, body: { after: null } },
    ])
  })

  test('by hand it is said where a photo has come to stand, and that it goes no further', async () => {
    mockEndpoint(endpoints.listMine, { items: three })
    mockEndpoint(endpoints.move, undefined)
    const user = openOrdered('hand')
    const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)

    await user.click(await screen.findByRole('button', { name: 'Move Photo 3 earlier' }))
    expect(said()).toContain('Photo 3, 2 of 3')
    await user.keyboard('{Enter}')
    expect(said()).toContain('Photo 3, 1 of 3')
    await user.keyboard('{Enter}')
    expect(said()).toContain('Photo 3 goes no further, 1 of 3')
    await user.click(screen.getByRole('button', { name: 'Move Photo 2 later' }))
    expect(said()).toContain('Photo 2 goes no further, 3 of 3')
  })

  test('by hand the last photo that is loaded goes further once more of them are', async () => {
    mockEndpoint(endpoints.listMine, { items: three, nextCursor: 'second' })
    const gallery = anOwnGallery(1, { photoOrder: 'hand', photoCount: 5_000 })
    renderPage(<ManagePhotos gallery={gallery} isLocked={false} onBack={() => undefined} />, { user: ada })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Move Photo 3 later' }))
    const said = screen.getAllByRole('status').map(({ textContent }) => textContent)
    expect(said).toContain('Photo 3 goes no further until more are loaded, 3 of 5,000')
  })

  test('by hand a photo that is dropped on another stands where that one stood', async () => {
    mockEndpoint(endpoints.listMine, { items: three })
    const move = mockEndpoint(endpoints.move, undefined)
    openOrdered('hand')
    await screen.findByText('Photo 1')
    const tiles = within(screen.getByRole('list', { name: 'Photos' })).getAllByRole('listitem')
    const dataTransfer = { setData: () => undefined, effectAllowed: '' }
    const [first, , third] = tiles
    if (!first || !third) throw new Error('Three photos were expected.')

    fireEvent.dragStart(first, { dataTransfer })
    fireEvent.dragOver(third, { dataTransfer })
    fireEvent.drop(third, { dataTransfer })

    await waitFor(() => expect(titles()).toEqual(['Choose Photo 2', 'Choose Photo 3', 'Choose Photo 1']))
    await waitFor(() => expect(move.requests).toHaveLength(1))
    expect(move.requests[0]?.body).toEqual({ after: photoId(3) })
  })

  test('of thousands is told while it is not yet that of all, and read when it is', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const list = mockEndpoint(endpoints.listMine, { items: three })
    const running = anOwnGallery(1, { photoOrder: 'hand', isOrdering: true })
    mockEndpoint(api.galleries.endpoints.getMine, running)
    renderPage(<ManagePhotos gallery={running} isLocked={false} onBack={() => undefined} />, { user: ada })
    expect(await screen.findByText(/^The photos are being put into this order/)).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Move / })).toBeNull()

    const own = mockEndpoint(api.galleries.endpoints.getMine, { ...running, isOrdering: false })
    await wait(3_000)
    expect(screen.queryByText(/^The photos are being put into this order/)).toBeNull()
    expect(screen.getByRole('button', { name: 'Move Photo 1 later' })).toBeDefined()
    // The list lags behind the photos.
    expect(list.requests).toHaveLength(1)
    await wait(2_000)
    expect(list.requests).toHaveLength(2)
    await wait(60_000)
    expect(list.requests).toHaveLength(3)
    expect(own.requests).toHaveLength(1)
  })

  test('of a gallery that is gone is not asked about without end', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    mockEndpoint(endpoints.listMine, { items: three })
    const own = mockEndpoint(api.galleries.endpoints.getMine, { refuse: 'gallery_not_found' })
    const running = anOwnGallery(1, { photoOrder: 'hand', isOrdering: true })
    renderPage(<ManagePhotos gallery={running} isLocked={false} onBack={() => undefined} />, { user: ada })
    await screen.findByText('Photo 1')
    await wait(60_000)
    expect(own.requests).toHaveLength(1)
  })

  test('a move that is refused is taken back once no further one is made, and the list has had its time', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    mockEndpoint(endpoints.listMine, { items: three })
    mockEndpoint(endpoints.move, { refuse: 'changed_meanwhile' })
    openOrdered('hand')
    const later = await screen.findByRole('button', { name: 'Move Photo 1 later' })
    const reads = mockEndpoint(endpoints.listMine, { items: three })
    fireEvent.click(later)
    await wait(1_000)
    expect(reads.requests).toHaveLength(0)
    mockEndpoint(endpoints.move, undefined)
    fireEvent.click(later)
    await wait(1_000)
    expect(reads.requests).toHaveLength(0)
    await wait(1_000)
    expect(reads.requests).toHaveLength(1)
  })

  test('a move that is refused is taken back, and says why', async () => {
    mockEndpoint(endpoints.listMine, { items: three })
    mockEndpoint(endpoints.move, { refuse: 'changed_meanwhile' })
    const user = openOrdered('hand')

    await user.click(await screen.findByRole('button', { name: 'Move Photo 1 later' }))

    expect(await toastOf('Photo not moved')).toMatchObject({ kind: 'destructive' })
    const read = ['Choose Photo 1', 'Choose Photo 2', 'Choose Photo 3']
    await waitFor(() => expect(titles()).toEqual(read))
  })

  test('a move that is refused says so where the next one is not', async () => {
    mockEndpoint(endpoints.listMine, { items: three })
    const answers: Answer<typeof endpoints.move>[] = [{ refuse: 'unavailable' }]
    const move = mockEndpoint(endpoints.move, () => answers.shift())
    const user = openOrdered('hand')

    await user.click(await screen.findByRole('button', { name: 'Move Photo 1 later' }))
    await user.click(screen.getByRole('button', { name: 'Move Photo 3 earlier' }))

    await waitFor(() => expect(move.requests).toHaveLength(2))
    expect(await toastOf('Photo not moved')).toMatchObject({ kind: 'destructive' })
  })

  test('a move is not taken back by a list that was being read meanwhile, which is read once more', async () => {
    mockEndpoint(endpoints.listMine, { items: three })
    const saved = anOwnPhoto(1, { isFeatured: true, version: 2 })
    mockEndpoint(endpoints.update, saved)
    const user = openOrdered('hand')
    const star = await screen.findByRole('button', { name: 'Feature Photo 1' })
    const older = Promise.withResolvers<ResponseOf<typeof endpoints.listMine>>()
    const reads = mockEndpoint(endpoints.listMine, () => older.promise)
    const moved = Promise.withResolvers<undefined>()
    mockEndpoint(endpoints.move, () => moved.promise)
    await user.click(star)
    await waitFor(() => expect(reads.requests).toHaveLength(1))

    await user.click(screen.getByRole('button', { name: 'Move Photo 3 earlier' }))
    older.resolve({ items: [saved, anOwnPhoto(2), anOwnPhoto(3)] })
    await act(async () => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(titles()).toEqual(['Choose Photo 1', 'Choose Photo 3', 'Choose Photo 2'])

    const again = mockEndpoint(endpoints.listMine, { items: [saved, anOwnPhoto(3), anOwnPhoto(2), anOwnPhoto(4)] })
    moved.resolve(undefined)
    await screen.findByText('Photo 4')
    expect(again.requests).toHaveLength(1)
  })

  test('by hand a photo that was made ready stands at its place before another is put beside it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const waiting = anOwnPhoto(4, { state: 'pending', picture: null })
    mockEndpoint(endpoints.listMine, { items: [waiting, ...three] })
    openOrdered('hand')
    await screen.findByText('Being made ready')
    mockEndpoint(endpoints.findMine, { items: [anOwnPhoto(4)] })
    mockEndpoint(endpoints.listMine, { items: [...three, anOwnPhoto(4)] })

    await wait(5_000)

    await waitFor(() => expect(titles()).toEqual([1, 2, 3, 4].map((n) => `Choose Photo ${String(n)}`)))
  })

  /** A gallery by hand of so many pages, all loaded; the first photos are pending, and become ready one at each look. */
  const openWhileReadied = async (pageCount: number, pendingCount: number) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let looks = 0
    const photo = (n: number) => (n <= pendingCount && n > looks ? pending(n) : anOwnPhoto(n, { version: 3 }))
    const list = mockEndpoint(endpoints.listMine, ({ query: { cursor = '1' } }) => {
      const n = Number(cursor)
      const items = n === 1 ? [1, 2, 3].map(photo) : []
      return { items: [...items, anOwnPhoto(10 + n)], ...(n < pageCount && { nextCursor: String(n + 1) }) }
    })
    mockEndpoint(endpoints.findMine, ({ body }) => {
      looks += 1
      return { items: [1, 2, 3].map(photo).filter(({ id }) => JSON.stringify(body).includes(id)) }
    })
    openOrdered('hand')
    for (let n = 1; n < pageCount; n += 1) {
      fireEvent.click(await screen.findByRole('button', { name: 'Load more' }))
      await screen.findByText(`Photo ${11 + n}`)
    }
    return list
  }

  test('by hand a long list is read once when no photo is being made ready any more', async () => {
    const list = await openWhileReadied(6, 2)
    await wait(5_000)
    expect(screen.getAllByText('Being made ready')).toHaveLength(1)
    expect(list.requests).toHaveLength(6)

    await wait(5_000)

    // What the list begins with, and then all of it.
    await waitFor(() => expect(list.requests).toHaveLength(13))
    await wait(60_000)
    expect(list.requests).toHaveLength(13)
  })

  test('by hand a long list is read while a photo stays pending', async () => {
    const list = await openWhileReadied(6, 2)
    await wait(5_000)
    mockEndpoint(endpoints.findMine, { items: [pending(2)] })
    await wait(60_000)
    expect(list.requests).toHaveLength(12)
  })

  test('by hand a list that is being read is not asked for anew when a further photo is ready', async () => {
    await openWhileReadied(2, 3)
    const reads = mockEndpoint(endpoints.listMine, 'pending')
    await wait(5_000)
    expect(reads.requests).toHaveLength(1)
    await wait(4_000)
    expect(screen.getAllByText('Being made ready')).toHaveLength(1)
    expect(reads.requests).toHaveLength(1)
  })

  test('without trial or subscription it is neither chosen nor changed', async () => {
    mockEndpoint(endpoints.listMine, { items: three })
    openOrdered('hand', true)
    await screen.findByText('Photo 1')
    expect(screen.queryByLabelText('Order of photos')).toBeNull()
    expect(screen.queryByRole('button', { name: /^Move / })).toBeNull()
  })
})

describe('up to how many photos a gallery is sold whole', () => {
  const openWith = (photoCount: number, wholePence: number | null) => {
    mockEndpoint(endpoints.listMine, { items: [anOwnPhoto(1)] })
    const gallery = anOwnGallery(1, { photoCount, wholePence: wholePence === null ? null : pence(wholePence) })
    renderPage(<ManagePhotos gallery={gallery} isLocked={false} onBack={() => undefined} />, { user: ada })
    return screen.findByText('Photo 1')
  }
  const said = () => screen.queryByText(/photos that a whole gallery can have/)?.textContent ?? null

  test.each([
    [1_900, '1,900 of the 2,000 photos that a whole gallery can have. With more, it is no longer sold whole'],
    [2_000, '2,000 of the 2,000 photos that a whole gallery can have. With more, it is no longer sold whole'],
    [2_001, '2,001 of the 2,000 photos that a whole gallery can have. It is not sold whole any more'],
  ])('is said where its %i photos are managed', async (photoCount, sentence) => {
    await openWith(photoCount, 5_000)
    expect(said()).toContain(sentence)
  })

  test.each([
    [1_899, 5_000],
    [1_950, null],
  ])('is not said of %i photos with the price %s', async (photoCount, wholePence) => {
    await openWith(photoCount, wholePence)
    expect(said()).toBeNull()
  })
})
