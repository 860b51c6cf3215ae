import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MarketSearch } from '#functions/galleries/market-search.ts'
import { coverOf } from '#functions/galleries/photo-writes.ts'
import { isMatch, termsOf, wordsOf } from '#functions/galleries/search-terms.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import type { Item } from '#functions/shared/table/writes.ts'
import type { GallerySort } from '#schema/api/galleries.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { GalleryId } from '#schema/ids.ts'
import { pence } from '#schema/money.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

/** What an engine is made over, and what it gives. */
export type EngineParts = Pick<ReturnType<typeof marketParts>, 'table' | 'galleries' | 'now'>
export type TestedEngine = {
  readonly search: MarketSearch
  /** Waits until what was written by now can be found. */
  readonly settle: () => Promise<void>
}
type Asked = {
  readonly sort?: GallerySort
  readonly limit?: number
  readonly after?: Item | undefined
  readonly minPence?: ReturnType<typeof pence>
  readonly maxPence?: ReturnType<typeof pence>
  readonly only?: 'featured'
}

/** Text that other search engines take for more than words, or that is rarely tried. */
const hostile = [
  '"harbour"',
  'harbour OR quay',
  'harbour AND NOT quay',
  'title:harbour',
  '*',
  'har*',
  'h?rbour',
  '/har.*/',
  'harbour~2',
  '[a TO z]',
  '{"match_all":{}}',
  '+harbour -quay (night) ^4',
  String.raw`har\bour \"quay\"`,
  "harbour'; drop table galleries; --",
  '<script>harbour</script>',
  '🌉 harbour 🌉',
  '🌉',
  'Café',
  'Cafe\u0301',
  'e\u0301\u0327\u0302\u0308cole',
  'ПРИВЕТ мир',
  '港の夜',
  'مرفأ',
  '\u0000harbour\u0000',
  '\uD83Cbroken \uDF09 halves',
  'ﬁnish ２０３０ Ⅷ',
  'x'.repeat(10_000),
  'harbour '.repeat(2_000),
  Array.from({ length: 1_000 }, (_, n) => `word${n}`).join(' '),
]

