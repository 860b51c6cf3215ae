import { describe, expect, test } from 'vitest'
import { outboxPut } from '#functions/mail/outbox.ts'
import { templates } from '#functions/mail/templates/all.ts'
import { mail, rows, text, written } from '#functions/mail/templates/markup.ts'
import { shardOf } from '#functions/shared/table/shards.ts'
import { throttles } from '#functions/shared/throttle/limits.ts'
import { throttle } from '#functions/shared/throttle/throttle.ts'
import { MailId } from '#schema/ids.ts'
import { unnamedTrader } from '#schema/trader.ts'
import { galleryIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { aTrader } from '#test/support/builders/trader.ts'
import { moneyWorld } from '#test/support/payments/money-world.ts'

const setup = async () => {
  const world = moneyWorld()
  const photos = await world.addSeller(1, [1500])
  const waiting = () => world.table.all().filter(({ PK }) => String(PK).startsWith('OUTBOX#'))
  return { world, photos, waiting }
}

test('a mail lies in its shard under its id until it is sent', async () => {
  const { world } = await setup()
  const id = MailId.parse('mai_00000000000000000000000001')
  const data = { name: 'Iris', amountPence: 1350, isFull: false, balanceUrl: 'https://darkslide.test/dashboard' }
  await world.table.write(outboxPut({ id, template: 'payout-sent', to: 'iris@example.com', data, at: world.now() }))
  expect(world.table.stored(`OUTBOX#${shardOf(id)}`, 'mai_00000000000000000000000001')).toEqual({
    PK: `OUTBOX#${shardOf(id)}`,
    SK: 'mai_00000000000000000000000001',
    id,
    template: 'payout-sent',
    to: 'iris@example.com',
    data,
    state: 'queued',
    tries: 0,
    notBefore: '2030-01-01T10:00:00.000Z',
    createdAt: '2030-01-01T10:00:00.000Z',
  })
})

describe('a sale', () => {
  test('sends the buyer a receipt and the photographer the news, once each', async () => {
    const { world, photos, waiting } = await setup()
    await world.sell(photos)
    for (let run = 0; run < 3; run++) await world.sendOutbox()
    expect(world.mails.map(({ to, subject }) => [to, subject]).toSorted()).toEqual([
      ['ada@example.com', expect.stringMatching(/^Your Darkslide order DS-/)],
      ['seller1@example.com', 'You sold a photo'],
    ])
    expect(waiting()).toEqual([])
  })

  test('sends its receipt whatever the mailbox was sent that day', async () => {
    const { world, photos } = await setup()
    const limited = throttle(world.table, world.now)
    for (const name of ['mailsPerMailbox', 'trialMailsPerMailbox', 'cartMailsPerMailbox'] as const)
      for (let n = 0; n < throttles[name].limit; n++) await limited.count(name, 'ada@example.com')
    await world.sell(photos)
    for (let run = 0; run < 3; run++) await world.sendOutbox()
    expect(world.mails.filter(({ to }) => to === 'ada@example.com')).toHaveLength(1)
  })

  test('of a whole gallery is called that, and no photo', async () => {
    const { world } = await setup()
    await world.setWhole(galleryIdOf(1), 1_000)
    await world.sell([], { galleries: [{ galleryId: galleryIdOf(1) }] })
    for (let run = 0; run < 2; run++) await world.sendOutbox()
    expect(world.mails.filter(({ to }) => to === 'seller1@example.com').map(({ subject }) => subject)).toEqual([
      'You sold a whole gallery',
    ])
  })

  test('links the receipt to the order for good, and tells the photographer nothing of the buyer', async () => {
    const { world, photos } = await setup()
    await world.sell(photos)
    for (let run = 0; run < 2; run++) await world.sendOutbox()
    const receipt = world.mails.find(({ to }) => to === 'ada@example.com')
    const news = world.mails.find(({ to }) => to === 'seller1@example.com')
    expect(receipt?.text).toContain('https://darkslide.test/purchase-success?session_id=cs_test_1')
    expect(news?.text).toContain('£13.50')
    expect(news?.text).not.toMatch(/ada|Ada|cs_test|ord_/)
  })

  test('says on the receipt when it was, of whom each photo is, and the VAT that prices contain', async () => {
    const { world } = await setup()
    const photos = [...(await world.addSeller(2, [1000])), ...(await world.addSeller(3, [500]))]
    await world.sell(photos)
    for (let run = 0; run < 2; run++) await world.sendOutbox()
    const receipt = world.mails.find(({ to }) => to === 'ada@example.com')
    expect(receipt?.text).toContain('your order of 1 January 2030 at 10:00')
    expect(receipt?.text).toContain('Photo 2.\u20600, by Iris Calloway: £10.00')
    expect(receipt?.text).toContain('Photo 3.\u20600, by Iris Calloway: £5.00')
    // 20% on top of £12.50 make £15.00.
    expect(receipt?.text).toContain('Of which VAT at 20%: £2.50')
  })

  test('that was free sends the receipt with its own link, and no news of nothing', async () => {
    const { world, photos } = await setup()
    const orderId = await world.sell(photos, { discountCode: 'FIRST-LIGHT' })
    for (let run = 0; run < 2; run++) await world.sendOutbox()
    expect(world.mails).toHaveLength(1)
    expect(world.mails[0]?.text).toContain(`purchase-success?free_order=true&order_id=${orderId}`)
  })

  test('is not told to photographers who switched mails off', async () => {
    const { world, photos } = await setup()
    await world.addProfile(aProfile({ userId: userIdOf(1), emailNotifications: false }))
    await world.sell(photos)
    for (let run = 0; run < 2; run++) await world.sendOutbox()
    expect(world.mails.map(({ to }) => to)).toEqual(['ada@example.com'])
  })

  test('is complete while the mail provider is down, and the receipt follows once', async () => {
    const { world, photos } = await setup()
    world.post.isDown = true
    const orderId = await world.sell(photos)
    await world.sendOutbox()
    expect(await world.orderOf(orderId)).toMatchObject({ status: 'completed' })
    expect(world.mails).toEqual([])
    world.post.isDown = false
    world.clock.forward({ minutes: 10 })
    for (let run = 0; run < 3; run++) await world.sendOutbox()
    expect(world.mails.filter(({ to }) => to === 'ada@example.com')).toHaveLength(1)
  })
})

describe('runs side by side', () => {
  test('send each mail once', async () => {
    const { world, photos } = await setup()
    for (let n = 0; n < 10; n++) await world.sell(photos, { key: `attempt-00000000${n}` })
    await Promise.all(Array.from({ length: 5 }, () => world.sendOutbox()))
    await Promise.all(Array.from({ length: 5 }, () => world.sendOutbox()))
    expect(world.mails).toHaveLength(20)
    expect(new Set(world.mails.map(({ id }) => id)).size).toBe(20)
  })

  test('take over, five minutes later, what a dead one had claimed', async () => {
    const { world, photos } = await setup()
    await world.sell(photos)
    const dying = world.as((call) => (call === 'mail.post' ? new Promise(() => {}) : Promise.resolve(undefined)))
    void dying.sendOutbox()
    await new Promise((resolve) => setImmediate(resolve))
    world.clock.forward({ minutes: 4 })
    await world.sendOutbox()
    world.clock.forward({ minutes: 1 })
    for (let run = 0; run < 3; run++) await world.sendOutbox()
    expect(world.mails.map(({ to }) => to).toSorted()).toEqual(['ada@example.com', 'seller1@example.com'])
  })

  test('do not send again what the provider took, though its row could not be removed', async () => {
    const { world, photos, waiting } = await setup()
    await world.sell(photos, { discountCode: 'FIRST-LIGHT' })
    let fails = 0
    const unlucky = world.as(async (call, moment) => {
      // The removal and its repetitions.
      if (call === 'mail.post' && moment === 'after') fails = 4
      return call === 'table.write' && moment === 'before' && fails-- > 0 ? 'lost' : undefined
    })
    await unlucky.sendOutbox()
    expect(world.mails).toHaveLength(1)
    expect(waiting()).toMatchObject([{ state: 'sending' }])

    world.clock.forward({ minutes: 6 })
    for (let run = 0; run < 2; run++) await unlucky.sendOutbox()
    expect(world.mails).toHaveLength(1)
    expect(waiting()).toEqual([])
  })

  test('lay a mail that cannot be sent aside after a day of tries, and raise an alarm each time', async () => {
    const { world, photos, waiting } = await setup()
    await world.sell(photos, { discountCode: 'FIRST-LIGHT' })
    world.post.isDown = true
    for (let run = 0; run < 40; run++) {
      await world.sendOutbox()
      world.clock.forward({ hours: 1 })
    }
    expect(waiting()).toMatchObject([{ PK: 'OUTBOX#ASIDE', template: 'receipt' }])
    expect(world.alarms.filter(({ message }) => message === 'mail not sent')).toHaveLength(30)
    expect(JSON.stringify(world.alarms)).not.toContain('ada@example.com')
  })
})

describe('whoever runs the installation', () => {
  const data = { name: 'Iris', amountPence: 1350, isFull: false, balanceUrl: 'https://darkslide.test/dashboard' }
  const lastLine =
    'Darkslide is run by Northlight Pictures Ltd, 1 Quay Street, Bristol BS1 4DA. Company number 01234567. VAT number GB123456789.'

  test('is named at the end of every mail, in both forms', () => {
    const words = templates['payout-sent'].render(data, aTrader())
    expect(words?.text.trimEnd().split('\n').at(-1)).toBe(lastLine)
    expect(words?.html).toContain(lastLine)
  })

  test('who is not registered for VAT shows neither number nor tax', () => {
    const order = {
      name: 'Ada',
      orderNumber: 'DS-1',
      orderUrl: 'https://darkslide.test/o',
      discountPence: 0,
      totalPence: 1200,
      lines: [],
    }
    const words = templates.receipt.render(order, aTrader({ vat: null }))
    expect(words?.text).not.toContain('VAT')
  })

  test('who is not named is left out, with nothing in its place', () => {
    const words = templates['payout-sent'].render(data, unnamedTrader)
    expect(words?.text).toMatch(/\n\nDarkslide\n$/)
    expect(words?.html).not.toContain('run by')
  })
})

test('a receipt that was written before receipts had a date or photographers is sent as it is', () => {
  const old = {
    name: 'Ada',
    orderNumber: 'DS-1',
    orderUrl: 'https://darkslide.test/o',
    discountPence: 0,
    totalPence: 1500,
  }
  const words = templates.receipt.render({ ...old, lines: [{ title: 'Dawn', pricePence: 1500 }] })
  expect(words?.text).toContain('Dawn: £15.00')
  expect(words?.text).toContain('thank you for your order. Your')
})

test('an id in a row of a mail breaks before it makes a phone too wide, an amount stays whole', () => {
  const { html } = written(
    mail('Hello', [
      rows([
        ['Photo', 'pho_01JR3V5T7X9Z1B3D5F7H9K1M3P'],
        ['Total', '£1,234.50'],
      ]),
    ]),
    unnamedTrader,
  )
  const [id, amount] = [...html.matchAll(/<td style="([^"]*)">[^<]*<\/td><\/tr>/g)].map(([, style]) => style)
  expect(id).toContain('overflow-wrap:anywhere')
  expect(id).not.toContain('nowrap')
  expect(amount).toContain('white-space:nowrap')
})

describe('what people wrote', () => {
  test('is text in the HTML of a mail, never markup', () => {
    const { html } = written(mail('Hello', [text('<img src=x onerror=alert(1)> & "quotes" \'single\'')]), unnamedTrader)
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quotes&quot; &#39;single&#39;')
  })

  test('cannot begin another header line', () => {
    expect(written(mail('You sold\r\nBcc: everyone@example.com', []), unnamedTrader).subject).toBe(
      'You sold Bcc: everyone@example.com',
    )
  })

  test('every mail that is one has words in both forms', () => {
    const order = {
      name: 'Ada',
      orderNumber: 'DS-1',
      orderUrl: 'https://darkslide.test/o',
      discountPence: 5,
      totalPence: 10,
    }
    const words = templates.receipt.render({ ...order, lines: [{ title: 'A <b>', pricePence: 15 }] })
    expect(words?.text).toContain('A <b>: £0.15')
    expect(words?.html).toContain('A &lt;b&gt;')
    expect(words?.text).toContain('Discount: -£0.05')
  })
})
