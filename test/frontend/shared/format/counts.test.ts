import { expect, test } from 'vitest'
import { formatBytes } from '#frontend/shared/format/counts.ts'

test.each([
  [999, '999 B'],
  [30_600_000, '30.6 MB'],
  [4_000_000, '4 MB'],
  [999_960_000, '1 GB'],
  [300_000_000_000, '300 GB'],
  [1_500_000_000, '1.5 GB'],
])('%i bytes are said as %s', (bytes, said) => {
  expect(formatBytes(bytes)).toBe(said)
})
