import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { median } from '#bench/means.ts'
import { servedCatalogue } from '#test/support/costs/catalogue.ts'
import { type Cost, type RecordedClient, recordedClient } from '#test/support/costs/recorded-client.ts'
import { type Visit, type VisitName, visitsTo } from '#test/support/costs/visits.ts'
import { pageCostLines, pageCosts } from './page-costs.ts'
import { plainPort } from './plain-port.ts'
import { prices } from './prices.ts'

const sizes = (process.env.SIZES ?? '10,1000,100000').split(',').map(Number)
const rounds = Number(process.env.ROUNDS ?? 15)
/** A contender that reads the whole catalogue is not asked to do it as often. */
const longestMs = 4_000
const warmUps = 3

type Measured = Pick<
  Cost,
  'requestCount' | 'throttleCount' | 'depth' | 'depthWithThrottles' | 'readUnits' | 'writeUnits'
> & { cpuMs: number; rounds: number }
type Pair = { ours: Measured; plain: Measured | undefined }

const contender = (recorder: RecordedClient, visit: Visit) => {
  const costs: (Cost & { cpuMs: number })[] = []
  let spentMs = 0
  return {
    isTired: () => costs.length > 0 && spentMs > longestMs,
    async run() {
      const began = performance.now()
      const work = await visit()
      let cpuMs = 0
      const cost = await recorder.costOf(async () => {
        const before = process.cpuUsage()
        await work()
        const { user, system } = process.cpuUsage(before)
        cpuMs = (user + system) / 1_000
      })
      costs.push({ ...cost, cpuMs })
      spentMs += performance.now() - began
    },
    forget: () => {
      costs.length = 0
    },
    result(): Measured {
      const of = (key: keyof Omit<Measured, 'rounds'>) => median(costs.map((cost) => cost[key]))
      return {
        requestCount: of('requestCount'),
        throttleCount: of('throttleCount'),
        depth: of('depth'),
        depthWithThrottles: of('depthWithThrottles'),
        readUnits: of('readUnits'),
        writeUnits: of('writeUnits'),
        cpuMs: of('cpuMs'),
        rounds: costs.length,
      }
    },
  }
}

/** Both in turns, so that what else the machine does falls on both. */
const measure = async (recorder: RecordedClient, ours: Visit, plain: Visit | undefined): Promise<Pair> => {
  const contenders = [contender(recorder, ours), ...(plain ? [contender(recorder, plain)] : [])]
  for (let round = 0; round < warmUps + rounds; round++) {
    if (round === warmUps) for (const each of contenders) if (!each.isTired()) each.forget()
    for (const each of contenders) if (!each.isTired()) await each.run()
  }
  const [first, second] = contenders
  if (!first) throw new Error('Nobody ran.')
  return { ours: first.result(), plain: second?.result() }
}

const results = new Map<number, Map<VisitName, Pair>>()
const itemCounts = new Map<number, number>()
for (const size of sizes) {
  const server = await servedCatalogue(size)
  try {
    itemCounts.set(size, server.itemCount)
    console.log(`${size} galleries, ${server.itemCount} items`)
    const recorder = recordedClient(server.endpoint)
    const plain = plainPort(recorder.client)
    const pairs = new Map<VisitName, Pair>()
    results.set(size, pairs)
    for (const [key, visit] of Object.entries(visitsTo(recorder.client))) {
      const name = key as VisitName
      if (name === 'browse newest, second page' && size <= 12) continue
      pairs.set(name, await measure(recorder, visit, plain[name]))
    }
    recorder.client.destroy()
  } finally {
    await server.close()
  }
}

const lines: string[] = []
const say = (line = '') => {
  console.log(line)
  lines.push(line)
}
const date = new Date().toISOString().slice(0, 10)
const dynoxide: unknown = JSON.parse(
  readFileSync(new URL('../../node_modules/@dynoxide/linux-x64/package.json', import.meta.url), 'utf8'),
)
const sdk: unknown = JSON.parse(
  readFileSync(new URL('../../node_modules/@aws-sdk/client-dynamodb/package.json', import.meta.url), 'utf8'),
)
const versionOf = (found: unknown) => (found as { version: string }).version
const machine = {
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 1_073_741_824),
  load: loadavg()[0]?.toFixed(1),
  node: process.version,
  dynoxide: versionOf(dynoxide),
  sdk: versionOf(sdk),
}

const names = [...(results.get(sizes.at(-1) ?? 0)?.keys() ?? [])]
const number = (value: number) =>
  value >= 100 ? String(Math.round(value)) : String(Number(value.toFixed(value < 10 ? 2 : 1)))
