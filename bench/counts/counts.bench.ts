import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prices } from '#bench/api/prices.ts'
import { machine, machineLine } from '#bench/machine.ts'
import { mostMoves } from '#functions/galleries/move-counts.ts'
import type { Item } from '#functions/shared/table/writes.ts'
import type { CountEvent } from '#schema/events/count.ts'
import { GalleryId } from '#schema/ids.ts'
import { counting } from '#test/support/market/counting.ts'
import { silent } from '#test/support/market/market-parts.ts'
import { seededNumbers } from '#test/support/random.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

/**
 * What counting views costs: the product's own functions over a table in memory, with the units that DynamoDB asks for
 * (reads by 4 kB, writes by 1 kB, indexes as much again), fed as Lambda would feed them: batches of what fits into 6 MB.
 */
const perBatch = 6_000
/** One SQS request a message sent, and one each to receive and delete ten. */
const queueRequestsPerMessage = 1.2
/** The last release: 18 write units, mark and gallery in a transaction with its copies in four indexes, and two throttles. */
const before = { readUnits: 1, writeUnits: 18 }
/** Gallery of 2 kB in the table and four indexes, one of them by deleting and putting; its tally; its mark, removed from table and index. */
const perMove = { readUnits: 4, writeUnits: 12 + 1 + 2 }

const sizeOf = (item: Item): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + name.length + Buffer.byteLength(JSON.stringify(value)), 0)

const metered = () => {
  const table = fakeTable()
  const units = { reads: 0, writes: 0 }
  const read = (items: readonly Item[]) => {
    const bytes = items.reduce((sum, item) => sum + sizeOf(item), 0)
    units.reads += Math.max(1, Math.ceil(bytes / 4_096))
  }
  const seen: typeof table = {
    ...table,
    get: async (key, options) => {
      const item = await table.get(key)
      const half = options?.consistent === false ? 0.5 : 1
      units.reads += half * Math.max(1, Math.ceil((item ? sizeOf(item) : 1) / 4_096))
      return item
    },
    query: async (question) => {
      const page = await table.query(question)
      read(page.items)
      return page
    },
    write: async (change) => {
      const item = change.kind === 'put' ? change.item : {}
      // Marks are reckoned by the day: the first minute of a simulation makes one for each gallery.
      if (!('workKey' in item)) units.writes += Math.ceil(sizeOf(item) / 1_024)
      return table.write(change)
    },
  }
  return { table: seen, units }
}

type Scenario = {
  name: string
  perSecond: number
  minutes: number
  galleryOf: (random: number) => number
  movesPerSecond: number
  /** How many galleries are put on the list in a day. */
  marksPerDay: number
}

/** A mark, in table and index. */
const unitsPerMark = 2

const idOf = (n: number) => GalleryId.parse(`gal_${String(n).padStart(26, '0')}`)
const ofAll = 20_000_000

/** How many of all galleries have at least one of so many visits: of rank r, views ÷ (r × ln of all) are expected. */
function visited(views: number): number {
  const share = views / Math.log(ofAll)
  let sum = 0
  for (let from = 1; from < ofAll; from *= 1.01) sum += 0.01 * from * (1 - Math.exp(-share / from))
  return Math.min(sum, ofAll)
}

const scenarios: Scenario[] = [
  { name: 'one gallery', perSecond: 3_000, minutes: 1, galleryOf: () => 1, movesPerSecond: 1 / 600, marksPerDay: 144 },
  {
    // Every tenfold of rank has as many visits (Zipf's law with exponent 1), over as many galleries as a large market has.
    name: 'a market of 20 million galleries',
    perSecond: 2_100,
    minutes: 1,
    galleryOf: (random) => Math.floor((ofAll + 1) ** random),
    movesPerSecond: mostMoves / 600,
    // Each that is visited at all, and those that were moved again.
    marksPerDay: visited(2_100 * 86_400) + mostMoves * 144,
  },
]

const measured = async ({ perSecond, minutes, galleryOf, movesPerSecond, marksPerDay }: Scenario) => {
  const { table, units } = metered()
  const random = seededNumbers(1)
  let time = Date.parse('2030-01-01T10:00:00.000Z')
  const { count, tallies } = counting({ table, send: async () => {}, log: silent, now: () => new Date(time) })
  const views = perSecond * 60 * minutes
  const began = process.cpuUsage()
  for (let from = 0; from < views; from += perBatch) {
    const sentUntil = time
    const events = Array.from({ length: Math.min(perBatch, views - from) }, (_, n): CountEvent => {
      // A message is up to a minute old when its batch is full.
      const at = new Date(sentUntil - Math.floor(random() * 60_000)).toISOString()
      return { kind: 'view', galleryId: idOf(galleryOf(random())), who: `${from} ${n}`, from: String(n % 997), at }
    })
    const failed = await count(events)
    if (failed.size > 0) throw new Error('A batch failed.')
    time += (perBatch / perSecond) * 1_000
  }
  const cpu = process.cpuUsage(began)
  const one = await tallies.find({ galleryId: idOf(1) })
  const each = { reads: units.reads / views, writes: units.writes / views }
  const moves = movesPerSecond / perSecond
  const marks = marksPerDay / (perSecond * 86_400)
  const tableCost =
    (each.reads + moves * perMove.readUnits) * prices.perMillionReadUnits +
    (each.writes + moves * perMove.writeUnits + marks * unitsPerMark) * prices.perMillionWriteUnits
  const cpuMs = (cpu.user + cpu.system) / 1_000 / views
  // A gigabyte for as long as the processor works, which at this memory is 1.73 times as long.
  const lambda = cpuMs * 1.73 * 1_000 * prices.perGbSecond
  const queue = queueRequestsPerMessage * prices.perMillionQueueRequests
  return { ...each, moves, marks, tableCost, queue, lambda, first: one?.views ?? 0, views }
}

const was = before.readUnits * prices.perMillionReadUnits + before.writeUnits * prices.perMillionWriteUnits
const round = (value: number, digits = 2) => value.toFixed(digits)
const lines: string[] = []
for (const scenario of scenarios) {
  const it = await measured(scenario)
  const now = it.tableCost + it.queue + it.lambda
  lines.push(
    `| ${scenario.name}, ${scenario.perSecond} a second | ${it.views} | ${round(it.reads)} | ${round(it.writes)} | ${round(it.moves, 4)} | ${round(it.marks, 4)} | ${round(it.queue)} | ${round(it.tableCost)} | ${round(it.lambda)} | **${round(now)}** | ${round(was)} | **${round((100 * now) / was, 1)}%** |`,
  )
}
const day = process.argv[2] ?? new Date().toISOString().slice(0, 10)
const report = `# What a counted view costs, ${day}

${machineLine(machine())}. The product's own functions over a table in memory that reckons DynamoDB's units; batches of ${perBatch} messages, a minute of each. Moves: ${mostMoves} galleries in ten minutes at most, ${perMove.writeUnits} write units each. Dollars for a million views, list prices of London (\`bench/api/prices.ts\`); before: ${before.writeUnits} write units and ${before.readUnits} read unit a view, all in the request.

| views | counted | read units each | write units each | moves each | marks each | queue | table | consumer | together | before | part |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
${lines.join('\n')}

The call itself (gateway, function, its read of the gallery) is left out on both sides; it waits for one request in a row now, and waited for three.
`
writeFileSync(join(import.meta.dirname, `../results/counts-${day}.md`), report)
console.log(report)
