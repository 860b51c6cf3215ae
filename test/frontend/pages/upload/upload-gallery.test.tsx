import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PutFailure } from '#frontend/features/photos/put-file.ts'
import type { KeptItem } from '#frontend/features/photos/upload-item.ts'
import { UploadScreen } from '#frontend/pages/upload/upload-page.tsx'
import { ApiError } from '#frontend/shared/api/api-error.ts'
import { toast } from '#frontend/ui/toast.tsx'
import { api } from '#schema/api/all.ts'
import { pence } from '#schema/money.ts'
import { galleryId, photoId } from '#test/support/frontend/builders.ts'
import { fakeAuthClient } from '#test/support/frontend/fake-auth-client.ts'
import { aWatchedFolder } from '#test/support/frontend/folders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { ada } from '#test/support/frontend/own-builders.ts'
import { anOwnGallery } from '#test/support/frontend/own-gallery.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'
import { aFile, anUploadScreen, chooseFiles } from '#test/support/frontend/upload-screen.tsx'

const dinner = anOwnGallery(2, { title: 'Dinner', pricePence: pence(4_000) })
const prices = () => screen.getAllByLabelText<HTMLInputElement>('Price (£)').map(({ value }) => value)

/** A file that cannot be looked into before `open` is called. */
const aSlowFile = (name: string) => {
  const file = aFile(name)
  let open = (): void => undefined
  const isOpen = new Promise<void>((resolve) => {
    open = resolve
  })
  const slice = file.slice.bind(file)
  file.slice = (...range) => {
    const part = slice(...range)
    const read = part.arrayBuffer.bind(part)
    part.arrayBuffer = () => isOpen.then(read)
    return part
  }
  return { file, open: () => open() }
}

/** What an earlier visit left: its file has to be chosen again. */
const fromBefore = (fileName: string, rest: Partial<KeptItem> = {}): KeptItem => ({
  key: `before ${fileName}`,
  fileName,
  bytes: 10,
  lastModified: 1,
  contentType: 'image/jpeg',
  title: fileName,
  description: '',
  price: '15.00',
  isPriceTyped: false,
  status: 'pending',
  message: undefined,
  galleryId: galleryId(1),
  galleryTitle: 'Race day',
  photoId: undefined,
  isRefused: false,
  ...rest,
})

test('no other gallery is chosen while the files are looked through', async () => {
  const { user } = await anUploadScreen({ at: `/upload?gallery=${galleryId(1)}`, others: [dinner] })
  const [first, second] = [aSlowFile('sunset.jpg'), aSlowFile('dawn.jpg')]
  const select = screen.getByLabelText<HTMLSelectElement>('Gallery')
  chooseFiles(first.file)
  await screen.findByText('Looking through the files…')
  expect(select.disabled).toBe(true)
  chooseFiles(second.file)

  await act(async () => first.open())
  await screen.findByText('sunset.jpg')
  expect(select.disabled).toBe(true)
  await act(async () => second.open())
  await screen.findByText('dawn.jpg')
  await waitFor(() => expect(select.disabled).toBe(false))
  await user.selectOptions(select, dinner.id)
  await waitFor(() => expect(prices()).toEqual(['40.00', '40.00']))
})

test('a gallery that is known only after its files were dropped gives them its price', async () => {
  let answer = (): void => undefined
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  mockEndpoint(api.galleries.endpoints.getMine, async () => {
    await isAnswered
    return dinner
  })
  await anUploadScreen({ at: `/upload?gallery=${dinner.id}` })
  const { file, open } = aSlowFile('sunset.jpg')
  chooseFiles(file)
  await act(async () => answer())
  await screen.findByRole('option', { name: /^Dinner/ })

  await act(async () => open())

  await screen.findByText('sunset.jpg')
  expect(prices()).toEqual(['40.00'])
})

