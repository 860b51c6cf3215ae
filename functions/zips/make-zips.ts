import { createHash } from 'node:crypto'
import { describeError, type Log } from '#functions/shared/log/logger.ts'
import type { Delivery } from '#functions/shared/queue/consume.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import { mediaKeys } from '#functions/shared/storage/media-keys.ts'
import type { Storage } from '#functions/shared/storage/storage.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { PlannedPart, ZipPart, ZipSet } from '#schema/entities/zip-set.ts'
import type { CountEvent } from '#schema/events/count.ts'
import type { ZipTask } from '#schema/events/zip.ts'
import { planParts } from './plan-parts.ts'
import { removeReplaced } from './remove-zips.ts'
import { type WrittenPart, writePart } from './write-part.ts'
import type { ZipSource } from './zip-file.ts'
import type { ZipSetStore } from './zip-set-store.ts'

type Parts = {
  sets: ZipSetStore
  /** `undefined` where there is nothing to be packed (any more). */
  sourceOf: (set: Pick<ZipSet, 'owner' | 'askedAt' | 'wholeFiles'>) => Promise<ZipSource | undefined>
  storage: Pick<Storage, 'open' | 'putStream' | 'list' | 'remove'>
  send: Send
  now: Clock
  log: Log
}

/** Parts that end together meet at their set; each tries again until it is counted. */
const mostTries = 50

/**
 * What arrives in the queue of zips: what is to be packed is cut into parts, each a message of its own. A message that comes
 * twice, late, or after its set was replaced changes nothing; one whose function died is done again from its beginning.
 */
export const makeZips =
  (parts: Parts) =>
  async (task: ZipTask, { isLast }: Delivery): Promise<void> => {
    const { sets, sourceOf, now, log } = parts
    const set = await sets.find(task.owner)
    if (!set || set.id !== task.zipId || set.state === 'ready') return
    const source = await sourceOf(set)
    if (source?.contents !== set.contents) {
      // A refund came between. Whoever looks is told that nothing is packed, and asks again.
      log.info('zips left: what they should hold has changed', { zipId: set.id })
      return
    }
    // A function that runs out of time or memory says nothing at its end.
    if (isLast) await sets.noteFailing(set, stamp(now()))
    if (task.kind === 'plan') return plan(parts, { set, source, group: task.group ?? set.id })
    const planned = await sets.findPlan(set)
    if (!planned || (await sets.hasPart(set, task.part))) return
    await makePart(parts, { set, source, planned, part: task.part })
  }

type Planning = { set: ZipSet; source: ZipSource; group: string }

const plan = async ({ sets, storage, send, log }: Parts, { set, source, group }: Planning): Promise<void> => {
  if (set.state === 'planning') {
    await removeReplaced(storage, set)
    const planned = await planParts(source.files())
    if (planned.length > 0) await sets.plan(set, planned)
  }
  // What stands there now, whoever of two wrote it.
  const planned = (await sets.findPlan(set)) ?? []
  const there = new Set((await sets.listParts(set)).map(({ part }) => part))
  const tasks = planned
    .map((_, index): ZipTask => ({ kind: 'part', owner: set.owner, zipId: set.id, part: index + 1 }))
    .filter((task) => task.kind === 'part' && !there.has(task.part))
  await send('ZIPS_QUEUE_URL', tasks, { group })
  log.info('zips planned', { zipId: set.id, parts: planned.length })
}

type Making = { set: ZipSet; source: ZipSource; planned: readonly PlannedPart[]; part: number }

const makePart = async (parts: Parts, { set, source, planned, part }: Making): Promise<void> => {
  const { storage, now, log } = parts
  const bounds = planned[part - 1]
  if (!bounds) return
  const begun = now().getTime()
  const written = await writePart({ storage, log }, source, {
    after: planned[part - 2]?.through,
    through: bounds.through,
    key: mediaKeys.zip(set, part),
  })
  await count(parts, set, written)
  await finish(parts, source, {
    set,
    done: {
      part,
      files: written.files,
      bytes: written.bytes,
      missing: written.missing,
      galleries: galleriesOf(written),
      toldAt: null,
    },
  })
  const seconds = Math.round((now().getTime() - begun) / 1_000)
  log.info('zip part made', { zipId: set.id, part, files: written.files, bytes: written.bytes, seconds })
}

/** A photo in a zip is a download of its photographer's; under an id of its own, so that one packed twice counts once. */
const count = async ({ send, now, log }: Parts, { id }: ZipSet, { sold }: WrittenPart): Promise<void> => {
  const events = sold.map(
    ({ place, photographerId }): CountEvent => ({
      kind: 'download',
      id: createHash('sha256').update(`${id}#${place}`).digest('base64url').slice(0, 26),
      galleryId: null,
      photographerId,
      at: stamp(now()),
    }),
  )
  // Who paid gets the files, whether or not the queue takes the counts.
  await send('COUNTS_QUEUE_URL', events).catch((error: unknown) => {
    log.error('downloads were not counted', { zipId: id, ...describeError(error) })
  })
}

/** How many photos of each gallery were sold, for who takes the part (see tell-of-part.ts). */
const galleriesOf = ({ sold }: WrittenPart): ZipPart['galleries'] =>
  [...Map.groupBy(sold, ({ galleryId }) => galleryId)].map(([galleryId, own]) => ({ galleryId, photos: own.length }))

const finish = async (
  { sets, storage, now }: Parts,
  source: ZipSource,
  { set, done }: { set: ZipSet; done: ZipPart },
): Promise<void> => {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const seen = await sets.find(set.owner)
    if (seen?.id !== set.id) {
      // Whoever took its place, or took it away, has removed its other parts.
      await storage.remove('zips', [mediaKeys.zip(set, done.part)])
      return
    }
    if (seen.state !== 'making' || (await sets.hasPart(seen, done.part))) return
    const isLast = seen.partsDone + 1 === seen.partCount
    const ready = isLast && {
      at: stamp(now()),
      writes: source.tellReady({ files: seen.files + done.files, parts: seen.partCount, keptUntil: seen.expiresAt }),
    }
    if (await sets.finishPart(seen, done, ready || undefined)) return
  }
  throw new Error('A packed part could not be counted.')
}
