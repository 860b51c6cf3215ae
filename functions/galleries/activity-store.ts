import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import type { Item, Table } from '#functions/shared/table/writes.ts'
import { is, put } from '#functions/shared/table/writes.ts'
import { epochSeconds } from '#functions/shared/time/clock.ts'
import { type Act, ActivityHour, type HourSums } from '#schema/entities/activity.ts'
import type { GalleryId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { hourOf, hourWith } from './activity-hours.ts'
import { countKeys } from './count-keys.ts'

const maxTries = 20
const noSums: HourSums = { opened: 0, downloaded: 0 }
const noHour = { ...noSums, acts: [], isFull: false }

const endOf = (hour: string): number => epochSeconds(new Date(`${hour}:00Z`)) + limits.activity.keptDays * 86_400

/** What happened in galleries, an item an hour of each. */
export const activityStore = (table: Table) => {
  const noteHour = async (
    galleryId: GalleryId,
    hour: string,
    { sums, acts, read }: { sums: HourSums; acts: readonly Act[]; read: ActivityHour | undefined },
  ): Promise<void> => {
    let before = read
    return retried(maxTries, 'unavailable', async () => {
      const after = hourWith(before ?? noHour, sums, acts)
      if (before && JSON.stringify(after) === JSON.stringify(told(before))) return
      const item = {
        ...countKeys.hour(galleryId, hour),
        ...after,
        hour,
        version: (before?.version ?? 0) + 1,
        ttl: endOf(hour),
      }
      const written = await table.write(put(item, before ? { version: is.equal(before.version) } : 'absent'))
      if (written.ok) return
      before = written.before && ActivityHour.parse(written.before)
      return tryAgain
    })
  }

  return {
    /**
     * Notes what is known of some hours: sums as they were counted so far, and acts. May be told again. Nothing is written
     * where all of it stands there already.
     */
    async note(
      galleryId: GalleryId,
      { sums, acts }: { sums: ReadonlyMap<string, HourSums>; acts: readonly Act[] },
    ): Promise<void> {
      const byHour = Map.groupBy(acts, ({ at }) => hourOf(at))
      const hours = [...new Set([...sums.keys(), ...byHour.keys()])]
      if (hours.length === 0) return
      const items = await table.getMany(hours.map((hour) => countKeys.hour(galleryId, hour)))
      const known = new Map(items.map((item) => ActivityHour.parse(item)).map((hour) => [hour.hour, hour]))
      for (const hour of hours) {
        const news = { sums: sums.get(hour) ?? noSums, acts: byHour.get(hour) ?? [], read: known.get(hour) }
        await noteHour(galleryId, hour, news)
      }
    },

    /** A page of a gallery's hours, the newest first. */
    async list(
      galleryId: GalleryId,
      { after, limit }: { after?: Item | undefined; limit: number },
    ): Promise<{ hours: ActivityHour[]; next: Item | undefined }> {
      const page = await table.query({
        partition: countKeys.hour(galleryId, '').PK,
        sort: { beginsWith: countKeys.hour(galleryId, '').SK },
        newestFirst: true,
        limit,
        after,
      })
      return { hours: page.items.map((item) => ActivityHour.parse(item)), next: page.next }
    },
  }
}
export type ActivityStore = ReturnType<typeof activityStore>

const told = ({ opened, downloaded, acts, isFull }: ActivityHour) => ({ opened, downloaded, acts, isFull })