test('files of an earlier visit go into the gallery that is chosen now, at its price', async () => {
  const { user, sent } = await anUploadScreen({
    at: `/upload?gallery=${dinner.id}`,
    others: [dinner],
    kept: [fromBefore('sunset.jpg'), fromBefore('dawn.jpg', { price: '9.00', isPriceTyped: true })],
  })
  await waitFor(() => expect(prices()).toEqual(['40.00', '9.00']))
  expect(screen.queryByText(/Race day”/)).toBeNull()
  chooseFiles(aFile('sunset.jpg'), aFile('dawn.jpg'))

  await user.click(await screen.findByRole('button', { name: 'Upload 2 Photos' }))

  await screen.findByText('2 of 2 done')
  expect(sent).toEqual([
    { galleryId: dinner.id, fileName: 'sunset.jpg', pricePence: 4_000 },
    { galleryId: dinner.id, fileName: 'dawn.jpg', pricePence: 900 },
  ])
})

test('a photo that another gallery has been given already names that gallery, and goes there', async () => {
  let isSent = false
  const { user, sent } = await anUploadScreen({
    at: `/upload?gallery=${dinner.id}`,
    others: [dinner],
    look: async (ids) => ids.map((id) => ({ id, state: 'pending', reason: null })),
    confirm: async () => {
      if (!isSent) throw new ApiError({ code: 'upload_missing' })
      return { state: 'ready', reason: null }
    },
    put: async () => {
      isSent = true
    },
    kept: [fromBefore('sunset.jpg', { photoId: photoId(9) }), fromBefore('dawn.jpg')],
  })
  const row = (name: string) => within(screen.getByText(name).closest('li') ?? document.body)
  expect(row('sunset.jpg').getByText('Goes into “Race day”.')).toBeDefined()
  expect(row('dawn.jpg').queryByText(/Goes into/)).toBeNull()
  chooseFiles(aFile('sunset.jpg'), aFile('dawn.jpg'))

  await user.click(await screen.findByRole('button', { name: 'Upload 2 Photos' }))

  await screen.findByText('2 of 2 done')
  expect(sent).toEqual([{ galleryId: dinner.id, fileName: 'dawn.jpg', pricePence: 4_000 }])
})

test('files on their way into one gallery name it where another is shown meanwhile', async () => {
  const { user, queue } = await anUploadScreen({
    at: `/upload?gallery=${galleryId(1)}`,
    others: [dinner],
    put: () => new Promise(() => undefined),
  })
  const names = ['a.jpg', 'b.jpg', 'c.jpg']
  chooseFiles(...names.map((name) => aFile(name)))
  await user.click(await screen.findByRole('button', { name: 'Upload 3 Photos' }))
  await screen.findByRole('button', { name: 'Uploading...' })
  expect(screen.queryByText(/^Goes into/)).toBeNull()
  cleanup()

  renderPage(<UploadScreen queue={queue} />, { at: `/upload?gallery=${dinner.id}`, user: ada })

  expect(await screen.findAllByText('Goes into “Race day”.')).toHaveLength(3)
})

