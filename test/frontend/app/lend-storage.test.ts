import { afterEach, expect, test } from 'vitest'
import { lendStorage } from '#frontend/app/lend-storage.ts'

const names = ['localStorage', 'sessionStorage'] as const
const own = names.map((name) => ({ name, given: Object.getOwnPropertyDescriptor(window, name) }))
afterEach(() => {
  for (const { name, given } of own) {
    if (given) Object.defineProperty(window, name, given)
    else Reflect.deleteProperty(window, name)
  }
})
const give = (get: () => unknown) => {
  for (const name of names) Object.defineProperty(window, name, { configurable: true, get })
}

test('a browser that has storage keeps its own', () => {
  const before = window.localStorage
  expect(lendStorage()).toBe(false)
  expect(window.localStorage).toBe(before)
})

test.each<[string, () => unknown]>([
  [
    'is forbidden',
    () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
  ],
  // As an Android WebView has it whose app left it off (setDomStorageEnabled).
  ['is null', () => null],
])('a storage that %s is lent for as long as the page', (_, get) => {
  give(get)
  expect(lendStorage()).toBe(true)
  for (const name of names) {
    window[name].setItem('colour', 'dark')
    expect(window[name].getItem('colour')).toBe('dark')
    expect(window[name].length).toBe(1)
  }
})
