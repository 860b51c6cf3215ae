import { createHash } from 'node:crypto'
import { randomText } from '#functions/shared/ids/ids.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import { reporterTrace, traceOf } from '#functions/shared/table/traces.ts'
import type { Item, Key, Page, Table, Write } from '#functions/shared/table/writes.ts'
import { is, put, update } from '#functions/shared/table/writes.ts'
import { afterHours, dayOf, epochSeconds, stamp } from '#functions/shared/time/clock.ts'
import { Report } from '#schema/entities/report.ts'
import { AppError } from '#schema/errors.ts'
import { type GalleryId, ReportId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'

const reportKeys = {
  report: (id: ReportId): Key => ({ PK: `REPORT#${id}`, SK: 'REPORT' }),
  /** Those that nobody has closed, oldest first: few, so one partition carries them. */
  open: 'REPORTS',
}

type ReportText = Pick<Report, 'galleryId' | 'photoId' | 'reason' | 'text' | 'email'>

/** The same words about the same thing on one day are one report, however often they are sent. */
export const reportIdOf = ({ galleryId, photoId, reason, text, email }: ReportText, at: Date): ReportId => {
  const said = JSON.stringify([galleryId, photoId, reason, text, email, dayOf(stamp(at))])
  const digest = createHash('sha256').update(said).digest()
  return ReportId.parse(`rep_${randomText((count) => digest.subarray(0, count), 26)}`)
}

/** Where it is found again when its photographer or its sender is erased. */
const tracesOf = ({ id, photographerId, email }: Report): Item => ({
  ...traceOf(photographerId, reportKeys.report(id)),
  ...(email !== null && reporterTrace(email, reportKeys.report(id))),
})

/** What visitors report, until the operator closes it. */
export const reportStore = (table: Table) => {
  /** Open reports, oldest first, at most 100. */
  const listOpen = async (after?: Item): Promise<{ reports: Report[]; next: Page['next'] }> => {
    const page = await table.query({ index: 'work', partition: reportKeys.open, limit: 100, after })
    return { reports: page.items.map((item) => Report.parse(item)), next: page.next }
  }

  /** Takes it off the list; it is kept for a year, in case it is disputed. @throws AppError `not_found`. */
  const close = async (id: ReportId, at: Date): Promise<void> => {
    const written = await table.write(
      update(reportKeys.report(id), {
        set: { closedAt: stamp(at), ttl: epochSeconds(afterHours(at, limits.report.keptDays * 24)) },
        remove: ['workKey', 'workSort'],
        when: { closedAt: is.equal(null) },
      }),
    )
    if (!written.ok && !written.before) throw new AppError('not_found')
  }

  return {
    listOpen,
    close,

    /** @returns whether it is new. `alongside` is written with a new one only. */
    async add(report: Report, alongside: readonly Write[]): Promise<boolean> {
      const place = { workKey: reportKeys.open, workSort: `${report.createdAt}#${report.id}` }
      const made = put({ ...reportKeys.report(report.id), ...report, ...place, ...tracesOf(report) }, 'absent')
      return (await table.transact([made, ...alongside])).ok
    },

    /** Closes every open report of a gallery and its photos, a flood of them too. @returns how many there were. */
    async closeAllOf(galleryId: GalleryId, at: Date): Promise<number> {
      let count = 0
      for await (const page of eachPage(listOpen)) {
        const own = page.reports.filter((report) => report.galleryId === galleryId)
        await Promise.all(own.map(({ id }) => close(id, at)))
        count += own.length
      }
      return count
    },
  }
}
export type ReportStore = ReturnType<typeof reportStore>
