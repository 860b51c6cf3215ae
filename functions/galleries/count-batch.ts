import { describeError, type Log } from '#functions/shared/log/logger.ts'
import { dayOf } from '#functions/shared/time/clock.ts'
import type { CountEvent, CountEventOf } from '#schema/events/count.ts'
import type { GalleryId } from '#schema/ids.ts'
import { actOf, actsWithinBounds } from './activity-hours.ts'
import type { ActivityStore } from './activity-store.ts'
import { countableDownload, countableFetch, countableLike, countableView, withinBounds } from './countables.ts'
import type { DownloadStore } from './download-store.ts'
import type { LikeStore } from './like-store.ts'
import type { MoveMarkStore } from './move-mark-store.ts'
import type { TallyStore } from './tally-store.ts'

type Parts = {
  tallies: Pick<TallyStore, 'add'>
  likes: Pick<LikeStore, 'settleLike'>
  marks: MoveMarkStore
  downloads: Pick<DownloadStore, 'showDay'>
  activity: Pick<ActivityStore, 'note'>
  log: Log
}
/** A message and its place in the batch. */
type Placed<E extends CountEvent = CountEvent> = { readonly event: E; readonly place: number }

/** So many galleries are counted at once: each is a read and a write of a few milliseconds. */
const atOnce = 25

const isOf =
  <K extends CountEvent['kind']>(kind: K) =>
  (placed: Placed): placed is Placed<CountEventOf<K>> =>
    placed.event.kind === kind

/**
 * Counts what came together, gallery by gallery and day by day: one write for each, however many messages it has. What fails
 * for one gallery comes again with its messages alone; whatever of them was counted by then is known (see tally-store.ts).
 * @returns the places of the messages that failed.
 */
export const countBatch = ({ tallies, likes, marks, downloads, activity, log }: Parts) => {
  const ofGallery = async (galleryId: GalleryId, placed: readonly Placed[]): Promise<void> => {
    if (placed.some(isOf('gone'))) await marks.mark(galleryId, 2)
    const pressed = placed.filter(isOf('like')).map(({ event }) => event)
    const countables = [
      ...withinBounds(placed.filter(isOf('view')).map(({ event }) => event)).map(countableView),
      ...pressed.map(countableLike),
      ...placed.filter(isOf('download')).map(({ event }) => countableDownload(event)),
      ...placed.filter(isOf('fetched')).map(({ event }) => countableFetch(event)),
    ]
    const acts = actsWithinBounds(placed.filter(isOf('act')).map(({ event }) => event)).map(actOf)
    if (countables.length === 0) return activity.note(galleryId, { sums: new Map(), acts })
    const mark = (waiting: 1 | 2) => marks.mark(galleryId, waiting)
    const { version, hours } = await tallies.add({ galleryId }, countables, mark)
    // All of them: what a process that ended here had counted is told now.
    await activity.note(galleryId, { sums: new Map(Object.entries(hours)), acts })
    for (const [subject, own] of Map.groupBy(pressed, (event) => event.subject)) {
      await likes.settleLike(galleryId, subject, { ids: new Set(own.map(({ id }) => id)), version })
    }
  }
  const ofDay = async (placed: readonly Placed<CountEventOf<'download'>>[]): Promise<void> => {
    const [first] = placed
    if (!first) return
    const { photographerId: sellerId, at } = first.event
    const day = dayOf(at)
    const counted = await tallies.add(
      { sellerId, day },
      placed.map(({ event }) => countableDownload(event)),
    )
    await downloads.showDay(sellerId, day, counted.downloads)
  }

  return async (events: readonly CountEvent[]): Promise<ReadonlySet<number>> => {
    const failed = new Set<number>()
    const placed = events.map((event, place) => ({ event, place }))
    const galleries = Map.groupBy(placed, ({ event }) => event.galleryId)
    const days = Map.groupBy(
      placed.filter(isOf('download')),
      ({ event }) => `${event.photographerId} ${dayOf(event.at)}`,
    )
    const tasks = [
      ...[...galleries].flatMap(([galleryId, own]) =>
        galleryId === null ? [] : [{ own, run: () => ofGallery(galleryId, own) }],
      ),
      ...[...days.values()].map((own) => ({ own, run: () => ofDay(own) })),
    ]
    let next = 0
    const workOff = async () => {
      for (let task = tasks[next++]; task; task = tasks[next++]) {
        try {
          await task.run()
        } catch (error) {
          log.error('counts failed', { messages: task.own.length, ...describeError(error) })
          for (const { place } of task.own) failed.add(place)
        }
      }
    }
    await Promise.all(Array.from({ length: atOnce }, workOff))
    return failed
  }
}
