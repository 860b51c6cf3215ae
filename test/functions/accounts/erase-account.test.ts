import { describe, expect, test } from 'vitest'
import { orderPuts } from '#functions/orders/order-writes.ts'
import { balanceStore } from '#functions/payments/balance-store.ts'
import { balanceAdd } from '#functions/payments/balance-writes.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { standingOf } from '#functions/profiles/trial-rules.ts'
import { put, remove } from '#functions/shared/table/writes.ts'
import { addressHash } from '#functions/visitors/contact-keys.ts'
import { contactPut, contactStore } from '#functions/visitors/contact-store.ts'
import {
  accountToErase,
  at,
  iris,
  keysWith,
  noor,
  sold,
  withoutVersions,
} from '#test/support/accounts/account-to-erase.ts'
import { galleryIdOf, orderIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { anOrder, anOrderItem } from '#test/support/builders/order.ts'

describe('an erased account', () => {
  test('takes a deleted gallery too, which could still be had back', async () => {
    const { erasing, galleries, profile, rest } = await accountToErase()
    const gallery = await galleries.getOwn(galleryIdOf(1), iris)
    const owner = profileUnchanged(profile)
    await galleries.setDeleted(gallery, { deletedAt: at }, { at: new Date(at), owner })
    await erasing().run()
    expect(rest().items.filter(({ PK }) => PK === `GALLERY#${galleryIdOf(1)}`)).toEqual([])
  })

  test('leaves the ledger, what was bought and a note that it was there', async () => {
    const { erasing, rest } = await accountToErase()

    const answer = await erasing().run()

    expect(answer).toMatchObject({
      tally: { photo: 4, 'sold photo': 1, gallery: 1, session: 1, share: 1, line: 3, like: 1 },
    })
    const { items, files, users, signedIn } = rest()
    for (const words of ['Iris', 'iris@example.com', 'client@example.com', 'Words', 'acct_1', 'cus_1'])
      expect(keysWith(items, words), words).toEqual([])
    expect(keysWith(items, iris)).toEqual([
      // Until the gallery that it clears is done.
      expect.stringMatching(/^CHORE#clear-gallery#/),
      expect.stringMatching(/^ORDER#\S+ EARN#/),
      expect.stringMatching(/^ORDER#\S+ ITEM#01$/),
      expect.stringMatching(/^ORDER#\S+ ITEM#01$/),
      expect.stringMatching(/^ORDER#\S+ ITEM#02$/),
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
      erasedAt: '2030-01-02T10:01:00.000Z',
    })
    expect(files.flat().every((key) => key.includes(`${sold}/`))).toBe(true)
    expect(files.map((keys) => keys.length)).toEqual([1, 1, 1, 0])
    expect([users, signedIn]).toEqual([[noor], [noor]])
  })

  test('takes the favourites that were sent to it and from its address, and no other', async () => {
    const { erasing, rest } = await accountToErase()
    await erasing().run()
    const left = rest().items.filter(({ SK }) => String(SK).startsWith('SENT#'))
    expect(left).toMatchObject([{ PK: `GALLERY#${galleryIdOf(2)}`, note: 'Favourites of Maya' }])
    expect(rest().items.filter(({ PK, SK }) => PK === `GALLERY#${galleryIdOf(1)}` && SK !== 'GALLERY')).toEqual([])
  })

  test('keeps for other photographers, under a hash alone, that its address is written to no more', async () => {
    const { erasing, rest, table } = await accountToErase()
    const contacts = contactStore(table)
    const address = addressHash('iris@example.com')
    const known = {
      ...{ address, email: 'iris@example.com', consent: null, consentConfirmedAt: null, askedAt: at, confirmedAt: at },
      ...{ createdAt: at, version: 0 },
    }
    await table.transact([
      contactPut(undefined, { ...known, photographerId: noor, unsubscribedAt: at }),
      contactPut(undefined, { ...known, photographerId: userIdOf(8), unsubscribedAt: null }),
      contactPut(undefined, { ...known, photographerId: iris, email: 'guest@example.com', unsubscribedAt: at }),
    ])
    await erasing().run()
    expect(await contacts.find({ photographerId: noor, address })).toEqual({
      ...{
        photographerId: noor,
        address,
        email: null,
        consent: null,
        consentConfirmedAt: null,
        askedAt: null,
        askedAbout: null,
      },
      ...{ confirmedAt: null, unsubscribedAt: at, createdAt: at, version: 2 },
    })
    expect(await contacts.find({ photographerId: userIdOf(8), address })).toBeUndefined()
    expect(keysWith(rest().items, 'iris@example.com')).toEqual([])
    expect(keysWith(rest().items, 'guest@example.com')).toEqual([])
    expect(rest().items.filter(({ sellerKey }) => String(sellerKey).includes(address))).toEqual([])
  })

  test.each([
    ['iris@müller.example', 'iris@xn--mller-kva.example'],
    ['iris@xn--mller-kva.example', 'iris@müller.example'],
  ])('of %s takes what was left under the spelling %s too', async (email, other) => {
    const { erasing, rest, table } = await accountToErase({ email })
    const known = { consent: null, consentConfirmedAt: null, askedAt: at, confirmedAt: at, createdAt: at, version: 0 }
    const contact = { ...known, photographerId: noor, address: addressHash(other), email: other }
    await table.write(contactPut(undefined, { ...contact, unsubscribedAt: null }))
    await erasing().run()
    expect([email, other].flatMap((spelling) => keysWith(rest().items, spelling))).toEqual([])
  })

  test('leaves the buyer’s line as it was bought, without the name of who sold it', async () => {
    const { erasing, table } = await accountToErase()
    const { ownerKey: _, ownerSort: __, ...before } = table.stored(`ORDER#${orderIdOf(1)}`, 'ITEM#01') ?? {}
    await erasing().run()
    expect(table.stored(`ORDER#${orderIdOf(1)}`, 'ITEM#01')).toEqual({
      ...before,
      photographerName: 'Former photographer',
    })
  })

  test('changes no sum and no journal', async () => {
    const { erasing, table } = await accountToErase()
    const sums = () => [
      table.stored(`USER#${iris}`, 'BALANCE'),
      { ...table.stored(`ORDER#${orderIdOf(1)}`, `EARN#${iris}`), photos: [], version: 0 },
    ]
    const before = sums()
    await erasing().run()
    expect(sums()).toEqual(before)
  })

  test('stays held if its payouts were, without an operator’s words about the person', async () => {
    const { erasing, table, rest } = await accountToErase()
    const balances = balanceStore(table)
    const payoutHold = { reason: 'Iris Calloway is asked about a sale', heldAt: at }
    await balances.setHold(await balances.get(iris), payoutHold)
    expect(await erasing().run()).toMatchObject({ tally: { balance: 1 } })
    expect(keysWith(rest().items, 'Calloway')).toEqual([])
    expect(await balances.get(iris)).toMatchObject({ payoutHold: { reason: '', heldAt: at }, paidPence: 1_350 })
  })

  test('keeps the page name for nobody else until its quarantine ends, and then of itself is gone', async () => {
    const { erasing, table } = await accountToErase()
    await erasing().run()
    expect(table.stored('SUBDOMAIN#iris', 'OWNER')).toMatchObject({
      quarantinedUntil: '2030-04-02T10:01:00.000Z',
      ttl: Date.parse('2030-04-02T10:01:00.000Z') / 1_000,
    })
  })
})

test('a copy of the table from before the wish is known to hold somebody who was erased, and loses them again', async () => {
  const { erasing, rest, table } = await accountToErase()
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
    const whole = await accountToErase()
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
      const { erasing, rest } = await accountToErase()
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

describe('an erasure does not begin', () => {
  test.each([
    ['that nobody asked for', { deletionRequestedAt: null }, { kind: 'not_asked' }],
    [
      'within an hour of the wish',
      { deletionRequestedAt: '2030-01-02T09:30:00.000Z' },
      { kind: 'too_early', from: '2030-01-02T10:30:00.000Z' },
    ],
  ] as const)('%s', async (_, overrides, answer) => {
    const { erasing, rest } = await accountToErase(overrides)
    const before = rest()
    expect(await erasing().run()).toEqual(answer)
    expect(rest()).toEqual(before)
  })

  test('while money is due', async () => {
    const { erasing, rest, table } = await accountToErase()
    await table.write(balanceAdd(iris, { add: { pendingPence: 5 } }))
    const before = rest()
    expect(await erasing().run()).toMatchObject({ kind: 'waits', waitsFor: [{ reason: 'money_due', amountPence: 5 }] })
    expect(rest()).toEqual(before)
  })

  test('while somebody may still pay for a photo of theirs', async () => {
    const { erasing, table } = await accountToErase()
    const open = anOrder({ id: orderIdOf(3) })
    await table.transact(orderPuts(open, [anOrderItem({ orderId: open.id })]))
    expect(await erasing().run()).toEqual({ kind: 'waits', waitsFor: [], openCheckouts: 1 })
  })

  test('when a sale comes at that very moment', async () => {
    const { erasing, table, profiles } = await accountToErase()
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
  const { erasing, table, profiles, now } = await accountToErase()
  await erasing().begin()
  expect(standingOf(await profiles.get(iris), now())).toBe('closed')
  await table.write(balanceAdd(iris, { add: { pendingPence: 5 } }))
  expect(await erasing().run()).toMatchObject({ erased: { erasedAt: expect.any(String) } })
})
