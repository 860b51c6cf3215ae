import { tmpdir } from 'node:os'
import { prices, tableLatencyMs } from '#bench/api/prices.ts'
import { type machine, machineLine } from '#bench/machine.ts'
import { payoutWorkers, workersCallsPerSecond } from '#functions/payments/stripe-pace.ts'
import {
  type Cost,
  costNames,
  payoutsOf,
  releaseOf,
  releaseWorkers,
  splitByTransfers,
  tableLimits,
} from './arithmetic.ts'
import type { Usage } from './meter.ts'
import type { Books } from './verify.ts'

export type Facts = {
  date: string
  machine: ReturnType<typeof machine> & { loadBefore: number }
  memoryMb: number
  sizes: Record<'released' | 'releasedAlone' | 'ones' | 'paced' | 'sellers' | 'paidSellers' | 'transfers', number>
  usage: Record<'releasedAlone' | 'released' | 'paidOnes' | 'paidPaced' | 'paid', Usage>
  books: Omit<Books, 'violations'> & { violations: number }
  isSound: boolean
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)
const plain = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en-GB') : String(Number(value.toFixed(value < 10 ? 2 : 1)))
const whole = (value: number) => value.toLocaleString('en-GB')

/** What one of `count` things cost. */
const costOf = (usage: Usage, count: number): Cost => {
  const of = Object.values(usage.table)
  return {
    readUnits: total(of.map(({ readUnits }) => readUnits)) / count,
    writeUnits: total(of.map(({ writeUnits }) => writeUnits)) / count,
    workUnits: total(of.map(({ indexWriteUnits }) => indexWriteUnits.work ?? 0)) / count,
    tableRequests: total(of.map(({ requests }) => requests)) / count,
    stripeCalls: total(Object.values(usage.stripe)) / count,
    messages: total(Object.values(usage.messages)) / count,
    cpuMs: usage.cpuMs / count,
  }
}

const costRow = (name: string, cost: Cost) => `| ${name} | ${costNames.map((each) => plain(cost[each])).join(' | ')} |`
const costHead = [
  '| | read units | write units | of them the work index | table requests | Stripe calls | messages | CPU ms |',
  '|---|---:|---:|---:|---:|---:|---:|---:|',
]
const rateRow = (name: string, count: number, { wallMs, cpuMs, databaseCpuMs }: Usage) =>
  `| ${name} | ${whole(count)} | ${plain(wallMs / 1_000)} | ${plain(count / (wallMs / 1_000))} | ${plain(cpuMs / 1_000)} | ${plain(databaseCpuMs / 1_000)} | ${plain(count / ((cpuMs + databaseCpuMs) / 1_000))} |`

const callName = (calls: Readonly<Record<string, number>>) =>
  Object.entries(calls)
    .map(([name, count]) => `${name} ${whole(count)}`)
    .join(', ')

const operationRows = (name: string, { table }: Usage, count: number) =>
  Object.entries(table).map(
    ([operation, { requests, readUnits, writeUnits }]) =>
      `| ${name} | ${operation} | ${plain(requests / count)} | ${plain(readUnits / count)} | ${plain(writeUnits / count)} |`,
  )

