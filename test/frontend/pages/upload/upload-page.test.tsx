import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { PutFailure } from '#frontend/features/photos/put-file.ts'
import { UploadPage } from '#frontend/pages/upload/upload-page.tsx'
import { ApiError } from '#frontend/shared/api/api-error.ts'
import { api } from '#schema/api/all.ts'
import { SetId } from '#schema/ids.ts'
import { pence } from '#schema/money.ts'
import { galleryId, photoId } from '#test/support/frontend/builders.ts'
import { aFolder, aWatchedFolder } from '#test/support/frontend/folders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { ada, anExpiredProfile, anOwnPhoto, anOwnProfile } from '#test/support/frontend/own-builders.ts'
import { anOwnGallery } from '#test/support/frontend/own-gallery.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { isOnNextPage, toastOf } from '#test/support/frontend/toast-of.ts'
import { aFile, anUploadScreen, chooseFiles } from '#test/support/frontend/upload-screen.tsx'

test('before anything is uploaded for sale the page says where payouts can go', async () => {
  await anUploadScreen()
  expect(await screen.findByText(/Payouts go to accounts in the United Kingdom only\./)).toBeDefined()
})

test('what a RAW file may still tell its buyer is said before anything is uploaded', async () => {
  await anUploadScreen()
  const lead = await screen.findByText(/Buyers get originals without place, owner and serial numbers/)
  expect(lead.textContent).toMatch(/RAW file keeps its camera’s own notes/)
  expect(lead.textContent).toMatch(/camera’s serial number and the owner’s name/)
})

test('no gallery chosen, then no files: each is said', async () => {
  const { user } = await anUploadScreen()

  await user.click(screen.getByRole('button', { name: 'Upload Photos' }))
  expect(await toastOf('Select a gallery')).toEqual({
    kind: 'destructive',
    description: 'Please select a gallery to upload photos to.',
  })

  await user.selectOptions(screen.getByLabelText('Gallery'), galleryId(1))
  await user.click(screen.getByRole('button', { name: 'Upload Photos' }))
  expect(await toastOf('No files selected')).toEqual({
    kind: 'destructive',
    description: 'Please select photos to upload.',
  })
})

test('a missing gallery is marked at its field, which gets the focus, until one is chosen', async () => {
  const { user } = await anUploadScreen()
  const select = screen.getByLabelText('Gallery')
  const button = screen.getByRole('button', { name: 'Upload Photos' })
  for (let press = 0; press < 2; press += 1) {
    await user.click(button)
    await waitFor(() => expect(document.activeElement).toBe(select))
    expect(select.getAttribute('aria-invalid')).toBe('true')
  }
  await toastOf('Select a gallery')
  expect(screen.getAllByText('Please select a gallery to upload photos to.')).toHaveLength(2)

  await user.selectOptions(select, galleryId(1))

  await waitFor(() => expect(screen.queryByText('Please select a gallery to upload photos to.')).toBeNull())
  expect(select.getAttribute('aria-invalid')).not.toBe('true')
})

test('files of a wrong type, too large or empty are refused with the sentences, system files without a word', async () => {
  await anUploadScreen()

  chooseFiles(
    aFile('notes.pdf', { type: 'application/pdf' }),
    aFile('huge.tiff', { type: 'image/tiff', bytes: 52_428_801 }),
    aFile('empty.png', { type: 'image/png', bytes: 0 }),
    aFile('.DS_Store', { type: '' }),
    aFile('Thumbs.db', { type: '' }),
  )

  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByText(/notes.pdf: File type must be/)).toBeDefined()
  expect(alert.getByText('huge.tiff: File is larger than 52428800 bytes')).toBeDefined()
  expect(alert.getByText('empty.png: File is smaller than 1 bytes')).toBeDefined()
  expect(screen.queryByText(/DS_Store|Thumbs/)).toBeNull()
  expect(getComputedStyle(alert.getByRole('list')).maxHeight).toBe('384px')
  expect(getComputedStyle(alert.getByRole('list')).overflowY).toBe('auto')
})

test('a file gets its name as title and the gallery’s price, and the button counts', async () => {
  await anUploadScreen({ at: `/upload?gallery=${galleryId(1)}` })

  chooseFiles(aFile('sunset.jpg'), aFile('dawn.cr2', { type: '' }))

  expect((await screen.findAllByLabelText<HTMLInputElement>('Title')).map((input) => input.value)).toEqual([
    'sunset',
    'dawn',
  ])
  expect(screen.getAllByLabelText<HTMLInputElement>('Price (£)')[0]?.value).toBe('15.00')
  expect(screen.getByRole('button', { name: 'Upload 2 Photos' })).toBeDefined()
})

