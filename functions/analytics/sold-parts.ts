import type { DiscountStore } from '#functions/orders/discount-store.ts'
import { partsTally, soldEarlier, soldWithout, soldWithSiteCode } from '#functions/payments/sold-by.ts'
import type { SoldDay } from '#functions/payments/sold-days.ts'
import type { SoldByCode, SoldByOffer } from '#schema/api/analytics.ts'
import type { SoldSums } from '#schema/entities/sold-day.ts'
import type { UserId } from '#schema/ids.ts'
import { earningsOfAll, revenueOfAll } from './sales-rules.ts'

type Sums = Readonly<Record<keyof SoldSums, number>>

const sumsOf = (days: readonly SoldDay[], name: 'byOffer' | 'byCode'): Map<string, Sums> => {
  const tally = partsTally()
  for (const day of days) for (const [part, sums] of Object.entries(day[name])) tally.add(part, sums)
  return new Map(Object.entries(tally.sum()))
}

const shown = (sums: Sums) => ({
  orderCount: sums.orderCount,
  paidPence: sums.grossPence,
  returnedPence: sums.returnedPence,
  revenuePence: revenueOfAll([sums]),
  earningsPence: earningsOfAll([sums]),
})

/** What was sold by each offer, those without a sale left out; in every window the parts sum to its revenue. */
export const soldByOffer = (days: readonly SoldDay[]): SoldByOffer[] => {
  const sums = sumsOf(days, 'byOffer')
  return (['alone', 'steps', 'whole', soldEarlier] as const).flatMap((offer) => {
    const own = sums.get(offer)
    return own ? [{ offer, ...shown(own) }] : []
  })
}

/** The same by code, own codes first, what sold most before the rest. Only the photographer's own codes have a word. */
export const soldByCode = async (
  { discounts }: { discounts: Pick<DiscountStore, 'listOf'> },
  seller: UserId,
  days: readonly SoldDay[],
): Promise<SoldByCode[]> => {
  const sums = sumsOf(days, 'byCode')
  const others = [
    [soldWithSiteCode, 'site'],
    [soldWithout, 'none'],
    [soldEarlier, 'earlier'],
  ] as const
  const own = [...sums].filter(([name]) => others.every(([other]) => other !== name))
  const words = new Map(
    own.length === 0 ? [] : (await discounts.listOf(seller)).map(({ codeHash, code }) => [codeHash, code]),
  )
  return [
    ...own
      .toSorted(([, a], [, b]) => b.grossPence - a.grossPence || b.orderCount - a.orderCount)
      .map(([hash, each]) => ({ kind: 'own' as const, code: words.get(hash) ?? null, ...shown(each) })),
    ...others.flatMap(([name, kind]) => {
      const each = sums.get(name)
      return each ? [{ kind, code: null, ...shown(each) }] : []
    }),
  ]
}
