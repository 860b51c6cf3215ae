import { onTestFinished, vi } from 'vitest'

/**
 * From now on the browser keeps nothing more: what it has can be read and removed. The test browser passes over what is
 * put in place of one of its storage's methods, so the whole storage is another one.
 * @returns A function that ends it before the test does.
 */
export const fillStorage = (): (() => void) => {
  const real = localStorage
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => real.getItem(key),
    removeItem: (key: string) => real.removeItem(key),
    clear: () => real.clear(),
    setItem: () => {
      throw new DOMException('Full', 'QuotaExceededError')
    },
  })
  const empty = () => void vi.stubGlobal('localStorage', real)
  onTestFinished(empty)
  return empty
}