// Found without their roles, which are computed of thousands of elements here.
const rows = () => document.querySelectorAll('[aria-label="Selected photos"] li')

test('of a race’s folder a hundred rows are built, more as they are asked for, and all that failed', async () => {
  const { queue } = await anUploadScreen({ at: `/upload?gallery=${galleryId(1)}` })
  chooseFiles(...Array.from({ length: 250 }, (_, n) => aFile(`${String(n)}.jpg`)))
  expect(await screen.findByText('Upload 250 Photos')).toBeDefined()
  expect(rows()).toHaveLength(100)
  expect(screen.getByText('150 photos more')).toBeDefined()
  fireEvent.click(screen.getByText('Show 100 more'))
  expect(rows()).toHaveLength(200)
  const last = screen.getByText('Show 50 more')
  act(() => last.focus())
  fireEvent.click(last)
  expect(rows()).toHaveLength(250)
  expect(screen.queryByText(/photos more/)).toBeNull()
  // The button is gone, and the focus is on what stands there instead.
  expect(document.activeElement).toBe(screen.getByText('All 250 photos'))
  expect(queue.snapshot()).toHaveLength(250)
})

test('of a list that is cut short, a photo that fails is shown wherever it stands', async () => {
  const put = async () => {
    throw new PutFailure(400)
  }
  const { queue } = await anUploadScreen({ at: `/upload?gallery=${galleryId(1)}`, put })
  chooseFiles(...Array.from({ length: 120 }, (_, n) => aFile(`${String(n)}.jpg`)))
  fireEvent.click(await screen.findByText('Upload 120 Photos'))
  await waitFor(() => expect(queue.snapshot().filter(({ status }) => status === 'error')).toHaveLength(120))
  expect(rows()).toHaveLength(120)
})

test('a watched folder sends what appears in it, until it is gone or nobody wants it any more', async () => {
  const first = aFile('a.jpg')
  const { folder, contents } = aWatchedFolder('card', { 'a.jpg': first })
  const { user, grants } = await anUploadScreen({ at: `/upload?gallery=${galleryId(1)}` })
  expect(screen.queryByRole('button', { name: 'Watch a folder' })).toBeNull()
  cleanup()
  vi.stubGlobal('showDirectoryPicker', async () => folder)
  const again = await anUploadScreen({ at: `/upload?gallery=${galleryId(1)}` })
  await user.click(screen.getByRole('button', { name: 'Watch a folder' }))
  expect(await screen.findByText('Watching “card”')).toBeDefined()
  await waitFor(() => expect(again.grants).toEqual(['a.jpg image/jpeg']))
  contents['b.jpg'] = aFile('b.jpg', { bytes: 20 })
  await waitFor(() => expect(again.grants).toEqual(['a.jpg image/jpeg', 'b.jpg image/jpeg']))
  contents['c.jpg'] = undefined
  await screen.findByRole('button', { name: 'Watch a folder' })
  expect(await toastOf('Folder not watched any more')).toBeDefined()
  expect(grants).toEqual([])
})

