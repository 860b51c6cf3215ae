import { expect, test } from 'vitest'
import { reportGallery } from '#functions/galleries/report-gallery.ts'
import { reportStore } from '#functions/galleries/report-store.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { throttles } from '#functions/shared/throttle/limits.ts'
import { api } from '#schema/api/all.ts'
import { SendReport } from '#schema/api/galleries.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Report } from '#schema/entities/report.ts'
import { ReportId, SessionId } from '#schema/ids.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPendingPhoto, aPhoto } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const setup = async (gallery: Partial<Gallery> = {}) => {
  const parts = marketParts()
  const reports = reportStore(parts.table)
  await parts.profiles.create(aProfile())
  await parts.galleries.create(aGallery(gallery), { at: new Date(0), owner: profileUnchanged(aProfile()) })
  await parts.photos.create(aPhoto({ title: 'Runner 214' }))
  const report = reportGallery({ ...parts, reports, supportAddress: () => 'support@darkslide.test' })
  return {
    ...parts,
    reports,
    report: (body: object = {}, address = '198.51.100.7') =>
      report(
        request(api.galleries.endpoints.report, {
          body: SendReport.parse({ galleryId: galleryIdOf(1), reason: 'privacy', ...body }),
          address,
          headers: { 'x-gallery-session': SessionId.parse(`anon_1893492000000_${address.replaceAll('.', '')}`) },
        }),
      ),
    open: async () => (await reports.listOpen()).reports,
    mails: () => parts.table.all().filter(({ PK }) => String(PK).startsWith('OUTBOX#')),
  }
}

const noon = new Date('2030-01-02T12:00:00.000Z')
const all = async ({ listOpen }: ReturnType<typeof reportStore>) => {
  const found: Report[] = []
  let page = await listOpen()
  for (; page.next; page = await listOpen(page.next)) found.push(...page.reports)
  return [...found, ...page.reports]
}

test('a report of a photo is kept, and told to support with what to do', async () => {
  const { report, open, mails } = await setup()
  await report({ photoId: photoIdOf(1), text: 'This is my daughter.', email: 'parent@example.com' })
  expect(await open()).toEqual([
    {
      id: expect.stringMatching(/^rep_/),
      galleryId: galleryIdOf(1),
      photoId: photoIdOf(1),
      photographerId: userIdOf(1),
      title: 'Runner 214',
      reason: 'privacy',
      text: 'This is my daughter.',
      email: 'parent@example.com',
      createdAt: '2030-01-01T10:00:00.000Z',
      closedAt: null,
    },
  ])
  expect(mails()).toMatchObject([
    {
      template: 'report-received',
      to: 'support@darkslide.test',
      data: { what: 'photo', subjectId: photoIdOf(1), text: 'This is my daughter.', from: 'parent@example.com' },
    },
  ])
})

test('the same report sent again is one report and one mail; another word is another', async () => {
  const { report, open, mails } = await setup()
  await Promise.all([report({ text: 'Mine.' }), report({ text: 'Mine.' })])
  expect([(await open()).length, mails().length]).toEqual([1, 1])
  await report({ text: 'Mine, too.' })
  expect((await open()).length).toBe(2)
})

test('a flood about a gallery keeps nobody else from reporting it, and fills a mailbox hardly', async () => {
  const { report, reports, mails } = await setup()
  for (let n = 0; n < 250; n++) await report({ text: `Word ${n}` }, `198.51.100.${n}`)
  await report({ text: 'This is my daughter.' }, '203.0.113.9')
  const { entries, closed } = { entries: await all(reports), closed: await reports.closeAllOf(galleryIdOf(1), noon) }
  expect(entries.map(({ text }) => text)).toContain('This is my daughter.')
  expect(mails()).toHaveLength(3)
  expect([closed, await all(reports)]).toEqual([251, []])
})

test('a flood about one gallery keeps no mail about another from the operator', async () => {
  const { report, mails, galleries, now } = await setup()
  await galleries.create(aGallery({ id: galleryIdOf(2) }), { at: now(), owner: profileUnchanged(aProfile()) })
  for (let n = 0; n < throttles.reportMails.limit + 5; n++) await report({ text: `Word ${n}` }, `198.51.100.${n}`)
  await report({ galleryId: galleryIdOf(2), text: 'This is my daughter.' }, '203.0.113.9')
  expect(mails().map(({ data }) => data)).toContainEqual(expect.objectContaining({ text: 'This is my daughter.' }))
})

test('thirty an hour from one address', async () => {
  const { report } = await setup()
  for (let n = 0; n < 30; n++) await report({ text: `Word ${n}` })
  await expect(report({ text: 'One more' })).rejects.toMatchObject({ code: 'too_many_requests' })
})

test('whoever stands before a lock reports the gallery, and learns nothing of its photos', async () => {
  const { report, open } = await setup({ isPublic: false, accessCode: 'ABCD1234' })
  await report()
  expect(await open()).toHaveLength(1)
  await expect(report({ photoId: photoIdOf(1) })).rejects.toMatchObject({ code: 'gallery_locked' })
})

test('what a stranger cannot see is not there to be reported', async () => {
  const { report } = await setup({ isPublic: false })
  await expect(report()).rejects.toMatchObject({ code: 'gallery_not_found' })
  const shown = await setup()
  await shown.photos.create(aPendingPhoto({ id: photoIdOf(2) }))
  await shown.photos.create(aPhoto({ id: photoIdOf(3), galleryId: galleryIdOf(2) }))
  for (const n of [2, 3, 4])
    await expect(shown.report({ photoId: photoIdOf(n) })).rejects.toMatchObject({ code: 'photo_not_found' })
})

test('closing all reports of a gallery leaves those of others open', async () => {
  const { report, reports, galleries, now, open } = await setup()
  await galleries.create(aGallery({ id: galleryIdOf(2) }), { at: now(), owner: profileUnchanged(aProfile()) })
  await report({ text: 'First' })
  await report({ galleryId: galleryIdOf(2), text: 'Second' })
  expect(await reports.closeAllOf(galleryIdOf(1), noon)).toBe(1)
  expect((await open()).map(({ text }) => text)).toEqual(['Second'])
})

test('a closed report leaves the list and goes after a year', async () => {
  const { report, reports, open, table } = await setup()
  await report()
  const [first] = await open()
  if (!first) throw new Error('The report is there.')
  await reports.close(first.id, new Date('2030-01-02T10:00:00.000Z'))
  await reports.close(first.id, new Date('2030-01-03T10:00:00.000Z'))
  expect(await open()).toEqual([])
  const kept = table.all().find(({ PK }) => PK === `REPORT#${first.id}`)
  expect(kept).toMatchObject({
    closedAt: '2030-01-02T10:00:00.000Z',
    ttl: Date.parse('2031-01-02T10:00:00.000Z') / 1_000,
  })
  await expect(reports.close(ReportId.parse(`rep_${'0'.repeat(26)}`), new Date(0))).rejects.toMatchObject({
    code: 'not_found',
  })
})

test.each([
  ['a reason that is none', { reason: 'boring' }],
  ['too many words', { text: 'x'.repeat(2_001) }],
  ['no address', { email: 'nobody' }],
])('%s is refused', (_, wrong) => {
  expect(SendReport.safeParse({ galleryId: galleryIdOf(1), reason: 'other', ...wrong }).success).toBe(false)
})
