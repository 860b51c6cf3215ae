import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { machine, machineLine, median } from '#bench/machine.ts'
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
/** Addresses and headers are as long as API Gateway lets them be: 10,240 bytes with all headers. */
const addressBytes = 6_000
const rounds = Number(process.env.ROUNDS ?? 5)
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

const hostileTo = ({ endpoint }: Listed, ordinary: Loose): [string, Sent][] => {
  const texts = Object.entries(hostileTexts)
  if (ordinary.body === undefined) {
    const { params = {}, query = {} } = { params: ordinary.params, query: ordinary.query } as Record<string, object>
    const asked = Object.keys(endpoint.query?.shape ?? {})
    return texts.flatMap(([name, text]): [string, Sent][] => [
      ...Object.keys(params).map((key): [string, Sent] => [
        `${name} as ${key}`,
        { request: { ...ordinary, params: { ...params, [key]: text(addressBytes / 3) } } },
      ]),
      ...asked.map((key): [string, Sent] => [
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

type Row = { name: string; ordinary: Measured; worst: Measured & { what: string }; kinds: number; failures: number }
const rows: Row[] = []
/** `ONLY=orders npm run bench:hostile` looks at some. */
const only = process.env.ONLY ?? ''
const isMeasured = ({ name, endpoint }: Listed) => endpoint.method !== 'DELETE' && name.startsWith(only)
for (const listed of listedEndpoints.filter(isMeasured)) {
  const ordinaries: Measured[] = []
  for (let round = 0; round < rounds + 2; round++) {
    const request: Loose = listed.request(await current(owner, owner, world))
    const measured = await measure(listed, { request })
    if (round >= 2) ordinaries.push(measured)
  }
  const kinds = hostileTo(listed, listed.request(await current(owner, owner, world)))
  let worst = { what: 'nothing', cpuMs: 0, wallMs: 0, status: 0 }
  let failures = 0
  for (const [what, sent] of kinds) {
    const all: Measured[] = []
    for (let round = 0; round < Math.max(3, Math.ceil(rounds / 2)); round++) all.push(await measure(listed, sent))
    const measured = medianOf(all)
    if (measured.status >= 500) failures += 1
    if (measured.cpuMs > worst.cpuMs) worst = { what, ...measured }
  }
  rows.push({ name: listed.name, ordinary: medianOf(ordinaries), worst, kinds: kinds.length, failures })
  console.log(
    `${listed.name}: ${medianOf(ordinaries).cpuMs.toFixed(1)} ms, worst ${worst.cpuMs.toFixed(1)} ms (${worst.what})`,
  )
}
await running.close()

const timesOf = ({ ordinary, worst }: Row) => worst.cpuMs / Math.max(leastMs, ordinary.cpuMs)
const date = new Date().toISOString().slice(0, 10)
const tooDear = rows.filter((row) => timesOf(row) > mostTimes || row.failures > 0)
const sum = rows.reduce((count, { kinds }) => count + kinds, 0)
const lines = [
  `# Hostile requests, ${date}`,
  '',
  `${machineLine(machine())}, shared with other work (load ${machine().loadAverage} at the end). ${sum} kinds of hostile requests to ${rows.length} endpoints: 64 kB (and just below the 16 kB that are read) of blanks, dots, at signs, line breaks, combining marks, joiners, hyphens, digits and path parts in every field; deep lists and objects, long numbers, lists and objects; addresses as long as the gateway takes. Processor time in ms of client and local system together, medians; the worst kind of each endpoint beside its ordinary request. Password hashing is in none of them.`,
  '',
  `**${tooDear.length} endpoints above ${mostTimes} times the ordinary request or with a 5xx.**`,
  '',
  '| endpoint | ordinary | worst hostile | times | which | answer |',
  '|---|---:|---:|---:|---|---:|',
  ...rows
    .toSorted((a, b) => timesOf(b) - timesOf(a))
    .map(
      (row) =>
        `| ${row.name} | ${row.ordinary.cpuMs.toFixed(1)} | ${row.worst.cpuMs.toFixed(1)} | ${timesOf(row).toFixed(1)} | ${row.worst.what} | ${row.worst.status || ''} |`,
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
process.exitCode = tooDear.length > 0 ? 1 : 0
