import { afterAll, beforeAll, expect, test } from 'vitest'
import { racePhoto } from '#bench/numbers/race-photos.ts'
import { findNumber } from '#functions/galleries/find-number.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { profileStore } from '#functions/profiles/profile-store.ts'
import { api } from '#schema/api/all.ts'
import type { GalleryId } from '#schema/ids.ts'
import { type Account, type Running, runningSystem, uploadPhoto } from '#test/support/system/running.ts'
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

const { create, getMine, update, remove } = api.galleries.endpoints

/** What the operator's `quota` does. */
const giveNumbers = async ({ userId }: Account, numbersAMonth: number) => {
  const profiles = profileStore(data.table)
  const { version } = await profiles.get(userId)
  await profiles.save(userId, { numbersAMonth }, { version })
}
const switchTo = async ({ own }: Account, galleryId: GalleryId, numbers: boolean) => {
  const params = { galleryId }
  const { version } = await own.call(getMine, { params })
  await own.call(update, { params, body: { version, numbers } })
}
/** Past the seconds that the list may lag behind, and what falls due on the way. */
const minutesLater = () => running.system.clock.advance(2 * 60_000)
const found = async (galleryId: GalleryId, number: string) =>
  (await findNumber(photoStore(data.table), { galleryId, number })).exact.map(({ id }) => id)
const placesIn = async (galleryId: GalleryId) =>
  (await data.table.query({ partition: `PHOTONUMBERS#${galleryId}` })).items.length

test('a race is found by number: those that are there when it is switched on, those that come, none once it is off or gone', async () => {
  const ada = await running.signUp('Ada')
  const { id: galleryId } = await ada.own.call(create, { body: { title: 'Harbour Run' } })
  const bytesOf = async (texts: string[], seed: number) =>
    (await racePhoto({ difficulty: 'easy', seed, texts, longestSide: 900 })).jpeg
  const upload = async (texts: string[], seed: number) =>
    uploadPhoto(running, ada, { galleryId, bytes: await bytesOf(texts, seed), fileName: `${seed}.jpg` })
  const before = await upload(['214', '3096'], 3)
  await expect(switchTo(ada, galleryId, true)).rejects.toThrow('invalid_request')
  await giveNumbers(ada, 100)

  await switchTo(ada, galleryId, true)
  expect(await found(galleryId, '214')).toEqual([])
  await minutesLater()
  expect(await found(galleryId, '214')).toEqual([before.id])

  const later = await upload(['214', 'A77'], 8)
  expect(await found(galleryId, '214')).toEqual([later.id, before.id])
  expect(await found(galleryId, 'A77')).toEqual([later.id])

  await ada.own.call(api.photos.endpoints.remove, { params: { photoId: later.id } })
  expect(await found(galleryId, '214')).toEqual([before.id])

  await switchTo(ada, galleryId, false)
  await minutesLater()
  expect([await found(galleryId, '214'), await placesIn(galleryId)]).toEqual([[], 0])

  await switchTo(ada, galleryId, true)
  await minutesLater()
  expect(await found(galleryId, '3096')).toEqual([before.id])

  await ada.own.call(remove, { params: { galleryId } })
  await running.system.clock.advance(31 * 24 * 3_600_000)
  // What was in it is a chore of its own.
  await minutesLater()
  await minutesLater()
  expect(await placesIn(galleryId)).toBe(0)
  // Nothing was set aside, and nobody was asked for more than was given.
  expect(running.system.queues().filter(({ isDeadLetters, visible }) => isDeadLetters && visible > 0)).toEqual([])
})
