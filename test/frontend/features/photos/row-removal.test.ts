import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { UploadApi } from '#frontend/features/photos/file-sender.ts'
import type { PutRequest } from '#frontend/features/photos/put-file.ts'
import { ApiError } from '#frontend/shared/api/api-error.ts'
import type { PhotoId } from '#schema/ids.ts'
import { galleryId, photoId } from '#test/support/frontend/builders.ts'
import {
  aFile,
  answered,
  anUploadQueue,
  breathe,
  forever,
  held,
  nextTask,
  raceDay,
  refused,
  statuses,
} from '#test/support/frontend/upload-queue.ts'

/** A file on its way for good. */
const untilAborted = async ({ signal }: PutRequest) =>
  new Promise<void>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('Removed', 'AbortError')))
  })

/** Files on a line that is stuck until it is mended, to a server that knows which photos it has. */
const aStuckUpload = async ({ api = {}, names = ['a.jpg'] }: { api?: Partial<UploadApi>; names?: string[] } = {}) => {
  let isStuck = true
  let next = 0
  /** Each photo that the server has, and whether its file has come. */
  const photos = new Map<PhotoId, boolean>()
  const asked: string[] = []
  const hasFile = (id: PhotoId): boolean => {
    const has = photos.get(id)
    if (has === undefined) throw new ApiError({ code: 'photo_not_found' })
    return has
  }
  const put = ({ url, signal }: PutRequest) =>
    new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('Removed', 'AbortError')))
      if (isStuck) return
      const [id] = [...photos.keys()].filter((each) => each === url)
      if (id) photos.set(id, true)
      resolve()
    })
  const given = anUploadQueue({
    put,
    api: {
      grant: async (gallery, { fileName, title, pricePence }) => {
        const id = photoId(++next)
        photos.set(id, false)
        asked.push(`${fileName} “${title}” at ${String(pricePence)} into ${gallery}`)
        return { photo: { id }, upload: { url: id, headers: {} } }
      },
      regrant: async (id) => {
        hasFile(id)
        asked.push(`again ${id}`)
        return { photo: { id }, upload: { url: id, headers: {} } }
      },
      confirm: async (id) => {
        if (!hasFile(id)) throw new ApiError({ code: 'upload_missing' })
        return { state: 'pending', reason: null }
      },
      remove: async (id) => {
        hasFile(id)
        photos.delete(id)
      },
      ...api,
    },
  })
  const { queue } = given
  queue.add(
    names.map((name) => aFile(name)),
    { price: '15.00' },
  )
  queue.edit('key-1', { title: 'Dunes', description: 'At dusk', price: '25' })
  queue.start(raceDay)
  await breathe()
  const mend = () => {
    isStuck = false
  }
  const remove = (name: string) => {
    const undo = queue.remove(queue.snapshot().find(({ fileName }) => fileName === name)?.key ?? '')
    if (!undo) throw new Error(`${name} cannot be had back`)
    return undo
  }
  return { ...given, photos, asked, mend, remove }
}
const dunes = `a.jpg “Dunes” at 2500 into ${galleryId(1)}`

test('a row that is removed while it is sent comes back with its file and words, and is sent anew to where it went', async () => {
  const { queue, photos, asked, mend, remove, settled } = await aStuckUpload()
  const undo = remove('a.jpg')
  await nextTask()
  expect(photos.size).toBe(0)
  // Another gallery has been chosen meanwhile.
  queue.setPrice('40.00')
  mend()

  undo()

  expect(queue.snapshot()).toMatchObject([
    { title: 'Dunes', description: 'At dusk', price: '25', galleryTitle: 'Race day' },
  ])
  expect(await settled).toEqual({ succeeded: 1, failed: 0 })
  expect(asked).toEqual([dunes, dunes])
  expect([...photos]).toEqual([[photoId(2), true]])
})

test('one that had the price of its gallery keeps it, whichever is chosen by then', async () => {
  const { queue, asked, mend, remove, settled } = await aStuckUpload({ names: ['z.jpg', 'a.jpg'] })
  const undo = remove('a.jpg')
  await nextTask()
  queue.setPrice('40.00')
  mend()
  undo()
  await breathe()
  remove('z.jpg')
  await settled
  expect(asked.at(-1)).toBe(`a.jpg “a” at 1500 into ${galleryId(1)}`)
})