const over = (pick: (pair: Pair) => number | undefined, name: VisitName) => {
  const values = sizes.map((size) => {
    const pair = results.get(size)?.get(name)
    const value = pair && pick(pair)
    return value === undefined ? '–' : number(value)
  })
  return new Set(values).size === 1 ? values[0] : values.join(' / ')
}

say(`# Requests and costs of the API, ${date}`)
say()
say(
  `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, shared with other work (load ${machine.load} at the end); Node ${machine.node}, DynamoDB SDK ${machine.sdk}, dynoxide ${machine.dynoxide} in memory. Medians of ${rounds} rounds after ${warmUps} to warm up, both contenders in turns; what reads a whole catalogue is repeated for ${longestMs / 1_000} s at most. Processor time is of the Node process alone (handler, SDK and signatures; not the database), so that a busy machine blurs it little.`,
)
say()
say(
  `Three numbers in a cell are with ${sizes.map((size) => size.toLocaleString('en-GB')).join(', ')} galleries in the table (${sizes.map((size) => (itemCounts.get(size) ?? 0).toLocaleString('en-GB')).join(', ')} items); one number is the same for all.`,
)
say()
say(
  'Request units are the table’s own account (`ReturnConsumedCapacity`). Checked against the rules of DynamoDB’s documentation, the local table counts alike what matters here: item sizes rounded up to 4 kB or 1 kB, half for reads that may be behind, two for transactions, nothing for an index whose copy stays as it is, two writes where its sort key changes. It says nothing of what a cancelled transaction cost, as DynamoDB’s own error does not; nothing measured here is cancelled.',
)
say()
say('## Ours')
say()
say('| visit | requests | and for throttles | waits in a row | with throttles | read units | write units | CPU ms |')
say('|---|---:|---:|---:|---:|---:|---:|---:|')
for (const name of names) {
  const cells = (
    ['requestCount', 'throttleCount', 'depth', 'depthWithThrottles', 'readUnits', 'writeUnits', 'cpuMs'] as const
  ).map((key) => over(({ ours }) => ours[key], name))
  say(`| ${name} | ${cells.join(' | ')} |`)
}

say()
say('## Beside a plain port of the specification’s calls')
say()
say(
  'An entity at a time on the same table, lists read whole where the browser sorts and searches them (`bench/api/plain-port.ts`). It checks, parses, signs and throttles nothing, so that its processor time is a floor. Ratios are plain to ours in the largest table, throttles counted as ours.',
)
say()
say(
  '| visit | plain: requests | waits in a row | read units | write units | CPU ms | ratio: requests | waits | units | CPU |',
)
say('|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|')
const largest = results.get(sizes.at(-1) ?? 0)
const ratio = (one: number, other: number) => (other === 0 ? '–' : number(one / other))
for (const name of names) {
  const pair = largest?.get(name)
  if (!pair?.plain) continue
  const { ours, plain } = pair
  const cells = (['requestCount', 'depth', 'readUnits', 'writeUnits', 'cpuMs'] as const).map((key) =>
    over((each) => each.plain?.[key], name),
  )
  const dollars = ({ readUnits, writeUnits }: Measured) =>
    readUnits * prices.perMillionReadUnits + writeUnits * prices.perMillionWriteUnits
  const ratios = [
    ratio(plain.requestCount, ours.requestCount + ours.throttleCount),
    ratio(plain.depth, ours.depthWithThrottles),
    ratio(dollars(plain), dollars(ours)),
    ratio(plain.cpuMs, ours.cpuMs),
  ]
  say(`| ${name} | ${cells.join(' | ')} | ${ratios.join(' | ')} |`)
}
say()
say('The ratio of units weighs reads and writes by their prices.')

say()
const pageResults = pageCosts((visit) => {
  const measured = largest?.get(visit)?.ours
  if (!measured) throw new Error(`${visit} was not measured.`)
  return measured
})
for (const line of pageCostLines(pageResults)) say(line)

const folder = fileURLToPath(new URL('../results/', import.meta.url))
mkdirSync(folder, { recursive: true })
const rows = [...results].flatMap(([size, pairs]) =>
  [...pairs].map(([visit, { ours, plain }]) => ({ galleries: size, visit, ours, plain })),
)
writeFileSync(`${folder}api-${date}.md`, `${lines.join('\n')}\n`)
writeFileSync(
  `${folder}api-${date}.json`,
  `${JSON.stringify({ date, machine, rounds, items: Object.fromEntries(itemCounts), rows, pages: pageResults, prices }, null, 2)}\n`,
)
