import * as z from 'zod'
import { ChoreKind, choreKeys } from '#functions/chores/chore-writes.ts'
import { countKeys } from '#functions/galleries/count-keys.ts'
import { downloadKeys } from '#functions/galleries/download-store.ts'
import { galleryKeys } from '#functions/galleries/gallery-keys.ts'
import { photoKeys } from '#functions/galleries/photo-writes.ts'
import { outboxKeys } from '#functions/mail/outbox.ts'
import { discountKeys } from '#functions/orders/discount-writes.ts'
import { orderKeys } from '#functions/orders/order-writes.ts'
import { earningKeys } from '#functions/payments/earning-writes.ts'
import { soldDayKeys } from '#functions/payments/sold-day-writes.ts'
import { profileKeys } from '#functions/profiles/profile-store.ts'
import { chunks } from '#functions/shared/table/chunks.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import { workShards } from '#functions/shared/table/shards.ts'
import { traceKeys } from '#functions/shared/table/traces.ts'
import { type Item, type Key, keyOf, type Query, type Table } from '#functions/shared/table/writes.ts'
import { afterHours, type Clock, dayOf, stamp } from '#functions/shared/time/clock.ts'
import { contactKeys } from '#functions/visitors/contact-keys.ts'
import { GalleryId, OrderId, type UserId } from '#schema/ids.ts'
import { formerPhotographer } from './former-photographer.ts'
import { type FoundRow, type Person, type PersonalRows, rowsOf, spellingsOf } from './personal-rows.ts'

/** Passes over the lists; each but the first finds what came or was missed meanwhile, and the last one nothing. */
const mostPasses = 10
/** Items of a batch read (DynamoDB's limit), and so of a group. */
const readAtOnce = 100
/** Queries that run side by side. */
const queriesAtOnce = 10
/** Counts of a day have a `ttl` of 60 days, DynamoDB removes late, and a message may lie in two queues for a month. */
const daysOfCounts = 120

/**
 * A person's rows by the indexes: the requests depend on what is theirs, whatever else the table holds. What is dealt with
 * leaves the index, so whatever breaks off goes on where it stopped. Whatever leads to other rows comes after them: a
 * gallery after its photos, the first line of an order after the others, the list of codes after the codes.
 */
export const indexedRows = (table: Table, now: Clock): PersonalRows =>
  async function* (person) {
    for (let pass = 1; pass <= mostPasses; pass++) {
      let isNothingLeft = true
      for await (const items of candidates(table, person, now())) {
        const found = rowsOf(items, person).filter(isToDo)
        // An index lags: on a further pass only what is still there as it was listed counts.
        const rows = pass === 1 ? found : await stillListed(table, found, person)
        if (rows.length === 0) continue
        isNothingLeft = false
        yield rows
      }
      if (isNothingLeft) return
    }
    throw new Error(`After ${mostPasses} passes something of the account is still there.`)
  }

/** Shares, lines and the balance stay where they are found, without words. */
const isToDo = ({ trace, item }: FoundRow): boolean => {
  if (trace.kind === 'share') return Array.isArray(item.photos) && item.photos.some(({ title }) => title !== '')
  if (trace.kind === 'line') return item.photographerName !== formerPhotographer || item.ownerKey !== undefined
  if (trace.kind === 'balance') return Held.safeParse(item.payoutHold).success
  return true
}

/** Payouts held, with words. */
const Held = z.object({ reason: z.string().min(1) })

const stillListed = async (table: Table, found: readonly FoundRow[], person: Person): Promise<FoundRow[]> => {
  const rows: FoundRow[] = []
  for (const some of chunks(found, readAtOnce)) {
    const listed = new Map(some.map(({ item }) => [`${item.PK} ${item.SK}`, item]))
    const present = (await table.getMany(some.map(({ item }) => keyOf(item)))).filter((item) => {
      const before = listed.get(`${item.PK} ${item.SK}`)
      return item.ownerKey === before?.ownerKey && item.sellerKey === before?.sellerKey
    })
    rows.push(...rowsOf(present, person).filter(isToDo))
  }
  return rows
}

