import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstRank, placeOf, rankBetween, rankOf } from '#functions/galleries/photo-order.ts'
import type { Photo } from '#schema/entities/photo.ts'
import { photoIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'

/** As a list shows them: the greatest place first. */
const shown = (photos: readonly Photo[]): string[] =>
  photos
    .map((photo) => ({ title: photo.title, place: placeOf(photo) }))
    .toSorted((a, b) => Buffer.compare(Buffer.from(b.place), Buffer.from(a.place)))
    .map(({ title }) => title)

const named = (titles: readonly string[], more: Partial<Photo> = {}): Photo[] =>
  titles.map((title, index) => aPhoto({ id: photoIdOf(index + 1), title, listedBy: 'name', ...more }))

test('by title people’s numbers count, and case, accents and signs do not', () => {
  const read = [
    'A photo',
    'ähre',
    'Apfel',
    'DSC_9',
    'dsc-10',
    'DSC 0011',
    'Óscar',
    'straße',
    'Strasse 2',
    'Zoë',
    'Анна',
    '写真',
  ]
  expect(shown(named(read.toReversed()))).toEqual(read)
})

test('photos of one title follow each other by their file’s number', () => {
  const photos = [11, 9, 10].map((n) =>
    aPhoto({ id: photoIdOf(n), title: 'Dance', fileName: `IMG_${String(n)}.jpg`, listedBy: 'name' }),
  )
  const places = photos.map((photo) => ({ n: photo.fileName, place: placeOf(photo) }))
  expect(places.toSorted((a, b) => (a.place < b.place ? 1 : -1)).map(({ n }) => n)).toEqual([
    'IMG_9.jpg',
    'IMG_10.jpg',
    'IMG_11.jpg',
  ])
})

test('as they were taken: by the cameras’ clocks, then by number; what tells no time comes after, as it was uploaded', () => {
  const taken = (title: string, capturedAt: string | null, more: Partial<Photo> = {}) =>
    aPhoto({ title, capturedAt, listedBy: 'captured', ...more })
  expect(
    shown([
      taken('uploaded second', null, { createdAt: '2030-01-01T00:00:02.000Z' }),
      taken('uploaded first', null, { createdAt: '2030-01-01T00:00:01.000Z' }),
      taken('camera, half past three', '2029-06-01T15:30:00'),
      taken('phone, three by the same clocks', '2029-06-01T15:00:00+01:00'),
      taken('burst, tenth', '2029-06-01T14:00:00', { fileName: 'IMG_10.jpg' }),
      taken('burst, ninth', '2029-06-01T14:00:00', { fileName: 'IMG_9.jpg' }),
    ]),
  ).toEqual([
    'burst, ninth',
    'burst, tenth',
    'phone, three by the same clocks',
    'camera, half past three',
    'uploaded first',
    'uploaded second',
  ])
})

test('by hand: what was put somewhere, then what came since, as it was uploaded', () => {
  const at = new Date('2030-01-05T10:00:00.000Z')
  const byHand = (title: string, handRank: string | null, createdAt = '2030-01-06T10:00:00.000Z') =>
    aPhoto({ title, handRank, createdAt, listedBy: 'hand' })
  expect(
    shown([
      byHand('came second', null, '2030-01-06T10:00:01.000Z'),
      byHand('came first', null),
      byHand('second', firstRank(at, 1)),
      byHand('first', firstRank(at, 0)),
    ]),
  ).toEqual(['first', 'second', 'came first', 'came second'])
})

test.each(['featured', 'hand', 'captured', 'name'] as const)(
  'no text makes a key that an index refuses: %s',
  (listedBy) => {
    const keys = fc.property(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: 'binary', maxLength: 255 }),
      (title, fileName) => {
        const place = placeOf(aPhoto({ title, fileName, listedBy, capturedAt: '2029-06-01T15:30:00+01:00' }))
        expect(Buffer.byteLength(place)).toBeLessThanOrEqual(1_024)
        expect(place).toMatch(/^[\x20-\x7e]+$/)
      },
    )
    fc.assert(keys, { numRuns: 300 })
  },
)

test('whatever is put anywhere, the order is that of a list from which it is taken and into which it is put', () => {
  const begun = new Date('2030-01-05T10:00:00.000Z')
  const moves = fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 120 })
  fc.assert(
    fc.property(moves, (steps) => {
      let list = Array.from({ length: 12 }, (_, number) => ({
        id: number,
        rank:
          number < 8
            ? firstRank(begun, number)
            : rankOf({ handRank: null, createdAt: new Date(begun.getTime() + number).toISOString() }),
      }))
      for (const [step, [from, to]] of steps.entries()) {
        const moved = list[from]
        const others = list.filter((_, place) => place !== from)
        if (!moved) throw new Error('no such photo')
        const rank = rankBetween(others[to - 1]?.rank, others[to]?.rank, new Date(begun.getTime() + 60_000 + step))
        if (rank === undefined) throw new Error('no room')
        expect(rank).not.toMatch(/0$/)
        list = [...others.slice(0, to), { ...moved, rank }, ...others.slice(to)]
        const ranks = list.map((each) => each.rank)
        expect(ranks.toSorted((a, b) => Buffer.compare(Buffer.from(b), Buffer.from(a)))).toEqual(ranks)
      }
    }),
    { numRuns: 200 },
  )
})

test('a gap takes thousands of moves, and then says that it is full', () => {
  const at = new Date('2030-01-05T10:00:00.000Z')
  const [first, second] = [firstRank(at, 0), firstRank(at, 1)]
  let [rank, moves]: [string | undefined, number] = [second, 0]
  while (rank !== undefined && moves < 20_000) {
    rank = rankBetween(first, rank, at)
    moves += 1
  }
  expect(rank).toBeUndefined()
  expect(moves).toBeGreaterThan(4_000)
  expect(rankBetween(first, first, at)).toBeUndefined()
})