test.each([
  ['is to be kept from', true],
  ['is not to be kept from', false],
])('one that %s earlier buyers of the whole gallery, as was said meanwhile, is allowed so', async (_, isExcepted) => {
  const { queue, granted } = anUploadQueue({ put: untilAborted, api: { confirm: refused('upload_missing') } })
  queue.add([aFile('sent.jpg'), aFile('also-sent.jpg'), aFile('in-line.jpg')], { price: '15.00' })
  queue.except(galleryId(1), !isExcepted)
  queue.start({ ...raceDay, isExcepted: !isExcepted })
  await breathe()
  const undos = queue.snapshot().map(({ key }) => queue.remove(key))
  await nextTask()
  queue.except(galleryId(1), isExcepted)

  for (const undo of undos.toReversed()) undo?.()
  await nextTask()

  const asked = granted.slice(2).map(([, file]) => [file.fileName, file.isExcepted === true])
  expect(asked).toEqual([
    ['in-line.jpg', isExcepted],
    ['also-sent.jpg', isExcepted],
  ])
})

test('one that goes to all, since its gallery is not sold whole any more, does so whatever was said before', async () => {
  const { queue, granted } = anUploadQueue({ put: untilAborted, api: { confirm: refused('upload_missing') } })
  queue.except(galleryId(1), true)
  queue.add([aFile('sent.jpg'), aFile('also-sent.jpg'), aFile('in-line.jpg')], { price: '15.00' })
  queue.start(raceDay)
  await breathe()
  const undos = queue.snapshot().map(({ key }) => queue.remove(key))
  await nextTask()

  for (const undo of undos.toReversed()) undo?.()
  await nextTask()

  // The photo of the one that was sent is the one that was allowed.
  expect(granted.map(([, file]) => [file.fileName, file.isExcepted === true])).toEqual([
    ['sent.jpg', false],
    ['also-sent.jpg', false],
    ['in-line.jpg', false],
  ])
})

test('one that comes back before its photo was withdrawn keeps the photo', async () => {
  const asking = held()
  const { photos, asked, mend, remove, settled, removed } = await aStuckUpload({
    api: {
      confirm: async (id) => {
        if (asking.releases.length === 0) await asking.hold()
        if (!photos.get(id)) throw new ApiError({ code: 'upload_missing' })
        return { state: 'ready', reason: null }
      },
    },
  })
  const undo = remove('a.jpg')
  await waitFor(() => expect(asking.releases).toHaveLength(1))
  mend()

  undo()
  await nextTask()
  expect(asked).toEqual([dunes])
  asking.releases[0]?.()

  expect(await settled).toEqual({ succeeded: 1, failed: 0 })
  expect([asked, removed]).toEqual([[dunes, `again ${photoId(1)}`], []])
  expect([...photos]).toEqual([[photoId(1), true]])
})

test('one that comes back while its photo is being withdrawn gets another photo, not the one that goes', async () => {
  const removing = held()
  const { photos, asked, mend, remove, settled } = await aStuckUpload({
    api: {
      remove: async (id) => {
        await removing.hold()
        photos.delete(id)
      },
    },
  })
  const undo = remove('a.jpg')
  await waitFor(() => expect(removing.releases).toHaveLength(1))
  mend()

  undo()
  await nextTask()
  expect(asked).toEqual([dunes])
  removing.releases[0]?.()

  expect(await settled).toEqual({ succeeded: 1, failed: 0 })
  expect(asked).toEqual([dunes, dunes])
  expect([...photos]).toEqual([[photoId(2), true]])
})

test('one whose photo could not be asked after asks anew', async () => {
  let isDown = true
  const { photos, asked, mend, remove, settled } = await aStuckUpload({
    api: {
      confirm: async (id) => {
        if (isDown) return refused('unavailable')()
        if (!photos.get(id)) throw new ApiError({ code: 'upload_missing' })
        return { state: 'ready', reason: null }
      },
    },
  })
  const undo = remove('a.jpg')
  await nextTask()
  mend()
  isDown = false

  undo()

  expect(await settled).toEqual({ succeeded: 1, failed: 0 })
  expect(asked).toEqual([dunes, `again ${photoId(1)}`])
})

test('one whose file had arrived at its last byte is not sent a second time', async () => {
  const { photos, asked, remove, settled } = await aStuckUpload()
  photos.set(photoId(1), true)
  const undo = remove('a.jpg')
  await nextTask()

  undo()

  expect(await settled).toEqual({ succeeded: 1, failed: 0 })
  expect(asked).toEqual([dunes])
  expect([...photos.keys()]).toEqual([photoId(1)])
})

test.each(['its file', 'no file, as after a reload'])(
  'one that was only being made ready goes on to be, with %s',
  async (what) => {
    let isReady = false
    const look: UploadApi['look'] = async (ids) =>
      ids.map((id) => ({ id, state: isReady ? 'ready' : 'pending', reason: null }))
    const first = anUploadQueue({ api: { look }, pause: nextTask })
    first.queue.add([aFile('a.jpg')], { price: '15' })
    first.queue.start(raceDay)
    await breathe()
    const later = anUploadQueue({ kept: [...first.store.values()], api: { look }, pause: nextTask })
    if (what !== 'its file') await later.queue.restore()
    const { queue, granted, removed, settled } = what === 'its file' ? first : later
    await waitFor(() => expect(queue.snapshot()).toMatchObject([{ progress: 90 }]))
    const before = granted.length
    const undo = queue.remove('key-1')
    await nextTask()

    undo?.()
    expect(queue.snapshot()).toMatchObject([{ status: 'uploading', progress: 90 }])
    isReady = true

    expect(await settled).toEqual({ succeeded: 1, failed: 0 })
    expect([granted.length, removed]).toEqual([before, []])
  },
)

