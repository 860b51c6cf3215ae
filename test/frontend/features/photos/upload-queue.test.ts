import { waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { claimInBrowser } from '#frontend/features/photos/claims.ts'
import type { UploadApi } from '#frontend/features/photos/file-sender.ts'
import { warnWhileSending } from '#frontend/features/photos/live-upload-queue.ts'
import { PutFailure } from '#frontend/features/photos/put-file.ts'
import { isWithoutFile } from '#frontend/features/photos/upload-item.ts'
import { ApiError } from '#frontend/shared/api/api-error.ts'
import { leavingOnPurpose } from '#frontend/shared/forms/unload-warning.ts'
import { SetId } from '#schema/ids.ts'
import { galleryId, photoId } from '#test/support/frontend/builders.ts'
import {
  aFile,
  answered,
  breathe,
  browser,
  forever,
  held,
  nextTask,
  raceDay,
  refused,
  anUploadQueue as setup,
  statuses,
} from '#test/support/frontend/upload-queue.ts'

const party = SetId.parse(`set_${'0'.repeat(26)}`)
const isAskedBeforeClosing = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('the same files chosen in two tabs at once go into the gallery once', async () => {
  const claim = browser()
  const tabs = [setup({ claim }), setup({ claim })]
  const names = ['one.jpg', 'two.jpg', 'three.jpg']
  for (const { queue } of tabs) {
    queue.add(
      names.map((name) => aFile(name)),
      { price: '15.00' },
    )
    queue.start(raceDay)
  }
  await Promise.all(tabs.map(({ settled }) => settled))
  const sent = tabs.flatMap(({ granted }) => granted.map(([, { fileName }]) => fileName))
  expect(sent.toSorted()).toEqual(names.toSorted())
  expect(tabs.flatMap(({ failures }) => failures)).toHaveLength(3)
  expect(tabs.flatMap(({ failures }) => failures)[0]).toContain('Another tab is uploading this file.')
})

test('a file that failed in one tab is free for another, and for a second try', async () => {
  const claim = browser()
  const refused = { grant: async () => Promise.reject(new ApiError({ code: 'photo_not_found' })) }
  const [first, second] = [setup({ claim, api: refused }), setup({ claim })]
  for (const { queue } of [first, second]) queue.add([aFile('one.jpg')], { price: '15.00' })
  first.queue.start(raceDay)
  expect(await first.settled).toEqual({ succeeded: 0, failed: 1 })
  second.queue.start(raceDay)
  expect(await second.settled).toEqual({ succeeded: 1, failed: 0 })
  second.queue.add([aFile('one.jpg', { lastModified: 2 })], { price: '15.00' })
  second.queue.start(raceDay)
  await breathe()
  expect(second.granted).toHaveLength(2)
})

test('a browser without locks takes each tab for the only one', async () => {
  expect(await claimInBrowser('upload')).toBeTypeOf('function')
})

test('a file goes from permission to ready, with its title, price and size', async () => {
  const { queue, granted, settled, store } = setup()
  queue.add([aFile('sunset.jpg')], { price: '15.00' })

  queue.start(raceDay)

  expect(await settled).toEqual({ succeeded: 1, failed: 0 })
  expect(granted).toEqual([
    [
      galleryId(1),
      {
        fileName: 'sunset.jpg',
        contentType: 'image/jpeg',
        bytes: 10,
        title: 'sunset',
        description: '',
        pricePence: 1500,
        width: 30,
        height: 20,
      },
    ],
  ])
  expect(queue.snapshot()).toMatchObject([{ status: 'success', progress: 100 }])
  expect(store.size).toBe(0)
})

test('two files are sent at a time, never three', async () => {
  const gate = held()
  const { queue } = setup({ put: gate.hold })
  queue.add([aFile('a.jpg'), aFile('b.jpg'), aFile('c.jpg')], { price: '15' })

  queue.start(raceDay)
  await breathe()

  expect(statuses(queue)).toEqual(['uploading', 'uploading', 'pending'])
  gate.releases[0]?.()
  await breathe()
  expect(statuses(queue)).toEqual(['success', 'uploading', 'uploading'])
})

test('of more than a hundred files four are sent at a time, and two again of the last hundred', async () => {
  const gate = held()
  const { queue } = setup({ put: gate.hold })
  queue.add(
    Array.from({ length: 102 }, (_, n) => aFile(`${String(n)}.jpg`)),
    { price: '15' },
  )
  const sending = () => statuses(queue).filter((status) => status === 'uploading').length

  queue.start(raceDay)
  await breathe()
  expect(sending()).toBe(4)
  const finish = async (nth: number) => {
    gate.releases[nth]?.()
    await breathe()
  }
  await finish(0)
  expect(sending()).toBe(4)
  await finish(1)
  await finish(2)
  await finish(3)
  expect(sending()).toBe(2)
})

test('progress follows the bytes from 15 to 80', async () => {
  const seen: number[] = []
  const { queue, settled } = setup({
    put: async ({ onProgress }) => {
      for (const sent of [0.2, 0.5, 1]) onProgress(sent)
    },
  })
  queue.subscribe(() => seen.push(queue.snapshot()[0]?.progress ?? -1))
  queue.add([aFile('a.jpg')], { price: '15' })

  queue.start(raceDay)
  await settled

  expect([...new Set(seen)]).toEqual([0, 5, 15, 28, 48, 80, 90, 100])
})

test('a price that is no number is 0', async () => {
  const { queue, granted, settled } = setup()
  queue.add([aFile('a.jpg')], { price: '15' })
  queue.edit('key-1', { price: 'abc' })

  queue.start(raceDay)
  await settled

  expect(granted[0]?.[1].pricePence).toBe(0)
})

test.each(['14.999', '7,505', '1e3', '-1', '1000000'])(
  'a price of %j is a slip of the hand: the file is not sent, and goes when it is mended',
  async (price) => {
    const { queue, granted, failures, settled } = setup()
    queue.add([aFile('a.jpg')], { price: '15' })
    queue.edit('key-1', { price })

    queue.start(raceDay)

    expect(await settled).toEqual({ succeeded: 0, failed: 1 })
    expect(failures).toEqual(['a.jpg: Please enter a price from £0 to £100,000, for example 14.99.'])
    expect(granted).toEqual([])

    queue.edit('key-1', { price: '14,99' })
    queue.retryFailed()
    await breathe()
    expect(granted.map(([, file]) => file.pricePence)).toEqual([1_499])
  },
)

test('a row that somebody types into is passed over until they have left it, and nothing is summed up before', async () => {
  const gate = held()
  const { queue, granted, summaries, settled } = setup({ put: gate.hold })
  queue.add(
    ['a', 'b', 'c', 'd'].map((name) => aFile(`${name}.jpg`)),
    { price: '15' },
  )
  queue.start(raceDay)
  await breathe()
  queue.enter('key-3')
  queue.edit('key-3', { price: '' })
  for (let done = 0; done < 3; done += 1) {
    gate.releases[done]?.()
    await breathe()
  }
  expect(statuses(queue)).toEqual(['success', 'success', 'pending', 'success'])
  expect([summaries, queue.isBusy(), queue.isSending()]).toEqual([[], true, true])

  queue.edit('key-3', { price: '25' })
  queue.leave('key-3')
  await breathe()
  gate.releases[3]?.()

  expect(await settled).toEqual({ succeeded: 4, failed: 0 })
  expect(granted.map(([, { title, pricePence }]) => [title, pricePence]).at(-1)).toEqual(['c', 2_500])
})

test('whoever goes on to another row has left the first', async () => {
  const { queue, granted } = setup()
  queue.add([aFile('a.jpg'), aFile('b.jpg')], { price: '15' })
  queue.enter('key-1')
  queue.start(raceDay)
  await breathe()
  expect(granted.map(([, { title }]) => title)).toEqual(['b'])
  queue.add([aFile('c.jpg')], { price: '15' })
  queue.enter('key-3')
  await breathe()
  expect(granted.map(([, { title }]) => title)).toEqual(['b', 'a'])
  const bringBack = queue.clearUnfinished()
  bringBack()
  expect(queue.snapshot().some(({ isEdited }) => isEdited)).toBe(false)
})

test('whoever tries a row again has finished typing, whether or not the focus has left it', async () => {
  const { queue, granted, settled } = setup()
  queue.add([aFile('a.jpg')], { price: '14.999' })
  queue.start(raceDay)
  await settled
  for (const again of [() => queue.retry('key-1'), queue.retryFailed]) {
    queue.enter('key-1')
    queue.edit('key-1', { price: granted.length === 0 ? '-1' : '25' })
    again()
    await waitFor(() => expect(queue.isBusy()).toBe(false))
  }
  expect(queue.snapshot()[0]?.isEdited).toBeUndefined()
})

/** A first try whose file never arrives. */
const isCutOff = () => {
  let isLost = true
  return {
    put: async () => (isLost ? Promise.reject(new PutFailure(400)) : undefined),
    confirm: async () => (isLost ? refused('upload_missing')() : answered('ready')()),
    mend: () => {
      isLost = false
    },
  }
}

test('what is changed after a first try is what goes on sale: another photo takes the place of one without a file', async () => {
  const line = isCutOff()
  const { queue, granted, removed, reworded } = setup({
    put: line.put,
    api: {
      confirm: line.confirm,
      remove: async (id) => {
        removed.push(id)
        line.mend()
      },
    },
  })
  queue.add([aFile('a.jpg')], { price: '15' })
  queue.start(raceDay)
  await waitFor(() => expect(statuses(queue)).toEqual(['error']))

  queue.edit('key-1', { price: '25' })
  queue.retry('key-1')

  await waitFor(() => expect(statuses(queue)).toEqual(['success']))
  expect(granted.map(([, file]) => file.pricePence)).toEqual([1_500, 2_500])
  expect([removed, reworded]).toEqual([[photoId(1)], []])
})

test.each([
  ['unavailable', [1_500], 'error'],
  ['photo_not_found', [1_500, 2_500], 'success'],
] as const)('where the first answers %s to its removal, %j go on sale', async (code, prices, status) => {
  const line = isCutOff()
  const gone: string[] = []
  const { queue, granted, failures, settled } = setup({
    put: line.put,
    api: {
      confirm: line.confirm,
      remove: async (id) => {
        line.mend()
        if (id === photoId(1)) return refused(code)()
        gone.push(id)
      },
    },
  })
  queue.add([aFile('a.jpg')], { price: '15' })
  queue.start(raceDay)
  await settled
  queue.edit('key-1', { price: '25' })

  queue.retry('key-1')

  await waitFor(() => expect(statuses(queue)).toEqual([status]))
  const offered = granted.filter((_, index) => !gone.includes(photoId(index + 1)))
  expect(offered.map(([, file]) => file.pricePence)).toEqual(prices)
  expect(failures).toHaveLength(status === 'error' ? 2 : 1)
})

test.each([
  ['is removed', false],
  ['is gone already', true],
])('a row taken from the list while its first photo %s leaves no successor behind', async (_, isGone) => {
  const removing = held()
  const removed: string[] = []
  const { queue, granted, settled } = setup({
    put: async () => Promise.reject(new PutFailure(400)),
    api: {
      confirm: refused('upload_missing'),
      remove: async (id) => {
        removed.push(id)
        if (id !== photoId(1)) return
        await removing.hold()
        if (isGone) await refused('photo_not_found')()
      },
    },
  })
  queue.add([aFile('a.jpg')], { price: '15' })
  queue.start(raceDay)
  await settled
  queue.edit('key-1', { price: '25' })
  queue.retry('key-1')
  await waitFor(() => expect(removing.releases).toHaveLength(1))
  expect(granted).toHaveLength(2)

  queue.remove('key-1')
  removing.releases[0]?.()

  await waitFor(() => expect(removed).toContain(photoId(2)))
})

test('a photo stays where its successor is not allowed', async () => {
  const line = isCutOff()
  let isFull = false
  const { queue, removed, settled } = setup({
    put: line.put,
    api: {
      confirm: line.confirm,
      grant: async () => {
        if (isFull) return refused('quota_reached')()
        return { photo: { id: photoId(1) }, upload: { url: '/put/1', headers: {} } }
      },
    },
  })
  queue.add([aFile('a.jpg')], { price: '15' })
  queue.start(raceDay)
  await settled
  isFull = true
  queue.edit('key-1', { price: '25' })
  queue.retry('key-1')
  await waitFor(() => expect(queue.snapshot()[0]?.message).toMatch(/room|quota|storage/i))
  expect(removed).toEqual([])
})

test('a photo that arrived though its answer was lost gets what was typed since, and is never taken from sale for it', async () => {
  let isDown = true
  const { queue, granted, removed, reworded, failures, settled } = setup({
    api: { confirm: async () => (isDown ? refused('unavailable')() : answered('ready')()) },
  })
  queue.add([aFile('a.jpg')], { price: '15' })
  queue.start(raceDay)
  await settled
  isDown = false
  queue.edit('key-1', { title: 'Dunes', price: '14.999' })
  queue.retry('key-1')
  await waitFor(() => expect(failures).toHaveLength(2))
  expect([removed, reworded]).toEqual([[], []])

  queue.edit('key-1', { price: '25' })
  queue.retry('key-1')
  await waitFor(() => expect(statuses(queue)).toEqual(['success']))

  expect(reworded).toEqual([[photoId(1), { title: 'Dunes', pricePence: 2_500 }]])
  expect(granted).toHaveLength(1)
  expect(removed).toEqual([])
})

test('a photo that arrived keeps what was not typed anew, which may have been changed in its gallery', async () => {
  let isDown = true
  const { queue, reworded, settled } = setup({
    api: { confirm: async () => (isDown ? refused('unavailable')() : answered('ready')()) },
  })
  queue.add([aFile('a.jpg')], { price: '15' })
  queue.edit('key-1', { price: '20' })
  queue.start(raceDay)
  await settled
  isDown = false
  queue.edit('key-1', { title: 'Dunes' })
  queue.retry('key-1')
  await waitFor(() => expect(statuses(queue)).toEqual(['success']))
  expect(reworded).toEqual([[photoId(1), { title: 'Dunes' }]])
})

test.each(['a mistyped price', 'a file that cannot be read'])(
  'for %s a photo keeps its place until another can take it',
  async (problem) => {
    const { card, file } = onCard('a.jpg')
    const { queue, removed, granted, failures, settled } = setup({
      api: { look: async (ids) => ids.map((id) => ({ id, state: 'failed', reason: null })) },
    })
    queue.add([file], { price: '15' })
    queue.start(raceDay)
    await settled
    if (problem === 'a mistyped price') queue.edit('key-1', { price: '14.999' })
    else card.isIn = false
    queue.retry('key-1')
    await waitFor(() => expect(failures).toHaveLength(2))
    expect([removed, granted.length]).toEqual([[], 1])
  },
)

test('a field that the server refuses is named by its own sentence', async () => {
  const fields = [{ path: 'title', message: 'Please use at most 120 characters.' }]
  const { queue, failures, settled } = setup({
    api: { grant: async () => Promise.reject(new ApiError({ code: 'invalid_request', fields })) },
  })
  queue.add([aFile('a.jpg')], { price: '15' })

  queue.start(raceDay)
  await settled

  expect(failures).toEqual(['a.jpg: Please use at most 120 characters.'])
})

test('a file name that is too long for a title gives a title that is not', () => {
  const { queue } = setup()
  queue.add([aFile(`${'x'.repeat(200)}.jpg`)], { price: '15' })

  expect(queue.snapshot()[0]?.title).toBe('x'.repeat(120))
})

test('a chosen gallery’s price is taken by files whose price nobody typed', () => {
  const { queue } = setup()
  queue.add([aFile('a.jpg'), aFile('b.jpg')], { price: '15.00' })
  queue.edit('key-2', { price: '99' })

  queue.setPrice('20.00')

  expect(queue.snapshot().map((item) => item.price)).toEqual(['20.00', '99'])
})

test('files on their way into a gallery keep its price and sets, whatever gallery is chosen meanwhile', async () => {
  const { queue, granted } = setup({ put: () => new Promise(() => undefined) })
  const names = ['a', 'b', 'c', 'd', 'e'].map((name) => aFile(`${name}.jpg`))
  queue.add(names, { price: '40.00', setNames: new Map(names.map((file) => [file, 'Party'])) })
  queue.putIntoSets(new Map([['Party', party]]))
  queue.start({ ...raceDay, price: '40.00' })

  queue.setPrice('5.00')
  queue.putIntoSets(new Map())
  queue.add([aFile('f.jpg')], { price: '5.00' })
  queue.setPrice('6.00')

  await waitFor(() => expect(granted).toHaveLength(2))
  expect(queue.snapshot().map(({ price, setId }) => [price, setId])).toEqual([
    ...names.map(() => ['40.00', party]),
    ['6.00', undefined],
  ])
})

test('files cost what the gallery that they are sent into says, whichever the page shows by then', async () => {
  const { queue, granted, settled } = setup()
  queue.add([aFile('a.jpg'), aFile('b.jpg')], { price: '15.00' })
  queue.edit('key-2', { price: '99' })
  queue.setPrice('40.00')

  queue.start(raceDay)
  await settled

  expect(granted.map(([, { pricePence }]) => pricePence)).toEqual([1_500, 9_900])
})

test('the browser asks before the tab is closed while anything is on its way or waits to be, and no longer', async () => {
  const gate = held()
  const { queue, settled } = setup({ put: gate.hold })
  warnWhileSending(queue)
  queue.add([aFile('a.jpg'), aFile('b.jpg'), aFile('c.jpg')], { price: '15' })
  expect(isAskedBeforeClosing()).toBe(false)

  queue.start(raceDay)
  await breathe()
  gate.releases[0]?.()
  gate.releases[1]?.()
  await breathe()
  expect(isAskedBeforeClosing()).toBe(true)
  // Nor does a payment page that comes back here bring back what was on its way.
  leavingOnPurpose()
  expect(isAskedBeforeClosing()).toBe(true)
  dispatchEvent(new Event('pageshow'))
  gate.releases[2]?.()
  await settled
  expect(isAskedBeforeClosing()).toBe(false)
})

test('nor while the last files have arrived and are only being made ready', async () => {
  const gate = held()
  const { queue } = setup({ put: gate.hold, pause: () => new Promise(() => undefined) })
  warnWhileSending(queue)
  queue.add([aFile('a.jpg'), aFile('b.jpg')], { price: '15' })
  queue.start(raceDay)
  await breathe()
  gate.releases[0]?.()
  await breathe()
  expect(isAskedBeforeClosing()).toBe(true)

  gate.releases[1]?.()
  await breathe()

  expect(isAskedBeforeClosing()).toBe(false)
  expect(queue.isBusy()).toBe(true)
})

test('nor when what was on its way was stopped or taken from the list', async () => {
  const signedOut = { grant: async () => Promise.reject(new ApiError({ code: 'unauthenticated' })) }
  for (const api of [{}, signedOut]) {
    const { queue } = setup({ api, put: () => new Promise(() => undefined) })
    warnWhileSending(queue)
    queue.add([aFile('a.jpg')], { price: '15' })
    queue.start(raceDay)
    expect(isAskedBeforeClosing()).toBe(true)
    await breathe()
    if (api !== signedOut) queue.remove('key-1')
    expect(isAskedBeforeClosing()).toBe(false)
  }
})

/** A row of an earlier visit whose file was on its way. */
const fromBefore = async (confirm: UploadApi['confirm'], { isFollowed = false } = {}) => {
  const { queue, removed, store } = setup({ put: () => new Promise(() => undefined) })
  queue.add([aFile('a.jpg')], { price: '15' })
  queue.start(raceDay)
  await waitFor(() => expect(store.get('key-1')?.photoId).toBe(photoId(1)))
  const look: UploadApi['look'] = async (ids) => ids.map((id) => ({ id, state: 'pending', reason: null }))
  const next = setup({ kept: [...store.values()], api: { confirm, ...(isFollowed && { look }) }, pause: forever })
  await next.queue.restore()
  if (isFollowed) await waitFor(() => expect(statuses(next.queue)).toEqual(['uploading']))
  next.queue.remove('key-1')
  expect(next.queue.snapshot()).toEqual([])
  expect(removed).toEqual([])
  return next.removed
}

test.each([
  ['is ready', answered('ready')],
  ['has arrived since, and is being made ready', answered('pending')],
  ['cannot be asked after', refused('unavailable')],
] as const)('a row of an earlier visit whose photo %s is removed without it', async (_, confirm) => {
  const removed = await fromBefore(confirm)
  await nextTask()
  expect(removed).toEqual([])
})

test('one whose photo is seen to be made ready is removed without it, too', async () => {
  const removed = await fromBefore(answered('pending'), { isFollowed: true })
  await nextTask()
  expect(removed).toEqual([])
})

test.each([
  ['has not arrived', refused('upload_missing')],
  ['was none', answered('failed')],
] as const)('one whose photo %s is removed with it', async (_, confirm) => {
  const removed = await fromBefore(confirm)
  await waitFor(() => expect(removed).toEqual([photoId(1)]))
})

test.each(['15', '25'])(
  'a photo that arrived though its row failed stays when the row is cleared at %s',
  async (price) => {
    let isDown = true
    const confirm = async () => (isDown ? refused('unavailable')() : answered('pending')())
    const { queue, removed, settled } = setup({ api: { confirm } })
    queue.add([aFile('a.jpg')], { price: '15' })
    queue.start(raceDay)
    await settled
    if (price !== '15') queue.edit('key-1', { price })
    isDown = false

    queue.clearUnfinished()
    await nextTask()

    expect(queue.snapshot()).toEqual([])
    expect(removed).toEqual([])
  },
)

test('a photo that is on sale stays when the row that tries it again is removed', async () => {
  let isDown = true
  let isSlow = false
  const { queue, removed, settled } = setup({
    api: {
      confirm: async () => {
        if (isDown) return refused('unavailable')()
        if (isSlow) await forever()
        return answered('ready')()
      },
    },
  })
  queue.add([aFile('a.jpg')], { price: '15' })
  queue.start(raceDay)
  expect(await settled).toEqual({ succeeded: 0, failed: 1 })
  isDown = false
  isSlow = true
  queue.retry('key-1')
  await breathe()
  expect(statuses(queue)).toEqual(['uploading'])
  isSlow = false

  queue.remove('key-1')
  await nextTask()

  expect([queue.snapshot(), removed]).toEqual([[], []])
})

test('nor is that of an earlier visit taken from sale whose file was chosen before it was found there', async () => {
  const before = setup({ put: forever })
  before.queue.add([aFile('a.jpg')], { price: '15' })
  before.queue.start(raceDay)
  await waitFor(() => expect(before.store.get('key-1')?.photoId).toBe(photoId(1)))
  const gate = held()
  const { queue, removed } = setup({
    kept: [...before.store.values()],
    api: {
      look: async (ids) => {
        await gate.hold()
        return ids.map((id) => ({ id, state: 'pending', reason: null }))
      },
    },
    pause: forever,
  })
  await queue.restore()
  expect(queue.add([aFile('a.jpg')], { price: '15' })).toMatchObject({ matched: 1 })
  await waitFor(() => expect(gate.releases).toHaveLength(1))
  gate.releases[0]?.()
  await waitFor(() => expect(statuses(queue)).toEqual(['uploading']))

  queue.remove('key-1')
  await nextTask()

  expect(removed).toEqual([])
})

test('what another tab is sending stays there when its rows are cleared or removed here', async () => {
  const claim = browser()
  const missing = { confirm: refused('upload_missing') }
  const first = setup({ claim, api: missing, put: () => new Promise(() => undefined) })
  const second = setup({ claim, api: missing })
  for (const { queue } of [first, second]) queue.add([aFile('a.jpg'), aFile('b.jpg')], { price: '15' })
  first.queue.start(raceDay)
  await waitFor(() => expect(first.granted).toHaveLength(2))
  second.queue.adopt('key-1', raceDay, photoId(1))
  second.queue.adopt('key-2', raceDay, photoId(2))
  second.queue.start(raceDay)
  expect(await second.settled).toEqual({ succeeded: 0, failed: 2 })

  second.queue.remove('key-1')
  second.queue.clearUnfinished()
  await nextTask()

  expect(second.queue.snapshot()).toEqual([])
  expect([...first.removed, ...second.removed]).toEqual([])
})

test('a photo that a row has again is not removed by an earlier press that clears it', async () => {
  const removing = held()
  let isBroken = true
  const { queue, removed, settled } = setup({
    api: {
      confirm: async () => (isBroken ? refused('upload_missing')() : answered('ready')()),
      remove: async (id) => {
        removed.push(id)
        await removing.hold()
      },
    },
    put: async () => (isBroken ? Promise.reject(new PutFailure(400)) : undefined),
  })
  queue.add([aFile('a.jpg'), aFile('b.jpg')], { price: '15' })
  queue.start(raceDay)
  expect(await settled).toEqual({ succeeded: 0, failed: 2 })
  const bringBack = queue.clearUnfinished()
  await waitFor(() => expect(removed).toEqual([photoId(1)]))

  bringBack()
  isBroken = false
  queue.adopt('key-2', raceDay, photoId(2))
  queue.startSome(['key-2'], raceDay)
  await waitFor(() => expect(statuses(queue)).toEqual(['pending', 'success']))
  removing.releases[0]?.()
  await nextTask()

  expect(removed).toEqual([photoId(1)])
})

test('all that is not in a gallery and not on its way is cleared at once, for good unless it is wanted back', async () => {
  const first = setup({ put: async ({ file }) => (file.size === 11 ? Promise.reject(new PutFailure(400)) : undefined) })
  first.queue.add([aFile('a.jpg'), aFile('z.jpg'), aFile('b.jpg', { bytes: 11 })], { price: '15' })
  first.queue.start(raceDay)
  await first.settled
  first.queue.add([aFile('c.jpg')], { price: '15' })
  const next = setup({
    kept: [...first.store.values()],
    api: { confirm: refused('upload_missing') },
  })
  await next.queue.restore()
  next.queue.add([aFile('d.jpg')], { price: '15' })
  next.queue.edit('key-1', { title: 'Dunes' })

  const bringBack = next.queue.clearUnfinished()

  expect(next.queue.snapshot()).toEqual([])
  expect(next.store.size).toBe(0)
  await waitFor(() => expect(next.removed).toEqual([photoId(3)]))
  next.queue.add([aFile('c.jpg')], { price: '15' })
  bringBack()
  expect(next.queue.snapshot().map(({ fileName, title, photoId: id }) => [fileName, title, id])).toEqual([
    ['c.jpg', 'c', undefined],
    ['b.jpg', 'b', undefined],
    ['d.jpg', 'Dunes', undefined],
  ])
  expect(next.store.size).toBe(3)
  // What had failed waits as the others do: it goes wherever it is sent next.
  expect(statuses(next.queue)).toEqual(['pending', 'pending', 'pending'])
})

test('what is on its way stays when the others are cleared', async () => {
  const { queue } = setup({ put: () => new Promise(() => undefined) })
  queue.add([aFile('a.jpg')], { price: '15' })
  queue.start(raceDay)
  queue.add([aFile('b.jpg')], { price: '15' })
  await breathe()
  queue.clearUnfinished()
  expect(queue.snapshot().map(({ fileName }) => fileName)).toEqual(['a.jpg'])
})

test('a file that is in the list already is left out', () => {
  const { queue } = setup()
  queue.add([aFile('a.jpg')], { price: '15' })

  expect(queue.add([aFile('a.jpg'), aFile('a.jpg', { lastModified: 2 })], { price: '15' })).toEqual({
    added: 1,
    matched: 0,
    duplicates: 1,
    held: 0,
    asked: 0,
  })
  expect(queue.snapshot()).toHaveLength(2)
})

test('a lost connection is tried again by itself', async () => {
  let tries = 0
  const { queue, settled } = setup({
    put: async () => {
      tries += 1
      if (tries < 3) throw new PutFailure(0)
    },
  })
  queue.add([aFile('a.jpg')], { price: '15' })

  queue.start(raceDay)

  expect(await settled).toEqual({ succeeded: 1, failed: 0 })
  expect(tries).toBe(3)
})

/** A file on a card that can be pulled, and put in again. */
const onCard = (name: string) => {
  const card = { isIn: true }
  const file = aFile(name)
  file.slice = (...range) => {
    const part = new Blob([file]).slice(...range)
    const read = part.arrayBuffer.bind(part)
    part.arrayBuffer = () => (card.isIn ? read() : Promise.reject(new DOMException('', 'NotReadableError')))
    return part
  }
  return { card, file }
}
/** When a file was changed that was chosen before. */
const changedLater = () => Date.now() + 1_000
const unreadable = 'This file cannot be read any more. Choose it again.'

test('a file that is gone while it is sent says so, and goes on where it is once it is chosen again', async () => {
  const { card, file } = onCard('a.jpg')
  const sent: Blob[] = []
  const { queue, failures, settled, granted } = setup({
    api: {
      confirm: async () => {
        if (sent.length === 0) throw new ApiError({ code: 'upload_missing' })
        return { state: 'ready', reason: null }
      },
    },
    put: async ({ file: sending }) => {
      if (sending !== file) sent.push(sending)
      else {
        card.isIn = false
        throw new PutFailure(0)
      }
    },
  })
  queue.add([file], { price: '15' })
  queue.start(raceDay)
  expect(await settled).toEqual({ succeeded: 0, failed: 1 })
  expect(failures).toEqual([`a.jpg: ${unreadable}`])
  expect(queue.snapshot()).toMatchObject([{ status: 'error', file: undefined }])

  const again = aFile('a.jpg')
  expect(queue.add([again], { price: '15' })).toMatchObject({ matched: 1, added: 0 })
  expect(queue.snapshot()).toMatchObject([{ status: 'pending', message: undefined }])
  queue.start(raceDay)
  await waitFor(() => expect(statuses(queue)).toEqual(['success']))
  expect(sent).toEqual([again])
  expect(granted).toHaveLength(1)
})

test('for a file that is gone before its turn nothing is asked for', async () => {
  const { card, file } = onCard('a.jpg')
  card.isIn = false
  const { queue, failures, settled, granted } = setup()
  queue.add([file], { price: '15' })
  queue.start(raceDay)
  expect(await settled).toEqual({ succeeded: 0, failed: 1 })
  expect(failures).toEqual([`a.jpg: ${unreadable}`])
  expect(granted).toEqual([])
})

test('a file that was changed since it was chosen finds its title and price under its name once that is said, and takes the place of the first', async () => {
  const { card, file } = onCard('a.jpg')
  const { queue, settled, granted, removed } = setup({
    api: { confirm: async () => (card.isIn ? refused('upload_missing')() : answered('ready')()) },
    put: async ({ file: sending }) => {
      if (sending !== file) return
      card.isIn = false
      throw new PutFailure(0)
    },
  })
  queue.add([file, aFile('b.jpg')], { price: '15' })
  queue.edit('key-1', { title: 'Dunes', price: '20' })
  queue.start(raceDay)
  await settled

  const changed = aFile('a.jpg', { bytes: 12, lastModified: changedLater() })
  expect(queue.add([changed], { price: '15' })).toMatchObject({ asked: 1, added: 0, matched: 0 })
  expect(queue.add([changed], { price: '15' })).toMatchObject({ duplicates: 1 })
  queue.start(raceDay)
  await breathe()
  expect(granted).toHaveLength(2)
  queue.takeNewer()
  queue.start(raceDay)

  await waitFor(() => expect(statuses(queue)).toEqual(['success', 'success']))
  expect(removed).toEqual([photoId(1)])
  expect(granted.at(-1)?.[1]).toMatchObject({ fileName: 'a.jpg', bytes: 12, title: 'Dunes', pricePence: 2_000 })
  expect(queue.add([changed], { price: '15' })).toMatchObject({ duplicates: 1 })
})

test('a newer picture of the same name that is another photo gets the gallery’s price, and takes nobody’s place', async () => {
  const { card, file } = onCard('IMG_0001.jpg')
  const { queue, settled, granted, removed } = setup()
  queue.add([file], { price: '15' })
  queue.edit('key-1', { title: 'Anna', price: '40' })
  card.isIn = false
  queue.start(raceDay)
  await settled
  const ofAnotherCamera = aFile('IMG_0001.jpg', { bytes: 20, lastModified: changedLater() })
  expect(queue.add([ofAnotherCamera], { price: '15' })).toMatchObject({ asked: 1 })

  queue.partNewer(['key-1'])
  queue.start(raceDay)

  await waitFor(() => expect(statuses(queue)).toEqual(['error', 'success']))
  expect(granted.map(([, { title, pricePence }]) => [title, pricePence])).toEqual([['IMG_0001', 1_500]])
  expect(removed).toEqual([])
  expect(queue.add([aFile('IMG_0001.jpg')], { price: '15' })).toMatchObject({ matched: 1 })
  expect(queue.snapshot()[0]).toMatchObject({ title: 'Anna', price: '40', newer: undefined })
})

test.each(['waits', 'is being sent'])('a file that is written anew while it %s keeps its price', async (when) => {
  const { card, file } = onCard('b.jpg')
  const gate = held()
  const { queue, granted, failures } = setup({
    put: async ({ file: sending, signal }) => {
      await Promise.race([
        gate.hold(),
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))),
      ])
      return void sending
    },
    api: { confirm: async () => (card.isIn ? refused('upload_missing')() : answered('ready')()) },
  })
  const others = [aFile('x.jpg'), aFile('y.jpg')]
  queue.add(when === 'waits' ? [...others, file] : [file, ...others], { price: '15' })
  const row = () => queue.snapshot().find(({ fileName }) => fileName === 'b.jpg')
  const key = row()?.key ?? ''
  queue.edit(key, { price: '25' })
  queue.start(raceDay)
  await waitFor(() => expect(granted).toHaveLength(2))
  expect(row()?.status).toBe(when === 'waits' ? 'pending' : 'uploading')
  card.isIn = false
  const anew = aFile('b.jpg', { bytes: 12, lastModified: changedLater() })

  await queue.findLost([anew])
  expect(queue.add([anew], { price: '15' })).toMatchObject({ added: 0, asked: 1 })
  expect(failures).toEqual([`b.jpg: ${unreadable}`])
  queue.takeNewer([key])
  queue.start(raceDay)
  for (let turn = 0; turn < 5; turn += 1) {
    for (const release of gate.releases) release()
    await nextTask()
  }

  expect(statuses(queue)).toEqual(['success', 'success', 'success'])
  const ofFile = granted.filter(([, { fileName }]) => fileName === 'b.jpg').map(([, about]) => about)
  expect(ofFile.at(-1)).toMatchObject({ bytes: 12, pricePence: 2_500 })
})

