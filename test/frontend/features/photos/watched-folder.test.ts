import { expect, test } from 'vitest'
import { setNamesOf } from '#frontend/features/photos/folder-names.ts'
import { folderWatch } from '#frontend/features/photos/watched-folder.ts'
import { aWatchedFolder } from '#test/support/frontend/folders.ts'

const aFile = (name: string, text: string, lastModified = 1) =>
  new File([text], name, { type: 'image/jpeg', lastModified })
const namesOf = (files: readonly File[]) => files.map(({ name }) => name)

test('a file is answered once, when two looks in a row found it the same', async () => {
  const { folder, contents } = aWatchedFolder('card', { 'a.jpg': aFile('a.jpg', 'whole') })
  const look = folderWatch(folder)
  expect(namesOf(await look())).toEqual([])
  // Half of it has been copied.
  contents['b.jpg'] = aFile('b.jpg', 'ha')
  expect(namesOf(await look())).toEqual(['a.jpg'])
  contents['b.jpg'] = aFile('b.jpg', 'half more', 2)
  expect(namesOf(await look())).toEqual([])
  expect(namesOf(await look())).toEqual(['b.jpg'])
  expect(namesOf(await look())).toEqual([])
})

test('what is changed later is answered again, what is empty or the system’s own never', async () => {
  const { folder, contents } = aWatchedFolder('card', {
    'a.jpg': aFile('a.jpg', 'first'),
    'empty.jpg': aFile('empty.jpg', ''),
    '.DS_Store': aFile('.DS_Store', 'system'),
  })
  const look = folderWatch(folder)
  await look()
  expect(namesOf(await look())).toEqual(['a.jpg'])
  contents['a.jpg'] = aFile('a.jpg', 'developed anew', 5)
  await look()
  expect(namesOf(await look())).toEqual(['a.jpg'])
})

test('folders within it are looked into, and name sets as dropped ones do', async () => {
  const { folder } = aWatchedFolder('Race', {
    Start: { 'a.jpg': aFile('a.jpg', 'one') },
    Finish: { 'b.jpg': aFile('b.jpg', 'two') },
  })
  const look = folderWatch(folder)
  await look()
  const files = await look()
  expect(namesOf(files)).toEqual(['a.jpg', 'b.jpg'])
  expect([...setNamesOf(files).values()]).toEqual(['Start', 'Finish'])
})

test('what is renamed or removed while it is looked at is passed over, and found under its new name', async () => {
  const { folder, contents } = aWatchedFolder('card', {
    'a.jpg.crswap': 'renamed',
    Emptied: { 'c.jpg': undefined },
    'b.jpg': aFile('b.jpg', 'two'),
  })
  const look = folderWatch(folder)
  await look()
  expect(namesOf(await look())).toEqual(['b.jpg'])
  delete contents['a.jpg.crswap']
  contents['a.jpg'] = aFile('a.jpg', 'one')
  await look()
  expect(namesOf(await look())).toEqual(['a.jpg'])
})

test('what could not be read is answered again, a minute long', async () => {
  const { folder } = aWatchedFolder('card', { 'a.jpg': aFile('a.jpg', 'one'), 'b.jpg': aFile('b.jpg', 'two') })
  const look = folderWatch(folder)
  await look()
  let unread = (await look()).filter(({ name }) => name === 'b.jpg')
  const answers: string[] = []
  for (let n = 0; n < 25; n += 1) {
    unread = await look(unread)
    answers.push(...namesOf(unread))
  }
  expect(new Set(answers)).toEqual(new Set(['b.jpg']))
  expect(answers).toHaveLength(19)
})

test('a folder that is gone rejects', async () => {
  const { folder, contents } = aWatchedFolder('card', {})
  const look = folderWatch(folder)
  await look()
  contents['a.jpg'] = undefined
  await expect(look()).rejects.toThrow()
})
