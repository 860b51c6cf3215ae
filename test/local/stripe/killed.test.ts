import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { clientOf, oneLine, refusal, standIn } from './stand-in.ts'

const Paid = z.object({ outcome: z.string() })

/** A stand-in as a child, and what is confirmed by it. */
const child = async (stateFile: string) => {
  const process_: ChildProcess = spawn(process.execPath, ['test/local/stripe/killed-stand-in.ts', stateFile], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    process_.kill('SIGKILL')
  })
  const [line] = await once(process_.stdout ?? process.stdin, 'data')
  const url = String(line).trim()
  const pay = async (session: string) => {
    const answer = await fetch(`${url}/__control/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ session }),
    })
    return Paid.parse(await answer.json()).outcome
  }
  return { process: process_, stripe: clientOf(url), pay }
}

const newFile = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stripe-killed-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'stripe.json')
}

test('killed in the middle of many checkouts, it has all that it confirmed, and each key still gives the same', async () => {
  const stateFile = await newFile()
  const { process: running, stripe, pay } = await child(stateFile)
  const confirmed: { key: string; id: string; isPaid: boolean }[] = []
  const buy = async (n: number) => {
    const key = `co:${n}`
    const session = await stripe.checkout.sessions.create(sessionParams(n), { idempotencyKey: key })
    const record = { key, id: session.id, isPaid: false }
    confirmed.push(record)
    record.isPaid = (await pay(session.id)) === 'paid'
  }
  const buyers = Array.from({ length: 4 }, async (_, buyer) => {
    for (let n = buyer; n < 4_000; n += 4) await buy(n)
  })
  await expect.poll(() => confirmed.filter(({ isPaid }) => isPaid).length, { timeout: 30_000 }).toBeGreaterThan(40)
  running.kill('SIGKILL')
  await Promise.allSettled(buyers)

  const again = await standIn({ stateFile, clock: () => new Date() })

  for (const { key, id, isPaid } of confirmed) {
    const session = await again.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] })
    if (isPaid) {
      expect(session).toMatchObject({
        status: 'complete',
        payment_status: 'paid',
        payment_intent: { status: 'succeeded', latest_charge: { paid: true, amount: session.amount_total } },
      })
    }
    const repeated = await again.stripe.checkout.sessions.create(sessionParams(Number(key.slice(3))), {
      idempotencyKey: key,
    })
    expect(repeated.id).toBe(id)
  }
  const paid = confirmed.filter(({ isPaid }) => isPaid).length
  const booked = await again.stripe.balance.retrieve()
  expect(booked.pending[0]?.amount).toBeGreaterThanOrEqual(paid * (1500 - 43))
}, 60_000)

const sessionParams = (n: number) => ({
  mode: 'payment' as const,
  success_url: 'https://shop.test/ok',
  line_items: [oneLine(1500, `Photo ${n}`)],
})

test('what was changed in place, and what was removed, is so after a kill', async () => {
  const stateFile = await newFile()
  const { process: running, stripe, pay } = await child(stateFile)
  const session = await stripe.checkout.sessions.create(sessionParams(1))
  await pay(session.id)
  const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' })
  const { id: other } = await stripe.customers.create({ email: 'bea@example.com' })
  await stripe.customers.del(other)
  const charge = (await stripe.charges.list()).data[0]?.id ?? ''
  await stripe.refunds.create({ charge, amount: 300 })
  await stripe.balanceSettings.update({ payments: { payouts: { schedule: { interval: 'manual' } } } })
  running.kill('SIGKILL')
  await once(running, 'exit')

  const again = await standIn({ stateFile, clock: () => new Date() })

  expect((await again.stripe.customers.list()).data.map(({ id }) => id)).toEqual([customer])
  expect(await refusal(again.stripe.customers.del(other))).toMatchObject({ code: 'resource_missing' })
  expect(await again.stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 300 })
  const { payments } = await again.stripe.balanceSettings.retrieve()
  expect(payments.payouts?.schedule?.interval).toBe('manual')
})

test('a line that a crash tore is left out, since nobody was answered; a damaged one before it is said', async () => {
  const stateFile = await newFile()
  const { process: running, stripe } = await child(stateFile)
  const { id } = await stripe.customers.create({ email: 'ada@example.com' })
  running.kill('SIGKILL')
  await once(running, 'exit')
  await appendFile(`${stateFile}.journal`, '{"sequence":9999,"put":[["custom')

  const second = await child(stateFile)
  const { id: later } = await second.stripe.customers.create({ email: 'bea@example.com' })
  second.process.kill('SIGKILL')
  await once(second.process, 'exit')
  const again = await standIn({ stateFile, clock: () => new Date() })
  expect((await again.stripe.customers.list()).data.map((customer) => customer.id)).toEqual([later, id])
  await again.close()
  await expect(readFile(`${stateFile}.journal`)).rejects.toThrow('ENOENT')

  await appendFile(`${stateFile}.journal`, '{"sequence":\n')
  await expect(standIn({ stateFile })).rejects.toThrow(/cannot read its state in .*journal/)
})
