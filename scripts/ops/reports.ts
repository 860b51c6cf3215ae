import { liveReports } from '#functions/galleries/live.ts'
import type { ReportStore } from '#functions/galleries/report-store.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { type Report, reportReasons } from '#schema/entities/report.ts'
import { GalleryId, ReportId } from '#schema/ids.ts'
import { type Command, Refusal, type Say } from './command.ts'

/** A flood about one gallery must not hide what is said of another. */
const shownOfEach = 20

export const reports: Command = {
  name: 'reports',
  summary: 'lists what visitors reported, or closes a report',
  help: `
              --gallery GALLERY-ID
              close REPORT-ID|GALLERY-ID

Without more: the open reports, the oldest first, with what was said and where to ask back; of each gallery
${shownOfEach} at most, --gallery shows all of one. A closed one leaves the list and is kept for a year; by a gallery's id all of
its reports are closed, with those of its photos.`,
  options: { gallery: { type: 'string' } },
  run: async ({ positionals: [action, id = ''], values: { gallery } }, { target, say }) => {
    await target.actAs('functions/galleries/galleries.lambda.ts')
    const store = liveReports()
    if (action === undefined) return list(store, { say, only: gallery === undefined ? null : galleryOf(gallery) })
    if (action !== 'close') throw new Refusal('Reports are listed, or closed: reports close REPORT-ID.')
    const report = ReportId.safeParse(id)
    if (!report.success) {
      const count = await store.closeAllOf(galleryOf(id), systemClock())
      return say(`${count} of ${id} are closed.`)
    }
    await store.close(report.data, systemClock())
    say(`${report.data} is closed.`)
  },
}

const galleryOf = (id: unknown): GalleryId => {
  const { data } = GalleryId.safeParse(id)
  if (data === undefined) throw new Refusal(`"${id}" is the id of no report and of no gallery.`)
  return data
}

const list = async (store: ReportStore, { say, only }: { say: Say; only: GalleryId | null }): Promise<void> => {
  const counts = new Map<GalleryId, number>()
  for await (const page of eachPage((after) => store.listOpen(after))) {
    for (const report of page.reports.filter(({ galleryId }) => only === null || galleryId === only)) {
      const count = (counts.get(report.galleryId) ?? 0) + 1
      counts.set(report.galleryId, count)
      if (only !== null || count <= shownOfEach) say(linesOf(report))
    }
  }
  for (const [galleryId, count] of counts)
    if (only === null && count > shownOfEach)
      say(`${count - shownOfEach} more of ${galleryId}: reports --gallery ${galleryId}`)
  const count = [...counts.values()].reduce((sum, each) => sum + each, 0)
  say(count === 0 ? 'No report is open.' : `${count} open.`)
}

/** What strangers typed must not move the cursor of a terminal. */
const plain = (text: string): string => text.replaceAll(/[^\P{C}\n]/gu, '').replaceAll('\n', '\n    ')

const linesOf = ({ id, createdAt, galleryId, photoId, title, reason, text, email }: Report): string =>
  [
    `${id}  ${createdAt}`,
    `    ${photoId === null ? `gallery ${galleryId}` : `photo ${photoId} of ${galleryId}`}: ${plain(title)}`,
    `    ${reportReasons[reason]}${email === null ? '' : `; from ${plain(email)}`}`,
    ...(text === '' ? [] : [`    ${plain(text)}`]),
  ].join('\n')
