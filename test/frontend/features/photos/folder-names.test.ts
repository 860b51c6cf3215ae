import { expect, test } from 'vitest'
import { noteFolders, noteSameFolders, setNamesOf } from '#frontend/features/photos/folder-names.ts'
import { ArrangeSets } from '#schema/api/galleries.ts'

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

test('one folder without others is no set: it is the gallery', () => {
  expect(namesOf(inFolders('Wedding'), inFolders('Wedding'))).toEqual([undefined, undefined])
})

test('a folder beside plain files is one', () => {
  expect(namesOf(inFolders('Ceremony'), inFolders())).toEqual(['Ceremony', undefined])
})

test('what a camera calls its folders names nothing', () => {
  expect(namesOf(inFolders('DCIM', '100CANON'), inFolders('DCIM', '101MSDCF'))).toEqual([undefined, undefined])
  expect(namesOf(inFolders('Party', 'DCIM', '100CANON'), inFolders('Ceremony', '105_PANA'))).toEqual([
    'Party',
    'Ceremony',
  ])
})

test('plain files are in none', () => {
  expect(namesOf(new File(['x'], 'a.jpg'))).toEqual([undefined])
})

test('a chosen folder tells where its files lie as well', () => {
  const file = Object.defineProperty(new File(['x'], 'a.jpg'), 'webkitRelativePath', { value: 'Wedding/Party/a.jpg' })
  expect(namesOf(file)).toEqual(['Party'])
})

test('a name is one that the server takes, and keeps as it is', () => {
  const hostile = [
    'x'.repeat(200),
    '\u{1F470}\u200D\u2640\uFE0F'.repeat(60),
    'Cafe\u0301 ',
    '\u202Eytrap\u200B',
    'two\nlines',
  ]
  const names = namesOf(...hostile.map((name) => inFolders(name)))
  const taken = ArrangeSets.shape.sets.parse(names.map((name) => ({ id: null, name })))
  expect(taken.map(({ name }) => name)).toEqual(names)
  expect(names.slice(2)).toEqual(['Caf\u00e9', 'ytrap', 'two lines'])
  expect(namesOf(inFolders(' \u200B '), inFolders('b'))).toEqual([undefined, 'b'])
})

test('a file under a better name lies where it lay', () => {
  const before = inFolders('Wedding', 'Party')
  expect(namesOf(noteSameFolders(before, new File(['x'], 'a.png')))).toEqual(['Party'])
})
