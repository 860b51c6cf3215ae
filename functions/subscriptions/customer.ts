import { pointerPut } from '#functions/orders/pointer-writes.ts'
import { type RefusedKeyStore, underCountedKey } from '#functions/payments/refused-key-store.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import { AppError } from '#schema/errors.ts'
import type { UserId } from '#schema/ids.ts'
import type { Billing } from './billing.ts'

type Parts = { profiles: ProfileStore; billing: Pick<Billing, 'createCustomer'>; refused: RefusedKeyStore }

/**
 * The photographer's customer at the card provider, made on first use, and anew in place of one that the provider says is
 * gone (deleted there, or of its other mode). @throws AppError `unavailable`
 */
export type CustomerOf = (userId: UserId, goneId?: string) => Promise<string>

/** The key is the photographer's and names the one that is gone: two tabs, or a lost answer, make one customer. */
export const customerOf =
  ({ profiles, billing, refused }: Parts): CustomerOf =>
  async (userId, goneId) => {
    const { email, stripeCustomerId, version } = await profiles.get(userId)
    if (stripeCustomerId !== null && stripeCustomerId !== goneId) return stripeCustomerId
    const wanted = { userId, made: 'customer', key: customerKey(userId, stripeCustomerId) } as const
    const answer = await underCountedKey(refused)(wanted, (key) => billing.createCustomer({ userId, email }, key))
    if (answer.kind !== 'done') throw new AppError('unavailable')
    const { id } = answer.value
    try {
      await profiles.save(userId, { stripeCustomerId: id }, { version, alongside: [pointerPut(id, { userId })] })
      return id
    } catch (error) {
      const saved = (await profiles.get(userId)).stripeCustomerId
      if (saved === null || saved === goneId) throw error
      return saved
    }
  }

const customerKey = (userId: UserId, goneId: string | null): string =>
  goneId === null ? `cus:${userId}` : `cus:${userId}:after:${goneId}`