test('what was uploaded is handed on by its own gallery, by name where another is chosen for the next', async () => {
  const { user } = await anUploadScreen({ at: `/upload?gallery=${galleryId(1)}`, others: [dinner] })
  const linkOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  chooseFiles(aFile('a.jpg'))
  await user.click(await screen.findByRole('button', { name: 'Upload 1 Photo' }))
  await screen.findByRole('button', { name: 'Share gallery' })
  expect(linkOf('View gallery')).toBe(`/gallery/${galleryId(1)}`)

  await user.selectOptions(screen.getByLabelText('Gallery'), dinner.id)

  const share = await screen.findByRole('button', { name: 'Share “Race day”' })
  expect(screen.queryByRole('button', { name: 'Share gallery' })).toBeNull()
  expect(linkOf('View “Race day”')).toBe(`/gallery/${galleryId(1)}`)
  await user.click(share)
  const dialog = within(await screen.findByRole('dialog', { name: 'Share gallery' }))
  expect(dialog.getByText('Race day')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Close' }))

  chooseFiles(aFile('b.jpg'))
  await user.click(await screen.findByRole('button', { name: 'Upload 1 Photo' }))
  await screen.findByText('2 of 2 done')
  expect(screen.getAllByRole('button', { name: /^Share / }).map(({ textContent }) => textContent)).toEqual([
    'Share “Race day”',
    'Share “Dinner”',
  ])
  await user.click(screen.getByRole('button', { name: 'Clear finished' }))
  expect(screen.queryByRole('button', { name: /^Share / })).toBeNull()
})

test('a photo whose price is being typed is not sent before its fields are left', async () => {
  const releases: (() => void)[] = []
  const { user, sent } = await anUploadScreen({
    at: `/upload?gallery=${galleryId(1)}`,
    put: () => new Promise((resolve) => releases.push(resolve)),
  })
  chooseFiles(...['a.jpg', 'b.jpg', 'c.jpg'].map((name) => aFile(name)))
  await user.click(await screen.findByRole('button', { name: 'Upload 3 Photos' }))
  const price = await waitFor(() => screen.getByLabelText('Price (£)'))
  await user.clear(price)
  await act(async () => releases[0]?.())
  await screen.findByText('1 of 3 done')
  expect(screen.getByText(/, sent once you leave its fields/)).toBeDefined()
  await user.type(price, '25')
  // Its other fields are the same row.
  await user.click(screen.getByLabelText('Title'))
  expect(sent).toHaveLength(2)

  // The button that takes the row off the list stands before its fields.
  await user.tab({ shift: true })
  expect(sent).toHaveLength(2)
  await user.tab({ shift: true })

  await waitFor(() => expect(sent.at(-1)).toEqual({ galleryId: galleryId(1), fileName: 'c.jpg', pricePence: 2_500 }))
})

test('a press on “Upload” ends the typing, also in a browser that leaves the focus in the field', async () => {
  const { user, sent } = await anUploadScreen({ at: `/upload?gallery=${galleryId(1)}` })
  chooseFiles(aFile('a.jpg'))
  const price = await screen.findByLabelText('Price (£)')
  await user.clear(price)
  await user.type(price, '25')

  fireEvent.click(screen.getByRole('button', { name: 'Upload 1 Photo' }))

  await waitFor(() => expect(sent.map(({ pricePence }) => pricePence)).toEqual([2_500]))
})

test('a photo whose page is left while its price is typed comes into its turn', async () => {
  const releases: (() => void)[] = []
  const { user, sent } = await anUploadScreen({
    at: `/upload?gallery=${galleryId(1)}`,
    put: () => new Promise((resolve) => releases.push(resolve)),
  })
  chooseFiles(...['a.jpg', 'b.jpg', 'c.jpg'].map((name) => aFile(name)))
  await user.click(await screen.findByRole('button', { name: 'Upload 3 Photos' }))
  const price = await waitFor(() => screen.getByLabelText('Price (£)'))
  await user.clear(price)
  await user.type(price, '25')
  await act(async () => releases[0]?.())
  await screen.findByText('1 of 3 done')
  expect(sent).toHaveLength(2)

  cleanup()

  await waitFor(() => expect(sent.at(-1)).toMatchObject({ fileName: 'c.jpg', pricePence: 2_500 }))
})

test.each([
  ['on other pages their owner is told what fails', ada, 1],
  ['whoever signs in next hears nothing of them', { ...ada, userId: '22222222-2222-4222-8222-222222222222' }, 0],
])('of uploads that go on %s', async (_, next, told) => {
  const client = fakeAuthClient(ada)
  let fail = (_thrown: Error): void => undefined
  const { user } = await anUploadScreen({
    client,
    at: `/upload?gallery=${galleryId(1)}`,
    put: () =>
      new Promise((_resolve, reject) => {
        fail = reject
      }),
  })
  chooseFiles(aFile('sunset.jpg'))
  await user.click(await screen.findByRole('button', { name: 'Upload 1 Photo' }))
  await screen.findByText('15%')
  cleanup()
  client.tell({ user: next })
  renderPage(<p>Elsewhere</p>, { user: next })

  await act(async () => fail(new PutFailure(400)))

  expect(screen.queryAllByText(/^sunset.jpg:/)).toHaveLength(told)
})

test('the page asks before it is left while a file is sent, not while it is only being made ready', async () => {
  let arrive = (): void => undefined
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const { user } = await anUploadScreen({
    at: `/upload?gallery=${galleryId(1)}`,
    put: () => arrived,
    confirm: async () => ({ state: 'pending', reason: null }),
    pause: () => new Promise(() => undefined),
  })
  const link = document.createElement('a')
  link.href = '/cart'
  let followed = 0
  link.addEventListener('click', (event) => {
    event.preventDefault()
    followed += 1
  })
  document.body.append(link)
  chooseFiles(aFile('sunset.jpg'))
  await user.click(await screen.findByRole('button', { name: 'Upload 1 Photo' }))
  await screen.findByRole('button', { name: 'Uploading...' })
  fireEvent.click(link)
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Stay' }))
  expect(followed).toBe(0)

  await act(async () => arrive())
  await screen.findByText('90%')
  fireEvent.click(link)

  expect(followed).toBe(1)
  link.remove()
})

test('a row that waits, in line or not, or is sent, is removed with one press, and brought back with all that was typed', async () => {
  const { user, queue } = await anUploadScreen({
    at: `/upload?gallery=${galleryId(1)}`,
    put: ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('Removed', 'AbortError')))
      }),
    confirm: async () => Promise.reject(new ApiError({ code: 'upload_missing' })),
  })
  const removed = async (name: string) => {
    await user.click(screen.getByRole('button', { name: `Remove ${name}` }))
    expect(screen.queryByText(name)).toBeNull()
  }
  chooseFiles(aFile('a.jpg'), aFile('b.jpg'), aFile('c.jpg'))
  await screen.findByText('c.jpg')
  const typed = { title: 'Dunes', description: 'At dusk', price: '25' }
  for (const { key } of queue.snapshot()) act(() => queue.edit(key, typed))
  await removed('b.jpg')
  await toastOf('b.jpg taken off the list')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('b.jpg')).toBeDefined()
  expect(queue.snapshot().map((item) => item.fileName)).toEqual(['a.jpg', 'c.jpg', 'b.jpg'])
  expect(queue.snapshot().at(-1)).toMatchObject({ ...typed, status: 'pending' })

  // Two are sent at once: the third is in line.
  await user.click(screen.getByRole('button', { name: 'Upload 3 Photos' }))
  await screen.findByRole('progressbar', { name: 'Upload of c.jpg' })
  await removed('b.jpg')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(queue.snapshot().at(-1)).toMatchObject({ fileName: 'b.jpg', ...typed, status: 'pending' })

  await removed('c.jpg')
  await toastOf('c.jpg taken off the list')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  // The one that was in line has the place that became free.
  expect(queue.snapshot()).toMatchObject([
    { fileName: 'a.jpg', status: 'uploading' },
    { fileName: 'b.jpg', status: 'uploading' },
    { fileName: 'c.jpg', status: 'pending', ...typed },
  ])
  await removed('a.jpg')
  await waitFor(() => expect(queue.snapshot().at(-1)).toMatchObject({ fileName: 'c.jpg', status: 'uploading' }))
})

