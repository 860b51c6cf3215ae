import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { machine, machineLine } from '#bench/machine.ts'
import { median } from '#bench/means.ts'
import { closeness } from '#functions/galleries/photo-numbers.ts'
import { localNumberReader } from '#local/numbers/local-number-reader.ts'
import { backgrounds, difficultyNames, racePhoto } from './race-photos.ts'

/** One photo on every photograph of the seed, for each difficulty. The numbers that come out are the same each time. */
const photosEach = Number(process.env.PHOTOS ?? backgrounds.length)
const only = process.env.ONLY
const results = fileURLToPath(new URL('../results/', import.meta.url))

const reader = localNumberReader()
const lines: string[] = []
const say = (line = '') => {
  console.log(line)
  lines.push(line)
}
const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)}%`)

const date = new Date().toISOString().slice(0, 10)
say(`# Reading numbers, ${date}`)
say()
say(`${machineLine(machine())}; PP-OCRv4 as WebAssembly on one thread, photos of 2,048 px, ${photosEach} a difficulty.`)
say()
say(
  'Bibs of the generator (`bench/numbers/race-photos.ts`) on the photographs of the demo; seeded, so that the photos are the same each time. Found: read exactly. Offered: read exactly, or so that a search offers it after the exact ones (one character off, or the first or last hidden). Precision: of the numbers read, those that stand in the photo; "or near", those that are one of its numbers read so. Milliseconds are of processor time, all threads together.',
)
say()
say('| difficulty | bibs | found (recall) | offered | read | right (precision) | or near | ms a photo | most |')
say('|---|---:|---:|---:|---:|---:|---:|---:|---:|')

for (const difficulty of difficultyNames.filter((each) => only === undefined || each === only)) {
  let [bibCount, found, offered, read, right, near] = [0, 0, 0, 0, 0, 0]
  const times: number[] = []
  for (let seed = 1; seed <= photosEach; seed += 1) {
    const { jpeg, bibs } = await racePhoto({ difficulty, seed })
    const start = process.cpuUsage()
    const numbers = await reader.readNumbers(jpeg)
    const { user, system } = process.cpuUsage(start)
    times.push((user + system) / 1_000)
    const shown = bibs.map(({ text }) => text)
    const seen = numbers.map(({ text }) => text)
    bibCount += shown.length
    found += shown.filter((text) => seen.includes(text)).length
    offered += shown.filter((text) => seen.some((each) => closeness(text, each) !== undefined)).length
    read += seen.length
    right += seen.filter((text) => shown.includes(text)).length
    near += seen.filter((text) => shown.some((each) => closeness(each, text) !== undefined)).length
  }
  say(
    `| ${difficulty} | ${bibCount} | ${percent(found, bibCount)} | ${percent(offered, bibCount)} | ${read} | ${percent(right, read)} | ${percent(near, read)} | ${median(times).toFixed(0)} | ${Math.max(...times).toFixed(0)} |`,
  )
}
await reader.close()

if (process.env.PHOTOS === undefined && only === undefined)
  writeFileSync(`${results}numbers-${date}.md`, `${lines.join('\n')}\n`)
