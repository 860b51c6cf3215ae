import type { BalanceStore } from '#functions/payments/balance-store.ts'
import type { EarningStore } from '#functions/payments/earning-store.ts'
import type { Bucket } from '#functions/payments/journal-entries.ts'
import type { JournalStore } from '#functions/payments/journal-store.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import type { Item } from '#functions/shared/table/writes.ts'
import { afterHours, afterMs, type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { Balance, Earning } from '#schema/entities/earning.ts'
import type { JournalEntry } from '#schema/entities/journal.ts'
import type { BooksReading, BucketSums, ShareSums } from '#schema/events/books.ts'
import type { UserId } from '#schema/ids.ts'
import { sumPence } from '#schema/money.ts'
import { checkSent, type MadeTransfers, sharesOf } from './compare-transfers.ts'
import { availableAfter, nothingAvailable } from './debts.ts'
import { broughtBy, checkEntry, checkLines, checkSums, mapBuckets, type Violation } from './standing-checks.ts'

/** How much is read at once: shares a period, and shares and entries a page. */
export type ReadSizes = { readonly period: number; readonly page: number }
/**
 * 20,000 shares are some four seconds of a function. A message takes 256 kB (docs.aws.amazon.com, "Amazon SQS message
 * quotas"), a period 250 B of it: 20 million sales of one photographer.
 */
const ofNight: ReadSizes = { period: 20_000, page: 500 }

export type ReadParts = {
  balances: Pick<BalanceStore, 'get'>
  earnings: Pick<EarningStore, 'find' | 'getMany' | 'listOfSeller'>
  journal: Pick<JournalStore, 'listOfSeller'>
  now: Clock
  sizes?: ReadSizes
}
type Asked = { made?: MadeTransfers | undefined; hasTime?: () => boolean; begun?: BooksReading | undefined }
/** What was found wrong, and what the books come to or how far they were read. */
export type BooksRead = { readonly violations: Violation[] } & (
  | { readonly kind: 'begun'; readonly reading: BooksReading }
  | {
      readonly kind: 'read'
      readonly isWrong: boolean
      readonly negativeSince: string | null
      readonly saleCount: number
      readonly hasWords: boolean
    }
)

/**
 * A write that was said to happen at a moment is in the journal at most so much later: no function lives longer than 15
 * minutes (docs.aws.amazon.com, "Lambda quotas"). Before that, entries are only ever behind each other.
 */
const writtenWithinHours = 1
/** Sales that come in while sums are compared make them differ; so often they are made again. */
const mostTries = 5
const beginning = '1970-01-01T00:00:00.000Z'

const noBuckets = mapBuckets(() => 0)
const plus = (a: Readonly<Record<Bucket, number>>, b: Readonly<Record<Bucket, number>>): BucketSums =>
  mapBuckets((name) => sumPence([a[name], b[name]]))

/**
 * One seller's balance against all of their shares, their whole journal and, if given, what Stripe sent lately, in as many
 * parts as it takes (docs/decisions/0134-books-longer-than-a-function.md). Shares are read first and summed by period; the
 * journal says which of them changed since, and those periods are read again. What is compared in the end belongs to one
 * moment: the balance is the same before and after.
 */
export const readBooks = (parts: ReadParts) => {
  const { balances, earnings, journal, now, sizes = ofNight } = parts
  const sent = checkSent(parts)

  return async (sellerId: UserId, { made, hasTime = () => true, begun }: Asked = {}): Promise<BooksRead> => {
    const found = new Map<string, Violation>()
    const report = (violations: readonly Violation[]): void => {
      for (const each of violations) found.set(`${each.rule} ${each.subject} ${each.found}`, each)
    }
    const lookAtShare = async (share: Earning): Promise<void> => {
      if (checkLines(share).length === 0) return
      // The index may be behind the share.
      const fresh = await earnings.find(share)
      if (fresh) report(checkLines(fresh))
    }
    const lookAtEntries = async (entries: readonly JournalEntry[]): Promise<void> => {
      report(entries.flatMap((entry) => checkEntry(sellerId, entry)))
      if (!made || (await sent(sellerId, entries, made)).length === 0) return
      report(await sent(sellerId, entries, made))
    }

    /** The shares from a time until another, or the newest of them that make a period. */
    const readPeriod = async (until: string | undefined, from?: string): Promise<ShareSums & { hasWords: boolean }> => {
      let buckets = noBuckets
      let [count, amountPence, oldest, hasWords] = [0, sumPence([]), beginning, false]
      const read = (after?: Item) =>
        earnings.listOfSeller(sellerId, {
          ...{ after, limit: sizes.page },
          ...(until !== undefined && { until }),
          ...(from !== undefined && { from }),
        })
      for await (const page of eachPage(read)) {
        for (const share of page.earnings) {
          // Sales of one moment are in one period.
          const isFull = from === undefined && count >= sizes.period && share.paidAt !== oldest
          if (isFull) return { from: oldest, count, amountPence, buckets, hasWords }
          await lookAtShare(share)
          buckets = plus(buckets, share)
          amountPence = sumPence([amountPence, share.amountPence])
          hasWords ||= share.photos.some(({ title }) => title !== '')
          oldest = share.paidAt
          count++
        }
      }
      return { from: from ?? beginning, count, amountPence, buckets, hasWords }
    }

    const readNextPeriod = async (reading: BooksReading): Promise<BooksReading> => {
      const { hasWords, ...sums } = await readPeriod(endOf(reading.periods, reading.periods.length))
      return {
        ...reading,
        periods: [...reading.periods, sums],
        hasAllShares: sums.from === beginning,
        hasWords: reading.hasWords || hasWords,
      }
    }

    const readJournal = (after: Item | undefined) => journal.listOfSeller(sellerId, { after, limit: sizes.page })
    type JournalPage = Awaited<ReturnType<typeof readJournal>>
    /** Another page of the journal, if everything in it was there before the shares were read, and no entry can join it. */
    const closePage = (reading: BooksReading, { entries, next }: JournalPage): BooksReading | undefined => {
      const last = entries.at(-1)
      const closedBefore = stamp(afterHours(new Date(reading.begunAt), -writtenWithinHours))
      if (!next || !last || last.at >= closedBefore) return undefined
      const after = { PK: String(next.PK), SK: String(next.SK) }
      return { ...reading, journal: { ...withEntries(sellerId, reading.journal, entries), after } }
    }

    /** The journal from where nothing is closed; `first` is its first page where that was read just now. */
    const readRest = async ({ journal: closed }: BooksReading, first?: JournalPage): Promise<JournalEntry[]> => {
      const entries = first ? [...first.entries] : []
      if (first && !first.next) return entries
      for await (const page of eachPage(readJournal, first?.next ?? closed.after)) entries.push(...page.entries)
      return entries
    }

    /** Reads again the newest period, and each that has a share that any of these entries moved. */
    const refreshed = async (reading: BooksReading, entries: readonly JournalEntry[]): Promise<BooksReading> => {
      const { periods } = reading
      const changed = new Set([0])
      if (periods.length > 1) {
        for (const { paidAt } of (await sharesOf(earnings, sellerId, entries)).values()) {
          changed.add(periods.findIndex(({ from }) => from <= paidAt))
        }
      }
      const fresh: ShareSums[] = []
      for (const [index, period] of periods.entries()) {
        const { hasWords: _, ...sums } = changed.has(index)
          ? await readPeriod(endOf(periods, index), period.from)
          : { ...period, hasWords: false }
        fresh.push(sums)
      }
      return { ...reading, periods: fresh }
    }

    /**
     * Compares the sums until they are those of one moment.
     * @param first The rest of the journal's first page, where everything was read just now: most books agree as they are.
     */
    const compare = async (read: BooksReading, first: JournalPage | undefined) => {
      let [reading, differed] = [read, 0]
      for (let tries = 0; ; tries++) {
        const isFirst = tries === 0 && first !== undefined
        const before = await balances.get(sellerId)
        const rest = await readRest(reading, isFirst ? first : undefined)
        if (!isFirst) reading = await refreshed(reading, rest)
        const isStill = isFirst || (await balances.get(sellerId)).version === before.version
        const whole = withEntries(sellerId, reading.journal, rest)
        const differences = checkSums(sumsOf(before, reading.periods, whole.buckets))
        if (isStill && differences.length > 0) differed++
        // What differs is compared twice: an index may be behind.
        const isSettled = isStill && (differences.length === 0 || differed > 1)
        if (isSettled || tries === mostTries) return { reading, rest, differences, available: whole.available }
      }
    }

    const begin = (): BooksReading => ({
      begunAt: stamp(now()),
      isAgain: false,
      isWrong: false,
      periods: [],
      hasAllShares: false,
      hasWords: false,
      journal: { buckets: noBuckets, available: nothingAvailable },
    })
    let reading = begun ?? begin()
    let isFresh = begun === undefined
    for (;;) {
      let open: JournalPage | undefined
      if (!reading.hasAllShares) reading = await readNextPeriod(reading)
      else {
        const page = await readJournal(reading.journal.after)
        const closed = closePage(reading, page)
        if (closed) {
          await lookAtEntries(page.entries)
          reading = closed
        } else open = page
      }
      if (open) {
        const { rest, differences, available, reading: read } = await compare(reading, isFresh ? open : undefined)
        await lookAtEntries(rest)
        const violations = () => [...found.values(), ...differences]
        // A sale that was heard of late is behind what was read, and no entry says so.
        if (differences.length > 0 && reading.periods.length > 1 && !reading.isAgain) {
          reading = { ...begin(), isAgain: true, isWrong: reading.isWrong }
          isFresh = false
        } else {
          return {
            kind: 'read',
            violations: violations(),
            isWrong: reading.isWrong || violations().length > 0,
            negativeSince: available.negativeSince,
            saleCount: read.periods.reduce((sum, { count }) => sum + count, 0),
            hasWords: read.hasWords,
          }
        }
      }
      if (!hasTime()) {
        const isWrong = reading.isWrong || found.size > 0
        return { kind: 'begun', violations: [...found.values()], reading: { ...reading, isWrong } }
      }
    }
  }
}

/** The last moment of a period: one before the next begins, and none for the newest. */
const endOf = (periods: readonly ShareSums[], index: number): string | undefined => {
  const later = periods[index - 1]
  return later && stamp(afterMs(new Date(later.from), -1))
}

const withEntries = (sellerId: UserId, read: BooksReading['journal'], entries: readonly JournalEntry[]) => ({
  ...read,
  buckets: plus(read.buckets, broughtBy(sellerId, entries)),
  available: availableAfter(sellerId, read.available, entries),
})

/** A sale's entry is beside its order: its leg of a seller is the whole share, into the hold. */
const sumsOf = (balance: Balance, periods: readonly ShareSums[], journal: BucketSums) => {
  const buckets = periods.reduce((sum, period) => plus(sum, period.buckets), noBuckets)
  const amountPence = sumPence(periods.map((period) => period.amountPence))
  return {
    balance,
    shares: { ...buckets, amountPence },
    journal: plus(journal, { ...noBuckets, pendingPence: amountPence }),
  }
}