/** What every engine of the market's search promises. */
export const searchContract = (name: string, makeEngine: (parts: EngineParts) => Promise<TestedEngine>) => {
  const setup = async (galleries: readonly Partial<Gallery>[]) => {
    const parts = marketParts()
    await parts.profiles.create(aProfile())
    const { search, settle } = await makeEngine(parts)
    let made = 0
    const make = async (overrides: Partial<Gallery>): Promise<Gallery> => {
      made += 1
      const gallery = aGallery({ id: galleryIdOf(made), slug: `gallery-${made}`, ...overrides })
      const kept = await parts.galleries.create(gallery, { at: parts.now(), owner: profileUnchanged(aProfile()) })
      if (!kept) throw new Error('It was not made.')
      return kept
    }
    for (const overrides of galleries) await make(overrides)
    await settle()
    const page = (words: string, { sort = 'newest', limit = 12, ...asked }: Asked = {}) =>
      search({ sort, limit, sought: wordsOf(words), ...asked }, parts.now())
    return {
      ...parts,
      make,
      settle,
      page,
      saving: () => ({ at: parts.now(), owner: profileUnchanged(aProfile()) }),
      /** Every page of an answer, one after the other. */
      walk: async (words: string, asked: Asked = {}, between: () => Promise<void> = async () => {}) => {
        const found: GalleryId[] = []
        let after: Item | undefined
        do {
          // As it comes back from a browser: through a cursor, which is JSON.
          const { entries, next } = await page(words, { ...asked, after })
          found.push(...entries.map(({ id }) => id))
          after = next && structuredClone(next)
          await between()
        } while (after)
        return found
      },
    }
  }
  const titles = (...all: string[]) => all.map((title) => ({ title }))
  const many = (count: number, titleOf: (n: number) => string) =>
    titles(...Array.from({ length: count }, (_, n) => titleOf(n)))
  const ids = (...numbers: number[]) => numbers.map(galleryIdOf)

  describe(name, () => {
    test('galleries of exactly the word come before those of longer ones, the newest first', async () => {
      const { walk } = await setup(titles('Harbour', 'Harbours', 'The Harbour', 'Harbourside', 'Harvest'))
      expect(await walk('harbour')).toEqual(ids(3, 1, 4, 2))
      expect(await walk('harb')).toEqual(ids(4, 3, 2, 1))
    })

    test('a gallery of exactly the word is found before hundreds of longer ones', async () => {
      const { page } = await setup([...titles('Wedding'), ...many(450, () => 'Weddings')])
      expect((await page('wedding')).entries.map(({ id }) => id).slice(0, 2)).toEqual(ids(1, 451))
    })

    test('all words are honoured, in any order, and who has all of them exactly comes first', async () => {
      const { walk } = await setup(
        titles(
          'Wedding Smith',
          'Wedding',
          'Smith',
          'Weddings Smithson',
          'Wedding Smithson',
          'Smith and Jones, wedding',
        ),
      )
      expect(await walk('wedding smith')).toEqual(ids(6, 1, 5, 4))
      expect(await walk('smith wedding')).toEqual(ids(6, 1, 5, 4))
      expect(await walk('wedding smith jones')).toEqual(ids(6))
      expect(await walk('wedding nobody')).toEqual([])
    })

    test('no words find nothing', async () => {
      const { walk } = await setup(titles('A', 'Harbour'))
      for (const words of ['', ' ', 'a', '!!', '* ?']) expect(await walk(words)).toEqual([])
    })

    test('hundreds of galleries are walked to the end, each once', async () => {
      const { walk } = await setup(many(700, (n) => (n % 7 === 0 ? 'Quays at night' : 'Quay at night')))
      const found = await walk('quay', { limit: 48 })
      expect(new Set(found).size).toBe(700)
      expect(found).toHaveLength(700)
      const exact = found.slice(0, 600)
      expect(exact).toEqual(exact.toSorted().toReversed())
    })

    test.each(['newest', 'oldest', 'price_low', 'price_high'] as const)(
      'pages by %s name each gallery once while others are made and edited',
      async (sort) => {
        const own = Array.from({ length: 30 }, (_, n) => ({ title: 'Quay', pricePence: pence(100 * (n % 4)) }))
        const market = await setup(own)
        let round = 0
        const found = await market.walk('quay', { sort, limit: 7 }, async () => {
          round += 1
          await market.make({ title: 'Quay', pricePence: pence(100 * (round % 4)) })
          const gallery = await market.galleries.getOwn(galleryIdOf(round), aGallery().photographerId)
          await market.galleries.save(gallery, { description: `Edited in round ${round}` }, market.saving())
          await market.settle()
        })
        expect(new Set(found).size).toBe(found.length)
        expect(found.filter((id) => id <= galleryIdOf(30)).toSorted()).toEqual(ids(...own.map((_, n) => n + 1)))
      },
    )

    test('the other orders: oldest, by price, by popularity; equals by their age', async () => {
      const { walk } = await setup([
        { title: 'Quay', pricePence: pence(900), viewCount: 1, likeCount: 5 },
        { title: 'Quays', pricePence: pence(100), viewCount: 10 },
        { title: 'Quay', pricePence: pence(900) },
        { title: 'Quay', pricePence: pence(500), viewCount: 3 },
      ])
      for (const limit of [1, 12]) {
        expect(await walk('quay', { sort: 'oldest', limit })).toEqual(ids(1, 2, 3, 4))
        expect(await walk('quay', { sort: 'price_low', limit })).toEqual(ids(2, 4, 1, 3))
        expect(await walk('quay', { sort: 'price_high', limit })).toEqual(ids(3, 1, 4, 2))
        expect(await walk('quay', { sort: 'popular', limit })).toEqual(ids(1, 2, 4, 3))
      }
    })

    test('a range of prices narrows the answer, both ends included, and so does what may be featured', async () => {
      const cover = coverOf(aPhoto())
      const { walk } = await setup([
        { title: 'Quay', pricePence: pence(100) },
        { title: 'Quay', pricePence: pence(500), cover },
        { title: 'Quay', pricePence: pence(900), cover: null },
        { title: 'Quay', pricePence: pence(901), cover },
      ])
      for (const sort of ['newest', 'price_low', 'popular'] as const) {
        const found = await walk('quay', { sort, minPence: pence(500), maxPence: pence(900) })
        expect(found.toSorted()).toEqual(ids(2, 3))
      }
      expect(await walk('quay', { only: 'featured' })).toEqual(ids(4, 2))
      expect(await walk('quay', { only: 'featured', maxPence: pence(900) })).toEqual(ids(2))
    })

    test('what is made private, taken down, deleted, expired or erased is not shown, before and after it is heard of', async () => {
      const market = await setup([
        ...titles('Quay', 'Quay', 'Quay', 'Quay'),
        { title: 'Quay', expiresAt: '2030-01-01T11:00:00.000Z' },
        ...titles('Quay'),
      ])
      const { galleries, saving } = market
      const own = (n: number) => galleries.getOwn(galleryIdOf(n), aGallery().photographerId)
      expect(await market.walk('quay')).toEqual(ids(6, 5, 4, 3, 2, 1))
      await galleries.save(await own(1), { isPublic: false }, saving())
      await galleries.setTakedown(await own(2), { at: '2030-01-01T10:00:00.000Z', reason: 'copyright' }, saving())
      await galleries.setDeleted(await own(3), { deletedAt: '2030-01-01T10:00:00.000Z' }, saving())
      await galleries.remove(await own(4), [])
      market.setTime('2030-01-01T11:00:00.000Z')
      expect(await market.walk('quay')).toEqual(ids(6))
      await market.settle()
      expect(await market.walk('quay')).toEqual(ids(6))
      const deleted = await galleries.findKept(galleryIdOf(3))
      if (deleted) await galleries.setDeleted(deleted, { deletedAt: null }, saving())
      await market.settle()
      expect(await market.walk('quay')).toEqual(ids(6, 3))
    })

    test('a page is full although many that were found are none any more', async () => {
      const market = await setup(many(60, () => 'Quay'))
      for (let n = 20; n <= 60; n++) {
        const gallery = await market.galleries.getOwn(galleryIdOf(n), aGallery().photographerId)
        await market.galleries.save(gallery, { isPublic: false }, market.saving())
      }
      expect((await market.page('quay')).entries.map(({ id }) => id)).toEqual(
        ids(19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8),
      )
    })

    test('a renamed gallery is found by its new words alone', async () => {
      const market = await setup(titles('Quay', 'Quay'))
      const gallery = await market.galleries.getOwn(galleryIdOf(1), aGallery().photographerId)
      await market.galleries.save(gallery, { title: 'Pier' }, market.saving())
      expect(await market.walk('quay')).toEqual(ids(2))
      await market.settle()
      expect(await market.walk('quay')).toEqual(ids(2))
      expect(await market.walk('pier')).toEqual(ids(1))
    })

    test('what asks for a password is found by what its card shows, never by its description', async () => {
      const { walk } = await setup([
        { title: 'Quay', description: 'The secret engagement', passwordHash: 'scrypt$a$b' },
      ])
      expect(await walk('quay')).toEqual(ids(1))
      expect(await walk('secret')).toEqual([])
      expect(await walk('quay engagement')).toEqual([])
    })

    test('any text is words and nothing else: no quotes, wildcards, operators, fields or halves of characters', async () => {
      const all = [
        ...titles('Harbour Quay Night', 'École', 'Cafe', 'Привет', 'OR', 'x'.repeat(60)),
        ...titles(...hostile.slice(0, 26)),
      ]
      const { walk, galleries } = await setup(all)
      const kept = await galleries.getMany(all.map((_, n) => galleryIdOf(n + 1)))
      for (const text of hostile) {
        const sought = wordsOf(text).slice(0, 6)
        const expected = kept.filter((gallery) => sought.length > 0 && isMatch(gallery, sought)).map(({ id }) => id)
        expect({ text: text.slice(0, 60), found: (await walk(text)).toSorted() }).toEqual({
          text: text.slice(0, 60),
          found: expected.toSorted(),
        })
      }
    })

    test('whatever is asked of whatever there is: exactly what has the words, exact ones first, then the newest', async () => {
      const word = fc.constantFrom(
        'wed',
        'weddi',
        'wedding',
        'Weddings',
        'smith',
        'Smithson',
        'york',
        'é',
        'été',
        '日本',
        'og og',
      )
      const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
      await fc.assert(
        fc.asyncProperty(
          fc.array(text, { minLength: 1, maxLength: 25 }),
          fc.array(text, { maxLength: 8 }),
          async (named, asked) => {
            const { walk, galleries } = await setup(titles(...named))
            const kept = await galleries.getMany(named.map((_, n) => galleryIdOf(n + 1)))
            for (const question of asked) {
              const sought = wordsOf(question)
              const isExact = (gallery: Gallery) => sought.every((each) => termsOf(gallery).includes(each))
              const matching = sought.length === 0 ? [] : kept.filter((gallery) => isMatch(gallery, sought))
              const newest = matching.toSorted((a, b) => (a.id < b.id ? 1 : -1))
              const expected = [...newest.filter(isExact), ...newest.filter((gallery) => !isExact(gallery))]
              expect(await walk(question, { limit: 3 })).toEqual(expected.map(({ id }) => id))
            }
          },
        ),
        { numRuns: 25 },
      )
    })
  })
}
