import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { measureImage } from '#frontend/features/photos/measure-image.ts'

const aFile = (type = 'image/jpeg') => new File(['x'], 'a', { type })
/** A picture that the browser reads, refuses, or never comes to an end with. */
const pictures = (outcome: 'load' | 'error' | 'never') => {
  class FakeImage {
    onload = () => {}
    onerror = () => {}
    readonly naturalWidth = 30
    readonly naturalHeight = 20
    set src(_address: string) {
      if (outcome === 'load') queueMicrotask(() => this.onload())
      if (outcome === 'error') queueMicrotask(() => this.onerror())
    }
  }
  vi.stubGlobal('Image', FakeImage)
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a picture that the browser can show has the size it is shown at', async () => {
  pictures('load')

  expect(await measureImage(aFile())).toEqual({ width: 30, height: 20 })
})

test('a picture that is none, or of a kind that browsers do not show, is measured by the server', async () => {
  pictures('error')

  expect(await measureImage(aFile())).toBeUndefined()
  expect(await measureImage(aFile('image/tiff'))).toBeUndefined()
})

test('nobody waits longer than five seconds for the size of a picture', async () => {
  pictures('never')
  const seen: unknown[] = []
  const measured = measureImage(aFile()).then((size) => seen.push(size))

  await vi.advanceTimersByTimeAsync(4_999)
  expect(seen).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await measured

  expect(seen).toEqual([undefined])
})
