import { expect, test } from 'vitest'
import { fingerprintOf, idempotencyPut, idempotencyStore } from '#functions/checkout/idempotency-store.ts'
import { IdempotencyKey } from '#schema/ids.ts'
import { orderIdOf } from '#test/support/builders/ids.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

const request = {
  route: 'checkout',
  key: IdempotencyKey.parse('attempt-000000001'),
  fingerprint: fingerprintOf({ cart: [1] }),
}
const at = new Date('2030-01-01T10:00:00.000Z')

test('a request is remembered for a week under the hash of its key', async () => {
  const table = fakeTable()
  await table.write(idempotencyPut(request, { orderId: orderIdOf(1), at }))
  expect(table.all()).toEqual([
    {
      PK: 'IDEM#checkout#vs4yw8XxOWdfseSFl__Fr7DMiO54tZA8KsDKPN31SnM',
      SK: 'IDEM',
      fingerprint: fingerprintOf({ cart: [1] }),
      orderId: 'ord_00000000000000000000000000000001',
      ttl: 1_894_096_800,
    },
  ])
  expect(await idempotencyStore(table).find(request)).toMatchObject({ orderId: orderIdOf(1) })
})

test('the first effect of a key stays its effect', async () => {
  const table = fakeTable()
  await table.write(idempotencyPut(request, { orderId: orderIdOf(1), at }))
  expect(await table.write(idempotencyPut(request, { orderId: orderIdOf(2), at }))).toMatchObject({ ok: false })
})

test('another content has another fingerprint', () => {
  expect(fingerprintOf({ cart: [1] })).not.toBe(fingerprintOf({ cart: [2] }))
})
