import { expect, test } from 'vitest'
import { makeAccessCode } from '#frontend/features/dashboard/access-code.ts'

test('a code is 8 uppercase letters and digits, and bytes that would favour some are thrown away', () => {
  let next = 0
  const code = makeAccessCode((bytes) => {
    for (const index of bytes.keys()) bytes[index] = next++ % 2 === 0 ? 255 : 35
    return bytes
  })

  expect(code).toBe('99999999')
})
