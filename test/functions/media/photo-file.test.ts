import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { slice, withBytes } from '#functions/media/photo-file.ts'

const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251))
const folder = mkdtempSync(join(tmpdir(), 'photo-file-'))
const path = join(folder, 'bytes')
writeFileSync(path, bytes)
afterAll(() => rmSync(folder, { recursive: true }))

describe.each([
  ['bytes', bytes],
  ['a path', path],
])('from %s', (_name, file) => {
  test.each([
    [0, 10],
    [65_530, 20],
    [100, 100_000],
    [199_990, 10],
    [3, 5],
  ])('%i: %i bytes', (offset, length) => {
    withBytes(file, (source) => {
      source.read(150_000, 4)
      expect(source.read(offset, length).equals(bytes.subarray(offset, offset + length))).toBe(true)
    })
  })

  test('past the end there are fewer, or none', () => {
    withBytes(file, (source) => {
      expect(source.size).toBe(200_000)
      expect(source.read(199_998, 10)).toHaveLength(2)
      expect(source.read(199_000, 100_000)).toHaveLength(1_000)
      expect(source.read(300_000, 10)).toHaveLength(0)
    })
  })

  test('a slice reaches nothing outside of it', () => {
    withBytes(file, (source) => {
      const inside = slice(source, 1_000, 50)
      expect(inside.size).toBe(50)
      expect(inside.read(45, 100).equals(bytes.subarray(1_045, 1_050))).toBe(true)
      expect(inside.read(50, 10)).toHaveLength(0)
      expect(slice(source, 199_999, 50).size).toBe(1)
      expect(slice(source, 300_000, 50).size).toBe(0)
    })
  })
})
