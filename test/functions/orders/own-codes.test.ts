import { describe, expect, test } from 'vitest'
import { galleryStore } from '#functions/galleries/gallery-store.ts'
import { discountStore, ownCodeHashOf } from '#functions/orders/discount-store.ts'
import { discountKeys } from '#functions/orders/discount-writes.ts'
import { changeCode, listCodes, makeCode } from '#functions/orders/own-codes.ts'
import { update } from '#functions/shared/table/writes.ts'
import { throttle } from '#functions/shared/throttle/throttle.ts'
import { api } from '#schema/api/all.ts'
import { MakeCode } from '#schema/api/codes.ts'
import { limits } from '#schema/limits.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { request } from '#test/support/http/request.ts'
import { type CheckoutOptions, moneyWorld } from '#test/support/payments/money-world.ts'

const { endpoints } = api.orders
const iris = userIdOf(1)
const tobias = userIdOf(2)
type Wanted = Partial<Parameters<typeof MakeCode.parse>[0] & object>

/** Iris sells photos at £10, £20 and £30, Tobias one at £40. */
const setup = async () => {
  const world = moneyWorld()
  const photos = [...(await world.addSeller(1, [1_000, 2_000, 3_000])), ...(await world.addSeller(2, [4_000]))]
  const discounts = discountStore(world.table, async () => 'FIRST-LIGHT')
  const parts = {
    discounts,
    galleries: galleryStore(world.table),
    throttle: throttle(world.table, world.now),
    now: world.now,
  }
  const make = (wanted: Wanted, caller = iris) =>
    makeCode(parts)(
      request(endpoints.makeCode, {
        body: MakeCode.parse({ code: 'Summer 10', off: { kind: 'percent', percent: 10 }, ...wanted }),
        caller,
      }),
    )
  const codesOf = async (caller = iris) => (await listCodes(parts)(request(endpoints.codes, { caller }))).items
  const turn = (codeId: string, isActive: boolean, caller = iris) =>
    changeCode(parts)(request(endpoints.changeCode, { params: { codeId }, body: { isActive }, caller }))
  const quote = (discountCode: string, photoIds = photos) =>
    world.quote(request(endpoints.quote, { body: { photoIds, discountCode } }))
  let keys = 0
  const buy = (options: CheckoutOptions, wanted = photos) => {
    keys += 1
    return world.checkout(world.checkoutRequest(wanted, { key: `attempt-of-code-${keys}0`, ...options }))
  }
  return { world, photos, make, codesOf, turn, quote, buy }
}

