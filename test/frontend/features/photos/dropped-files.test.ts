import { expect, test } from 'vitest'
import { droppedFiles, inOrder } from '#frontend/features/photos/dropped-files.ts'
import { aFolder } from '#test/support/frontend/folders.ts'

const aFile = (name: string) => new File(['x'], name)
const dropOf = (...entries: unknown[]): DataTransfer => {
  const drop: unknown = { files: [], items: entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry })) }
  const isDrop = (value: unknown): value is DataTransfer => value === drop
  if (!isDrop(drop)) throw new Error('no drop')
  return drop
}

test('a folder of 250 files is read to its end, in the order of their numbers', async () => {
  const names = Array.from({ length: 250 }, (_, n) => `IMG_${String(n)}.jpg`)
  const files = await droppedFiles(dropOf(aFolder('card', names.toReversed().map(aFile))))

  expect(files.map(({ name }) => name)).toEqual(names)
})

test('folders within folders are read, and what systems leave beside pictures is passed over', async () => {
  const card = aFolder('card', [
    aFolder('.Trashes', [aFile('gone.jpg')]),
    aFolder('DCIM', [aFolder('100', [aFile('a.jpg'), aFile('._a.jpg'), aFile('Thumbs.db')]), aFile('b.jpg')]),
    aFile('.DS_Store'),
    aFile('desktop.ini'),
  ])

  expect((await droppedFiles(dropOf(card, card))).map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg', 'a.jpg', 'b.jpg'])
})

test('a folder that cannot be read is no half of a folder', async () => {
  const broken = Object.assign(aFolder('card', []), {
    createReader: () => ({
      readEntries: (_found: unknown, fail: (error: Error) => void) => fail(new Error('no right')),
    }),
  })

  await expect(droppedFiles(dropOf(aFolder('fine', [aFile('a.jpg')]), broken))).rejects.toThrow('no right')
})

test('a chosen folder’s files come in the order of their paths', () => {
  const at = (path: string) =>
    Object.defineProperty(aFile(path.replace(/.*\//, '')), 'webkitRelativePath', { value: path })

  const files = inOrder([at('card/10.jpg'), at('card/9.jpg'), at('card/2/b.jpg'), at('card/2/a.jpg')])

  expect(files.map(({ webkitRelativePath }) => webkitRelativePath)).toEqual([
    'card/2/a.jpg',
    'card/2/b.jpg',
    'card/9.jpg',
    'card/10.jpg',
  ])
})
