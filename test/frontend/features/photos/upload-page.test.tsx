import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { UploadScreen } from '#frontend/features/photos/upload-page.tsx'
import { createUploadQueue } from '#frontend/features/photos/upload-queue.ts'
import { api } from '#schema/api/all.ts'
import { galleryId, photoId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { ada, anOwnPhoto } from '#test/support/frontend/own-builders.ts'
import { anOwnGallery } from '#test/support/frontend/own-gallery.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const aFile = (name: string, { type = 'image/jpeg', bytes = 10 } = {}) => {
  const file = new File(['x'], name, { type, lastModified: 1 })
  Object.defineProperty(file, 'size', { value: bytes })
  return file
}

type Given = { at?: string; put?: () => Promise<void>; inGallery?: ReturnType<typeof anOwnPhoto>[] }
const setup = async ({ at = '/upload', put = async () => undefined, inGallery = [] }: Given = {}) => {
  mockEndpoint(api.galleries.endpoints.mine, { items: [anOwnGallery(1, { title: 'Race day' })] })
  mockEndpoint(api.photos.endpoints.listMine, { items: inGallery })
  let granted = 0
  const queue = createUploadQueue({
    api: {
      grant: async () => ({ photo: { id: photoId(++granted) }, upload: { url: '/put', headers: {} } }),
      regrant: async (id) => ({ photo: { id }, upload: { url: '/put', headers: {} } }),
      confirm: async () => ({ state: 'ready', reason: null }),
      look: async () => ({ state: 'ready', reason: null }),
      remove: async () => undefined,
    },
    put,
    measure: async () => undefined,
    pause: async () => undefined,
    store: { load: async () => [], keep: async () => undefined, drop: async () => undefined },
    newKey: () => `key-${String(Math.random())}`,
  })
  renderPage(<UploadScreen queue={queue} />, { at, user: ada })
  await screen.findByRole('option', { name: 'Race day (£15.00 per photo)' })
  return { queue, user: userEvent.setup() }
}
const choose = (...files: File[]) => fireEvent.change(screen.getByLabelText('Choose photos'), { target: { files } })

test('no gallery chosen, then no files: each is said', async () => {
  const { user } = await setup()

  await user.click(screen.getByRole('button', { name: 'Upload Photos' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Please select a gallery to upload photos to.')

  await user.selectOptions(screen.getByLabelText('Gallery'), galleryId(1))
  await user.click(screen.getByRole('button', { name: 'Upload Photos' }))
  expect(await screen.findByText('Please select photos to upload.')).toBeDefined()
})

test('files of a wrong type, too large or empty are refused with the sentences, system files without a word', async () => {
  await setup()

  choose(
    aFile('notes.pdf', { type: 'application/pdf' }),
    aFile('huge.tiff', { type: 'image/tiff', bytes: 52_428_801 }),
    aFile('empty.png', { type: 'image/png', bytes: 0 }),
    aFile('.DS_Store', { type: '' }),
  )

  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByText(/notes.pdf: File type must be/)).toBeDefined()
  expect(alert.getByText('huge.tiff: File is larger than 52428800 bytes')).toBeDefined()
  expect(alert.getByText('empty.png: File is smaller than 1 bytes')).toBeDefined()
  expect(screen.queryByText(/DS_Store/)).toBeNull()
})

test('a file gets its name as title and the gallery’s price, and the button counts', async () => {
  await setup({ at: `/upload?gallery=${galleryId(1)}` })

  choose(aFile('sunset.jpg'), aFile('dawn.cr2', { type: '' }))

  expect((await screen.findAllByLabelText<HTMLInputElement>('Title')).map((input) => input.value)).toEqual([
    'sunset',
    'dawn',
  ])
  expect(screen.getAllByLabelText<HTMLInputElement>('Price (£)')[0]?.value).toBe('15.00')
  expect(screen.getByRole('button', { name: 'Upload 2 Photos' })).toBeDefined()
})

test('while busy the button says "Uploading...", afterwards the sum is told', async () => {
  const releases: (() => void)[] = []
  const { user } = await setup({
    at: `/upload?gallery=${galleryId(1)}`,
    put: () => new Promise((resolve) => releases.push(resolve)),
  })
  choose(aFile('sunset.jpg'))

  await user.click(await screen.findByRole('button', { name: 'Upload 1 Photo' }))
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Uploading...' })
  expect(button.disabled).toBe(true)
  await waitFor(() => expect(releases).toHaveLength(1))
  await act(async () => releases[0]?.())

  const title = await screen.findByText('Upload complete')
  expect(title.parentElement?.textContent).toContain('Successfully uploaded 1 photo')
  expect(screen.getByText('1 of 1 done')).toBeDefined()
})

test('a file that the gallery already has is marked', async () => {
  await setup({
    at: `/upload?gallery=${galleryId(1)}`,
    inGallery: [anOwnPhoto(1, { fileName: 'sunset.jpg', bytes: 10 })],
  })

  choose(aFile('sunset.jpg'))

  expect(await screen.findByText('Already in this gallery')).toBeDefined()
})
