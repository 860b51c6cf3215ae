import { prices, tableLatencyMs, wholeProcessorMb } from '#bench/api/prices.ts'
import { payoutWorkers, workersCallsPerSecond } from '#functions/payments/stripe-pace.ts'
import { workShards } from '#functions/shared/table/shards.ts'

/** DynamoDB's default quotas (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html). */
export const tableLimits = {
  /** Of one partition, also of an index. */
  partitionWriteUnits: 1_000,
  /** Of one table on demand, until AWS raises it; a new table begins with a tenth of it. */
  tableWriteUnits: 40_000,
} as const
/** What workers have unless they say otherwise (`lib/functions/market-function.ts`). */
const workerMemoryMb = 512
/** As `lib/payouts/hold-release.ts` has them. */
export const releaseWorkers = 20
const runEverySeconds = 300
const handedOutARun = 200_000

/** Of one thing: a released share, a payout, a transfer. */
export type Cost = {
  readUnits: number
  writeUnits: number
  /** Writes of the index by work alone: each of its partitions takes so many. */
  workUnits: number
  tableRequests: number
  stripeCalls: number
  messages: number
  cpuMs: number
}

export const costNames = [
  'readUnits',
  'writeUnits',
  'workUnits',
  'tableRequests',
  'stripeCalls',
  'messages',
  'cpuMs',
] as const satisfies readonly (keyof Cost)[]

const combined = (one: Cost, other: Cost, rule: (a: number, b: number) => number): Cost => ({
  readUnits: rule(one.readUnits, other.readUnits),
  writeUnits: rule(one.writeUnits, other.writeUnits),
  workUnits: rule(one.workUnits, other.workUnits),
  tableRequests: rule(one.tableRequests, other.tableRequests),
  stripeCalls: rule(one.stripeCalls, other.stripeCalls),
  messages: rule(one.messages, other.messages),
  cpuMs: rule(one.cpuMs, other.cpuMs),
})

/** What a transfer adds to a payout and what a payout costs without any, from payouts of two sizes. */
export const splitByTransfers = (
  small: { cost: Cost; transfers: number },
  large: { cost: Cost; transfers: number },
) => {
  const more = large.transfers - small.transfers
  const transfer = combined(large.cost, small.cost, (a, b) => (a - b) / more)
  return { transfer, payout: combined(small.cost, transfer, (a, b) => a - b * small.transfers) }
}

const tableDollars = ({ readUnits, writeUnits }: Cost) =>
  (readUnits * prices.perMillionReadUnits + writeUnits * prices.perMillionWriteUnits) / 1_000_000
const queueDollars = ({ messages }: Cost) =>
  // A message is sent, received and deleted.
  (messages * 3 * prices.perMillionQueueRequests) / 1_000_000
const functionDollars = (seconds: number, starts: number) =>
  seconds * (workerMemoryMb / 1_024) * prices.perGbSecond + (starts * prices.perMillionInvocations) / 1_000_000
const functionSeconds = ({ cpuMs, tableRequests }: Cost) =>
  (cpuMs * (wholeProcessorMb / workerMemoryMb) + tableRequests * tableLatencyMs) / 1_000

/** Releasing so many shares that fall due together. */
export const releaseOf = (count: number, each: Cost) => {
  const workerSeconds = count * functionSeconds(each)
  return {
    count,
    writeUnits: count * each.writeUnits,
    /** The least time by each limit. */
    seconds: {
      'the table’s quota': (count * each.writeUnits) / tableLimits.tableWriteUnits,
      // A share leaves its shard of what is due and joins what its seller can be paid; a message lists the seller.
      'the eight shards':
        (count * (each.workUnits - each.messages)) / 2 / (workShards.length * tableLimits.partitionWriteUnits),
      'the workers': workerSeconds / releaseWorkers,
      'what a run hands out': Math.max(0, Math.ceil(count / handedOutARun) - 1) * runEverySeconds,
    },
    dollars: count * (tableDollars(each) + queueDollars(each)) + functionDollars(workerSeconds, count * each.messages),
  }
}

/** Paying so many photographers with so many sales each, at the pace of workers where Stripe takes so many calls a second. */
export const payoutsOf = (
  {
    photographers,
    salesEach,
    stripeCallsPerSecond,
  }: { photographers: number; salesEach: number; stripeCallsPerSecond: number },
  { transfer, payout }: { transfer: Cost; payout: Cost },
) => {
  const each = combined(payout, transfer, (a, b) => a + b * salesEach)
  const calls = photographers * each.stripeCalls
  const pace = workersCallsPerSecond(stripeCallsPerSecond)
  const seconds = calls / pace
  return {
    stripeCallsPerSecond,
    photographers,
    salesEach,
    calls,
    hours: seconds / 3_600,
    writeUnitsPerSecond: (photographers * each.writeUnits) / seconds,
    /** Calls a second that would end it within a day, and how many times the pace that is. */
    callsPerSecondForADay: calls / 86_400,
    limitsTimes: calls / 86_400 / pace,
    // A worker waits for its turn: its time is that of the pace.
    dollars:
      photographers * (tableDollars(each) + queueDollars(each)) +
      functionDollars(seconds * payoutWorkers(stripeCallsPerSecond), photographers * each.messages),
  }
}