test('what is removed while an earlier removal can be taken back is brought back with it, at one press', async () => {
  const { user, queue } = await anUploadScreen({
    at: `/upload?gallery=${galleryId(1)}`,
    put: () => new Promise(() => undefined),
  })
  const names = () => queue.snapshot().map(({ fileName }) => fileName)
  const remove = (name: string) => user.click(screen.getByRole('button', { name: `Remove ${name}` }))
  chooseFiles(...['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'].map((name) => aFile(name)))
  await user.click(await screen.findByRole('button', { name: 'Upload 4 Photos' }))
  await remove('a.jpg')
  await toastOf('a.jpg taken off the list')
  await remove('d.jpg')
  await toastOf('2 photos taken off the list')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(names()).toEqual(['b.jpg', 'c.jpg', 'a.jpg', 'd.jpg'])

  await remove('b.jpg')
  await toastOf('b.jpg taken off the list')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(names()).toEqual(['c.jpg', 'a.jpg', 'd.jpg', 'b.jpg'])
})

test.each([
  ['stands still', 'Upload failed'],
  ['was tried again', 'Upload complete'],
])('what failed while a row could be had back is told after it, last of all, where it %s', async (what, last) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  let isBroken = true
  const { user, queue } = await anUploadScreen({
    at: `/upload?gallery=${galleryId(1)}`,
    put: async () => {
      if (isBroken) throw new ApiError({ code: 'file_type_refused' })
    },
  })
  chooseFiles(aFile('a.jpg'), aFile('b.jpg'))
  await screen.findByRole('button', { name: 'Upload 2 Photos' })
  await user.click(screen.getByRole('button', { name: 'Remove b.jpg' }))
  await toastOf('b.jpg taken off the list')
  await user.click(screen.getByRole('button', { name: 'Upload 1 Photo' }))
  await waitFor(() => expect(queue.snapshot()).toMatchObject([{ status: 'error' }]))
  isBroken = false
  if (what === 'was tried again') queue.retryFailed()
  await waitFor(() => expect(queue.isBusy()).toBe(false))
  expect(await toastOf('b.jpg taken off the list')).toBeDefined()

  // The row is had back no more.
  act(() => toast({ kind: 'success', title: 'Another matter' }))
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(await toastOf('Upload complete')).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(3_200))
  expect(await toastOf(last)).toBeDefined()
})

