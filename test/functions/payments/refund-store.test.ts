import { expect, test } from 'vitest'
import { refundStore } from '#functions/payments/refund-store.ts'
import { Dispute, Refund } from '#schema/entities/refund.ts'
import { pence } from '#schema/money.ts'
import { orderIdOf } from '#test/support/builders/ids.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

const refund = (status: Refund['status']) =>
  Refund.parse({
    id: 're_1',
    orderId: orderIdOf(1),
    amountPence: 500,
    status,
    lines: null,
    createdAt: '2030-01-02T10:00:00.000Z',
  })
const dispute = (stage: Dispute['stage']) =>
  Dispute.parse({ id: 'dp_1', orderId: orderIdOf(1), amountPence: 1500, stage, createdAt: '2030-01-02T10:00:00.000Z' })

test('a refund is one row beside its order', async () => {
  const table = fakeTable()
  await refundStore(table).saveRefund(refund('succeeded'))
  expect(table.all()).toEqual([
    { PK: 'ORDER#ord_00000000000000000000000000000001', SK: 'REFUND#re_1', rank: 2, ...refund('succeeded') },
  ])
})

test('a refund under way is on the list of those, until it is not', async () => {
  const table = fakeTable()
  const store = refundStore(table)
  await store.saveRefund(refund('pending'))
  const { workKey, workSort } = table.all()[0] ?? {}
  expect({ workKey, workSort }).toEqual({ workKey: 'PENDING#REFUND#4', workSort: '2030-01-02T10:00:00.000Z' })
  await store.saveRefund(refund('succeeded'))
  expect(table.all()[0]).not.toHaveProperty('workKey')
})

test.each(['first', 'last'])(
  'a dispute of the same stage with more balance transactions, told %s, is the later word',
  async (when) => {
    const store = refundStore(fakeTable())
    const taken = { ...dispute('withdrawn'), outPence: pence(1500), entries: 1 }
    const givenBack = { ...dispute('withdrawn'), outPence: pence(1000), entries: 2 }
    for (const news of when === 'first' ? [givenBack, taken] : [taken, givenBack]) await store.saveDispute(news)
    expect((await store.listOf(orderIdOf(1))).disputes).toMatchObject([{ outPence: 1000, entries: 2 }])
  },
)

test.each([
  ['failed', 'succeeded'],
  ['failed', 'pending'],
  ['succeeded', 'pending'],
] as const)('a refund that is %s does not become %s again by news that were read earlier', async (later, earlier) => {
  const store = refundStore(fakeTable())
  await store.saveRefund(refund(later))
  await store.saveRefund(refund(earlier))
  expect((await store.listOf(orderIdOf(1))).refunds).toMatchObject([{ status: later }])
})

test.each([
  ['withdrawn', 'inquiry', 'withdrawn'],
  ['lost', 'withdrawn', 'lost'],
  ['won', 'lost', 'won'],
  ['lost', 'won', 'won'],
] as const)('a dispute that is %s and then told as %s is %s', async (first, second, end) => {
  const store = refundStore(fakeTable())
  await store.saveDispute(dispute(first))
  await store.saveDispute(dispute(second))
  expect((await store.listOf(orderIdOf(1))).disputes).toMatchObject([{ stage: end }])
})
