import { expect, test } from 'vitest'
import { noteFolders, noteSameFolders, setNamesOf } from '#frontend/features/photos/folder-names.ts'
import { limits } from '#schema/limits.ts'

const inFolders = (...folders: string[]) => noteFolders(new File(['x'], 'a.jpg'), folders)
const namesOf = (...files: File[]) => {
  const names = setNamesOf(files)
  return files.map((file) => names.get(file))
}

test('of several folders each is a set, however deep its files lie', () => {
  const files = [inFolders('Ceremony'), inFolders('Party', 'late', 'later'), inFolders()]
  expect(namesOf(...files)).toEqual(['Ceremony', 'Party', undefined])
})

test('of one folder those within it are sets, and what lies beside them is in none', () => {
  expect(namesOf(inFolders('Wedding', 'Ceremony'), inFolders('Wedding'))).toEqual(['Ceremony', undefined])
})

test('one folder without others is a set itself', () => {
  expect(namesOf(inFolders('Ceremony'), inFolders('Ceremony'))).toEqual(['Ceremony', 'Ceremony'])
})

test('plain files are in none', () => {
  expect(namesOf(new File(['x'], 'a.jpg'))).toEqual([undefined])
})

test('a chosen folder tells where its files lie as well', () => {
  const file = Object.defineProperty(new File(['x'], 'a.jpg'), 'webkitRelativePath', { value: 'Wedding/Party/a.jpg' })
  expect(namesOf(file)).toEqual(['Party'])
})

test('a name is no longer than a set’s may be, and accents of a Mac are letters again', () => {
  const [long, cafe] = namesOf(inFolders('x'.repeat(200)), inFolders('Cafe\u0301 '))
  expect(long).toHaveLength(limits.gallery.setNameLength)
  expect(cafe).toBe('Caf\u00e9')
})

test('a file under a better name lies where it lay', () => {
  const before = inFolders('Party')
  expect(namesOf(noteSameFolders(before, new File(['x'], 'a.png')))).toEqual(['Party'])
})
