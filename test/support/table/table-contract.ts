import { beforeEach, describe, expect, test } from 'vitest'
import { assert, is, put, remove, type Table, update } from '#functions/shared/table/writes.ts'

const key = (name: string) => ({ PK: `TEST#${name}`, SK: 'ITEM' })

/** What every table promises; run against DynamoDB's protocol and against the one in memory. */
export const tableContract = (name: string, makeTable: () => Promise<Table>) => {
  describe(name, () => {
    let table: Table
    let run = 0
    const unique = (what: string) => `${what}-${run}`

    beforeEach(async () => {
      table = await makeTable()
      run += 1
    })

    test('an item that was put is read back, without attributes that were undefined', async () => {
      const item = { ...key(unique('a')), name: 'x', count: 3, nested: { deep: [1, 'two', null] }, gone: undefined }
      expect(await table.write(put(item, 'absent'))).toMatchObject({ ok: true })
      expect(await table.get(key(unique('a')))).toEqual({
        ...key(unique('a')),
        name: 'x',
        count: 3,
        nested: { deep: [1, 'two', null] },
      })
    })

    test('putting what must be absent fails and answers what stands there', async () => {
      await table.write(put({ ...key(unique('a')), name: 'first' }, 'absent'))
      expect(await table.write(put({ ...key(unique('a')), name: 'second' }, 'absent'))).toEqual({
        ok: false,
        before: { ...key(unique('a')), name: 'first' },
      })
    })

    test('an update changes, adds and removes, and answers the item as it is then', async () => {
      await table.write(put({ ...key(unique('a')), name: 'x', old: 1, map: { inner: 1 } }, 'absent'))
      const changed = await table.write(
        update(key(unique('a')), {
          set: { name: 'y', 'map.inner': 2, left: undefined },
          add: { count: 5 },
          remove: ['old'],
          when: { name: 'x' },
        }),
      )
      expect(changed).toEqual({
        ok: true,
        item: { ...key(unique('a')), name: 'y', map: { inner: 2 }, count: 5 },
      })
    })

    test.each([
      ['a number at the bound', { count: is.atMost(3) }, true],
      ['a number over the bound', { count: is.below(3) }, false],
      ['one of several', { name: is.oneOf(['x', 'y']) }, true],
      ['none of several', { name: is.oneOf(['y', 'z']) }, false],
      ['a missing attribute', { missing: is.present }, false],
      ['an attribute that must be missing', { missing: is.absent }, true],
      ['absent or low enough, being absent', { missing: is.absentOr(is.atMost(1)) }, true],
      ['absent or low enough, being too high', { count: is.absentOr(is.atMost(1)) }, false],
      ['null equal to null', { nothing: is.equal(null) }, true],
      ['a map present where null was asked', { map: is.equal(null) }, false],
      ['a value inside a map', { 'map.inner': is.equal(1) }, true],
      ['two conditions of which one fails', { name: 'x', count: is.above(3) }, false],
      ['a missing attribute compared', { missing: is.atLeast(0) }, false],
    ] as const)('a condition on %s', async (_, when, ok) => {
      await table.write(put({ ...key(unique('a')), name: 'x', count: 3, nothing: null, map: { inner: 1 } }, 'absent'))
      expect((await table.write(update(key(unique('a')), { set: { seen: true }, when }))).ok).toBe(ok)
    })

    test('a transaction with one failing expectation writes nothing and says which', async () => {
      await table.write(put({ ...key(unique('taken')), owner: 'ada' }, 'absent'))
      const result = await table.transact([
        put({ ...key(unique('new')), n: 1 }, 'absent'),
        put({ ...key(unique('taken')), owner: 'bob' }, 'absent'),
      ])
      expect(result).toEqual({
        ok: false,
        failures: [undefined, { before: { ...key(unique('taken')), owner: 'ada' } }],
      })
      expect(await table.get(key(unique('new')))).toBeUndefined()
    })

    test('a transaction of every kind of write does all of them', async () => {
      await table.write(put({ ...key(unique('a')), n: 1 }, 'absent'))
      await table.write(put({ ...key(unique('b')), n: 1 }, 'absent'))
      await table.write(put({ ...key(unique('c')), n: 1 }, 'absent'))
      const result = await table.transact([
        update(key(unique('a')), { add: { n: 1 }, when: { n: 1 } }),
        remove(key(unique('b')), 'present'),
        assert(key(unique('c')), { n: is.atLeast(1) }),
        put({ ...key(unique('d')), n: 9 }, 'absent'),
      ])
      expect(result).toEqual({ ok: true })
      expect(await table.get(key(unique('a')))).toMatchObject({ n: 2 })
      expect(await table.get(key(unique('b')))).toBeUndefined()
      expect(await table.get(key(unique('d')))).toMatchObject({ n: 9 })
    })

    test('a query walks a partition in order, a page at a time, both ways', async () => {
      const PK = `TEST#${unique('list')}`
      for (const SK of ['a#1', 'a#2', 'a#3', 'b#1']) await table.write(put({ PK, SK }, 'absent'))
      const first = await table.query({ partition: PK, sort: { beginsWith: 'a#' }, limit: 2, consistent: true })
      expect(first.items.map(({ SK }) => SK)).toEqual(['a#1', 'a#2'])
      const rest = await table.query({
        partition: PK,
        sort: { beginsWith: 'a#' },
        ...(first.next && { after: first.next }),
        consistent: true,
      })
      expect(rest.items.map(({ SK }) => SK)).toEqual(['a#3'])
      expect(rest.next).toBeUndefined()
      const newest = await table.query({ partition: PK, newestFirst: true, consistent: true })
      expect(newest.items.map(({ SK }) => SK)).toEqual(['b#1', 'a#3', 'a#2', 'a#1'])
    })

    test('an index holds only items with its attributes, sorted by number where it is one', async () => {
      const publicKey = unique('PUBLIC')
      const prices = { p1: 900, p2: 1_500, p3: 95 }
      for (const [name, pricePence] of Object.entries(prices)) {
        await table.write(put({ ...key(unique(name)), publicKey, pricePence, createdAt: '2030' }, 'absent'))
      }
      await table.write(put({ ...key(unique('p4')), pricePence: 1 }, 'absent'))
      const page = await table.query({ index: 'public-by-price', partition: publicKey })
      expect(page.items.map(({ pricePence }) => pricePence)).toEqual([95, 900, 1_500])
      const range = await table.query({
        index: 'public-by-price',
        partition: publicKey,
        sort: { between: [95, 900] },
        newestFirst: true,
        limit: 1,
      })
      expect(range.items.map(({ pricePence }) => pricePence)).toEqual([900])
      const next = await table.query({
        index: 'public-by-price',
        partition: publicKey,
        sort: { between: [95, 900] },
        newestFirst: true,
        ...(range.next && { after: range.next }),
      })
      expect(next.items.map(({ pricePence }) => pricePence)).toEqual([95])
    })

    test('many items are fetched at once, missing ones left out', async () => {
      await table.write(put({ ...key(unique('a')), n: 1 }, 'absent'))
      await table.write(put({ ...key(unique('b')), n: 2 }, 'absent'))
      const found = await table.getMany([key(unique('a')), key(unique('b')), key(unique('none'))])
      expect(found.map(({ n }) => n).toSorted()).toEqual([1, 2])
    })

    test('more items than one batch read takes are fetched as well', async () => {
      const all = Array.from({ length: 101 }, (_, n) => key(unique(`many-${n}`)))
      for (const each of all) await table.write(put(each, 'absent'))
      const found = await table.getMany(all)
      expect(found.map(({ PK }) => PK).toSorted()).toEqual(all.map(({ PK }) => PK).toSorted())
      expect(await table.getMany([])).toEqual([])
    })

    // DynamoDB refuses a batch read that names a key twice.
    test('an item that is asked for twice at once is fetched once', async () => {
      await table.write(put({ ...key(unique('a')), n: 1 }, 'absent'))
      await table.write(put({ ...key(unique('b')), n: 2 }, 'absent'))
      const found = await table.getMany([key(unique('a')), key(unique('b')), key(unique('a'))])
      expect(found.map(({ n }) => n).toSorted()).toEqual([1, 2])
    })

    test('parallel additions under a condition never pass the bound', async () => {
      await table.write(put({ ...key(unique('a')), left: 5 }, 'absent'))
      const tries = await Promise.all(
        Array.from({ length: 20 }, () =>
          table.write(update(key(unique('a')), { add: { left: -1 }, when: { left: is.atLeast(1) } })),
        ),
      )
      expect(tries.filter(({ ok }) => ok)).toHaveLength(5)
      expect(await table.get(key(unique('a')))).toMatchObject({ left: 0 })
    })

    test('an attribute that an index sorts by has the index’s type in every item', async () => {
      const put0 = table.write(put({ ...key(unique('a')), pricePence: null }, 'absent'))
      // The second wording is DynamoDB Local's.
      await expect(put0).rejects.toThrow(/[Tt]ype mismatch|Invalid attribute value type/)
      const transacted = table.transact([put({ ...key(unique('a')), sellerSort: null }, 'absent')])
      await expect(transacted).rejects.toThrow()
    })

    test('more than a hundred writes are refused', async () => {
      const writes = Array.from({ length: 101 }, (_, n) => put({ ...key(unique(`many-${n}`)) }, 'absent'))
      await expect(table.transact(writes)).rejects.toThrow()
    })

    test('one transaction cannot write an item twice', async () => {
      const twice = [put({ ...key(unique('a')), n: 1 }, 'absent'), put({ ...key(unique('a')), n: 2 }, 'absent')]
      const outcome = table.transact(twice)
      // DynamoDB calls it invalid; DynamoDB Local finds that the second write's condition does not hold.
      if (process.env.DYNAMODB_ENDPOINT) expect(await outcome).toMatchObject({ ok: false })
      else await expect(outcome).rejects.toThrow()
      expect(await table.get(key(unique('a')))).toBeUndefined()
    })
  })
}
