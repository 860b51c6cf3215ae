import type { OrderStore } from '#functions/orders/order-store.ts'
import type { BalanceStore } from '#functions/payments/balance-store.ts'
import { balanceUnchanged } from '#functions/payments/balance-writes.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import { workShards } from '#functions/shared/table/shards.ts'
import { afterHours, type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { Wait } from '#schema/api/accounts.ts'
import type { UserId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import type { DeletionBlockers } from './deletion-blockers.ts'
import type { Erased, ErasedStore } from './erased-store.ts'

type Parts = {
  profiles: Pick<ProfileStore, 'find' | 'save'>
  erasures: ErasedStore
  balances: Pick<BalanceStore, 'get'>
  outstanding: DeletionBlockers
  orders: Pick<OrderStore, 'listOpen' | 'items'>
  now: Clock
}

export type Readiness =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'erased'; readonly erased: Erased }
  | { readonly kind: 'not_asked' }
  /** What was granted before the wish still lives: an upload's address, a token, a checkout. */
  | { readonly kind: 'too_early'; readonly from: string }
  | { readonly kind: 'waits'; readonly waitsFor: readonly Wait[]; readonly openCheckouts: number }
  | { readonly kind: 'ready'; readonly hasBegun: boolean }

/** Whether an account may be erased now. One whose erasure has begun may, whatever came meanwhile: half erased helps nobody. */
export const readinessOf =
  (parts: Parts) =>
  async (userId: UserId): Promise<Readiness> => {
    const { profiles, erasures, outstanding, now } = parts
    const profile = await profiles.find(userId)
    if (!profile) {
      const erased = await erasures.find(userId)
      return erased ? { kind: 'erased', erased } : { kind: 'unknown' }
    }
    if (profile.erasureBegunAt !== null) return { kind: 'ready', hasBegun: true }
    if (profile.deletionRequestedAt === null) return { kind: 'not_asked' }
    const from = afterHours(new Date(profile.deletionRequestedAt), limits.account.eraseAfterHours)
    if (now() < from) return { kind: 'too_early', from: stamp(from) }
    const waitsFor = await outstanding(userId)
    const openCheckouts = await countOpenCheckouts(parts, userId)
    if (waitsFor.length > 0 || openCheckouts > 0) return { kind: 'waits', waitsFor, openCheckouts }
    return { kind: 'ready', hasBegun: false }
  }

/** Orders with a photo of theirs that somebody may still pay. */
const countOpenCheckouts = async ({ orders, now }: Parts, userId: UserId): Promise<number> => {
  let found = 0
  for (const shard of workShards) {
    for await (const page of eachPage((after) => orders.listOpen(shard, { before: stamp(now()), after }))) {
      for (const orderId of page.orderIds) {
        const lines = await orders.items(orderId)
        if (lines.some(({ photographerId }) => photographerId === userId)) found += 1
      }
    }
  }
  return found
}

/**
 * The point of no return: from here on the account's tokens open nothing and the wish cannot be taken back. Refused when
 * wish or balance changed since they were looked at.
 * @throws AppError `changed_meanwhile`.
 */
export const beginErasure =
  (parts: Parts) =>
  async (userId: UserId): Promise<Readiness> => {
    const profile = await parts.profiles.find(userId)
    const balance = await parts.balances.get(userId)
    const readiness = await readinessOf(parts)(userId)
    if (readiness.kind !== 'ready' || readiness.hasBegun || !profile) return readiness
    await parts.profiles.save(
      userId,
      { erasureBegunAt: stamp(parts.now()) },
      { version: profile.version, alongside: [balanceUnchanged(balance)] },
    )
    return { kind: 'ready', hasBegun: true }
  }
