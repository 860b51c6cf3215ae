import { countKeys } from '#functions/galleries/count-keys.ts'
import { downloadKeys } from '#functions/galleries/download-store.ts'
import { movePut } from '#functions/galleries/move-mark-store.ts'
import type { Table } from '#functions/shared/table/writes.ts'
import { is, update } from '#functions/shared/table/writes.ts'
import { dayOf, stamp } from '#functions/shared/time/clock.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { AppError } from '#schema/errors.ts'

type Limited = Pick<Gallery, 'id' | 'photographerId' | 'downloadCount' | 'limitedDownloads'> & { downloadLimit: number }

/** Free downloads of galleries that allow so many and no more. */
export const limitedDownloadStore = (table: Table) => ({
  /**
   * Counts one, before its link is given, in an item of its own; the photographer's day and the note that the gallery does not
   * show it yet are in the same write. What the gallery counted before it had a limit counts as well.
   * @throws AppError `download_limit_reached`; the limit holds under any concurrency.
   */
  async count({ id, photographerId, downloadLimit, downloadCount, limitedDownloads }: Limited, at: Date) {
    const room = downloadLimit - (downloadCount - limitedDownloads)
    if (room <= 0) throw new AppError('download_limit_reached')
    const counted = await table.transact([
      update(countKeys.limited(id), { add: { count: 1 }, when: { count: is.absentOr(is.below(room)) } }),
      update(downloadKeys.day(photographerId, dayOf(stamp(at))), { add: { count: 1 }, when: 'always' }),
      movePut(id, 2, at),
    ])
    if (!counted.ok) throw new AppError('download_limit_reached')
  },
})
export type LimitedDownloadStore = ReturnType<typeof limitedDownloadStore>
