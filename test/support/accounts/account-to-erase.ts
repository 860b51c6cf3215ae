import { beginErasure } from '#functions/accounts/begin-erasure.ts'
import { deletionBlockersOf } from '#functions/accounts/deletion-blockers.ts'
import { eraseAccount } from '#functions/accounts/erase-account.ts'
import { erasedList } from '#functions/accounts/erased-list.ts'
import { erasureStore } from '#functions/accounts/erasure-store.ts'
import { indexedRows } from '#functions/accounts/indexed-row-store.ts'
import type { PersonalRows } from '#functions/accounts/personal-rows.ts'
import { erasedAndBack, replayErasure } from '#functions/accounts/replay-erasures.ts'
import { downloadStore } from '#functions/galleries/download-store.ts'
import { favouritesListStore } from '#functions/galleries/favourites-list-store.ts'
import { galleryStore } from '#functions/galleries/gallery-store.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { quotaStore } from '#functions/galleries/quota-store.ts'
import { reportIdOf, reportStore } from '#functions/galleries/report-store.ts'
import { logoSweepPut } from '#functions/logos/logo-writes.ts'
import { outboxPut } from '#functions/mail/outbox.ts'
import { discountStore, ownCodeHashOf } from '#functions/orders/discount-store.ts'
import { orderFileStore } from '#functions/orders/order-file-store.ts'
import { orderStore } from '#functions/orders/order-store.ts'
import { orderPuts } from '#functions/orders/order-writes.ts'
import { pointerPut } from '#functions/orders/pointer-writes.ts'
import { balanceStore } from '#functions/payments/balance-store.ts'
import { balanceAdd } from '#functions/payments/balance-writes.ts'
import { earningStore } from '#functions/payments/earning-store.ts'
import { earningPut } from '#functions/payments/earning-writes.ts'
import { soldDayStore } from '#functions/payments/sold-day-store.ts'
import { payAccountStore } from '#functions/payouts/pay-account-store.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { profileStore } from '#functions/profiles/profile-store.ts'
import { proofStore } from '#functions/proofing/proof-store.ts'
import { type FileBucket, mediaKeys } from '#functions/shared/storage/media-keys.ts'
import { withTrace } from '#functions/shared/table/traces.ts'
import type { Table } from '#functions/shared/table/writes.ts'
import { put } from '#functions/shared/table/writes.ts'
import { newSet } from '#functions/zips/begin-zips.ts'
import { zipSetStore } from '#functions/zips/zip-set-store.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { SoldSums } from '#schema/entities/sold-day.ts'
import { aDiscount } from '#test/support/builders/discount.ts'
import { anEarning } from '#test/support/builders/earning.ts'
import { aFavouritesList, favouritesListIdOf } from '#test/support/builders/favourites-list.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, orderIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { anOrder, anOrderItem } from '#test/support/builders/order.ts'
import { aPayAccount } from '#test/support/builders/pay-account.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { aPhotoProof, aProofSession } from '#test/support/builders/proof.ts'
import { aRoom } from '#test/support/builders/room.ts'
import { marketParts } from '#test/support/market/market-parts.ts'
import { fakeBilling } from '#test/support/payments/fake-billing.ts'
import {
  interruptedCall,
  interruptedChange,
  interruptedTable,
  noInterruption,
  type Step,
} from '#test/support/payments/interrupted.ts'
import { fakeStorage } from '#test/support/storage/fake-storage.ts'

export const iris = userIdOf(1)
export const noor = userIdOf(2)
export const at = '2030-01-01T10:00:00.000Z'
export const sold = photoIdOf(1)
const unsold = photoIdOf(2)
const abandoned = photoIdOf(3)
const deleted = photoIdOf(4)
/** In a gallery that is gone. */
const left = photoIdOf(5)

/** How the person's rows are found. */
export type Way = (table: Table, now: () => Date) => PersonalRows