describe('a photographer’s code', () => {
  test('is listed with the title that its gallery has now, and with none once the gallery is gone', async () => {
    const { world, make, codesOf } = await setup()
    const galleries = galleryStore(world.table)
    const gallery = await galleries.getOwn(galleryIdOf(1), iris)
    await make({ galleryId: gallery.id })
    await make({ code: 'Everywhere' })
    expect((await codesOf()).map(({ code, galleryTitle }) => [code, galleryTitle])).toEqual(
      expect.arrayContaining([
        ['Summer 10', gallery.title],
        ['Everywhere', null],
      ]),
    )
    await galleries.remove(gallery, [])
    expect((await codesOf()).map(({ galleryTitle }) => galleryTitle)).toEqual([null, null])
  })

  test.each([
    ['a percentage', { kind: 'percent', percent: 10 }, [900, 1_800, 2_700, 4_000], 940],
    ['a sum', { kind: 'amount', amountPence: 600 }, [900, 1_800, 2_700, 4_000], 940],
    ['photos included', { kind: 'included', photos: 2 }, [1_000, 0, 0, 4_000], 500],
  ] as const)('takes %s off their own photos alone, and the fee is of what is paid', async (_, off, nets, fee) => {
    const { make, quote } = await setup()
    await make({ off })
    const { lines, summary } = await quote('summer10')
    expect(lines.map(({ netPence }) => netPence)).toEqual(nets)
    expect(summary).toMatchObject({ subtotalPence: 10_000, feePence: fee })
    expect(summary.discountPercent).toBe(off.kind === 'percent' ? 10 : 0)
  })

  test('is charged, counted, and its uses and what was sold with it are told to its owner', async () => {
    const { world, photos, make, codesOf } = await setup()
    await make({ off: { kind: 'amount', amountPence: 600 } })
    await world.sell(photos, { discountCode: ' SUMMER\u00a010 ' })
    expect(world.stripe.sessions()).toMatchObject([{ totalPence: 9_400 }])
    expect(await world.balanceOf(iris)).toMatchObject({ pendingPence: 4_860 })
    expect(await world.balanceOf(tobias)).toMatchObject({ pendingPence: 3_600 })
    expect(await codesOf()).toMatchObject([{ code: 'Summer 10', uses: 1, soldPence: 5_400 }])
    expect(await codesOf(tobias)).toEqual([])
  })

  test('tells what went back of what was sold with it, and the shares say by which offer and code', async () => {
    const { world, photos, make, codesOf } = await setup()
    await make({ off: { kind: 'amount', amountPence: 600 } })
    const orderId = await world.sell(photos, { discountCode: 'summer10' })
    const soldBy = async () =>
      new Map((await world.earningsOf(orderId)).map((earning) => [earning.sellerId, earning.soldBy]))
    const code = ownCodeHashOf(iris, 'summer10')
    const offer = { offer: 'alone', grossPence: 5_400, amountPence: 4_860, returnedPence: 0 }
    expect((await soldBy()).get(iris)).toEqual({ code, offers: [offer] })
    expect((await soldBy()).get(tobias)).toMatchObject({ code: null, offers: [{ grossPence: 4_000 }] })
    world.stripe.refund('ch_1', 900, { lines: [1] })
    await world.deliverAll()
    await world.deliverAll()
    expect((await soldBy()).get(iris)?.offers).toEqual([{ ...offer, returnedPence: 900 }])
    expect(await codesOf()).toMatchObject([{ soldPence: 5_400, returnedPence: 900 }])
    const failed = world.stripe.refund('ch_1', 4_000, { lines: [4] })
    await world.deliverAll()
    expect((await soldBy()).get(tobias)?.offers).toMatchObject([{ returnedPence: 4_000 }])
    if (failed) world.stripe.endRefund(failed, 'failed')
    await world.deliverAll()
    expect((await soldBy()).get(tobias)?.offers).toMatchObject([{ returnedPence: 0 }])
    expect(await codesOf()).toMatchObject([{ soldPence: 5_400, returnedPence: 900 }])
  })

  test('whose row is gone with its owner keeps no refund waiting', async () => {
    const { world, photos, make } = await setup()
    await make({ off: { kind: 'amount', amountPence: 600 } })
    const orderId = await world.sell(photos, { discountCode: 'summer10' })
    const row = { PK: `DISCOUNT#${ownCodeHashOf(iris, 'summer10')}`, SK: 'META' }
    await world.table.write({ kind: 'delete', key: row, when: 'always' })
    world.stripe.refund('ch_1', 900, { lines: [1] })
    await world.deliverAll()
    const shares = await world.earningsOf(orderId)
    expect(shares.find(({ sellerId }) => sellerId === iris)).toMatchObject({ returnedPence: 900 })
    expect(await world.table.get(row)).toBeUndefined()
  })

  test('of one gallery or one client, from, until and above a sum is held to it', async () => {
    const { world, photos, make, quote, buy } = await setup()
    await world.addGallery(aGallery({ id: galleryIdOf(7), photographerId: iris }))
    await make({ code: 'Elsewhere', galleryId: galleryIdOf(7) })
    await expect(quote('elsewhere')).rejects.toMatchObject({ code: 'code_for_others' })
    await make({ code: 'Much more', minimumPence: 6_001 })
    await expect(quote('muchmore')).rejects.toMatchObject({ code: 'code_minimum', details: { minimumPence: 6_001 } })
    await make({ code: 'Just enough', minimumPence: 6_000 })
    expect((await quote('justenough')).summary).toMatchObject({ discountPence: 600 })
    await make({ code: 'Hannah only', clientEmail: 'Hannah@Example.com' })
    await expect(buy({ discountCode: 'hannahonly' })).rejects.toMatchObject({ code: 'code_for_another' })
    expect(await buy({ discountCode: 'hannahonly', email: 'hannah@example.com' })).toMatchObject({ kind: 'pay' })
    await make({ code: 'Later', startsAt: '2030-02-01T00:00:00.000Z', expiresAt: '2030-03-01T00:00:00.000Z' })
    await expect(quote('later')).rejects.toMatchObject({ code: 'invalid_discount_code' })
    world.clock.forward({ hours: 24 * 40 })
    expect((await quote('later', photos)).summary.discountPence).toBe(600)
    world.clock.forward({ hours: 24 * 30 })
    await expect(quote('later')).rejects.toMatchObject({ code: 'invalid_discount_code' })
  })

  test.each([
    ['hannah@münchen.example', 'hannah@xn--mnchen-3ya.example'],
    ['hannah@xn--mnchen-3ya.example', 'hannah@münchen.example'],
    ['hannah+wedding@example.com', 'hannah@example.com'],
    ['hannah@gmail.com', 'h.annah@googlemail.com'],
  ])('of the client %s, as it was once kept, is theirs as %s too, and nobody else’s', async (clientEmail, email) => {
    const { world, make, buy } = await setup()
    await make({ code: 'Hannah only' })
    const key = discountKeys.discount(ownCodeHashOf(iris, 'Hannah only'))
    await world.table.write(update(key, { set: { clientEmail }, when: 'present' }))
    const others = ['anna@example.com', `x.${email}`, email.replace('@', '@mail.')]
    for (const other of others)
      await expect(buy({ discountCode: 'hannahonly', email: other })).rejects.toMatchObject({
        code: 'code_for_another',
      })
    expect(await buy({ discountCode: 'hannahonly', email })).toMatchObject({ kind: 'pay' })
  })

  test('is nothing in a cart without their photos', async () => {
    const { photos, make, quote } = await setup()
    await make({})
    await expect(quote('summer10', photos.slice(3))).rejects.toMatchObject({ code: 'invalid_discount_code' })
  })

  test('that two photographers call the same takes off what costs the buyer least', async () => {
    const { make, quote } = await setup()
    await make({})
    await make({ off: { kind: 'percent', percent: 50 } }, tobias)
    expect((await quote('summer10')).summary).toMatchObject({ discountPence: 2_000, totalPence: 8_000 })
  })

  test.each<[string, { iris: Wanted; tobias: Wanted; shownPence: number; charged: Record<string, number | string> }]>([
    [
      'one for a client, is shown as everybody has it, and charged to the client for less',
      {
        iris: { off: { kind: 'percent', percent: 50 }, clientEmail: 'hannah@example.com' },
        tobias: {},
        shownPence: 9_600,
        charged: { 'ada@example.com': 9_600, 'hannah+wedding@example.com': 7_000 },
      },
    ],
    [
      'each for a client, is shown as the one that takes less off',
      {
        iris: { off: { kind: 'percent', percent: 50 }, clientEmail: 'hannah@example.com' },
        tobias: { clientEmail: 'ada@example.com' },
        shownPence: 9_600,
        charged: {
          'ada@example.com': 9_600,
          'hannah@example.com': 7_000,
          'bo@example.com': 'code_for_another',
        },
      },
    ],
    [
      'one for a client and one for more than is in the cart, is shown as the client has it',
      {
        iris: { off: { kind: 'percent', percent: 50 }, clientEmail: 'hannah@example.com' },
        tobias: { minimumPence: 9_000 },
        shownPence: 7_000,
        charged: { 'hannah@example.com': 7_000, 'ada@example.com': 'code_minimum' },
      },
    ],
  ])('that two call the same, %s', async (_what, { iris: irises, tobias: tobiases, shownPence, charged }) => {
    const { world, make, quote, buy } = await setup()
    await make(irises)
    await make(tobiases, tobias)
    expect((await quote('summer10')).summary).toMatchObject({ totalPence: shownPence })
    const chargedTo = async (email: string) => {
      const opened = await buy({ discountCode: 'summer10', email, seenTotalPence: shownPence })
      const order = await world.get(world.orderRequest(opened.orderId))
      return order.totalPence
    }
    for (const [email, outcome] of Object.entries(charged))
      await (typeof outcome === 'number'
        ? expect(chargedTo(email)).resolves.toBe(outcome)
        : expect(chargedTo(email)).rejects.toMatchObject({ code: outcome }))
  })

  test('that two call the same, one for a client, is charged to nobody at a total that the cart does not show', async () => {
    const { make, buy } = await setup()
    await make({ off: { kind: 'percent', percent: 50 }, clientEmail: 'hannah@example.com' })
    await make({}, tobias)
    for (const [email, seenTotalPence] of [
      ['ada@example.com', 7_000],
      ['hannah@example.com', 9_700],
    ] as const)
      await expect(buy({ discountCode: 'summer10', email, seenTotalPence })).rejects.toMatchObject({
        code: 'price_changed',
      })
  })

  test('never stands in the way of the installation’s code of that name', async () => {
    const { make, quote } = await setup()
    await make({ code: 'First Light' })
    expect((await quote('first-light')).summary).toMatchObject({ totalPence: 0 })
  })

  test('comes after the gallery’s steps', async () => {
    const { world, make, quote } = await setup()
    await world.setSteps(galleryIdOf(1), [{ from: 3, percent: 50 }])
    await make({})
    expect((await quote('summer10')).summary).toMatchObject({
      offerPence: 3_000,
      discountPence: 300,
      totalPence: 6_700,
    })
  })
})