async function* candidates(table: Table, person: Person, at: Date): AsyncGenerator<Item[]> {
  const { userId, email } = person
  const pages = (query: Query) => pagesOf(table, query)
  const read = (keys: readonly Key[]) => table.getMany(keys)
  yield* ownThings(table, userId)
  yield* traced(table, userId)
  yield* pages({ index: 'by-seller', partition: earningKeys.ofSeller(userId) })
  for (const spelling of spellingsOf(email)) {
    yield* pages({ index: 'by-seller', partition: traceKeys.sentFrom(spelling) })
  }

  for await (const listed of pages({ partition: discountKeys.ofOwner(userId, '').PK, consistent: true })) {
    for (const some of chunks(listed, readAtOnce))
      yield await read(some.map(({ codeHash }) => discountKeys.discount(String(codeHash))))
    yield listed
  }
  yield* pages({ partition: profileKeys.profile(userId).PK, consistent: true })
  yield* pages({ partition: downloadKeys.day(userId, '').PK, consistent: true })
  yield* pages({ partition: soldDayKeys.day(userId, '').PK, consistent: true })
  yield await read(ChoreKind.options.map((kind) => choreKeys.chore({ kind, subject: userId })))
  yield* countsOfDays(table, userId, at)
  // Last: the steps before may have left a mail.
  const waiting = [
    ...workShards.flatMap((shard) => [outboxKeys.shard(shard), outboxKeys.failed(shard)]),
    outboxKeys.aside,
  ]
  for (const partition of waiting) yield* pages({ partition, consistent: true })
}

/** The tallies of late days, each after the pages that lie beside it. */
async function* countsOfDays(table: Table, sellerId: UserId, at: Date): AsyncGenerator<Item[]> {
  const dayAgo = (days: number) => dayOf(stamp(afterHours(at, -24 * days)))
  const keys = Array.from({ length: daysOfCounts }, (_, days) => countKeys.tally({ sellerId, day: dayAgo(days) }))
  for (const some of chunks(keys, readAtOnce)) {
    const tallies = await table.getMany(some)
    for (const { PK } of tallies) {
      const beside = { beginsWith: countKeys.pagesSince('') }
      yield* pagesOf(table, { partition: String(PK), sort: beside, consistent: true })
    }
    yield tallies
  }
}

async function* pagesOf(table: Table, query: Query): AsyncGenerator<Item[]> {
  for await (const { items } of eachPage((after: Item | undefined) => table.query({ ...query, after }))) yield items
}

async function* ownThings(table: Table, userId: UserId): AsyncGenerator<Item[]> {
  for (const partition of [galleryKeys.ownedBy(userId), galleryKeys.deletedBy(userId)]) {
    for await (const page of pagesOf(table, { index: 'by-owner', partition })) {
      for (const item of page) {
        const gallery = String(item.PK).startsWith('GALLERY#') ? GalleryId.safeParse(item.id).data : undefined
        if (gallery) yield* photosOf(table, gallery)
        yield [item]
      }
    }
  }
}

async function* photosOf(table: Table, id: GalleryId): AsyncGenerator<Item[]> {
  for (const partition of [photoKeys.shownIn(id), photoKeys.hiddenIn(id)])
    yield* pagesOf(table, { index: 'by-owner', partition })
}

/** What stands in no other list, and what it leads to. */
async function* traced(table: Table, userId: UserId): AsyncGenerator<Item[]> {
  for await (const page of pagesOf(table, { index: 'by-owner', partition: traceKeys.of(userId) })) {
    for (const some of chunks(page, queriesAtOnce))
      yield (await Promise.all(some.flatMap((item) => [otherLines(table, item), visitsOf(table, item)]))).flat()
    for (const { kind, subject } of page) {
      if (kind === 'clear-gallery') yield* photosOf(table, GalleryId.parse(subject))
    }
    yield page
  }
}

/** The lines of an order beside the one that is in the index. */
const otherLines = async (table: Table, item: Item): Promise<Item[]> => {
  const orderId = String(item.PK).startsWith('ORDER#') ? OrderId.safeParse(item.orderId).data : undefined
  if (orderId === undefined) return []
  const { PK: partition } = orderKeys.order(orderId)
  const lines: Item[] = []
  for await (const page of pagesOf(table, { partition, sort: { beginsWith: orderKeys.lines }, consistent: true }))
    lines.push(...page)
  return lines.filter(({ SK, ownerKey }) => SK !== item.SK && ownerKey === undefined)
}

/** Where one of their visitors left an address. */
const visitsOf = async (table: Table, { PK, SK }: Item): Promise<Item[]> => {
  if (!String(PK).startsWith('CONTACT#') || String(SK).startsWith(contactKeys.visits)) return []
  const visits: Item[] = []
  const sort = { beginsWith: contactKeys.visits }
  for await (const page of pagesOf(table, { partition: String(PK), sort, consistent: true })) visits.push(...page)
  return visits
}
