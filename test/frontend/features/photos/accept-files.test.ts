import { expect, test } from 'vitest'
import { sortFiles } from '#frontend/features/photos/accept-files.ts'

const aFile = (name: string) => new File(['x'], name, { type: 'image/jpeg' })

test('files beyond the most that are taken are too many', () => {
  const { accepted, refused } = sortFiles([aFile('a.jpg'), aFile('b.jpg')], { maxFiles: 1 })

  expect(accepted.map((file) => file.name)).toEqual(['a.jpg'])
  expect(refused).toEqual([{ fileName: 'b.jpg', reason: 'Too many files' }])
})

test('hidden files and those of systems are neither taken nor refused', () => {
  const names = ['.DS_Store', '._a.jpg', '.hidden.jpg', 'Thumbs.db', 'ehthumbs.db', 'Desktop.ini', 'a.jpg']
  const { accepted, refused } = sortFiles(names.map((name) => aFile(name)))

  expect(accepted.map((file) => file.name)).toEqual(['a.jpg'])
  expect(refused).toEqual([])
})

test('by default there is no most', () => {
  const files = Array.from({ length: 400 }, (_, index) => aFile(`${String(index)}.jpg`))

  expect(sortFiles(files).accepted).toHaveLength(400)
})
