import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { allOf } from '#functions/shared/table/pages.ts'
import { dynamoTable } from '#functions/shared/table/table.ts'
import { type IndexName, type Item, type Key, put, remove, type SortRange } from '#functions/shared/table/writes.ts'
import { catalogueTime, iris, tableName } from '#test/support/costs/catalogue.ts'
import type { Visit, VisitName } from '#test/support/costs/visits.ts'

/**
 * The calls of the specification's section 7, ported as they stand to the same table: each entity is read and written
 * on its own, one after another, what is joined is read for each row, and lists that the browser sorts, filters or
 * searches are read whole. Nothing is checked, parsed, signed or throttled, so its processor time is a floor. It is
 * spared in two places: browsing by date asks for twelve galleries only, and what is joined is joined for the galleries
 * that are shown, not for all of them.
 */
export const plainPort = (client: DynamoDBClient): Partial<Record<VisitName, Visit>> => {
  const table = dynamoTable(tableName, client)
  const get = (PK: string, SK: string): Promise<Item | undefined> => table.get({ PK, SK })
  const gallery = (id: unknown) => get(`GALLERY#${id}`, 'GALLERY')
  const profile = (userId: unknown) => get(`USER#${userId}`, 'PROFILE')
  const photo = (id: unknown) => get(`PHOTO#${id}`, 'PHOTO')
  const save = (item: Item & Key) => table.write(put(item, 'always'))
  const change = async (item: Item | undefined, changed: Item) => {
    if (!item) throw new Error('There is nothing to change.')
    await save({ PK: String(item.PK), SK: String(item.SK), ...item, ...changed })
  }

  const list = async (question: { index?: IndexName; partition: string; sort?: SortRange; limit?: number }) => {
    const read = (after?: Item) => table.query({ ...question, newestFirst: true, ...(after && { after }) })
    return question.limit === undefined ? allOf(read, ({ items }) => items) : (await read()).items
  }
  const publicGalleries = (limit?: number) =>
    list({ index: 'public-by-newest', partition: 'PUBLIC', ...(limit !== undefined && { limit }) })
  const photosIn = (galleryId: unknown) => list({ index: 'by-owner', partition: `GALLERY#${galleryId}#SHOWN` })
  const galleriesOf = (userId: string) =>
    list({ index: 'by-owner', partition: `USER#${userId}`, sort: { beginsWith: 'GALLERY#' } })

  const withJoins = async (galleries: readonly Item[]) => {
    for (const each of galleries) {
      await profile(each.photographerId)
      await photosIn(each.id)
    }
  }
  const sortedPage = async (by: 'pricePence' | 'popularity' | 'createdAt', keep: (item: Item) => boolean) => {
    const all = await publicGalleries()
    const page = all.filter(keep).toSorted((a, b) => Number(a[by]) - Number(b[by]))
    await withJoins(page.slice(0, 12))
  }
  const every = () => true
  const isInRange = ({ pricePence }: Item) => Number(pricePence) >= 500 && Number(pricePence) <= 2_000
  const has =
    (word: string) =>
    ({ title }: Item) =>
      String(title).includes(word)

  let count = 0
  const next = () => String(++count).padStart(8, '0')
  const galleryId = iris.galleryIds[0]
  const { token, sessionId } = iris.proof
  const at = catalogueTime.toISOString()
  const simply =
    (run: () => Promise<unknown>): Visit =>
    async () =>
      run

  const count1 = async (mark: Key, field: string, by: number) => {
    await table.get(mark)
    await (by > 0 ? save({ ...mark, createdAt: at }) : table.write(remove(mark, 'always')))
    const found = await gallery(galleryId)
    await change(found, { [field]: Number(found?.[field]) + by })
    await gallery(galleryId)
  }
  const likeKey = (subject: string): Key => ({ PK: `GALLERY#${galleryId}`, SK: `LIKE#PLAIN#${subject}` })

  const proofSession = async () => {
    await get(`PROOFTOKEN#plain#${token}`, 'TOKEN')
    const session = await get(`PROOF#${sessionId}`, 'PROOF')
    await gallery(session?.galleryId)
    return list({ partition: `PROOF#${sessionId}`, sort: { beginsWith: 'PHOTO#' } })
  }

  const order = async (photoIds: readonly string[]): Promise<string> => {
    const orderId = `plain_${next()}`
    const photos: Item[] = []
    for (const id of photoIds) {
      const found = await photo(id)
      await gallery(found?.galleryId)
      if (found) photos.push(found)
    }
    const row = { PK: `ORDER#${orderId}`, SK: 'META', customerEmail: 'ada@example.com', createdAt: at }
    await save({ ...row, status: 'pending' })
    for (const [line, each] of photos.entries()) {
      await save({ PK: `ORDER#${orderId}`, SK: `ITEM#${line}`, photoId: each.id, galleryId: each.galleryId })
    }
    await save({ ...row, status: 'pending', sessionId: `cs_${orderId}` })
    return orderId
  }
  const orderWithPhotos = async (orderId: string) => {
    const found = await get(`ORDER#${orderId}`, 'META')
    const items = await list({ partition: `ORDER#${orderId}`, sort: { beginsWith: 'ITEM#' } })
    for (const item of items) {
      await photo(item.photoId)
      await gallery(item.galleryId)
    }
    return { found, items }
  }
  const confirmed = async (orderId: string) => {
    const { found, items } = await orderWithPhotos(orderId)
    await change(found, { status: 'completed' })
    for (const [line] of items.entries()) {
      await save({ PK: `ORDER#${orderId}`, SK: `EARN#${line}`, amountPence: 1_350 })
      const balance = await get(`PLAIN#${iris.userId}`, 'BALANCE')
      await save({
        PK: `PLAIN#${iris.userId}`,
        SK: 'BALANCE',
        pendingPence: Number(balance?.pendingPence ?? 0) + 1_350,
      })
    }
  }
  const { first, second, third } = iris.photoIds
  const ten = [...first.slice(0, 4), ...second.slice(0, 3), ...third.slice(0, 3)]

  return {
    'landing page': simply(async () => withJoins(await publicGalleries(3))),
    'browse newest': simply(async () => withJoins(await publicGalleries(12))),
    // Any other order, range or words are the same reads: what differs is done in the browser.
    'browse price_low': simply(() => sortedPage('pricePence', every)),
    'browse popular': simply(() => sortedPage('popularity', every)),
    'browse newest, £5 to £20': simply(() => sortedPage('createdAt', isInRange)),
    'search, one word': simply(() => sortedPage('createdAt', has(iris.word))),
    'gallery: its page': simply(async () => {
      const found = await gallery(galleryId)
      await profile(found?.photographerId)
    }),
    'gallery: first 20 photos': simply(() => photosIn(galleryId)),
    'gallery: whether liked': simply(() => table.get(likeKey('nobody'))),
    view: simply(() => count1({ PK: `VIEW#${galleryId}`, SK: `PLAIN#${next()}` }, 'viewCount', 1)),
    like: simply(() => count1(likeKey(next()), 'likeCount', 1)),
    unlike: async () => {
      const key = likeKey(next())
      await save(key)
      return () => count1(key, 'likeCount', -1)
    },
    portfolio: simply(async () => {
      await get(`SUBDOMAIN#${iris.pageName}`, 'OWNER')
      await profile(iris.userId)
      for (const each of await galleriesOf(iris.userId)) await photosIn(each.id)
    }),
    'portfolio: one gallery': simply(async () => {
      await get(`SUBDOMAIN#${iris.pageName}`, 'OWNER')
      await profile(iris.userId)
      for (const each of await galleriesOf(iris.userId)) await photosIn(each.id)
    }),
    'proof page': simply(async () => {
      for (const each of await proofSession()) await photo(each.photoId)
    }),
    'proof decision': simply(async () => {
      const proof = await get(`PROOF#${sessionId}`, `PHOTO#${first[0]}`)
      // The status stays: the session's counts, which ours keep, would no longer be right.
      await change(proof, { updatedAt: at })
      await proofSession()
    }),
    'checkout of 10 photos of 3 galleries': simply(() => order(ten)),
    'checkout of 2 photos that nobody has ordered before': simply(() => order(first.slice(0, 2))),
    'order confirmed': async () => {
      const orderId = await order(first.slice(0, 3))
      return () => confirmed(orderId)
    },
    'order seen again': async () => {
      const orderId = await order(first.slice(0, 3))
      return () => orderWithPhotos(orderId)
    },
    'dashboard overview': simply(async () => {
      for (const each of await galleriesOf(iris.userId)) await photosIn(each.id)
    }),
    'analytics of a year': simply(async () => {
      await get(`PLAIN#${iris.userId}`, 'BALANCE')
      const sales = await list({ index: 'by-seller', partition: `SELLER#${iris.userId}` })
      for (const sale of sales) await get(`ORDER#${sale.orderId}`, 'META')
      for (const each of await galleriesOf(iris.userId)) await photosIn(each.id)
      await list({ partition: `DOWNLOADS#${iris.userId}` })
      for (const id of first.slice(0, 5)) await photo(id)
    }),
  }
}
