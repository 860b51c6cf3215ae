import { describe, expect, test } from 'vitest'
import { beginErasure } from '#functions/accounts/begin-erasure.ts'
import { deletionBlockersOf } from '#functions/accounts/deletion-blockers.ts'
import { eraseAccount } from '#functions/accounts/erase-account.ts'
import { erasedList } from '#functions/accounts/erased-list.ts'
import { erasureStore } from '#functions/accounts/erasure-store.ts'
import { erasedAndBack, replayErasure } from '#functions/accounts/replay-erasures.ts'
import { downloadStore } from '#functions/galleries/download-store.ts'
import { galleryStore } from '#functions/galleries/gallery-store.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { quotaStore } from '#functions/galleries/quota-store.ts'
import { outboxPut } from '#functions/mail/outbox.ts'
import { orderStore } from '#functions/orders/order-store.ts'
import { orderPuts } from '#functions/orders/order-writes.ts'
import { pointerPut } from '#functions/orders/pointer-writes.ts'
import { balanceStore } from '#functions/payments/balance-store.ts'
import { balanceAdd } from '#functions/payments/balance-writes.ts'
import { earningStore } from '#functions/payments/earning-store.ts'
import { earningPut } from '#functions/payments/earning-writes.ts'
import { payAccountStore } from '#functions/payouts/pay-account-store.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { profileStore } from '#functions/profiles/profile-store.ts'
import { standingOf } from '#functions/profiles/trial-rules.ts'
import { proofStore } from '#functions/proofing/proof-store.ts'
import type { Table } from '#functions/shared/table/writes.ts'
import { put, remove } from '#functions/shared/table/writes.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { anEarning } from '#test/support/builders/earning.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, orderIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { anOrder, anOrderItem } from '#test/support/builders/order.ts'
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

const iris = userIdOf(1)
const noor = userIdOf(2)
const at = '2030-01-01T10:00:00.000Z'
const sold = photoIdOf(1)
const unsold = photoIdOf(2)
const abandoned = photoIdOf(3)
const deleted = photoIdOf(4)