export const reportOf = (facts: Facts) => {
  const { sizes, usage, books } = facts
  const together = costOf(usage.released, sizes.released)
  const oneByOne = costOf(usage.releasedAlone, sizes.releasedAlone)
  const small = { cost: costOf(usage.paidOnes, sizes.ones), transfers: 1 }
  const large = { cost: costOf(usage.paid, sizes.paidSellers), transfers: sizes.transfers / sizes.paidSellers }
  const split = splitByTransfers(small, large)
  const releases = [1_000_000].map((count) => ({ ours: releaseOf(count, together), alone: releaseOf(count, oneByOne) }))
  const paid = [
    { stripeCallsPerSecond: 25, photographers: 10_000, salesEach: 10 },
    { stripeCallsPerSecond: 25, photographers: 100_000, salesEach: 10 },
    { stripeCallsPerSecond: 100, photographers: 500_000, salesEach: 6 },
    { stripeCallsPerSecond: 100, photographers: 1_000_000, salesEach: 10 },
  ].map((monday) => payoutsOf(monday, split))
  const pacedCalls = total(Object.values(usage.paidPaced.stripe))
  const pacedPerSecond = (pacedCalls - 1) / (usage.paidPaced.wallMs / 1_000)

  const lines = [
    `# Releasing holds and paying photographers, ${facts.date}`,
    '',
    `${machineLine(facts.machine)}. Load average ${facts.machine.loadBefore} before and ${facts.machine.loadAverage} at the end, and this run gives way to all other work (\`nice\`): processor time and units are what it is about, the clock on the wall is not. Memory of the process at the end: ${whole(facts.memoryMb)} MB.`,
    '',
    `The whole local system: the template’s table in dynoxide, the real handlers, queues in files (both under ${tmpdir()}), the real Stripe SDK over HTTP to a stand-in. Two workers of each queue at a time. ${whole(sizes.released)} shares of ${whole(sizes.sellers)} sellers were due at once; then everybody was paid, one transfer a sale${sizes.paidSellers < sizes.sellers ? `, until the time was up: ${whole(sizes.paidSellers)} of them` : ''}.`,
    '',
    facts.isSound
      ? `Afterwards the standing checks held for all ${whole(books.sellers)} sellers: ${whole(books.shares)} shares, their balances and ${whole(books.entries)} journal entries say the same; each of ${whole(books.transfers)} transfers is of another line, and what is paid is what Stripe sent: £${whole(books.paidPence / 100)}.`
      : `**The books are wrong: ${books.violations} violations.**`,
    '',
    '## Rate on this machine',
    '',
    '| | done | wall s | a second | CPU s, functions and stand-ins | CPU s, database | a CPU second |',
    '|---|---:|---:|---:|---:|---:|---:|',
    rateRow('shares released, a seller’s together', sizes.released, usage.released),
    rateRow('reference: one share a transaction', sizes.releasedAlone, usage.releasedAlone),
    rateRow('transfers, payouts of all of a seller’s sales', sizes.transfers, usage.paid),
    rateRow('reference: payouts of one transfer', sizes.ones, usage.paidOnes),
    rateRow('transfers of one worker at Stripe’s pace', sizes.paced, usage.paidPaced),
    '',
    `At the product’s pace one worker alone made ${plain(pacedPerSecond)} calls a second of the ${workersCallsPerSecond(25)} that all may make, never more than ${usage.paidPaced.stripePeakPerSecond} within a second; unpaced, two workers made up to ${usage.paid.stripePeakPerSecond} here, and ten in the cloud would be stopped by Stripe at 25.`,
    '',
    '## Units',
    '',
    'As the table accounts for them (`ReturnConsumedCapacity`, indexes included).',
    '',
    ...costHead,
    costRow('a share released', together),
    costRow('reference: one share a transaction', oneByOne),
    costRow(`a payout of ${plain(large.transfers)} transfers`, large.cost),
    costRow('reference: a payout of one transfer', small.cost),
    costRow('so a transfer', split.transfer),
    costRow('and the payout around them', split.payout),
    '',
    `One share a transaction costs ${plain(oneByOne.writeUnits / together.writeUnits)} times the write units, ${plain(oneByOne.tableRequests / together.tableRequests)} times the requests and ${plain(oneByOne.messages / together.messages)} times the messages. Stripe: ${callName(usage.paid.stripe)}.`,
    '',
    '| | operation | requests each | read units | write units |',
    '|---|---|---:|---:|---:|',
    ...operationRows('share released', usage.released, sizes.released),
    ...operationRows('transfer', usage.paid, sizes.transfers),
    '',
    '## A million holds due at once',
    '',
    `DynamoDB takes ${whole(tableLimits.partitionWriteUnits)} write units a second in a partition and ${whole(tableLimits.tableWriteUnits)} in a table unless AWS raises it; ${releaseWorkers} workers wait ${tableLatencyMs} ms for a request and compute at the share of a processor that their memory has. The longest line is the time it takes.`,
    '',
    '| | seconds | reference: one share a transaction |',
    '|---|---:|---:|',
    ...releases.flatMap(({ ours, alone }) => [
      ...Object.entries(ours.seconds).map(
        ([limit, value]) =>
          `| ${limit} | ${plain(value)} | ${plain(Object.entries(alone.seconds).find(([name]) => name === limit)?.[1] ?? 0)} |`,
      ),
      `| write units | ${whole(Math.round(ours.writeUnits))} | ${whole(Math.round(alone.writeUnits))} |`,
      `| US dollars | ${ours.dollars.toFixed(2)} | ${alone.dollars.toFixed(2)} |`,
    ]),
    '',
    '## Paying at Stripe’s pace',
    '',
    `Of the calls that Stripe takes on one endpoint workers make 70% (\`functions/payments/stripe-pace.ts\`): ${workersCallsPerSecond(25)} a second of 25 by ${payoutWorkers(25)} workers, ${workersCallsPerSecond(100)} of 100, which Stripe raises it to when it is asked, by ${payoutWorkers(100)}. The Monday run begins at 06:00, so 18 hours end within the day.`,
    '',
    '| Stripe takes a second | photographers | sales each | calls to Stripe | hours | table: write units a second | US dollars | calls a second to end within a day | times that pace |',
    '|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...paid.map(
      (each) =>
        `| ${each.stripeCallsPerSecond} | ${whole(each.photographers)} | ${each.salesEach} | ${whole(Math.round(each.calls))} | ${plain(each.hours)} | ${plain(each.writeUnitsPerSecond)} | ${plain(each.dollars)} | ${plain(each.callsPerSecondForADay)} | ${plain(each.limitsTimes)} |`,
    ),
    '',
    `A week has 168 hours: where that is not enough, Stripe has to raise its limits first. The table is far from its limits at this pace; Stripe’s is the only one that counts. Dollars are of DynamoDB, Lambda and SQS at the list prices of \`bench/api/prices.ts\` (${prices.perMillionWriteUnits} a million write units); what Stripe takes for payouts is not in them.`,
  ]
  return { lines, record: { ...facts, costs: { together, oneByOne, small, large, ...split }, releases, paid } }
}
