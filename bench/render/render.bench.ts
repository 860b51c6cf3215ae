import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { machine, machineLine } from '#bench/machine.ts'
import { geometricMean, median } from '#bench/means.ts'
import { DECODE_LIMIT_BYTES, RENDER_MEMORY_MB } from '#functions/media/limits.ts'
import { type ContenderName, contenderNames } from './contenders.ts'
import { type Input, makeInputs } from './inputs.ts'

const rounds = Number(process.env.ROUNDS ?? 7)
const only = process.env.ONLY
const mark = '© Jane Doe Photography'
const program = fileURLToPath(new URL('measure-process.ts', import.meta.url))
const results = fileURLToPath(new URL('../results/', import.meta.url))

type Times = Record<ContenderName, number[]>
type Quality = Record<ContenderName, { displayPsnr: number; avifPsnr: number; colourError: number }>
type Timed = { times: Times; walls: Times; bytes: Record<ContenderName, number>; quality?: Quality }
type Peak = { peakMb: number; ms: number; bytes: number }

const hasTaskset = spawnSync('taskset', ['--version']).status === 0

/** A process of its own on one core: Node, sharp's worker and the encoders share it, as on a function with one. */
const measure = <Answer>(...args: string[]): Answer => {
  const [command, before] = hasTaskset ? ['taskset', ['-c', '0', process.execPath]] : [process.execPath, []]
  const output = execFileSync(command, [...before, program, ...args], {
    encoding: 'utf8',
    env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
    maxBuffer: 16_777_216,
  })
  return JSON.parse(output) as Answer
}

const spread = (values: number[]) => `${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)}`

const inputs = (await makeInputs(join(tmpdir(), 'darkslide-bench-render'), console.log)).filter(
  ({ name }) => only === undefined || name.includes(only),
)
sharp.cache(false)

const lines: string[] = []
const say = (line = '') => {
  console.log(line)
  lines.push(line)
}

const about = {
  ...machine(),
  sharp: sharp.versions.sharp,
  libvips: sharp.versions.vips,
  pinnedToOneCore: hasTaskset,
}
const date = new Date().toISOString().slice(0, 10)
say(`# Rendering, ${date}`)
say()
say(
  `${machineLine(about)}, sharp ${about.sharp}, libvips ${about.libvips}; ${hasTaskset ? 'pinned to one core' : 'not pinned to a core'}; medians of ${rounds} rounds, contenders taking turns. Milliseconds are of processor time, all threads together, so that a busy machine does not blur them; on an idle core they are the time that passes.`,
)
say()
say(
  'Each makes display and thumbnail as JPEG and AVIF and the medium size as AVIF, all with the same mark, the clean 2048 px file and a thumbhash. (a) one pipeline per output from the original; (b) one decode at display size, outputs from its pixels. Both have the mark as a warm tile.',
)
say()
say(
  '| input | ours ms | least to most | least wall ms | (a) ms | (b) ms | (a) / ours | (b) / ours | kB out, ours | (a) | (b) | peak MB, ours | (a) | (b) |',
)
say('|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|')

const kilobytes = (bytes: number) => (bytes / 1_000).toFixed(0)
const rows: { input: Input; timed: Timed; ms: Record<ContenderName, number>; peaks: Record<ContenderName, Peak> }[] = []
for (const input of inputs.filter(({ measures }) => measures === 'time and memory')) {
  const timed = measure<Timed>('time', String(rounds), mark, input.file)
  const peaks = Object.fromEntries(
    contenderNames.map((name) => [name, measure<Peak>('memory', name, mark, input.file)]),
  ) as Record<ContenderName, Peak>
  const ms = Object.fromEntries(contenderNames.map((name) => [name, median(timed.times[name])])) as Record<
    ContenderName,
    number
  >
  rows.push({ input, timed, ms, peaks })
  const { ours, pipelinePerOutput: each, decodeOnce: once } = ms
  say(
    `| ${input.name} | ${ours.toFixed(0)} | ${spread(timed.times.ours)} | ${Math.min(...timed.walls.ours).toFixed(0)} | ${each.toFixed(0)} | ${once.toFixed(0)} | ${(each / ours).toFixed(2)} | ${(once / ours).toFixed(2)} | ${contenderNames.map((name) => kilobytes(timed.bytes[name])).join(' | ')} | ${contenderNames.map((name) => peaks[name].peakMb.toFixed(0)).join(' | ')} |`,
  )
}

