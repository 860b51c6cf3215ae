import { afterAll, beforeAll, expect, test } from 'vitest'
import { remove } from '#functions/shared/table/writes.ts'
import { api } from '#schema/api/all.ts'
import { type Running, runningSystem } from '#test/support/system/running.ts'
import { type RunningTable, tableOf } from '#test/support/system/table.ts'

let running: Running
let data: RunningTable
beforeAll(async () => {
  running = await runningSystem()
  data = tableOf(running)
})
afterAll(async () => {
  data.close()
  await running.close()
})

const { me } = api.profiles.endpoints

test('whoever was confirmed and got no profile is let in after the next sign-in', async () => {
  const ada = await running.signUp('Ada')
  const { table } = data
  await table.write(remove({ PK: `USER#${ada.userId}`, SK: 'PROFILE' }, 'present'))
  await expect(ada.own.call(me, {})).rejects.toMatchObject({ body: { error: { code: 'unauthenticated' } } })

  const token = await running.accounts.signIn(ada)
  expect(await running.anyone.as(token).call(me, {})).toMatchObject({ userId: ada.userId, email: ada.email })
})

test('whoever has a profile finds it unchanged after a sign-in', async () => {
  const bea = await running.signUp('Bea')
  const before = await bea.own.call(me, {})
  const token = await running.accounts.signIn(bea)
  expect(await running.anyone.as(token).call(me, {})).toEqual(before)
})