describe('its uses', () => {
  test('fifty buyers who want the last one: one has it', async () => {
    const { make, codesOf, buy } = await setup()
    await make({ maxUses: 1 })
    const all = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) => buy({ discountCode: 'summer10', email: `buyer${n}@example.com` })),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await codesOf()).toMatchObject([{ uses: 1 }])
  })

  test('are counted for each mailbox, at once as well, and given back with an order that nobody pays', async () => {
    const { world, make, codesOf, buy } = await setup()
    await make({ maxUsesPerEmail: 1 })
    const ada = { discountCode: 'summer10', email: 'ada@example.com' }
    const both = await Promise.allSettled([
      buy({ ...ada, session: 'anon_1700000000000_firstofadas1' }),
      buy({ ...ada, email: 'ada+again@example.com', session: 'anon_1700000000000_secondofadas' }),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'code_used_up' } })
    expect(await buy({ ...ada, email: 'grace@example.com' })).toMatchObject({ kind: 'pay' })
    expect(await codesOf()).toMatchObject([{ uses: 2 }])

    world.clock.forward({ hours: 25 })
    world.stripe.tick()
    await world.reconcile()
    await world.deliverAll()
    expect(await codesOf()).toMatchObject([{ uses: 0 }])
    expect(await buy({ ...ada, session: 'anon_1700000000000_thirdofadas1' })).toMatchObject({ kind: 'pay' })
  })
})

