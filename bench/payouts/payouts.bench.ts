import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { machine } from '#bench/machine.ts'
import { payoutWeek } from '#functions/payouts/payout-calendar.ts'
import { startLocalSystem } from '#local/system.ts'
import type { HoldBatch, PayoutTask } from '#schema/events/payout.ts'
import { OrderId } from '#schema/ids.ts'
import { startMeter } from './meter.ts'
import { reportOf } from './report.ts'
import { loadSoldMarket, type Sold } from './sold-market.ts'
import { verifyBooks } from './verify.ts'

/**
 * A Monday of 10,000 photographers with ten sales each: 100,000 holds that are over are released, then everybody is
 * paid, by the real handlers, queues and Stripe's SDK over HTTP, on one machine. `--small` does a hundredth of it.
 */
const isSmall = process.argv.includes('--small')
const sellers = Number(process.env.SELLERS ?? (isSmall ? 100 : 10_000))
const salesEach = 10
const part = (share: number, least: number) => Math.max(least, Math.round(sellers * share))
/** On a machine that others use, what is not paid by then stays available, and the report says how many were. */
const payMinutes = Number(process.env.PAY_MINUTES ?? 25)
const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`)

const stateDir = await mkdtemp(join(tmpdir(), 'darkslide-bench-payouts-'))
let paceScale = 1_000
const system = await startLocalSystem({
  stateDir,
  port: 0,
  build: 'none',
  seed: false,
  quiet: true,
  keepsStripe: false,
  paceScale: () => paceScale,
})
const client = new DynamoDBClient({
  endpoint: system.table.endpoint,
  region: 'eu-west-2',
  credentials: system.credentials,
})
let isSound = false
try {
  const loadBefore = machine().loadAverage
  const [many, alone, ones, paced] = await loadSoldMarket({ system, client, say }, [
    { sellers, salesEach },
    // The references: shares that are released one by one, payouts of one transfer, and a payout at Stripe's pace.
    { sellers: part(0.01, 10), salesEach },
    { sellers: part(0.02, 20), salesEach: 1 },
    { sellers: 1, salesEach: isSmall ? 15 : 60 },
  ])
  if (!many || !alone || !ones || !paced) throw new Error('Nothing was sold.')
  const meter = startMeter(system)

  const holds = queueOf('functions/payouts/release-holds.lambda.ts', 'HOLDS_QUEUE_URL')
  const releasedAlone = await meter.usageOf(async () => {
    for (const { sellerId, orderIds } of alone) {
      for (const orderId of orderIds) {
        const batch: HoldBatch = { sellerId, orderIds: [OrderId.parse(orderId)] }
        holds.send(JSON.stringify(batch))
      }
    }
    await system.drainQueues()
  })
  say(`released one by one: ${shareCount(alone)} in ${seconds(releasedAlone.wallMs)} s`)

  const released = await meter.usageOf(() => system.runJob('release-holds'))
  say(`released together: ${shareCount(many) + shareCount(ones) + shareCount(paced)} in ${seconds(released.wallMs)} s`)

  const payouts = queueOf('functions/payouts/pay-photographer.lambda.ts', 'PAYOUTS_QUEUE_URL')
  const week = payoutWeek(system.clock.now())
  const pay = async (group: readonly Sold[]) => {
    for (const { sellerId } of group) {
      const task: PayoutTask = { kind: 'weekly', sellerId, week }
      payouts.send(JSON.stringify(task))
    }
    await system.drainQueues()
  }
  const paidOnes = await meter.usageOf(() => pay(ones))
  say(`payouts of one transfer: ${ones.length} in ${seconds(paidOnes.wallMs)} s`)
  paceScale = 1
  const paidPaced = await meter.usageOf(() => pay(paced))
  paceScale = 1_000
  say(`one worker at Stripe's pace: ${shareCount(paced)} transfers in ${seconds(paidPaced.wallMs)} s`)

  let isOver = false
  const deadline = setTimeout(() => {
    isOver = true
    payouts.purge()
  }, payMinutes * 60_000)
  const progress = setInterval(() => say(`${payouts.counts().visible} payouts to do`), 60_000)
  const paid = await meter.usageOf(() => system.runJob('weekly-payouts'))
  clearTimeout(deadline)
  clearInterval(progress)
  const transfers = paid.stripe['POST /v1/transfers'] ?? 0
  say(`${transfers} transfers in ${seconds(paid.wallMs)} s${isOver ? ', the rest was left' : ''}`)

  const books = await verifyBooks(system, client)
  const aside = system.queues().filter(({ isDeadLetters, visible }) => isDeadLetters && visible > 0)
  isSound = books.violations.length === 0 && aside.length === 0 && books.pendingPence === 0
  for (const violation of books.violations.slice(0, 10)) say(JSON.stringify(violation))
  for (const { name, visible } of aside) say(`${visible} messages were set aside in ${name}`)

  const date = new Date().toISOString().slice(0, 10)
  const facts = {
    date,
    machine: { ...machine(), loadBefore },
    memoryMb: Math.round(process.memoryUsage().rss / 1_048_576),
    sizes: {
      released: shareCount(many) + shareCount(ones) + shareCount(paced),
      releasedAlone: shareCount(alone),
      ones: ones.length,
      paced: shareCount(paced),
      // Those who were released one by one are paid in the same run.
      sellers: sellers + alone.length,
      paidSellers: paid.stripe['GET /v1/accounts/{id}'] ?? 0,
      transfers,
    },
    usage: { releasedAlone, released, paidOnes, paidPaced, paid },
    books: { ...books, violations: books.violations.length },
    isSound,
  }
  const { lines, record } = reportOf(facts)
  for (const line of lines) console.log(line)
  if (!isSmall) {
    const folder = fileURLToPath(new URL('../results/', import.meta.url))
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `payouts-${date}.md`), `${lines.join('\n')}\n`)
    writeFileSync(join(folder, `payouts-${date}.json`), `${JSON.stringify(record, null, 1)}\n`)
  }
} finally {
  client.destroy()
  await system.close()
  await rm(stateDir, { recursive: true, force: true })
}
process.exit(isSound ? 0 : 1)

function shareCount(group: readonly Sold[]) {
  return group.reduce((sum, { orderIds }) => sum + orderIds.length, 0)
}
function seconds(ms: number) {
  return (ms / 1_000).toFixed(1)
}
function queueOf(entry: string, setting: string) {
  const url = system.environmentOf(entry)(setting) ?? ''
  const queue = system.queueControl.byName(url.slice(url.lastIndexOf('/') + 1))
  if (!queue) throw new Error(`${entry} has no queue.`)
  return queue
}