test('rows whose files are there lose none of them to files of the same names', async () => {
  const { queue } = setup({ put: () => new Promise(() => undefined) })
  queue.add([aFile('a.jpg'), aFile('b.jpg'), aFile('c.jpg')], { price: '15' })
  queue.start(raceDay)
  const others = ['a.jpg', 'c.jpg'].map((name) => aFile(name, { bytes: 12, lastModified: changedLater() }))
  await queue.findLost(others)
  expect(queue.add(others, { price: '15' })).toMatchObject({ added: 2, asked: 0 })
})

test('a file that was left out asks nothing of a newer one of its name', async () => {
  const { card, file } = onCard('a.jpg')
  const { queue } = setup()
  queue.add([file], { price: '15', isPresent: () => true })
  card.isIn = false
  const newer = aFile('a.jpg', { bytes: 12, lastModified: changedLater() })
  await queue.findLost([newer])
  expect(queue.add([newer], { price: '15' })).toMatchObject({ added: 1, asked: 0 })
})

test('a newer file costs what the gallery says that is chosen when it is taken', async () => {
  const { card, file } = onCard('a.jpg')
  const { queue, settled } = setup()
  queue.add([file], { price: '15.00' })
  card.isIn = false
  queue.start(raceDay)
  await settled
  queue.add([aFile('a.jpg', { bytes: 12, lastModified: changedLater() })], { price: '15.00' })
  queue.setPrice('40.00')
  queue.takeNewer()
  expect(queue.snapshot().map(({ price, bytes }) => [price, bytes])).toEqual([['40.00', 12]])
})

