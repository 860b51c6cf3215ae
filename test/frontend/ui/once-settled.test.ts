import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onceSettled } from '#frontend/ui/once-settled.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

test('what may come after all else waits until a page has settled', async () => {
  const done: string[] = []
  onceSettled(() => done.push('late'))
  const withdraw = onceSettled(() => done.push('of a page that was left'))
  await vi.advanceTimersByTimeAsync(400)
  expect(done).toEqual([])
  withdraw()

  await vi.advanceTimersByTimeAsync(600)
  expect(done).toEqual(['late'])
})

test('and for a thumb to rest, while which it may be withdrawn as well', async () => {
  const done: string[] = []
  const flick = async () => {
    for (let frame = 0; frame < 100; frame++) {
      await vi.advanceTimersByTimeAsync(16)
      document.dispatchEvent(new Event('scroll'))
    }
  }
  onceSettled(() => done.push('first'))
  const withdraw = onceSettled(() => done.push('second'))
  await flick()
  expect(done).toEqual([])
  withdraw()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(done).toEqual(['first'])
})

test('of a page that nothing has waited on before, too', async () => {
  vi.resetModules()
  const { onceSettled } = await import('#frontend/ui/once-settled.ts')
  const done: string[] = []
  onceSettled(() => done.push('first'))
  await vi.advanceTimersByTimeAsync(450)
  document.dispatchEvent(new Event('scroll'))
  await vi.advanceTimersByTimeAsync(100)
  expect(done).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(done).toEqual(['first'])
})