test('a list of an earlier visit is cleared with one press, and brought back with another', async () => {
  const kept = [fromBefore('sunset.jpg'), fromBefore('dawn.jpg', { status: 'error', message: 'Too many tries.' })]
  const { user, store } = await anUploadScreen({ kept })
  await screen.findByText('sunset.jpg')
  // Nothing could be tried again without its file.
  expect(screen.queryByRole('button', { name: 'Retry all failed' })).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Clear unfinished' }))

  expect(screen.queryByRole('region', { name: 'Selected photos' })).toBeNull()
  expect(store.size).toBe(0)
  await toastOf('2 photos taken off the list')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('sunset.jpg')).toBeDefined()
  expect(screen.getByText('dawn.jpg')).toBeDefined()
  expect(store.size).toBe(2)
})

test('a watched folder sends a file that was written anew in the place of the one that could not be read, once that is said', async () => {
  const { folder } = aWatchedFolder('card', { 'a.jpg': aFile('a.jpg', { bytes: 12 }) })
  vi.stubGlobal('showDirectoryPicker', async () => folder)
  const { user, sent, queue } = await anUploadScreen({
    at: `/upload?gallery=${galleryId(1)}`,
    kept: [
      fromBefore('a.jpg', {
        status: 'error',
        lastModified: 0,
        chosenAt: 0,
        price: '9.00',
        isPriceTyped: true,
      }),
    ],
  })
  await user.click(screen.getByRole('button', { name: 'Watch a folder' }))
  const row = within((await screen.findByText('Is the newer a.jpg this photo, edited?')).closest('li') ?? document.body)
  expect(screen.getByText('1 newer file under the name of a photo in the list')).toBeDefined()
  expect(sent).toEqual([])
  await user.click(row.getByRole('button', { name: 'Yes' }))
  await screen.findByText('1 of 1 done')
  expect(sent).toEqual([{ galleryId: galleryId(1), fileName: 'a.jpg', pricePence: 900 }])
  expect(queue.snapshot()).toHaveLength(1)
})

test('a question about a newer file is shown wherever its row stands, with the picture, and answered there alone', async () => {
  const names = Array.from({ length: 102 }, (_, n) => `${String(n)}.jpg`)
  const { queue } = await anUploadScreen({
    at: `/upload?gallery=${galleryId(1)}`,
    kept: names.map((name) => fromBefore(name, { chosenAt: 1_000 })),
  })
  const picture = vi.spyOn(URL, 'createObjectURL')
  const newer = new File(['newer'], '101.jpg', { type: 'image/jpeg', lastModified: 2_000 })
  act(() => void queue.add([newer], { price: '15' }))

  const question = await screen.findByText('Is the newer 101.jpg this photo, edited?')
  expect(within(question.closest('li') ?? document.body).getByText('No, another photo')).toBeDefined()
  expect(picture).toHaveBeenCalledWith(newer)
  expect(screen.queryAllByText(/^(Same|Other) photo/)).toHaveLength(0)
})
