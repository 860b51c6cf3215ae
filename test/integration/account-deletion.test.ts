import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#schema/api/all.ts'
import { type Account, galleryOnSale, type Running, runningSystem } from '#test/support/system/running.ts'
import { holdsOver, operatorsStripe, paidOut, readyForPayouts, soldBy } from '#test/support/system/sold.ts'

let running: Running
beforeAll(async () => {
  running = await runningSystem()
})
afterAll(() => running.close())

const { deletion, requestDeletion, withdrawDeletion } = api.accounts.endpoints
const leave = ({ own, email }: Account) => own.call(requestDeletion, { body: { email } })
const look = ({ own }: Account) => own.call(deletion, {})
/** Signs in anew, as somebody does who was signed out. */
const again = async (account: Account): Promise<Account> => {
  const token = await running.accounts.signIn(account)
  return { ...account, token, own: running.anyone.as(token) }
}
const refusal = (code: string) => ({ body: { error: { code } } })

describe('the deletion of an account with something outstanding is recorded, is dark at once, and waits', () => {
  test('for money that is held: it can be seen, paid out, and then nothing is in the way', async () => {
    const ada = await running.signUp('Ada')
    const { gallery, orderId } = await soldBy(running, ada)
    const due = { reason: 'money_due', amountPence: 1_350 }
    expect(await leave(ada)).toEqual({ requestedAt: expect.any(String), waitsFor: [due] })
    await expect(
      running.anyone.call(api.galleries.endpoints.get, { params: { galleryId: gallery.id } }),
    ).rejects.toMatchObject(refusal('gallery_not_found'))

    const back = await again(ada)
    expect(await look(back)).toMatchObject({ waitsFor: [due] })
    expect((await back.own.call(api.payouts.endpoints.sales, { query: {} })).items).toMatchObject([
      { state: 'pending' },
    ])
    await expect(back.own.call(api.galleries.endpoints.mine, {})).rejects.toMatchObject(refusal('account_closing'))
    await expect(back.own.call(api.galleries.endpoints.create, { body: { title: 'More' } })).rejects.toMatchObject(
      refusal('account_closing'),
    )

    await holdsOver(running)
    const later = await again(ada)
    expect(await look(later)).toMatchObject({ waitsFor: [due] })
    await readyForPayouts(running, later)
    await paidOut(running, later)
    expect(await look(later)).toMatchObject({ requestedAt: expect.any(String), waitsFor: [] })
    // What was bought stays the buyer's.
    expect(await running.anyone.call(api.orders.endpoints.get, { params: { orderId } })).toMatchObject({
      status: 'completed',
    })
  })

  test('for a payout that is on its way', async () => {
    const bea = await running.signUp('Bea')
    await soldBy(running, bea)
    await holdsOver(running)
    const ready = await again(bea)
    await readyForPayouts(running, ready)
    const { control } = running.system.stripe
    await control.fault({ path: '/v1/transfers', times: 10, answer: { kind: 'status', status: 429 } })
    await ready.own.call(api.payouts.endpoints.request, {})
    expect(await leave(ready)).toMatchObject({ waitsFor: [{ reason: 'money_due', amountPence: 1_350 }] })
    await control.clearFaults({})
  })

  test('for a dispute, until its bank has decided', async () => {
    const cleo = await running.signUp('Cleo')
    const { chargeId } = await soldBy(running, cleo)
    await holdsOver(running)
    const { control } = running.system.stripe
    const dispute = await control.createDispute({ charge: chargeId, stage: 'funds_withdrawn' })
    await running.system.drainQueues()
    const back = await again(cleo)
    expect(await leave(back)).toMatchObject({ waitsFor: [{ reason: 'dispute_open', amountPence: 1_350 }] })

    await control.closeDispute({ dispute: dispute.id, outcome: 'lost' })
    await running.system.drainQueues()
    expect(await look(back)).toMatchObject({ waitsFor: [] })
  })

  test('for a refund that came after the payout and was not made good', async () => {
    const dora = await running.signUp('Dora')
    const { chargeId } = await soldBy(running, dora)
    await holdsOver(running)
    const ready = await again(dora)
    await readyForPayouts(running, ready)
    await paidOut(running, ready)
    const { control } = running.system.stripe
    const answer = { kind: 'status', status: 400, code: 'balance_insufficient' } as const
    await control.fault({ path: '/v1/transfers/*/reversals', times: 10, answer })
    await operatorsStripe(running).refunds.create({ charge: chargeId })
    await running.system.drainQueues()
    expect(await leave(ready)).toMatchObject({ waitsFor: [{ reason: 'money_owed', amountPence: 1_350 }] })
    await control.clearFaults({})
  })
})

test('an account whose money is settled has nothing to wait for, and its owner may still keep it', async () => {
  const eve = await running.signUp('Eve')
  const { gallery } = await galleryOnSale(running, eve)
  expect(await leave(eve)).toEqual({ requestedAt: expect.any(String), waitsFor: [] })
  const back = await again(eve)

  await back.own.call(withdrawDeletion, {})

  expect(await look(back)).toEqual({ requestedAt: null, waitsFor: [] })
  expect(await running.anyone.call(api.galleries.endpoints.get, { params: { galleryId: gallery.id } })).toMatchObject({
    state: 'open',
  })
  await back.own.call(api.galleries.endpoints.create, { body: { title: 'Here again' } })
})
