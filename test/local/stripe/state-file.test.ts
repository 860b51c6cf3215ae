import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DAY, onboardedAccount, openSession, paidCharge, standIn, webhookReceiver } from './stand-in.ts'

const newFile = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stripe-state-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'nested', 'stripe.json')
}

test('everything survives a restart: objects, keys, ids, and what the clock still owes', async () => {
  const stateFile = await newFile()
  const first = await standIn({ stateFile })
  const open = await openSession(first)
  const { charge } = await paidCharge(first)
  const account = await onboardedAccount(first)
  const refund = await first.stripe.refunds.create({ charge: charge.id, amount: 100 }, { idempotencyKey: 'k1' })
  await first.close()

  const second = await standIn({ stateFile })

  expect(await second.stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 100 })
  expect((await second.stripe.accounts.retrieve(account.id)).payouts_enabled).toBe(true)
  expect((await second.stripe.charges.list()).data).toHaveLength(1)
  const replayed = await second.stripe.refunds.create({ charge: charge.id, amount: 100 }, { idempotencyKey: 'k1' })
  expect(replayed.id).toBe(refund.id)
  await second.advance(DAY)
  expect((await second.stripe.checkout.sessions.retrieve(open.id)).status).toBe('expired')
})

test('ids are never given twice, even when the randomness starts over', async () => {
  const stateFile = await newFile()
  const first = await standIn({ stateFile, random: () => 0 })
  const before = await openSession(first)
  await first.close()
  const second = await standIn({ stateFile, random: () => 0 })

  const after = await openSession(second)

  expect(after.id).not.toBe(before.id)
  expect((await second.stripe.checkout.sessions.list()).data).toHaveLength(2)
})

test('a webhook that was not taken before the end is sent after the next start', async () => {
  const stateFile = await newFile()
  const hooks = await webhookReceiver()
  hooks.answers.status = 500
  const first = await standIn({ stateFile, webhooks: hooks.endpoints })
  await paidCharge(first)
  await first.control.tick({})
  await first.close()
  hooks.received.length = 0
  hooks.answers.status = 200

  const second = await standIn({ stateFile, webhooks: hooks.endpoints })
  await second.advance(DAY)

  expect(hooks.types()).toContain('checkout.session.completed')
})

test('the file is a whole one at any moment, and nothing is left beside it', async () => {
  const stateFile = await newFile()
  const local = await standIn({ stateFile })
  await openSession(local)

  await local.close()

  const [head = ''] = (await readFile(stateFile, 'utf8')).split('\n')
  expect(JSON.parse(head)).toMatchObject({ version: 1 })
  await expect(readFile(`${stateFile}.next`)).rejects.toThrow('ENOENT')
})

test.each(['', '{"version": 99}', 'not json', '{"version":1,"sequence":4}\n["charges",{"id"'])(
  'a file that holds %j is one clear sentence',
  async (text) => {
    const stateFile = join(await newFile(), '..', '..', 'broken.json')
    await writeFile(stateFile, text)

    await expect(standIn({ stateFile })).rejects.toThrow(/cannot read its state in .*broken\.json. Delete that file/)
  },
)

test('a port in use is refused', async () => {
  const local = await standIn()

  await expect(standIn({ port: Number(new URL(local.url).port) })).rejects.toThrow('is in use')
})
