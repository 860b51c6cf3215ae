import { expect, test } from 'vitest'
import { erasedStore } from '#functions/accounts/erased-store.ts'
import { put } from '#functions/shared/table/writes.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

const times = {
  requestedAt: '2030-01-01T10:00:00.000Z',
  begunAt: '2030-01-01T12:00:00.000Z',
  erasedAt: '2030-01-01T12:30:00.000Z',
}

test('the note of an erasure lies beside where the profile was', async () => {
  const table = fakeTable()
  await table.write(put({ PK: `USER#${userIdOf(1)}`, SK: 'ERASED', ...times }, 'absent'))
  expect(await erasedStore(table).find(userIdOf(1))).toEqual(times)
})

test('of somebody whose account was not erased there is none', async () => {
  expect(await erasedStore(fakeTable()).find(userIdOf(1))).toBeUndefined()
})