test('of two newer files the last is asked about, the first has a row unless it was written anew itself', async () => {
  const { card, file } = onCard('a.jpg')
  const { queue, settled } = setup()
  queue.add([file], { price: '15' })
  card.isIn = false
  queue.start(raceDay)
  await settled
  const second = onCard('a.jpg')
  const newer = [30, 40, 50].map((bytes) => aFile('a.jpg', { bytes, lastModified: changedLater() + bytes }))
  Object.defineProperty(second.file, 'lastModified', { value: changedLater() })
  queue.add([second.file], { price: '15' })
  second.card.isIn = false
  for (const each of newer.slice(0, 2)) {
    await queue.findLost([each])
    expect(queue.add([each], { price: '15' })).toMatchObject({ asked: 1 })
  }
  expect(queue.snapshot().map(({ bytes, newer: asked }) => [bytes, asked?.bytes])).toEqual([
    [10, 40],
    [30, undefined],
  ])
})

test('a changed file is asked about after a reload too, but never as that of another file of its name', async () => {
  const { card, file } = onCard('a.jpg')
  card.isIn = false
  const before = setup()
  before.queue.add([file], { price: '15' })
  before.queue.start(raceDay)
  await before.settled
  const kept = [...before.store.values()].map((item) => ({ ...item, key: 'earlier' }))
  const { queue } = setup({ kept })
  await queue.restore()

  const other = aFile('a.jpg', { bytes: 12, lastModified: changedLater() })
  expect(queue.add([other, aFile('a.jpg')], { price: '15' })).toMatchObject({ matched: 1, added: 1 })
  expect(queue.snapshot().map(({ bytes }) => bytes)).toEqual([10, 12])

  const again = setup({ kept })
  await again.queue.restore()
  expect(again.queue.add([other], { price: '15' })).toMatchObject({ asked: 1, added: 0 })
  expect([...again.store.values()][0]).not.toHaveProperty('newer')
  // The first is there after all, so the other is another.
  expect(again.queue.add([aFile('a.jpg')], { price: '15' })).toMatchObject({ matched: 1 })
  expect(again.queue.snapshot().map(({ bytes }) => bytes)).toEqual([10, 12])
})