/**
 * A photographer with something of every kind: sold and unsold photos, one deleted, one in an order that nobody paid,
 * a session, likes given and got, mails, reports, codes; beside them another who stays.
 */
export const accountToErase = async (overrides: Partial<Profile> = {}) => {
  const parts = marketParts({ startsAt: '2030-01-02T10:00:00.000Z' })
  const { table, now, ids } = parts
  const storage = fakeStorage()
  const stripe = fakeBilling(now)
  const users = new Set<string>([iris, noor])
  const signedIn = new Set<string>([iris, noor])
  const customer = await stripe.billing.createCustomer({ userId: iris, email: 'iris@example.com' }, 'cus')
  if (customer.kind !== 'done') throw new Error('The customer should be made.')

  const profile = aProfile({ deletionRequestedAt: at, stripeCustomerId: customer.value.id, ...overrides })
  await parts.profiles.create(profile)
  await parts.profiles.create(
    aProfile({ userId: noor, displayName: 'Noor', email: 'noor@example.com', subdomain: 'noor' }),
  )
  const owner = profileUnchanged(profile)
  await parts.galleries.create(aGallery({ ownerState: 'closed' }), { at: now(), owner })
  await parts.galleries.create(
    aGallery({ id: galleryIdOf(2), photographerId: noor, photographerName: 'Noor', title: 'Of Noor' }),
    { at: now(), owner },
  )
  for (const [galleryId, subject] of [
    [galleryIdOf(1), 'SESSION#anon_1'],
    [galleryIdOf(2), `USER#${iris}`],
    [galleryIdOf(2), 'SESSION#anon_1'],
  ] as const) {
    const gallery = await parts.galleries.find(galleryId)
    if (gallery) await parts.galleries.toggleLike(gallery, { subject, id: `press of ${subject}`, at })
  }
  for (const id of [sold, unsold, abandoned, deleted]) {
    const isOrdered = id === sold || id === abandoned
    const photo = aPhoto({ id, isOrdered, title: `Words of ${id}`, description: 'Words', uploadKey: `uploads/${id}` })
    await parts.photos.create(id === deleted ? { ...photo, state: 'deleted' } : photo)
    await storage.put('renditions', {
      key: `media/${galleryIdOf(1)}/${id}/a.jpg`,
      bytes: Buffer.from('r'),
      contentType: '',
    })
    await storage.put('deliveries', { key: `files/${id}/a.jpg`, bytes: Buffer.from('d'), contentType: '' })
    storage.upload(`uploads/${iris}/${galleryIdOf(1)}/${id}/0`, Buffer.from('o'))
  }
  // One logo that is shown, and one that was replaced and waits for the sweep.
  for (const token of ['a'.repeat(22), 'b'.repeat(22)]) {
    const name = mediaKeys.logoName(iris, token)
    await table.write(logoSweepPut({ userId: iris, name }, now()))
    for (const key of Object.values(mediaKeys.logo({ name })))
      await storage.put('renditions', { key, bytes: Buffer.from('l'), contentType: 'image/png' })
  }
  const owned = { kind: 'export', userId: iris } as const
  const exported = newSet(ids.zip(), { owner: owned, contents: 'everything', wholeFiles: {} }, now())
  await zipSetStore(table).begin(exported, undefined)
  await zipSetStore(table).plan(exported, [{ through: 'Words', files: 1, bytes: 1 }])
  await storage.put('zips', { key: mediaKeys.zip(exported, 1), bytes: Buffer.from('z'), contentType: '' })
  // Of an export of the day before: no row tells of it any more.
  await storage.put('zips', {
    key: mediaKeys.zip({ id: ids.zip(), owner: owned }, 1),
    bytes: Buffer.from('z'),
    contentType: '',
  })
  const session = aProofSession()
  await parts.proofs.create(session, [aPhotoProof(1, { clientFeedback: 'Words of a client' })], [])
  const line = { photographerName: 'Iris Calloway' }
  const completed = anOrder({ status: 'completed', paidAt: at })
  const expired = anOrder({ id: orderIdOf(2), status: 'expired' })
  await table.transact([
    ...orderPuts(completed, [anOrderItem({ ...line, photoId: sold })]),
    ...orderPuts(expired, [
      anOrderItem({ ...line, orderId: expired.id, photoId: abandoned, title: 'Words of a cart' }),
      anOrderItem({ ...line, line: 2, orderId: expired.id, photoId: unsold, title: 'Words of a cart' }),
    ]),
    earningPut(anEarning({ frozen: false })),
    balanceAdd(iris, { add: { paidPence: 1_350, totalEarnedPence: 1_350 } }),
    pointerPut('tr_1', { userId: iris, orderId: completed.id }),
    pointerPut('cus_1', { userId: iris }),
    withTrace(
      put(
        { PK: 'SUBDOMAIN#iris', SK: 'OWNER', name: 'iris', userId: iris, claimedAt: at, quarantinedUntil: null },
        'absent',
      ),
      iris,
    ),
    outboxPut({
      id: ids.mail(),
      template: 'payout-sent',
      to: profile.email,
      data: { name: 'Iris Calloway', amountPence: 1_350, balanceUrl: 'https://darkslide.test' },
      at: now(),
    }),
    outboxPut({
      id: ids.mail(),
      template: 'proof-reminder',
      to: 'client@example.com',
      regarding: iris,
      data: {
        photographerName: 'Iris Calloway',
        title: 'Review',
        pendingCount: 1,
        deadlineAt: at,
        link: 'https://darkslide.test/proof/x',
      },
      at: now(),
    }),
  ])
  const reports = reportStore(table)
  const reported = { galleryId: galleryIdOf(1), photoId: null, reason: 'other', closedAt: null, createdAt: at } as const
  for (const [n, photographerId, email] of [
    [1, iris, 'ada@example.com'],
    [2, noor, profile.email],
  ] as const) {
    const id = reportIdOf({ ...reported, text: `${n}`, email }, now())
    await reports.add({ ...reported, id, photographerId, title: 'Words', text: 'Words of a report', email }, [])
  }
  const favourites = favouritesListStore(table)
  for (const [n, galleryId, photographerId, email] of [
    [1, galleryIdOf(1), iris, 'maya@example.com'],
    [2, galleryIdOf(2), noor, profile.email],
    [3, galleryIdOf(2), noor, 'maya@example.com'],
  ] as const) {
    const gallery = await parts.galleries.find(galleryId)
    if (!gallery) throw new Error('It should be there.')
    const words = n === 3 ? 'Favourites of Maya' : 'Words of a list'
    const list = aFavouritesList({ id: favouritesListIdOf(n), galleryId, photographerId, email, note: words })
    await favourites.add(gallery, { list, sender: `${n}`, alongside: [] })
  }
  await discountStore(table, async () => 'LAUNCH').makeOwn(
    aDiscount({ code: 'WORDS', codeHash: ownCodeHashOf(iris, 'WORDS'), photographerId: iris }),
    iris,
  )
  // A gallery that is removed, and whose photos are in its lists yet: its chore has not come so far.
  const removed = aGallery({ id: galleryIdOf(3) })
  await parts.galleries.create(removed, { at: now(), owner })
  await parts.photos.create(aPhoto({ id: left, galleryId: removed.id, title: 'Words of a gallery that is gone' }))
  const chore = { kind: 'clear-gallery', subject: removed.id, dueAt: at } as const
  if ((await parts.galleries.remove(removed, [chore])) === 'changed') throw new Error('It should be removed.')
  await payAccountStore(table).create(aPayAccount({ userId: iris, checkedAt: at }))
  await quotaStore(table).take(iris, { bytes: 100, room: aRoom() })
  await downloadStore(table).showDay(iris, at.slice(0, 10), 1)
  const pence = { grossPence: 0, returnedPence: 0, amountPence: 0, reversedPence: 0 }
  const soldDay = {
    ...SoldSums.parse({ orderCount: 1, ...pence }),
    byOffer: {},
    byCode: {},
    photos: [{ photoId: photoIdOf(1), soldCount: 1, revenuePence: 1, earningsPence: 1, lastSoldAt: 0 }],
  }
  await soldDayStore(table).keep(iris, { day: '2029-01-01', ...soldDay }, 0)

  const erasing = (step: Step = noInterruption, way: Way = indexedRows) => {
    const seen: Table = interruptedTable(table, step)
    const money = { balances: balanceStore(seen), earnings: earningStore(seen) }
    const live = {
      ...money,
      outstanding: deletionBlockersOf(money),
      profiles: profileStore(seen),
      erasures: erasureStore(seen, now),
      erasedList: erasedList(storage),
      galleries: galleryStore(seen),
      photos: photoStore(seen),
      proofs: proofStore(seen),
      orders: orderStore(seen),
      orderFiles: orderFileStore(seen),
      rows: way(seen, now),
      removeFiles: interruptedCall('files.remove', step, async (bucket: FileBucket, prefix: string) =>
        storage.remove(bucket, await storage.list(bucket, prefix)),
      ),
      billing: { deleteCustomer: interruptedChange('customer.delete', step, stripe.billing.deleteCustomer) },
      pool: {
        signOut: interruptedCall('pool.signOut', step, async (userId: string) => void signedIn.delete(userId)),
        remove: interruptedCall('pool.remove', step, async (userId: string) => void users.delete(userId)),
      },
      now,
      wait: interruptedCall('wait', step, async (milliseconds: number) =>
        parts.setTime(new Date(now().getTime() + milliseconds).toISOString()),
      ),
    }
    return {
      begin: () => beginErasure(live)(iris),
      back: () => erasedAndBack(live),
      replay: () => replayErasure(live)(iris),
      run: async () => {
        const begun = await beginErasure(live)(iris)
        return begun.kind === 'ready' ? eraseAccount(live)(iris) : begun
      },
    }
  }
  const rest = () => ({
    items: table.all().toSorted((a, b) => (`${a.PK} ${a.SK}` < `${b.PK} ${b.SK}` ? -1 : 1)),
    files: (['originals', 'renditions', 'deliveries', 'zips'] as const).map((bucket) =>
      storage.keys(bucket).filter((key) => !key.startsWith('erased/')),
    ),
    users: [...users],
    signedIn: [...signedIn],
  })
  return { ...parts, stripe, erasing, rest, profile }
}

