import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { machine, machineLine } from '#bench/machine.ts'
import { median } from '#bench/means.ts'
import { type Listed, listedEndpoints } from '#test/support/requests/endpoints.ts'
import { type Asking, type Loose, send } from '#test/support/requests/send.ts'
import { runningSystem } from '#test/support/system/running.ts'
import { aWorld, current } from '#test/support/system/world.ts'
import { hostileBodies, hostileTexts, longLists, replacedFields } from './bodies.ts'

/**
 * What a request of 64 kB of anything costs beside the ordinary request to the same endpoint, over HTTP against the whole
 * local system. Measured is the processor time of the one process in which client, front, gateway and functions run, so
 * that other work of the machine blurs it little. Sizes: 64 kB, and just below the 16 kB that most endpoints read.
 */
const sizes = [65_536, 16_000]
/**
 * How long all of it may take. What is left is shared out evenly among the endpoints still to come, so that each is
 * measured; of one with more kinds of hostile requests than its share has room for, the report says how many are missing.
 */
const budgetMs = Number(process.env.SECONDS ?? 540) * 1_000
/** Addresses and headers are as long as API Gateway lets them be: 10,240 bytes with all headers. */
const addressBytes = 6_000
const rounds = Number(process.env.ROUNDS ?? 5)
/** How many kinds are measured again after a first look at all: noise alone makes some of hundreds look dear. */
const finalists = 4
const mostTimes = 10
/** Below this both are noise: a request of nothing takes as long. */
const leastMs = 1

const running = await runningSystem()
const owner = await running.signUp('Ada')
const world = await aWorld(running, owner)
let ids = 0

type Sent = { request: Loose; how?: Asking }
type Measured = { cpuMs: number; wallMs: number; status: number }

const measure = async ({ endpoint }: Listed, { request, how }: Sent): Promise<Measured> => {
  ids += 1
  const headers = { ...(request.headers ?? {}) } as Record<string, unknown>
  if ('idempotency-key' in headers) headers['idempotency-key'] = `hostile-request-${String(ids).padStart(8, '0')}`
  const began = performance.now()
  const before = process.cpuUsage()
  const { status } = await send(running.system.url, endpoint, { ...request, headers }, { token: owner.token, ...how })
  const { user, system } = process.cpuUsage(before)
  return { cpuMs: (user + system) / 1_000, wallMs: performance.now() - began, status }
}

/** Medians of each number, and the status of the last. */
const medianOf = (all: readonly Measured[]): Measured => ({
  cpuMs: median(all.map(({ cpuMs }) => cpuMs)),
  wallMs: median(all.map(({ wallMs }) => wallMs)),
  status: all.at(-1)?.status ?? 0,
})

const hostileTo = (listed: Listed, ordinary: Loose): [string, Sent][] => [
  ...hostileHeaders(listed, ordinary),
  ...hostileParts(listed, ordinary),
]

/** A header is one line of ASCII; Node's own client sends no other. */
const isHeader = (text: string) => /^[\x20-\x7e]+$/.test(text)

const hostileHeaders = ({ endpoint }: Listed, ordinary: Loose): [string, Sent][] =>
  Object.entries(hostileTexts)
    .map(([name, text]): [string, string] => [name, text(addressBytes)])
    .filter(([, text]) => isHeader(text))
    .flatMap(([name, text]) =>
      Object.keys(endpoint.headers?.shape ?? {}).map((key): [string, Sent] => [
        `${name} as ${key}`,
        { request: ordinary, how: { headers: { [key]: text } } },
      ]),
    )

const hostileParts = ({ endpoint }: Listed, ordinary: Loose): [string, Sent][] => {
  const texts = Object.entries(hostileTexts)
  if (ordinary.body === undefined) {
    const { params = {}, query = {} } = { params: ordinary.params, query: ordinary.query } as Record<string, object>
    const asked = Object.keys(endpoint.query?.shape ?? {})
    return texts.flatMap(([name, text]): [string, Sent][] => [
      ...Object.keys(params).map((key): [string, Sent] => [
        `${name} as ${key}`,
        { request: { ...ordinary, params: { ...params, [key]: text(addressBytes / 3) } } },
      ]),
      ...[...asked, 'unasked'].map((key): [string, Sent] => [
        `${name} as ${key}`,
        { request: { ...ordinary, query: { ...query, [key]: text(addressBytes / 3) } } },
      ]),
      ...(endpoint.method === 'GET'
        ? []
        : [
            [`64 kB of ${name} that nobody asked for`, { request: ordinary, how: { body: text(65_536) } }] as [
              string,
              Sent,
            ],
          ]),
    ])
  }
  return sizes.flatMap((bytes) => {
    const kB = `${Math.round(bytes / 1_024)} kB`
    return [
      ...texts.flatMap(([name, text]) =>
        replacedFields(ordinary.body, text(bytes - 300)).map((body): [string, Sent] => [
          `${kB} of ${name}`,
          { request: { ...ordinary, body } },
        ]),
      ),
      ...Object.entries(hostileBodies).map(([name, text]): [string, Sent] => [
        `${kB}: ${name}`,
        { request: ordinary, how: { body: text(bytes) } },
      ]),
      ...longLists(ordinary.body, bytes).map((body): [string, Sent] => [
        `${kB} of a list`,
        { request: { ...ordinary, body } },
      ]),
    ]
  })
}