test('a file that was saved anew before a reload is asked about, and keeps what was typed', async () => {
  const before = setup()
  before.queue.add([aFile('a.jpg')], { price: '15' })
  before.queue.edit('key-1', { price: '25' })
  const { queue } = setup({ kept: [...before.store.values()].map((item) => ({ ...item, key: 'earlier' })) })
  await queue.restore()
  const anew = aFile('a.jpg', { bytes: 12, lastModified: changedLater() })
  expect(queue.add([anew], { price: '15' })).toMatchObject({ asked: 1, added: 0 })
  queue.takeNewer(['earlier'])
  expect(queue.snapshot().map(({ bytes, price }) => [bytes, price])).toEqual([[12, '25']])
})

test.each(['alone', 'with all others'])(
  'a row that is taken off the list %s leaves the newer file in question there',
  async (how) => {
    const { card, file } = onCard('a.jpg')
    const { queue, settled, store } = setup()
    queue.add([file], { price: '15' })
    queue.edit('key-1', { title: 'Dunes' })
    card.isIn = false
    queue.start(raceDay)
    await settled
    const newer = aFile('a.jpg', { bytes: 12, lastModified: changedLater() })
    expect(queue.add([newer], { price: '15', isWatched: true })).toMatchObject({ asked: 1 })

    const bringBack = how === 'alone' ? queue.remove('key-1') : queue.clearUnfinished()

    expect(queue.snapshot()).toMatchObject([{ bytes: 12, title: 'a', isWatched: undefined, file: newer }])
    bringBack?.()
    expect(queue.snapshot().map(({ bytes, title, newer: asked }) => [bytes, title, asked])).toEqual([
      [12, 'a', undefined],
      [10, 'Dunes', undefined],
    ])
    expect(store.size).toBe(2)
  },
)

