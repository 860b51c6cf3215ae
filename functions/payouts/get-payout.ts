import type { EarningStore } from '#functions/payments/earning-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { api } from '#schema/api/all.ts'
import type { PayoutName } from '#schema/api/payouts.ts'
import type { Payout } from '#schema/entities/payout.ts'
import { AppError } from '#schema/errors.ts'
import { soldName } from '#schema/web-size.ts'
import type { PayoutStore } from './payout-store.ts'

type Parts = { payouts: Pick<PayoutStore, 'find'>; earnings: Pick<EarningStore, 'getMany'> }

/** What its photographer calls a payout: the mail about it says the same sum, on the same day. */
export const payoutName = ({ id, createdAt, closedAt, amountPence, sentPence }: Payout): PayoutName =>
  closedAt === null ? { id, at: createdAt, amountPence } : { id, at: closedAt, amountPence: sentPence }

/** One payout with what each of its sales came to; a stranger's is not found. */
export const getPayout =
  ({ payouts, earnings }: Parts): Operation<typeof api.payouts.endpoints.getPayout> =>
  async ({ params, caller }) => {
    const payout = await payouts.find(params.payoutId)
    if (payout?.sellerId !== caller.userId) throw new AppError('payout_not_found')
    const { orderIds, sellerId, state } = payout
    const shares = await earnings.getMany(orderIds.map((orderId) => ({ orderId, sellerId })))
    const sales = shares.flatMap(({ orderNumber, photos, morePhotos, paidAt, lines }) =>
      lines
        .filter((line) => line.payoutId === payout.id)
        .map((line) => ({
          orderNumber,
          photoTitles: photos.map(({ title, as }) => soldName(title, as)),
          morePhotos,
          paidAt,
          amountPence: line.amountPence,
          isUnsent: line.state === 'rejected' || line.state === 'given_back',
        })),
    )
    return { ...payoutName(payout), state, sales: sales.toSorted((a, b) => a.paidAt.localeCompare(b.paidAt)) }
  }
