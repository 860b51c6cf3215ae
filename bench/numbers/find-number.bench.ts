import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { machine, machineLine } from '#bench/machine.ts'
import { median } from '#bench/means.ts'
import { findNumber } from '#functions/galleries/find-number.ts'
import { shownPhotos } from '#functions/galleries/list-gallery-photos.ts'
import { hoursOf } from '#functions/galleries/photo-hours.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { dynamoTable } from '#functions/shared/table/table.ts'
import { galleryIdOf, photoIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { renditionsOf, servedWrites, tableName } from '#test/support/costs/catalogue.ts'
import { recordedClient } from '#test/support/costs/recorded-client.ts'

/** What a search of a number may cost among 60,000 photos. */
const mostQueries = 3
const mostReadUnits = 50

const photoCount = Number(process.env.PHOTOS ?? 60_000)
const runnerCount = 5_000
/** Stands on a banner that every tenth photo shows. */
const banner = '2026'
const galleryId = galleryIdOf(1)

/** The same numbers in every run (a linear congruence, Numerical Recipes). */
let state = 7
const chance = (): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}
const below = (limit: number) => Math.floor(chance() * limit)

/** Three runners a photo; of six readings one is wrong, a character off or cut, and half of those say so. */
const readingOf = (runner: number) => {
  const text = String(runner)
  if (chance() > 1 / 6) return { text, confidence: 0.99 }
  const confidence = chance() < 0.5 ? 0.8 : 0.99
  if (text.length < 3) return { text, confidence }
  const at = below(text.length)
  const isCut = chance() < 0.4
  if (isCut) return { text: at % 2 === 0 ? text.slice(1) : text.slice(0, -1), confidence }
  return { text: text.slice(0, at) + String(below(10)) + text.slice(at + 1), confidence }
}
const readingsOf = () => {
  const runners = Array.from({ length: 3 }, () => readingOf(1 + below(runnerCount)))
  const all = chance() < 0.1 ? [...runners, { text: banner, confidence: 0.99 }] : runners
  return [...new Map(all.map((each) => [each.text, each])).values()]
}

const photoOf = (n: number) => {
  const id = photoIdOf(n)
  const startedAt = Date.parse('2030-06-01T08:00:00.000Z')
  const createdAt = new Date(startedAt + n * 200).toISOString()
  const taken = { listedBy: 'captured', capturedAt: createdAt.slice(0, 19), fileName: `DSC_${n}.jpg` } as const
  return aPhoto({ id, galleryId, title: `DSC_${n}`, renditions: renditionsOf(galleryId, id), createdAt, ...taken })
}

const queriesIn = (requests: string) => requests.split(' ').filter((name) => name === 'Query').length

const lines: string[] = []
const say = (line = '') => {
  console.log(line)
  lines.push(line)
}

const server = await servedWrites(async (table) => {
  const photos = photoStore(table)
  for (let n = 1; n <= photoCount; n += 1) {
    const photo = photoOf(n)
    const readings = readingsOf()
    const numbers = readings.map(({ text, confidence }) => ({ text, isSure: confidence > 0.9 }))
    await photos.create({ ...photo, numbersRead: { etag: 'etag1', numbers } })
    await photos.saveNumbers(photo, readings)
  }
})
const recorder = recordedClient(server.endpoint)
const photos = photoStore(dynamoTable(tableName, recorder.client))

const date = new Date().toISOString().slice(0, 10)
say(`# Finding a number, and a time, among ${photoCount.toLocaleString('en')} photos, ${date}`)
say()
say(
  `${machineLine(machine())}. DynamoDB in memory with one gallery, ${server.itemCount.toLocaleString('en')} items; ${runnerCount.toLocaleString('en')} runners, three on a photo, of six readings one wrong; every tenth photo shows "${banner}" on a banner. Units are DynamoDB's own (\`ReturnConsumedCapacity\`), for one page of at most 60 exact and 20 near photos; who may see the gallery costs one more.`,
)
say()
say('| number | asked | queries | read units, median | most | exact photos | near photos |')
say('|---|---:|---:|---:|---:|---:|---:|')

const groups: Record<string, string[]> = {
  'one or two digits': Array.from({ length: 30 }, () => String(1 + below(99))),
  'three digits': Array.from({ length: 100 }, () => String(100 + below(900))),
  'four digits': Array.from({ length: 200 }, () => String(1_000 + below(4_000))),
  'worn by nobody': Array.from({ length: 50 }, () => String(50_000 + below(50_000))),
  'on the banner': [banner],
}
let isWithin = true
for (const [group, numbers] of Object.entries(groups)) {
  const found = { units: [] as number[], queries: [] as number[], exact: [] as number[], near: [] as number[] }
  for (const number of numbers) {
    const cost = await recorder.costOf(async () => {
      const page = await findNumber(photos, { galleryId, number })
      found.exact.push(page.exact.length)
      found.near.push(page.near.length)
    })
    found.units.push(cost.readUnits)
    found.queries.push(queriesIn(cost.requests))
  }
  const [most, mostAsked] = [Math.max(...found.units), Math.max(...found.queries)]
  isWithin &&= most <= mostReadUnits && mostAsked <= mostQueries
  say(
    `| ${group} | ${numbers.length} | ${mostAsked} | ${median(found.units)} | ${most} | ${median(found.exact)} | ${median(found.near)} |`,
  )
}

const minute = (n: number) => new Date(Date.parse('2030-06-01T08:00:00.000Z') + n * 60_000).toISOString().slice(0, 16)
const times = { units: [] as number[], queries: [] as number[], shown: [] as number[] }
for (let n = 0; n < 100; n += 1) {
  const from = below(190)
  const span = { from: minute(from), to: minute(from + 10) }
  const cost = await recorder.costOf(async () => {
    times.shown.push((await shownPhotos(photos, galleryId, { sought: [], span })).entries.length)
  })
  times.units.push(cost.readUnits)
  times.queries.push(queriesIn(cost.requests))
}
isWithin &&= Math.max(...times.units) <= mostReadUnits && Math.max(...times.queries) <= mostQueries
const hours = { told: [] as readonly string[] }
const hoursCost = await recorder.costOf(async () => {
  hours.told = (await hoursOf(photos, galleryId)).hours
})
say()
say(
  `A page of ten minutes of them (100 asked): at most ${Math.max(...times.queries)} query, ${median(times.units)} read units in the median and ${Math.max(...times.units)} at most, for ${median(times.shown)} photos. The ${hours.told.length} hours in which they were taken: ${queriesIn(hoursCost.requests)} queries of one photo each, ${hoursCost.readUnits} read units.`,
)

const fresh = photoOf(photoCount + 1)
await photos.create(fresh)
const written = async (readings: { text: string; confidence: number }[]) =>
  (await recorder.costOf(() => photos.saveNumbers(fresh, readings))).writeUnits
const sure = (text: string) => ({ text, confidence: 0.99 })
say()
say(
  `Keeping what was read, in write units: nothing ${await written([])}, three sure numbers ${await written(['214', '1208', '77'].map(sure))}, three of which one is doubtful ${await written([...['31', '32'].map(sure), { text: '1209', confidence: 0.8 }])}.`,
)
recorder.client.destroy()
await server.close()

if (process.env.PHOTOS === undefined)
  writeFileSync(fileURLToPath(new URL(`../results/find-number-${date}.md`, import.meta.url)), `${lines.join('\n')}\n`)
if (!isWithin) throw new Error(`More than ${mostQueries} queries or ${mostReadUnits} read units.`)
