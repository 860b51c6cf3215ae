import { expect, test } from 'vitest'
import { chorePut } from '#functions/chores/chore-writes.ts'
import { galleryKeys } from '#functions/galleries/gallery-keys.ts'
import { finishChores } from '#functions/jobs/finish-chores.ts'
import { growingStore } from '#functions/orders/growing-store.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { update } from '#functions/shared/table/writes.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, orderIdOf } from '#test/support/builders/ids.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

test('a gallery that more bought than one turn tells has each of them told once, and of what came meanwhile an hour later', async () => {
  let wait = () => {}
  const parts = marketParts({ hook: (name) => void (name === 'write' && wait()) })
  const galleryId = galleryIdOf(1)
  await parts.profiles.create(aProfile())
  const owner = profileUnchanged(aProfile())
  await parts.galleries.create(aGallery({ id: galleryId }), { at: new Date(0), owner })
  const setStock = (stockVersion: number) =>
    parts.table.write(update(galleryKeys.gallery(galleryId), { set: { stockVersion }, when: 'present' }))
  const orders = Array.from({ length: 500 }, (_, n) => orderIdOf(n + 1))
  const until = new Date('2030-01-31T10:00:00.000Z')
  for (const orderId of orders) await growingStore(parts.table).follow(galleryId, { orderId, until })
  await setStock(7)
  await parts.table.write(chorePut({ kind: 'grow-wholes', subject: galleryId, dueAt: '2030-01-01T10:00:00.000Z' }))
  const told = new Map<string, number>()
  const note = async (subject: string) => void told.set(subject, (told.get(subject) ?? 0) + 1)
  const jobs = finishChores({ ...parts, steps: { ...parts.steps, 'grow-order': note } })
  const later = (ms: number) => parts.setTime(new Date(parts.now().getTime() + ms).toISOString())
  wait = () => later(150)
  await jobs()
  expect(told.size).toBeLessThan(500)
  await setStock(8)
  for (let run = 0; run < 10; run++) await jobs()
  expect([told.size, Math.max(...told.values())]).toEqual([500, 1])
  later(3_600_000)
  for (let run = 0; run < 10; run++) await jobs()
  expect([told.size, ...new Set(told.values())]).toEqual([500, 2])
})
