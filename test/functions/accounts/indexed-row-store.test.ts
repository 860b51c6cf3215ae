import { describe, expect, test } from 'vitest'
import { indexedRows } from '#functions/accounts/indexed-row-store.ts'
import { personalRowOf } from '#functions/accounts/personal-rows.ts'
import { traceLayoutStore, traceWalk } from '#functions/accounts/trace-layout-store.ts'
import { wholeTableRows } from '#functions/accounts/whole-table-rows.ts'
import { orderPuts } from '#functions/orders/order-writes.ts'
import { earningPut } from '#functions/payments/earning-writes.ts'
import type { Item, Key, Table } from '#functions/shared/table/writes.ts'
import { put, remove, update } from '#functions/shared/table/writes.ts'
import {
  accountToErase,
  at,
  iris,
  keysWith,
  noor,
  strangersThings,
  type Way,
  withoutVersions,
} from '#test/support/accounts/account-to-erase.ts'
import { anEarning } from '#test/support/builders/earning.ts'
import { favouritesListIdOf } from '#test/support/builders/favourites-list.ts'
import { galleryIdOf, orderIdOf, photoIdOf } from '#test/support/builders/ids.ts'
import { anOrder, anOrderItem } from '#test/support/builders/order.ts'

type World = Awaited<ReturnType<typeof accountToErase>>
const keyOf = ({ PK, SK }: Item): Key => ({ PK: String(PK), SK: String(SK) })

const wholeTable =
  (all: () => Item[]): Way =>
  () =>
    wholeTableRows(async function* () {
      yield* all()
    })

/** As DynamoDB answers when items are large: a few a page. */
const inSmallPages = (table: Table): Table => ({
  ...table,
  query: (query) => table.query({ limit: 3, ...query }),
})

/** What reading the whole table finds of them: what is left for ever, apart from the index. */
const foundByReadingAll = ({ table, profile }: World) =>
  table.all().flatMap((item) => {
    const row = personalRowOf(item, profile)
    return row ? [`${item.PK} ${item.SK}`] : []
  })

describe('what the index leads to', () => {
  test('is all that reading the whole table finds', async () => {
    const [indexed, whole] = [await accountToErase(), await accountToErase()]
    const byIndex = await indexed.erasing().run()
    const byReading = await whole.erasing(undefined, wholeTable(whole.table.all)).run()
    expect(byIndex).toEqual({ ...byReading, tally: expect.anything() })
    expect(withoutVersions(indexed.rest())).toEqual(withoutVersions(whole.rest()))
    expect(foundByReadingAll(indexed)).toEqual(foundByReadingAll(whole))
  })

  test('is found page by page', async () => {
    const [whole, paged] = [await accountToErase(), await accountToErase()]
    await whole.erasing().run()
    await paged.erasing(undefined, (table, now) => indexedRows(inSmallPages(table), now)).run()
    expect(withoutVersions(paged.rest())).toEqual(withoutVersions(whole.rest()))
  })

  test('costs the same requests however much others have', async () => {
    const requests = async (others: number) => {
      const world = await accountToErase()
      await strangersThings(world, others)
      let count = 0
      await world
        .erasing(async (call, moment) => {
          if (moment === 'before' && call.startsWith('table.')) count += 1
          return undefined
        })
        .run()
      return count
    }
    const alone = await requests(0)
    expect(alone).toBeGreaterThan(80)
    expect(await requests(400)).toBe(alone)
  })

  test('is, of an order, the first line of each photographer: an entry more for a checkout, not for each photo', async () => {
    const { table } = await accountToErase()
    const order = anOrder({ id: orderIdOf(7) })
    const lines = [iris, noor, iris, noor].map((photographerId, at) =>
      anOrderItem({ orderId: order.id, line: at + 1, photographerId }),
    )
    await table.transact(orderPuts(order, lines))
    expect(lines.map(({ line }) => table.stored(`ORDER#${order.id}`, `ITEM#0${line}`)?.ownerKey)).toEqual([
      `TRACES#${iris}`,
      `TRACES#${noor}`,
      undefined,
      undefined,
    ])
  })

  test('leaves whatever is about somebody else', async () => {
    const world = await accountToErase()
    const others = () => keysWith(world.rest().items, noor).filter((key) => !key.includes(iris))
    // What was sent from the erased address goes, to whomever it was sent.
    const before = others().filter(
      (key) => !key.startsWith('REPORT#') && !key.endsWith(`SENT#${favouritesListIdOf(2)}`),
    )
    await world.erasing().run()
    expect(others()).toEqual(before)
  })
})

