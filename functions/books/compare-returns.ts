import type { ConvergeCharge } from '#functions/payments/converge-charge.ts'
import type { Payments } from '#functions/payments/payments.ts'
import { isBusy } from '#functions/shared/http/outage.ts'
import { describeError, type Log } from '#functions/shared/log/logger.ts'
import { goThrough, type ListPart } from './list-part.ts'

type Parts = { payments: Pick<Payments, 'listReturns'>; convergeCharge: ConvergeCharge; log: Log }

/**
 * Once a day: every charge of whose refunds or disputes Stripe told something in the last two weeks is looked at again, in
 * case its news were lost. A dispute ends months after it began, and a refund can come back weeks later.
 */
export const compareReturns = ({ payments, convergeCharge, log }: Parts) => {
  const lookAt = async (chargeId: string): Promise<boolean> => {
    try {
      await convergeCharge(chargeId)
      return true
    } catch (error) {
      if (isBusy(error)) throw error
      log.error('a charge could not be compared', { chargeId, ...describeError(error) })
      return false
    }
  }

  return async (part: ListPart): Promise<{ compared: number; failed: number; next?: string }> => {
    const compared = new Set<string>()
    let failed = 0
    const next = await goThrough(
      part,
      (after) => payments.listReturns(part.period, after),
      async ({ chargeIds }) => {
        for (const chargeId of chargeIds.filter((id) => !compared.has(id))) {
          compared.add(chargeId)
          if (!(await lookAt(chargeId))) failed++
        }
      },
    )
    return { compared: compared.size, failed, ...next }
  }
}
export type CompareReturns = ReturnType<typeof compareReturns>