describe('the list of codes', () => {
  test('names the code that is the same without case and blanks of any kind', async () => {
    const { make } = await setup()
    await make({})
    await expect(make({ code: 'SUM\u2009MER10' })).rejects.toMatchObject({
      code: 'code_taken',
      details: { code: 'Summer 10' },
    })
    expect(await make({ code: 'Summer 11' })).toMatchObject({ code: 'Summer 11', uses: 0 })
  })

  test('is its owner’s alone: nobody else switches a code, or makes one for a gallery that is not theirs', async () => {
    const { make, turn, quote } = await setup()
    const { id } = await make({})
    await expect(turn(id, false, tobias)).rejects.toMatchObject({ code: 'code_not_found' })
    await expect(make({ galleryId: galleryIdOf(1) }, tobias)).rejects.toMatchObject({ code: 'gallery_not_found' })
    expect(await turn(id, false)).toMatchObject({ isActive: false })
    await expect(quote('summer10')).rejects.toMatchObject({ code: 'invalid_discount_code' })
    await turn(id, true)
    expect((await quote('summer10')).summary.discountPence).toBe(600)
  })

  test('has all that a photographer can have, more than one batch read takes, and takes none beyond', async () => {
    const { world, make, codesOf } = await setup()
    const { most } = limits.code
    for (let n = 1; n <= most; n++) {
      world.clock.forward({ minutes: 2 })
      await make({ code: `Race ${n}` })
    }
    expect((await codesOf()).map(({ code }) => code)).toEqual(
      Array.from({ length: most }, (_, n) => `Race ${most - n}`),
    )
    await expect(make({ code: 'One more' })).rejects.toMatchObject({ code: 'too_many_codes' })
  })

  test.each([
    ['too short without blanks', { code: 'a b c' }],
    ['of nothing', { off: { kind: 'percent', percent: 0 } }],
    ['of more than everything', { off: { kind: 'percent', percent: 101 } }],
    ['of no pence', { off: { kind: 'amount', amountPence: 0 } }],
    ['of no photos', { off: { kind: 'included', photos: 0 } }],
    ['that ends before it begins', { startsAt: '2030-02-02T00:00:00.000Z', expiresAt: '2030-02-01T00:00:00.000Z' }],
    ['for nobody', { maxUses: 0 }],
    ['whose use by one person is no number', { maxUsesPerEmail: 1.5 }],
    ['of a client without an address', { clientEmail: 'hannah' }],
  ])('takes none %s', (_, wanted) => {
    const code = { code: 'Summer 10', off: { kind: 'percent', percent: 10 }, ...wanted }
    expect(MakeCode.safeParse(code).success).toBe(false)
  })
})