export const keysWith = (items: readonly Record<string, unknown>[], text: string) =>
  items.filter((item) => JSON.stringify(item).includes(text)).map(({ PK, SK }) => `${PK} ${SK}`)

/** A share that is written again rises by a version, and no two marks of a list are the same; nothing else may differ. */
export const withoutVersions = ({
  items,
  ...others
}: ReturnType<Awaited<ReturnType<typeof accountToErase>>['rest']>) => ({
  ...others,
  items: items.map(({ workSort, ...item }) => ({
    ...item,
    ...(workSort !== undefined && { workSort: String(workSort).replace(/#[0-9A-Z]{8}$/, '') }),
    version: 0,
  })),
})

/** Photos, shown and deleted, of others, each in an order that nobody paid. */
export const strangersThings = async (
  { photos, table }: Pick<Awaited<ReturnType<typeof accountToErase>>, 'photos' | 'table'>,
  count: number,
): Promise<void> => {
  for (let n = 100; n < 100 + count; n++) {
    const photo = aPhoto({ id: photoIdOf(n), galleryId: galleryIdOf(n), photographerId: noor })
    await photos.create(n % 2 === 0 ? photo : { ...photo, state: 'deleted' })
    const order = anOrder({ id: orderIdOf(n), status: 'expired' })
    const line = anOrderItem({ orderId: order.id, photoId: photo.id, photographerId: userIdOf(n) })
    await table.transact(orderPuts(order, [line]))
  }
}
