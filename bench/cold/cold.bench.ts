import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { geometricMean, median } from '#bench/means.ts'
import { type Built, type ContenderName, contenderNames, contenders } from './contenders.ts'

/**
 * What a new copy of a function costs before it does anything: every entry imported in fresh processes, as we bundle it,
 * with packages as npm installed them, and as the CDK bundles by default. `ROUNDS` and `ONLY` narrow it.
 */
const rounds = Number(process.env.ROUNDS ?? 15)
const only = process.env.ONLY
const repository = fileURLToPath(new URL('../..', import.meta.url))
const program = join(repository, 'bench/cold/time-import.mjs')
const nodeAlone = join(repository, 'bench/cold/node-alone.mjs')
const results = join(repository, 'bench/results')

type Sample = { wallMs: number; cpuMs: number }
type Row = { entry: string; built: Record<ContenderName, Built>; samples: Record<ContenderName, Sample[]> }

const hasTaskset = spawnSync('taskset', ['--version']).status === 0

/** On one core, as a function of half a gigabyte has less than one. `undefined` when it does not start that way. */
const sample = (file: string): Sample | undefined => {
  const [command, before] = hasTaskset ? ['taskset', ['-c', '0', process.execPath]] : [process.execPath, []]
  const run = spawnSync(command, [...before, '--no-warnings', program, file], {
    cwd: repository,
    encoding: 'utf8',
  })
  if (run.status !== 0 && process.env.WHY) console.error(run.stderr)
  return run.status === 0 ? (JSON.parse(run.stdout) as Sample) : undefined
}

const entries = globSync('functions/**/*.lambda.ts', { cwd: repository })
  .filter((entry) => only === undefined || entry.includes(only))
  .toSorted()

const rows: Row[] = []
for (const entry of entries) {
  const built = {} as Record<ContenderName, Built>
  for (const name of contenderNames) {
    built[name] = await contenders[name](entry, join(repository, 'cdk.out/.cold', name, basename(entry, '.lambda.ts')))
  }
  rows.push({ entry, built, samples: { ours: [], unbundled: [], cdkDefault: [] } })
}
// The first import of a file reads it from the disk; afterwards all contenders find theirs in memory.
const floor: Sample[] = []
for (let round = -1; round < rounds; round++) {
  const alone = sample(nodeAlone)
  if (alone && round >= 0) floor.push(alone)
  for (const { built, samples } of rows) {
    for (const name of contenderNames) {
      const one = sample(built[name].file)
      if (one && round >= 0) samples[name].push(one)
    }
  }
}

const timesOf = (row: Row, name: ContenderName) => {
  const samples = row.samples[name]
  return {
    cpuMs: median(samples.map(({ cpuMs }) => cpuMs)),
    leastMs: Math.min(...samples.map(({ wallMs }) => wallMs)),
  }
}
const measured = rows.map((row) => {
  const ours = timesOf(row, 'ours')
  const unbundled = timesOf(row, 'unbundled')
  const cdkDefault = timesOf(row, 'cdkDefault')
  return {
    entry: row.entry,
    eagerBytes: row.built.ours.eagerBytes,
    laterBytes: row.built.ours.laterBytes,
    cdkDefaultBytes: row.built.cdkDefault.eagerBytes,
    ours,
    unbundled,
    cdkDefault,
    unbundledOverOurs: unbundled.cpuMs / ours.cpuMs,
    cdkDefaultOverOurs: cdkDefault.cpuMs / ours.cpuMs,
  }
})

const floorMs = median(floor.map(({ cpuMs }) => cpuMs))
const date = new Date().toISOString().slice(0, 10)
const machine = {
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 1_073_741_824),
  node: process.version,
  pinnedToOneCore: hasTaskset,
  loadAtTheEnd: loadavg()[0]?.toFixed(1),
}
const means = {
  unbundledOverOurs: geometricMean(measured.map((each) => each.unbundledOverOurs)),
  cdkDefaultOverOurs: geometricMean(measured.map((each) => each.cdkDefaultOverOurs).filter(Number.isFinite)),
  /** Without what Node itself takes: the part that bundling can change. */
  unbundledOverOursAboveNode: geometricMean(
    measured
      // A function that opens its clients later needs less of Node than the floor has.
      .filter(({ ours }) => ours.cpuMs > floorMs)
      .map(({ ours, unbundled }) => (unbundled.cpuMs - floorMs) / (ours.cpuMs - floorMs)),
  ),
}
const kb = (bytes: number) => (bytes / 1_000).toFixed(0)
const ms = (value: number) => (Number.isFinite(value) ? value.toFixed(0) : 'does not start')
const ratio = (value: number) => (Number.isFinite(value) ? value.toFixed(1) : '–')
const report = [
  `# Cold start, ${date}`,
  '',
  `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB; Node ${machine.node}; ${hasTaskset ? 'pinned to one core' : 'not pinned'}; load ${machine.loadAtTheEnd} at the end. Each number is the median of ${rounds} imports, each in a process of its own, contenders taking turns. Milliseconds are of processor time, so that a busy machine blurs them less; "least" is the shortest time that passed.`,
  '',
  'Ours: `lib/functions/bundle.ts`. Unbundled: our files translated one by one, beside the packages as npm installs them. CDK default: what `NodejsFunction` makes when it is told nothing, with the SDK from `node_modules` in place of the runtime’s copy.',
  '',
  '| entry | eager kB | later kB | ours ms | least | unbundled ms | least | CDK default ms | least | unbundled / ours | CDK default / ours |',
  '|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
  ...measured.map(
    (each) =>
      `| ${each.entry.replace('functions/', '').replace('.lambda.ts', '')} | ${kb(each.eagerBytes)} | ${kb(each.laterBytes)} | ${[each.ours, each.unbundled, each.cdkDefault].map(({ cpuMs, leastMs }) => `${ms(cpuMs)} | ${ms(leastMs)}`).join(' | ')} | ${ratio(each.unbundledOverOurs)} | ${ratio(each.cdkDefaultOverOurs)} |`,
  ),
  '',
  `Geometric means: unbundled takes ${means.unbundledOverOurs.toFixed(2)} times as long as ours (aim 3), the CDK's default ${means.cdkDefaultOverOurs.toFixed(2)} times. Node's own modules that every function needs (HTTPS, crypto, streams) take ${floorMs.toFixed(0)} ms in all three; above that floor unbundled takes ${means.unbundledOverOursAboveNode.toFixed(2)} times as long as ours.`,
  '',
].join('\n')
console.log(report)
if (only === undefined) {
  mkdirSync(results, { recursive: true })
  writeFileSync(join(results, `cold-${date}.md`), report)
  writeFileSync(
    join(results, `cold-${date}.json`),
    `${JSON.stringify({ date, machine, rounds, floorMs, means, measured }, null, 2)}\n`,
  )
}
