import { afterEach, expect, test, vi } from 'vitest'
import { nextTask } from '#frontend/ui/next-task.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('what was to be done before is done before it', async () => {
  const done: string[] = []
  setTimeout(() => done.push('a touch'))
  await nextTask()
  expect(done).toEqual(['a touch'])
})

test('in a hidden tab, where a browser lets timers wait for a second or a minute, it waits for none', async () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const done: string[] = []
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => done.push('a message')
  port2.postMessage(undefined)
  await nextTask()
  port1.close()
  // Still in a task of its own: other tabs may share the processor.
  expect(done).toEqual(['a message'])
})