test('while busy the button says "Uploading...", afterwards the sum is told', async () => {
  const releases: (() => void)[] = []
  const { user } = await anUploadScreen({
    at: `/upload?gallery=${galleryId(1)}`,
    put: () => new Promise((resolve) => releases.push(resolve)),
  })
  chooseFiles(aFile('sunset.jpg'))

  await user.click(await screen.findByRole('button', { name: 'Upload 1 Photo' }))
  const button = await screen.findByRole('button', { name: 'Uploading...' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await waitFor(() => expect(releases).toHaveLength(1))
  await act(async () => releases[0]?.())

  expect(await toastOf('Upload complete')).toEqual({
    kind: 'success',
    description: 'Successfully uploaded 1 photo',
  })
  expect(screen.getByText('1 of 1 done')).toBeDefined()
})

test('what was uploaded is handed on next', async () => {
  const { user } = await anUploadScreen({ at: `/upload?gallery=${galleryId(1)}` })
  chooseFiles(aFile('ridge.jpg'))
  expect(screen.queryByRole('button', { name: 'Share gallery' })).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Upload 1 Photo' }))
  await user.click(await screen.findByRole('button', { name: 'Share gallery' }))
  expect(await screen.findByRole('dialog', { name: 'Share gallery' })).toBeTruthy()
})

test('told to slow down, the page says that it waits, until when, and that nothing is lost', async () => {
  let goOn = (): void => undefined
  let isTooMuch = true
  const { user } = await anUploadScreen({
    at: `/upload?gallery=${galleryId(1)}`,
    confirm: async () => {
      if (isTooMuch) throw new ApiError({ code: 'too_many_requests', details: { retryAfterSeconds: 1_800 } })
      return { state: 'ready', reason: null }
    },
    pause: () =>
      new Promise((resolve) => {
        goOn = resolve
      }),
  })
  chooseFiles(aFile('sunset.jpg'))
  await user.click(await screen.findByRole('button', { name: 'Upload 1 Photo' }))

  expect(await screen.findByText('The upload waits a little')).toBeDefined()
  expect(screen.getByText(/It goes on by itself at 10:30\. Nothing is lost/)).toBeDefined()

  isTooMuch = false
  await act(async () => goOn())
  expect(await screen.findByText('1 of 1 done')).toBeDefined()
  expect(screen.queryByText('The upload waits a little')).toBeNull()
})

test('what the gallery has already is left out and counted, and uploaded only if it is wanted anyway', async () => {
  const { user, grants } = await anUploadScreen({
    at: `/upload?gallery=${galleryId(1)}`,
    inGallery: [
      anOwnPhoto(1, { fileName: 'sunset.jpg', bytes: 10 }),
      anOwnPhoto(2, { fileName: 'dawn.jpg', bytes: 11 }),
      anOwnPhoto(3, { fileName: 'noon.jpg', bytes: 10, state: 'pending' }),
      anOwnPhoto(4, { fileName: 'night.jpg', bytes: 10, state: 'failed' }),
    ],
  })

  // Of the same name and size; of another size; on its way, perhaps for ever; refused.
  chooseFiles(aFile('sunset.jpg'), aFile('dawn.jpg'), aFile('noon.jpg'), aFile('night.jpg'))

  expect(await toastOf('1 photo left out')).toEqual({
    kind: 'info',
    description: 'It is in this gallery already. Nothing is uploaded twice.',
  })
  expect(screen.queryByText('sunset.jpg')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Upload 3 Photos' }))
  expect(await screen.findByText('3 of 3 done')).toBeDefined()
  expect(grants).toEqual(['dawn.jpg image/jpeg', 'noon.jpg image/jpeg', 'night.jpg image/jpeg'])

  await user.click(screen.getByRole('button', { name: 'Upload anyway' }))
  expect(await screen.findByText('4 of 4 done')).toBeDefined()
  expect(grants.at(-1)).toBe('sunset.jpg image/jpeg')
})

test('a gallery that is chosen after its files is looked through before anything is sent', async () => {
  const { user, grants } = await anUploadScreen({ inGallery: [anOwnPhoto(1, { fileName: 'sunset.jpg', bytes: 10 })] })
  chooseFiles(aFile('sunset.jpg'), aFile('dawn.jpg'))
  await screen.findByText('sunset.jpg')

  await user.selectOptions(screen.getByLabelText('Gallery'), galleryId(1))
  await user.click(screen.getByRole('button', { name: 'Upload 2 Photos' }))

  expect(await screen.findByText('1 photo left out: already in this gallery')).toBeDefined()
  expect(await screen.findByText('1 of 1 done')).toBeDefined()
  expect(grants).toEqual(['dawn.jpg image/jpeg'])
})

test.each([
  ['is sent for that photo', 'sunset', []],
  ['that is to say something else is a photo of its own', 'Sunset at Hove', ['sunset.jpg image/jpeg']],
])('a file whose upload was broken off before the page knew %s', async (_, title, expected) => {
  const confirmed: string[] = []
  const { user, grants } = await anUploadScreen({
    at: `/upload?gallery=${galleryId(1)}`,
    inGallery: [anOwnPhoto(9, { fileName: 'sunset.jpg', bytes: 10, state: 'pending', title: 'sunset' })],
    confirm: async (id) => {
      confirmed.push(id)
      return { state: 'ready', reason: null }
    },
  })
  chooseFiles(aFile('sunset.jpg'))
  const field = await screen.findByLabelText('Title')
  await user.clear(field)
  await user.type(field, title)

  await user.click(screen.getByRole('button', { name: 'Upload 1 Photo' }))

  expect(await screen.findByText('1 of 1 done')).toBeDefined()
  expect(grants).toEqual(expected)
  expect(confirmed.includes(photoId(9))).toBe(expected.length === 0)
})

test('a gallery that cannot be looked through gets nothing, and the list stays', async () => {
  const { user, grants } = await anUploadScreen({ at: `/upload?gallery=${galleryId(1)}` })
  mockEndpoint(api.photos.endpoints.listMine, { refuse: 'too_many_requests' })
  chooseFiles(aFile('sunset.jpg'))

  await user.click(await screen.findByRole('button', { name: 'Upload 1 Photo' }))

  expect(await toastOf('Upload not started')).toEqual({
    kind: 'destructive',
    description: 'Too many tries. Please wait a little and try again.',
  })
  expect(grants).toEqual([])
  expect(screen.getByText('sunset.jpg')).toBeDefined()
})

test('without a connection one notice stands in the page until it is back, and nothing fails', async () => {
  let isConnected = false
  let goOn = (): void => undefined
  const { user } = await anUploadScreen({
    at: `/upload?gallery=${galleryId(1)}`,
    isConnected: () => isConnected,
    pause: () =>
      new Promise((resolve) => {
        goOn = resolve
      }),
  })
  chooseFiles(aFile('sunset.jpg'), aFile('dawn.jpg'), aFile('noon.jpg'))

  await user.click(await screen.findByRole('button', { name: 'Upload 3 Photos' }))

  expect(await screen.findByText('The upload waits for the connection')).toBeDefined()
  expect(await toastOf('Connection lost')).toEqual({
    kind: 'info',
    description: 'The upload waits, and goes on by itself.',
  })
  expect(await isOnNextPage('Connection lost')).toBe(true)
  expect(screen.queryByText('Failed')).toBeNull()

  isConnected = true
  await act(async () => goOn())
  expect(await screen.findByText('3 of 3 done')).toBeDefined()
  expect(screen.queryByText(/waits for the connection/)).toBeNull()
})

test('a file under a wrong extension is righted by its first bytes, and named so', async () => {
  const { user, grants } = await anUploadScreen({ at: `/upload?gallery=${galleryId(1)}` })
  const bytes = (head: string, name: string, type = '') =>
    new File([Uint8Array.from(head, (letter) => letter.charCodeAt(0))], name, { type, lastModified: 1 })

  chooseFiles(
    bytes('\x89PNG\r\n\x1a\n    IHDR', 'drawing.jpg', 'image/jpeg'),
    bytes('\xff\xd8\xff\xe0          ', 'camera.nef'),
  )
  await user.click(await screen.findByRole('button', { name: 'Upload 2 Photos' }))

  expect(await screen.findByText('2 of 2 done')).toBeDefined()
  expect(grants).toEqual(['drawing.png image/png', 'camera.jpg image/jpeg'])
})

test('RAW files of other makers are told what is taken and how to mend it', async () => {
  await anUploadScreen()

  chooseFiles(aFile('fuji.RAF', { type: '' }), aFile('canon.cr3', { type: '' }))

  expect(
    await screen.findByText(
      'fuji.RAF: RAW files are taken as CR2, NEF, ARW and RAW. Please export this RAF file as JPEG or TIFF and upload that.',
    ),
  ).toBeDefined()
  expect(screen.getByText(/^canon.cr3: RAW files are taken as CR2, NEF, ARW and RAW\./)).toBeDefined()
})

test('a dropped folder is taken with the folders inside it', async () => {
  await anUploadScreen({ at: `/upload?gallery=${galleryId(1)}` })
  const folder = aFolder('wedding', [aFolder('church', [aFile('a.jpg'), aFile('._a.jpg')]), aFile('b.jpg')])

  fireEvent.drop(screen.getByRole('button', { name: /Drop photos here/ }), {
    dataTransfer: { files: [], items: [{ kind: 'file', webkitGetAsEntry: () => folder }] },
  })

  expect(await screen.findByText('a.jpg')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Upload 2 Photos' })).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

/** Throws the first time, and never again. */
const onceFailing = (failure: Error) => {
  let tries = 0
  return () => {
    tries += 1
    if (tries === 1) throw failure
  }
}

describe('where the whole gallery is sold', () => {
  const exception = () => screen.queryByRole('switch', { name: /^Not for earlier buyers of the whole gallery/ })
  const whole = anOwnGallery(1, { title: 'Race day', wholePence: pence(5_000) })
  const alone = anOwnGallery(2, { title: 'Dinner' })

  test('photos can be kept from its earlier buyers from the first moment on', async () => {
    const { user, excepted } = await anUploadScreen({ at: `/upload?gallery=${galleryId(1)}`, gallery: whole })
    chooseFiles(aFile('a.jpg'))
    await user.click(await screen.findByRole('switch', { name: /^Not for earlier buyers of the whole gallery/ }))
    await user.click(screen.getByRole('button', { name: 'Upload 1 Photo' }))
    await waitFor(() => expect(excepted).toEqual([true]))
  })

  test('they come to them where nothing is said', async () => {
    const { user, excepted } = await anUploadScreen({ at: `/upload?gallery=${galleryId(1)}`, gallery: whole })
    chooseFiles(aFile('a.jpg'))
    await user.click(await screen.findByRole('button', { name: 'Upload 1 Photo' }))
    await waitFor(() => expect(excepted).toEqual([undefined]))
  })

  test('a photo of an upload that broke off is another one where it was not kept from them', async () => {
    const pending = anOwnPhoto(7, { state: 'pending', title: 'a', description: '', fileName: 'a.jpg', bytes: 10 })
    const { user, excepted } = await anUploadScreen({
      at: `/upload?gallery=${galleryId(1)}`,
      gallery: whole,
      inGallery: [{ ...pending, pricePence: whole.pricePence }],
    })
    chooseFiles(aFile('a.jpg'))
    await user.click(await screen.findByRole('switch', { name: /^Not for earlier buyers of the whole gallery/ }))
    await user.click(screen.getByRole('button', { name: 'Upload 1 Photo' }))
    await waitFor(() => expect(excepted).toEqual([true]))
  })

  test.each([
    ['a week ago', 7, true],
    ['two months ago', 60, false],
  ])('it is asked where the price of the whole was taken away %s: %s', async (_, days, isAsked) => {
    const wholeUntil = new Date(Date.now() - days * 86_400_000).toISOString()
    const gallery = anOwnGallery(1, { title: 'Race day', wholeUntil })
    await anUploadScreen({ at: `/upload?gallery=${galleryId(1)}`, gallery })
    chooseFiles(aFile('a.jpg'))
    await screen.findByRole('button', { name: 'Upload 1 Photo' })
    expect(exception() !== null).toBe(isAsked)
  })

  test('a reload in the middle of an upload forgets it for no photo', async () => {
    const at = `/upload?gallery=${galleryId(1)}`
    const before = await anUploadScreen({ at, gallery: whole, put: () => new Promise(() => undefined) })
    chooseFiles(aFile('a.jpg'), aFile('b.jpg'), aFile('c.jpg'))
    await before.user.click(await screen.findByRole('switch', { name: /^Not for earlier buyers of the whole gallery/ }))
    await before.user.click(screen.getByRole('button', { name: 'Upload 3 Photos' }))
    await waitFor(() => expect(before.excepted).toEqual([true, true]))
    cleanup()

    const kept = [...before.store.values()].filter(({ photoId }) => photoId === undefined)
    const { user, excepted } = await anUploadScreen({ at, gallery: whole, kept })
    chooseFiles(aFile('c.jpg'))
    await screen.findByRole('switch', { name: /^Not for earlier buyers of the whole gallery/, checked: true })
    await user.click(await screen.findByRole('button', { name: 'Upload 1 Photo' }))
    await waitFor(() => expect(excepted).toEqual([true]))
  })

  test('a reload before anything was sent forgets it neither', async () => {
    const at = `/upload?gallery=${galleryId(1)}`
    const before = await anUploadScreen({ at, gallery: whole })
    chooseFiles(aFile('a.jpg'))
    await before.user.click(await screen.findByRole('switch', { name: /^Not for earlier buyers of the whole gallery/ }))
    cleanup()

    const { user, excepted } = await anUploadScreen({ at, gallery: whole, kept: [...before.store.values()] })
    chooseFiles(aFile('a.jpg'))
    await screen.findByRole('switch', { name: /^Not for earlier buyers of the whole gallery/, checked: true })
    await user.click(await screen.findByRole('button', { name: 'Upload 1 Photo' }))
    await waitFor(() => expect(excepted).toEqual([true]))
  })

  const storage = onceFailing(new PutFailure(400))
  test.each([
    ['could not be asked for', { onGrant: onceFailing(new ApiError({ code: 'quota_reached' })) }, [true]],
    ['was not taken', { put: async () => storage() }, [undefined, true]],
  ])('it is heard by a photo that %s before it was said', async (_, given, asked) => {
    const { user, excepted } = await anUploadScreen({ at: `/upload?gallery=${galleryId(1)}`, gallery: whole, ...given })
    chooseFiles(aFile('a.jpg'))
    await user.click(await screen.findByRole('button', { name: 'Upload 1 Photo' }))
    const again = await screen.findByRole('button', { name: 'Retry all failed' })
    await user.click(screen.getByRole('switch', { name: /^Not for earlier buyers of the whole gallery/ }))
    await user.click(again)
    await waitFor(() => expect(excepted).toEqual(asked))
  })

  test('it is asked in no other gallery, and what was said there is not said here', async () => {
    const at = `/upload?gallery=${galleryId(1)}`
    const { user, excepted } = await anUploadScreen({ at, gallery: whole, others: [alone] })
    chooseFiles(aFile('a.jpg'))
    await user.click(await screen.findByRole('switch', { name: /^Not for earlier buyers of the whole gallery/ }))
    await user.selectOptions(screen.getByLabelText(/^Gallery/), galleryId(2))
    await waitFor(() => expect(exception()).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Upload 1 Photo' }))
    await waitFor(() => expect(excepted).toEqual([undefined]))
  })
})

describe('folders as sets', () => {
  const ceremony = { id: SetId.parse(`set_${'0'.repeat(25)}1`), name: 'Ceremony' }
  const party = { id: SetId.parse(`set_${'0'.repeat(25)}2`), name: 'Party' }
  const dropWedding = async () => {
    const page = await anUploadScreen({
      at: `/upload?gallery=${galleryId(1)}`,
      gallery: { sets: [ceremony], version: 4 },
    })
    const folder = aFolder('wedding', [
      aFolder('ceremony', [aFile('a.jpg')]),
      aFolder('Party', [aFolder('late', [aFile('b.jpg', { bytes: 11 })])]),
      aFile('z.jpg', { bytes: 12 }),
    ])
    fireEvent.drop(screen.getByRole('button', { name: /Drop photos here/ }), {
      dataTransfer: { files: [], items: [{ kind: 'file', webkitGetAsEntry: () => folder }] },
    })
    await screen.findByText('ceremony, Party')
    return page
  }

  test('those that the gallery lacks are made, and each photo goes into its own', async () => {
    const made = mockEndpoint(api.galleries.endpoints.arrangeSets, anOwnGallery(1, { sets: [ceremony, party] }))
    const { user, sets } = await dropWedding()
    await user.click(screen.getByRole('button', { name: 'Upload 3 Photos' }))
    await waitFor(() => expect(sets).toEqual([ceremony.id, party.id, undefined]))
    expect(made.requests.map(({ body }) => body)).toEqual([
      { version: 4, sets: [ceremony, { id: null, name: 'Party' }] },
    ])
  })

  test('none are made where that is not wanted', async () => {
    const made = mockEndpoint(api.galleries.endpoints.arrangeSets, anOwnGallery(1))
    const { user, sets } = await dropWedding()
    await user.click(screen.getByRole('switch', { name: /^Make sets of folders/ }))
    await user.click(screen.getByRole('button', { name: 'Upload 3 Photos' }))
    await waitFor(() => expect(sets).toEqual([undefined, undefined, undefined]))
    expect(made.requests).toEqual([])
  })

  test('those that somebody made meanwhile are taken as they are', async () => {
    const current = anOwnGallery(1, { sets: [ceremony, party], version: 5 })
    mockEndpoint(api.galleries.endpoints.arrangeSets, { refuse: 'changed_meanwhile', details: { current } })
    const { user, sets } = await dropWedding()
    await user.click(screen.getByRole('button', { name: 'Upload 3 Photos' }))
    await waitFor(() => expect(sets).toEqual([ceremony.id, party.id, undefined]))
  })

  test('folders that are more than a gallery takes sets are counted before anything is sent', async () => {
    const page = await anUploadScreen({ at: `/upload?gallery=${galleryId(1)}`, gallery: { sets: [ceremony] } })
    const names = ['Ceremony', ...Array.from({ length: 59 }, (_, n) => `Class ${String(n)}`)]
    const folder = aFolder(
      'school',
      names.map((name, n) => aFolder(name, [aFile(`${String(n)}.jpg`)])),
    )
    fireEvent.drop(screen.getByRole('button', { name: /Drop photos here/ }), {
      dataTransfer: { files: [], items: [{ kind: 'file', webkitGetAsEntry: () => folder }] },
    })
    const sentence = 'A gallery has 50 sets at most: 10 folders make none, and their photos go into no set.'
    expect(await screen.findByText(sentence)).toBeDefined()

    await page.user.click(screen.getByRole('switch', { name: /^Make sets of folders/ }))
    expect(screen.queryByText(sentence)).toBeNull()
  })

  test('plain files ask nothing', async () => {
    await anUploadScreen()
    chooseFiles(aFile('a.jpg'))
    await screen.findByText('a.jpg')
    expect(screen.queryByRole('switch')).toBeNull()
  })
})

test('a folder can be chosen, and files again after it', async () => {
  const { user } = await anUploadScreen()
  const input = screen.getByLabelText<HTMLInputElement>('Choose photos')
  const asked: boolean[] = []
  input.click = () => asked.push(input.webkitdirectory)

  await user.click(screen.getByRole('button', { name: 'Choose a folder' }))
  await user.click(screen.getByRole('button', { name: /Drop photos here/ }))

  expect(asked).toEqual([true, false])
})

test('what is dropped on the zone is taken as what is chosen, and choosing nothing changes nothing', async () => {
  await anUploadScreen({ at: `/upload?gallery=${galleryId(1)}` })
  const input = screen.getByLabelText<HTMLInputElement>('Choose photos')
  expect(input.multiple).toBe(true)
  for (const extension of ['jpeg', 'jpg', 'png', 'webp', 'tiff', 'raw', 'cr2', 'nef', 'arw'])
    expect(input.accept.split(',')).toContain(`.${extension}`)

  chooseFiles()
  expect(screen.queryByRole('region', { name: 'Selected photos' })).toBeNull()
  const files = [aFile('sunset.jpg'), aFile('dawn.png', { type: 'image/png' })]
  fireEvent.drop(screen.getByRole('button', { name: /Drop photos here/ }), { dataTransfer: { files } })

  expect(await screen.findByText('sunset.jpg')).toBeDefined()
  expect(screen.getByText('dawn.png')).toBeDefined()
})

test('a mistyped price says so at its field at once, and one that is no number is free', async () => {
  const { user } = await anUploadScreen({ at: `/upload?gallery=${galleryId(1)}` })
  chooseFiles(aFile('sunset.jpg'))
  const sentence = 'Please enter a price from £0 to £100,000, for example 14.99.'
  const price = await screen.findByLabelText<HTMLInputElement>('Price (£)')
  expect([price.type, price.inputMode]).toEqual(['text', 'decimal'])

  await user.clear(price)
  expect(screen.getByText('Free to download')).toBeDefined()
  await user.type(price, '7,505')
  expect(screen.getByText(sentence)).toBeDefined()
  expect(screen.queryByText('Free to download')).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Upload 1 Photo' }))
  await screen.findByText('Failed')
  // At the field and in the toast, not a third time below the row.
  expect(screen.getAllByText(sentence)).toHaveLength(1)

  const again = screen.getByLabelText('Price (£)')
  await user.clear(again)
  await user.type(again, '7,50')
  expect(screen.queryByText(sentence)).toBeNull()
})

test('before a gallery is chosen a photo costs the default, and the page says so', async () => {
  await anUploadScreen()

  chooseFiles(aFile('sunset.jpg'))

  expect(screen.getByText(/£15\.00 until a gallery is chosen/)).toBeDefined()
  expect((await screen.findByLabelText<HTMLInputElement>('Price (£)')).value).toBe('15.00')
})

test('the galleries are listed with their prices, and from its choice on a photo costs what its gallery says', async () => {
  const { user } = await anUploadScreen({ gallery: { pricePence: pence(2_250) } })
  chooseFiles(aFile('sunset.jpg'))
  const price = await screen.findByLabelText<HTMLInputElement>('Price (£)')
  expect(price.value).toBe('15.00')

  await user.selectOptions(screen.getByLabelText('Gallery'), 'Race day (£22.50 per photo)')

  await waitFor(() => expect(price.value).toBe('22.50'))
})

test('each photo has a preview, its name, title, description and price, how it stands, progress, and can be removed', async () => {
  const { user } = await anUploadScreen({
    at: `/upload?gallery=${galleryId(1)}`,
    put: () => new Promise(() => undefined),
  })
  chooseFiles(aFile('sunset.jpg'), aFile('dawn.jpg'))
  const row = (name: string) => screen.getByText(name).closest('li') ?? document.body

  await screen.findByText('dawn.jpg')
  expect(row('sunset.jpg').querySelector('img')?.src).toMatch(/^blob:/)
  expect(within(row('sunset.jpg')).getByText('Waiting')).toBeDefined()
  for (const label of ['Title', 'Description', 'Price (£)'])
    expect(within(row('sunset.jpg')).getByLabelText(label)).toBeDefined()

  await user.click(screen.getByRole('button', { name: 'Remove dawn.jpg' }))
  expect(screen.queryByText('dawn.jpg')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Upload 1 Photo' }))

  expect(await screen.findByRole('progressbar', { name: 'Upload of sunset.jpg' })).toBeDefined()
  expect(screen.getByText('Uploading')).toBeDefined()
})

test('a row that is removed hands the focus on, a row that is tried again leaves it on none that removes, and so do the buttons for all', async () => {
  const isFailing = { now: true }
  const { user, queue } = await anUploadScreen({
    at: `/upload?gallery=${galleryId(1)}`,
    put: async () => {
      if (isFailing.now) throw new PutFailure(400)
    },
  })
  chooseFiles(aFile('sunset.jpg'), aFile('dawn.jpg'), aFile('noon.jpg'))
  const button = (name: string) => screen.getByRole('button', { name })
  const press = (pressed: HTMLElement) => {
    pressed.focus()
    return user.keyboard('{Enter}')
  }
  await screen.findByText('dawn.jpg')
  await press(button('Remove sunset.jpg'))
  expect(document.activeElement).toBe(button('Remove dawn.jpg'))

  await press(button('Upload 2 Photos'))
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(2))
  isFailing.now = false
  const [again] = screen.getAllByRole('button', { name: 'Try again' })
  if (again) await press(again)
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1))
  expect(document.activeElement).not.toBe(document.body)
  expect(document.activeElement?.getAttribute('data-part')).not.toBe('remove')

  await waitFor(() => expect(queue.isBusy()).toBe(false))
  await press(button('Retry all failed'))
  await waitFor(() => expect(queue.isBusy()).toBe(false))
  expect(document.activeElement?.textContent).toMatch(/^Upload/)
  await press(await screen.findByRole('button', { name: 'Clear finished' }))
  expect(screen.queryByRole('region', { name: 'Selected photos' })).toBeNull()
  expect(document.activeElement).toBe(button('Upload Photos'))
})

test('a file that fails is named with the reason, and the sum tells how many failed', async () => {
  let puts = 0
  const { user } = await anUploadScreen({
    at: `/upload?gallery=${galleryId(1)}`,
    put: async () => {
      puts += 1
      if (puts > 1) throw new PutFailure(400)
    },
  })
  chooseFiles(aFile('sunset.jpg'), aFile('dawn.jpg'))

  await user.click(await screen.findByRole('button', { name: 'Upload 2 Photos' }))

  expect(await toastOf('Upload failed')).toEqual({
    kind: 'destructive',
    description: 'dawn.jpg: The storage did not take the file (400). Please try again.',
  })
  expect(await isOnNextPage('Upload failed')).toBe(true)
  expect(await toastOf('Upload complete')).toEqual({
    kind: 'success',
    description: 'Successfully uploaded 1 photo, 1 failed',
  })
  expect(await isOnNextPage('Upload complete')).toBe(true)
  expect(screen.getByRole('button', { name: 'Retry all failed' })).toBeDefined()
})

test('galleries that cannot be loaded are told with the reason, and can be asked for again', async () => {
  // The list of an earlier visit cannot be read here, and is only logged.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  mockEndpoint(api.profiles.endpoints.me, anOwnProfile())
  mockEndpoint(api.galleries.endpoints.mine, { refuse: 'too_many_requests' })
  renderPage(<UploadPage />, { at: '/upload', user: ada })

  expect(await toastOf('Error loading galleries')).toEqual({
    kind: 'destructive',
    description: 'Too many tries. Please wait a little and try again.',
  })
  mockEndpoint(api.galleries.endpoints.mine, { items: [anOwnGallery(1, { title: 'Race day' })] })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByRole('option', { name: /^Race day/ })).toBeDefined()
})

test('with an expired trial the whole page asks for a subscription', async () => {
  mockEndpoint(api.profiles.endpoints.me, anExpiredProfile())
  renderPage(<UploadPage />, { at: '/upload', user: ada })

  expect(await screen.findByRole('heading', { name: 'Subscription Required' })).toBeDefined()
  expect(screen.queryByLabelText('Choose photos')).toBeNull()
})