test('a photo that is in its gallery leaves the list, and there is nothing to have back', async () => {
  const { queue, settled, removed } = anUploadQueue()
  queue.add([aFile('a.jpg')], { price: '15' })
  queue.start(raceDay)
  await settled
  expect(queue.remove('key-1')).toBeUndefined()
  await nextTask()
  expect([queue.snapshot(), removed]).toEqual([[], []])
})

test.each([
  ['is allowed', 'grant'],
  ['is refused', 'refusal'],
])('one that comes back before its photo %s is sent once, whatever the first answer is', async (_, answer) => {
  const granting = held()
  const removed: string[] = []
  let grants = 0
  const { queue, failures, settled } = anUploadQueue({
    api: {
      grant: async () => {
        grants += 1
        const id = photoId(grants)
        if (grants === 1) await granting.hold()
        if (id === photoId(1) && answer === 'refusal') await refused('photo_not_found')()
        return { photo: { id }, upload: { url: '/put', headers: {} } }
      },
      confirm: answered('ready'),
      remove: async (id) => void removed.push(id),
    },
    put: async ({ url }) => (url === '/put' ? undefined : forever()),
  })
  queue.add([aFile('a.jpg')], { price: '15' })
  queue.start(raceDay)
  await breathe()
  const undo = queue.remove('key-1')

  undo?.()
  granting.releases[0]?.()

  expect(await settled).toEqual({ succeeded: 1, failed: 0 })
  await nextTask()
  expect(queue.snapshot()).toMatchObject([{ status: 'success', photoId: photoId(2) }])
  expect([removed, failures]).toEqual([answer === 'grant' ? [photoId(1)] : [], []])
})

test('what was in line is in line again; what is typed into waits, since its price may be half of one', async () => {
  const { queue, mend, remove, asked } = await aStuckUpload({ names: ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'] })
  queue.enter('key-4')
  const undos = [remove('c.jpg'), remove('d.jpg')]
  await breathe()
  for (const undo of undos) undo()
  expect(queue.snapshot().map(({ fileName, galleryTitle }) => [fileName, galleryTitle])).toEqual([
    ['a.jpg', 'Race day'],
    ['b.jpg', 'Race day'],
    ['c.jpg', 'Race day'],
    ['d.jpg', undefined],
  ])
  mend()
  for (const name of ['a.jpg', 'b.jpg']) remove(name)
  await waitFor(() => expect(statuses(queue)).toEqual(['success', 'pending']))
  expect(asked.at(-1)).toContain('c.jpg')
  expect(queue.idle().map(({ fileName }) => fileName)).toEqual(['d.jpg'])
})

test('one that comes back with what was removed after it waits for a press, but goes on where its file has arrived', async () => {
  const { queue, asked, mend, remove } = await aStuckUpload({ names: ['a.jpg', 'b.jpg'] })
  const undo = remove('a.jpg')
  await nextTask()
  mend()
  undo(true)
  await breathe()
  expect(queue.idle()).toMatchObject([{ title: 'Dunes', price: '25', galleryTitle: undefined, photoId: undefined }])
  expect(asked).toHaveLength(2)

  const made = anUploadQueue({
    api: { look: async (ids) => ids.map((id) => ({ id, state: 'pending', reason: null })) },
    pause: nextTask,
  })
  made.queue.add([aFile('a.jpg')], { price: '15' })
  made.queue.start(raceDay)
  await waitFor(() => expect(made.queue.snapshot()).toMatchObject([{ progress: 90 }]))
  made.queue.remove('key-1')?.(true)
  await nextTask()
  expect(made.queue.snapshot()).toMatchObject([{ status: 'uploading', progress: 90 }])
  expect(made.granted).toHaveLength(1)
})

test('removed once more after it came back, it is stopped and leaves no photo behind', async () => {
  const { queue, photos, remove, summaries } = await aStuckUpload()
  for (let times = 0; times < 3; times += 1) {
    remove('a.jpg')()
    await nextTask()
    expect(statuses(queue)).toEqual(['uploading'])
  }
  remove('a.jpg')
  await nextTask()
  expect([queue.snapshot(), photos.size, queue.isBusy(), summaries]).toEqual([[], 0, false, []])
})
