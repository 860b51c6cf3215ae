import { type ReportStore, reportStore } from '#functions/galleries/report-store.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { type Report, reportReasons } from '#schema/entities/report.ts'
import { ReportId } from '#schema/ids.ts'
import { type Command, Refusal, type Say } from './command.ts'

export const reports: Command = {
  name: 'reports',
  summary: 'lists what visitors reported, or closes a report',
  help: `
              close REPORT-ID

Without more: every open report, the oldest first, with what was said and where to ask back. A closed one leaves the list
and is kept for a year.`,
  options: {},
  run: async ({ positionals: [action, id = ''] }, { target, say }) => {
    await target.actAs('functions/galleries/galleries.lambda.ts')
    const store = reportStore(liveTable())
    if (action === undefined) return list(store, say)
    if (action !== 'close') throw new Refusal('Reports are listed, or closed: reports close REPORT-ID.')
    const { data } = ReportId.safeParse(id)
    if (data === undefined) throw new Refusal(`"${id}" is no report's id.`)
    await store.close(data, systemClock())
    say(`${data} is closed.`)
  },
}

const list = async (store: ReportStore, say: Say): Promise<void> => {
  let count = 0
  let after: Awaited<ReturnType<ReportStore['listOpen']>>['next']
  do {
    const page = await store.listOpen(after)
    for (const report of page.reports) say(linesOf(report))
    count += page.reports.length
    after = page.next
  } while (after)
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
