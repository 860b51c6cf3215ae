import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sayNews, tellTakenOff } from '#frontend/features/photos/taken-off.ts'
import { clearToasts, toast } from '#frontend/ui/toast.tsx'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'
import { aFile, anUploadQueue, breathe, raceDay, statuses } from '#test/support/frontend/upload-queue.ts'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})

const list = {}
const takeOff = (name: string, bringBack: () => void = () => undefined) =>
  act(() => tellTakenOff(name, { of: list, count: 1, bringBack }))
const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const press = (name: 'Undo' | 'Dismiss') => fireEvent.click(screen.getByRole('button', { name }))
const slipOf = async (name: string) => {
  await toastOf(`${name} taken off the list`)
  return screen.getByText(`${name} taken off the list`)
}
/** A page, and the news that was said on it. */
const setup = () => {
  renderPage(<p>A page</p>)
  const said: string[] = []
  const news = (kind: Parameters<typeof sayNews>[1], what: string = kind) => sayNews(list, kind, () => said.push(what))
  return { said, news }
}

test('news waits until nothing can be taken back any more', async () => {
  const { said, news } = setup()
  news('settled', 'at once')
  takeOff('a.jpg')
  news('settled')
  await later(11_000)
  expect(await toastOf('a.jpg taken off the list')).toBeTruthy()
  expect(said).toEqual(['at once'])
  await later(3_000)
  expect(said).toEqual(['at once', 'settled'])
})

test('news waits while Undo is pointed at, however long that is, and no longer', async () => {
  const { said, news } = setup()
  takeOff('a.jpg')
  const slip = await slipOf('a.jpg')
  fireEvent.mouseOver(slip)
  news('failed')
  await later(60_000)
  expect(await toastOf('a.jpg taken off the list')).toBeTruthy()
  expect(said).toEqual([])
  fireEvent.mouseOut(slip)
  await later(11_000)
  expect(said).toEqual([])
  await later(2_000)
  expect(said).toEqual(['failed'])
})

test.each(['Undo', 'Dismiss'] as const)('after %s news is said within a second', async (name) => {
  const { said, news } = setup()
  takeOff('a.jpg')
  await toastOf('a.jpg taken off the list')
  news('failed')
  press(name)
  await later(1_000)
  expect(said).toEqual(['failed'])
})

test('what waits is said kind by kind, the latest of each, with time to read it and the worst last', async () => {
  const { said, news } = setup()
  takeOff('a.jpg')
  await toastOf('a.jpg taken off the list')
  news('failed', 'failed before')
  news('failed')
  news('settled')
  news('offline')
  press('Dismiss')
  await later(1_000)
  expect(said).toEqual(['offline'])
  await later(2_000)
  expect(said).toEqual(['offline'])
  // What comes meanwhile takes its turn.
  news('settled', 'settled since')
  await later(1_000)
  expect(said).toEqual(['offline', 'settled since'])
  await later(3_000)
  expect(said).toEqual(['offline', 'settled since', 'failed'])
})

test('what is taken off while news is being said has its Undo, and the rest waits', async () => {
  const { said, news } = setup()
  takeOff('a.jpg')
  await toastOf('a.jpg taken off the list')
  news('settled')
  news('failed')
  press('Dismiss')
  await later(1_000)
  takeOff('b.jpg')
  await later(11_000)
  expect(said).toEqual(['settled'])
  await later(3_000)
  expect(said).toEqual(['settled', 'failed'])
})

test('what was taken off comes back together while it is offered: also when it is pointed at, and not once it is closed', async () => {
  setup()
  const [a, b, c] = [vi.fn(), vi.fn(), vi.fn()]
  takeOff('a.jpg', a)
  fireEvent.mouseOver(await slipOf('a.jpg'))
  await later(60_000)
  takeOff('b.jpg', b)
  await toastOf('2 photos taken off the list')
  press('Undo')
  expect([a.mock.calls.length, b.mock.calls.length]).toEqual([1, 1])

  takeOff('a.jpg', a)
  await toastOf('a.jpg taken off the list')
  act(() => toast({ kind: 'success', title: 'Another matter' }))
  takeOff('c.jpg', c)
  await toastOf('c.jpg taken off the list')
  press('Undo')
  expect([a.mock.calls.length, c.mock.calls.length]).toEqual([1, 1])
})

test('what was taken off the list of another comes back to nobody else', async () => {
  setup()
  const [ada, ben] = [vi.fn(), vi.fn()]
  act(() => tellTakenOff('a.jpg', { of: ada, count: 1, bringBack: ada }))
  act(() => tellTakenOff('b.jpg', { of: ben, count: 1, bringBack: ben }))
  await toastOf('b.jpg taken off the list')
  press('Undo')
  expect([ada.mock.calls.length, ben.mock.calls.length]).toEqual([0, 1])
})

test('news that waits is nobody’s any more once there is news of another list', async () => {
  const { said, news } = setup()
  takeOff('a.jpg')
  await toastOf('a.jpg taken off the list')
  news('settled')
  act(clearToasts)
  sayNews({}, 'failed', () => said.push('of another'))
  expect(said).toEqual(['of another'])
  await later(20_000)
  expect(said).toEqual(['of another'])
})

test('a row that came back with a later one waits for a press: its file may have arrived since', async () => {
  setup()
  // The first of each is stuck.
  const { queue, granted } = anUploadQueue({
    put: async ({ url, signal }) =>
      url === '/put/3'
        ? undefined
        : new Promise((_, reject) => {
            signal.addEventListener('abort', () => reject(new DOMException('Removed', 'AbortError')))
          }),
  })
  const remove = (name: string) => {
    const key = queue.snapshot().find(({ fileName }) => fileName === name)?.key ?? ''
    const bringBack = queue.remove(key)
    if (bringBack) act(() => tellTakenOff(name, { of: queue, count: 1, bringBack }))
  }
  queue.add([aFile('a.jpg'), aFile('b.jpg')], { price: '15.00' })
  queue.start(raceDay)
  await breathe()
  remove('a.jpg')
  await toastOf('a.jpg taken off the list')
  // It is chosen again, and arrives.
  queue.add([aFile('a.jpg')], { price: '15.00' })
  queue.start(raceDay)
  await vi.waitFor(() => expect(statuses(queue)).toEqual(['uploading', 'success']), { timeout: 20_000 })
  queue.clearDone()
  remove('b.jpg')
  await toastOf('2 photos taken off the list')

  press('Undo')
  await breathe()

  expect(queue.snapshot()).toMatchObject([
    { fileName: 'a.jpg', status: 'pending' },
    { fileName: 'b.jpg', status: 'success' },
  ])
  expect(queue.idle().map(({ fileName }) => fileName)).toEqual(['a.jpg'])
  expect(granted.map(([, { fileName }]) => fileName)).toEqual(['a.jpg', 'b.jpg', 'a.jpg'])
})