type Row = {
  name: string
  ordinary: Measured
  worst: Measured & { what: string }
  kinds: number
  looked: number
  failures: number
}
const rows: Row[] = []
/** `ONLY=orders npm run bench:hostile` looks at some. */
const only = process.env.ONLY ?? ''
/** What ends an account or takes something away comes last, whatever its method: nothing after it has an ordinary answer. */
const isLast = ({ name, endpoint }: Listed) => endpoint.method === 'DELETE' || /deletion/i.test(name)
const measured = listedEndpoints
  .filter(({ name }) => name.startsWith(only))
  .toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)))

let seen = world
/** The world as it stands, or as it stood before something of it was taken away. */
const worldNow = async () => {
  seen = await current(owner, owner, seen).catch(() => seen)
  return seen
}

/** Kinds in an order that mixes them, the same in each run: what a share has no room for is then of no one kind. */
const mixed = <T>(all: readonly T[]): T[] =>
  all
    .map((one, index) => ({ one, place: (index * 7_919) % 10_007 }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one)

const look = async (listed: Listed, untilMs: number): Promise<Row> => {
  const ordinaries: Measured[] = []
  for (let round = 0; round < rounds + 2; round++) {
    const one = await measure(listed, { request: listed.request(await worldNow()) })
    if (round >= 2) ordinaries.push(one)
  }
  const kinds = hostileTo(listed, listed.request(await worldNow()))
  const first: { what: string; sent: Sent; once: Measured }[] = []
  for (const [what, sent] of mixed(kinds)) {
    if (first.length > 0 && performance.now() > untilMs) break
    first.push({ what, sent, once: await measure(listed, sent) })
  }
  let worst = { what: 'nothing', cpuMs: 0, wallMs: 0, status: 0 }
  const dearest = first.toSorted((a, b) => b.once.cpuMs - a.once.cpuMs).slice(0, finalists)
  for (const { what, sent, once } of dearest) {
    const all = [once]
    for (let round = 0; round < rounds; round++) all.push(await measure(listed, sent))
    const again = medianOf(all)
    if (again.cpuMs > worst.cpuMs) worst = { what, ...again }
  }
  const failures = first.filter(({ once }) => once.status >= 500).length
  const { name } = listed
  return { name, ordinary: medianOf(ordinaries), worst, kinds: kinds.length, looked: first.length, failures }
}

const began = performance.now()
for (const [index, listed] of measured.entries()) {
  const now = performance.now()
  const left = Math.max(0, began + budgetMs - now)
  const row = await look(listed, now + left / (measured.length - index))
  rows.push(row)
  console.log(
    `${row.name}: ${row.ordinary.cpuMs.toFixed(1)} ms (${row.ordinary.status}), worst ${row.worst.cpuMs.toFixed(1)} ms (${row.worst.what}), ${row.looked} of ${row.kinds} kinds`,
  )
}
await running.close()

const timesOf = ({ ordinary, worst }: Row) => worst.cpuMs / Math.max(leastMs, ordinary.cpuMs)
const date = new Date().toISOString().slice(0, 10)
const tooDear = rows.filter((row) => timesOf(row) > mostTimes || row.failures > 0)
const sum = rows.reduce((count, { looked }) => count + looked, 0)
const missing = listedEndpoints.filter(({ name }) => !rows.some((row) => row.name === name)).map(({ name }) => name)
const cut = rows.filter(({ looked, kinds }) => looked < kinds)
const lines = [
  `# Hostile requests, ${date}`,
  '',
  `${machineLine(machine())}, shared with other work (load ${machine().loadAverage} at the end). ${sum} kinds of hostile requests to ${rows.length} endpoints: 64 kB (and just below the 16 kB that are read) of blanks, dots, at signs, line breaks, combining marks, joiners, hyphens, digits and path parts in every field; deep lists and objects, long numbers, lists and objects; addresses as long as the gateway takes. Processor time in ms of client and local system together; each kind once, the dearest of them again, medians; the worst kind of each endpoint beside its ordinary request. Password hashing is in none of them.`,
  '',
  `**${tooDear.length} endpoints above ${mostTimes} times the ordinary request or with a 5xx.**`,
  '',
  missing.length === 0
    ? 'Every endpoint of the contract was measured.'
    : `**Not measured: ${missing.length} endpoints (${missing.join(', ')}).**`,
  ...(cut.length === 0
    ? []
    : [
        '',
        `Of ${cut.length} endpoints not every kind had room in ${budgetMs / 1_000} s (SECONDS): ${cut.map(({ name, looked, kinds }) => `${name} ${looked} of ${kinds}`).join(', ')}.`,
      ]),
  '',
  '| endpoint | ordinary | its answer | worst hostile | times | which | answer |',
  '|---|---:|---:|---:|---:|---|---:|',
  ...rows
    .toSorted((a, b) => timesOf(b) - timesOf(a))
    .map(
      (row) =>
        `| ${row.name} | ${row.ordinary.cpuMs.toFixed(1)} | ${row.ordinary.status} | ${row.worst.cpuMs.toFixed(1)} | ${timesOf(row).toFixed(1)} | ${row.worst.what} | ${row.worst.status || ''} |`,
    ),
  '',
]
if (only === '') {
  const results = fileURLToPath(new URL('../results/', import.meta.url))
  mkdirSync(results, { recursive: true })
  writeFileSync(`${results}hostile-${date}.md`, lines.join('\n'))
  writeFileSync(`${results}hostile-${date}.json`, `${JSON.stringify({ date, machine: machine(), rows }, null, 2)}\n`)
}
console.log(lines.join('\n'))
process.exitCode = tooDear.length > 0 || (only === '' && missing.length > 0) ? 1 : 0