test('a row that comes back after its file was chosen again puts what was typed into the new one', async () => {
  const { queue } = setup()
  queue.add([aFile('a.jpg')], { price: '15' })
  queue.edit('key-1', { title: 'Dunes', price: '25' })
  const bringBack = queue.remove('key-1')
  queue.add([aFile('a.jpg')], { price: '15' })
  const [{ key = '' } = {}] = queue.snapshot()
  queue.edit(key, { description: 'At noon', title: 'Dunes at noon' })
  bringBack?.()
  expect(queue.snapshot()).toMatchObject([
    { key, title: 'Dunes at noon', price: '25', isPriceTyped: true, description: 'At noon' },
  ])
  expect(queue.snapshot()).toHaveLength(1)
})

test('the pictures of another card, of the same names, take the places of none that were pulled out', async () => {
  const names = ['IMG_0001.jpg', 'IMG_0002.jpg']
  const first = names.map(onCard)
  const before = setup({ now: () => 1_000 })
  before.queue.add(
    first.map(({ file }) => file),
    { price: '15' },
  )
  for (const { card } of first) card.isIn = false
  before.queue.start(raceDay)
  await before.settled
  const { queue } = setup({ kept: [...before.store.values()].map((item) => ({ ...item, key: `kept ${item.key}` })) })
  await queue.restore()
  const others = names.map((name) => aFile(name, { bytes: 20, lastModified: 900 }))
  for (const { queue: list } of [before, { queue }])
    expect(list.add(others, { price: '15' })).toMatchObject({ matched: 0, added: 2 })
  expect(queue.snapshot().map(({ bytes }) => bytes)).toEqual([10, 10, 20, 20])
})

test('nor do they where both cameras’ clocks are ahead', async () => {
  const lost = onCard('IMG_0001.jpg')
  const { queue, settled } = setup({ now: () => lost.file.lastModified - 1 })
  queue.add([lost.file], { price: '15' })
  lost.card.isIn = false
  queue.start(raceDay)
  await settled
  const other = aFile('IMG_0001.jpg', { bytes: 20, lastModified: lost.file.lastModified + 60_000 })
  expect(queue.add([other], { price: '15' })).toMatchObject({ matched: 0, added: 1 })
})

test('a failed upload goes back to 0 and says why; trying again sends it by a new address', async () => {
  const urls: string[] = []
  let isDown = true
  const { queue, failures, settled, granted } = setup({
    api: {
      confirm: async () => {
        if (isDown || urls.length < 4) throw new ApiError({ code: 'upload_missing' })
        return { state: 'ready', reason: null }
      },
    },
    put: async ({ url }) => {
      urls.push(url)
      if (isDown) throw new PutFailure(0)
    },
  })
  queue.add([aFile('a.jpg')], { price: '15' })
  queue.start(raceDay)
  expect(await settled).toEqual({ succeeded: 0, failed: 1 })
  expect(queue.snapshot()).toMatchObject([{ status: 'error', progress: 0 }])
  expect(failures).toEqual(['a.jpg: The connection was lost. Please try again.'])

  isDown = false
  queue.retryFailed()
  await breathe()

  expect(statuses(queue)).toEqual(['success'])
  expect(granted).toHaveLength(1)
  expect(urls.at(-1)).toBe(`/again/${photoId(1)}`)
})

test('an address that has run out is replaced once', async () => {
  const urls: string[] = []
  const { queue, settled } = setup({
    put: async ({ url }) => {
      urls.push(url)
      if (urls.length === 1) throw new PutFailure(403)
    },
  })
  queue.add([aFile('a.jpg')], { price: '15' })

  queue.start(raceDay)

  expect(await settled).toEqual({ succeeded: 1, failed: 0 })
  expect(urls).toEqual(['/put/1', `/again/${photoId(1)}`])
})