describe('while an erasure is under way', () => {
  /** Does something once, before so-and-so many calls of the erasure. */
  const meanwhile = (after: number, act: () => Promise<unknown>) => {
    let calls = 0
    return async (_: string, moment: 'before' | 'after') => {
      if (moment === 'before' && ++calls === after) await act()
      return undefined
    }
  }

  test.each([10, 30, 60, 90])('a sale that comes before call %i leaves no word', async (after) => {
    const world = await accountToErase()
    const order = anOrder({ id: orderIdOf(9), status: 'completed' })
    const line = anOrderItem({ orderId: order.id, photographerName: 'Iris Calloway', photoId: photoIdOf(2) })
    const late = meanwhile(after, async () => {
      await world.table.transact([...orderPuts(order, [line]), earningPut(anEarning({ orderId: order.id }))])
    })
    await world.erasing(late).run()
    expect(keysWith(world.rest().items, 'Iris')).toEqual([])
    expect(world.table.stored(`ORDER#${order.id}`, `EARN#${iris}`)).toMatchObject({ photos: [{ title: '' }] })
  })

  test.each([10, 30, 60, 90])('a photo that leaves its list before call %i is found where it went', async (after) => {
    const world = await accountToErase()
    const gone = meanwhile(after, () => world.photos.removeAll(galleryIdOf(3), world.now()))
    await world.erasing(gone).run()
    expect(keysWith(world.rest().items, 'Words')).toEqual([])
  })

  const heart = (world: World) =>
    world.galleries.setFavourite(galleryIdOf(2), {
      subject: `USER#${iris}`,
      like: undefined,
      photoId: photoIdOf(9),
      isFavourite: true,
      at,
    })

  test('what a request of before writes while it begins is in no index yet, and is found all the same', async () => {
    const world = await accountToErase()
    const began = world.now().getTime()
    // For its first seconds nothing that is written now is listed: what a request in its last second leaves.
    const isListed = () => world.now().getTime() - began > 30_000
    const late: Way = (table, now) =>
      indexedRows(
        {
          ...table,
          query: async (query) => {
            const page = await table.query(query)
            return query.index && !isListed()
              ? {
                  ...page,
                  items: page.items.filter(({ photoIds }) => !Array.isArray(photoIds) || photoIds.length === 0),
                }
              : page
          },
        },
        now,
      )
    const inFlight = async (call: string, moment: 'before' | 'after') => {
      if (call === 'pool.signOut' && moment === 'after') await heart(world)
      return undefined
    }
    await world.erasing(inFlight, late).run()
    expect(foundByReadingAll(world).filter((key) => key.includes('LIKE#'))).toEqual([])
  })

  test('one that is gone on with later waits for nobody', async () => {
    const world = await accountToErase()
    await world.erasing().begin()
    world.setTime('2030-01-02T11:00:00.000Z')
    expect(await world.erasing().run()).toMatchObject({ erased: { erasedAt: '2030-01-02T11:00:00.000Z' } })
  })

  test('an index that still lists what is gone ends nothing and brings nothing back', async () => {
    const world = await accountToErase()
    const known = new Map<string, Item[]>()
    // Every list answers as it was when it was first asked for.
    const lagging: Way = (table, now) =>
      indexedRows(
        {
          ...table,
          query: async (query) => {
            const page = await table.query(query)
            const name = `${query.index} ${query.partition}`
            if (!query.index) return page
            known.set(name, known.get(name) ?? page.items)
            return { ...page, items: known.get(name) ?? [] }
          },
        },
        now,
      )
    await world.erasing(undefined, lagging).run()
    const expected = await accountToErase()
    await expected.erasing().run()
    expect(withoutVersions(world.rest())).toEqual(withoutVersions(expected.rest()))
  })
})

