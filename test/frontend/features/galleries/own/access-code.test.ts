import { expect, test, vi } from 'vitest'
import { makeAccessCode, newAccessCode } from '#frontend/features/galleries/own/access-code.ts'

test('a code is 8 uppercase letters and digits, and bytes that would favour some are thrown away', () => {
  let next = 0
  const code = makeAccessCode((bytes) => {
    for (const index of bytes.keys()) bytes[index] = next++ % 2 === 0 ? 255 : 35
    return bytes
  })

  expect(code).toBe('99999999')
})

test('a new code is made of what the browser’s secure source gives', () => {
  const secure = vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
    if (bytes instanceof Uint8Array) bytes.set([0, 1, 25, 26, 35, 36, 71, 107])
    return bytes
  })

  expect(newAccessCode()).toBe('ABZ09A99')
  expect(secure).toHaveBeenCalledOnce()
})
