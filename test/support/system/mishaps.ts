import type { Earning } from '#schema/entities/earning.ts'
import type { MarketYear, Mishap } from './market-year.ts'

const dayMs = 86_400_000

/** Everything that has to be repaid, or may have to be, in the year before `today`: each befalls a share of its own. */
export const mishapsOfAYear = (today: Date): Mishap[] => {
  const met = new Set<string>()
  const inDays = (days: number) => new Date(today.getTime() + days * dayMs)
  /** The newest share of somebody with a payout account that is as wanted, and that nothing has befallen. */
  const newest = async (year: MarketYear, isWanted: (share: Earning) => boolean) => {
    const sellers = new Set(await year.readySellers())
    const share = (await year.shares())
      .filter(({ sellerId, chargeId }) => sellers.has(sellerId) && chargeId !== null && !met.has(chargeId))
      .filter((each) => each.returnedPence === 0 && !each.frozen && isWanted(each))
      .toSorted((a, b) => a.paidAt.localeCompare(b.paidAt))
      .at(-1)
    if (!share?.chargeId) return undefined
    met.add(share.chargeId)
    return { charge: share.chargeId, grossPence: share.grossPence }
  }
  const isPaid = ({ paidPence }: Earning) => paidPence > 0
  const isUnpaid = ({ pendingPence, availablePence }: Earning) => pendingPence + availablePence > 0
  const disputes = new Map<string, string>()
  const dispute = (name: string, days: number, stage: 'warning_needs_response' | 'funds_withdrawn'): Mishap => ({
    at: inDays(days),
    name: `${name} begins`,
    befall: async (year) => {
      const share = await newest(year, isPaid)
      if (!share) return false
      const { id } = await year.system.stripe.control.createDispute({ charge: share.charge, stage })
      disputes.set(name, id)
      return true
    },
  })
  const ends = (
    name: string,
    days: number,
    end: Omit<Parameters<MarketYear['system']['stripe']['control']['advanceDispute']>[0], 'dispute'>,
  ): Mishap => ({
    at: inDays(days),
    name: `${name} ends`,
    befall: async ({ system }) => {
      const dispute = disputes.get(name)
      if (dispute === undefined) return false
      await system.stripe.control.advanceDispute({ dispute, ...end })
      return true
    },
  })
  const refund = (
    name: string,
    days: number,
    { isWanted, part, comesBack }: { isWanted: (share: Earning) => boolean; part: number; comesBack?: true },
  ): Mishap => ({
    at: inDays(days),
    name,
    befall: async (year) => {
      const share = await newest(year, isWanted)
      if (!share) return false
      const amount = Math.floor(share.grossPence * part)
      const { id } = await year.stripe.refunds.create({ charge: share.charge, amount })
      await year.system.drainQueues()
      if (comesBack) await year.system.stripe.control.failRefund({ refund: id })
      return true
    },
  })
  return [
    refund('half of a sale is refunded before it was paid out', -270, { isWanted: isUnpaid, part: 0.5 }),
    refund('a sale is refunded after it was paid out', -240, { isWanted: isPaid, part: 1 }),
    dispute('an inquiry', -215, 'warning_needs_response'),
    ends('an inquiry', -195, { stage: 'warning_closed' }),
    dispute('a dispute that is lost', -180, 'funds_withdrawn'),
    ends('a dispute that is lost', -150, { stage: 'lost' }),
    dispute('a dispute that is won in part', -130, 'funds_withdrawn'),
    ends('a dispute that is won in part', -100, { stage: 'won', amountPence: 500 }),
    refund('a refund comes back from the buyer’s bank', -80, { isWanted: isPaid, part: 1, comesBack: true }),
    dispute('a dispute that is won', -60, 'funds_withdrawn'),
    ends('a dispute that is won', -40, { stage: 'won' }),
    refund('a part is refunded after it was paid out', -20, { isWanted: isPaid, part: 0.3 }),
  ]
}