describe('what an earlier release wrote', () => {
  /** Kinds of items that came after the traces, and have had theirs from the first release with them. */
  const alwaysTraced = ['CHORE#sweep-logo#', 'CHORE#sum-up-sales#', 'CONTACT#']
  /** Takes from every item what only this release writes. */
  const asBefore = async ({ table }: World) => {
    for (const item of table.all()) {
      if (alwaysTraced.some((kind) => String(item.PK).startsWith(kind))) continue
      if (String(item.ownerKey).startsWith('TRACES#'))
        await table.write(update(keyOf(item), { remove: ['ownerKey', 'ownerSort'], when: 'present' }))
      // Favourites that were sent have had theirs from the first release with them.
      if (String(item.sellerKey).startsWith('REPORTER#') && String(item.PK).startsWith('REPORT#'))
        await table.write(update(keyOf(item), { remove: ['sellerKey', 'sellerSort'], when: 'present' }))
      if (String(item.PK).startsWith('CHORE#clear-gallery')) await table.write(remove(keyOf(item), 'always'))
    }
  }
  const left = ({ table }: World) => {
    const walk = traceWalk(table)
    return table.all().filter(walk.isLacking).map(keyOf)
  }
  const inOrder = ({ table }: World) => table.all().toSorted((a, b) => (`${a.PK} ${a.SK}` < `${b.PK} ${b.SK}` ? -1 : 1))

  test('is not found by the index, is counted, and is found once it is completed', async () => {
    const world = await accountToErase()
    expect(left(world)).toEqual([])
    // Its gallery's chore has been done by then.
    await world.photos.removeAll(galleryIdOf(3), world.now())
    const expected = inOrder(world).filter(({ PK }) => !String(PK).startsWith('CHORE#clear-gallery'))
    await asBefore(world)
    expect(left(world).length).toBeGreaterThan(8)

    for (let round = 0; round < 2; round++) {
      const walk = traceWalk(world.table)
      let completed = 0
      for (const item of inOrder(world)) if (await walk.complete(item)) completed += 1
      expect(completed > 0).toBe(round === 0)
      expect(left(world)).toEqual([])
    }
    expect(inOrder(world)).toEqual(expected)
    await world.erasing().run()
    expect(keysWith(world.rest().items, 'Words')).toEqual([])
    expect(left(world)).toEqual([])
  })

  test('is found by reading the whole table until then', async () => {
    const world = await accountToErase()
    await asBefore(world)
    await world.erasing(undefined, wholeTable(world.table.all)).run()
    expect(keysWith(world.rest().items, 'Words')).toEqual([])
  })

  test('does not overwrite where a photo is by now', async () => {
    const { table } = await accountToErase()
    const item = table.stored(`PHOTO#${photoIdOf(4)}`, 'PHOTO') ?? {}
    const { ownerKey: _, ownerSort: __, ...before } = item
    await table.write(put({ ...before, ...keyOf(item), ownerKey: 'elsewhere', ownerSort: '0' }, 'always'))
    await traceWalk(table).complete(before)
    expect(table.stored(`PHOTO#${photoIdOf(4)}`, 'PHOTO')).toMatchObject({ ownerKey: 'elsewhere' })
  })

  test('whether all of it is completed is remembered', async () => {
    const { table, now } = await accountToErase()
    const layout = traceLayoutStore(table, now)
    expect(await layout.isComplete()).toBe(false)
    await layout.setComplete()
    expect(await layout.isComplete()).toBe(true)
  })
})
