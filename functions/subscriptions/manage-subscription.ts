import type { Operation } from '#functions/shared/http/operation.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import type { api } from '#schema/api/all.ts'
import { AppError } from '#schema/errors.ts'
import type { Billing } from './billing.ts'
import type { CustomerOf } from './customer.ts'

type Parts = { customerOf: CustomerOf; billing: Pick<Billing, 'portalPage'>; throttle: Pick<Throttle, 'count'> }

/** The card provider's portal; it is empty for who never subscribed. */
export const manageSubscription =
  ({ customerOf, billing, throttle }: Parts): Operation<typeof api.subscriptions.endpoints.manage> =>
  async ({ caller: { userId } }) => {
    await throttle.count('subscriptionPagesPerUser', userId)
    const customerId = await customerOf(userId)
    const url =
      (await billing.portalPage(customerId)) ?? (await billing.portalPage(await customerOf(userId, customerId)))
    if (url === undefined) throw new AppError('unavailable')
    return { url }
  }
