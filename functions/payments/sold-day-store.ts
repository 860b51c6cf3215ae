import * as z from 'zod'
import { chunks } from '#functions/shared/table/chunks.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import type { Item, Key, Table } from '#functions/shared/table/writes.ts'
import { is, put, update } from '#functions/shared/table/writes.ts'
import { afterHours, epochSeconds } from '#functions/shared/time/clock.ts'
import { DayChanges, KeptDay, SoldDayLayout } from '#schema/entities/sold-day.ts'
import type { UserId } from '#schema/ids.ts'
import { soldDayKeys } from './sold-day-writes.ts'
import type { SoldDay, SoldPhoto } from './sold-days.ts'

/** Days, as `2030-06-14`, both included. */
export type DaySpan = { readonly from: string; readonly to: string }

/** A photo is at most 70 letters, so that a part is below DynamoDB's 400 kB an item. */
const photosAPart = 5_000
/** A year's window and some weeks. Later the day is made again from its sales, if anybody asks. */
const keptDays = 400
const layout = SoldDayLayout.value
/** Queries of one answer that run side by side, each for so many days. */
const daysAQuery = 31

/** An older release may write one of its own beside sums of this one while both run. */
const PhotosPart = z.object({
  day: z.iso.date(),
  part: z.int().min(0),
  madeOf: z.int().min(0),
  layout: SoldDayLayout,
  photos: z.string(),
})

/** What a day's photos sold, some thousands an item. */
const photosKey = (sellerId: UserId, day: string, part: number): Key => ({
  PK: soldDayKeys.day(sellerId, day).PK,
  SK: `PHOTOS#${day}#${String(part).padStart(3, '0')}`,
})

/**
 * A photo as a line of text: id, how often it sold, what its photographer earned, when it last sold, in milliseconds of
 * the day, and what buyers paid. Releases before that last one read the four in front of it.
 * A list of maps would be three times as large, and a year of a million sales is some millions of lines.
 */
const lineOf = (day: string, { photoId, soldCount, earningsPence, lastSoldAt, revenuePence }: SoldPhoto): string =>
  [photoId, soldCount, earningsPence, lastSoldAt - Date.parse(day), revenuePence].join(',')

const photoOf = (dayStart: number, line: string): SoldPhoto => {
  const [photoId = '', soldCount, earningsPence, ms, revenuePence] = line.split(',')
  return {
    photoId,
    soldCount: Number(soldCount),
    revenuePence: Number(revenuePence),
    earningsPence: Number(earningsPence),
    lastSoldAt: dayStart + Number(ms),
  }
}

/** What a seller sold by UTC day: kept sums, each of which can be made again from its sales. */
export const soldDayStore = (table: Table) => {
  const read = async (sellerId: UserId, [first, last]: readonly [string, string]): Promise<Item[]> => {
    const { PK: partition } = soldDayKeys.day(sellerId, '')
    const found: Item[] = []
    const pages = eachPage((after) => table.query({ partition, sort: { between: [first, last] }, after }))
    for await (const page of pages) found.push(...page.items)
    return found
  }

  /** Those whose sums hold, by day: what only changed since is not among them. */
  const heads = async (sellerId: UserId, { from, to }: DaySpan): Promise<Map<string, KeptDay>> => {
    const keys = [soldDayKeys.day(sellerId, from).SK, soldDayKeys.day(sellerId, to).SK] as const
    const days = (await read(sellerId, keys)).flatMap((item) => KeptDay.safeParse(item).data ?? [])
    return new Map(days.filter(({ madeOf, changes }) => madeOf === changes).map((day) => [day.day, day]))
  }

  return {
    /** The days of which nothing needs to be added up. */
    async listKept(sellerId: UserId, span: DaySpan): Promise<ReadonlySet<string>> {
      return new Set((await heads(sellerId, span)).keys())
    },

    /** The sums of the days that are kept whole, by day. */
    async list(sellerId: UserId, span: DaySpan): Promise<Map<string, SoldDay>> {
      const known = [...(await heads(sellerId, span)).values()]
      const found = await Promise.all(chunks(known, daysAQuery).map((days) => whole(sellerId, days)))
      return new Map(found.flat().map((day) => [day.day, day]))
    },

    /** Consistent: asked before a day's sales are read, it tells whether they changed meanwhile. */
    async changesOf(sellerId: UserId, day: string): Promise<DayChanges> {
      return DayChanges.parse((await table.get(soldDayKeys.day(sellerId, day))) ?? {})
    },

    /**
     * Keeps a day's sums. Two that were made of the same changes are the same, so whoever is second changes nothing; what
     * was made before a change that has come since is not kept.
     */
    async keep(sellerId: UserId, { day, photos, ...sums }: SoldDay, madeOf: number): Promise<void> {
      const ttl = epochSeconds(afterHours(new Date(day), keptDays * 24))
      const parts = chunks(photos, photosAPart)
      for (const [part, some] of parts.entries()) {
        const lines = some.map((photo) => lineOf(day, photo)).join('\n')
        const item = { ...photosKey(sellerId, day, part), day, part, madeOf, layout, photos: lines, ttl }
        await table.write(put(item, { madeOf: is.absentOr(is.atMost(madeOf)) }))
      }
      await table.write(
        update(soldDayKeys.day(sellerId, day), {
          set: { day, ...sums, madeOf, layout, parts: parts.length, ttl },
          when: { changes: madeOf === 0 ? is.absent : is.equal(madeOf) },
        }),
      )
    },
  }

  /** A day whose parts are of another making is left out: it is made again. */
  async function whole(sellerId: UserId, days: readonly KeptDay[]): Promise<SoldDay[]> {
    const [first, last] = [days[0], days.at(-1)]
    if (!first || !last) return []
    const keys = [photosKey(sellerId, first.day, 0).SK, photosKey(sellerId, last.day, 999).SK] as const
    const parts = Map.groupBy(
      (await read(sellerId, keys)).flatMap((item) => PhotosPart.safeParse(item).data ?? []),
      ({ day }) => day,
    )
    return days.flatMap(({ day, madeOf, parts: count, orderCount, ...sums }) => {
      const own = (parts.get(day) ?? []).filter((each) => each.part < count && each.madeOf === madeOf)
      if (own.length < count) return []
      const start = Date.parse(day)
      const photos = own.flatMap((each) => each.photos.split('\n')).map((line) => photoOf(start, line))
      const { grossPence, returnedPence, amountPence, reversedPence, byOffer, byCode } = sums
      return [{ day, orderCount, grossPence, returnedPence, amountPence, reversedPence, byOffer, byCode, photos }]
    })
  }
}
export type SoldDayStore = ReturnType<typeof soldDayStore>
