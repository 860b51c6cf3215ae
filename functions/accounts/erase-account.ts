import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import type { OrderFileStore } from '#functions/orders/order-file-store.ts'
import type { EarningStore } from '#functions/payments/earning-store.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import type { ProofStore } from '#functions/proofing/proof-store.ts'
import { type FileBucket, mediaKeys } from '#functions/shared/storage/media-keys.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { Billing } from '#functions/subscriptions/billing.ts'
import type { SoldId } from '#schema/entities/earning.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { AppError } from '#schema/errors.ts'
import { GalleryId, type OrderId, type PhotoId, type ProofSessionId, type UserId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { salesOf } from './deletion-blockers.ts'
import type { ErasedList } from './erased-list.ts'
import { Erased } from './erased-store.ts'
import type { ErasureStore } from './erasure-store.ts'
import type { FoundRow, PersonalRow, PersonalRows } from './personal-rows.ts'
import type { PoolUsers } from './pool-users.ts'

export type EraseParts = {
  profiles: Pick<ProfileStore, 'get'>
  erasures: ErasureStore
  erasedList: Pick<ErasedList, 'note'>
  galleries: Pick<GalleryStore, 'findKept' | 'clearLikes' | 'remove'>
  photos: Pick<PhotoStore, 'find' | 'clearPhotoTerms' | 'clearPhotoNumbers' | 'clearPrices'>
  proofs: Pick<ProofStore, 'clear'>
  orderFiles: Pick<OrderFileStore, 'photoIdsOf'>
  earnings: Pick<EarningStore, 'find' | 'listOfSeller' | 'whole'>
  rows: PersonalRows
  /** Removes all that lies below a prefix, earlier versions too. */
  removeFiles: (bucket: FileBucket, prefix: string) => Promise<void>
  billing: Pick<Billing, 'deleteCustomer'>
  pool: Pick<PoolUsers, 'signOut' | 'remove'>
  now: Clock
  wait: (milliseconds: number) => Promise<unknown>
}

/** How many rows of each kind were dealt with, sold photos apart. */
export type Tally = Partial<Record<PersonalRow['kind'] | 'sold photo', number>>

/** Rows that are dealt with side by side. */
const atOnce = 10

/**
 * Erases an account whose erasure was begun (`begin-erasure.ts`): each row that is about the person, by what it is.
 *
 * Each step may be done again, and the profile goes last: whatever breaks this off, the same call goes on. That they are
 * erased is noted outside the table first, for copies of it that are older.
 */
export const eraseAccount =
  (parts: EraseParts) =>
  async (userId: UserId): Promise<{ erased: Erased; tally: Tally }> => {
    const { profiles, billing, pool, erasures, erasedList, now } = parts
    const profile = await profiles.get(userId)
    await erasedList.note(userId, Erased.omit({ erasedAt: true }).parse(begunOf(profile)))
    await pool.signOut(userId)
    if (profile.stripeCustomerId !== null) await deleteCustomer(billing, profile.stripeCustomerId)
    await settled(parts, profile)
    await parts.removeFiles('renditions', mediaKeys.logosOf(userId))
    await parts.removeFiles('zips', mediaKeys.exportsOf(userId))
    const tally = await eraseTraces(parts, profile)
    await pool.remove(userId)
    // As it stands now: an event of the card provider's may have reached it meanwhile.
    return { erased: await erasures.finish(await profiles.get(userId), stamp(now())), tally }
  }

const begunOf = ({ deletionRequestedAt, erasureBegunAt }: Profile) => ({
  requestedAt: deletionRequestedAt,
  begunAt: erasureBegunAt,
})

/** A request that was let in before the beginning may still write, and an index learns of it a moment later. */
const settled = async ({ now, wait }: EraseParts, { erasureBegunAt }: Profile): Promise<void> => {
  if (erasureBegunAt === null) return
  const milliseconds = Date.parse(erasureBegunAt) + limits.account.eraseSettlesSeconds * 1_000 - now().getTime()
  if (milliseconds > 0) await wait(milliseconds)
}

const deleteCustomer = async (billing: EraseParts['billing'], customerId: string): Promise<void> => {
  const deleted = await billing.deleteCustomer(customerId)
  if (deleted.kind !== 'done') throw new AppError('unavailable')
}

const eraseTraces = async (parts: EraseParts, profile: Profile): Promise<Tally> => {
  const erase = erasers(parts, profile, await soldBy(parts, profile.userId))
  const tally: Tally = {}
  for await (const group of parts.rows(profile)) {
    for (let start = 0; start < group.length; start += atOnce) {
      const kinds = await Promise.all(group.slice(start, start + atOnce).map(erase))
      for (const kind of kinds) tally[kind] = (tally[kind] ?? 0) + 1
    }
  }
  return tally
}

/** The photos that somebody bought, or took for nothing at checkout, and the orders that they are in. */
type Sold = { readonly photos: ReadonlySet<SoldId>; readonly orders: ReadonlySet<OrderId> }

const soldBy = async (parts: EraseParts, userId: UserId): Promise<Sold> => {
  const photos = new Set<SoldId>()
  const orders = new Set<OrderId>()
  for await (const share of salesOf(parts, userId)) {
    orders.add(share.orderId)
    const [whole] = await parts.earnings.whole([share])
    for (const { photoId } of whole?.photos ?? []) photos.add(photoId)
    if (whole?.photos.some(({ photoId }) => GalleryId.safeParse(photoId).success))
      for (const photoId of await parts.orderFiles.photoIdsOf(share.orderId)) photos.add(photoId)
  }
  return { photos, orders }
}

const erasers = (parts: EraseParts, { userId }: Profile, sold: Sold) => {
  const { erasures, now } = parts
  return async ({ trace, item }: FoundRow): Promise<keyof Tally> => {
    switch (trace.kind) {
      case 'photo':
        return (await erasePhoto(parts, trace.photoId, sold.photos)) ? 'photo' : 'sold photo'
      case 'gallery':
        await eraseGallery(parts, trace.galleryId)
        break
      case 'session':
        await eraseSession(parts, trace.sessionId)
        break
      case 'share':
        await eraseShare(parts, { orderId: trace.orderId, sellerId: userId })
        break
      case 'line':
        await erasures.blankLine(trace, { isSold: sold.orders.has(trace.orderId) })
        break
      case 'like':
        await erasures.unlike(trace.galleryId, userId)
        break
      case 'balance':
        await erasures.blankHold(userId)
        break
      case 'page-name':
        await erasures.releaseName(trace.name, userId, now())
        break
      case 'wish':
        await erasures.blankContact(item)
        break
      case 'row':
        await erasures.drop(item)
    }
    return trace.kind
  }
}

/** @returns false for a photo that somebody bought: its files are theirs. */
const erasePhoto = async (
  { photos, erasures, removeFiles }: EraseParts,
  id: PhotoId,
  sold: ReadonlySet<SoldId>,
): Promise<boolean> => {
  if (sold.has(id)) {
    await erasures.blankPhoto(id)
    return false
  }
  const photo = await photos.find(id)
  // Files first: without the record nobody would know of them.
  if (photo) for (const [bucket, prefix] of mediaKeys.placesOf(photo)) await removeFiles(bucket, prefix)
  await erasures.dropPhoto(id)
  return true
}

const eraseGallery = async ({ galleries, photos, erasures }: EraseParts, id: GalleryId): Promise<void> => {
  const gallery = await galleries.findKept(id)
  if (!gallery) return
  await galleries.clearLikes(id)
  await photos.clearPhotoTerms(id)
  await photos.clearPhotoNumbers(id)
  await photos.clearPrices(id)
  await erasures.dropCounts(id)
  if ((await galleries.remove(gallery, [])) === 'changed') throw new AppError('changed_meanwhile')
}

const eraseSession = async ({ proofs, erasures }: EraseParts, id: ProofSessionId): Promise<void> => {
  // Its photos name nobody by whom they could be found, so they go first, once nothing can be added any more.
  await erasures.endFilling(id)
  await proofs.clear(id)
  await erasures.dropSession(id)
}

const maxTries = 5
const eraseShare = async (
  { earnings, erasures }: EraseParts,
  ref: { orderId: OrderId; sellerId: UserId },
): Promise<void> => {
  return retried(maxTries, 'changed_meanwhile', async () => {
    const share = await earnings.find(ref)
    return !share || (await erasures.blankShare(share)) ? undefined : tryAgain
  })
}
