import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { openJournal } from '#local/process/journal.ts'
import { lockStateFolder, refuseIfLocked } from '#local/process/lock.ts'
import { openStateFolder } from '#local/process/state-folder.ts'
import { temporaryFolder } from '#test/local/support.ts'

test('a folder is new once, and found again', () => {
  const folder = `${temporaryFolder()}/state`

  expect([openStateFolder(folder), openStateFolder(folder)]).toEqual([{ isNew: true }, { isNew: false }])
})

test('starting over empties the folder', () => {
  const folder = temporaryFolder()
  openStateFolder(folder)
  writeFileSync(`${folder}/table.db`, 'x')

  expect(openStateFolder(folder, { fresh: true })).toEqual({ isNew: true })
  expect(existsSync(`${folder}/table.db`)).toBe(false)
})

test('a folder that somebody else made is left alone, even to start over', () => {
  const folder = temporaryFolder()
  writeFileSync(`${folder}/thesis.txt`, 'years of work')

  expect(() => openStateFolder(folder, { fresh: true })).toThrow('holds files that Darkslide did not make')
  expect(readdirSync(folder)).toEqual(['thesis.txt'])
})

test.each(['', '{"format":', '{"format":99}'])('a mark that reads %j is refused with the way out', (mark) => {
  const folder = temporaryFolder()
  writeFileSync(`${folder}/darkslide-state.json`, mark)

  expect(() => openStateFolder(folder)).toThrow('damaged or from another version: "npm start -- --fresh" starts over')
  expect(openStateFolder(folder, { fresh: true })).toEqual({ isNew: true })
})

test('a folder in use is refused until it is released', () => {
  const folder = temporaryFolder()
  const lock = lockStateFolder(folder)

  expect(() => lockStateFolder(folder)).toThrow(`already running on ${folder} (process ${process.pid})`)
  lock.release()
  expect(() => refuseIfLocked(folder)).not.toThrow()
})

test.each([
  ['of a process that is gone', { pid: 4_194_305, startedAt: '1' }],
  ['of an earlier process with the same id', { pid: process.pid, startedAt: '1' }],
  ['that is torn', 'x'],
])('a lock %s counts for nothing', (_, content) => {
  const folder = temporaryFolder()
  writeFileSync(`${folder}/lock.json`, JSON.stringify(content))

  expect(() => lockStateFolder(folder).release()).not.toThrow()
})

test('a journal’s last line, torn by a crash, is forgotten; a torn line before it is not', () => {
  const path = `${temporaryFolder()}/journal.jsonl`
  writeFileSync(path, '1\n2\n{"tor')
  const torn = openJournal(path, z.number())
  writeFileSync(path, '1\n{"tor\n2\n')

  expect(torn.entries).toEqual([1, 2])
  expect(() => openJournal(path, z.number())).toThrow(`${path} is damaged: "npm start -- --fresh" starts over.`)
})
