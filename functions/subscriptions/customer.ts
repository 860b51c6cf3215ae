import { pointerPut } from '#functions/payments/pointer-store.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import { AppError } from '#schema/errors.ts'
import type { UserId } from '#schema/ids.ts'
import type { Billing } from './billing.ts'

type Parts = { profiles: ProfileStore; billing: Pick<Billing, 'createCustomer'> }

/** The photographer's customer at the card provider, made on first use. @throws AppError `unavailable` */
export type CustomerOf = (userId: UserId) => Promise<string>

/** The key is the photographer's: two tabs, or a lost answer, make one customer. */
export const customerOf =
  ({ profiles, billing }: Parts): CustomerOf =>
  async (userId) => {
    const { email, stripeCustomerId, version } = await profiles.get(userId)
    if (stripeCustomerId !== null) return stripeCustomerId
    const answer = await billing.createCustomer({ userId, email }, `cus:${userId}`)
    if (answer.kind !== 'done') throw new AppError('unavailable')
    const { id } = answer.value
    try {
      await profiles.save(userId, { stripeCustomerId: id }, { version, alongside: [pointerPut(id, { userId })] })
      return id
    } catch (error) {
      const saved = (await profiles.get(userId)).stripeCustomerId
      if (saved === null) throw error
      return saved
    }
  }
