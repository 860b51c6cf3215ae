import type { Operation } from '#functions/shared/http/operation.ts'
import type { Cursors } from '#functions/shared/table/cursors.ts'
import type { api } from '#schema/api/all.ts'
import type { ActivityEntry } from '#schema/api/galleries.ts'
import type { ActivityHour } from '#schema/entities/activity.ts'
import type { ActivityStore } from './activity-store.ts'
import type { GalleryStore } from './gallery-store.ts'

type Parts = { galleries: Pick<GalleryStore, 'getOwn'>; activity: Pick<ActivityStore, 'list'>; cursors: Cursors }

/** What visitors did in an own gallery, the newest first. Nothing in it names or tells apart a visitor. */
export const listActivity =
  ({ galleries, activity, cursors }: Parts): Operation<typeof api.galleries.endpoints.activity> =>
  async ({ params: { galleryId }, query: { cursor, limit }, caller }) => {
    await galleries.getOwn(galleryId, caller.userId)
    const list = `activity-of:${galleryId}`
    const place = await cursors.read(list, cursor)
    const page = await activity.list(galleryId, { ...place, limit })
    return { items: page.hours.flatMap(entriesOf), ...(await cursors.of(list, page)) }
  }

/** What is counted by the hour stands at its beginning. */
const entriesOf = ({ hour, opened, downloaded, acts, isFull }: ActivityHour): ActivityEntry[] => {
  const at = `${hour}:00:00.000Z`
  const sums = [
    { kind: 'downloaded', count: downloaded, at },
    { kind: 'opened', count: opened, at },
  ] as const
  return [
    ...(isFull ? [{ kind: 'unlisted' as const, count: 0, at }] : []),
    ...acts
      .toSorted((a, b) => (a.at === b.at ? b.photos - a.photos : a.at < b.at ? 1 : -1))
      .map(({ act, photos, whole, at: done }) => ({ kind: act, count: photos, ...(whole && { whole }), at: done })),
    ...sums.filter(({ count }) => count > 0),
  ]
}