const setup = async (overrides: Partial<Profile> = {}) => {
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
  const session = aProofSession()
  await parts.proofs.create(session, [aPhotoProof(1, { clientFeedback: 'Words of a client' })], [])
  const line = { photographerName: 'Iris Calloway' }
  const completed = anOrder({ status: 'completed', paidAt: at })
  const expired = anOrder({ id: orderIdOf(2), status: 'expired' })
  await table.transact([
    ...orderPuts(completed, [anOrderItem({ ...line, photoId: sold })]),
    ...orderPuts(expired, [
      anOrderItem({ ...line, orderId: expired.id, photoId: abandoned, title: 'Words of a cart' }),
    ]),
    earningPut(anEarning({ frozen: false })),
    balanceAdd(iris, { add: { paidPence: 1_350, totalEarnedPence: 1_350 } }),
    pointerPut('tr_1', { userId: iris, orderId: completed.id }),
    pointerPut('cus_1', { userId: iris }),
    put(
      { PK: 'SUBDOMAIN#iris', SK: 'OWNER', name: 'iris', userId: iris, claimedAt: at, quarantinedUntil: null },
      'absent',
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
  await payAccountStore(table).create({
    userId: iris,
    stripeAccountId: 'acct_1',
    canReceive: true,
    detailsSubmitted: true,
    disabledReason: null,
    isDisconnected: false,
    bankReturn: null,
    bankVersion: 0,
    accountNumber: 1,
    checkedAt: at,
  })
  await quotaStore(table).take(iris, 100, aRoom())
  await downloadStore(table).showDay(iris, at.slice(0, 10), 1)

  const erasing = (step: Step = noInterruption) => {
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
      everyItem: async function* () {
        yield* table.all()
      },
      removeFiles: interruptedCall(
        'files.remove',
        step,
        async (bucket: 'originals' | 'renditions' | 'deliveries', prefix: string) =>
          storage.remove(bucket, await storage.list(bucket, prefix)),
      ),
      billing: { deleteCustomer: interruptedChange('customer.delete', step, stripe.billing.deleteCustomer) },
      pool: {
        signOut: interruptedCall('pool.signOut', step, async (userId: string) => void signedIn.delete(userId)),
        remove: interruptedCall('pool.remove', step, async (userId: string) => void users.delete(userId)),
      },
      now,
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
    files: (['originals', 'renditions', 'deliveries'] as const).map((bucket) =>
      storage.keys(bucket).filter((key) => !key.startsWith('erased/')),
    ),
    users: [...users],
    signedIn: [...signedIn],
  })
  return { ...parts, stripe, erasing, rest, profile }
}

const keysWith = (items: readonly Record<string, unknown>[], text: string) =>
  items.filter((item) => JSON.stringify(item).includes(text)).map(({ PK, SK }) => `${PK} ${SK}`)

describe('an erased account', () => {
  test('takes a deleted gallery too, which could still be had back', async () => {
    const { erasing, galleries, profile, rest } = await setup()
    const gallery = await galleries.getOwn(galleryIdOf(1), iris)
    const owner = profileUnchanged(profile)
    await galleries.setDeleted(gallery, { deletedAt: at }, { at: new Date(at), owner })
    await erasing().run()
    expect(rest().items.filter(({ PK }) => PK === `GALLERY#${galleryIdOf(1)}`)).toEqual([])
  })

  test('leaves the ledger, what was bought and a note that it was there', async () => {
    const { erasing, rest } = await setup()

    const answer = await erasing().run()

    expect(answer).toMatchObject({
      tally: { photo: 3, 'sold photo': 1, gallery: 1, session: 1, share: 1, line: 2, like: 1 },
    })
    const { items, files, users, signedIn } = rest()
    for (const words of ['Iris', 'iris@example.com', 'client@example.com', 'Words', 'acct_1', 'cus_1'])
      expect(keysWith(items, words), words).toEqual([])
    expect(keysWith(items, iris)).toEqual([
      expect.stringMatching(/^ORDER#\S+ EARN#/),
      expect.stringMatching(/^ORDER#\S+ ITEM#01$/),
      expect.stringMatching(/^ORDER#\S+ ITEM#01$/),
      `PHOTO#${sold} PHOTO`,
      'STRIPE#tr_1 PTR',
      'SUBDOMAIN#iris OWNER',
      `USER#${iris} BALANCE`,
      `USER#${iris} ERASED`,
    ])
    expect(items.find(({ SK }) => SK === 'ERASED')).toEqual({
      PK: `USER#${iris}`,
      SK: 'ERASED',
      requestedAt: at,
      begunAt: '2030-01-02T10:00:00.000Z',
      erasedAt: '2030-01-02T10:00:00.000Z',
    })
    expect(files.flat().every((key) => key.includes(`${sold}/`))).toBe(true)
    expect(files.map((keys) => keys.length)).toEqual([1, 1, 1])
    expect([users, signedIn]).toEqual([[noor], [noor]])
  })

  test('leaves the buyer’s line as it was bought, without the name of who sold it', async () => {
    const { erasing, table } = await setup()
    const before = table.stored(`ORDER#${orderIdOf(1)}`, 'ITEM#01')
    await erasing().run()
    expect(table.stored(`ORDER#${orderIdOf(1)}`, 'ITEM#01')).toEqual({
      ...before,
      photographerName: 'Former photographer',
    })
  })

  test('changes no sum and no journal', async () => {
    const { erasing, table } = await setup()
    const sums = () => [
      table.stored(`USER#${iris}`, 'BALANCE'),
      { ...table.stored(`ORDER#${orderIdOf(1)}`, `EARN#${iris}`), photos: [], version: 0 },
    ]
    const before = sums()
    await erasing().run()
    expect(sums()).toEqual(before)
  })

  test('stays held if its payouts were, without an operator’s words about the person', async () => {
    const { erasing, table, rest } = await setup()
    const balances = balanceStore(table)
    const payoutHold = { reason: 'Iris Calloway is asked about a sale', heldAt: at }
    await balances.setHold(await balances.get(iris), payoutHold)
    expect(await erasing().run()).toMatchObject({ tally: { balance: 1 } })
    expect(keysWith(rest().items, 'Calloway')).toEqual([])
    expect(await balances.get(iris)).toMatchObject({ payoutHold: { reason: '', heldAt: at }, paidPence: 1_350 })
  })

  test('keeps the page name for nobody else until its quarantine ends, and then of itself is gone', async () => {
    const { erasing, table } = await setup()
    await erasing().run()
    expect(table.stored('SUBDOMAIN#iris', 'OWNER')).toMatchObject({
      quarantinedUntil: '2030-04-02T10:00:00.000Z',
      ttl: Date.parse('2030-04-02T10:00:00.000Z') / 1_000,
    })
  })
})

test('a copy of the table from before the wish is known to hold somebody who was erased, and loses them again', async () => {
  const { erasing, rest, table } = await setup()
  const before = table.all()
  const { back, run, replay } = erasing()
  expect(await back()).toEqual([])
  await run()
  const expected = rest()
  expect(await back()).toEqual([])
  for (const { PK, SK } of table.all()) await table.write(remove({ PK: String(PK), SK: String(SK) }, 'always'))
  for (const { PK, SK, ...item } of before) {
    const asked = SK === 'PROFILE' ? { deletionRequestedAt: null } : {}
    await table.write(put({ ...item, ...asked, PK: String(PK), SK: String(SK) }, 'always'))
  }
  expect(await back()).toEqual([iris])
  expect(keysWith(rest().items, 'Iris Calloway').length).toBeGreaterThan(0)
  await replay()
  expect(await back()).toEqual([])
  expect(withoutVersions(rest())).toEqual(withoutVersions(expected))
  // Where it was done already, it finds nothing.
  await replay()
  expect(withoutVersions(rest())).toEqual(withoutVersions(expected))
})

describe('whatever breaks an erasure off', () => {
  test('the same command goes on, and ends where one that nothing disturbed ends', async () => {
    const whole = await setup()
    let moments = 0
    await whole
      .erasing(async () => {
        moments += 1
        return undefined
      })
      .run()
    const expected = whole.rest()
    expect(moments).toBeGreaterThan(80)

    for (let breaksAt = 1; breaksAt <= moments; breaksAt++) {
      const { erasing, rest } = await setup()
      let moment = 0
      const broken = erasing(async () => (++moment === breaksAt ? 'lost' : undefined))
      await expect(broken.run()).rejects.toThrow()
      // What ran beside it comes to its end.
      for (let turn = 0; turn < 50; turn++) await Promise.resolve()
      await erasing().run()
      expect(withoutVersions(rest()), `moment ${breaksAt}`).toEqual(withoutVersions(expected))
    }
  })
})

/** A share that is written again rises by a version, and no two marks of a list are the same; nothing else may differ. */
const withoutVersions = ({ items, ...others }: Awaited<ReturnType<Awaited<ReturnType<typeof setup>>['rest']>>) => ({
  ...others,
  items: items.map(({ workSort, ...item }) => ({
    ...item,
    ...(workSort !== undefined && { workSort: String(workSort).replace(/#[0-9A-Z]{8}$/, '') }),
    version: 0,
  })),
})

describe('an erasure does not begin', () => {
  test.each([
    ['that nobody asked for', { deletionRequestedAt: null }, { kind: 'not_asked' }],
    [
      'within an hour of the wish',
      { deletionRequestedAt: '2030-01-02T09:30:00.000Z' },
      { kind: 'too_early', from: '2030-01-02T10:30:00.000Z' },
    ],
  ] as const)('%s', async (_, overrides, answer) => {
    const { erasing, rest } = await setup(overrides)
    const before = rest()
    expect(await erasing().run()).toEqual(answer)
    expect(rest()).toEqual(before)
  })

  test('while money is due', async () => {
    const { erasing, rest, table } = await setup()
    await table.write(balanceAdd(iris, { add: { pendingPence: 5 } }))
    const before = rest()
    expect(await erasing().run()).toMatchObject({ kind: 'waits', waitsFor: [{ reason: 'money_due', amountPence: 5 }] })
    expect(rest()).toEqual(before)
  })

  test('while somebody may still pay for a photo of theirs', async () => {
    const { erasing, table } = await setup()
    const open = anOrder({ id: orderIdOf(3) })
    await table.transact(orderPuts(open, [anOrderItem({ orderId: open.id })]))
    expect(await erasing().run()).toEqual({ kind: 'waits', waitsFor: [], openCheckouts: 1 })
  })

  test('when a sale comes at that very moment', async () => {
    const { erasing, table, profiles } = await setup()
    const racing = erasing(async (call, moment) => {
      if (call === 'table.transact' && moment === 'before')
        await table.write(balanceAdd(iris, { add: { pendingPence: 5 } }))
      return undefined
    })
    await expect(racing.begin()).rejects.toMatchObject({ code: 'changed_meanwhile' })
    expect(await profiles.get(iris)).toMatchObject({ erasureBegunAt: null })
  })
})

test('once it has begun, no token opens anything, and money that comes does not stop it half-way', async () => {
  const { erasing, table, profiles, now } = await setup()
  await erasing().begin()
  expect(standingOf(await profiles.get(iris), now())).toBe('closed')
  await table.write(balanceAdd(iris, { add: { pendingPence: 5 } }))
  expect(await erasing().run()).toMatchObject({ erased: { erasedAt: expect.any(String) } })
})
