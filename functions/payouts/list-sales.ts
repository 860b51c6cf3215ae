import * as z from 'zod'
import type { EarningStore } from '#functions/payments/earning-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { Signer } from '#functions/shared/signing/signer.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import type { api } from '#schema/api/all.ts'
import type { PayoutName, Sale } from '#schema/api/payouts.ts'
import { Buckets, type Earning } from '#schema/entities/earning.ts'
import { AppError } from '#schema/errors.ts'
import type { PayoutId, UserId } from '#schema/ids.ts'
import { Timestamp } from '#schema/text.ts'
import { soldName } from '#schema/web-size.ts'
import { payoutName } from './get-payout.ts'
import type { PayoutStore } from './payout-store.ts'

type Parts = {
  earnings: Pick<EarningStore, 'listOfSeller'>
  payouts: Pick<PayoutStore, 'findMany'>
  signer: Signer
}

/**
 * The last sale that was shown. The table's own place would hold the order's id, which is the buyer's secret, and a
 * cursor is signed but can be read.
 */
const Place = z.object({ list: z.string(), paidAt: Timestamp, orderNumber: z.string() })
type Place = z.infer<typeof Place>

/** A photographer's sales, newest first: the open wallet. */
export const listSales =
  ({ earnings, payouts, signer }: Parts): Operation<typeof api.payouts.endpoints.sales> =>
  async ({ query, caller }) => {
    const list = `sales:${caller.userId}`
    const { limit: perPage } = query
    const place = query.cursor === undefined ? undefined : await signer.read('cursor', query.cursor, Place)
    if (query.cursor !== undefined && place?.list !== list) throw new AppError('invalid_cursor')

    /** Begins at the minute of the last sale shown and skips up to it; one more than a page tells if there is another. */
    const pageAfter = async (sellerId: UserId, from: Place | undefined): Promise<Earning[]> => {
      const kept: Earning[] = []
      let isBehind = from === undefined
      const range = { limit: perPage + 2, ...(from && { until: from.paidAt }) }
      for await (const page of eachPage((after) => earnings.listOfSeller(sellerId, { ...range, after }))) {
        for (const earning of page.earnings) {
          if (isBehind || earning.paidAt !== from?.paidAt) kept.push(earning)
          else isBehind = earning.orderNumber === from.orderNumber
        }
        if (kept.length > perPage) break
      }
      return kept
    }

    const found = await pageAfter(caller.userId, place)
    const shown = found.slice(0, perPage)
    const last = shown.at(-1)
    const paid = await payouts.findMany(shown.flatMap((earning) => payoutIdOf(earning) ?? []))
    const names = new Map(paid.map((payout) => [payout.id, payoutName(payout)]))
    return {
      items: shown.map((earning) => saleOf(earning, names)),
      ...(found.length > perPage &&
        last && {
          nextCursor: await signer.sign('cursor', { list, paidAt: last.paidAt, orderNumber: last.orderNumber }),
        }),
    }
  }

/** The payout that it left in last. */
const payoutIdOf = ({ lines }: Earning): PayoutId | null =>
  lines.findLast(({ state }) => state !== 'rejected' && state !== 'given_back')?.payoutId ?? null

const saleOf = (earning: Earning, names: ReadonlyMap<PayoutId, PayoutName>): z.input<typeof Sale> => ({
  ...Buckets.parse(earning),
  orderNumber: earning.orderNumber,
  photoTitles: earning.photos.map(({ title, as }) => soldName(title, as)),
  morePhotos: earning.morePhotos,
  paidAt: earning.paidAt,
  grossPence: earning.grossPence,
  feePence: earning.feePence,
  sharePence: earning.amountPence,
  returnedPence: earning.returnedPence,
  state: saleState(earning),
  clearsAt: earning.releaseAt,
  ...payoutOf(earning, names),
})

const payoutOf = (earning: Earning, names: ReadonlyMap<PayoutId, PayoutName>) => {
  const payoutId = payoutIdOf(earning)
  return { payoutId, payout: (payoutId && names.get(payoutId)) ?? null }
}

/** Where the share is, in one word; the most urgent one when it is in several places. */
const saleState = (earning: Earning): z.input<typeof Sale>['state'] => {
  if (earning.amountPence > 0 && earning.amountPence - earning.reversedPence === 0) return 'reversed'
  if (earning.disputedPence > 0 || earning.frozen) return 'disputed'
  if (earning.reservedPence > 0) return 'paying'
  if (earning.pendingPence > 0) return 'pending'
  if (earning.paidPence > 0 && earning.availablePence <= 0) return 'paid'
  return 'available'
}
