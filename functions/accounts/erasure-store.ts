import { choreRemove } from '#functions/chores/chore-writes.ts'
import { countableLike } from '#functions/galleries/countables.ts'
import { dueOf, likeStore } from '#functions/galleries/like-store.ts'
import { isLiked } from '#functions/galleries/like-writes.ts'
import { moveMarkStore } from '#functions/galleries/move-mark-store.ts'
import { photoKeys } from '#functions/galleries/photo-writes.ts'
import { tallyStore } from '#functions/galleries/tally-store.ts'
import { orderFileStore } from '#functions/orders/order-file-store.ts'
import { orderKeys } from '#functions/orders/order-writes.ts'
import { balanceKeys } from '#functions/payments/balance-writes.ts'
import { earningChange } from '#functions/payments/earning-writes.ts'
import { pageNameKeys } from '#functions/profiles/page-name-store.ts'
import { profileKeys } from '#functions/profiles/profile-store.ts'
import { proofKeys } from '#functions/proofing/proof-writes.ts'
import { traceAttributes } from '#functions/shared/table/traces.ts'
import type { Item, Table } from '#functions/shared/table/writes.ts'
import { is, keyOf, put, remove, update } from '#functions/shared/table/writes.ts'
import { afterHours, type Clock, epochSeconds, stamp } from '#functions/shared/time/clock.ts'
import type { Earning } from '#schema/entities/earning.ts'
import type { Profile } from '#schema/entities/profile.ts'
import type { GalleryId, OrderId, PhotoId, ProofSessionId, UserId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { Erased, erasedKeys, erasedStore } from './erased-store.ts'
import { formerPhotographer } from './former-photographer.ts'

type LineRef = { readonly orderId: OrderId; readonly line: number }

/** The writes of an erasure that no other part of the product makes. All of them may be made again. */
export const erasureStore = (table: Table, now: Clock) => ({
  ...erasedStore(table),

  /** Removes one row, whatever is in it by now. */
  async drop(item: Item): Promise<void> {
    await table.write(remove(keyOf(item), 'always'))
  },

  /** What stays of a contact who is written to no more, under the hash of the address. A visit says nothing of that, and goes. */
  async blankContact(contact: Item): Promise<void> {
    const none = { consent: null, consentConfirmedAt: null, askedAt: null, askedAbout: null, confirmedAt: null }
    await table.write(
      update(keyOf(contact), {
        set: { email: null, ...none },
        add: { version: 1 },
        remove: ['sellerKey', 'sellerSort'],
        when: { email: is.equal(String(contact.email)) },
      }),
    )
  },

  /** A photo that nobody bought: its files must be gone already. */
  async dropPhoto(id: PhotoId): Promise<void> {
    await table.write(remove(photoKeys.photo(id), 'always'))
  },

  /** A photo that was bought keeps what its files need, in no list and without a word of its photographer's. */
  async blankPhoto(id: PhotoId): Promise<void> {
    await table.write(
      update(photoKeys.photo(id), {
        set: {
          state: 'deleted',
          title: '',
          description: '',
          fileName: '',
          reason: null,
          capturedAt: null,
          camera: null,
        },
        remove: [...traceAttributes, 'workKey', 'workSort', 'askedAgain'],
        when: 'present',
      }),
    )
  },

  /** A filling that is at work finds its place gone, and stops. */
  async endFilling(id: ProofSessionId): Promise<void> {
    await table.write(update(proofKeys.session(id), { set: { fillPlace: null }, when: 'present' }))
  },

  async dropSession(id: ProofSessionId): Promise<void> {
    const chores = (['fill-proof-session', 'remind-proof-client'] as const).map((kind) => ({ kind, subject: id }))
    await table.transact([remove(proofKeys.session(id), 'always'), ...chores.map(choreRemove)])
  },

  /** @returns false when the share changed since it was read. */
  async blankShare(share: Earning): Promise<boolean> {
    if (share.photos.every(({ title }) => title === '')) return true
    const photos = share.photos.map((photo) => ({ ...photo, title: '' }))
    return (await table.write(earningChange(share, { set: { photos } }))).ok
  },

  /** A buyer's line stays as it is but for the name of who sold it; one that nobody paid for says nothing any more. */
  async blankLine({ orderId, line }: LineRef, { isSold }: { isSold: boolean }): Promise<void> {
    const words = isSold ? {} : { title: '', galleryTitle: '', fileName: '' }
    const set = { photographerName: formerPhotographer, ...words }
    if (!isSold) await orderFileStore(table).drop({ orderId, line })
    await table.write(update(orderKeys.item(orderId, line), { set, remove: traceAttributes, when: 'present' }))
  },

  /** The balance stays with its sums, and held if it was; why, in an operator's words about the person, goes. */
  async blankHold(userId: UserId): Promise<void> {
    const words = { 'payoutHold.reason': '' }
    const when = { 'payoutHold.heldAt': is.present, 'payoutHold.reason': is.different('') }
    await table.write(update(balanceKeys.balance(userId), { set: words, add: { version: 1 }, when }))
  },

  /**
   * Takes back a like that they gave, as they would have: what is to be counted of it is counted here, and a message of
   * it that still comes finds it counted. Then nothing says any more who it was.
   */
  async unlike(galleryId: GalleryId, userId: UserId): Promise<void> {
    const [likes, marks, tallies] = [likeStore(table), moveMarkStore(table, now), tallyStore(table, now)]
    const subject = `USER#${userId}`
    const given = await likes.findLike(galleryId, subject)
    if (isLiked(given)) {
      const unknown = { id: galleryId, likeCount: 0, countsVersion: 0 }
      const press = { subject, like: given, id: `erased ${galleryId} ${subject} ${given?.seq}`, at: stamp(now()) }
      await likes.toggleLike(unknown, press)
    }
    const due = dueOf(await likes.findLike(galleryId, subject))
    const mark = (waiting: 1 | 2) => marks.mark(galleryId, waiting)
    if (due.length > 0) await tallies.add({ galleryId }, due.map(countableLike), mark)
    await likes.dropLike(galleryId, subject)
  },

  /** What was counted of a gallery that is gone. */
  async dropCounts(galleryId: GalleryId): Promise<void> {
    await tallyStore(table, now).clear({ galleryId })
  },

  /** Nobody else may have the name for a while, and then nothing is left of it. */
  async releaseName(name: string, userId: UserId, at: Date): Promise<void> {
    const until = afterHours(at, limits.pageName.quarantineDays * 24)
    await table.write(
      update(pageNameKeys.owner(name), {
        set: { quarantinedUntil: stamp(until), ttl: epochSeconds(until) },
        remove: traceAttributes,
        when: { userId: is.equal(userId), ttl: is.absent },
      }),
    )
  },

  /** The last step: the profile gives way to the note that there was one. */
  async finish({ userId, deletionRequestedAt, erasureBegunAt, version }: Profile, at: string): Promise<Erased> {
    const erased = Erased.parse({ requestedAt: deletionRequestedAt, begunAt: erasureBegunAt, erasedAt: at })
    const done = await table.transact([
      remove(profileKeys.profile(userId), { version: is.equal(version) }),
      put({ ...erasedKeys.erased(userId), ...erased }, 'absent'),
    ])
    if (!done.ok) throw new Error('The profile changed meanwhile.')
    return erased
  },
})
export type ErasureStore = ReturnType<typeof erasureStore>
