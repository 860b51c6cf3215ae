import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '#frontend/shared/api/api-error.ts'
import { clearToasts } from '#frontend/ui/toast.tsx'
import { api } from '#schema/api/all.ts'
import { galleryId } from '#test/support/frontend/builders.ts'
import { aWatchedFolder } from '#test/support/frontend/folders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { anOwnPhoto } from '#test/support/frontend/own-builders.ts'
import { anOwnGallery } from '#test/support/frontend/own-gallery.ts'
import { toastOf } from '#test/support/frontend/toast-of.ts'
import { aFile, anUploadScreen, chooseFiles } from '#test/support/frontend/upload-screen.tsx'

afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
/** Two looks, the second of which finds what the first has found. */
const twoLooks = async () => {
  await pass(3_000)
  await pass(3_000)
}

/** Another program has it open. */
const anUnreadableFile = (name: string) => {
  const file = aFile(name)
  const slice = file.slice.bind(file)
  let isOpen = false
  file.slice = (...range) => {
    const part = slice(...range)
    const read = part.arrayBuffer.bind(part)
    part.arrayBuffer = () => (isOpen ? read() : Promise.reject(new DOMException('', 'NotReadableError')))
    return part
  }
  return {
    file,
    open: () => {
      isOpen = true
    },
  }
}

type Given = Parameters<typeof anUploadScreen>[0]
const watching = async (files: Parameters<typeof aWatchedFolder>[1], given: Given = {}) => {
  const { folder, contents } = aWatchedFolder('card', files)
  vi.stubGlobal('showDirectoryPicker', async () => folder)
  const page = await anUploadScreen({ at: `/upload?gallery=${galleryId(1)}`, ...given })
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.click(screen.getByRole('button', { name: 'Watch a folder' }))
  await screen.findByText('Watching “card”')
  return { ...page, contents }
}

test('after a look at the gallery that was refused a watched folder is sent from again by itself, and that is said once', async () => {
  const { grants, contents } = await watching({})
  mockEndpoint(api.photos.endpoints.listMine, { refuse: 'too_many_requests' })
  contents['a.jpg'] = aFile('a.jpg')
  await twoLooks()
  await toastOf('Upload not started')
  clearToasts()
  await pass(15_000)
  await pass(15_000)
  expect(screen.queryByText('Upload not started')).toBeNull()
  expect(grants).toEqual([])

  mockEndpoint(api.photos.endpoints.listMine, { items: [] })
  await pass(15_000)

  await vi.waitFor(() => expect(grants).toEqual(['a.jpg image/jpeg']), { timeout: 20_000 })
})

test('after the end of a session, too, and until then the server is not asked again and again', async () => {
  let isSignedIn = false
  let asked = 0
  const { grants } = await watching(
    { 'a.jpg': aFile('a.jpg'), 'b.jpg': aFile('b.jpg', { bytes: 12 }), 'c.jpg': aFile('c.jpg', { bytes: 14 }) },
    {
      onGrant: () => {
        asked += 1
        if (!isSignedIn) throw new ApiError({ code: 'unauthenticated' })
      },
    },
  )
  await twoLooks()
  await vi.waitFor(() => expect(asked).toBeGreaterThan(0), { timeout: 20_000 })
  await pass(20_000)
  expect(asked).toBeLessThan(8)
  expect(grants).toEqual([])

  isSignedIn = true
  await pass(20_000)

  await vi.waitFor(() => expect(grants).toHaveLength(3), { timeout: 20_000 })
})

test('what of a folder is not taken stays said until it is read, and a file that cannot be read is tried again', async () => {
  const { file, open } = anUnreadableFile('c.jpg')
  const { grants, contents } = await watching({ 'a.pdf': aFile('a.pdf', { type: 'application/pdf' }) })
  await twoLooks()
  expect(await screen.findByText(/^a.pdf:/)).toBeDefined()
  contents['b.pdf'] = aFile('b.pdf', { type: 'application/pdf' })
  contents['c.jpg'] = file
  await twoLooks()
  await twoLooks()
  expect(screen.getAllByText(/^(a|b).pdf:/)).toHaveLength(2)
  expect(screen.getAllByText('c.jpg: This file cannot be read.')).toHaveLength(1)

  open()
  await twoLooks()

  await vi.waitFor(() => expect(grants).toEqual(['c.jpg image/jpeg']), { timeout: 20_000 })
  expect(screen.queryByText('c.jpg: This file cannot be read.')).toBeNull()
  expect(screen.getAllByText(/^(a|b).pdf:/)).toHaveLength(2)
})

test('a file that is dropped by hand meanwhile waits for its price, and goes at a press while others are sent', async () => {
  const { grants, sent } = await watching({ 'a.jpg': aFile('a.jpg') }, { put: () => new Promise(() => undefined) })
  await twoLooks()
  await vi.waitFor(() => expect(grants).toEqual(['a.jpg image/jpeg']), { timeout: 20_000 })

  chooseFiles(aFile('b.jpg'))
  const row = within((await screen.findByText('b.jpg')).closest('li') ?? document.body)
  await twoLooks()
  expect(grants).toHaveLength(1)
  fireEvent.change(row.getByLabelText('Price (£)'), { target: { value: '25' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Upload 1 Photo' }))

  await vi.waitFor(() => expect(sent.at(-1)).toMatchObject({ fileName: 'b.jpg', pricePence: 2_500 }), {
    timeout: 20_000,
  })
})

test('what one gallery has already goes into another that is chosen at a press alone', async () => {
  const dinner = anOwnGallery(2, { title: 'Dinner' })
  const { sent, contents, queue } = await watching(
    { 'a.jpg': aFile('a.jpg') },
    { others: [dinner], inGallery: [anOwnPhoto(1, { fileName: 'a.jpg', bytes: 10 })] },
  )
  await twoLooks()
  await screen.findByText('1 photo left out: already in this gallery')
  mockEndpoint(api.photos.endpoints.listMine, { items: [] })

  fireEvent.change(screen.getByLabelText('Gallery'), { target: { value: dinner.id } })
  contents['b.jpg'] = aFile('b.jpg', { bytes: 12 })
  await twoLooks()

  const names = () => sent.map(({ fileName }) => fileName)
  await vi.waitFor(() => expect(names()).toEqual(['b.jpg']), { timeout: 20_000 })
  await vi.waitFor(() => expect(queue.isBusy()).toBe(false), { timeout: 20_000 })
  expect(names()).toEqual(['b.jpg'])
  fireEvent.click(await screen.findByRole('button', { name: 'Upload 1 Photo' }))
  await vi.waitFor(() => expect(sent.at(-1)).toMatchObject({ galleryId: dinner.id, fileName: 'a.jpg' }), {
    timeout: 20_000,
  })
})