say()
say('## Quality')
say()
say(
  'Against the photo decoded whole, converted by its profile, then shrunk; without a mark. Colour error: mean difference of the colours of 32 by 32 areas, in steps of 255.',
)
say()
say('| input | display dB, ours | (a) | (b) | AVIF dB, ours | (a) | (b) | colour error, ours | (a) | (b) | gate |')
say('|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|')
let gatePasses = true
for (const { input, timed } of rows) {
  const { quality } = timed
  if (!quality) continue
  // Not worse than the better of the others by what an eye could see, and colours as right as theirs.
  const others = [quality.pipelinePerOutput, quality.decodeOnce]
  const passes =
    quality.ours.displayPsnr >= Math.max(...others.map(({ displayPsnr }) => displayPsnr)) - 0.5 &&
    quality.ours.avifPsnr >= Math.max(...others.map(({ avifPsnr }) => avifPsnr)) - 0.5 &&
    quality.ours.colourError <= Math.min(...others.map(({ colourError }) => colourError)) + 0.25
  gatePasses &&= passes
  const each = (key: keyof Quality['ours']) => contenderNames.map((name) => quality[name][key].toFixed(2)).join(' | ')
  say(
    `| ${input.name} | ${each('displayPsnr')} | ${each('avifPsnr')} | ${each('colourError')} | ${passes ? 'passes' : 'FAILS'} |`,
  )
}

say()
say('## Ratios')
say()
const ratios = (kind: string, chosen: typeof rows, aims: { each: number; once: number }) => {
  if (chosen.length === 0) return undefined
  const each = chosen.map(({ ms }) => ms.pipelinePerOutput / ms.ours)
  const once = chosen.map(({ ms }) => ms.decodeOnce / ms.ours)
  say(
    `- ${kind}: ${geometricMean(each).toFixed(2)} times as fast as (a) (least ${Math.min(...each).toFixed(2)}, aim ${aims.each}), ${geometricMean(once).toFixed(2)} times as fast as (b) (least ${Math.min(...once).toFixed(2)}, aim ${aims.once})`,
  )
  return { each: geometricMean(each), once: geometricMean(once) }
}
const kinds = [
  {
    name: 'tagged JPEG',
    aims: { each: 4.5, once: 1.9 },
    has: ({ name, tagged }: Input) => name.includes('JPEG') && tagged,
  },
  {
    name: 'untagged JPEG',
    aims: { each: 2.8, once: 1.05 },
    has: ({ name, tagged }: Input) => name.includes('JPEG') && !tagged,
  },
  { name: 'PNG, TIFF, RAW', aims: { each: 2.8, once: 1.05 }, has: ({ name }: Input) => !name.includes('JPEG') },
]
const summary = kinds.flatMap(({ name, aims, has }) =>
  [[12, 24], [12], [24], [100]].map((sizes) => {
    const chosen = rows.filter(({ input }) => has(input) && sizes.includes(input.megapixels))
    const kind = `${name}, ${sizes.join(' and ')} megapixels`
    return { kind, ...ratios(kind, chosen, aims) }
  }),
)
const slowest24 = Math.max(...rows.filter(({ input }) => input.megapixels === 24).map(({ ms }) => ms.ours))
if (Number.isFinite(slowest24)) say(`- slowest of 24 megapixels: ${slowest24.toFixed(0)} ms (aim 300)`)
say(`- quality gate: ${gatePasses ? 'passes' : 'FAILS'}`)

say()
say('## Memory')
say()
say(
  `Peak resident memory of a process that renders one file and ends; Node and sharp alone take about 95 MB. The function has ${RENDER_MEMORY_MB} MB, and refuses files whose decoder would hold more than ${(DECODE_LIMIT_BYTES / 1e6).toFixed(0)} MB.`,
)
say()
say('| input | peak MB | first call ms |')
say('|---|---:|---:|')
const memory = [
  ...rows.map(({ input, peaks }) => ({ name: input.name, ...peaks.ours })),
  ...inputs
    .filter(({ measures }) => measures === 'memory')
    .map(({ name, file }) => ({ name, ...measure<Peak>('memory', 'ours', mark, file) })),
].toSorted((one, other) => other.peakMb - one.peakMb)
for (const { name, peakMb, ms } of memory) say(`| ${name} | ${peakMb.toFixed(0)} | ${ms.toFixed(0)} |`)

if (only === undefined) {
  if (!existsSync(results)) mkdirSync(results, { recursive: true })
  writeFileSync(join(results, `render-${date}.md`), `${lines.join('\n')}\n`)
  const record = {
    date,
    machine: about,
    rounds,
    summary,
    gatePasses,
    rows: rows.map(({ input, ...rest }) => ({ name: input.name, ...rest })),
    memory,
  }
  writeFileSync(join(results, `render-${date}.json`), `${JSON.stringify(record, null, 1)}\n`)
}
process.exitCode = gatePasses ? 0 : 1
