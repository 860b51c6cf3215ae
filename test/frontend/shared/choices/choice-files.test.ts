import { expect, test } from 'vitest'
import { type Choice, choiceFile, namesOf, sidecarsOf, takenOutOf } from '#frontend/shared/choices/choice-files.ts'
import { PhotoProof } from '#schema/entities/proof.ts'
import { photoId } from '#test/support/frontend/builders.ts'
import { proofSessionId } from '#test/support/frontend/own-builders.ts'

const aProof = (fileName: string, override: Partial<PhotoProof> = {}): PhotoProof =>
  PhotoProof.parse({
    sessionId: proofSessionId,
    photoId: photoId(1),
    title: 'T',
    fileName,
    status: 'pending',
    clientFeedback: '',
    createdAt: '2030-01-01T10:00:00.000Z',
    updatedAt: '2030-01-01T10:00:00.000Z',
    ...override,
  })

test('names are one a line, of one status', () => {
  const photos = [aProof('a.jpg', { status: 'approved' }), aProof('b.jpg'), aProof('c.jpg', { status: 'approved' })]

  expect(namesOf(photos, 'approved')).toBe('a.jpg\nc.jpg')
})

test('approved photos get five stars and green, maybes yellow, rejected ones red, undecided ones no sidecar', () => {
  const sidecars = sidecarsOf([
    aProof('DSC_1.NEF', { status: 'approved', clientFeedback: 'Crop <left> & "up"' }),
    aProof('b.jpg', { status: 'maybe' }),
    aProof('c.jpg', { status: 'rejected' }),
    aProof('d.jpg'),
  ])

  expect(sidecars.map(({ name }) => name)).toEqual(['DSC_1.xmp', 'b.xmp', 'c.xmp'])
  expect(sidecars[0]?.input).toContain('xmp:Rating="5" xmp:Label="Green"')
  expect(sidecars[0]?.input).toContain('Crop &lt;left&gt; &amp; &quot;up&quot;')
  expect(sidecars[1]?.input).toContain('xmp:Label="Yellow"')
  expect(sidecars[2]?.input).toContain('xmp:Label="Red"')
  for (const { input } of sidecars) {
    const xml = new DOMParser().parseFromString(input, 'application/xml')
    expect(xml.querySelector('parsererror')).toBeNull()
  }
})

test('a RAW file and its JPEG share one sidecar, and the kinder decision stands', () => {
  const sidecars = sidecarsOf([aProof('a.jpg', { status: 'rejected' }), aProof('a.cr2', { status: 'approved' })])

  expect(sidecars).toHaveLength(1)
  expect(sidecars[0]?.input).toContain('Green')
})

test('what was taken out of the gallery has a word in the table, and neither a name among those to copy nor a sidecar', () => {
  const photos: Choice[] = [
    aProof('a.jpg', { status: 'approved' }),
    { ...aProof('b.jpg', { status: 'approved' }), isTakenOut: true },
    { ...aProof('c.jpg', { status: 'rejected' }), isTakenOut: true },
  ]

  expect(namesOf(photos, 'approved')).toBe('a.jpg')
  expect(takenOutOf(photos, ['approved'])).toBe(1)
  expect(sidecarsOf(photos).map(({ name }) => name)).toEqual(['a.xmp'])
  const [heads, ...rows] = choiceFile(photos).trim().split(/\r?\n/)
  expect(heads).toMatch(/,Taken out of the gallery$/)
  expect(rows.map((row) => row.split(',').at(-1))).toEqual(['', 'yes', 'yes'])
})

test('the table cannot smuggle a formula into a spreadsheet', () => {
  expect(choiceFile([aProof('=cmd.jpg', { clientFeedback: '+1' })])).toContain("'=cmd.jpg,T,pending,'+1,")
})
