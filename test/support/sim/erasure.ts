import { beginErasure } from '#functions/accounts/begin-erasure.ts'
import { deletionBlockersOf } from '#functions/accounts/deletion-blockers.ts'
import { eraseAccount } from '#functions/accounts/erase-account.ts'
import { erasureStore } from '#functions/accounts/erasure-store.ts'
import { indexedRows } from '#functions/accounts/indexed-row-store.ts'
import { galleryStore } from '#functions/galleries/gallery-store.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { orderFileStore } from '#functions/orders/order-file-store.ts'
import { orderStore } from '#functions/orders/order-store.ts'
import { balanceStore } from '#functions/payments/balance-store.ts'
import { earningStore } from '#functions/payments/earning-store.ts'
import { profileStore } from '#functions/profiles/profile-store.ts'
import { proofStore } from '#functions/proofing/proof-store.ts'
import type { UserId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import type { MoneyWorld } from '#test/support/payments/money-world.ts'

/**
 * A photographer closes the account, and support erases it once its time has come and nothing is due.
 * @returns how it ended: `ready` is erased.
 */
export const eraseSeller = async ({ table, now, clock }: MoneyWorld, seller: UserId): Promise<string> => {
  const money = { balances: balanceStore(table), earnings: earningStore(table) }
  const profiles = profileStore(table)
  const parts = {
    ...money,
    profiles,
    now,
    outstanding: deletionBlockersOf(money),
    erasures: erasureStore(table, now),
    erasedList: { note: async () => {} },
    galleries: galleryStore(table),
    photos: photoStore(table),
    proofs: proofStore(table),
    orders: orderStore(table),
    orderFiles: orderFileStore(table),
    rows: indexedRows(table, now),
    removeFiles: async () => {},
    billing: { deleteCustomer: async () => ({ kind: 'done', value: undefined }) as const },
    pool: { signOut: async () => {}, remove: async () => {} },
    wait: async (milliseconds: number) => clock.forward({ seconds: milliseconds / 1_000 }),
  }
  const profile = await profiles.get(seller)
  await profiles.save(seller, { deletionRequestedAt: now().toISOString() }, { version: profile.version })
  clock.forward({ hours: limits.account.eraseAfterHours })
  const begun = await beginErasure(parts)(seller)
  if (begun.kind === 'ready') await eraseAccount(parts)(seller)
  return begun.kind
}