test('a photo that could not be made ready fails with the reason, and is replaced when tried again', async () => {
  let reason: string | null = 'This file is a PDF, not a photo'
  const { queue, settled, removed, granted } = setup({
    api: { look: async (ids) => ids.map((id) => ({ id, state: reason ? 'failed' : 'ready', reason })) },
  })
  queue.add([aFile('a.jpg')], { price: '15' })
  queue.start(raceDay)
  await settled
  expect(queue.snapshot()).toMatchObject([{ status: 'error', message: 'This file is a PDF, not a photo' }])

  reason = null
  queue.retry('key-1')
  await breathe()

  expect(removed).toEqual([photoId(1)])
  expect(granted).toHaveLength(2)
  expect(statuses(queue)).toEqual(['success'])
})

test('a RAW file without a preview is in, with the reason beside it', async () => {
  const { queue, settled } = setup({
    api: {
      look: async (ids) => ids.map((id) => ({ id, state: 'kept', reason: 'There is no preview inside this file.' })),
    },
  })
  queue.add([aFile('a.cr2')], { price: '15' })

  queue.start(raceDay)
  await settled

  expect(queue.snapshot()).toMatchObject([{ status: 'success', message: 'There is no preview inside this file.' }])
})

test('after a reload the same file finds its place, title and price again', async () => {
  const before = setup()
  before.queue.add([aFile('a.jpg'), aFile('b.jpg')], { price: '15' })
  before.queue.edit('key-1', { title: 'Sunrise', price: '20' })

  const { queue, settled, granted } = setup({ kept: [...before.store.values()] })
  await queue.restore()
  expect(queue.snapshot()).toMatchObject([{ file: undefined }, { file: undefined }])

  expect(queue.add([aFile('a.jpg')], { price: '15' })).toMatchObject({ added: 0, matched: 1 })
  queue.start(raceDay)
  await settled

  expect(granted.map(([, file]) => [file.title, file.pricePence])).toEqual([['Sunrise', 2000]])
  expect(statuses(queue)).toEqual(['success', 'pending'])
})

test('what was said of earlier buyers lasts until something else is said, whatever rows there are', async () => {
  const { queue, settled, store } = setup()
  queue.except(galleryId(1), true)
  queue.add([aFile('a.jpg'), aFile('b.jpg')], { price: '15' })
  queue.start({ ...raceDay, isExcepted: true })
  const kept = [...store.values()]
  await settled
  queue.clearDone()
  expect([queue.isExcepted(galleryId(1)), queue.isExcepted(galleryId(2))]).toEqual([true, false])
  queue.except(galleryId(1), false)
  expect(queue.isExcepted(galleryId(1))).toBe(false)

  const after = setup({ kept })
  await after.queue.restore()
  expect(after.queue.isExcepted(galleryId(1))).toBe(true)
})

test('what was said of earlier buyers comes back with rows that were never sent, of each gallery', async () => {
  const { queue, store } = setup()
  queue.except(galleryId(1), true)
  queue.add([aFile('a.jpg')], { price: '15' })
  queue.except(galleryId(2), true)
  queue.except(galleryId(3), true)
  queue.except(galleryId(3), false)

  const after = setup({ kept: [...store.values()] })
  await after.queue.restore()

  expect([1, 2, 3].map((n) => after.queue.isExcepted(galleryId(n)))).toEqual([true, true, false])
})

test('what is said of earlier buyers while the rows of before are looked up holds for these, too', async () => {
  const before = setup()
  before.queue.add([aFile('a.jpg')], { price: '15' })
  before.queue.except(galleryId(1), true)
  const { queue, store } = setup({ kept: [...before.store.values()] })
  const looked = queue.restore()
  queue.except(galleryId(1), false)
  queue.except(galleryId(2), true)
  await looked
  expect([1, 2].map((n) => queue.isExcepted(galleryId(n)))).toEqual([false, true])

  const after = setup({ kept: [...store.values()] })
  await after.queue.restore()
  expect([1, 2].map((n) => after.queue.isExcepted(galleryId(n)))).toEqual([false, true])
})

test.each([
  ['is to be kept from', true],
  ['is not to be kept from', false],
])('a photo that %s earlier buyers, as is said while its row is looked up, is allowed so', async (_, isExcepted) => {
  const before = setup({ put: forever })
  before.queue.add([aFile('a.jpg')], { price: '15' })
  before.queue.except(galleryId(1), !isExcepted)
  before.queue.start({ ...raceDay, isExcepted: !isExcepted })
  await breathe()
  // Its list says the same already: only its photo was allowed otherwise.
  const kept = [...before.store.values()].map((item) => ({ ...item, exceptedIn: isExcepted ? [galleryId(1)] : [] }))
  const look: UploadApi['look'] = async (ids) => ids.map((id) => ({ id, state: 'pending', reason: null }))
  const { queue, granted, removed, store } = setup({ kept, api: { look, confirm: refused('upload_missing') } })
  const looked = queue.restore()
  queue.except(galleryId(1), isExcepted)
  await looked
  await breathe()
  expect([...store.values()].map(({ exceptedFrom }) => exceptedFrom === galleryId(1))).toEqual([isExcepted])

  queue.add([aFile('a.jpg')], { price: '15' })
  queue.start({ ...raceDay, isExcepted })
  await breathe()

  expect(granted.map(([, file]) => file.isExcepted === true)).toEqual([isExcepted])
  expect(removed).toEqual([photoId(1)])
})

/** A photo that was allowed and whose file was not taken. @param refusalOf Why it cannot be removed, if so. */
const aFailedPhoto = async (refusalOf: () => Error | undefined = () => undefined) => {
  const fates = [new PutFailure(400)]
  const removed: string[] = []
  const parts = setup({
    api: {
      confirm: async () => Promise.reject(new ApiError({ code: 'upload_missing' })),
      remove: async (id) => {
        const refusal = id === photoId(1) ? refusalOf() : undefined
        if (refusal) throw refusal
        removed.push(id)
      },
    },
    put: async () => {
      const fate = fates.shift()
      if (fate) throw fate
    },
  })
  parts.queue.add([aFile('a.jpg')], { price: '15' })
  parts.queue.start(raceDay)
  await parts.settled
  return { ...parts, removed }
}

test('a photo that was allowed is the one that is asked for once its exception is as it was', async () => {
  const { queue, granted, removed } = await aFailedPhoto()
  queue.except(galleryId(1), true)
  queue.except(galleryId(1), false)
  queue.retryFailed()
  await breathe()
  expect([granted.length, removed]).toEqual([1, []])
})

test('a photo whose replacement broke off is still another one than is asked for', async () => {
  const refusals = [new ApiError({ code: 'invalid_request' })]
  const { queue, granted, removed } = await aFailedPhoto(() => refusals.shift())
  queue.except(galleryId(1), true)
  queue.retryFailed()
  await breathe()
  expect([granted.length, removed]).toEqual([2, [photoId(2)]])
  queue.retryFailed()
  await breathe()
  expect([granted.length, removed]).toEqual([3, [photoId(2), photoId(1)]])
})

test('a photo whose file had arrived before the reload is not sent again', async () => {
  const before = setup({ put: () => new Promise(() => undefined) })
  before.queue.add([aFile('a.jpg')], { price: '15' })
  before.queue.start(raceDay)
  await breathe()
  const puts: string[] = []

  const { queue, settled, granted } = setup({
    kept: [...before.store.values()],
    put: async ({ url }) => void puts.push(url),
  })
  await queue.restore()
  queue.add([aFile('a.jpg')], { price: '15' })
  queue.start(raceDay)

  expect(await settled).toEqual({ succeeded: 1, failed: 0 })
  expect(puts).toEqual([])
  expect(granted).toEqual([])
})

test('photos that had arrived before the page was left leave the list by themselves, once they are ready', async () => {
  const before = setup({ put: () => new Promise(() => undefined) })
  before.queue.add(
    ['ready.jpg', 'arrived.jpg', 'missing.jpg', 'edited.jpg', 'new.jpg'].map((name) => aFile(name)),
    { price: '15' },
  )
  const photo = (nth: number, of: object = {}) => ({ status: 'uploading' as const, photoId: photoId(nth), ...of })
  const changes = [photo(1), photo(2), photo(3), photo(4, { price: '20', reworded: ['price'] }), {}]
  const kept = [...before.store.values()].map((item, n) => ({ ...item, ...changes[n] }))
  let isReady = false
  const { queue, store, removed, granted, settled } = setup({
    kept,
    api: {
      look: async (ids) =>
        ids.map((id) => ({ id, state: id === photoId(1) || isReady ? 'ready' : 'pending', reason: null })),
      confirm: async (id) => (id === photoId(3) ? refused('upload_missing')() : answered('pending')()),
    },
    pause: () => nextTask().then(() => undefined),
  })

  await queue.restore()
  await waitFor(() => expect(queue.snapshot()).toHaveLength(4))

  const standing = () => queue.snapshot().map(({ fileName, status }) => `${fileName} ${status}`)
  await waitFor(() =>
    expect(standing()).toEqual([
      'arrived.jpg uploading',
      'missing.jpg pending',
      'edited.jpg pending',
      'new.jpg pending',
    ]),
  )
  expect(queue.snapshot().filter(isWithoutFile)).toHaveLength(3)
  expect(queue.isSending()).toBe(false)
  isReady = true
  expect(await settled).toEqual({ succeeded: 1, failed: 0 })
  expect(standing()[0]).toBe('arrived.jpg success')
  expect([...store.values()].map(({ fileName }) => fileName)).toEqual(['missing.jpg', 'edited.jpg', 'new.jpg'])
  expect([removed, granted]).toEqual([[], []])
})

