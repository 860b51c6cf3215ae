import { expect, test } from 'vitest'
import { FileFormat, fileFormats, formatOfExtension } from '#schema/file-formats.ts'

test('each format has an extension of its own, and is found again by it', () => {
  const extensions = FileFormat.options.map((format) => fileFormats[format].extension)
  expect(extensions).toEqual(['jpg', 'png', 'webp', 'tif', 'cr2', 'nef', 'arw', 'dng', 'raw'])
  expect(extensions.map(formatOfExtension)).toEqual(FileFormat.options)
  expect(formatOfExtension('html')).toBeUndefined()
})
