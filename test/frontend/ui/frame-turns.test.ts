import { beforeEach, expect, test, vi } from 'vitest'
import { nextTurn, takeTurn } from '#frontend/ui/frame-turns.ts'

/** Frames come when a test draws one, and tasks when it says so. */
let asked: (() => void)[] = []
const frame = () => {
  const due = asked
  asked = []
  for (const run of due) run()
  vi.runAllTimers()
}

beforeEach(() => {
  asked = []
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => asked.push(run))
})

test('each work has a frame of its own, in the order given', () => {
  const done: string[] = []
  for (const name of ['one', 'two', 'three']) takeTurn(() => done.push(name))
  vi.runAllTimers()
  expect(done).toEqual([])
  frame()
  expect(done).toEqual(['one'])
  frame()
  expect(done).toEqual(['one', 'two'])
  frame()
  frame()
  expect(done).toEqual(['one', 'two', 'three'])
})

test('who takes turn after turn lets the others have theirs between', () => {
  const done: string[] = []
  const go = () => {
    done.push('again')
    takeTurn(go)
  }
  const withdraw = takeTurn(go)
  for (const name of ['one', 'two']) takeTurn(() => done.push(name))
  for (let each = 0; each < 5; each++) frame()
  expect(done).toEqual(['again', 'one', 'two', 'again', 'again'])
  withdraw()
  asked = []
})

test('what is withdrawn is not done, and what is asked for instead is done with no second work in its frame', () => {
  const done: string[] = []
  takeTurn(() => done.push('gone'))()
  takeTurn(() => done.push('first'))
  takeTurn(() => done.push('second'))
  frame()
  expect(done).toEqual(['first'])
  frame()
  expect(done).toEqual(['first', 'second'])
})

test('a page that is hidden has no frames, and waits for none', async () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const done = vi.fn<() => void>()
  const waited = nextTurn().then(done)
  vi.runAllTimers()
  await waited
  expect(done).toHaveBeenCalled()
  expect(asked).toEqual([])
})

test('what waits for a frame of a page that is hidden meanwhile waits no longer', () => {
  const done = vi.fn<() => void>()
  takeTurn(done)
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  vi.runAllTimers()
  expect(done).toHaveBeenCalledTimes(1)
  frame()
  expect(done).toHaveBeenCalledTimes(1)
})

test('the next frame is asked for behind the work, which may time its own by it', () => {
  const order: string[] = []
  takeTurn(() => requestAnimationFrame(() => void setTimeout(() => order.push('timed'))))
  takeTurn(() => order.push('next'))
  frame()
  frame()
  expect(order).toEqual(['timed', 'next'])
})