test('a row whose file was chosen and sent before its photo was looked for is left to its upload', async () => {
  const before = setup({ put: () => new Promise(() => undefined) })
  before.queue.add([aFile('a.jpg')], { price: '15' })
  before.queue.start(raceDay)
  await breathe()
  const gate = held()
  const { queue } = setup({
    kept: [...before.store.values()],
    api: {
      look: async (ids) => {
        await gate.hold()
        return ids.map((id) => ({ id, state: 'ready', reason: null }))
      },
      confirm: refused('upload_missing'),
    },
    put: () => new Promise(() => undefined),
  })
  await queue.restore()
  queue.add([aFile('a.jpg')], { price: '15' })
  queue.start(raceDay)
  await breathe()
  gate.releases[0]?.()
  await breathe()
  expect(statuses(queue)).toEqual(['uploading'])
})

test('a photo that is being made ready needs its file no more, and nobody types into it', async () => {
  const before = setup({ put: () => new Promise(() => undefined) })
  before.queue.add([aFile('a.jpg')], { price: '15' })
  before.queue.start(raceDay)
  await breathe()
  const look: UploadApi['look'] = async (ids) => ids.map((id) => ({ id, state: 'pending', reason: null }))
  const { queue } = setup({ kept: [...before.store.values()], api: { look }, pause: forever })
  await queue.restore()
  await waitFor(() => expect(statuses(queue)).toEqual(['uploading']))
  expect(queue.add([aFile('a.jpg')], { price: '15' })).toMatchObject({ matched: 0, duplicates: 1 })
  expect(statuses(queue)).toEqual(['uploading'])
})

test('nor does anybody into a file on its way when the session ends, before its own end is known', async () => {
  let isSignedIn = true
  const gate = held()
  const { queue } = setup({
    put: gate.hold,
    api: {
      grant: async (_, { fileName }) => {
        if (!isSignedIn) return refused('unauthenticated')()
        return { photo: { id: photoId(fileName === 'a.jpg' ? 1 : 2) }, upload: { url: '/put', headers: {} } }
      },
      confirm: async (id) => (isSignedIn || id === photoId(1) ? answered('ready')() : refused('unauthenticated')()),
    },
  })
  queue.add([aFile('a.jpg'), aFile('b.jpg'), aFile('c.jpg')], { price: '15' })
  queue.start(raceDay)
  await breathe()
  isSignedIn = false
  gate.releases[0]?.()
  await breathe()
  expect([statuses(queue), queue.isSending()]).toEqual([['success', 'uploading', 'pending'], true])
  gate.releases[1]?.()
  await breathe()
  expect([statuses(queue), queue.isBusy()]).toEqual([['success', 'pending', 'pending'], false])
})

test('a removed file is stopped, and leaves no photo behind', async () => {
  let aborted = false
  const { queue, removed, summaries } = setup({
    api: { confirm: refused('upload_missing') },
    put: ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          aborted = true
          reject(new DOMException('Removed', 'AbortError'))
        })
      }),
  })
  queue.add([aFile('a.jpg')], { price: '15' })
  queue.start(raceDay)
  await breathe()

  queue.remove('key-1')
  await breathe()

  expect(aborted).toBe(true)
  expect(removed).toEqual([photoId(1)])
  expect(queue.snapshot()).toEqual([])
  expect(queue.isBusy()).toBe(false)
  expect(summaries).toEqual([])
})

test('when the session has ended everything waits, nothing fails', async () => {
  const { queue, failures } = setup({
    api: {
      grant: async () => {
        throw new ApiError({ code: 'unauthenticated' })
      },
    },
  })
  queue.add([aFile('a.jpg'), aFile('b.jpg'), aFile('c.jpg')], { price: '15' })

  queue.start(raceDay)
  await breathe()

  expect(statuses(queue)).toEqual(['pending', 'pending', 'pending'])
  expect(failures).toEqual([])
  expect(queue.isBusy()).toBe(false)
})

test('what the end of a session stopped goes into the gallery that is chosen after it, the rest where it was', async () => {
  let isSignedIn = true
  const gate = held()
  const { queue, granted } = setup({
    api: {
      grant: async (...request) => {
        if (!isSignedIn) throw new ApiError({ code: 'unauthenticated' })
        granted.push(request)
        return { photo: { id: photoId(granted.length) }, upload: { url: '/put', headers: {} } }
      },
    },
    put: gate.hold,
  })
  queue.add([aFile('a.jpg'), aFile('b.jpg'), aFile('c.jpg'), aFile('d.jpg')], { price: '15' })
  queue.start(raceDay)
  await breathe()
  isSignedIn = false
  gate.releases[0]?.()
  await breathe()
  isSignedIn = true

  queue.start({ id: galleryId(2), title: 'Dinner', price: '40.00', isExcepted: false })
  await breathe()

  expect(queue.snapshot().map(({ galleryTitle, price }) => [galleryTitle, price])).toEqual([
    ['Race day', '15.00'],
    ['Race day', '15.00'],
    ['Dinner', '40.00'],
    ['Dinner', '40.00'],
  ])
  expect(granted.map(([id]) => id)).toEqual([galleryId(1), galleryId(1), galleryId(2)])
})

const elapse = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const window = 300_000
type Wire = { photos: number; putMs: number; readyMs?: number; allowed?: number }

/** Uploads over a line, before a firewall that counts calls of five minutes, refused ones too, and answers in its own way. */
const uploadOver = async ({ photos, putMs, readyMs = 2_500, allowed = Number.POSITIVE_INFINITY }: Wire) => {
  vi.useFakeTimers()
  const calls: number[] = []
  const arrivedAt = new Map<string, number>()
  const knock = async () => {
    await elapse(80)
    calls.push(Date.now())
    if (calls.filter((at) => at > Date.now() - window).length > allowed) {
      throw new ApiError({ code: 'too_many_requests' })
    }
  }
  const stateOf = (id: string) =>
    Date.now() - (arrivedAt.get(id) ?? Number.POSITIVE_INFINITY) > readyMs ? 'ready' : 'pending'
  let granted = 0
  const { queue, settled, failures } = setup({
    api: {
      grant: async () => {
        await knock()
        granted += 1
        return { photo: { id: photoId(granted) }, upload: { url: photoId(granted), headers: {} } }
      },
      confirm: async (id) => {
        await knock()
        return { state: stateOf(id), reason: null }
      },
      look: async (ids) => {
        await knock()
        return ids.map((id) => ({ id, state: stateOf(id), reason: null }))
      },
    },
    put: async ({ url }) => {
      await elapse(putMs)
      arrivedAt.set(url, Date.now())
    },
    pause: elapse,
  })
  const startedAt = Date.now()
  queue.add(
    Array.from({ length: photos }, (_, n) => aFile(`${String(n)}.jpg`)),
    { price: '15' },
  )
  queue.start(raceDay)
  while (queue.isBusy()) await vi.advanceTimersByTimeAsync(1_000)
  const busiest = Math.max(...calls.map((at) => calls.filter((each) => each > at - window && each <= at).length))
  return { summary: await settled, failures, calls, busiest, granted, ms: Date.now() - startedAt }
}
afterEach(() => {
  vi.useRealTimers()
})

test('an uploaded photo is seen to be ready within two seconds of being so', async () => {
  const { summary, ms } = await uploadOver({ photos: 1, putMs: 1_000 })

  expect(summary).toEqual({ succeeded: 1, failed: 0 })
  expect(ms).toBeLessThan(1_000 + 2_500 + 160 + 2_000)
})

test.each([
  ['an ordinary line', { photos: 500, putMs: 2_400 }],
  ['the fastest line', { photos: 500, putMs: 100 }],
  ['renderings that take a minute', { photos: 200, putMs: 1_000, readyMs: 60_000 }],
])('over %s a photo costs two calls and what becomes of all of them one at a time', async (_, line) => {
  const { summary, calls, busiest } = await uploadOver(line)

  expect(summary).toEqual({ succeeded: line.photos, failed: 0 })
  expect(calls.length).toBeLessThan(line.photos * 3.2)
  // What lib/web/firewall.ts reckons for one browser in five minutes.
  expect(busiest).toBeLessThanOrEqual(1_200)
})

test('told to slow down the queue waits and goes on, and every photo arrives once', async () => {
  const { summary, failures, granted } = await uploadOver({ photos: 150, putMs: 500, allowed: 100 })

  expect({ summary, failures, granted }).toEqual({ summary: { succeeded: 150, failed: 0 }, failures: [], granted: 150 })
})

