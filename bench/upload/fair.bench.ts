import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { machine, machineLine } from '#bench/machine.ts'
import { median } from '#bench/means.ts'
import { type ApiClient, apiClient } from '#local/api-client/api-client.ts'
import { people } from '#local/seed/people.ts'
import { startLocalSystem } from '#local/system.ts'
import { api } from '#schema/api/all.ts'
import type { GalleryId } from '#schema/ids.ts'

/**
 * Whether one photographer's evening keeps another one waiting: 700 photos of a race arrive at once, and right behind them
 * five of somebody else; then the race gets another mark, and five more arrive. Storage, database and renderer share this
 * machine, which draws two photos at once.
 */
const count = Number(process.env.COUNT ?? 700)
const few = 5
const results = fileURLToPath(new URL('../results/', import.meta.url))
const say = (line: string) => console.log(line)

const stateDir = await mkdtemp(join(tmpdir(), 'darkslide-bench-fair-'))
const system = await startLocalSystem({
  stateDir,
  port: 0,
  build: 'production',
  seed: false,
  quiet: true,
  isTicking: true,
})
const { endpoint, clientId } = system.identity
const accounts = people(
  { endpoint, clientId },
  async (to) => system.outbox().findLast((mail) => mail.to.includes(to))?.text ?? '',
)

type Photographer = { own: ApiClient; galleryId: GalleryId; version: number }
const signUp = async (name: string): Promise<Photographer> => {
  const account = { name, email: `${name.toLowerCase().replace(' ', '.')}@example.com`, password: 'darkroom' }
  await accounts.signUp(account)
  const own = apiClient(system.url, await accounts.signIn(account))
  const { id, version } = await own.call(api.galleries.endpoints.create, { body: { title: name } })
  return { own, galleryId: id, version }
}

let number = 0
const photograph = fileURLToPath(new URL('../../local/seed/photos/picos-de-europa.jpg', import.meta.url))
/** Large enough that photos arrive faster than they are drawn. */
const bytes = await sharp(photograph, { autoOrient: true }).resize(3_000).jpeg({ quality: 85 }).toBuffer()

type Sent = { id: string; atMs: number }
const uploadOne = async ({ own, galleryId }: Photographer): Promise<Sent> => {
  number += 1
  const { photo, upload } = await own.call(api.photos.endpoints.grantUpload, {
    params: { galleryId },
    body: { fileName: `${String(number)}.jpg`, contentType: 'image/jpeg', bytes: bytes.length },
  })
  const stored = await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: new Uint8Array(bytes) })
  if (!stored.ok) throw new Error(`Storage refused a file: ${String(stored.status)}`)
  return { id: photo.id, atMs: performance.now() }
}
const uploadMany = async (to: Photographer, many: number, atOnce: number) => {
  const sent: Sent[] = []
  let left = many
  const next = async () => {
    while (left-- > 0) sent.push(await uploadOne(to))
  }
  await Promise.all(Array.from({ length: atOnce }, next))
  return sent
}

/** Seconds until each of a few photos can be seen. */
const waitsOf = async ({ own, galleryId }: Photographer, sent: readonly Sent[]): Promise<number[]> => {
  const waits = new Map<string, number>()
  while (waits.size < sent.length) {
    const { items } = await own.call(api.photos.endpoints.listMine, { params: { galleryId }, query: {} })
    for (const { id, atMs } of sent) {
      const isReady = items.some((item) => item.id === id && item.state === 'ready')
      if (isReady && !waits.has(id)) waits.set(id, (performance.now() - atMs) / 1_000)
    }
    await pause(100)
  }
  return [...waits.values()]
}

/** What lies in the queues of drawing, in work or waiting. */
const waiting = () =>
  system
    .queues()
    .filter(({ name, isDeadLetters }) => !isDeadLetters && /-photos-(?:arrivals|uploads|redraws)-queue$/.test(name))
    .reduce((sum, { visible, inFlight }) => sum + visible + inFlight, 0)
const untilDrawn = async () => {
  while (waiting() > 0) await pause(200)
}

try {
  const race = await signUp('Race Day')
  const other = await signUp('Quiet Street')
  const began = performance.now()
  await uploadMany(race, count, 8)
  const behind = waiting()
  const uploaded = await waitsOf(other, await uploadMany(other, few, 1))
  await untilDrawn()
  const drawnAfter = (performance.now() - began) / 1_000

  const galleryId = race.galleryId
  const { version } = await race.own.call(api.galleries.endpoints.getMine, { params: { galleryId } })
  const marking = performance.now()
  const body = { version, watermarkEnabled: true, watermarkText: 'Race Day' }
  await race.own.call(api.galleries.endpoints.update, { params: { galleryId }, body })
  await pause(2_000)
  const marked = waiting()
  const meanwhile = await waitsOf(other, await uploadMany(other, few, 1))
  await untilDrawn()
  const markedAfter = (performance.now() - marking) / 1_000

  const seconds = (all: readonly number[]) =>
    `${median([...all]).toFixed(1)} s (longest ${Math.max(...all).toFixed(1)} s)`
  const date = new Date().toISOString().slice(0, 10)
  const lines = [
    `# Five photos behind ${String(count)} of somebody else, ${date}`,
    '',
    `${machineLine(machine())}. Pictures 3,000 pixels wide; two are drawn at once.`,
    '',
    `- ${String(count)} uploads at once, drawn ${drawnAfter.toFixed(0)} s after the first; ${String(behind)} of them waited when the others came`,
    `- five of another photographer, until they could be seen: ${seconds(uploaded)}`,
    `- the ${String(count)} get another mark in ${markedAfter.toFixed(0)} s; ${String(marked)} of them waited when the others came`,
    `- five of another photographer meanwhile: ${seconds(meanwhile)}`,
  ]
  say(lines.join('\n'))
  if (count >= 700) {
    mkdirSync(results, { recursive: true })
    writeFileSync(join(results, `upload-fair-${date}.md`), `${lines.join('\n')}\n`)
  }
} finally {
  accounts.close()
  await system.close()
  await rm(stateDir, { recursive: true, force: true })
}
process.exit(0)
