import { describe, expect, test } from 'vitest'
import { galleryIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { moneyWorld, type Wanted } from '#test/support/payments/money-world.ts'

const setup = async (pricesPence = [1_500, 1_500], webPence: number | null = 600) => {
  const world = moneyWorld()
  const [one = photoIdOf(0), two = photoIdOf(0)] = await world.addSeller(1, pricesPence)
  for (const photoId of [one, two]) await world.setPrices(photoId, { webPence })
  const web = (photoId: string): Wanted => ({ photoId, size: 'web' })
  const line = async (orderId: string, n = 1) => (await world.get(world.orderRequest(orderId))).items[n - 1]
  return { world, one, two, web, line }
}

describe('the Web size', () => {
  test('is quoted at its price, beside the Original’s and the pixels of both', async () => {
    const { world, one, two, web } = await setup()
    const { lines, summary } = await world.quote(world.quoteRequest([web(one), { photoId: two }]))
    expect(lines).toMatchObject([
      { photoId: one, size: 'web', pricePence: 600, netPence: 600, isUpgrade: false },
      { photoId: two, size: 'original', pricePence: 1_500 },
    ])
    expect(lines[0]?.sizes).toEqual({
      original: { pricePence: 1_500, width: 6_000, height: 4_000 },
      web: { pricePence: 600, width: 2_048, height: 1_365 },
    })
    expect(summary.totalPence).toBe(2_100)
  })

  test('is bought at its price, kept with the order, and named in it, in the mails and among the sales', async () => {
    const { world, one, two, web, line } = await setup()
    const orderId = await world.sell([web(one), two])
    expect(await world.orderOf(orderId)).toMatchObject({ totalPence: 2_100, feePence: 210, status: 'completed' })
    expect(await line(orderId)).toMatchObject({ as: 'web', hasOriginal: false, hasWebSize: true, pricePence: 600 })
    expect(await line(orderId, 2)).toMatchObject({ as: 'original', hasOriginal: true, upgrade: null })
    await world.sendOutbox()
    const said = world.mails.map(({ text }) => text).join('\n')
    expect(said).toContain('Photo 1.\u20600 (Web size)')
    expect(said).toContain('Photo 1.\u20601')
    expect(said).not.toContain('Photo 1.\u20601 (Web size)')
    const [share] = await world.earningsOf(orderId)
    expect(share?.photos).toMatchObject([
      { as: 'web', netPence: 600 },
      { as: 'original', netPence: 1_500 },
    ])
    const sales = await world.sales(world.salesRequest(userIdOf(1)))
    expect(sales.items[0]?.photoTitles).toEqual(['Photo 1.0 (Web size)', 'Photo 1.1'])
  })

  test('is all that its buyer can download: the Original is refused', async () => {
    const { world, one, two, web } = await setup()
    const orderId = await world.sell([web(one), two])
    expect(await world.download(world.downloadRequest(orderId, 1, 'web'))).toMatchObject({
      url: expect.stringContaining('web'),
    })
    await expect(world.download(world.downloadRequest(orderId, 1, 'original'))).rejects.toMatchObject({
      code: 'not_purchased',
    })
    for (const size of ['web', 'original'] as const)
      expect(await world.download(world.downloadRequest(orderId, 2, size))).toBeDefined()
  })

  test.each([
    ['no price for it', { webPence: null }],
    ['a price that is not below the Original’s', { webPence: 1_500 }],
    ['an Original that became cheaper', { pricePence: 500 }],
  ])('is not for sale with %s: the cart is told, and nothing is bought at the old price', async (_, prices) => {
    const { world, one, web } = await setup()
    await world.setPrices(one, prices)
    const asked = 'pricePence' in prices ? 500 : 1_500
    const { lines } = await world.quote(world.quoteRequest([web(one)]))
    expect(lines).toMatchObject([{ size: 'original', pricePence: asked, sizes: { web: null } }])
    for (const pricePence of [600, asked, undefined]) {
      const item = { ...web(one), ...(pricePence !== undefined && { pricePence }) }
      await expect(world.checkout(world.checkoutRequest([item]))).rejects.toMatchObject({
        code: 'price_changed',
        details: { prices: [{ photoId: one, size: 'original', pricePence: asked }] },
      })
    }
    expect(world.stripe.sessions()).toEqual([])
  })

  test.each([
    ['the Original at the price of the Web size', 'original', 600],
    ['the Web size at the Original’s price', 'web', 1_500],
    ['the Web size for a penny', 'web', 1],
  ] as const)('forged as %s is refused', async (_, size, pricePence) => {
    const { world, one } = await setup()
    const forged = world.checkoutRequest([{ photoId: one, size, pricePence }])
    await expect(world.checkout(forged)).rejects.toMatchObject({ code: 'price_changed' })
    expect(world.stripe.sessions()).toEqual([])
  })

  test('named beside the Original of its photo counts as it is named first', async () => {
    const { world, one, web } = await setup()
    const both = [web(one), { photoId: one }]
    expect((await world.quote(world.quoteRequest(both))).lines).toMatchObject([{ size: 'web', pricePence: 600 }])
    await expect(world.checkout(world.checkoutRequest(both))).rejects.toMatchObject({ code: 'price_changed' })
    const { lines } = await world.quote(world.quoteRequest(both.toReversed()))
    expect(lines).toMatchObject([{ size: 'original', pricePence: 1_500 }])
  })

  test('counts towards the steps of its gallery, which take their part of what it costs', async () => {
    const { world, one, two, web } = await setup()
    await world.setSteps(galleryIdOf(1), [{ from: 2, percent: 20 }])
    const { lines, offers } = await world.quote(world.quoteRequest([web(one), { photoId: two }]))
    expect(lines.map(({ netPence }) => netPence)).toEqual([480, 1_200])
    expect(offers).toMatchObject([{ percent: 20, savedPence: 420 }])
  })

  test('in the cart is another order than the Original, and the same from two tabs is one', async () => {
    const { world, one, web } = await setup()
    const session = 'browser000000000001'
    const buy = (item: Wanted, key: string) => world.checkout(world.checkoutRequest([item], { key, session }))
    const first = await buy(web(one), 'attempt-000000001')
    expect(await buy(web(one), 'attempt-000000002')).toMatchObject({ orderId: first.orderId })
    const other = await buy({ photoId: one }, 'attempt-000000003')
    expect(other.orderId).not.toBe(first.orderId)
    // The same key with the other size is another request.
    await expect(buy({ photoId: one }, 'attempt-000000001')).rejects.toMatchObject({ code: 'idempotency_mismatch' })
    await world.setPrices(one, { webPence: 700 })
    const dearer = await buy(web(one), 'attempt-000000004')
    expect(dearer.orderId).not.toBe(first.orderId)
    expect(await world.orderOf(dearer.orderId)).toMatchObject({ totalPence: 700 })
  })
})