test('it waits as long as it is asked to, says until when, and what was sent is not sent again', async () => {
  vi.useFakeTimers({ now: 0 })
  const puts: string[] = []
  let confirms = 0
  const { queue, settled } = setup({
    api: {
      confirm: async () => {
        confirms += 1
        if (confirms === 1) throw new ApiError({ code: 'too_many_requests', details: { retryAfterSeconds: 1_800 } })
        return { state: 'ready', reason: null }
      },
    },
    put: async ({ url }) => void puts.push(url),
    pause: elapse,
  })
  queue.add([aFile('a.jpg')], { price: '15' })
  queue.start(raceDay)
  await vi.advanceTimersByTimeAsync(1_799_000)
  expect(queue.pausedUntil()).toBe(1_800_000)
  expect(confirms).toBe(1)

  await vi.advanceTimersByTimeAsync(2_000)

  expect(await settled).toEqual({ succeeded: 1, failed: 0 })
  expect(queue.pausedUntil()).toBeUndefined()
  expect(puts).toEqual(['/put/1'])
})

test('a file taken from the list during the wait is not asked for afterwards', async () => {
  vi.useFakeTimers()
  let asked = 0
  const { queue } = setup({
    api: {
      grant: async () => {
        asked += 1
        throw new ApiError({ code: 'too_many_requests' })
      },
    },
    pause: elapse,
  })
  queue.add([aFile('a.jpg')], { price: '15' })
  queue.start(raceDay)
  await vi.advanceTimersByTimeAsync(1_000)

  queue.remove('key-1')
  await vi.advanceTimersByTimeAsync(600_000)

  expect(asked).toBe(1)
  expect(queue.isBusy()).toBe(false)
})

test('a file taken from the list while its permission comes is not sent, and leaves no photo behind', async () => {
  const puts: string[] = []
  let permit = (): void => undefined
  const asked = new Promise<void>((resolve) => {
    permit = resolve
  })
  const { queue, removed } = setup({
    api: {
      grant: async () => {
        await asked
        return { photo: { id: photoId(7) }, upload: { url: '/put/7', headers: {} } }
      },
    },
    put: async ({ url }) => void puts.push(url),
  })
  queue.add([aFile('a.jpg')], { price: '15' })
  queue.start(raceDay)
  await breathe()

  queue.remove('key-1')
  permit()
  await breathe()

  expect({ puts, removed }).toEqual({ puts: [], removed: [photoId(7)] })
})

test('a photo that is deleted while it is made ready says so, and a stuck one is left to the gallery', async () => {
  const { queue, settled } = setup({
    api: {
      look: async (ids) => ids.filter((id) => id !== photoId(1)).map((id) => ({ id, state: 'pending', reason: null })),
    },
  })
  queue.add([aFile('a.jpg'), aFile('b.jpg')], { price: '15' })

  queue.start(raceDay)

  expect(await settled).toEqual({ succeeded: 1, failed: 1 })
  expect(queue.snapshot()).toMatchObject([
    { status: 'error', message: 'This photo has been deleted.' },
    { status: 'success', message: 'Still being made ready. It appears in the gallery by itself.' },
  ])
})

/** A line that is cut and comes back; everything that is sent over it while it is cut has no answer. */
const cutLine = () => {
  let isCut = false
  let tellOnline = (): void => undefined
  return {
    line: {
      isOnline: () => !isCut,
      probe: async () => !isCut,
      untilOnline: () =>
        new Promise<void>((resolve) => {
          tellOnline = resolve
        }),
    },
    cut: () => {
      isCut = true
    },
    mend: () => {
      isCut = false
      tellOnline()
    },
    send: async () => {
      if (isCut) throw new PutFailure(0)
    },
    ask: async () => {
      if (isCut) throw new ApiError({ code: 'unavailable', details: { reached: false } })
    },
  }
}

test('a cut of three minutes fails nothing, is told once, and everything goes on by itself', async () => {
  vi.useFakeTimers()
  const wire = cutLine()
  let granted = 0
  const { queue, settled, failures, offlines } = setup({
    api: {
      grant: async () => {
        await elapse(100)
        await wire.ask()
        granted += 1
        return { photo: { id: photoId(granted) }, upload: { url: `/put/${String(granted)}`, headers: {} } }
      },
      confirm: async () => {
        await wire.ask()
        return { state: 'ready', reason: null }
      },
    },
    put: async () => {
      await elapse(1_000)
      await wire.send()
    },
    pause: elapse,
    line: wire.line,
  })
  queue.add(
    Array.from({ length: 20 }, (_, n) => aFile(`${String(n)}.jpg`)),
    { price: '15' },
  )
  queue.start(raceDay)
  await vi.advanceTimersByTimeAsync(2_500)
  expect(queue.isOffline()).toBe(false)
  wire.cut()
  await vi.advanceTimersByTimeAsync(180_000)

  expect(queue.isOffline()).toBe(true)
  expect({ failures, offlines: offlines() }).toEqual({ failures: [], offlines: 1 })
  expect(statuses(queue).filter((status) => status === 'pending').length).toBeGreaterThan(10)

  wire.mend()
  await vi.advanceTimersByTimeAsync(30_000)

  expect(await settled).toEqual({ succeeded: 20, failed: 0 })
  expect({ failures, granted, offlines: offlines() }).toEqual({ failures: [], granted: 20, offlines: 1 })
  expect(queue.isOffline()).toBe(false)
})

test('nothing is sent while the browser is offline, and a browser that only believes so is not believed', async () => {
  const { queue, settled } = setup({ line: { isOnline: () => false, probe: async () => true } })
  queue.add([aFile('a.jpg')], { price: '15' })
  queue.start(raceDay)
  expect(await settled).toEqual({ succeeded: 1, failed: 0 })

  vi.useFakeTimers()
  const offline = setup({ line: { isOnline: () => false, probe: async () => false }, pause: elapse })
  offline.queue.add([aFile('a.jpg')], { price: '15' })
  offline.queue.start(raceDay)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(offline.granted).toEqual([])
  expect(offline.failures).toEqual([])
})

test('a file that is taken from the list while the line is cut is not sent when it is back', async () => {
  vi.useFakeTimers()
  const wire = cutLine()
  const { queue, granted } = setup({ pause: elapse, line: wire.line })
  wire.cut()
  queue.add([aFile('a.jpg')], { price: '15' })
  queue.start(raceDay)
  await vi.advanceTimersByTimeAsync(10_000)

  queue.remove('key-1')
  wire.mend()
  await vi.advanceTimersByTimeAsync(30_000)

  expect(granted).toEqual([])
  expect(queue.isBusy()).toBe(false)
})

test('a file that arrived although its answer was lost is in, not refused by its address', async () => {
  let tries = 0
  const { queue, settled } = setup({
    put: async () => {
      tries += 1
      throw new PutFailure(tries === 1 ? 0 : 412)
    },
  })
  queue.add([aFile('a.jpg')], { price: '15' })

  queue.start(raceDay)

  expect(await settled).toEqual({ succeeded: 1, failed: 0 })
})

test('nor where its address had run out when it was sent once more', async () => {
  const refusals = [0, 403, 412]
  const { queue, settled } = setup({
    put: async () => {
      throw new PutFailure(refusals.shift() ?? 500)
    },
  })
  queue.add([aFile('a.jpg')], { price: '15' })

  queue.start(raceDay)

  expect(await settled).toEqual({ succeeded: 1, failed: 0 })
})

test('what is left out is neither sent nor kept through a reload, until it is wanted after all', async () => {
  const { queue, granted, settled, store } = setup()

  expect(
    queue.add([aFile('a.jpg'), aFile('b.jpg')], { price: '15', isPresent: ({ name }) => name === 'b.jpg' }),
  ).toMatchObject({ added: 1, held: 1 })
  queue.setPrice('20')
  expect([...store.values()].map(({ fileName }) => fileName)).toEqual(['a.jpg'])
  queue.start(raceDay)
  await settled
  expect(granted.map(([, { fileName }]) => fileName)).toEqual(['a.jpg'])

  queue.startSome(queue.release(), raceDay)
  await breathe()

  expect(granted.map(([, { fileName }]) => fileName)).toEqual(['a.jpg', 'b.jpg'])
  expect(statuses(queue)).toEqual(['success', 'success'])
})

test('what is on its way is not left out any more, and is not dropped with what is', async () => {
  const { queue, settled } = setup()
  queue.add([aFile('a.jpg'), aFile('b.jpg')], { price: '15', isPresent: () => true })
  queue.startSome(queue.release().slice(0, 1), raceDay)
  expect(queue.hold(new Set(['key-1', 'key-2']))).toBe(1)
  queue.dropHeld()
  expect(queue.snapshot().map(({ key }) => key)).toEqual(['key-1'])
  expect(await settled).toEqual({ succeeded: 1, failed: 0 })
  expect(queue.isBusy()).toBe(false)
})
