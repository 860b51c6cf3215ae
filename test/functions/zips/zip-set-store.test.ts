import { expect, test } from 'vitest'
import { put } from '#functions/shared/table/writes.ts'
import { zipKeys, zipSetStore } from '#functions/zips/zip-set-store.ts'
import { ZipSet } from '#schema/entities/zip-set.ts'
import { ZipId } from '#schema/ids.ts'
import { galleryIdOf, orderIdOf } from '#test/support/builders/ids.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

const zipId = (n: number) => ZipId.parse(`zip_${String(n).padStart(26, '0')}`)
const owner = { kind: 'order', orderId: orderIdOf(1), size: 'web' } as const
const aSet = (overrides: Partial<ZipSet> = {}): ZipSet =>
  ZipSet.parse({
    id: zipId(1),
    owner,
    state: 'planning',
    contents: '0',
    wholeFiles: {},
    replaces: null,
    partCount: 0,
    partsDone: 0,
    files: 0,
    bytes: 0,
    missing: 0,
    askedAt: '2030-01-01T12:00:00.000Z',
    sentAt: null,
    failedAt: null,
    readyAt: null,
    expiresAt: '2030-01-08T12:00:00.000Z',
    ...overrides,
  })
const planned = [
  { through: 'ITEM#02', files: 2, bytes: 10 },
  { through: 'ITEM#03', files: 1, bytes: 5 },
]
const galleries = [{ galleryId: galleryIdOf(1), photos: 2 }]
const part = (n: number) => ({ part: n, files: 2, bytes: 10, missing: 0, galleries, toldAt: null })

test('a set, its plan and its parts lie with their order, and go a day after the zips', async () => {
  const table = fakeTable()
  const sets = zipSetStore(table)
  await sets.begin(aSet(), undefined)
  await sets.plan(aSet(), planned)
  await sets.finishPart(aSet({ state: 'making' }), part(1))
  const ttl = Date.parse('2030-01-09T12:00:00.000Z') / 1_000
  expect(table.all().map(({ PK, SK, ttl: end }) => [PK, SK, end])).toEqual(
    ['ZIPS#web', 'ZIPS#web#PLAN', 'ZIPS#web#zip_00000000000000000000000001#00001'].map((SK) => [
      `ORDER#${owner.orderId}`,
      SK,
      ttl,
    ]),
  )
  expect(zipKeys.set({ ...owner, size: 'original' }).SK).toBe('ZIPS#original')
  expect(await table.get(zipKeys.set(owner))).toEqual({
    ...zipKeys.set(owner),
    ...aSet({ state: 'making', partCount: 2, partsDone: 1, files: 2, bytes: 10 }),
    ttl,
  })
})

test('of two that begin at once one is begun, also in the place of an old one', async () => {
  const sets = zipSetStore(fakeTable())
  expect(await sets.begin(aSet(), undefined)).toBe(true)
  expect(await sets.begin(aSet({ id: zipId(2) }), undefined)).toBe(false)
  expect(await sets.begin(aSet({ id: zipId(3) }), aSet())).toBe(true)
  expect(await sets.begin(aSet({ id: zipId(4) }), aSet())).toBe(false)
  expect((await sets.find(owner))?.id).toBe(zipId(3))
})

test('a plan is made once, and is none of another set', async () => {
  const sets = zipSetStore(fakeTable())
  await sets.begin(aSet(), undefined)
  await sets.plan(aSet(), planned)
  await sets.plan(aSet(), planned.slice(1))
  expect(await sets.findPlan(aSet())).toEqual(planned)
  expect(await sets.findPlan(aSet({ id: zipId(2) }))).toBeUndefined()
})

test('a part is counted once, and never against a set that has changed since it was read', async () => {
  const sets = zipSetStore(fakeTable())
  await sets.begin(aSet(), undefined)
  await sets.plan(aSet(), planned)
  const seen = aSet({ state: 'making', partCount: 2 })
  expect(await sets.finishPart(seen, part(1))).toBe(true)
  expect(await sets.finishPart(seen, part(2))).toBe(false)
  expect(await sets.finishPart({ ...seen, partsDone: 1 }, part(1))).toBe(false)
  const ready = { at: '2030-01-01T12:05:00.000Z', writes: [] }
  expect(await sets.finishPart({ ...seen, partsDone: 1 }, part(2), ready)).toBe(true)
  expect(await sets.find(owner)).toMatchObject({ state: 'ready', partsDone: 2, files: 4, readyAt: ready.at })
  expect((await sets.listParts(seen)).map((each) => each.part)).toEqual([1, 2])
})

test('what is ready fails no more, and another set not at all', async () => {
  const sets = zipSetStore(fakeTable())
  await sets.begin(aSet({ state: 'ready' }), undefined)
  await sets.noteFailing(aSet(), '2030-01-01T13:00:00.000Z')
  expect((await sets.find(owner))?.failedAt).toBeNull()
  await sets.begin(aSet({ id: zipId(2) }), aSet())
  await sets.noteFailing(aSet(), '2030-01-01T13:00:00.000Z')
  expect((await sets.find(owner))?.failedAt).toBeNull()
  await sets.noteFailing(aSet({ id: zipId(2) }), '2030-01-01T13:00:00.000Z')
  expect((await sets.find(owner))?.failedAt).toBe('2030-01-01T13:00:00.000Z')
})

test('a part knows its galleries and when they were told; one of before knows neither, and of another set there is none', async () => {
  const table = fakeTable()
  const sets = zipSetStore(table)
  await sets.begin(aSet({ state: 'making', partCount: 2 }), undefined)
  await sets.finishPart(aSet({ state: 'making', partCount: 2 }), part(1))
  await sets.noteTold(aSet(), 1, '2030-01-02T09:00:00.000Z')
  expect(await sets.findPart(aSet(), 1)).toEqual({ ...part(1), toldAt: '2030-01-02T09:00:00.000Z' })
  const ofBefore = { part: 2, files: 2, bytes: 10, missing: 0 }
  await table.write(put({ ...zipKeys.part(owner, zipId(1), 2), ...ofBefore }, 'absent'))
  expect(await sets.findPart(aSet(), 2)).toEqual({ ...ofBefore, galleries: [], toldAt: null })
  expect(await sets.findPart(aSet({ id: zipId(2) }), 1)).toBeUndefined()
})
